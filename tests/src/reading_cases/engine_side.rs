//! The engine's answers to questions.

use std::time::Duration;

use engine::board::Position;
use engine::reading::{
    Answer as Read, ReadingLimits, Solver, Success, connect, fight_for, kill, race,
    solve_without_cycles,
};
use engine::tactics::captured_in_ladder;
use engine::vocabulary::{AnySize, Move, Point, Vertex};

use super::{Answer, Finding, Question, Setup};

/// Limits far above what is necessary, so that the answers do not depend on the machine.
const LIMITS: ReadingLimits<'static> = ReadingLimits::new(Duration::from_secs(120), 16 << 20);

/// The engine's answer, and the number of positions searched, which is 0 if the engine does not
/// report this number.
pub(super) fn ask(setup: &Setup, question: &Question) -> Result<(Answer, u64), String> {
    let position = |mover| Position::from_board(setup.board.clone(), mover);
    let owner = |stone| setup.owner(stone);
    let read = match question {
        &Question::Attack(stone) => fight_for(&position(!owner(stone)?), stone, LIMITS),
        &Question::Defend(stone) => fight_for(&position(owner(stone)?), stone, LIMITS),
        &Question::Kill(stone) => kill(&position(!owner(stone)?), stone, LIMITS),
        &Question::Live(stone) => kill(&position(owner(stone)?), stone, LIMITS),
        &Question::Connect(ends) => connect(&position(owner(ends[0])?), ends, LIMITS),
        &Question::Disconnect(ends) => connect(&position(!owner(ends[0])?), ends, LIMITS),
        &Question::Race(mover, stones) => race(&position(mover), stones, LIMITS),
        &Question::Ladder(stone) => {
            let point = Point::of::<AnySize>(stone);
            let mv = captured_in_ladder(&position(!owner(stone)?), point);
            let moves: Vec<_> = mv.map(|mv| Some(mv.vertex::<AnySize>())).into_iter().collect();
            let code = u8::from(!moves.is_empty());
            return Ok((Answer { finding: Finding::Code(code), moves }, 0));
        }
        Question::Score(mover, within) => return score(&position(*mover), within),
    };
    let read = read.ok_or("the question makes no sense")?;
    let answer = in_code(read);
    if read.is_complete { Ok((answer, 0)) } else { Err("time ran out".to_owned()) }
}

fn in_code(read: Read) -> Answer {
    let code = match read.success {
        None => 0,
        Some(Success::Certain) => 1,
        Some(Success::GoodKo) => 2,
        Some(Success::BadKo) => 3,
    };
    Answer { finding: Finding::Code(code), moves: vec![read.mv] }
}

/// The score according to two searches, which must agree.
fn score(position: &Position<AnySize>, within: &[Vertex]) -> Result<(Answer, u64), String> {
    let solve = |solver| solve_without_cycles(position, within, solver, LIMITS);
    let (by_score, by_proofs) = (solve(Solver::AlphaBeta), solve(Solver::ProofNumbers));
    if !by_score.bounds.are_equal() || by_score.bounds != by_proofs.bounds {
        let [first, second] = [by_score, by_proofs].map(|found| found.bounds);
        return Err(format!("alpha-beta finds {first:?}, proof numbers find {second:?}"));
    }
    let first = by_score.line.first().copied().and_then(Move::vertex);
    let answer = Answer { finding: Finding::Score(by_score.bounds.low), moves: vec![first] };
    Ok((answer, by_score.nodes + by_proofs.nodes))
}
