//! From what a search found to what is played: the best legal move, a pass or a resignation.

use super::cleanup::moves_against;
use super::{Decision, Judgement};
use crate::rules::GameState;
use crate::search::{MoveReport, SearchReport};
use crate::tactics::safe_area;
use crate::vocabulary::{AnySize, Bitboard, Color, Move, Point, Vertex};

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

    /// Whether it is time for `color` to resign: several turns were hopeless, and the opening is
    /// over. Who gives handicap begins hopelessly and plays on longer, for mistakes to come.
    fn is_due(&self, game: &GameState, color: Color, report: &SearchReport) -> bool {
        let area = game.size().area();
        let against = if color == Color::White { game.handicap() } else { 0 };
        let opening = area / 5 + area * against.min(9) / 40;
        self.turns(report) >= Self::TURNS && game.moves().len() >= opening
    }
}

/// A turn about which a search has reported.
pub(super) struct Turn<'a> {
    /// The game as it stands.
    pub(super) game: &'a GameState,
    /// Who is to move.
    pub(super) color: Color,
    /// What the search found.
    pub(super) report: &'a SearchReport,
    /// When to give up.
    pub(super) resignation: Resignation,
    /// Whether dead stones must be taken off before a pass whatever the rules say, and resigning
    /// is out of the question.
    pub(super) cleans_up: bool,
    /// Whether nothing is left to play for, so that any move but a pass would cost points.
    pub(super) is_settled: bool,
}

