//! The player: the game in progress, and the moves that the protocol makes or requests.

mod cleanup;
mod decision;
mod judge;
mod lateness;
mod level;
mod opening;
mod outcome;
mod rank;
mod search_player;
mod settings;
mod settled;
mod softening;

pub use crate::search::{
    MemoryShortage, MoveReport, Ply, PuctParams, Restriction, SearchParams, SearchReport,
    SearchSettings, Watch, ownership_deviations,
};
pub use decision::Decision;
pub use judge::Judgement;
pub use level::Level;
pub use opening::{Opening, OpeningMove};
pub use rank::{NoRank, Rank};
pub use search_player::SearchPlayer;
pub use settings::PlayerSettings;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clocks::{Clock, Side};

use crate::rules::GameState;
use crate::search::Searcher;
use crate::vocabulary::{BoardSize, Color, Move, Vertex};

/// Black is the first side, because Black moves first.
impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::First,
            Color::White => Self::Second,
        }
    }
}

/// A signal that ends the running search immediately, with the best move found so far.
#[derive(Clone, Debug, Default)]
pub struct StopSignal(Arc<AtomicBool>);

impl StopSignal {
    /// Ends the running search. Until the signal is [cleared](Self::clear), any new search ends as
    /// soon as it starts.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lets the next search run.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// The flag itself, for code that raises the signal without access to a player.
    pub fn shared(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Whether the search should end.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag behind the signal, which exact reading uses in its budgets.
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }
}

/// The options of a search, apart from its limits.
#[derive(Default)]
pub struct Wishes<'a> {
    /// Restrictions on the moves. If there are any, the decision is the best of the remaining
    /// moves, and is not replaced by a pass or a resignation.
    pub restrictions: Vec<Restriction>,
    /// Whether reports include the ownership after each move.
    pub ownership_by_move: bool,
    /// Whether the opponent's dead stones must be captured before a pass, whatever the rules say.
    /// The player then never resigns.
    pub cleans_up: bool,
    /// The observer of the search. After a search that leads to a decision, it also receives the
    /// final report.
    pub watch: Option<Watch<'a>>,
}

/// Creates a searcher for boards of a given size.
pub type SearcherFactory = Box<dyn Fn(BoardSize, SearchSettings) -> Box<dyn Searcher> + Send>;

/// A player and its game. A single object is used for all games on a connection.
pub trait Player: Send {
    /// The current game.
    fn game(&self) -> &GameState;

    /// Mutable access to the game. Any change is allowed, because the search detects changes
    /// itself.
    fn game_mut(&mut self) -> &mut GameState;

    /// The clocks of both players.
    fn clock_mut(&mut self) -> &mut Clock;

    /// Chooses a move for `color` and plays it. The move comes from the opening book or, if the
    /// book has none, from a search within the limits and the time left on the clock. A resignation
    /// is not recorded in the game.
    fn generate(&mut self, color: Color, wishes: Wishes<'_>) -> Decision;

    /// Thinks for `color` without playing. With one thread and a playout limit, the same position
    /// always leads to the same answer.
    fn suggest(&mut self, color: Color, wishes: Wishes<'_>) -> Decision;

    /// Searches for `color` without limits until the stop signal is raised. No decision is made.
    fn analyze(&mut self, color: Color, wishes: Wishes<'_>);

    /// Ponders likely next moves while there is nothing else to do, until the stop signal is raised
    /// or a pondering limit is reached. Does nothing if pondering is disabled.
    fn ponder(&mut self);

    /// Returns a report on the current position, from the perspective of the player to move. The
    /// report is based on the contents of the tree, supplemented by a short search if the tree
    /// contains little.
    fn look(&mut self) -> &SearchReport;

    /// Searches the current position for the player to move and returns the result. The search uses
    /// at most the fraction `share`, from 0 to 1, of the per-move limits. Earlier searches of the
    /// position count towards this fraction: if they have already used it up, no new search is run.
    fn study(&mut self, share: f64) -> &SearchReport;

    /// Searches the position after the player to move has played `mv`. Returns the result from the
    /// opponent's perspective, or `None` if the move is illegal. The limits are those of
    /// [`study`](Player::study). The game and the last report remain unchanged.
    fn study_move(&mut self, mv: Move, share: f64) -> Option<SearchReport>;

    /// The report of the last search for a move, or `None` before the first.
    fn last_report(&self) -> Option<&SearchReport>;

    /// The settings of the player.
    fn settings(&self) -> &PlayerSettings;

    /// Changes the settings. Results of earlier searches are kept where they remain valid.
    ///
    /// # Errors
    /// If there is not enough memory for the tree. The settings are then unchanged.
    fn set_settings(&mut self, settings: PlayerSettings) -> Result<(), MemoryShortage>;

    /// Changes how searchers are created. The results of earlier searches are forgotten.
    fn set_factory(&mut self, factory: SearcherFactory);

    /// Sets the opening book, which [`generate`](Self::generate) consults before it searches.
    /// `None` removes the book. A player without a search ignores the book.
    fn set_opening(&mut self, opening: Option<Arc<dyn Opening>>) {
        let _ = opening;
    }

    /// The last move that the player has played, if it needed no search.
    fn opening_move(&self) -> Option<&OpeningMove> {
        None
    }

    /// Begins the game with this number, counted from 0 since the seed was set. Below full
    /// strength, games with other numbers have other random numbers.
    fn begin_game(&mut self, number: u64) {
        let _ = number;
    }

    /// Chooses handicap points for Black on the empty board, at least two and at most `stones`,
    /// without playing them.
    fn choose_handicap(&mut self, stones: usize) -> Vec<Vertex>;

    /// Determines the status of the stones on the board, using playouts.
    fn judge(&mut self) -> Judgement;

    /// Forgets the results of earlier searches.
    fn forget(&mut self);

    /// The signal that ends the running search when raised. The player itself never clears it: the
    /// code that starts a search decides beforehand whether the search may run.
    fn stop_signal(&self) -> StopSignal;
}
