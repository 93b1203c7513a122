//! The inputs of a network: KataGo's version 7, as `fillRowV7` in `cpp/neuralnet/nninputs.cpp`
//! makes them.

mod area;
mod ladders;

use engine::board::Position;
use engine::rules::{GameState, KoRule, Scoring};
use engine::vocabulary::{
    AnySize, Bitboard, BoardSize, Color, Geometry, InGeometry, Move, Point, Symmetry, Vertex,
    in_geometry_of,
};
use thiserror::Error;

/// The number of planes.
pub const PLANES: usize = 22;
/// The number of global inputs.
pub const GLOBALS: usize = 19;
/// The longest side of a board that networks are made for.
pub const LONGEST: u8 = 19;
/// The number of past moves that a network sees.
const PAST_MOVES: usize = 5;
/// Komi is limited to the area of the board and this many points.
const KOMI_MARGIN: f64 = 20.0;

/// A board that networks cannot evaluate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("networks evaluate boards from 2x2 to 19x19, not {0}")]
pub struct WrongSize(pub BoardSize);

/// The inputs of a position, from the perspective of the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Inputs {
    /// The size of the board.
    pub size: BoardSize,
    /// The planes: all of a point side by side, the points row by row from the top left.
    pub planes: Vec<f32>,
    /// The global inputs.
    pub globals: [f32; GLOBALS],
}

/// The planes by their numbers.
mod plane {
    pub(super) const BOARD: usize = 0;
    pub(super) const OWN: usize = 1;
    pub(super) const RIVAL: usize = 2;
    /// One to three liberties.
    pub(super) const LIBERTIES: usize = 3;
    pub(super) const BANNED: usize = 6;
    /// The last five moves.
    pub(super) const PAST: usize = 9;
    /// Chains that ladders capture now, before the last move and before the one before.
    pub(super) const LADDERS: usize = 14;
    pub(super) const LADDER_MOVES: usize = 17;
    pub(super) const AREA: usize = 18;
}

impl Inputs {
    /// The inputs of the position of `game` with `color` to move, as KataGo makes them.
    /// `area_assumes_suicide` is [`Model::area_assumes_suicide`](crate::model::Model).
    ///
    /// # Errors
    /// If the board is too small or too large.
    pub fn new(
        game: &GameState,
        color: Color,
        area_assumes_suicide: bool,
    ) -> Result<Self, WrongSize> {
        let size = game.size();
        let sides = [size.width(), size.height()];
        if sides.iter().any(|side| !(2..=LONGEST).contains(side)) {
            return Err(WrongSize(size));
        }
        let past = past_moves(game, color);
        let positions = past_positions(game, past.len().min(2));
        let planes = vec![0.0; size.area() * PLANES];
        let mut inputs = Self { size, planes, globals: [0.0; GLOBALS] };
        inputs.fill_history(&past);
        let suicide = area_assumes_suicide || game.rules().suicide;
        let banned = banned_points(game, color);
        in_geometry_of(size, Stones { inputs: &mut inputs, positions, color, suicide, game });
        banned.into_iter().for_each(|vertex| inputs.set(vertex, plane::BANNED));
        inputs.fill_globals(game, color);
        Ok(inputs)
    }

    fn set(&mut self, vertex: Vertex, plane: usize) {
        self.planes[vertex.index(self.size) * PLANES + plane] = 1.0;
    }

    fn set_all<G: Geometry>(&mut self, points: Bitboard<G>, plane: usize) {
        points.into_iter().for_each(|point| self.set(point.vertex::<G>(), plane));
    }

    fn fill_history(&mut self, past: &[Move]) {
        for (age, mv) in past.iter().enumerate() {
            match mv {
                Move::Play(vertex) => self.set(*vertex, plane::PAST + age),
                Move::Pass => self.globals[age] = 1.0,
            }
        }
    }

    fn fill_globals(&mut self, game: &GameState, color: Color) {
        let rules = game.rules();
        let area = self.size.area() as f64;
        let is_territory = rules.scoring == Scoring::Territory;
        let komi = game.full_komi() + if is_territory { stones_played(game) } else { 0.0 };
        let komi = (-f64::from(color.sign()) * komi).clamp(-area - KOMI_MARGIN, area + KOMI_MARGIN);
        self.globals[5] = komi as f32 / 20.0;
        let (has_superko, superko) = match rules.ko {
            KoRule::Simple => (0.0, 0.0),
            KoRule::Positional => (1.0, 0.5),
            KoRule::Situational => (1.0, -0.5),
        };
        self.globals[6] = has_superko;
        self.globals[7] = superko;
        self.globals[8] = f32::from(u8::from(rules.suicide));
        // Territory goes with a tax on seki.
        self.globals[9] = f32::from(u8::from(is_territory));
        self.globals[10] = self.globals[9];
        self.globals[14] = f32::from(u8::from(game.position().passes() > 0));
        if !is_territory {
            self.globals[18] = wave(self.size, komi as f32);
        }
    }

