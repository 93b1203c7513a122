//! Scores the end of a simulation, by area or by territory. In handicap games, Black must win by
//! some additional points beyond the komi.

use super::params::SearchParams;
use crate::board::Position;
use crate::knowledge::Play;
use crate::rules::{GameState, Scoring};
use crate::vocabulary::{Bitboard, ByColor, Color, Geometry};

/// A handicap no longer matters once the number of moves reaches this fraction of the number of
/// points on the board.
const HANDICAP_WEIGHS_UNTIL: f32 = 0.5;

/// A lead that exceeds the expected lead by this fraction of the number of points on the board
/// earns half of the value available for the score.
const HALF_SCORE: f32 = 0.2;

/// Scores the final positions of simulations that start from one root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    /// White's compensation in points.
    komi: f32,
    /// The additional points by which Black must win.
    handicap_komi: f32,
    /// Under territory scoring, the number of stones that Black has placed up to the root, minus
    /// the number that White has placed.
    placed: Option<i32>,
    to_move: Color,
    /// Black's expected lead at the root, in points.
    expected: f32,
    score_weight: f32,
    /// [`HALF_SCORE`] in points.
    half_score: f32,
}

impl Count {
    /// Creates the count for simulations from `root`. The root is the position of `game`, except
    /// that the other player may be to move. Black is expected to own `expected` more points than
    /// White.
    pub(super) fn new<G: Geometry>(
        params: &SearchParams,
        game: &GameState,
        root: &Position<G>,
        expected: f32,
    ) -> Self {
        let board = root.board();
        let (komi, area) = (game.full_komi() as f32, board.size().area() as f32);
        let placed = |color: Color| (board.stones(color).count() + game.prisoners(!color)) as i32;
        let is_territory = game.rules().scoring == Scoring::Territory;
        let placed = is_territory.then(|| placed(Color::Black) - placed(Color::White));
        let played = game.moves().len() as f32 / area;
        let weight = (1.0 - played / HANDICAP_WEIGHS_UNTIL).max(0.0);
        Self {
            komi,
            handicap_komi: params.handicap_komi * game.handicap() as f32 * weight,
            placed,
            to_move: root.to_move(),
            expected: expected - placed.unwrap_or(0) as f32 - komi,
            score_weight: params.score_weight,
            half_score: HALF_SCORE * area,
        }
    }

    /// Whether dead stones can remain on the board after two passes, to be removed for the count.
    pub(super) fn leaves_dead_stones(&self) -> bool {
        self.placed.is_some()
    }

    /// Black's lead in points, including komi, at the end of a simulation that consists of `plays`
    /// and in which the players end up with these areas. The first `in_tree` plays were made in the
    /// tree, and the others in the playout.
    ///
    /// Area minus stones placed equals territory plus prisoners, regardless of what was captured.
    /// In a playout, only the moves before its first pass count as placed: a player who plays on
    /// alone is filling their own territory or capturing dead stones, neither of which costs
    /// points.
    #[inline(always)]
    pub(super) fn lead<G: Geometry>(
        &self,
        area: &ByColor<Bitboard<G>>,
        plays: &[Play],
        in_tree: usize,
    ) -> f32 {
        let area = area[Color::Black].count() as i32 - area[Color::White].count() as i32;
        let placed = self.placed.map_or(0, |before| before + self.placed(plays, in_tree));
        (area - placed) as f32 - self.komi
    }

    /// The number of stones that Black places in a simulation, minus the number that White places.
    fn placed(&self, plays: &[Play], in_tree: usize) -> i32 {
        let (tree, playout) = plays.split_at(in_tree);
        let together = playout.iter().take_while(|play| play.point.is_some());
        let counted = tree.iter().chain(together);
        let sign = |index: usize| if index.is_multiple_of(2) { 1 } else { -1 };
        let placed = counted.enumerate().filter(|(_, play)| play.point.is_some());
        placed.map(|(index, _)| sign(index)).sum::<i32>() * self.to_move.sign() as i32
    }

    /// The winner, if certain, given that Black's lead without komi lies between these bounds.
    /// `None` if the bounds leave the winner open, or if dead stones can remain on the board.
    pub(super) fn sure_winner(&self, least: f32, most: f32) -> Option<Color> {
        match () {
            () if self.leaves_dead_stones() => None,
            () if least > self.komi => Some(Color::Black),
            () if most < self.komi => Some(Color::White),
            () => None,
        }
    }

    /// 1 if Black wins with this lead, -1 if White does, 0 for a draw.
    #[inline(always)]
    pub(super) fn winner(&self, lead: f32) -> f32 {
        let lead = lead - self.handicap_komi;
        f32::from(u8::from(lead > 0.0)) - f32::from(u8::from(lead < 0.0))
    }

