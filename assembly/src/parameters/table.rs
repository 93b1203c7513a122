//! The rows of all parameters.

use engine::player::Level;

use super::row::{Field, Parameter};

/// A parameter of the tree search.
macro_rules! search {
    ($name:literal, $field:ident, $kind:ident, $range:expr, $doc:literal) => {
        Parameter::new($name, $range, Field::$kind(|to| &mut to.player.search.params.$field), $doc)
    };
}

/// A parameter of the search with a network.
macro_rules! puct {
    ($name:literal, $field:ident, $range:expr, $doc:literal) => {
        Parameter::new($name, $range, Field::Number(|to| &mut to.player.search.puct.$field), $doc)
    };
}

/// A setting of virtual ranks.
macro_rules! rank {
    ($name:literal, $field:ident, $kind:ident, $range:expr, $doc:literal) => {
        Parameter::new($name, $range, Field::$kind(|to| &mut to.player.search.ranks.$field), $doc)
    };
}

/// How often a rule of the heavy policy is consulted, in percent.
macro_rules! rate {
    ($name:literal, $field:ident, $doc:literal) => {
        Parameter::new(
            $name,
            0.0..=100.0,
            Field::Percent(|to| &mut to.knowledge.rates.$field),
            concat!("how often playouts ", $doc, ", in percent"),
        )
    };
}

/// The weight of one kind of prior, in games.
macro_rules! prior {
    ($name:literal, $field:ident, $doc:literal) => {
        Parameter::new(
            $name,
            0.0..=1e4,
            Field::Number(|to| &mut to.knowledge.weights.$field),
            concat!("weight of ", $doc, ", in games"),
        )
    };
}