    /// The planes of a symmetric position, in which each point has the planes of the point that the
    /// symmetry leads from.
    pub fn turned(&self, symmetry: Symmetry) -> Vec<f32> {
        let mut planes = vec![0.0; self.planes.len()];
        for (vertex, from) in self.size.vertices().zip(self.planes.chunks_exact(PLANES)) {
            let to = symmetry.apply(self.size, vertex).index(self.size);
            planes[to * PLANES..][..PLANES].copy_from_slice(from);
        }
        planes
    }
}

/// The number of stones that Black has played minus those of White. KataGo counts territory as area
/// less a point for each stone played.
fn stones_played(game: &GameState) -> f64 {
    let sign = |&(color, mv): &(Color, Move)| match mv {
        Move::Play(_) => f64::from(color.sign()),
        Move::Pass => 0.0,
    };
    game.moves().iter().map(sign).sum()
}

/// The last moves that a network sees, the latest first: players must alternate.
fn past_moves(game: &GameState, color: Color) -> Vec<Move> {
    let most = if game.is_over() { 1 } else { PAST_MOVES };
    let mut expected = !color;
    let mut found = Vec::new();
    for &(mover, mv) in game.moves().iter().rev().take(most) {
        if mover != expected {
            break;
        }
        found.push(mv);
        expected = !expected;
    }
    found
}

/// The current position and the `count` positions before it, the latest first.
fn past_positions(game: &GameState, count: usize) -> Vec<Position<AnySize>> {
    let mut game = game.clone();
    let mut found = vec![game.position().clone()];
    for _ in 0..count {
        if game.undo().is_err() {
            break;
        }
        found.push(game.position().clone());
    }
    found
}

/// The points that ko or superko forbids.
fn banned_points(game: &GameState, color: Color) -> Vec<Vertex> {
    let position = game.position();
    let ko = position.ko().filter(|_| position.to_move() == color);
    let is_banned = |vertex: &Vertex| {
        let point = Point::of::<AnySize>(*vertex);
        ko == Some(point)
            || matches!(
                game.check(color, Move::Play(*vertex)),
                Err(engine::rules::IllegalMove::Superko)
            )
    };
    game.size().vertices().filter(is_banned).collect()
}

/// A wave over komi with a period of two points, which rises where a draw is possible.
fn wave(size: BoardSize, komi: f32) -> f32 {
    let offset = if size.area() % 2 == 0 { 0.0 } else { 1.0 };
    let phase = (komi - offset).rem_euclid(2.0);
    match phase {
        phase if phase < 0.5 => phase,
        phase if phase < 1.5 => 1.0 - phase,
        phase => phase - 2.0,
    }
}

/// Fills the planes that follow from the stones, in the geometry of the board.
struct Stones<'a> {
    inputs: &'a mut Inputs,
    positions: Vec<Position<AnySize>>,
    color: Color,
    suicide: bool,
    game: &'a GameState,
}

impl InGeometry for Stones<'_> {
    type Output = ();

    fn run<G: Geometry>(self) {
        let Self { inputs, positions, color, suicide, game } = self;
        let now = positions[0].convert::<G>();
        let board = now.board();
        inputs.set_all(board.all(), plane::BOARD);
        inputs.set_all(*board.stones(color), plane::OWN);
        inputs.set_all(*board.stones(!color), plane::RIVAL);
        for stone in *board.stones(Color::Black) | *board.stones(Color::White) {
            let liberties = board.liberties_of(stone);
            if liberties <= 3 {
                inputs.set(stone.vertex::<G>(), plane::LIBERTIES + liberties - 1);
            }
        }
        for age in 0..3 {
            // Without a history the last known position stands for the earlier ones.
            let position = &positions[age.min(positions.len() - 1)];
            let ladders = ladders::ladders(&position.convert::<G>());
            inputs.set_all(ladders.captured, plane::LADDERS + age);
            if age == 0 {
                inputs.set_all(ladders.moves[!color as usize], plane::LADDER_MOVES);
            }
        }
        if game.rules().scoring == Scoring::Area {
            let area = area::current_area(board, suicide);
            inputs.set_all(area[color], plane::AREA);
            inputs.set_all(area[!color], plane::AREA + 1);
        }
    }
}
