//! All positions that can arise, and from which of them a player reaches what it wants.

use rustc_hash::FxHashMap;

use super::field::State;
use engine::vocabulary::Color;

/// The positions that arise from some, with the moves between them as pairs of places.
pub(super) struct Graph {
    states: Vec<State>,
    places: FxHashMap<State, u32>,
    /// By the place where they lead: where they come from.
    sources: Vec<u32>,
    /// Where in `sources` those of a place begin; one more for the end.
    begins: Vec<u32>,
    /// How many moves there are from a place.
    moves: Vec<u32>,
}

impl Graph {
    /// Lists what arises by `next` from some positions; `None` where that are more than `most`. A
    /// position from which nothing follows is over.
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

    /// All positions, each at its place.
    pub(super) fn states(&self) -> &[State] {
        &self.states
    }

    /// The place of a position that arises.
    pub(super) fn place(&self, state: &State) -> usize {
        self.places[state] as usize
    }
}

/// What a player can force, more and more of it.
pub(super) struct Forced<'a> {
    graph: &'a Graph,
    prover: Color,
    is_reached: Vec<bool>,
    /// How many moves from a place do not lead to what is reached.
    left: Vec<u32>,
}

impl<'a> Forced<'a> {
    /// Nothing yet.
    pub(super) fn new(graph: &'a Graph, prover: Color) -> Self {
        let is_reached = vec![false; graph.states.len()];
        Self { graph, prover, is_reached, left: graph.moves.clone() }
    }

    /// Whether the prover forces its way from a place.
    pub(super) fn is_reached(&self, place: usize) -> bool {
        self.is_reached[place]
    }

    /// Makes these places goals of the prover: returns the places from which it newly forces its
    /// way.
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
