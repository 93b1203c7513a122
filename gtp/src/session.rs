//! One connection: the player with its game, and the state of the protocol.
//!
//! The server executes the commands of a session one at a time. A command that panics leaves the
//! game unchanged.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use engine::player::{Judgement, MemoryShortage, Player, SearchReport, StopSignal};
use engine::rules::{Count, GameState, IllegalMove, Scoring};
use engine::vocabulary::{BoardSize, Color, Move};
use network::Network;
use protocol::Interrupts;

use crate::analysis;
use crate::error::CommandError;
use assembly::compose::{self, Knowledge};
use assembly::openings::OpeningChoice;
use assembly::options::PolicyName;
use assembly::parameters::ParameterValues;

/// A row of the command table for Go.
pub(crate) type Command = protocol::Command<Session>;

/// The identity of a judged position: the size of the board, the hash of its stones, both players'
/// prisoners, and the scoring rule.
type Judged = (BoardSize, u64, [usize; 2], Scoring);

/// The state of a connection.
pub struct Session {
    player: Box<dyn Player>,
    name: String,
    judgement: Option<(Judged, Judgement)>,
    ponders: bool,
    knowledge: Knowledge,
    opening: OpeningChoice,
    /// The games that were begun since the seed was set.
    games: u64,
    live_graphics: bool,
    pv_lines: bool,
    interrupts: Interrupts,
    /// The game as it was before the running command, saved when the command first asks for mutable
    /// access to the player or the game. A copy contains two positions of 270 kB, so it is not made
    /// for commands that only read.
    game_before: Option<GameState>,
}

impl Session {
    /// Creates a session for `player`. The session reports `name` as the program's name.
    pub fn new(player: Box<dyn Player>, name: impl Into<String>) -> Self {
        let interrupts = Interrupts::new(player.stop_signal().shared());
        Self {
            player,
            name: name.into(),
            judgement: None,
            ponders: false,
            knowledge: Knowledge::of(PolicyName::Heavy),
            opening: OpeningChoice::default(),
            games: 0,
            live_graphics: false,
            pv_lines: false,
            interrupts,
            game_before: None,
        }
    }

    /// Records the knowledge with which the player was created.
    #[must_use]
    pub fn with_knowledge(self, knowledge: Knowledge) -> Self {
        Self { knowledge, ..self }
    }

    /// Records the opening book with which the player was created.
    #[must_use]
    pub fn with_opening(self, opening: OpeningChoice) -> Self {
        Self { opening, ..self }
    }

    /// Sets whether a running search is drawn on the board in a window.
    #[must_use]
    pub fn with_live_graphics(self, live_graphics: bool) -> Self {
        Self { live_graphics, ..self }
    }

    /// Sets whether the best variations are written to standard error after each generated move.
    #[must_use]
    pub fn with_pv_lines(self, pv_lines: bool) -> Self {
        Self { pv_lines, ..self }
    }

    /// The neural network.
    pub(crate) fn network(&self) -> Option<&Arc<Network>> {
        self.knowledge.network.network()
    }

    /// The current values of all parameters.
    pub(crate) fn parameter_values(&self) -> ParameterValues {
        let Self { knowledge, opening, live_graphics, .. } = *self;
        ParameterValues { player: *self.player.settings(), knowledge, opening, live_graphics }
    }

    /// Sets all parameters.
    ///
    /// # Errors
    /// If there is not enough memory for the tree. In that case nothing is changed.
    pub(crate) fn adjust(&mut self, values: ParameterValues) -> Result<(), MemoryShortage> {
        let settings_before = *self.player.settings();
        self.player.set_settings(values.player)?;
        if settings_before != values.player || self.knowledge != values.knowledge {
            self.judgement = None;
        }
        if self.knowledge != values.knowledge {
            self.knowledge = values.knowledge;
            self.player.set_factory(self.knowledge.factory());
        }
        if self.opening != values.opening {
            self.opening = values.opening;
            self.prepare_opening(self.games);
        }
        self.live_graphics = values.live_graphics;
        Ok(())
    }

    /// Prepares the player and the opening book for a new game, in which they may choose different
    /// moves.
    pub(crate) fn begin_game(&mut self) {
        self.prepare_opening(self.games.wrapping_add(1));
    }

    /// Sets the seed of searches and of the opening book. The same seed repeats the games after it.
    ///
    /// # Errors
    /// As [`adjust`](Self::adjust).
    pub(crate) fn set_seed(&mut self, seed: u64) -> Result<(), MemoryShortage> {
        let mut values = self.parameter_values();
        values.player.search.seed = seed;
        self.adjust(values)?;
        self.judgement = None;
        self.prepare_opening(0);
        Ok(())
    }

    /// Forgets the results of earlier searches.
    pub(crate) fn forget(&mut self) {
        self.judgement = None;
        self.player().forget();
    }

    fn prepare_opening(&mut self, game: u64) {
        self.games = game;
        self.player.begin_game(game);
        self.player.set_opening(compose::opening(&self.parameter_values(), game));
    }

    /// Whether a running search is drawn on the board in a window.
    pub(crate) fn has_live_graphics(&self) -> bool {
        self.live_graphics
    }

