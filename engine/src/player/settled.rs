//! Determines whether anything is left to play for.

use super::judge::Judgement;
use crate::rules::{GameState, Status};
use crate::tactics::parts;
use crate::vocabulary::{AnySize, Color, Move, Point, Vertex};

/// A point is settled if one player's ownership of it, from 0 to 1, is at least this value.
const SETTLED: f32 = 0.8;

/// If at most one in this many points is open, a move in settled territory is considered pointless.
/// While more points are open, such a move may be part of a fight.
const FEW: usize = 10;

/// The minimum size, in points, of an empty region in which a human player who is behind would
/// still try to live.
const ROOM: usize = 12;

/// Whether each point either has an owner or is neutral, that is, an empty point between stones of
/// both players, so that no move gains anything under territory scoring. `ownership` is Black's
/// ownership of each vertex, -1 to 1.
pub(super) fn is_settled(game: &GameState, ownership: &[f32]) -> bool {
    ownership.len() == game.size().area() && open_points(game, ownership) == 0
}

/// Whether each point has an owner, so that no move gains anything under area scoring.
pub(super) fn has_owner_everywhere(ownership: &[f32]) -> bool {
    !ownership.is_empty() && ownership.iter().all(|owned| owned.abs() >= SETTLED)
}

/// Whether `color` wins the count of the area if each point belongs to its owner.
pub(super) fn wins_count(game: &GameState, color: Color, ownership: &[f32]) -> bool {
    let of_black = ownership.iter().filter(|owned| **owned > 0.0).count();
    let lead = 2.0 * of_black as f64 - ownership.len() as f64 - game.full_komi();
    if color == Color::Black { lead > 0.0 } else { lead < 0.0 }
}

/// Whether the opponent of `color` has a large empty region without stones of `color` next to it.
pub(super) fn has_room_for_invasion(game: &GameState, color: Color) -> bool {
    let board = game.position().board();
    parts(*board.empty()).any(|region| {
        region.count() >= ROOM && !region.neighbours().intersects(board.stones(color))
    })
}

/// Whether few points are open and `mv` is on a settled point.
pub(super) fn is_idle(game: &GameState, ownership: &[f32], mv: Move) -> bool {
    let is_settled = |vertex: Vertex| {
        ownership.get(vertex.index(game.size())).is_some_and(|owned| owned.abs() >= SETTLED)
    };
    mv.vertex().is_some_and(is_settled) && open_points(game, ownership) * FEW <= ownership.len()
}

/// The number of points that have no owner but might get one.
fn open_points(game: &GameState, ownership: &[f32]) -> usize {
    let board = game.position().board();
    let counts_for_nobody = |point: Point| {
        let touches = |color| !board.stones(color).window(point).adjacent().is_empty();
        board.empty().contains(point) && Color::BOTH.into_iter().all(touches)
    };
    let is_open = |(vertex, owned): &(Vertex, &f32)| {
        owned.abs() < SETTLED && !counts_for_nobody(Point::of::<AnySize>(*vertex))
    };
    game.size().vertices().zip(ownership).filter(is_open).count()
}

/// Whether every point that is settled according to `a` has the same owner according to `b`.
pub(super) fn agree(a: &[f32], b: &[f32]) -> bool {
    let is_same = |(a, b): (&f32, &f32)| a.abs() < SETTLED || a * b > 0.0;
    a.iter().zip(b).all(is_same)
}

