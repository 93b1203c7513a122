//! The opening rule swap2: one player places three stones, the other takes a colour or adds two
//! stones, and then the first takes a colour. White, who is to move after three stones and after
//! five, is taken by making a move, and Black by the word `SWAP`.

use std::io::Write;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Instant;

use classical::Score;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::notation::{Problem, pair, point};
use super::play::in_turn;
use super::session::Session;
use crate::gomoku::evaluation::Evaluation;
use crate::gomoku::point::{Point, SIZE};
use crate::gomoku::position::Position;
use crate::lines::Incoming;
use crate::player::Player;

/// The number of openings from which one is chosen.
const OPENINGS: usize = 32;
/// The number of positions that a search of one of them sees at first.
const FIRST_NODES: u64 = 2_000;
/// The greatest distance of the second and the third stone from the first one.
const NEAR: usize = 4;
/// The part of the time for a move that the choice of an opening may take.
const PART_OF_TIME: u32 = 2;

impl<E: Evaluation, W: Write> Session<'_, E, W> {
    /// Answers to the stones of an opening.
    pub(super) fn swap2(&mut self, lines: &Receiver<Incoming>) -> Result<String, Problem> {
        let block = self.block(lines)?;
        let points = block.iter().map(|line| point(line)).collect::<Result<Vec<_>, _>>()?;
        let count = points.len();
        if ![0, 3, 5].contains(&count) {
            return Err(format!("expected 0, 3 or 5 stones of an opening, got {count}"));
        }
        let record = in_turn(points)?;
        self.player.set_record(Arc::new(record));
        self.set_clock();
        let mover = self.player.record().mover();
        self.player.clock_mut().start(mover);
        let answer = if count == 0 { self.place_three() } else { self.choose_color() };
        let clock = self.player.clock_mut();
        clock.stop();
        // The manager tells only the program's own time, and the program may have either colour
        // after this.
        if let Some(left) = clock.left(mover) {
            clock.set_left(!mover, left, 0);
        }
        answer
    }

    /// Takes the colour that a search prefers. Two more stones would leave the choice to the
    /// opponent, so by the program's own judgement they are never better.
    fn choose_color(&mut self) -> Result<String, Problem> {
        let (best, score) = best(&mut self.player).ok_or("no move")?;
        if score < 0 {
            return Ok("SWAP".to_owned());
        }
        let mover = self.player.record().mover();
        let played = self.player.play(mover, &best.to_string());
        played.map_err(|error| format!("{}: {error}", pair(best)))?;
        Ok(pair(best))
    }

    /// Places three stones for which searches prefer neither side. In each round, the half of the
    /// openings with the most even scores is kept for the next round, which searches twice as many
    /// positions.
    fn place_three(&mut self) -> Result<String, Problem> {
        let begun = Instant::now();
        let time = self.player.allowed().map(|time| time / PART_OF_TIME);
        let own_nodes = self.player.settings().nodes;
        let mut left = own_nodes;
        let mut openings = openings(self.player.variety().seed);
        let mut nodes = FIRST_NODES;
        while openings.len() > 1 {
            let mut kept = openings.len() / 2;
            let mut searched = Vec::new();
            for &opening in &openings {
                // The best of those that were searched within the limits is the choice.
                let is_over = time.is_some_and(|time| begun.elapsed() >= time) || left == Some(0);
                if !searched.is_empty() && is_over {
                    kept = 1;
                    break;
                }
                self.player.set_record(Arc::new(in_turn(opening)?));
                self.player.settings_mut().nodes = left.into_iter().chain([nodes]).min();
                let score = best(&mut self.player).map_or(Score::MAX, |(_, score)| score);
                let spent = self.player.last().map_or(0, |found| found.nodes);
                left = left.map(|left| left.saturating_sub(spent));
                searched.push((score.abs(), opening));
            }
            searched.sort_by_key(|&(score, _)| score);
            searched.truncate(kept);
            openings = searched.into_iter().map(|(_, opening)| opening).collect();
            nodes *= 2;
        }
        self.player.settings_mut().nodes = own_nodes;
        let opening = openings.first().copied().ok_or("no opening")?;
        self.player.set_record(Arc::new(in_turn(opening)?));
        Ok(opening.map(pair).join(" "))
    }
}

/// The best move for the player to move and its score.
fn best<E: Evaluation>(player: &mut Player<Position<E>>) -> Option<(Point, Score)> {
    let found = player.think_by_search()?;
    Some((found.variation.first().copied()?, found.score))
}

/// Different openings of three stones near each other, drawn by chance.
fn openings(seed: u64) -> Vec<[Point; 3]> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut openings = Vec::new();
    while openings.len() < OPENINGS {
        let (column, row) = (random.random_range(0..SIZE), random.random_range(0..SIZE));
        let mut near = || {
            let mut at =
                |middle: usize| (middle + random.random_range(0..=2 * NEAR)).checked_sub(NEAR);
            Point::new(at(column)?, at(row)?)
        };
        let (first, second, third) = (Point::new(column, row), near(), near());
        if let (Some(first), Some(second), Some(third)) = (first, second, third) {
            let opening = [first, second, third];
            let is_legal = first != second && first != third && second != third;
            if is_legal && !openings.contains(&opening) {
                openings.push(opening);
            }
        }
    }
    openings
}
