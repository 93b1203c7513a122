//! Chooses the move of a weaker player: a natural move that does not seem to cost much.
//!
//! Moves are considered one after another, drawn at random according to their priors. Each is
//! evaluated by a short search of its own, because a search for the best move hardly visits the
//! others. The move is then played with a probability that decreases as its cost in points grows.
//! If none of the considered moves is played, the best move is played instead. Moves that turn out
//! to cost too much are therefore never played, and if only one move saves the game, even the
//! weakest player finds it. Captures and rescues of several stones catch the eye, so where there is
//! one, the first move considered is of that kind with a probability of at least one half. All
//! random numbers come from the caller.

use super::level::Softness;
use crate::rules::GameState;
use crate::search::{MoveReport, SearchReport};
use crate::tactics::{chain_after, liberties_after};
use crate::vocabulary::{AnySize, BoardSize, Color, Move, Point, Random, Vertex};

/// The maximum number of moves considered before the best one is played.
const MOST_IDEAS: usize = 6;
/// The maximum number of moves whose lead is asked for: those considered, and the best one.
pub(super) const MOST_LOOKS: u32 = MOST_IDEAS as u32 + 1;
/// A move that is considered has at least this prior.
const LEAST_PRIOR: f32 = 0.002;
/// The same for a move on the edge, where beginners seldom play without a reason.
const LEAST_PRIOR_ON_EDGE: f32 = 0.02;
/// A point is settled if one player's ownership of it, from 0 to 1, is at least this value. Moves
/// on settled points are not considered, because they would only delay the end of the game.
const SETTLED: f32 = 0.85;
/// A player must not put their own chain into atari if it has at least this many stones.
const MANY_STONES: usize = 3;
/// A capture or a rescue of at least this many stones is noticed at once.
const SEVERAL_STONES: usize = 2;

/// A candidate move for `color`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Idea {
    vertex: Vertex,
    /// The relative probability of being considered.
    weight: f32,
    /// Whether the move is noticed at once.
    is_striking: bool,
}

/// Chooses a move for `color` in `game`, where `best` is the move that would be played at full
/// strength and `report` is the result of the search.
///
/// `look` returns the lead of `color` in points after a move, or `None` if no time is left.
pub(super) fn soften(
    softness: Softness,
    (game, color): (&GameState, Color),
    (report, best): (&SearchReport, Vertex),
    random: &mut Random,
    mut look: impl FnMut(Vertex) -> Option<f32>,
) -> Vertex {
    let mut ideas = ideas(softness, game, color, report, best);
    let mut best_lead = None;
    for _ in 0..MOST_IDEAS {
        let Some(idea) = draw(&mut ideas, random) else { break };
        if idea == best {
            return best;
        }
        let expected = match best_lead {
            Some(lead) => lead,
            None => {
                let Some(lead) = look(best) else { break };
                *best_lead.insert(lead)
            }
        };
        let Some(lead) = look(idea) else { break };
        let cost = (expected - lead).max(0.0);
        if cost <= softness.most && fraction(random) < libm::expf(-cost / softness.tolerance) {
            return idea;
        }
    }
    best
}

/// The candidates: the legal moves that are neither too unlikely nor pointless nor absurd, and the
/// best move. If there are too many, striking moves are kept first, and then the moves with the
/// highest priors; the best move may then be left out.
fn ideas(
    softness: Softness,
    game: &GameState,
    color: Color,
    report: &SearchReport,
    best: Vertex,
) -> Vec<Idea> {
    let legal = |found: &&MoveReport| game.check(color, found.mv).is_ok();
    let places = report.moves.iter().filter(legal).filter_map(|found| match found.mv {
        Move::Play(vertex) => Some((vertex, found.prior)),
        Move::Pass => None,
    });
    let is_natural = |&(vertex, prior): &(Vertex, f32)| {
        let owned = report.ownership.get(vertex.index(game.size()));
        let is_open = owned.is_none_or(|owned| owned.abs() < SETTLED);
        let least = if is_on_edge(game.size(), vertex) { LEAST_PRIOR_ON_EDGE } else { LEAST_PRIOR };
        prior >= least && is_open && !is_absurd(game, color, vertex)
    };
    let idea = |(vertex, prior): (Vertex, f32)| Idea {
        vertex,
        weight: libm::powf(prior, softness.exponent),
        is_striking: is_striking(game, color, vertex),
    };
    let natural = places.filter(|place| place.0 == best || is_natural(place));
    let mut natural: Vec<(Idea, f32)> = natural.map(|place| (idea(place), place.1)).collect();
    natural.sort_by(|(one, prior), (other, other_prior)| {
        other.is_striking.cmp(&one.is_striking).then(other_prior.total_cmp(prior))
    });
    natural.truncate(softness.ideas);
    let mut ideas: Vec<Idea> = natural.into_iter().map(|(idea, _)| idea).collect();
    favour_striking(&mut ideas);
    ideas
}

