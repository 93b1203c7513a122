//! The parameters of the search with playouts. The share for solving also applies to the search
//! with a network.

/// The parameters of selection and expansion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchParams {
    /// The weight of the exploration term in UCB1 (Kocsis and Szepesvári, Bandit based Monte-Carlo
    /// planning, 2006), on a scale where a win counts as 1 and a loss as 0. With RAVE, zero is
    /// best.
    pub exploration: f32,
    /// The urgency of a move without visits or prior (first-play urgency: Gelly and Wang, 2006), on
    /// the same scale. Above 1, each such move is tried once before any move is tried again.
    pub first_play_urgency: f32,
    /// The number of visits at which a leaf becomes a node.
    pub expansion_visits: u32,
    /// The number of visits at which a move's own simulations have the same weight as other
    /// simulations in which the player made the move later. This is RAVE with the schedule that
    /// minimises the mean squared error (Gelly and Silver, Monte-Carlo tree search and rapid action
    /// value estimation in computer Go, 2011, section 4.4). 0 disables RAVE.
    pub rave_visits: f32,
    /// The number of points per handicap stone by which Black must win a simulation at the start of
    /// the game. This number falls to zero by the time the number of moves reaches half the number
    /// of points on the board. It keeps the game from seeming won or lost from the first move
    /// (linear dynamic komi: Baudiš, Balancing MCTS by dynamically adjusting the komi value, 2011).
    pub handicap_komi: f32,
    /// The fraction of a simulation's value, 0 to 1, that depends on how far the final score lies
    /// above or below the expected score; the rest depends on the winner. This part of the value
    /// distinguishes good moves from bad ones when every move leads to the same winner. (Fuego and
    /// other programs use the score itself. The difference from the expected score, which is used
    /// here as in Wu, Accelerating self-play learning in Go, 2019, matters in any position.)
    pub score_weight: f32,
    /// The number of moves that are initially searched at a node: the pass and the moves with the
    /// highest priors. Beyond 40 visits, one more move is added each time the node's visits grow by
    /// 40 % (progressive widening: Coulom, Computing Elo ratings of move patterns in the game of
    /// Go, 2007, section 4.2). 0 searches all moves from the start.
    pub widening: f32,
    /// Whether the search abandons moves that are proved to lose: by the count after two passes, by
    /// unconditionally settled points (Benson), or by inference from the proved results of later
    /// moves (Winands, Björnsson and Saito, Monte-Carlo tree search solver, 2008).
    pub proven_moves: bool,
    /// The fraction of a search's time, 0 to 1, that may be spent on solving the end of the game at
    /// the root when few points are open. 0 disables solving.
    pub solving_share: f32,
}

impl Default for SearchParams {
    fn default() -> Self {
        Self {
            exploration: 0.0,
            first_play_urgency: 1.1,
            expansion_visits: 8,
            rave_visits: 3000.0,
            handicap_komi: 0.0,
            score_weight: 0.3,
            widening: 25.0,
            proven_moves: false,
            solving_share: 0.0,
        }
    }
}
