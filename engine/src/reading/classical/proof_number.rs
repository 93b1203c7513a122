//! Depth-first proof-number search (df-pn, Nagai, Df-pn Algorithm for Searching AND/OR Trees and Its
//! Applications, 2002): it always goes on where the least is left to prove or to disprove.
//!
//! * A child is searched on until it is dearer than the next best one by a part of it (the 1+epsilon
//!   rule of Pawlewicz and Lew, Improving Depth-First PN-Search: 1+epsilon Trick, 2006): otherwise
//!   two good children would take turns and push each other out of the table.
//! * Where all children must be proved, the dearest one and a move for each other one count (weak
//!   proof numbers: Ueda, Hashimoto, Hashimoto and Iida, Weak Proof-Number Search, 2008): a sum would
//!   count what several lines have in common several times.
//! * Who goes in a circle has not reached the goal. A goal that is proved is proved on every way: a
//!   proof contains no circle. What fails because of a circle may succeed on another way, so such a
//!   failure enters the table only if the whole circle lies behind the position. At each position
//!   the numbers of its children are kept apart from the table, which makes the search end.

use super::budget::{Budget, OutOfBudget};
use super::dependence::Dependence;
use super::game::{Goal, Outlook};
use super::proof::Proof;
use super::table::{Record, Table};

/// The effort that nothing can make up for.
const IMPOSSIBLE: u32 = u32::MAX;
/// The greatest effort of what is open.
const MOST: u32 = IMPOSSIBLE - 1;
/// By which part a child may be dearer than the next best one: a quarter.
const EPSILON: u32 = 4;

/// How many positions there are to look at, at least, until the goal is proved or disproved: 0 where
/// it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Effort {
    proof: u32,
    disproof: u32,
}

impl Effort {
    fn done(verdict: bool) -> Self {
        match verdict {
            true => Self { proof: 0, disproof: IMPOSSIBLE },
            false => Self { proof: IMPOSSIBLE, disproof: 0 },
        }
    }