/// Makes the striking moves together at least as likely to be considered as all others together.
fn favour_striking(ideas: &mut [Idea]) {
    let total = |of_striking: bool| -> f32 {
        let of_kind = ideas.iter().filter(|idea| idea.is_striking == of_striking);
        of_kind.map(|idea| idea.weight).sum()
    };
    let (striking, others) = (total(true), total(false));
    if striking > 0.0 && striking < others {
        for idea in ideas.iter_mut().filter(|idea| idea.is_striking) {
            idea.weight *= others / striking;
        }
    }
}

/// Whether a move captures several stones, or saves several own stones that are in atari, by
/// extending them or by capturing a neighbour.
fn is_striking(game: &GameState, color: Color, vertex: Vertex) -> bool {
    let (board, point) = (game.position().board(), Point::of::<AnySize>(vertex));
    let captured = board.in_atari_around(!color, point);
    let extended = board.in_atari_around(color, point);
    let beside_captured = captured.neighbours() & *board.stones(color);
    let freed = board.chains_of(beside_captured).filter(|&stone| board.liberties_of(stone) == 1);
    let mut freed = freed.filter_map(|stone| board.chain_stones(stone));
    captured.count() >= SEVERAL_STONES
        || extended.count() >= SEVERAL_STONES && liberties_after(board, color, point).count() > 1
        || freed.any(|chain| chain.count() >= SEVERAL_STONES)
}

fn is_on_edge(size: BoardSize, vertex: Vertex) -> bool {
    let [columns, rows] = [size.width(), size.height()];
    let outermost = |place: u8, places: u8| place == 0 || place + 1 == places;
    outermost(vertex.column(), columns) || outermost(vertex.row(), rows)
}

/// Whether a move fills one of the player's own eyes, or puts many of the player's own stones into
/// atari.
fn is_absurd(game: &GameState, color: Color, vertex: Vertex) -> bool {
    let (board, point) = (game.position().board(), Point::of::<AnySize>(vertex));
    if board.is_true_eye(color, point) {
        return true;
    }
    chain_after(board, color, point).count() >= MANY_STONES
        && liberties_after(board, color, point).count() < 2
}

/// Removes and returns one of the candidates, drawn at random with a probability proportional to
/// its weight.
fn draw(ideas: &mut Vec<Idea>, random: &mut Random) -> Option<Vertex> {
    let all: f32 = ideas.iter().map(|idea| idea.weight).sum();
    let mut left = fraction(random) * all;
    let last = ideas.len().checked_sub(1)?;
    let passed = |idea: &Idea| {
        left -= idea.weight;
        left < 0.0
    };
    let index = ideas.iter().position(passed).unwrap_or(last);
    Some(ideas.swap_remove(index).vertex)
}

