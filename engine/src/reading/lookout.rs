//! What one move decides: the chains and groups on a board that fall if their opponent moves first and
//! stand if their owner does.

use super::capture::Capture;
use super::fight::{Aim, Fight, KoThreats, NearReplies, Width};
use super::life::Death;
use super::surroundings::{groups_of, grown, tied};
use crate::board::{Board, Position};
use crate::vocabulary::{Bitboard, ByColor, Color, Geometry, Point};
use classical::{Budget, Goal, ProofNumberSearch};

/// The most liberties of a chain that may be captured.
const IN_DANGER: usize = 3;
/// How many steps around the points of a fight belong to it.
const BESIDE: usize = 1;
/// The positions that a question may take when it is asked first; each time after, it is four times
/// as many.
const FIRST_SLICE: u64 = 250;
/// How often a question is asked again.
const SLICES: u32 = 5;
/// The memory for a question, in bytes.
const TABLE: usize = 1 << 20;

/// A chain or group of which the next move there decides.
#[derive(Clone, Copy, Debug)]
pub struct Critical<G: Geometry> {
    /// Whose stones they are.
    pub owner: Color,
    /// How many there are.
    pub stones: usize,
    /// By which move the opponent takes them.
    pub attack: Point,
    /// By which move their owner saves them.
    pub defence: Point,
    site: Site<G>,
}

impl<G: Geometry> Critical<G> {
    /// By which move `mover` decides it on a board; `None` where its site is not as it was any more.
    pub fn move_for(&self, mover: Color, board: &Board<G>) -> Option<Point> {
        let point = if mover == self.owner { self.defence } else { self.attack };
        self.site.is_same(board).then_some(point)
    }
}

/// A part of a board and what stands there.
#[derive(Clone, Copy, Debug)]
struct Site<G: Geometry> {
    points: Bitboard<G>,
    stones: ByColor<Bitboard<G>>,
}

impl<G: Geometry> Site<G> {
    fn of(board: &Board<G>, points: Bitboard<G>) -> Self {
        let [black, white] = Color::BOTH.map(|color| *board.stones(color) & points);
        Self { points, stones: ByColor::new(black, white) }
    }

    fn is_same(&self, board: &Board<G>) -> bool {
        let is_same = |color| *board.stones(color) & self.points == self.stones[color];
        Color::BOTH.into_iter().all(is_same)
    }
}

/// What is known about a question.
#[derive(Clone, Copy, Debug)]
enum Verdict<G: Geometry> {
    /// Nothing yet.
    Open,
    /// It makes no difference who moves first.
    Settled,
    Critical(Critical<G>),
}

/// What is asked about a stone: about its chain or about its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Topic {
    Chain(Point),
    Group(Point),
}

impl Topic {
    fn stone(self) -> Point {
        let (Self::Chain(stone) | Self::Group(stone)) = self;
        stone
    }
}

#[derive(Clone, Copy, Debug)]
struct Question<G: Geometry> {
    topic: Topic,
    site: Site<G>,
    verdict: Verdict<G>,
}

/// Questions about the chains and groups of a board, and the answers as far as they are known.
#[derive(Clone, Debug, Default)]
pub struct Lookout<G: Geometry> {
    questions: Vec<Question<G>>,
}

impl<G: Geometry> Lookout<G> {
    /// Reads on until the budget is spent. What is known from another position stays known where
    /// nothing has changed around it.
    pub fn look(&mut self, position: &Position<G>, budget: &mut Budget<'_>) {
        let board = position.board();
        let known = std::mem::take(&mut self.questions);
        self.questions = topics(board).filter_map(|topic| question(position, topic)).collect();
        for question in &mut self.questions {
            let same = |old: &&Question<G>| old.topic == question.topic && old.site.is_same(board);
            if let Some(old) = known.iter().find(same) {
                *question = *old;
            }
        }
        let mut slice = FIRST_SLICE;
        for _ in 0..SLICES {
            for question in &mut self.questions {
                if matches!(question.verdict, Verdict::Open) {
                    question.verdict = question.read(position, slice, budget);
                }
            }
            slice *= 4;
        }
    }

    /// What one move decides.
    pub fn critical(&self) -> impl Iterator<Item = &Critical<G>> {
        self.questions.iter().filter_map(|question| match &question.verdict {
            Verdict::Critical(critical) => Some(critical),
            _ => None,
        })
    }
}

/// What may be asked about a board.
fn topics<G: Geometry>(board: &Board<G>) -> impl Iterator<Item = Topic> {
    let stones = *board.stones(Color::Black) | *board.stones(Color::White);
    let is_in_danger = |&chain: &Point| board.liberties_of(chain) <= IN_DANGER;
    let chains = board.chains_of(stones).filter(is_in_danger).map(Topic::Chain);
    let groups = Color::BOTH.into_iter().flat_map(|color| groups_of(board, color));
    chains.chain(groups.map(Topic::Group))
}

/// A question that nothing is known of; `None` where there is no stone.
fn question<G: Geometry>(position: &Position<G>, topic: Topic) -> Option<Question<G>> {
    let board = position.board();
    let points = match topic {
        Topic::Chain(stone) => Capture::of(board, stone)?.points(position, Width(1)),
        Topic::Group(stone) => Death::of(board, stone)?.points(position, Width(1)),
    };
    let stones = *board.chain_stones(topic.stone())?;
    let site = grown(points | stones, BESIDE, board.all());
    Some(Question { topic, site: Site::of(board, site), verdict: Verdict::Open })
}