    /// The value for Black, -1 to 1, of a simulation that ends with this lead, based on the winner
    /// and on the difference from the expected lead.
    #[inline(always)]
    pub(super) fn black_value(&self, lead: f32) -> f32 {
        let (better, winner) = (lead - self.expected, self.winner(lead));
        let by_score = better / (self.half_score + better.abs());
        winner + self.score_weight * (by_score - winner)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::vocabulary::{AnySize, BoardSize, Move, Point};

    fn plays(text: &str) -> Vec<Play> {
        let point = |word: &str| Some(Point::of::<AnySize>(word.parse().ok()?));
        text.split_whitespace().map(|word| Play { point: point(word), banned: None }).collect()
    }

    fn territory_game(moves: &str) -> GameState {
        let rules = Rules { scoring: Scoring::Territory, ..Rules::default() };
        let mut game = GameState::new(BoardSize::square(5), rules, 0.5);
        for mv in moves.split_whitespace() {
            let mv = mv.parse().map_or(Move::Pass, Move::Play);
            game.play(game.to_move(), mv).unwrap();
        }
        game
    }

    fn count(game: &GameState) -> Count {
        Count::new(&SearchParams::default(), game, game.position(), 0.0)
    }

    /// Black owns the left three columns, White the others.
    const DIVIDED: &str = "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5";

    #[test]
    fn a_stone_in_ones_own_territory_costs_a_point_unless_it_is_answered() {
        let game = territory_game(DIVIDED);
        let lead = |simulation: &str| {
            let (mut position, moves) = (game.position().clone(), plays(simulation));
            for play in &moves {
                match play.point {
                    Some(point) => drop(position.play(point)),
                    None => position.pass(),
                }
            }
            count(&game).lead(&position.board().area(), &moves, moves.len())
        };
        let before = lead("");
        assert_eq!(before, 10.0 - 5.0 - 0.5);
        assert_eq!(lead("A1 pass"), before - 1.0);
        assert_eq!(lead("pass E1"), before + 1.0);
        assert_eq!(lead("A1 E1"), before);
        // A thrown-in stone becomes a prisoner, but capturing it takes two moves.
        assert_eq!(lead("pass A1 A2 pass B1 pass"), before + 1.0 - 2.0);
    }

    #[test]
    fn after_the_first_pass_of_a_playout_stones_cost_nothing() {
        let game = territory_game(DIVIDED);
        let simulation = plays("A1 E1 A2 pass A3 pass pass");
        assert_eq!(count(&game).placed(&simulation, 0), 1);
        assert_eq!(count(&game).placed(&simulation, 7), 2);
    }

    #[test]
    fn stones_that_were_captured_were_placed() {
        // White's stone at A1 is captured.
        let game = territory_game("A2 A1 B1 E5 C3");
        assert_eq!(count(&game).placed, Some(1));
        assert!(
            !count(&GameState::new(BoardSize::square(5), Rules::default(), 0.5))
                .leaves_dead_stones()
        );
    }

    #[test]
    fn handicap_stones_weigh_less_and_less() {
        let mut game = GameState::new(BoardSize::square(9), Rules::default(), 0.5);
        let stones = ["C3", "G7", "C7"].map(|text| text.parse().unwrap());
        game.place_handicap(&stones).unwrap();
        let params = SearchParams { handicap_komi: 4.0, ..SearchParams::default() };
        let asked =
            |game: &GameState| Count::new(&params, game, game.position(), 0.0).handicap_komi;
        assert_eq!(asked(&game), 12.0);
        let winner = |lead| Count::new(&params, &game, game.position(), 0.0).winner(lead);
        assert_eq!([winner(13.0), winner(12.0), winner(1.0)], [1.0, 0.0, -1.0]);
        for text in ["E5", "E4", "D4"] {
            game.play(game.to_move(), Move::Play(text.parse().unwrap())).unwrap();
        }
        assert!(asked(&game) < 12.0 && asked(&game) > 10.0);
    }

    #[test]
    fn more_points_are_worth_more_but_winning_most() {
        let game = GameState::new(BoardSize::square(9), Rules::default(), 7.5);
        let value = |score_weight, lead| {
            let params = SearchParams { score_weight, ..SearchParams::default() };
            Count::new(&params, &game, game.position(), 12.5).black_value(lead)
        };
        // Black's expected lead is 5 points; exceeding it by a fifth of the board earns half of the
        // value for the score.
        assert!((value(0.2, 5.0 + 16.2) - (0.8 + 0.2 * 0.5)).abs() < 1e-6);
        assert!((value(0.2, 5.0) - 0.8).abs() < 1e-6);
        assert!(value(0.2, 30.0) > value(0.2, 20.0) && value(0.2, -1.0) > value(0.2, -9.0));
        assert!(value(0.4, 0.5) > value(0.4, -0.5) + 1.0, "a narrow win is far from a narrow loss");
        assert_eq!([value(0.0, 0.5), value(0.0, -30.0)], [1.0, -1.0]);
    }
}