/// A random number from 0 (inclusive) to 1 (exclusive).
fn fraction(random: &mut Random) -> f32 {
    const STEPS: usize = 1 << 24;
    random.below(STEPS) as f32 / STEPS as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    fn game(diagram: &str) -> GameState {
        GameState::from_diagram(diagram, Rules::default(), Color::Black).unwrap()
    }

    fn vertex(text: &str) -> Vertex {
        text.parse().unwrap()
    }

    /// A report on moves with these priors. The most visited move comes first.
    fn report(priors: &[(&str, f32)]) -> SearchReport {
        let found = |&(text, prior): &(&str, f32)| MoveReport {
            prior,
            ..MoveReport::new(text.parse().map_or(Move::Pass, Move::Play))
        };
        SearchReport { moves: priors.iter().map(found).collect(), ..SearchReport::default() }
    }

    const SOFT: Softness = Softness { ideas: 20, exponent: 1.0, tolerance: 4.0, most: 8.0 };

    /// The number of times that each move is chosen for Black in 1000 trials, given the prior of
    /// each move and the lead after it.
    fn counts(softness: Softness, game: &GameState, moves: &[(&str, f32, f32)]) -> Vec<usize> {
        let priors: Vec<(&str, f32)> =
            moves.iter().map(|&(name, prior, _)| (name, prior)).collect();
        counts_in(softness, game, &report(&priors), moves)
    }

    fn counts_in(
        softness: Softness,
        game: &GameState,
        report: &SearchReport,
        moves: &[(&str, f32, f32)],
    ) -> Vec<usize> {
        let lead = |at| moves.iter().find(|known| vertex(known.0) == at).map(|known| known.2);
        let mut counts = vec![0; moves.len()];
        for seed in 0..1000 {
            let mut random = Random::new(seed, 0);
            let found = (report, vertex(moves[0].0));
            let chosen = soften(softness, (game, Color::Black), found, &mut random, lead);
            let index = moves.iter().position(|known| vertex(known.0) == chosen);
            counts[index.expect("a move of the report")] += 1;
        }
        counts
    }

    const EMPTY: &str = ".....\n.....\n.....\n.....\n.....";

    #[test]
    fn the_choice_is_soft() {
        let moves = [("C3", 0.4, 5.0), ("C2", 0.4, 4.0), ("B3", 0.4, 1.0), ("D3", 0.1, 5.0)];
        let counts = counts(SOFT, &game(EMPTY), &moves);
        assert!(counts[0] > counts[1] && counts[1] > counts[2] && counts[2] > 20, "{counts:?}");
        assert!((20..150).contains(&counts[3]), "rarer, as its prior says: {counts:?}");
    }

    #[test]
    fn an_exponent_below_one_lets_rarer_moves_come_to_mind() {
        let moves = [("C3", 0.8, 0.0), ("C2", 0.2, 0.0)];
        let often = counts(Softness { exponent: 0.0, ..SOFT }, &game(EMPTY), &moves);
        assert!((450..550).contains(&often[1]), "{often:?}");
        let rarely = counts(Softness { exponent: 2.0, ..SOFT }, &game(EMPTY), &moves);
        assert!((30..90).contains(&rarely[1]), "{rarely:?}");
    }

    #[test]
    fn a_move_that_costs_too_much_is_never_played() {
        let soft = Softness { tolerance: 1e6, ..SOFT };
        let moves = [("C3", 0.1, 0.0), ("C2", 0.6, -8.5), ("B3", 0.2, -7.5)];
        let counts = counts(soft, &game(EMPTY), &moves);
        assert!(counts[1] == 0 && counts[2] > 200, "{counts:?}");
    }

    #[test]
    fn what_saves_the_game_is_found_behind_any_number_of_ideas() {
        let bad = ["A1", "A3", "A5", "B2", "B4", "C1", "C3", "D2", "D4", "E1", "E3", "E5"];
        let mut moves = vec![("C5", 0.01, 20.0)];
        moves.extend(bad.map(|name| (name, 0.5, 0.0)));
        let counts = counts(SOFT, &game(EMPTY), &moves);
        assert_eq!(counts[0], 1000, "{counts:?}");
    }

    #[test]
    fn moves_that_are_not_natural_do_not_come_to_mind() {
        let moves = [
            ("C3", 0.02, 0.0),
            ("C2", 0.5, 0.0),
            ("B3", 0.1, 0.0),
            ("D3", 0.001, 0.0),
            ("A1", 0.01, 0.0),
            ("E2", 0.03, 0.0),
        ];
        let soft = Softness { exponent: 0.0, ..SOFT };
        let likely = counts(soft, &game(EMPTY), &moves);
        assert!(likely[..3].iter().all(|&count| count > 100), "{likely:?}");
        assert_eq!(likely[3..5], [0, 0], "too unlikely, and too unlikely on the edge");
        assert!(likely[5] > 100, "{likely:?}");
        let likeliest = counts(Softness { ideas: 2, ..soft }, &game(EMPTY), &moves);
        assert!(likeliest[1].min(likeliest[2]) > 100, "{likeliest:?}");
        assert_eq!(likeliest[3..], [0, 0, 0], "{likeliest:?}");
        assert_eq!(likeliest[0], 0, "the best move, if two others are likelier and as good");
    }

    #[test]
    fn nobody_fills_an_eye_or_puts_many_own_stones_into_atari() {
        let game = game(
            ".X.OO
             XX..O
             OO..O
             XXOOO
             .X.OO",
        );
        // A5 is an eye, and C1 leaves four stones with A1 as their only liberty.
        let moves = [("C3", 0.2, 0.0), ("A5", 0.3, 0.0), ("C1", 0.3, 0.0), ("D3", 0.2, 0.0)];
        let counts = counts(SOFT, &game, &moves);
        assert!(counts[1] == 0 && counts[2] == 0 && counts[3] > 200, "{counts:?}");
    }

    const TWO_IN_ATARI: &str = ".....\n.XX..\nXOO..\n.XX..\n.....";

    #[test]
    fn captures_and_rescues_of_several_stones_are_striking() {
        let strikes = |diagram: &str, color: Color, name: &str| {
            is_striking(&game(diagram), color, vertex(name))
        };
        assert!(strikes(TWO_IN_ATARI, Color::Black, "D3"), "a capture");
        assert!(strikes(TWO_IN_ATARI, Color::White, "D3"), "an extension");
        assert!(!strikes(TWO_IN_ATARI, Color::Black, "D2"));
        let one_in_atari = ".....\n.X...\nXO...\n.X...\n.....";
        assert!(!strikes(one_in_atari, Color::Black, "C3"), "one stone");
        let besieged = "OXX..\n.OOX.\n.....\n.....\n.....";
        assert!(strikes(besieged, Color::Black, "A4"), "frees two stones by capturing one");
        let hopeless = ".....\n.....\n.....\nOO...\nXX.O.";
        assert!(!strikes(hopeless, Color::Black, "C1"), "leaves three stones in atari");
        assert!(strikes(hopeless, Color::White, "C1"));
    }

    #[test]
    fn a_striking_move_is_half_of_what_comes_to_mind() {
        let game = game(TWO_IN_ATARI);
        let ordinary = ["E5", "E4", "E3", "E2", "D5"].map(|name| (name, 0.1, 0.0));
        let moves = [&ordinary[..], &[("D3", 0.003, 0.0)]].concat();
        let often = counts(SOFT, &game, &moves);
        assert!((420..580).contains(&often[5]), "{often:?}");
        let always = counts(Softness { ideas: 1, ..SOFT }, &game, &moves);
        assert_eq!(always[5], 1000, "where only one idea comes to mind: {always:?}");
    }

    #[test]
    fn settled_points_and_illegal_moves_are_left_alone() {
        let game = game(EMPTY);
        let moves = [("C3", 0.2, 0.0), ("C2", 0.2, 0.0), ("A1", 0.2, 0.0)];
        let names: Vec<(&str, f32)> = moves.iter().map(|&(name, prior, _)| (name, prior)).collect();
        let mut owned = report(&names);
        owned.ownership = vec![0.0; 25];
        owned.ownership[vertex("A1").index(game.size())] = -0.9;
        owned.ownership[vertex("C3").index(game.size())] = 0.9;
        let counts = counts_in(SOFT, &game, &owned, &moves);
        assert!(counts[0] > 300 && counts[1] > 300 && counts[2] == 0, "{counts:?}");
        assert!(ideas(SOFT, &game, Color::White, &owned, vertex("C3")).len() == 2);
    }

    #[test]
    fn without_time_to_look_the_best_move_is_played() {
        let found = report(&[("C3", 0.2), ("C2", 0.9)]);
        for seed in 0..20 {
            let mut random = Random::new(seed, 0);
            let best = (&found, vertex("C3"));
            let chosen = soften(SOFT, (&game(EMPTY), Color::Black), best, &mut random, |_| None);
            assert_eq!(chosen, vertex("C3"));
        }
    }

    #[test]
    fn a_seed_is_a_choice() {
        let found = report(&[("C3", 0.3), ("C2", 0.3), ("B3", 0.3)]);
        let choose = |seed| {
            let mut random = Random::new(seed, 0);
            let best = (&found, vertex("C3"));
            soften(SOFT, (&game(EMPTY), Color::Black), best, &mut random, |_| Some(0.0))
        };
        let chosen: Vec<Vertex> = (0..20).map(choose).collect();
        assert_eq!(chosen, (0..20).map(choose).collect::<Vec<_>>());
        assert!(chosen.iter().any(|&other| other != chosen[0]));
    }
}
