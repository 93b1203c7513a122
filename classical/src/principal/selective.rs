//! The interface between the principal variation search and a game, and the switches of the search.

use crate::game::{Bounds, Score, Scored};

/// A prediction of the score of a deep search from the score of a shallow one (Buro, ProbCut: An
/// Effective Selective Extension of the Alpha-Beta Algorithm, ICCA Journal, 1995):
/// deep ≈ slope · shallow + offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProbCut {
    /// The depth of the shallow search, in moves; less than the depth it stands for.
    pub shallow: u32,
    /// The slope of the regression; above zero.
    pub slope: f32,
    /// The offset of the regression, in the unit of the scores, for the player to move.
    pub offset: f32,
    /// The standard deviation of the error, in the unit of the scores.
    pub deviation: f32,
}

/// A game that can be played by the principal variation search. The provided methods suit a game
/// without any knowledge of its own; each override makes the search more selective.
pub trait Selective: Scored + Clone + Send {
    /// The half-width of the first window around the score of the previous iteration, in the unit
    /// of the scores; at least 1. A typical change from one iteration to the next is a good value.
    const ASPIRATION: Score = 50;

    /// The most that a quiet move is likely to change the estimate, in a game with quiet moves.
    /// Near the leaves, positions far outside the window are then cut, and late quiet moves left
    /// out.
    const MARGIN: Option<Score> = None;

    /// Whether a player without a move has lost, in a game with [`WIN`](Scored::WIN).
    const LOSES_WITHOUT_MOVES: bool = false;

    /// The least depth at which the result of a null move is verified by a search without it.
    /// `None` suits a game in which a move never harms.
    const LEAST_VERIFIED: Option<u32> = Some(8);

    /// Whether the results of searches of noisy moves at leaves are stored in the table. If there
    /// are many such leaves and their moves are searched quickly, probing the table takes longer
    /// than searching them again.
    const KEEPS_LEAVES: bool = true;

    /// Whether the game is of the kind of chess: most moves are quiet, few of them matter, and the
    /// best reply to most of them is the same. Null moves and late moves are then searched much
    /// less deeply.
    const IS_LIKE_CHESS: bool = false;

    /// Bounds that are found in less time than [`bounds`](Scored::bounds), which are tighter. They
    /// need not see that there is no move.
    fn quick_bounds(&self) -> Bounds {
        self.bounds()
    }

    /// Passes the turn to the opponent if the player to move can be expected to have a better move
    /// than that, and returns whether it did. It must return `false` in check, for example, or with
    /// so little material that zugzwang is likely. [`undo`](crate::Game::undo) takes it back.
    fn try_null_move(&mut self) -> bool {
        false
    }

    /// Whether the move, which is still to be played, is neither a capture nor a similarly forcing
    /// move. Quiet moves are tried after the others, in the order of their success, and late ones
    /// are searched less deeply.
    fn is_quiet(&self, mv: Self::Move) -> bool {
        let _ = mv;
        true
    }

    /// Whether the player to move must answer a threat, as in check. Such positions are searched
    /// one move deeper, and nothing is cut there.
    fn is_forced(&self) -> bool {
        false
    }

    /// Whether a late quiet move, which is still to be played, may be left out near the leaves: by
    /// default, if the opponent [need not answer](Self::is_forced) it.
    fn is_negligible(&mut self, mv: Self::Move) -> bool {
        self.play(mv);
        let is_negligible = !self.is_forced();
        self.undo();
        is_negligible
    }

    /// The legal move with this [index](crate::Game::index), if the game can tell it without a list
    /// of all moves. The list is then made only if that move does not cause a cutoff.
    fn move_with(&self, index: usize) -> Option<Self::Move> {
        let _ = index;
        None
    }

    /// Appends the [noisy moves](Scored::noisy_moves) that may raise the estimate by more than
    /// `wanted`. The list may contain further moves, which [`may_gain`](Self::may_gain) can reject
    /// when their turn comes.
    fn noisy_candidates(&mut self, wanted: Score, into: &mut Vec<Self::Move>) {
        let _ = wanted;
        self.noisy_moves(into);
    }

    /// Whether a noisy move may raise the estimate by more than `wanted`. At a leaf whose player
    /// may stand pat, other moves are left out.
    fn may_gain(&self, mv: Self::Move, wanted: Score) -> bool {
        let _ = (mv, wanted);
        true
    }

    /// Whether the order of [`moves`](crate::Game::moves) is better than one by success elsewhere.
    /// Only the best move of an earlier search of the position then precedes it.
    fn trusts_own_order(&self) -> bool {
        false
    }

    /// Whether [`moves`](crate::Game::moves) lists every move that could be better than the listed
    /// ones, so that a loss after all of them is proved.
    fn lists_all_moves(&self) -> bool {
        true
    }

    /// Predictions for a search `depth` moves deep from this position, in the order in which they
    /// are to be tried. Several of them make a Multi-ProbCut (Buro, Experiments with Multi-ProbCut
    /// and a New High-Quality Evaluation Function for Othello, 1997).
    fn prob_cuts(&self, depth: u32) -> &[ProbCut] {
        let _ = depth;
        &[]
    }
}

/// The parts of the search that may change its score. Each can be switched off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Selectivity {
    /// Whether a position counts as good enough if it is so even after a null move (Donninger, Null
    /// Move and Deep Search, ICCA Journal, 1993).
    pub null_move: bool,
    /// Whether quiet moves late in the order are searched less deeply.
    pub late_moves: bool,
    /// Whether a position near the leaves is cut, and its quiet moves are left out, if its estimate
    /// is far outside the window (Heinz, Extended Futility Pruning, ICCA Journal, 1998).
    pub futility: bool,
    /// Whether the game's [predictions](Selective::prob_cuts) are used.
    pub prob_cut: bool,
    /// The certainty required of a prediction, in standard deviations.
    pub confidence: f32,
    /// Whether [forced](Selective::is_forced) positions are searched one move deeper.
    pub extensions: bool,
    /// Whether a position without a best move from an earlier search is searched less deeply.
    pub unknown_positions: bool,
    /// Whether the table may answer with the result of a deeper search than the one required.
    pub deeper_results: bool,
}

impl Selectivity {
    /// Everything on.
    pub const FULL: Self = Self {
        null_move: true,
        late_moves: true,
        futility: true,
        prob_cut: true,
        confidence: 1.0,
        extensions: true,
        unknown_positions: true,
        deeper_results: true,
    };

    /// Everything off: the score is that of minimax to the same depth, unless positions repeat.
    pub const NONE: Self = Self {
        null_move: false,
        late_moves: false,
        futility: false,
        prob_cut: false,
        confidence: 1.0,
        extensions: false,
        unknown_positions: false,
        deeper_results: false,
    };
}

impl Selectivity {
    /// Whether any part of the search needs to know if a player must answer a threat.
    pub(super) fn asks_for_threats(&self) -> bool {
        self.extensions || self.late_moves || self.null_move || self.futility
    }
}

impl Default for Selectivity {
    fn default() -> Self {
        Self::FULL
    }
}
