//! The strategy of a proof: the prover's moves against every reply.

use std::collections::{HashMap, HashSet};

use crate::board::Position;
use crate::reading::{Aim, AllReplies, Fight};
use crate::vocabulary::{Geometry, Point};
use classical::{Game, Goal, GoalStatus, ProofNumberSearch};

/// The number of a step.
type StepId = usize;

/// A step of a strategy.
#[derive(Clone, Debug)]
enum Turn {
    /// The aim is achieved.
    Reached,
    /// The prover plays this move (`None` for a pass), which leads to the given step.
    Prover(Option<Point>, StepId),
    /// The opponent may play anything. Each move that could interfere with the proof found for a
    /// pass has its own step in `disturbing`. A pass or any other move leads to `otherwise`.
    Other { disturbing: Vec<(Point, StepId)>, otherwise: StepId },
}

/// The prover's moves against all moves of the opponent.
#[derive(Clone, Debug)]
pub(super) struct Strategy {
    turns: Vec<Turn>,
    start: StepId,
}

impl Strategy {
    /// The strategy of the proof that `search` has found for `fight`, or `None` if parts of it were
    /// overwritten in the table.
    pub(super) fn of<G: Geometry, A: Aim<G>>(
        search: &ProofNumberSearch<Fight<G, A, AllReplies>>,
        fight: &mut Fight<G, A, AllReplies>,
    ) -> Option<Self> {
        let mut extract = Extract { search, turns: Vec::new(), known: HashMap::new() };
        let start = extract.step(fight)?;
        Some(Self { turns: extract.turns, start })
    }

    /// Whether the strategy achieves the aim of `fight` from its current position against every
    /// move in the zone of the proof and against the moves that `elsewhere` returns, which may
    /// differ from call to call. At most `positions` positions are checked.
    pub(super) fn holds<G: Geometry, A: Aim<G>>(
        &self,
        fight: &mut Fight<G, A, AllReplies>,
        positions: usize,
        elsewhere: &mut impl FnMut(&Position<G>) -> Option<Point>,
    ) -> bool {
        let mut seen = Seen { positions: HashSet::new(), most: positions };
        self.holds_from(self.start, fight, elsewhere, &mut seen)
    }

    /// Like [`holds`](Self::holds), but from a given step onwards and skipping positions seen
    /// before.
    fn holds_from<G: Geometry, A: Aim<G>>(
        &self,
        step: StepId,
        fight: &mut Fight<G, A, AllReplies>,
        elsewhere: &mut impl FnMut(&Position<G>) -> Option<Point>,
        seen: &mut Seen,
    ) -> bool {
        if fight.repeats().is_some() {
            return false;
        }
        if seen.positions.len() >= seen.most || !seen.positions.insert((step, fight.key())) {
            return true;
        }
        let mut next = Vec::new();
        match self.turns.get(step) {
            Some(Turn::Reached) => return fight.status() == GoalStatus::Decided(true),
            Some(&Turn::Prover(mv, after)) => {
                if !mv.is_none_or(|point| fight.position().is_legal(point)) {
                    return false;
                }
                next.push((mv, after));
            }
            Some(Turn::Other { disturbing, otherwise }) => {
                let is_possible = |&&(point, _): &&(Point, StepId)| fight.allows(point);
                let disturbs = |point| disturbing.iter().any(|&(other, _)| other == point);
                next.extend(disturbing.iter().filter(is_possible).map(|&(mv, to)| (Some(mv), to)));
                let other = elsewhere(fight.position()).filter(|&point| !disturbs(point));
                next.extend(other.map(|point| (Some(point), *otherwise)));
                next.push((None, *otherwise));
            }
            None => return false,
        }
        next.into_iter().all(|(mv, after)| {
            fight.play(mv);
            let holds = self.holds_from(after, fight, elsewhere, seen);
            fight.undo();
            holds
        })
    }
}

/// The positions reached so far while following a strategy.
struct Seen {
    positions: HashSet<(StepId, u64)>,
    /// The maximum number of positions.
    most: usize,
}

/// Extracts a strategy from the table of a search.
struct Extract<'a, G: Geometry, A: Aim<G>> {
    search: &'a ProofNumberSearch<Fight<G, A, AllReplies>>,
    turns: Vec<Turn>,
    /// The steps, indexed by the keys of their positions.
    known: HashMap<u64, StepId>,
}

