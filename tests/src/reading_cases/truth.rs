//! The true answers to questions, found by exhaustive reading.

use engine::vocabulary::{Color, Vertex};

use super::{Answer, Finding, Question, Setup};
use crate::exhaustive::{
    Aim, Field, Fight, Points, Reading, State, read, read_on_open_board, score,
};
use crate::tactics::Ladder;

/// The maximum number of points at stake for which all positions that can arise in a capture are
/// listed.
const LARGEST: u32 = 15;
/// The number of liberties at which a chain on an open board counts as saved.
const SAFE: u32 = 5;

/// The answer to a question, with all moves that achieve it. If few points are at stake, a capture
/// is read twice: once without a limit on liberties, and once with a chain of five liberties
/// counting as saved. If many points are at stake, the capture is read only with this limit, and no
/// moves are returned.
///
/// # Errors
/// If reading requires more than `most` positions, or if the answer depends on a long cycle or on
/// whether a chain of five liberties counts as saved.
pub fn truth(setup: &Setup, question: &Question, most: usize) -> Result<Answer, String> {
    if let &Question::Ladder(stone) = question {
        return ladder(setup, stone);
    }
    let ground = Ground::new(setup, most);
    let owner = |stone| setup.owner(stone);
    let reading = match question {
        &Question::Attack(stone) => ground.capture(stone, owner(stone)?, !owner(stone)?)?,
        &Question::Defend(stone) => ground.capture(stone, owner(stone)?, owner(stone)?)?,
        &Question::Kill(stone) => ground.death(stone, owner(stone)?, !owner(stone)?)?,
        &Question::Live(stone) => ground.death(stone, owner(stone)?, owner(stone)?)?,
        &Question::Connect(ends) => ground.connection(ends, owner(ends[0])?, owner(ends[0])?)?,
        &Question::Disconnect(ends) => {
            ground.connection(ends, owner(ends[0])?, !owner(ends[0])?)?
        }
        &Question::Race(mover, stones) => {
            let [target, rival] = stones.map(|stone| ground.field.number(stone));
            ground.read(owner(stones[1])?, Aim::Race { target, rival }, mover)?
        }
        Question::Score(mover, within) => return ground.score(*mover, within),
        Question::Ladder(_) => return Err("a ladder is read by itself".to_owned()),
    };
    Ok(ground.answer(Finding::Code(reading.code), &reading.moves))
}

/// The points at stake: all points that Benson's definition assigns to neither player.
pub fn points_at_stake(setup: &Setup) -> Vec<Vertex> {
    let ground = Ground::new(setup, 0);
    let vertices = setup.reference.vertices().into_iter();
    vertices.filter(|&vertex| ground.points & ground.field.bit(vertex) != 0).collect()
}

/// A position, and the points at stake.
struct Ground<'a> {
    setup: &'a Setup,
    field: Field,
    /// The points that belong to Black and White unconditionally.
    settled: [Points; 2],
    /// All other points.
    points: Points,
    /// The maximum number of positions in a reading.
    most: usize,
}

impl<'a> Ground<'a> {
    fn new(setup: &'a Setup, most: usize) -> Self {
        let field = Field::new(setup.board.size());
        let state = field.state(&setup.reference, Color::Black);
        let settled = Color::BOTH.map(|color| field.settled(&state, color));
        let points = field.all() & !settled[0] & !settled[1];
        Self { setup, field, settled, points, most }
    }

    fn start(&self, mover: Color) -> State {
        self.field.state(&self.setup.reference, mover)
    }

    fn fight(&self, prover: Color, aim: Aim) -> Fight<'_> {
        Fight { field: &self.field, points: self.points, prover, aim }
    }

    fn read(&self, prover: Color, aim: Aim, mover: Color) -> Result<Reading, String> {
        let [reading, _] = read(&self.fight(prover, aim), &self.start(mover), self.most)
            .ok_or("too many positions can arise")?;
        Ok(reading)
    }

    fn capture(&self, stone: Vertex, owner: Color, mover: Color) -> Result<Reading, String> {
        let target = self.field.number(stone);
        let limited = Aim::Capture { target, safe: Some(SAFE) };
        if self.points.count_ones() > LARGEST {
            let fight = self.fight(!owner, limited);
            let code = read_on_open_board(&fight, &self.start(mover), self.most);
            let code = code.ok_or("the board is too open")?;
            return Ok(Reading { code, moves: Vec::new() });
        }
        let (mut plain, limited) =
            (self.death(stone, owner, mover)?, self.read(!owner, limited, mover)?);
        if plain.code != limited.code {
            return Err("five liberties make a difference".to_owned());
        }
        // Moves from either list are accepted as correct.
        let more = limited.moves.into_iter().filter(|mv| !plain.moves.contains(mv));
        let more: Vec<_> = more.collect();
        plain.moves.extend(more);
        Ok(plain)
    }

    fn death(&self, stone: Vertex, owner: Color, mover: Color) -> Result<Reading, String> {
        self.read(!owner, Aim::Capture { target: self.field.number(stone), safe: None }, mover)
    }

    fn connection(&self, ends: [Vertex; 2], owner: Color, mover: Color) -> Result<Reading, String> {
        self.read(owner, Aim::Connection(ends.map(|end| self.field.number(end))), mover)
    }

    fn score(&self, mover: Color, within: &[Vertex]) -> Result<Answer, String> {
        let named = within.iter().fold(0, |set, &vertex| set | self.field.bit(vertex));
        let points = if within.is_empty() { self.field.all() } else { named };
        let result = score(&self.field, &self.start(mover), points, self.settled, self.most)
            .ok_or("too many positions can arise")?;
        if result.least != result.most {
            return Err(format!("cycles matter: {} to {}", result.least, result.most));
        }
        Ok(self.answer(Finding::Score(result.least), &result.moves))
    }

    fn answer(&self, finding: Finding, moves: &[Option<u8>]) -> Answer {
        let moves = moves.iter().map(|mv| mv.map(|number| self.field.vertex(number)));
        Answer { finding, moves: moves.collect() }
    }
}

fn ladder(setup: &Setup, stone: Vertex) -> Result<Answer, String> {
    let defender = setup.owner(stone)?;
    let ladder = Ladder { board: setup.reference.clone(), stone, ko: None };
    let captures = |&vertex: &Vertex| {
        ladder.after(!defender, vertex).is_some_and(|next| next.is_lost(defender, 1))
    };
    let moves = setup.reference.vertices().into_iter().filter(captures).map(Some);
    let moves: Vec<_> = if ladder.is_captured(defender, 0) { moves.collect() } else { Vec::new() };
    Ok(Answer { finding: Finding::Code(u8::from(!moves.is_empty())), moves })
}
