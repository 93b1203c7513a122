//! From what a search found to what is played: the best legal move, a pass or a resignation.

use super::Decision;
use crate::rules::GameState;
use crate::search::SearchReport;
use crate::vocabulary::{Bitboard, Color, Move};

/// When a player gives up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Resignation {
    /// Below this chance to win a turn is hopeless; 0 is never.
    pub(super) threshold: f32,
    /// Hopeless turns in a row before this one.
    pub(super) hopeless_turns: u32,
}

impl Resignation {
    /// The hopeless turns in a row that end the game.
    const TURNS: u32 = 3;

    /// The hopeless turns in a row, this one counted.
    pub(super) fn turns(&self, report: &SearchReport) -> u32 {
        if report.win_rate() < self.threshold { self.hopeless_turns + 1 } else { 0 }
    }

    /// Whether it is time to resign: several turns were hopeless, and the opening is over.
    fn is_due(&self, game: &GameState, report: &SearchReport) -> bool {
        let opening = game.size().area() / 5;
        self.turns(report) >= Self::TURNS && game.moves().len() >= opening
    }
}

/// What `color` does after this search.
///
/// Passing ends the game or allows the opponent to end it, so it must not be into a lost count. To
/// be on the safe side, the count must be won both with all stones alive and with those off that
/// are `dead` by the playouts.
pub(super) fn decide(
    game: &GameState,
    color: Color,
    report: &SearchReport,
    resignation: &Resignation,
    dead: impl FnOnce() -> Vec<crate::vocabulary::Vertex>,
) -> Decision {
    let is_legal = |mv: &Move| game.check(color, *mv).is_ok();
    let mut moves = report.moves.iter().map(|found| found.mv).filter(is_legal);
    let best = moves.next().unwrap_or(Move::Pass);
    let opponent_passed = game.position().passes() == 1;
    let wins = |dead: &[_]| game.score(dead).winner() == Some(color);
    if (opponent_passed || is_filled(game)) && wins(&[]) && wins(&dead()) {
        return Decision::Move(Move::Pass);
    }
    if resignation.is_due(game, report) {
        return Decision::Resign;
    }
    if best == Move::Pass && !wins(&[]) {
        return Decision::Move(moves.next().unwrap_or(Move::Pass));
    }
    Decision::Move(best)
}

/// Whether nothing is left between the players: each point is a stone or one player's territory.
fn is_filled(game: &GameState) -> bool {
    let board = game.position().board();
    let area = board.area();
    (area[Color::Black] | area[Color::White]) == Bitboard::full(board.size())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::search::MoveReport;
    use crate::vocabulary::{BoardSize, Vertex};

    fn game(moves: &str) -> GameState {
        let mut game = GameState::new(BoardSize::square(5), Rules::default(), 0.5);
        for (index, text) in moves.split_whitespace().enumerate() {
            let mv = text.parse().map_or(Move::Pass, Move::Play);
            game.play(Color::BOTH[index % 2], mv).unwrap();
        }
        game
    }

    fn report(found: &[(&str, f32)]) -> SearchReport {
        let moves = found.iter().enumerate().map(|(index, &(text, win_rate))| MoveReport {
            mv: text.parse::<Vertex>().map_or(Move::Pass, Move::Play),
            visits: 100 - index as u64,
            win_rate,
            prior: 0.0,
            lead: 0.0,
            lead_deviation: 0.0,
            variation: Vec::new(),
            ownership: None,
        });
        SearchReport { moves: moves.collect(), ..SearchReport::default() }
    }

    const NEVER: Resignation = Resignation { threshold: 0.0, hopeless_turns: 0 };

    fn choose(moves: &str, found: &[(&str, f32)]) -> Decision {
        let game = game(moves);
        decide(&game, game.to_move(), &report(found), &NEVER, Vec::new)
    }

    fn play(text: &str) -> Decision {
        Decision::Move(text.parse().map_or(Move::Pass, Move::Play))
    }

    /// Black owns the left half and White the right half; Black has one line more.
    const DIVIDED: &str = "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5";

    #[test]
    fn the_most_visited_legal_move_is_played() {
        assert_eq!(choose("C3", &[("C3", 0.9), ("D3", 0.5)]), play("D3"));
    }

    #[test]
    fn a_won_count_is_taken() {
        assert_eq!(choose(DIVIDED, &[("A1", 0.9)]), play("pass"), "nothing is left to play for");
        assert_eq!(choose("C3 pass", &[("B3", 0.9)]), play("pass"));
    }

    #[test]
    fn nobody_passes_into_a_lost_count() {
        let lost = &format!("{DIVIDED} pass");
        assert_eq!(choose(lost, &[("pass", 0.4), ("E1", 0.3)]), play("E1"));
        assert_eq!(choose(lost, &[("pass", 0.0)]), play("pass"), "unless nothing else is left");
        // The count is won on the board, but not once a dead stone is taken off.
        let game = game(DIVIDED);
        let dead = || vec!["C1".parse().unwrap(), "C2".parse().unwrap(), "C3".parse().unwrap()];
        let found = report(&[("A1", 0.9)]);
        assert_eq!(decide(&game, Color::Black, &found, &NEVER, dead), play("A1"));
    }

    #[test]
    fn resigning_takes_several_hopeless_turns_after_the_opening() {
        let bad = report(&[("A1", 0.01)]);
        let late = game("C1 D1 C2 D2 C3 E5");
        let with = |hopeless_turns, threshold, game| {
            let resignation = Resignation { threshold, hopeless_turns };
            decide(game, Color::Black, &bad, &resignation, Vec::new)
        };
        assert_eq!(with(2, 0.1, &late), Decision::Resign);
        assert_eq!(with(1, 0.1, &late), play("A1"));
        assert_eq!(with(2, 0.0, &late), play("A1"), "0 is never");
        assert_eq!(with(2, 0.1, &game("C1 D1")), play("A1"), "not in the opening");
    }
}