/// Whether each settled point would count for its owner if the game ended now without the dead
/// stones. The points behind an open border would count for nobody, however certain their owner is.
/// Neutral points, which lie next to living stones of both players, need no owner.
pub(super) fn has_closed_borders(game: &GameState, judged: &Judgement) -> bool {
    let size = game.size();
    // The eyes of a seki would count for nobody, but no move can change that.
    let count = game.count(&judged.dead, &[]);
    let is_living = |at: Vertex, color: Color| {
        game.stone_at(at) == Some(color) && count.status(at) == Some(Status::Alive)
    };
    let is_neutral = |point: Vertex| {
        let touches = |color| point.neighbours(size).any(|at| is_living(at, color));
        Color::BOTH.into_iter().all(touches)
    };
    let counts = |point: Vertex, owner: Option<Color>| {
        let owned = judged.ownership.get(point.index(size)).copied().unwrap_or(0.0);
        owned.abs() < SETTLED || owned * owner.map_or(0.0, Color::sign) > 0.0 || is_neutral(point)
    };
    count.areas().iter().all(|area| area.points.iter().all(|&point| counts(point, area.owner)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::judge::judge;
    use crate::rules::Rules;

    /// Black has columns A and B, and White has D and E; C is empty.
    fn divided() -> GameState {
        let mut game =
            GameState::from_diagram(&".X.O.\n".repeat(5), Rules::default(), Color::Black).unwrap();
        game.set_komi(0.5);
        game
    }

    #[test]
    fn only_points_between_the_players_may_be_nobodys() {
        let game = divided();
        let ownership: Vec<f32> = [1.0, 1.0, 0.1, -1.0, -0.9].repeat(5);
        assert!(is_settled(&game, &ownership));
        assert!(!has_owner_everywhere(&ownership), "the points between the players");
        assert!(has_owner_everywhere(&[0.9, -0.8]));
        assert!(!has_owner_everywhere(&[]) && !is_settled(&game, &[]), "nothing is known");
        let owned: Vec<f32> = [1.0, 1.0, 0.9, -1.0, -0.9].repeat(5);
        let wins = |komi: f64| {
            let mut game = divided();
            game.set_komi(komi);
            Color::BOTH.map(|color| wins_count(&game, color, &owned))
        };
        assert_eq!((wins(4.5), wins(5.0)), ([true, false], [false, false]), "15 points to 10");
        assert_eq!(wins(5.5), [false, true]);
        let mut open = ownership.clone();
        open[5] = 0.6;
        assert!(!is_settled(&game, &open), "a point in the territory of Black");
        assert!(!is_idle(&game, &ownership, Move::Pass));
        let place = |name: &str| Move::Play(name.parse().unwrap());
        assert!(is_idle(&game, &ownership, place("A1")) && is_idle(&game, &open, place("E1")));
        assert!(!is_idle(&game, &ownership, place("C1")), "a point between the players");
        let wide: Vec<f32> = [1.0, 1.0, 0.1, -0.5, -0.9].repeat(5);
        assert!(!is_idle(&game, &wide, place("A1")), "much is open");
        let mut fight = ownership;
        fight[6] = 0.6;
        assert!(!is_settled(&game, &fight), "a stone");
    }

    #[test]
    fn an_empty_side_of_the_opponent_is_room_for_an_invasion() {
        let game = |diagram: &str| {
            GameState::from_diagram(diagram, Rules::default(), Color::Black).unwrap()
        };
        let wide = game(&"..O.X.\n".repeat(6));
        assert!(has_room_for_invasion(&wide, Color::Black), "twelve points");
        assert!(!has_room_for_invasion(&wide, Color::White), "six points");
        let tried = game(&("X.O.X.\n".to_owned() + &"..O.X.\n".repeat(5)));
        assert!(!has_room_for_invasion(&tried, Color::Black), "a stone is there");
        assert!(!has_room_for_invasion(&game(&".O.X.\n".repeat(5)), Color::Black), "five points");
    }

    #[test]
    fn judgements_agree_that_settle_no_point_for_another_player() {
        assert!(agree(&[1.0, 0.1, -0.9], &[0.3, -0.5, -1.0]));
        assert!(!agree(&[1.0, 0.1, -0.9], &[-0.1, 0.1, -0.9]));
    }

    #[test]
    fn points_behind_an_open_border_count_for_nobody() {
        let is_closed = |diagram: &str, owners: &str| {
            let rules = Rules::preset("japanese").unwrap();
            let game = GameState::from_diagram(diagram, rules, Color::Black).unwrap();
            let owner = |sign| match sign {
                'X' => 0.9,
                'O' => -0.9,
                _ => 0.0,
            };
            let ownership = owners.chars().map(owner).collect();
            has_closed_borders(&game, &judge(&game, ownership, |_, _| false))
        };
        let upper = ".X.O.\n".repeat(4);
        let owners = "XX.OO".repeat(5);
        assert!(is_closed(&(upper.clone() + ".X.O."), &owners));
        assert!(!is_closed(&(upper.clone() + "...O."), &owners), "Black's border");
        assert!(!is_closed(&(upper.clone() + ".X..."), &owners), "White's border");
        assert!(is_closed(&(upper.clone() + ".X.O."), &"XXOOO".repeat(5)), "neutral points");
        assert!(!is_closed(&(upper.clone() + ".X.O."), &"OXXOO".repeat(5)), "an invasion");
        assert!(is_closed(&(upper.clone() + "....."), &".....".repeat(5)), "nothing is settled");
        let invaded = "OX.O.\n".to_owned() + &upper;
        assert!(is_closed(&invaded, &owners), "a dead stone");
        let lives = format!("O....{}", "XX.OO".repeat(4));
        assert!(!is_closed(&invaded, &lives), "a living stone");
        // C3 is shared; A4 and E1 are eyes.
        let seki = "XXXXX\n.XXXX\nXX.OO\nOOOOO\nOOOO.";
        assert!(is_closed(seki, "XXXXXXXXXXXX.OOOOOOOOOOOO"));
    }
}
