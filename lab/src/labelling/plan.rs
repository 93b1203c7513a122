//! The plan of a game that a network plays: its conditions, drawn at random, and the choice of its
//! moves by the network's policy.
//!
//! A search looks at many moves that nobody would play, and has to see why they are bad. So the
//! games hold mistakes of all sizes with their punishment: after the opening, half of the games
//! favour the likely moves of the policy, and the others take worse ones as well; and in half of
//! the games some moves are random.

use engine::rules::{GameState, Rules, fixed_handicap};
use engine::vocabulary::{BoardSize, Move, Random, Vertex};

use super::judgement::Judgement;

/// The usual values of komi, each as often as it is here.
const USUAL_KOMI: [f64; 10] = [7.5, 7.5, 7.5, 7.5, 7.5, 7.5, 6.5, 5.5, 7.0, 0.5];
/// The percentage of games with any komi, and its largest value in points.
const UNUSUAL_KOMI: (u8, usize) = (10, 20);
/// The percentage on boards with fewer than [`SMALL`] points, where a usual komi decides most games,
/// and by how much the largest value exceeds the number of points.
const KOMI_OF_SMALL: (u8, usize) = (60, 5);
const SMALL: usize = 81;
/// The percentage of games with a handicap, and their komi.
const HANDICAP: (u8, f64) = (10, 0.5);
/// The rules of games, by name, each as often as they are here. The others are the same as one of
/// these, except that those of CGOS are Tromp-Taylor rules without suicide.
const RULES: [&str; 10] = [
    "chinese",
    "chinese",
    "chinese",
    "chinese",
    "tromp-taylor",
    "tromp-taylor",
    "aga",
    "new-zealand",
    "japanese",
    "japanese",
];
/// How games are played, each way in as many games as the others.
const STYLES: [Style; 8] = [
    Style { drawing: Drawing::Sharp, slips: 0 },
    Style { drawing: Drawing::Sharp, slips: 0 },
    Style { drawing: Drawing::Sharp, slips: 2 },
    Style { drawing: Drawing::Sharp, slips: 5 },
    Style { drawing: Drawing::Even, slips: 0 },
    Style { drawing: Drawing::Even, slips: 5 },
    Style { drawing: Drawing::Loose, slips: 0 },
    Style { drawing: Drawing::Loose, slips: 10 },
];
/// The number of moves at the start that are never random.
const MOVES_WITHOUT_SLIP: usize = 3;
/// The least number of moves that are drawn from the policy as it is.
const LEAST_WARM: usize = 4;
/// The most such moves beyond these, as a percentage of the points.
const MOST_WARM: usize = 12;
/// The probability above which a move may be drawn.
const LIKELY: f32 = 0.002;
/// The probability above which a random move may be drawn.
const THINKABLE: f32 = 1e-6;
/// The maximum number of moves in a game: a percentage of the number of points, and the number of
/// moves to add to it.
const MOST_MOVES: (usize, usize) = (160, 20);

/// The plan of one game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plan {
    size: BoardSize,
    rules: Rules,
    komi: f64,
    handicap: Vec<Vertex>,
    /// The number of moves that are drawn from the policy as it is.
    warm: usize,
    style: Style,
}

/// How the moves of a game are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Style {
    /// The use of the policy after the opening.
    drawing: Drawing,
    /// The percentage of random moves.
    slips: u8,
}

/// How moves are drawn from a policy.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Drawing {
    /// By the probabilities to the power 2.5, which favours likely moves.
    #[default]
    Sharp,
    /// By the probabilities.
    Even,
    /// By their square roots, which favours unlikely moves.
    Loose,
}

impl Drawing {
    /// The weight of a move, without the mathematical functions of the system, which may differ.
    fn weight(self, chance: f64) -> f64 {
        match self {
            Self::Sharp => chance * chance * chance.sqrt(),
            Self::Even => chance,
            Self::Loose => chance.sqrt(),
        }
    }
}

