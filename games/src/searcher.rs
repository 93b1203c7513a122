//! The searches of `classical` behind one function, so that each can find the moves of a player.

use classical::{
    AlphaBeta, BoundKind, Budget, Enhancements, Limits, Method, OutOfBudget, RootMove, Score,
    SearchedScore, Selectivity, Thinker, Thought, divide, minimax_after, moves_to_end, solve,
};

use crate::board_game::BoardGame;
use crate::settings::SearchName;

/// The maximum depth of alpha-beta, MTD(f) and minimax, which have no limit in depth of their own.
const DEEPEST: u32 = 100;
/// The number of positions that the search which divides them begins with.
const FIRST_DIVIDED: u64 = 64;

/// The best line that a search has found.
#[derive(Clone, Debug)]
pub(crate) struct Line<M> {
    /// The best move and the replies to it, as far as they are known.
    pub(crate) variation: Vec<M>,
    /// The score for the player to move.
    pub(crate) score: Score,
    /// Whether the score depends on no estimate.
    pub(crate) is_exact: bool,
    /// The depth of the last complete iteration, in moves; 0 for a search without a depth.
    pub(crate) depth: u32,
    /// The number of positions searched.
    pub(crate) nodes: u64,
}

impl<M> Line<M> {
    /// A best line whose score needed no estimate.
    pub(crate) fn finished((variation, score): (Vec<M>, Score)) -> Self {
        Self { variation, score, is_exact: true, depth: 0, nodes: 0 }
    }
}

/// A search with what it remembers.
pub(crate) struct Searcher<G: BoardGame> {
    name: SearchName,
    /// The memory for a table.
    bytes: usize,
    thinker: Thinker,
    alpha_beta: Option<AlphaBeta<G>>,
}

impl<G: BoardGame> Searcher<G> {
    /// Creates a search with tables of at most `bytes` bytes. Only the default one uses more than
    /// one thread.
    pub(crate) fn new(name: SearchName, threads: usize, bytes: usize) -> Self {
        let is_older = matches!(name, SearchName::AlphaBeta | SearchName::Mtdf);
        let alpha_beta = || AlphaBeta::new(Enhancements::default(), bytes);
        Self {
            name,
            bytes,
            thinker: Thinker::new(
                if is_older { 0 } else { bytes },
                threads,
                Selectivity::default(),
            ),
            alpha_beta: is_older.then(alpha_beta),
        }
    }

    /// Forgets what earlier searches have found.
    pub(crate) fn forget(&mut self) {
        self.thinker.clear();
        if self.alpha_beta.is_some() {
            self.alpha_beta = Some(AlphaBeta::new(Enhancements::default(), self.bytes));
        }
    }

    /// Whether it reports what it finds, and finds more than one line.
    pub(crate) fn reports(&self) -> bool {
        self.name == SearchName::Pvs
    }

    /// Whether a limit in depth ends its searches.
    pub(crate) fn has_depth(&self) -> bool {
        self.name != SearchName::Divided
    }

    /// Searches for the best line in a game that is not over. There is always one, however small
    /// the budget.
    pub(crate) fn search(&mut self, game: &G, depth: u32, budget: Budget<'_>) -> Line<G::Move> {
        let line = match (self.name, &mut self.alpha_beta) {
            (SearchName::AlphaBeta, Some(search)) => {
                solved(game, Method::AlphaBeta, search, depth, budget)
            }
            (SearchName::Mtdf, Some(search)) => solved(game, Method::Mtdf, search, depth, budget),
            (SearchName::Minimax, _) => minimax_deeper(game, depth, budget),
            (SearchName::Divided, _) => divided(game, depth, budget),
            _ => {
                let limits = Limits { deepest: depth, budget, variations: 1 };
                let thought = self.thinker.think(game, limits, &mut |_| {});
                Line {
                    variation: thought.variation,
                    score: thought.score,
                    is_exact: thought.is_exact,
                    depth: thought.depth,
                    nodes: thought.nodes,
                }
            }
        };
        let variation = if line.variation.is_empty() {
            game.clone().legal_moves().into_iter().take(1).collect()
        } else {
            line.variation
        };
        Line { variation, ..line }
    }

    /// The best `count` moves, each with its line and score, by the default search. If the budget
    /// runs out, the first score may be a lower bound. `report` is told what each iteration finds.
    pub(crate) fn best_lines(
        &mut self,
        game: &G,
        depth: u32,
        budget: Budget<'_>,
        count: usize,
        report: &mut dyn FnMut(Vec<Line<G::Move>>),
    ) -> Vec<Line<G::Move>> {
        let limits = Limits { deepest: depth, budget, variations: count };
        let thought =
            self.thinker.think(game, limits, &mut |thought| report(lines(thought, count)));
        lines(&thought, count)
    }
}

/// The best `count` moves that a search has found.
fn lines<M: Copy>(thought: &Thought<M>, count: usize) -> Vec<Line<M>> {
    let line = |root: &RootMove<M>| Line {
        variation: root.variation.clone(),
        score: root.score,
        is_exact: !root.is_estimate && root.kind == BoundKind::Exact,
        depth: root.depth,
        nodes: thought.nodes,
    };
    thought.moves.iter().take(count).map(line).collect()
}

fn solved<G: BoardGame>(
    game: &G,
    method: Method,
    search: &mut AlphaBeta<G>,
    depth: u32,
    mut budget: Budget<'_>,
) -> Line<G::Move> {
    let depth = depth.min(DEEPEST);
    let SearchedScore { score, is_exact, depth, variation, nodes } =
        solve(&mut game.clone(), method, search, depth, &mut budget);
    Line { variation, score, is_exact, depth, nodes }
}