    /// The best variations found by the last search, or `None` if there are none or they should not
    /// be written.
    pub(crate) fn variations(&self) -> Option<String> {
        self.player.last_report().filter(|_| self.pv_lines).and_then(analysis::pv_lines)
    }

    /// A line saying that the last move comes from the opening book, or `None` if it does not.
    pub(crate) fn book_line(&self) -> Option<String> {
        let known = self.player.opening_move()?;
        Some(format!("book: {}, {}", known.vertex, known.note))
    }

    /// The report of the last search, if there has been one.
    pub(crate) fn last_report(&self) -> Option<&SearchReport> {
        self.player.last_report()
    }

    /// The win rate of the player to move according to the last search, from 0 to 1; one half if
    /// there has been no search.
    pub(crate) fn value(&self) -> f64 {
        self.player.last_report().map_or(0.5, |report| f64::from(report.win_rate()))
    }

    /// Starts or stops pondering. Any change to the game other than a move also stops it.
    pub(crate) fn set_pondering(&mut self, ponders: bool) {
        self.ponders = ponders;
    }

    /// Plays a move. Pondering may continue.
    pub(crate) fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.player().game_mut().play(color, mv)
    }

    /// Continues with `game`, which extends the current game by some moves. Pondering may continue.
    pub(crate) fn play_all(&mut self, game: GameState) {
        *self.player().game_mut() = game;
    }

    /// The signal that stops a search or a reading in progress.
    pub(crate) fn stop_signal(&self) -> StopSignal {
        self.player.stop_signal()
    }

    /// Mutable access to the player. The game is saved first, because the player may change it.
    pub(crate) fn player(&mut self) -> &mut dyn Player {
        self.game_before.get_or_insert_with(|| self.player.game().clone());
        &mut *self.player
    }

    /// The game.
    pub(crate) fn game(&self) -> &GameState {
        self.player.game()
    }

    /// Mutable access to the game.
    pub(crate) fn game_mut(&mut self) -> &mut GameState {
        self.ponders = false;
        self.player().game_mut()
    }

    /// Changes the game in a way that may fail. Pondering goes on after a failure.
    pub(crate) fn change<T, E>(
        &mut self,
        change: impl FnOnce(&mut GameState) -> Result<T, E>,
    ) -> Result<T, E> {
        let changed = change(self.player().game_mut())?;
        self.ponders = false;
        Ok(changed)
    }

    /// Counts the points on the board. The count is exact if the game is over or all borders are
    /// closed. Otherwise, each point counts for its likely owner. As long as the stones, the
    /// prisoners and the player's parameters do not change, the same judgement is reused, so that
    /// the answers to different commands never contradict each other. A judgement that was
    /// interrupted is not reused.
    pub(crate) fn count(&mut self) -> Count {
        let game = self.player.game();
        let hash = game.position().board().hash();
        let prisoners = Color::BOTH.map(|color| game.prisoners(color));
        let about = (game.size(), hash, prisoners, game.rules().scoring);
        let known = self.judgement.take().filter(|(judged, _)| *judged == about);
        let is_known = known.is_some();
        let stoneless = game.size().vertices().all(|vertex| game.stone_at(vertex).is_none());
        let judgement = match known {
            Some((_, judgement)) => judgement,
            None if stoneless => Judgement::default(),
            None => self.player().judge(),
        };
        let count = judgement.count(self.player.game());
        // A judgement that was cut short by an interrupt is hasty, and must not be repeated.
        if is_known || !self.stop_signal().is_raised() {
            self.judgement = Some((about, judgement));
        }
        count
    }
}

impl protocol::Session for Session {
    type Error = CommandError;

    fn name(&self) -> &str {
        &self.name
    }

    fn version(&self) -> &str {
        env!("CARGO_PKG_VERSION")
    }

    fn interrupts(&self) -> &Interrupts {
        &self.interrupts
    }

    fn begin(&mut self) {
        self.game_before = None;
    }

    fn restore(&mut self) {
        if let Some(game) = self.game_before.take() {
            *self.player.game_mut() = game;
        }
    }

    /// Whether pondering makes sense: the player must have made a move, and only moves may have
    /// changed the game since then.
    fn may_ponder(&self) -> bool {
        self.ponders && self.player.settings().ponders()
    }

    fn ponder(&mut self) {
        if catch_unwind(AssertUnwindSafe(|| self.player.ponder())).is_err() {
            self.ponders = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::test_player::Conversation;

    #[test]
    fn a_command_that_only_looks_copies_no_game() {
        let mut talk = Conversation::new(9);
        for line in ["name", "list_stones b", "get_komi", "is_legal b D4", "help", "showboard"] {
            talk.ask(line);
            assert!(talk.session.game_before.is_none(), "{line}");
        }
        for line in ["play b D4", "undo", "gogui-play_sequence b D4", "genmove w", "clear_board"] {
            talk.ask(line);
            assert!(talk.session.game_before.is_some(), "{line}");
        }
    }

    #[test]
    fn a_fault_of_the_program_leaves_the_game_as_it_was() {
        let mut talk = Conversation::new(9);
        talk.expect("play b D4", "=");
        talk.player.lock().panics = true;
        talk.expect("genmove w", "? internal error, see the log");
        talk.expect("move_history", "= black D4");
    }
}
