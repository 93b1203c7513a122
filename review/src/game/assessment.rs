//! Assesses each move and each player of a game, given the search results of the positions.

use engine::rules::GameState;
use engine::vocabulary::{Color, Move};

use super::data::{
    ByPlayer, GameFacts, GameReview, Grade, MoveReview, Performance, Phase, Phases, Player,
    PlayerReview, Point, PositionReview,
};
use super::tempo;

/// A move that lost less than this many points is good.
const GOOD: f64 = 1.5;
/// A move that lost at least this many points is a mistake.
const MISTAKE: f64 = 3.0;
/// A move that lost at least this many points is a blunder.
const BLUNDER: f64 = 6.0;
/// The loss, in points, that halves the accuracy of a move.
const HALF_ACCURACY: f64 = 4.0;
/// The number of moves that are listed as the costliest.
const COSTLIEST: usize = 10;
/// The number of moves after which the opening ends, as a share of the points of the board: 50
/// moves on 19x19.
const OPENING: f64 = 50.0 / 361.0;
/// The same for the end of the middle game: 150 moves on 19x19.
const MIDDLE: f64 = 150.0 / 361.0;

impl Grade {
    fn of(loss: f64, is_best: bool) -> Self {
        match loss {
            _ if is_best => Self::Best,
            loss if loss < GOOD => Self::Good,
            loss if loss < MISTAKE => Self::Inaccuracy,
            loss if loss < BLUNDER => Self::Mistake,
            _ => Self::Blunder,
        }
    }
}

impl Phase {
    /// The phase of the move with this number, counted from 1, on a board with this many points.
    fn of(number: usize, area: usize) -> Self {
        let share = number as f64 / area as f64;
        match share {
            share if share <= OPENING => Self::Opening,
            share if share <= MIDDLE => Self::Middle,
            _ => Self::End,
        }
    }
}

impl GameReview {
    /// The review of a game, given what was found in its positions: before each move, and at the
    /// end. Moves whose positions are missing are left out.
    pub fn new(
        facts: GameFacts,
        game: &GameState,
        mut positions: Vec<PositionReview>,
        unread: Option<String>,
    ) -> Self {
        tempo::remove(game, &mut positions);
        let area = game.size().area();
        let pairs = positions.iter().zip(positions.iter().skip(1));
        let moves: Vec<MoveReview> = game
            .moves()
            .iter()
            .zip(pairs)
            .enumerate()
            .map(|(number, (&played, (before, after)))| {
                assess(number + 1, played, before, after, area)
            })
            .collect();
        let stones = |color: Color| {
            let own = game.setup().iter().filter(|(owner, _)| *owner == color);
            own.map(|(_, vertex)| Point(Move::Play(*vertex))).collect()
        };
        Self {
            setup: ByPlayer { black: stones(Color::Black), white: stones(Color::White) },
            first: Player(game.moves().first().map_or(game.to_move(), |(color, _)| *color)),
            players: ByPlayer {
                black: player(&moves, Color::Black),
                white: player(&moves, Color::White),
            },
            costliest: costliest(&moves),
            game: facts,
            positions,
            moves,
            unread,
        }
    }
}

/// Assesses a move by how much better its player stood before it than after it.
fn assess(
    number: usize,
    (color, mv): (Color, Move),
    before: &PositionReview,
    after: &PositionReview,
    area: usize,
) -> MoveReview {
    let best = before.candidates.first().map(|best| best.mv);
    let is_best = best.is_some_and(|best| best.0 == mv);
    let lost = |before: f64, after: f64| if is_best { 0.0 } else { (before - after).max(0.0) };
    let loss = lost(before.lead_of(color), after.lead_of(color));
    let loss = (loss * 100.0).round() / 100.0;
    MoveReview {
        number,
        color: Player(color),
        mv: Point(mv),
        loss,
        win_rate_loss: {
            let loss = lost(before.win_rate_of(color), after.win_rate_of(color));
            (loss * 10_000.0).round() / 10_000.0
        },
        grade: Grade::of(loss, is_best),
        phase: Phase::of(number, area),
        better: best.filter(|_| !is_best),
        comment: String::new(),
    }
}

/// The accuracy of a move that lost this many points, in percent.
fn accuracy(loss: f64) -> f64 {
    100.0 * libm::exp2(-loss / HALF_ACCURACY)
}

impl Performance {
    fn of<'a>(moves: impl Iterator<Item = &'a MoveReview>) -> Self {
        let (mut count, mut sum, mut lost) = (0, 0.0, 0.0);
        for played in moves {
            count += 1;
            sum += accuracy(played.loss);
            lost += played.loss;
        }
        let mean = |sum: f64, parts: f64| (sum / f64::from(count.max(1)) * parts).round() / parts;
        Self { moves: count as usize, accuracy: mean(sum, 10.0), mean_loss: mean(lost, 100.0) }
    }
}

fn player(moves: &[MoveReview], color: Color) -> PlayerReview {
    let own = || moves.iter().filter(|played| played.color.0 == color);
    let of = |phase| Performance::of(own().filter(|played| played.phase == phase));
    PlayerReview {
        all: Performance::of(own()),
        best: own().filter(|played| played.grade == Grade::Best).count(),
        phases: Phases {
            opening: of(Phase::Opening),
            middle: of(Phase::Middle),
            end: of(Phase::End),
        },
    }
}

/// The numbers of the moves that lost most. Moves that are good do not count.
fn costliest(moves: &[MoveReview]) -> Vec<usize> {
    let mut found: Vec<&MoveReview> =
        moves.iter().filter(|played| played.grade >= Grade::Inaccuracy).collect();
    found.sort_by(|a, b| b.loss.total_cmp(&a.loss).then(a.number.cmp(&b.number)));
    found.iter().take(COSTLIEST).map(|played| played.number).collect()
}
