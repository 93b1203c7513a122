//! A position with what a network sees of its past and its rules.

use engine::board::Position;
use engine::rules::{KoRule, Rules, Scoring};
use engine::vocabulary::{Bitboard, BoardSize, Color, Geometry, Move};

use super::area::current_area;
use super::ladders::LadderReader;
use super::planes::{Inputs, plane};

/// Komi is limited to the area of the board and this many points.
const KOMI_MARGIN: f32 = 20.0;

/// A position with what a network sees of its past and its rules. The player to move is the one
/// from whose perspective it is evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a, G: Geometry> {
    /// The position.
    pub position: &'a Position<G>,
    /// The positions before the last of `moves` and before the one before that, as far as there are
    /// such moves.
    pub earlier: [Option<&'a Position<G>>; 2],
    /// The last moves, the latest first, at most five, by both players in turn.
    pub moves: &'a [Move],
    /// The points that the rules on repetition forbid now.
    pub banned: Bitboard<G>,
    /// The rules.
    pub rules: Rules,
    /// The points that White gets: komi, compensation for handicap, and under territory scoring the
    /// number of stones that Black has placed minus those of White, because KataGo counts territory
    /// as area less a point for each stone.
    pub komi: f32,
    /// Whether a pass would end the game.
    pub pass_ends: bool,
}

impl<G: Geometry> Situation<'_, G> {
    /// Fills the inputs. `area_assumes_suicide` is
    /// [`Model::area_assumes_suicide`](crate::model::Model).
    pub fn fill(
        &self,
        area_assumes_suicide: bool,
        ladders: &mut LadderReader<G>,
        inputs: &mut Inputs,
    ) {
        Filling { situation: self, area_assumes_suicide, ladders, inputs }.run();
    }
}

/// The work of filling inputs.
struct Filling<'a, 'b, G: Geometry> {
    situation: &'a Situation<'b, G>,
    area_assumes_suicide: bool,
    ladders: &'a mut LadderReader<G>,
    inputs: &'a mut Inputs,
}

impl<G: Geometry> Filling<'_, '_, G> {
    fn run(mut self) {
        self.inputs.clear();
        self.fill_stones();
        self.fill_moves();
        self.fill_ladders();
        self.fill_area();
        self.fill_globals();
    }

    fn fill_stones(&mut self) {
        let Self { situation: Situation { position, banned, rules, .. }, inputs, .. } = self;
        let (board, color) = (position.board(), position.to_move());
        inputs.set_all(*board.stones(color), plane::OWN);
        inputs.set_all(*board.stones(!color), plane::RIVAL);
        for stone in board.chains_of(*board.stones(color) | *board.stones(!color)) {
            let liberties = board.liberties_of(stone);
            if let (1..=3, Some(chain)) = (liberties, board.chain_stones(stone)) {
                inputs.set_all(*chain, plane::LIBERTIES + liberties - 1);
            }
        }
        inputs.set_all(*banned, plane::BANNED);
        let empty = *board.empty();
        let mut legal = empty - *banned;
        for point in legal - empty.neighbours() {
            let is_alone = board.stones(color).window(point).adjacent().is_empty();
            if board.is_suicide(color, point) && (is_alone || !rules.suicide) {
                legal.remove(point);
            }
        }
        inputs.allow(legal);
    }

    fn fill_moves(&mut self) {
        for (age, mv) in self.situation.moves.iter().enumerate() {
            match mv {
                Move::Play(vertex) => self.inputs.set(*vertex, plane::PAST + age),
                Move::Pass => self.inputs.globals[age] = 1.0,
            }
        }
    }

    fn fill_ladders(&mut self) {
        let Self { situation: Situation { position, earlier, .. }, ladders, inputs, .. } = self;
        let now = ladders.read(position);
        inputs.set_all(now.captured, plane::LADDERS);
        inputs.set_all(now.moves[!position.to_move()], plane::LADDER_MOVES);
        // Without a history the last known position stands for the earlier ones.
        let mut captured = now.captured;
        for (age, position) in earlier.iter().enumerate() {
            if let Some(position) = position {
                captured = ladders.read(position).captured;
            }
            inputs.set_all(captured, plane::LADDERS + 1 + age);
        }
    }

    fn fill_area(&mut self) {
        let Self { situation: Situation { position, rules, .. }, inputs, .. } = self;
        if rules.scoring == Scoring::Area {
            let suicide = self.area_assumes_suicide || rules.suicide;
            let area = current_area(position.board(), suicide);
            inputs.set_all(area[position.to_move()], plane::AREA);
            inputs.set_all(area[!position.to_move()], plane::AREA + 1);
        }
    }

    fn fill_globals(&mut self) {
        let Self { situation: Situation { position, rules, komi, pass_ends, .. }, inputs, .. } =
            self;
        let globals = &mut inputs.globals;
        let most = inputs.size.area() as f32 + KOMI_MARGIN;
        let own = if position.to_move() == Color::White { *komi } else { -komi };
        let komi = own.clamp(-most, most);
        let number = |flag: bool| f32::from(u8::from(flag));
        let is_territory = rules.scoring == Scoring::Territory;
        globals[5] = komi / 20.0;
        (globals[6], globals[7]) = match rules.ko {
            KoRule::Simple => (0.0, 0.0),
            KoRule::Positional => (1.0, 0.5),
            KoRule::Situational => (1.0, -0.5),
        };
        globals[8] = number(rules.suicide);
        // Territory goes with a tax on seki.
        globals[9] = number(is_territory);
        globals[10] = globals[9];
        globals[14] = number(*pass_ends);
        if !is_territory {
            globals[18] = wave(inputs.size, komi);
        }
    }
}

/// A wave over komi with a period of two points, which rises where a draw is possible.
fn wave(size: BoardSize, komi: f32) -> f32 {
    let offset = if size.area().is_multiple_of(2) { 0.0 } else { 1.0 };
    let phase = (komi - offset).rem_euclid(2.0);
    match phase {
        phase if phase < 0.5 => phase,
        phase if phase < 1.5 => 1.0 - phase,
        phase => phase - 2.0,
    }
}
