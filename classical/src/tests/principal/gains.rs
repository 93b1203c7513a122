//! Tests the guesses of the principal variation search on a game in which they are good ones.

use super::*;

/// The number of moves of a game.
const LENGTH: usize = 60;
/// The predictions at each depth from 4 on, each from a search two moves less deep.
const PREDICTIONS: [[ProbCut; 1]; 4] = [
    [ProbCut { shallow: 2, slope: 1.0, offset: 0.0, deviation: 1.5 }],
    [ProbCut { shallow: 3, slope: 1.0, offset: 0.0, deviation: 1.5 }],
    [ProbCut { shallow: 4, slope: 1.0, offset: 0.0, deviation: 1.5 }],
    [ProbCut { shallow: 5, slope: 1.0, offset: 0.0, deviation: 1.5 }],
];

/// A game in which each move gains points for the player who makes it and changes the state, which
/// decides what later moves gain.
#[derive(Clone, Debug)]
pub(super) struct Gains {
    /// The state and the lead of the first player after each move.
    path: Vec<(u64, Score)>,
}

impl Gains {
    pub(super) fn new(state: u64) -> Self {
        Self { path: vec![(state % 64, 0)] }
    }

    fn here(&self) -> (u64, Score) {
        *self.path.last().unwrap()
    }

    fn sign(&self) -> Score {
        if self.path.len() % 2 == 1 { 1 } else { -1 }
    }
}

fn mixed(number: u64) -> u64 {
    let mixed = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

impl Game for Gains {
    type Move = u8;

    fn moves(&mut self, into: &mut Vec<u8>) {
        if self.path.len() <= LENGTH {
            into.extend(0..12);
        }
    }

    fn play(&mut self, mv: u8) {
        let (state, lead) = self.here();
        let gain = mixed(state * 12 + u64::from(mv)) >> 32;
        self.path
            .push(((state * 3 + u64::from(mv)) % 64, lead + self.sign() * (gain % 9) as Score));
    }

    fn undo(&mut self) {
        self.path.pop();
    }

    fn key(&self) -> u64 {
        let (state, lead) = self.here();
        mixed(mixed(state << 8 | self.path.len() as u64) ^ u64::from(lead.cast_unsigned()))
    }

    fn index(mv: u8) -> usize {
        mv.into()
    }
}

impl Scored for Gains {
    fn bounds(&self) -> Bounds {
        match self.path.len() > LENGTH {
            true => Bounds::exactly(self.estimate()),
            false => Bounds { low: -1000, high: 1000 },
        }
    }

    fn estimate(&self) -> Score {
        self.sign() * self.here().1
    }

    fn circle(&self) -> Score {
        0
    }
}

impl Selective for Gains {
    const ASPIRATION: Score = 2;

    fn try_null_move(&mut self) -> bool {
        self.path.push(self.here());
        true
    }

    fn prob_cuts(&self, depth: u32) -> &[ProbCut] {
        depth.checked_sub(4).and_then(|at| PREDICTIONS.get(at as usize)).map_or(&[], |cuts| cuts)
    }
}

#[test]
fn each_guess_saves_work() {
    let search = |state, selectivity| {
        let limits = Limits { deepest: 7, ..Limits::default() };
        let mut thinker = Thinker::new(1 << 20, 1, selectivity);
        thinker.think(&Gains::new(state), limits, &mut |_| ())
    };
    let nodes = |selectivity| (0..10).map(|state| search(state, selectivity).nodes).sum::<u64>();
    let none = Selectivity::NONE;
    let plain = nodes(none);
    let with_one = [
        Selectivity { null_move: true, ..none },
        Selectivity { late_moves: true, ..none },
        Selectivity { prob_cut: true, ..none },
    ]
    .map(nodes);
    assert!(with_one.iter().all(|&nodes| nodes * 10 < plain * 9), "{plain} {with_one:?}");
    let full = nodes(Selectivity::FULL);
    assert!(full * 2 < plain, "{plain} {full}");
    let error = |state| {
        let scores = [none, Selectivity::FULL].map(|selectivity| search(state, selectivity).score);
        scores[0].abs_diff(scores[1])
    };
    let errors: Vec<_> = (0..10).map(error).collect();
    assert!(errors.iter().all(|&error| error <= 4), "{errors:?}");
}