impl Turn<'_> {
    /// What to do, where the stones are `judged` by the playouts.
    ///
    /// Passing ends the game or allows the opponent to end it, so it must not be into a lost
    /// count. A pass is thought of when the opponent has passed, when nothing is left between the
    /// players, or when the search likes it best.
    pub(super) fn decide(&self, judged: impl FnOnce() -> Judgement) -> Decision {
        let best = self.best();
        let is_placing_handicap = self.is_placing_handicap();
        if self.is_settled && !is_placing_handicap {
            return Decision::Move(Move::Pass);
        }
        let is_quiet = self.opponent_passed() || is_filled(self.game);
        if (is_quiet || best == Move::Pass) && !is_placing_handicap {
            let judged = judged();
            if let Some(vertex) = self.cleaning_move(&judged) {
                return Decision::Move(Move::Play(vertex));
            }
            if self.is_won_by_passing(&judged) {
                return Decision::Move(Move::Pass);
            }
        }
        let may_resign = !self.cleans_up && !is_placing_handicap;
        if may_resign && self.resignation.is_due(self.game, self.color, self.report) {
            return Decision::Resign;
        }
        if best == Move::Pass {
            return Decision::Move(self.useful_move().into());
        }
        Decision::Move(best)
    }

    /// The most visited legal move; a pass where the search knows none.
    pub(super) fn best(&self) -> Move {
        self.legal_moves().next().map_or(Move::Pass, |found| found.mv)
    }

    /// What the search found of the moves that the rules of the game allow, superko included.
    fn legal_moves(&self) -> impl Iterator<Item = &MoveReport> {
        self.report.moves.iter().filter(|found| self.game.check(self.color, found.mv).is_ok())
    }

    fn opponent_passed(&self) -> bool {
        self.game.position().passes() == 1
    }

    /// Whether the count is won with the dead stones taken off.
    fn wins(&self, judged: &Judgement) -> bool {
        self.game.score(&judged.dead, &judged.seki).winner() == Some(self.color)
    }

    /// Whether the count is won with all stones on the board.
    fn wins_as_it_stands(&self, judged: &Judgement) -> bool {
        self.game.score(&[], &judged.seki).winner() == Some(self.color)
    }

    /// Whether one move after the other is asked for and the opponent has no stone yet: controllers
    /// that know no handicap commands have handicap stones placed so.
    fn is_placing_handicap(&self) -> bool {
        let has_just_moved =
            self.game.moves().last().is_some_and(|&(mover, _)| mover == self.color);
        has_just_moved && self.game.position().board().stones(!self.color).is_empty()
    }

    /// Whether a pass leads to a won count.
    ///
    /// Where all stones count as alive, that is the count on the board; as long as the opponent may
    /// still play on, it must also be won without what is dead. Otherwise dead stones are taken
    /// off when both have passed. Who relies on that must have been told by the search as well that
    /// it is winning, since the playouts may be wrong about the stones.
    fn is_won_by_passing(&self, judged: &Judgement) -> bool {
        if self.all_count_as_alive() {
            return self.wins_as_it_stands(judged) && (self.opponent_passed() || self.wins(judged));
        }
        let is_sure = self.opponent_passed() && self.report.win_rate() > 0.5;
        self.wins(judged) && (is_sure || self.wins_as_it_stands(judged))
    }

    fn all_count_as_alive(&self) -> bool {
        self.cleans_up || !self.game.rules().friendly_pass
    }

    /// A move that takes dead stones of the opponent off or comes closer to that, where they would
    /// count as alive, the count without them is won, and the move does not lose by the search.
    /// Where dead stones must go in any case, they go in a lost game as well.
    fn cleaning_move(&self, judged: &Judgement) -> Option<Vertex> {
        if !self.all_count_as_alive() || !(self.cleans_up || self.wins(judged)) {
            return None;
        }
        let needed = self.report.win_rate().min(0.5);
        let may_win = |vertex: &Vertex| {
            let mv = Move::Play(*vertex);
            let known = self.report.moves.iter().find(|found| found.mv == mv);
            known.is_none_or(|found| found.upper_bound() >= needed)
        };
        moves_against(self.game, self.color, &judged.dead).into_iter().find(may_win)
    }

    /// The most visited move of those that are of any use: nothing changes in areas that are safe
    /// for one player unconditionally, but where the player's own holds stones to be captured.
    fn useful_move(&self) -> Option<Vertex> {
        let board = self.game.position().board();
        let suicide = self.game.rules().suicide;
        let [own, other] =
            [self.color, !self.color].map(|color| safe_area(board, color, suicide).points());
        let prey = own & *board.stones(!self.color);
        let useless = (own - prey.flood(&(own - *board.stones(self.color)))) | other;
        let mut moves = self.legal_moves().filter_map(|found| found.mv.vertex());
        moves.find(|&vertex| !useless.contains(Point::of::<AnySize>(vertex)))
    }
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
    use crate::vocabulary::BoardSize;

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

    /// A turn in which nothing is settled and nothing has to be cleaned up.
    fn turn<'a>(
        game: &'a GameState,
        color: Color,
        report: &'a SearchReport,
        resignation: Resignation,
    ) -> Turn<'a> {
        Turn { game, color, report, resignation, cleans_up: false, is_settled: false }
    }

    fn decide(game: &GameState, report: &SearchReport, dead: &str) -> Decision {
        turn(game, game.to_move(), report, NEVER).decide(|| judged(dead))
    }

    fn vertices(text: &str) -> Vec<Vertex> {
        text.split_whitespace().map(|word| word.parse().unwrap()).collect()
    }

    fn judged(dead: &str) -> Judgement {
        Judgement { dead: vertices(dead), ..Judgement::default() }
    }

    fn choose(moves: &str, found: &[(&str, f32)]) -> Decision {
        decide(&game(moves), &report(found), "")
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
    fn where_all_is_settled_a_lost_count_is_taken_too() {
        let (game, found) = (game(&format!("{DIVIDED} pass")), report(&[("E1", 0.1)]));
        let turn = turn(&game, game.to_move(), &found, NEVER);
        assert_eq!(turn.decide(Judgement::default), play("E1"));
        let settled = Turn { is_settled: true, ..turn };
        assert_eq!(settled.decide(Judgement::default), play("pass"));
    }

    #[test]
    fn nobody_passes_into_a_lost_count() {
        let lost = &format!("{DIVIDED} pass");
        assert_eq!(choose(lost, &[("pass", 0.4), ("E1", 0.3)]), play("E1"));
        assert_eq!(choose(lost, &[("pass", 0.0)]), play("pass"), "unless nothing else is left");
        // The count is won on the board, but not once a dead stone is taken off.
        let game = game(DIVIDED);
        let found = report(&[("A1", 0.9)]);
        assert_eq!(decide(&game, &found, "C1 C2 C3"), play("A1"));
    }

    #[test]
    fn resigning_takes_several_hopeless_turns_after_the_opening() {
        let bad = report(&[("A1", 0.01)]);
        let late = game("C1 D1 C2 D2 C3 E5");
        let with = |hopeless_turns, threshold, game| {
            let resignation = Resignation { threshold, hopeless_turns };
            let color = Color::Black;
            turn(game, color, &bad, resignation).decide(Judgement::default)
        };
        assert_eq!(with(2, 0.1, &late), Decision::Resign);
        assert_eq!(with(1, 0.1, &late), play("A1"));
        assert_eq!(with(2, 0.0, &late), play("A1"), "0 is never");
        assert_eq!(with(2, 0.1, &game("C1 D1")), play("A1"), "not in the opening");
    }

    /// Black leads by five points once A3 is off the board; White has just passed.
    const DEAD_AT_A3: &str = "..XO.
                              .XXO.
                              O.XO.
                              ..XO.
                              ..XO.";

    fn after_a_pass(diagram: &str, rules: &str, komi: f64) -> GameState {
        let signs: Vec<char> = diagram.chars().filter(|sign| !sign.is_whitespace()).collect();
        let size = BoardSize::square(5);
        let mut stones = Vec::new();
        for vertex in size.vertices() {
            match signs[vertex.index(size)] {
                'X' => stones.push((Color::Black, vertex)),
                'O' => stones.push((Color::White, vertex)),
                _ => {}
            }
        }
        let mut game = GameState::new(size, Rules::preset(rules).unwrap(), komi);
        game.set_up(&stones, Color::White).unwrap();
        game.play(Color::White, Move::Pass).unwrap();
        game
    }

    #[test]
    fn dead_stones_are_taken_before_a_pass_where_they_count_as_alive() {
        let game = after_a_pass(DEAD_AT_A3, "tromp-taylor", 0.5);
        let found = report(&[("E5", 0.9), ("pass", 0.8), ("A2", 0.9)]);
        assert_eq!(decide(&game, &found, "A3"), play("A2"));
        let loses = report(&[("E5", 0.9), ("A2", 0.0)]);
        assert_eq!(decide(&game, &loses, "A3"), play("B3"), "a move that does not lose");
        assert_eq!(decide(&game, &found, ""), play("E5"), "lost while the stone is not dead");
        let game = after_a_pass(DEAD_AT_A3, "tromp-taylor", 10.5);
        assert_eq!(decide(&game, &found, "A3"), play("E5"), "lost in any case");
        // The count is won with A3 alive as well, but it goes first all the same.
        let game = after_a_pass(DEAD_AT_A3, "tromp-taylor", -20.5);
        assert_eq!(decide(&game, &found, "A3"), play("A2"));
        assert_eq!(decide(&game, &found, ""), play("pass"));
    }

    #[test]
    fn dead_stones_stay_where_they_are_taken_off_at_the_end() {
        let game = after_a_pass(DEAD_AT_A3, "japanese", 0.5);
        let found = report(&[("E5", 0.9)]);
        assert_eq!(decide(&game, &found, "A3"), play("pass"));
        assert_eq!(decide(&game, &found, ""), play("E5"));
        assert_eq!(decide(&game, &report(&[("E5", 0.2)]), "A3"), play("E5"), "not sure enough");
    }

    #[test]
    fn a_cleanup_takes_dead_stones_and_never_resigns() {
        let color = Color::Black;
        let resignation = Resignation { threshold: 0.5, hopeless_turns: 5 };
        let clean = |game: &GameState, dead: &str| {
            let report = &report(&[("E5", 0.1)]);
            let turn = Turn { cleans_up: true, ..turn(game, color, report, resignation) };
            turn.decide(|| judged(dead))
        };
        for komi in [0.5, 50.5] {
            let game = after_a_pass(DEAD_AT_A3, "chinese", komi);
            assert_eq!(clean(&game, "A3"), play("A2"), "komi {komi}");
            assert_eq!(clean(&game, ""), play("E5"), "komi {komi}");
        }
        assert_eq!(clean(&after_a_pass(DEAD_AT_A3, "chinese", -50.5), ""), play("pass"));
    }

    #[test]
    fn nobody_plays_in_areas_that_cannot_change() {
        let settled = ".XXOO
                       XXXO.
                       .XXOO
                       XXXO.
                       .XXOO";
        let game = after_a_pass(settled, "chinese", 10.5);
        let found = report(&[("pass", 0.0), ("A5", 0.0), ("E4", 0.0)]);
        assert_eq!(decide(&game, &found, ""), play("pass"));
    }

    #[test]
    fn handicap_stones_are_neither_a_pass_nor_a_resignation() {
        let mut game = game("C3");
        game.set_komi(-50.0);
        let report = &report(&[("pass", 0.0), ("B2", 0.0)]);
        let resignation = Resignation { threshold: 0.5, hopeless_turns: 50 };
        let color = Color::Black;
        let turn = turn(&game, color, report, resignation);
        assert_eq!(turn.decide(Judgement::default), play("B2"));
    }

    #[test]
    fn a_handicap_is_not_resigned_to_in_the_opening() {
        let size = BoardSize::square(9);
        let mut game = GameState::new(size, Rules::default(), 0.5);
        game.place_handicap(&crate::rules::fixed_handicap(size, 9).unwrap()).unwrap();
        let report = &report(&[("A1", 0.01)]);
        let resignation = Resignation { threshold: 0.1, hopeless_turns: 50 };
        let color = Color::White;
        for moves in 0..40 {
            let turn = turn(&game, color, report, resignation);
            let expected = if moves < 34 { play("A1") } else { Decision::Resign };
            assert_eq!(turn.decide(Judgement::default), expected, "move {moves}");
            game.play(game.to_move(), Move::Pass).unwrap();
        }
    }
}