/// All parameters. For limits, 0 means no limit.
pub const PARAMETERS: &[Parameter] = &[
    // The upper end of the range is multiplied by the number of processors.
    Parameter::new(
        "threads",
        1.0..=4.0,
        Field::Threads(|to| &mut to.player.search.threads),
        "number of search threads; by default one per processor",
    )
    .shown(),
    Parameter::new(
        "playouts",
        1.0..=f64::INFINITY,
        Field::Limit(|to| &mut to.player.playouts),
        "exact number of new simulations per move",
    )
    .shown(),
    Parameter::new(
        "visits",
        1.0..=f64::INFINITY,
        Field::Limit(|to| &mut to.player.visits),
        "number of simulations per move, including those reused from earlier moves",
    )
    .shown(),
    // More than about 30 years is considered a mistake.
    Parameter::new(
        "seconds",
        0.0..=1e9,
        Field::TimeLimit(|to| &mut to.player.seconds),
        "maximum seconds per move, also with a clock; 5 if there is neither a clock nor another limit",
    )
    .shown(),
    Parameter::new(
        "lag",
        0.0..=60.0,
        Field::Seconds(|to| &mut to.player.pacing.lag),
        "seconds of each move's clock time that are kept back for the connection",
    )
    .shown(),
    Parameter::new(
        "expected_moves",
        1.0..=100.0,
        Field::Percent(|to| &mut to.player.expected_moves),
        "moves for which clock time is meant to last, in percent of the points of the board",
    ),
    Parameter::new(
        "memory",
        1.0..=16_777_216.0,
        Field::Mebibytes(|to| &mut to.player.search.memory),
        "maximum size of the search tree and of the cache of a network, in MiB",
    )
    .shown(),
    Parameter::new(
        "network",
        0.0..=0.0,
        Field::Network(|to| &mut to.knowledge.network),
        "network that the search asks on boards up to 19x19, in KataGo's format or the project's own",
    )
    .shown(),
    Parameter::new(
        "book",
        0.0..=0.0,
        Field::Book(|to| &mut to.opening.book),
        "opening book: made by the task `book`, of Fuego or Pachi, or a folder of game records",
    )
    .shown(),
    Parameter::new(
        "book_margin",
        0.0..=20_000.0,
        Field::Count(|to| &mut to.opening.margin),
        "loss of value allowed to a book move for variety; a win rate of 1 % is 200",
    ),
    Parameter::switch("ponder", |to| &mut to.player.ponder, "thinks in the opponent's time")
        .shown(),
    Parameter::new(
        "ponder_seconds",
        0.0..=1e9,
        Field::Seconds(|to| &mut to.player.ponder_seconds),
        "maximum seconds of pondering on a position",
    )
    .shown(),
    Parameter::new(
        "resign_threshold",
        0.0..=1.0,
        Field::Number(|to| &mut to.player.resign_threshold),
        "win rate below which it resigns; 0 means never",
    )
    .shown(),
    Parameter::new(
        "level",
        Level::LOWEST.number() as f64..=Level::FULL.number() as f64,
        Field::Level(|to| &mut to.player.level),
        "strength of play, from a beginner's to full strength, or a rank such as 8k",
    )
    .shown(),
    Parameter::new(
        "delay",
        0.0..=3600.0,
        Field::Seconds(|to| &mut to.player.delay),
        "minimum seconds for a move, for a pace that suits a person",
    )
    .shown(),
    search!(
        "exploration",
        exploration,
        Number,
        0.0..=100.0,
        "weight of the exploration term of UCB1"
    ),
    search!(
        "first_play_urgency",
        first_play_urgency,
        Number,
        0.0..=100.0,
        "value of a move without visits, where a win counts 1; above 1, each move is tried once first"
    ),
    search!(
        "expansion_visits",
        expansion_visits,
        Count,
        1.0..=1e6,
        "number of visits at which a leaf is expanded"
    ),
    search!(
        "rave_visits",
        rave_visits,
        Number,
        0.0..=1e9,
        "number of visits at which a move's own simulations weigh as much as RAVE; 0 disables RAVE"
    ),
    search!(
        "handicap_komi",
        handicap_komi,
        Number,
        0.0..=100.0,
        "points per handicap stone that Black must win by at the start of the game"
    ),
    search!(
        "score_weight",
        score_weight,
        Number,
        0.0..=1.0,
        "weight of the score, as opposed to winning, in the value of a simulation"
    ),
    search!(
        "widening",
        widening,
        Number,
        0.0..=100.0,
        "number of moves of a node that are considered at first; 0 means all"
    ),
    Parameter::switch(
        "proven_moves",
        |to| &mut to.player.search.params.proven_moves,
        "excludes moves that are proved to lose",
    ),
    search!(
        "solving_share",
        solving_share,
        Number,
        0.0..=1.0,
        "share of the time that may be spent on solving the end of the game at the root"
    ),
    puct!(
        "network_exploration",
        exploration,
        0.0..=100.0,
        "with a network: weight of exploration, on a scale where a win counts 1 and a loss -1"
    ),
    puct!(
        "network_exploration_growth",
        exploration_growth,
        0.0..=100.0,
        "with a network: growth of exploration with the logarithm of the visits"
    ),
    puct!(
        "network_exploration_by_deviation",
        exploration_by_deviation,
        0.0..=1.0,
        "with a network: how far exploration follows the deviation of the values"
    ),
    puct!(
        "network_fpu_reduction",
        fpu_reduction,
        0.0..=2.0,
        "with a network: how much worse than its node a move without visits counts"
    ),
    puct!(
        "network_root_fpu_reduction",
        root_fpu_reduction,
        0.0..=2.0,
        "with a network: how much worse than the root a move there without visits counts"
    ),
    puct!(
        "network_static_score",
        static_score,
        0.0..=1.0,
        "with a network: weight of the score on a fixed scale"
    ),
    puct!(
        "network_dynamic_score",
        dynamic_score,
        0.0..=1.0,
        "with a network: weight of the score on a scale around the expected score"
    ),
    puct!(
        "network_value_weighting",
        value_weighting,
        0.0..=1.0,
        "with a network: how strongly bad moves lose weight in the value of a node"
    ),
    puct!(
        "network_noise_pruning",
        noise_pruning,
        0.0..=10.0,
        "with a network: difference in value at which visits beyond the policy lose weight; 0 for never"
    ),
    puct!(
        "network_uncertainty",
        uncertainty,
        0.0..=1.0,
        "with a network: error at which an evaluation has the weight 1; 0 gives all the same weight"
    ),
    puct!(
        "network_subtree_bias",
        subtree_bias,
        0.0..=1.0,
        "with a network: share of the errors of similar positions by which evaluations are corrected"
    ),
    puct!(
        "network_lcb_deviations",
        lcb_deviations,
        0.0..=12.0,
        "with a network: deviations below the mean at which moves are compared; 0 compares visits"
    ),
    puct!(
        "network_optimism",
        optimism,
        0.0..=1.0,
        "with a network: share of the optimistic policy, where the network has one"
    ),
    puct!(
        "network_root_optimism",
        root_optimism,
        0.0..=1.0,
        "with a network: share of the optimistic policy at the root"
    ),
    puct!(
        "network_policy_temperature",
        policy_temperature,
        0.1..=10.0,
        "with a network: temperature of the policy; above 1, unlikely moves gain"
    ),
    puct!(
        "network_root_policy_temperature",
        root_policy_temperature,
        0.1..=10.0,
        "with a network: temperature of the policy at the root"
    ),
    Parameter::new(
        "network_root_symmetries",
        1.0..=8.0,
        Field::Count(|to| &mut to.player.search.puct.root_symmetries),
        "with a network: number of symmetries of the board under which the root is evaluated",
    ),
    Parameter::switch(
        "judge_by_reading",
        |to| &mut to.player.judge_by_reading,
        "reads groups whose status the search leaves in doubt when stones are judged",
    ),
    rate!("rate_atari", atari, "capture or save a chain in atari"),
    rate!("rate_two_liberties", two_liberties, "attack or defend a chain with two liberties"),
    rate!("rate_counter", counter, "save a chain by capturing a neighbour"),
    rate!("rate_eyes", eyes, "save an eye that the last move threatens"),
    rate!("rate_race", race, "play in a capturing race"),
    rate!("rate_nakade", nakade, "play the vital point of an eye"),
    rate!("rate_patterns", patterns, "play a shape at the last move"),
    rate!("rate_second_patterns", second_patterns, "play a shape at the move before the last"),
    rate!("rate_self_atari", self_atari, "reject an unnecessary self-atari"),
    rate!("rate_experience", experience, "choose between two moves by the search's AMAF values"),
    prior!("prior_even", even, "an even result for every move"),
    prior!("prior_pass", pass, "a low value for a pass"),
    prior!("prior_features", features, "the features of a move"),
    rank!(
        "virtual_ranks",
        ranks,
        Count,
        1.0..=64.0,
        "number of ranks in this process that share a search, in simulated time, for experiments"
    ),
    Parameter::switch(
        "virtual_votes",
        |to| &mut to.player.search.ranks.votes,
        "virtual ranks: exchanges nothing during a search and adds up the visits at its end",
    ),
    rank!(
        "virtual_delay",
        delay,
        Seconds,
        0.0..=60.0,
        "virtual ranks: seconds that a message takes, apart from its length"
    ),
    rank!(
        "virtual_bandwidth",
        bandwidth,
        Number,
        0.0..=1e12,
        "virtual ranks: bytes a second that a rank can send; 0 means no limit"
    ),
    rank!(
        "virtual_interval",
        interval,
        Seconds,
        0.0..=60.0,
        "virtual ranks: seconds between two messages of a rank; 0 means as usual"
    ),
    rank!(
        "virtual_speed",
        speed,
        Number,
        1e-3..=1e9,
        "virtual ranks: simulations that a rank makes in a second"
    ),
    Parameter::switch(
        "live_graphics",
        |to| &mut to.live_graphics,
        "draws a running search on GoGui's board",
    )
    .shown(),
];

#[cfg(test)]
mod tests;
