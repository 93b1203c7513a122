//! The numbers that shape the tree search.

/// Parameters of the selection and expansion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchParams {
    /// The weight of the exploration term of UCB1 (Kocsis and Szepesvári, Bandit based Monte-Carlo
    /// planning, 2006), where a win counts 1 and a loss 0. With RAVE it is best left out.
    pub exploration: f32,
    /// The urgency of a move of which nothing is known (Gelly and Wang's first-play urgency, 2006),
    /// in the same scale: above 1, each such move is tried once before any is tried again.
    pub first_play_urgency: f32,
    /// The visits at which a leaf becomes a node.
    pub expansion_visits: u32,
    /// The visits at which a move's own simulations weigh as much as the plays of its point later
    /// in others: RAVE with the schedule of least mean square error (Gelly and Silver, Monte-Carlo
    /// tree search and rapid action value estimation in computer Go, 2011, section 4.4). 0 is
    /// without RAVE.
    pub rave_visits: f32,
    /// The points for each handicap stone by which Black has to win a simulation at the start of the
    /// game; they fade until half of the board is played. With them neither player feels safe or
    /// lost from the first move on (linear dynamic komi: Baudiš, Balancing MCTS by dynamically
    /// adjusting the komi value, 2011).
    pub handicap_komi: f32,
    /// How much of the value of a simulation is by how many points it ends better or worse than was
    /// expected, 0 to 1; the rest is who wins. It tells good moves from bad ones where the winner is
    /// the same whatever is played. (Fuego and others add the score itself; measured from what is
    /// expected, as in Wu, Accelerating self-play learning in Go, 2019, it is felt in any position.)
    pub score_weight: f32,
    /// How many moves of a node are looked at first, the best ones by their priors and a pass; each
    /// time the visits of the node have grown by 40 % beyond 40, it is one more (progressive widening:
    /// Coulom, Computing Elo ratings of move patterns in the game of Go, 2007, section 4.2). 0 is all
    /// of them at once.
    pub widening: f32,
    /// Whether the search follows no move any more that is proved to lose: by the count after two
    /// passes, by points that are settled for good (Benson), and by what follows from that for the
    /// moves before (Winands, Björnsson and Saito, Monte-Carlo tree search solver, 2008).
    pub proven_moves: bool,
    /// The share of a search's time in which the end of the game may be solved at its root, 0 to 1,
    /// where few points are open. 0 is without.
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
