//! A book of rules, and a search for those that apply to a position.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use thiserror::Error;

use super::index::{Grid, Index};
use super::pattern::{Offset, symmetries};
use super::rule::Rule;
use super::text::RuleError;
use crate::board::Position;
use crate::vocabulary::{Bitboard, BoardSize, Color, Geometry, Point, Symmetry, Vertex};

/// The error for a line of text that is not a rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct BookError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The problem with the line.
    pub problem: RuleError,
}

/// A collection of rules. No rule added by [`insert`](Self::insert) follows from any other single
/// rule.
#[derive(Clone, Debug)]
pub struct RuleBook {
    /// The rules, with `None` in place of each rule that was replaced by a more general one.
    rules: Vec<Option<Rule>>,
    /// The rules indexed by their patterns, in all orientations.
    index: Index<Form>,
}

/// A rule in one orientation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    rule: u32,
    symmetry: Symmetry,
}

/// A rule that applies to a position.
#[derive(Clone, Copy, Debug)]
pub struct Firing<'a> {
    /// The rule.
    pub rule: &'a Rule,
    /// The player who reaches the goal.
    pub prover: Color,
    /// The required move, or `None` if the goal is reached whichever player moves first.
    pub mv: Option<Vertex>,
    /// One stone of each chain concerned, or the same stone twice if there is only one chain.
    pub targets: [Vertex; 2],
}

static EMBEDDED: LazyLock<RuleBook> = LazyLock::new(|| {
    let text = include_str!("../../data/theorems.txt");
    text.parse().unwrap_or_else(|error| {
        // The tests parse the same text, so this should never happen.
        log::error!("the embedded rules are left out: {error}");
        RuleBook::new()
    })
});

impl RuleBook {
    /// Creates an empty book.
    pub fn new() -> Self {
        Self { rules: Vec::new(), index: Index::new() }
    }

    /// The rules that come with the program.
    pub fn embedded() -> &'static Self {
        &EMBEDDED
    }

    /// All rules.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter().flatten()
    }

    /// Adds a rule unless it follows from an existing one. Existing rules that follow from the new
    /// one are removed, and their coverage is added to that of the new rule.
    pub fn insert(&mut self, mut rule: Rule) {
        if let Some(known) = self.rules.iter_mut().flatten().find(|known| known.implies(&rule)) {
            known.covers = known.covers.saturating_add(rule.covers);
            return;
        }
        for known in &mut self.rules {
            if let Some(special) = known.take_if(|known| rule.implies(known)) {
                rule.covers = rule.covers.saturating_add(special.covers);
            }
        }
        self.add(rule);
    }

    /// Adds a rule without comparing it with the others.
    fn add(&mut self, rule: Rule) {
        let number = self.rules.len() as u32;
        let mut forms: Vec<Rule> = Vec::new();
        for symmetry in symmetries() {
            let form = rule.turned(symmetry);
            if !forms.contains(&form) {
                self.index.insert(&form.pattern, Form { rule: number, symmetry });
                forms.push(form);
            }
        }
        self.rules.push(Some(rule));
    }

    /// Records that a rule covers one more position.
    pub(super) fn count(&mut self, rule: usize) {
        if let Some(Some(rule)) = self.rules.get_mut(rule) {
            rule.covers = rule.covers.saturating_add(1);
        }
    }

    /// The rules that apply to a position. A rule that requires a move is included whichever player
    /// is to move, so the move may be no more than a threat by the prover. If a ko bans the player
    /// to move from playing on a point, rules that have this player as the prover and rely on that
    /// point are excluded.
    pub fn firings<G: Geometry>(&self, position: &Position<G>) -> Vec<Firing<'_>> {
        let mut all = Vec::new();
        self.for_each(position, |_, firing| all.push(firing));
        all
    }

    /// Calls a function for each rule that applies, with the rule's number and the rule itself.
    pub(super) fn for_each<'a, G: Geometry>(
        &'a self,
        position: &Position<G>,
        mut show: impl FnMut(usize, Firing<'a>),
    ) {
        for prover in Color::BOTH {
            self.for_each_around(position, prover, position.board().all(), |firing, (form, _)| {
                show(form.rule as usize, firing);
            });
        }
    }

    /// Calls `show` for each rule that applies around one of the anchors with `prover` as the
    /// prover. `show` receives the rule, its orientation and the anchor.
    pub(super) fn for_each_around<'a, G: Geometry>(
        &'a self,
        position: &Position<G>,
        prover: Color,
        anchors: Bitboard<G>,
        mut show: impl FnMut(Firing<'a>, (Form, Vertex)),
    ) {
        let board = position.board();
        let grid = Grid::new(board, prover);
        let ko = position.ko().filter(|_| position.to_move() == prover);
        let ko = ko.map(|ko| ko.vertex::<G>());
        for anchor in anchors {
            let anchor = anchor.vertex::<G>();
            self.index.find(&grid, anchor, |form: Form| {
                let firing = self.firing(form, prover, anchor, board.size(), ko);
                firing.into_iter().for_each(|firing| show(firing, (form, anchor)));
            });
        }
    }

    /// The points in a rule's pattern, in one orientation around an anchor.
    pub(super) fn points_of<G: Geometry>(
        &self,
        Form { rule, symmetry }: Form,
        anchor: Vertex,
        size: BoardSize,
    ) -> Bitboard<G> {
        let rule = self.rules.get(rule as usize).and_then(Option::as_ref);
        let cells = rule.into_iter().flat_map(|rule| rule.pattern.cells());
        let vertices = cells.filter_map(|(offset, _)| offset.turned(symmetry).vertex(anchor, size));
        vertices.map(Point::of::<G>).collect()
    }

    /// The rule in one orientation around an anchor, or `None` if the rule relies on the point that
    /// the ko bans.
    fn firing(
        &self,
        Form { rule, symmetry }: Form,
        prover: Color,
        anchor: Vertex,
        size: BoardSize,
        ko: Option<Vertex>,
    ) -> Option<Firing<'_>> {
        let rule = self.rules.get(rule as usize)?.as_ref()?;
        let vertex = |offset: Offset| offset.turned(symmetry).vertex(anchor, size);
        let mut cells = rule.pattern.cells().iter();
        if ko.is_some() && cells.any(|&(offset, _)| vertex(offset) == ko) {
            return None;
        }
        let [first, second] = rule.targets;
        let mv = rule.has_move.then_some(anchor);
        Some(Firing { rule, prover, mv, targets: [vertex(first)?, vertex(second)?] })
    }
}

impl Default for RuleBook {
    fn default() -> Self {
        Self::new()
    }
}

/// Reads all rules in a text without comparing them, because a text written by a book contains no
/// redundant rules.
impl FromStr for RuleBook {
    type Err = BookError;

    fn from_str(text: &str) -> Result<Self, BookError> {
        let mut book = Self::new();
        for (line, text) in (1..).zip(text.lines().map(str::trim)) {
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let rule = text.parse().map_err(|problem| BookError { line, problem })?;
            book.add(rule);
        }
        Ok(book)
    }
}

/// Writes one rule per line, those with the largest coverage first.
impl fmt::Display for RuleBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rules: Vec<&Rule> = self.rules().collect();
        rules.sort_by(|a, b| b.covers.cmp(&a.covers).then_with(|| a.cmp(b)));
        rules.into_iter().try_for_each(|rule| writeln!(f, "{rule}"))
    }
}
