//! The graph of all positions that can arise, and the set of those from which a player can force a
//! goal.

use rustc_hash::FxHashMap;

use super::field::State;
use engine::vocabulary::Color;

/// The positions that can arise, and the moves between them. Positions are referred to by index.
pub(super) struct Graph {
    states: Vec<State>,
    places: FxHashMap<State, u32>,
    /// The position before each move, grouped by the position to which the move leads.
    sources: Vec<u32>,
    /// The index in `sources` at which each position's group begins, with an additional entry for
    /// the end of the last group.
    begins: Vec<u32>,
    /// The number of moves from each position.
    moves: Vec<u32>,
}

impl Graph {
    /// Lists the positions that can be reached from `starts`, or returns `None` if there are more
    /// than `most`. `next` appends the successors of a position; a position without successors is
    /// final.
    pub(super) fn explore(
        starts: &[State],
        most: usize,
        mut next: impl FnMut(&State, &mut Vec<State>),
    ) -> Option<Self> {
        let (mut states, mut places) = (Vec::new(), FxHashMap::default());
        let mut place_of = |state: State, states: &mut Vec<State>| {
            *places.entry(state).or_insert_with(|| {
                states.push(state);
                states.len() as u32 - 1
            })
        };
        for &start in starts {
            place_of(start, &mut states);
        }
        let (mut edges, mut moves, mut found) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(state) = states.get(moves.len()).copied() {
            found.clear();
            next(&state, &mut found);
            for &after in &found {
                edges.push((moves.len() as u32, place_of(after, &mut states)));
            }
            moves.push(found.len() as u32);
            if states.len() > most {
                return None;
            }
        }
        let mut begins = vec![0; states.len() + 1];
        for &(_, to) in &edges {
            begins[to as usize + 1] += 1;
        }
        for place in 0..states.len() {
            begins[place + 1] += begins[place];
        }
        let (mut sources, mut ends) = (vec![0; edges.len()], begins.clone());
        for (from, to) in edges {
            let end = &mut ends[to as usize];
            sources[*end as usize] = from;
            *end += 1;
        }
        Some(Self { states, places, sources, begins, moves })
    }

    /// All positions, in the order of their indices.
    pub(super) fn states(&self) -> &[State] {
        &self.states
    }

    /// The index of a position.
    pub(super) fn place(&self, state: &State) -> usize {
        self.places[state] as usize
    }
}

/// The set of positions from which the prover can force a goal. The set grows as goals are added.
pub(super) struct Forced<'a> {
    graph: &'a Graph,
    prover: Color,
    is_reached: Vec<bool>,
    /// For each position, the number of moves that do not yet lead to a position in the set.
    left: Vec<u32>,
}

impl<'a> Forced<'a> {
    /// Creates an empty set.
    pub(super) fn new(graph: &'a Graph, prover: Color) -> Self {
        let is_reached = vec![false; graph.states.len()];
        Self { graph, prover, is_reached, left: graph.moves.clone() }
    }

    /// Whether the prover can force a goal from a position.
    pub(super) fn is_reached(&self, place: usize) -> bool {
        self.is_reached[place]
    }

    /// Adds goals for the prover. Returns the positions from which the prover can now force a goal
    /// but could not before.
    pub(super) fn add(&mut self, goals: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut new = Vec::new();
        for goal in goals {
            self.reach(goal, &mut new);
        }
        let mut done = 0;
        while let Some(&place) = new.get(done) {
            done += 1;
            let [from, to] = [place, place + 1].map(|at| self.graph.begins[at] as usize);
            for &source in &self.graph.sources[from..to] {
                let source = source as usize;
                self.left[source] -= 1;
                if self.graph.states[source].mover == self.prover || self.left[source] == 0 {
                    self.reach(source, &mut new);
                }
            }
        }
        new
    }

    fn reach(&mut self, place: usize, new: &mut Vec<usize>) {
        if !std::mem::replace(&mut self.is_reached[place], true) {
            new.push(place);
        }
    }
}