/// Minimax deeper and deeper, until a limit is reached or the game is decided. A search that is
/// less deep than a win is long may have missed a quicker one.
fn minimax_deeper<G: BoardGame>(game: &G, depth: u32, mut budget: Budget<'_>) -> Line<G::Move> {
    let mut line = Line { variation: vec![], score: 0, is_exact: false, depth: 0, nodes: 0 };
    while line.depth < depth.min(DEEPEST) {
        let Ok((mv, score)) = best_by_minimax(&mut game.clone(), line.depth + 1, &mut budget)
        else {
            break;
        };
        line = Line { variation: vec![mv], score, depth: line.depth + 1, ..line };
        if moves_to_end::<G>(score).is_some_and(|moves| moves.unsigned_abs() <= line.depth) {
            break;
        }
    }
    Line { nodes: budget.spent(), ..line }
}

/// The best move by minimax, with its score.
fn best_by_minimax<G: BoardGame>(
    game: &mut G,
    depth: u32,
    budget: &mut Budget<'_>,
) -> Result<(G::Move, Score), OutOfBudget> {
    let mut best = None;
    for mv in game.legal_moves() {
        let score = minimax_after(game, mv, depth, budget)?;
        if best.is_none_or(|(_, most)| score > most) {
            best = Some((mv, score));
        }
    }
    best.ok_or(OutOfBudget)
}

/// The search that divides a number of positions among the moves; twice as many each time, until a
/// limit is reached, the game is won or no estimate was needed. It has no depth, but a move without
/// a choice needs only the first number.
fn divided<G: BoardGame>(game: &G, depth: u32, mut budget: Budget<'_>) -> Line<G::Move> {
    let mut line = Line { variation: vec![], score: 0, is_exact: false, depth: 0, nodes: 0 };
    let mut nodes = FIRST_DIVIDED.min(budget.nodes.unwrap_or(u64::MAX)).max(1);
    while let Ok(found) = divide(&mut game.clone(), nodes, &mut budget) {
        let variation = found.best.into_iter().collect();
        line = Line { variation, score: found.score, is_exact: found.is_exact, ..line };
        let is_won = found.score > 0 && moves_to_end::<G>(found.score).is_some();
        if found.is_exact || depth == 1 || is_won {
            break;
        }
        nodes = nodes.saturating_mul(2);
    }
    Line { nodes: budget.spent(), ..line }
}

#[cfg(test)]
mod tests {
    use classical::Game;

    use super::*;
    use crate::record::Record;
    use crate::xiangqi::square::Move;
    use crate::{othello, xiangqi};

    type Chess = xiangqi::Position<xiangqi::evaluation::Simple>;
    type Othello = othello::Position<othello::evaluation::Simple>;

    const NAMES: [SearchName; 5] = [
        SearchName::Pvs,
        SearchName::AlphaBeta,
        SearchName::Mtdf,
        SearchName::Minimax,
        SearchName::Divided,
    ];

    /// The best line of a new search.
    fn searched(name: SearchName, game: &Chess, depth: u32) -> Line<Move> {
        Searcher::<Chess>::new(name, 1, 1 << 20).search(game, depth, Budget::nodes(100_000))
    }

    #[test]
    fn a_win_is_not_put_off() {
        let game = Chess::from_fen("4k4/R8/9/p8/9/9/9/9/1R7/3K5 w - - 0 60").unwrap();
        for name in NAMES {
            let line = searched(name, &game, 3);
            let mv = line.variation.first().map(|&mv| game.write_move(mv));
            assert_eq!(mv.as_deref(), Some("B2B10"), "{name:?} {line:?}");
            assert_eq!(game.write_score(line.score), "+#1", "{name:?} {line:?}");
        }
    }

    /// Black gives check until a position occurs for the third time, which loses by the rules. When
    /// it occurs for the second time, Black may still turn away.
    #[test]
    fn every_search_knows_the_positions_of_the_game() {
        let fen = "2bakab2/8R/2n5c/p1p3p1p/9/4C1P2/P3P3P/7C1/4K4/2r3B1R b";
        let mut game = Chess::from_fen(fen).unwrap();
        let cycle: [Move; 4] = ["c0c1", "e1e0", "c1c0", "e0e1"].map(|mv| mv.parse().unwrap());
        cycle[..3].iter().for_each(|&mv| game.play(mv));
        for name in NAMES {
            let line = searched(name, &game, 1);
            assert!(line.score.abs() < xiangqi::WIN / 2, "{name:?} {line:?}");
        }
        game.play(cycle[3]);
        cycle[..3].iter().for_each(|&mv| game.play(mv));
        for name in NAMES {
            let line = searched(name, &game, 1);
            assert_eq!(line.variation.first(), Some(&cycle[3]), "{name:?} {line:?}");
            assert_eq!(game.write_score(line.score), "+#1", "{name:?} {line:?}");
        }
    }

    #[test]
    fn a_division_of_few_positions_looks_ahead() {
        let mut record = Record::<Othello>::default();
        for mv in ["f5", "d6", "c3", "d3", "c4", "f4"] {
            record.play(record.mover(), mv).unwrap();
        }
        for nodes in [16, 40] {
            let mut search = Searcher::<Othello>::new(SearchName::Divided, 1, 1 << 20);
            let line = search.search(record.game(), 100, Budget::nodes(nodes));
            let mut budget = Budget::nodes(nodes);
            let divided = divide(&mut record.game().clone(), nodes, &mut budget).unwrap();
            assert_eq!(
                (line.variation.first(), line.score),
                (divided.best.as_ref(), divided.score)
            );
        }
    }
}