impl<G: Geometry, A: Aim<G>> Extract<'_, G, A> {
    /// The step for the position of `fight`.
    fn step(&mut self, fight: &mut Fight<G, A, AllReplies>) -> Option<StepId> {
        if let Some(&step) = self.known.get(&fight.key()) {
            return Some(step);
        }
        let turn = match fight.status().verdict() {
            Some(true) => Turn::Reached,
            Some(false) => return None,
            None if fight.is_prover_to_move() => {
                let mv = self.search.best(fight)?;
                Turn::Prover(mv, self.step_after(fight, mv)?)
            }
            None => {
                let zone = self.search.zone(fight)?;
                let mut replies = Vec::new();
                fight.replies(zone, &mut replies);
                let step = |point| Some((point, self.step_after(fight, Some(point))?));
                let disturbing = replies.into_iter().flatten().map(step).collect::<Option<_>>()?;
                Turn::Other { disturbing, otherwise: self.step_after(fight, None)? }
            }
        };
        self.turns.push(turn);
        let step = self.turns.len() - 1;
        self.known.insert(fight.key(), step);
        Some(step)
    }

    fn step_after(
        &mut self,
        fight: &mut Fight<G, A, AllReplies>,
        mv: Option<Point>,
    ) -> Option<StepId> {
        fight.play(mv);
        let step = self.step(fight);
        fight.undo();
        step
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use super::super::outsides::{move_elsewhere, with_another_outside};
    use super::*;
    use crate::board::Board;
    use crate::reading::{Capture, Connection, KoThreats, Width};
    use crate::theorems::safety::Safety;
    use crate::vocabulary::{Bitboard, BoardSize, Color, Random, Small, Vertex};
    use classical::Budget;

    /// A position after a number of random moves.
    fn random_position(random: &mut Random, size: BoardSize, moves: usize) -> Position<Small> {
        let mut position = Position::new(size);
        for _ in 0..moves {
            let points: Vec<Point> = position.board().empty().into_iter().collect();
            match points.get(random.below(points.len())) {
                Some(&point) if position.is_sensible(point) => drop(position.play(point)),
                _ => position.pass(),
            }
        }
        let mover = Color::BOTH[random.below(2)];
        Position::from_board(position.board().clone(), mover)
    }

    /// The board with a star after each point of the zone.
    fn shown(board: &Board<Small>, zone: Bitboard<Small>) -> String {
        let sign = |vertex: Vertex| {
            let point = Point::of::<Small>(vertex);
            let sign = match board.color_at(point) {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None => '.',
            };
            let mark = if zone.contains(point) { '*' } else { ' ' };
            let is_last = vertex.column() + 1 == board.size().width();
            format!("{sign}{mark}{}", if is_last { "\n" } else { "" })
        };
        board.size().vertices().map(sign).collect()
    }

    /// Tries to prove, in random positions, the aims that `aim` returns, and tests the strategies
    /// of the proofs on boards with other surroundings. Returns the number of proofs and the number
    /// of boards.
    fn play_elsewhere<A: Aim<Small> + Copy + Debug>(
        aim: impl Fn(&mut Random, &Board<Small>) -> Option<A>,
    ) -> (usize, usize) {
        let mut random = Random::new(12, 0);
        let size = BoardSize::square(7);
        let (mut proofs, mut outsides) = (0, 0);
        for _ in 0..400 {
            let moves = 10 + random.below(36);
            let position = random_position(&mut random, size, moves);
            let Some(aim) = aim(&mut random, position.board()) else { continue };
            let fight = |position: &Position<Small>| {
                let threats = KoThreats::Of(!aim.prover());
                Fight::new(position, aim, threats, Width(0), AllReplies)
            };
            let mut game = fight(&position);
            let mut search = ProofNumberSearch::new(1 << 22);
            let proof = search.prove(&mut game, &mut Budget::nodes(3_000));
            if proof.verdict != Some(true) || game.status().verdict().is_some() {
                continue;
            }
            let zone = search.zone(&game).unwrap();
            let Some(strategy) = Strategy::of(&search, &mut game) else { continue };
            proofs += 1;
            let (mut boards, mut tries) = (0, 0);
            while boards < 20 && tries < 200 {
                tries += 1;
                let outside = with_another_outside(&mut random, position.board(), zone);
                let Some(board) = outside else { continue };
                boards += 1;
                let other = Position::from_board(board, position.to_move());
                let mut elsewhere =
                    |position: &Position<Small>| move_elsewhere(&mut random, position, zone);
                assert!(
                    strategy.holds(&mut fight(&other), 20_000, &mut elsewhere),
                    "{aim:?}, {} to move\n{}\n{}",
                    position.to_move(),
                    shown(position.board(), zone),
                    shown(other.board(), zone)
                );
            }
            outsides += boards;
        }
        (proofs, outsides)
    }

    fn some_stone(random: &mut Random, stones: Bitboard<Small>) -> Option<Point> {
        stones.into_iter().nth(random.below(stones.count().max(1)))
    }

    #[test]
    fn captures_succeed_whatever_stands_outside_their_zone() {
        let (proofs, outsides) = play_elsewhere(|random, board| {
            let stones = *board.stones(Color::Black) | *board.stones(Color::White);
            Capture::of(board, some_stone(random, stones)?)
        });
        assert!(proofs > 50 && outsides > 200, "{proofs} proofs on {outsides} boards");
    }

    #[test]
    fn connections_succeed_whatever_stands_outside_their_zone() {
        let (proofs, outsides) = play_elsewhere(|random, board| {
            let stones = *board.stones(Color::BOTH[random.below(2)]);
            let first = some_stone(random, stones)?;
            Connection::of(board, [first, some_stone(random, stones)?])
        });
        assert!(proofs > 50 && outsides > 200, "{proofs} proofs on {outsides} boards");
    }

    #[test]
    fn groups_live_whatever_stands_outside_their_zone() {
        let (proofs, outsides) = play_elsewhere(|random, board| {
            let stones = *board.stones(Color::Black) | *board.stones(Color::White);
            Safety::of(board, some_stone(random, stones)?)
        });
        assert!(proofs > 20 && outsides > 100, "{proofs} proofs on {outsides} boards");
    }
}
