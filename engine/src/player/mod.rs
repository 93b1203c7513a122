//! The game in progress, as the protocol sees it: moves are asked for and made here.

mod cleanup;
mod decision;
mod judge;
mod lateness;
mod level;
mod outcome;
mod search_player;
mod settings;
mod settled;
mod softening;

pub use crate::search::{
    MemoryShortage, MoveReport, Ply, Restriction, SearchParams, SearchReport, SearchSettings, Watch,
};
pub use level::Level;
pub use search_player::{SearchPlayer, SearcherFactory};
pub use settings::PlayerSettings;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clocks::{Clock, Side};

use crate::rules::GameState;
use crate::vocabulary::{Color, Move, Vertex};

/// What a player decides to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A move, a pass included.
    Move(Move),
    /// Gives the game up.
    Resign,
}

/// Black moves first, at the board and on the clock.
impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::First,
            Color::White => Self::Second,
        }
    }
}

/// A wish from outside to end the running search at once, with the best move so far.
#[derive(Clone, Debug, Default)]
pub struct StopSignal(Arc<AtomicBool>);

impl StopSignal {
    /// Ends the running search, or the next one at its start, until [cleared](Self::clear).
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lets the next search run.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// The flag itself, for those who raise it without knowing a player.
    pub fn shared(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Whether the search should end.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag behind the signal, for the budgets of searches that read.
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }
}

/// What becomes of the stones on the board when the game ends here.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judgement {
    /// All dead stones.
    pub dead: Vec<Vertex>,
    /// All stones that live in seki.
    pub seki: Vec<Vertex>,
    /// Black's expected ownership of each point, by [`Vertex::index`]: 1 is Black's, -1 White's.
    pub ownership: Vec<f32>,
    /// Black's expected lead at the end in points, before komi and what else White gets; `None`
    /// where nothing is known of the end.
    pub black_lead: Option<f64>,
}

impl Judgement {
    /// What becomes of the stones of `game` by Black's ownership of each point, as a search of it
    /// reports it: for those who have to judge by a search of their own.
    pub fn of(game: &GameState, ownership: Vec<f32>) -> Self {
        judge::judge(game, ownership, |stone| judge::stands(game, stone, &AtomicBool::new(false)))
    }
}

/// What is wanted of a search beside its move.
#[derive(Default)]
pub struct Wishes<'a> {
    /// Moves to be left out. Where there are any, the decision is the best of the others, neither a
    /// pass nor a resignation instead.
    pub restrictions: Vec<Restriction>,
    /// Whether reports hold the ownership after each move as well.
    pub ownership_by_move: bool,
    /// Whether the opponent's dead stones are to be taken off the board before a pass, whatever the
    /// rules say, and resigning is out of the question.
    pub cleans_up: bool,
    /// Who looks on. The last report is told when the search is over, if it led to a decision.
    pub watch: Option<Watch<'a>>,
}

/// A player and its game. One object serves one connection for all its games.
pub trait Player: Send {
    /// The game as it stands.
    fn game(&self) -> &GameState;

    /// The game, to be changed in any way: the search finds out by itself what has changed.
    fn game_mut(&mut self) -> &mut GameState;

    /// Both players' clocks.
    fn clock_mut(&mut self) -> &mut Clock;

    /// Thinks for `color` under its clock and the limits set, and plays the move decided on. A
    /// resignation is not recorded in the game.
    fn generate(&mut self, color: Color, wishes: Wishes<'_>) -> Decision;

    /// Thinks for `color` and plays nothing: with one thread and a limit of playouts, the same
    /// answer each time in the same position.
    fn suggest(&mut self, color: Color, wishes: Wishes<'_>) -> Decision;

    /// Searches for `color` and decides nothing, without limits, until the stop signal is raised.
    fn analyze(&mut self, color: Color, wishes: Wishes<'_>);

    /// Thinks about the moves that may come next, while nothing else is to do: until the stop signal
    /// is raised, or what pondering may take is taken. Does nothing where pondering is off.
    fn ponder(&mut self);

    /// What is known of the position as it stands, for the player to move: what the tree holds, and
    /// a short search where that is little.
    fn look(&mut self) -> &SearchReport;

    /// What a search with a share of the limits of a move, 0 to 1, finds in the position as it
    /// stands, for the player to move. What is searched already counts: where it comes to as much,
    /// there is no new search.
    fn study(&mut self, share: f64) -> &SearchReport;

    /// What such a search finds for the opponent after a move of the player to move; `None` where
    /// the move breaks a rule. The game and the last report stay as they are.
    fn study_move(&mut self, mv: Move, share: f64) -> Option<SearchReport>;

    /// What the last search for a move found; `None` before the first.
    fn last_report(&self) -> Option<&SearchReport>;

    /// How it plays.
    fn settings(&self) -> &PlayerSettings;

    /// Plays on in another way. What earlier searches found is kept where it still holds.
    ///
    /// # Errors
    /// Where the system has not the memory for the tree. The settings are then as before.
    fn set_settings(&mut self, settings: PlayerSettings) -> Result<(), MemoryShortage>;

    /// Searches by other means from now on; what earlier searches found is forgotten.
    fn set_factory(&mut self, factory: SearcherFactory);

    /// Up to `stones` handicap points for Black on the empty board, at least two, none of them
    /// played.
    fn choose_handicap(&mut self, stones: usize) -> Vec<Vertex>;

    /// Judges the stones on the board by playouts.
    fn judge(&mut self) -> Judgement;

    /// Forgets what earlier searches found.
    fn forget(&mut self);

    /// Ends the running search when raised. The player itself never clears it: whoever asks for
    /// a search decides before whether it may run.
    fn stop_signal(&self) -> StopSignal;
}