impl Plan {
    /// Draws the plan of a game, and its rules too if none are given.
    pub(super) fn draw(size: BoardSize, rules: Option<Rules>, random: &mut Random) -> Self {
        let rules = rules.or_else(|| Rules::preset(one_of(&RULES, random))).unwrap_or_default();
        let (percentage, largest) = match size.area() < SMALL {
            true => (KOMI_OF_SMALL.0, size.area() + KOMI_OF_SMALL.1),
            false => UNUSUAL_KOMI,
        };
        let mut komi = match random.percent(percentage) {
            true => (random.below(4 * largest + 1) as f64) / 2.0 - largest as f64,
            false => one_of(&USUAL_KOMI, random),
        };
        let (percentage, handicap_komi) = HANDICAP;
        let mut handicap = Vec::new();
        if random.percent(percentage) {
            let possible: Vec<_> =
                (2..=9).filter_map(|stones| fixed_handicap(size, stones).ok()).collect();
            if let Some(stones) = possible.get(random.below(possible.len())) {
                (handicap, komi) = (stones.clone(), handicap_komi);
            }
        }
        let warm = LEAST_WARM + random.below((size.area() * MOST_WARM).div_ceil(100));
        Self { size, rules, komi, handicap, warm, style: one_of(&STYLES, random) }
    }

    /// The game before its first move.
    pub(super) fn start(&self) -> GameState {
        let mut game = GameState::new(self.size, self.rules, self.komi);
        if !self.handicap.is_empty() {
            // The fixed points of an empty board can be occupied.
            let _ = game.place_handicap(&self.handicap);
        }
        game
    }

    /// Whether no more moves are played.
    pub(super) fn is_done(&self, game: &GameState) -> bool {
        let (percentage, more) = MOST_MOVES;
        game.is_over() || game.moves().len() >= self.size.area() * percentage / 100 + more
    }

    /// Draws the next move by the probabilities in the judgement of the position.
    pub(super) fn draw_move(
        &self,
        game: &GameState,
        judgement: &Judgement,
        random: &mut Random,
    ) -> Move {
        let moves = game.moves().len();
        let slips = moves >= MOVES_WITHOUT_SLIP && random.percent(self.style.slips);
        let slipping = |(index, chance): (usize, f32)| {
            (chance > THINKABLE && index < self.size.area()).then_some((index, 1.0))
        };
        let drawing = if moves < self.warm { Drawing::Even } else { self.style.drawing };
        let likely = |(index, chance): (usize, f32)| {
            (chance > LIKELY).then(|| (index, drawing.weight(f64::from(chance))))
        };
        let Judgement { evaluation, thinkable } = judgement;
        let candidates: Vec<(usize, f64)> =
            legal(thinkable).filter_map(slipping).filter(|_| slips).collect();
        let candidates = match candidates.is_empty() {
            true => legal(&evaluation.policy).filter_map(likely).collect(),
            false => candidates,
        };
        weighted(&candidates, random).and_then(|index| Vertex::from_index(index, self.size)).into()
    }
}

/// The legal moves, by index, with their probabilities.
fn legal(policy: &[Option<f32>]) -> impl Iterator<Item = (usize, f32)> {
    policy.iter().enumerate().filter_map(|(at, chance)| Some((at, (*chance)?)))
}

/// One of the values, which must be at least one.
fn one_of<T: Copy + Default>(values: &[T], random: &mut Random) -> T {
    values.get(random.below(values.len())).copied().unwrap_or_default()
}

/// One of the candidates, with a probability in proportion to its weight.
fn weighted(candidates: &[(usize, f64)], random: &mut Random) -> Option<usize> {
    const STEPS: usize = 1 << 30;
    let sum: f64 = candidates.iter().map(|(_, weight)| weight).sum();
    let mut left = sum * random.below(STEPS) as f64 / STEPS as f64;
    let drawn = candidates.iter().find(|(_, weight)| {
        left -= weight;
        left < 0.0
    });
    // Rounding may leave a little over.
    drawn.or(candidates.last()).map(|&(index, _)| index)
}