    fn verdict(self) -> Option<bool> {
        match self {
            Self { proof: 0, .. } => Some(true),
            Self { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// The effort of who wants `verdict`, and that of the other one.
    fn of(self, verdict: bool) -> (u32, u32) {
        if verdict { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }

    fn from(verdict: bool, own: u32, other: u32) -> Self {
        match verdict {
            true => Self { proof: own, disproof: other },
            false => Self { proof: other, disproof: own },
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
struct Known<M, Z> {
    effort: Effort,
    /// The positions that were looked at for it.
    work: u32,
    /// The move that decides, where one does.
    best: Option<M>,
    /// On what a proof rests.
    zone: Option<Z>,
}

impl<M: Copy, Z: Copy> Record for Known<M, Z> {
    fn worth(&self) -> u32 {
        self.work
    }
}

/// What a visit to a position has found.
#[derive(Clone, Copy, Debug)]
struct Found<Z> {
    effort: Effort,
    /// Where a verdict depends on the way here.
    dependence: Dependence,
    /// On what a proof rests.
    zone: Option<Z>,
}

impl<Z> Found<Z> {
    fn open(effort: Effort) -> Self {
        Self { effort, dependence: Dependence::NONE, zone: None }
    }
}

/// A position one move on.
#[derive(Clone, Copy, Debug)]
struct Child<M, Z> {
    mv: M,
    found: Found<Z>,
}

/// The search, with its table, which serves the next search for the same goal too.
#[derive(Debug)]
pub struct ProofNumberSearch<G: Goal> {
    table: Table<Known<G::Move, G::Zone>>,
}

impl<G: Goal> ProofNumberSearch<G> {
    /// A search with a table of so many bytes.
    pub fn new(bytes: usize) -> Self {
        Self { table: Table::with_memory(bytes) }
    }

    /// Whether the prover reaches the goal of `game`: no verdict where the budget does not suffice.
    pub fn prove(&mut self, game: &mut G, budget: &mut Budget<'_>) -> Proof<G::Move> {
        self.table.grow_old();
        let all = Effort { proof: IMPOSSIBLE, disproof: IMPOSSIBLE };
        let verdict = game.outlook().verdict().or_else(|| {
            let found = self.visit(game, all, 0, budget).ok()?;
            found.effort.verdict()
        });
        let variation = if verdict.is_some() { self.variation(game) } else { Vec::new() };
        Proof { verdict, variation }
    }

    /// Which verdict a search that ended without one was nearer to, and the move with which the player
    /// to move would have gone on; `None` where there is no move.
    pub fn leaning(&mut self, game: &mut G) -> Option<(bool, G::Move)> {
        let wanted = game.is_prover_to_move();
        let children = self.children(game, 0);
        let Sum { effort, best, .. } = Sum::of(&children, wanted);
        Some((effort.proof < effort.disproof, children.get(best?)?.mv))
    }

    /// The move by which the player to move decides the game, or holds out, where the table knows one.
    pub fn best(&self, game: &G) -> Option<G::Move> {
        self.table.find(game.key()).and_then(|known| known.best).map(|mv| game.actual(mv))
    }

    /// On what the proof of the goal of `game` rests, where the table knows it.
    pub fn zone(&self, game: &G) -> Option<G::Zone> {
        self.table.find(game.key()).and_then(|known| known.zone)
    }

    /// Searches on from an open position until the effort left reaches one of the bounds.
    fn visit(
        &mut self,
        game: &mut G,
        bounds: Effort,
        ply: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Found<G::Zone>, OutOfBudget> {
        let before = budget.spent();
        budget.spend()?;
        let wanted = game.is_prover_to_move();
        let mut children = self.children(game, ply);
        loop {
            let Sum { effort, best, second, open } = Sum::of(&children, wanted);
            let mut found = Found::open(effort);
            if let Some(verdict) = effort.verdict() {
                if verdict {
                    let zone = proved_zone(game, &children, best, wanted);
                    if !wanted && self.add_replies(game, zone, &mut children, ply) {
                        continue;
                    }
                    found.zone = zone;
                }
                found.dependence = dependence(&children, best, verdict == wanted).before(ply);
            }
            let is_enough = effort.proof >= bounds.proof || effort.disproof >= bounds.disproof;
            if effort.verdict().is_some() || is_enough {
                let best = best.and_then(|at| children.get(at)).map(|child| child.mv);
                self.note(game, found, best, budget.spent() - before);
                return Ok(found);
            }
            let Some(child) = best.and_then(|at| children.get_mut(at)) else { return Ok(found) };
            let inner = inner_bounds(bounds, second, open, wanted);
            game.play(child.mv);
            let answer = self.visit(game, inner, ply + 1, budget);
            game.undo();
            child.found = answer?;
        }
    }

    /// Notes what was found, unless a verdict depends on the way here.
    fn note(&mut self, game: &G, found: Found<G::Zone>, best: Option<G::Move>, work: u64) {
        let Found { effort, dependence, zone } = found;
        if dependence == Dependence::NONE {
            let work = work.min(u64::from(u32::MAX)) as u32;
            let best = best.map(|mv| game.normal(mv));
            self.table.note(game.key(), Known { effort, work, best, zone });
        }
    }

    /// The positions after the moves worth a look, up to one that decides.
    fn children(&mut self, game: &mut G, ply: usize) -> Vec<Child<G::Move, G::Zone>> {
        let decides = Effort::done(game.is_prover_to_move());
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let mut children = Vec::with_capacity(moves.len());
        for mv in moves {
            let child = self.child(game, mv, ply);
            children.push(child);
            if child.found.effort == decides && child.found.dependence == Dependence::NONE {
                break;
            }
        }
        children
    }

    /// The position after a move, with what is known about it.
    fn child(&mut self, game: &mut G, mv: G::Move, ply: usize) -> Child<G::Move, G::Zone> {
        game.play(mv);
        let found = match game.repeats() {
            Some(before) => {
                let dependence = Dependence::on(ply + 1, before);
                Found { dependence, ..Found::open(Effort::done(false)) }
            }
            None => self.known(game),
        };
        game.undo();
        Child { mv, found }
    }

    /// What the table knows of a position, or what can be told without a search: that enters the
    /// table, as it is asked for again at each visit to the position before.
    fn known(&mut self, game: &G) -> Found<G::Zone> {
        if let Some(Known { effort, zone, .. }) = self.table.find(game.key()) {
            return Found { zone, ..Found::open(effort) };
        }
        let found = match game.outlook() {
            Outlook::Open { proof, disproof } => Found::open(Effort { proof, disproof }),
            Outlook::Decided(verdict) => {
                let zone = verdict.then(|| game.zone_of_goal());
                Found { zone, ..Found::open(Effort::done(verdict)) }
            }
        };
        self.note(game, found, None, 0);
        found
    }

    /// Adds the other player's moves that may disturb a proof against all moves so far; says whether
    /// there are any.
    fn add_replies(
        &mut self,
        game: &mut G,
        zone: Option<G::Zone>,
        children: &mut Vec<Child<G::Move, G::Zone>>,
        ply: usize,
    ) -> bool {
        let Some(zone) = zone else { return false };
        let before = children.len();
        let mut replies = Vec::new();
        game.replies(zone, &mut replies);
        for mv in replies {
            if children[..before].iter().all(|child| child.mv != mv) {
                let child = self.child(game, mv, ply);
                children.push(child);
            }
        }
        children.len() > before
    }

    /// What both play, as far as the table knows it.
    fn variation(&self, game: &mut G) -> Vec<G::Move> {
        let mut line = Vec::new();
        while game.repeats().is_none() && game.outlook().verdict().is_none() {
            let Some(mv) = self.best(game) else { break };
            game.play(mv);
            line.push(mv);
        }
        for _ in &line {
            game.undo();
        }
        line
    }
}

/// On what a proof rests: that of the deciding move where the prover is to move, or of all moves.
fn proved_zone<G: Goal>(
    game: &G,
    children: &[Child<G::Move, G::Zone>],
    best: Option<usize>,
    wanted: bool,
) -> Option<G::Zone> {
    if wanted {
        let child = children.get(best?)?;
        return Some(game.zone_before(child.mv, child.found.zone?));
    }
    Some(game.zone_of_all(children.iter().filter_map(|child| child.found.zone)))
}

/// What the children of a position come to.
struct Sum {
    effort: Effort,
    /// The place of the child at which to search on, or that decides.
    best: Option<usize>,
    /// The effort of the player to move at the second best child.
    second: u32,
    /// The children that are not decided against the player to move.
    open: u32,
}

impl Sum {
    /// For a player to move who wants the verdict `wanted`.
    fn of<M, Z>(children: &[Child<M, Z>], wanted: bool) -> Self {
        let (mut best, mut open) = (None, 0);
        let (mut least, mut second, mut dearest) = (IMPOSSIBLE, IMPOSSIBLE, 0);
        for (at, child) in children.iter().enumerate() {
            let (own, other) = child.found.effort.of(wanted);
            if own < least || best.is_none() {
                (best, second, least) = (Some(at), least, own);
            } else {
                second = second.min(own);
            }
            dearest = dearest.max(other);
            open += u32::from(other > 0);
        }
        let other = match dearest {
            0 | IMPOSSIBLE => dearest,
            _ => dearest.saturating_add(open - 1).min(MOST),
        };
        Self { effort: Effort::from(wanted, least, other), best, second, open }
    }
}

/// How far to search on at the best child of so many open ones.
fn inner_bounds(bounds: Effort, second: u32, open: u32, wanted: bool) -> Effort {
    let (own, other) = bounds.of(wanted);
    let dearer = second.saturating_add(second / EPSILON).saturating_add(1);
    let other = if other == IMPOSSIBLE { other } else { other - (open - 1) };
    Effort::from(wanted, own.min(dearer), other)
}

/// Where a verdict depends on the way: where the deciding child does, or any child.
fn dependence<M, Z>(
    children: &[Child<M, Z>],
    best: Option<usize>,
    is_decided_by_one: bool,
) -> Dependence {
    match best.and_then(|at| children.get(at)) {
        Some(child) if is_decided_by_one => child.found.dependence,
        _ => {
            let all = children.iter().map(|child| child.found.dependence);
            all.min().unwrap_or(Dependence::NONE)
        }
    }
}