impl<G: Geometry> Question<G> {
    fn read(&self, position: &Position<G>, slice: u64, budget: &mut Budget<'_>) -> Verdict<G> {
        let board = position.board();
        let stone = self.topic.stone();
        let (Some(owner), Some(&chain)) = (board.color_at(stone), board.chain_stones(stone)) else {
            return Verdict::Settled;
        };
        let (moves, stones) = match self.topic {
            Topic::Chain(_) => {
                let aim = Capture::of(board, stone);
                (aim.map(|aim| deciding_moves(position, aim, slice, budget)), chain)
            }
            Topic::Group(_) => {
                let aim = Death::of(board, stone);
                let group = tied(board, owner, chain);
                (aim.map(|aim| deciding_moves(position, aim, slice, budget)), group)
            }
        };
        match moves {
            None | Some(Answer::Settled) => Verdict::Settled,
            Some(Answer::Open) => Verdict::Open,
            Some(Answer::Moves([attack, defence])) => Verdict::Critical(Critical {
                owner,
                stones: stones.count(),
                attack,
                defence,
                site: self.site,
            }),
        }
    }
}

/// Whether who moves first decides a fight.
enum Answer {
    /// It is not known.
    Open,
    /// Who moves first does not matter.
    Settled,
    /// By which move the prover gets what it wants, and the other player prevents it.
    Moves([Point; 2]),
}

/// Asks a fight with either player as the first to move.
fn deciding_moves<G: Geometry, A: Aim<G> + Copy>(
    position: &Position<G>,
    aim: A,
    slice: u64,
    budget: &mut Budget<'_>,
) -> Answer {
    let mut points = [None; 2];
    let movers = [aim.prover(), !aim.prover()];
    for (point, mover) in points.iter_mut().zip(movers) {
        let start = Position::from_board(position.board().clone(), mover);
        let mut fight = Fight::new(&start, aim, KoThreats::Nobodys, Width(0), NearReplies);
        let wanted = fight.is_prover_to_move();
        let mut search = ProofNumberSearch::new(TABLE);
        let proof = budget.share(slice, |part| search.prove(&mut fight, part));
        match proof.verdict {
            None => return Answer::Open,
            Some(verdict) if verdict != wanted => return Answer::Settled,
            Some(_) => *point = proof.variation.first().copied().flatten(),
        }
    }
    match points {
        [Some(attack), Some(defence)] => Answer::Moves([attack, defence]),
        _ => Answer::Settled,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Nine;

    /// Whoever moves first to B9 decides what becomes of Black.
    const CORNER: &str = ". . . X O . . . .
                          X X X X O . . . .
                          O O O O O . . . .
                          . O . O . . . . .
                          . . . . . . . . .
                          . . . . . . . . .
                          . . . . . . . . .
                          . . . . . . . . .
                          . . . . . . . . .";

    fn position(diagram: &str) -> Position<Nine> {
        Position::from_board(Board::from_diagram(diagram).unwrap(), Color::Black)
    }

    fn point(vertex: &str) -> Point {
        Point::of::<Nine>(vertex.parse().unwrap())
    }

    /// The owner, the attack and the defence of all that is critical.
    fn critical(lookout: &Lookout<Nine>) -> Vec<(Color, Point, Point)> {
        lookout.critical().map(|found| (found.owner, found.attack, found.defence)).collect()
    }

    #[test]
    fn what_one_move_decides_is_found() {
        let (start, mut lookout) = (position(CORNER), Lookout::default());
        lookout.look(&start, &mut Budget::nodes(0));
        assert_eq!(critical(&lookout), [], "nothing has been read");
        lookout.look(&start, &mut Budget::nodes(20_000));
        let decided = (Color::Black, point("B9"), point("B9"));
        assert!(critical(&lookout).contains(&decided), "{lookout:?}");
        let found = lookout.critical().find(|found| found.owner == Color::Black).unwrap();
        assert_eq!(found.stones, 5);
    }

    #[test]
    fn what_is_known_lasts_while_nothing_changes_around_it() {
        let (mut position, mut lookout) = (position(CORNER), Lookout::default());
        lookout.look(&position, &mut Budget::nodes(20_000));
        let before = critical(&lookout);
        let found = *lookout.critical().find(|found| found.owner == Color::Black).unwrap();
        position.play(point("J1"));
        assert_eq!(found.move_for(Color::White, position.board()), Some(found.attack));
        lookout.look(&position, &mut Budget::nodes(0));
        assert!(critical(&lookout).contains(&(found.owner, found.attack, found.defence)));
        position.play(point("B9"));
        assert_eq!(found.move_for(Color::Black, position.board()), None);
        lookout.look(&position, &mut Budget::nodes(20_000));
        let after = critical(&lookout);
        assert!(
            before.len() > after.len() && after.iter().all(|(owner, ..)| *owner != Color::Black)
        );
    }

    #[test]
    fn what_is_settled_is_not_critical() {
        let alive = CORNER.replacen(". . .", ". X .", 1);
        let dead = CORNER.replacen(". . .", ". O .", 1);
        for diagram in [alive, dead] {
            let mut lookout = Lookout::default();
            lookout.look(&position(&diagram), &mut Budget::nodes(50_000));
            assert!(critical(&lookout).iter().all(|(owner, ..)| *owner != Color::Black));
        }
    }
}
