//! The positions of games, each with its features, the result of its game, and the target of the
//! fit.

use std::io;
use std::str::FromStr;

use clocks::Side;
use games::fitting::{Fitted, Score};
use games::record::Record;
use protocol::clip;

/// One game in this many is held out.
const HELD_OUT: usize = 20;

/// The positions of games.
#[derive(Default)]
pub(super) struct Rows {
    /// The features of all positions, one after another.
    features: Vec<u32>,
    pub(super) learned: Vec<Row>,
    pub(super) held_out: Vec<Row>,
}

/// A position: the range of its features, the number of its game, the player to move, and, from the
/// perspective of that player, the result of the game and the target of the estimate.
#[derive(Clone, Copy)]
pub(super) struct Row {
    begin: usize,
    end: usize,
    /// The square of the length of the vector that says how often each feature occurs.
    pub(super) squared_length: f32,
    game: usize,
    mover: Side,
    pub(super) result: f32,
    /// The result that the search of this position expected, if that is known.
    pub(super) searched: Option<f32>,
    pub(super) target: f32,
}

impl Row {
    /// The target of a network: a mean of the result of the game, with this weight, and of the
    /// result that the search expected.
    pub(super) fn blended(&self, lambda: f32) -> f32 {
        let searched = self.searched.unwrap_or(self.result);
        lambda * self.result + (1.0 - lambda) * searched
    }

    /// A value for the player to move here as one for Black, or the other way round.
    fn turned(&self, value: f32) -> f32 {
        if self.mover == Side::First { value } else { -value }
    }
}

/// The place of the weight of a feature, and whether it is subtracted, among `weights` weights.
pub(super) fn place(feature: u32, weights: usize) -> (usize, bool) {
    let feature = feature as usize;
    feature.checked_sub(weights).map_or((feature, false), |place| (place, true))
}

impl Rows {
    /// Reads games.
    ///
    /// # Errors
    /// If a line is no game, or there are too few.
    pub(super) fn read<G: Fitted>(games: &[String]) -> io::Result<Self> {
        let mut rows = Self::default();
        for (number, line) in games.iter().enumerate() {
            rows.add::<G>(number, line)
                .map_err(|problem| invalid(&format!("line {}: {problem}", number + 1)))?;
        }
        if rows.learned.is_empty() {
            return Err(invalid("expected at least two games"));
        }
        Ok(rows)
    }

    /// Checks the line of a game.
    ///
    /// # Errors
    /// If the line is no game of this kind.
    pub(super) fn check<G: Fitted>(line: &str) -> Result<(), String> {
        Self::default().add::<G>(0, line)
    }

    /// Adds the positions of a game that were not reached by chance.
    fn add<G: Fitted>(&mut self, number: usize, line: &str) -> Result<(), String> {
        let mut words = line.split(' ');
        let random_moves: usize = number_in(words.next(), "a number of random moves")?;
        let result: f32 = number_in(words.next(), "a result")?;
        if !result.is_finite() {
            return Err(format!("expected a result, got '{result}'"));
        }
        let mut record = Record::<G>::default();
        for (at, word) in words.enumerate() {
            let (mv, score) = word.split_once(':').unwrap_or((word, ""));
            let has_score = !score.is_empty();
            let score = has_score.then(|| number_in(Some(score), "a score")).transpose()?;
            let is_open = score.is_none_or(G::is_open);
            if at >= random_moves && mv != "pass" && is_open {
                self.add_position::<G>(number, &record, result, score);
            }
            record.play(record.mover(), mv).map_err(|error| format!("'{}': {error}", clip(mv)))?;
        }
        Ok(())
    }

    /// Adds a position, unless it is unfit to learn from.
    fn add_position<G: Fitted>(
        &mut self,
        game: usize,
        record: &Record<G>,
        for_black: f32,
        score: Option<Score>,
    ) {
        let begin = self.features.len();
        record.game().features(&mut self.features);
        let (end, mover) = (self.features.len(), record.mover());
        let new = self.features.get_mut(begin..).unwrap_or_default();
        let squared_length = squared_length(new, G::weights());
        if squared_length == 0.0 {
            self.features.truncate(begin);
            return;
        }
        let unit = G::NETWORK.map_or(G::PARTS, |network| network.unit);
        let mut row = Row {
            begin,
            end,
            squared_length,
            game,
            mover,
            result: for_black,
            searched: score.map(|score| G::expected(score as f32 / unit)),
            target: for_black,
        };
        row.result = row.turned(for_black);
        row.target = row.result;
        let is_held_out = game.is_multiple_of(HELD_OUT);
        let rows = if is_held_out { &mut self.held_out } else { &mut self.learned };
        rows.push(row);
    }

    pub(super) fn features(&self, row: Row) -> &[u32] {
        self.features.get(row.begin..row.end).unwrap_or_default()
    }

    /// The result that the weights predict for a position.
    pub(super) fn predict<G: Fitted>(&self, row: Row, weights: &[f32]) -> f32 {
        G::expected(sum(self.features(row), weights))
    }

    /// Sets the targets of the estimates. The estimates of later positions contribute to them,
    /// because they depend less on chance than the result alone does (Sutton, Learning to Predict
    /// by the Methods of Temporal Differences, Machine Learning, 1988: TD(lambda)).
    pub(super) fn look_ahead<G: Fitted>(&mut self, weights: &[f32], lambda: f32) {
        let mut learned = std::mem::take(&mut self.learned);
        let mut later: Option<(usize, f32)> = None;
        for row in learned.iter_mut().rev() {
            let after = later.filter(|&(game, _)| game == row.game);
            let after = after.map_or(row.turned(row.result), |(_, for_black)| for_black);
            row.target = row.turned(after);
            let estimate = row.turned(self.predict::<G>(*row, weights));
            later = Some((row.game, lambda * after + (1.0 - lambda) * estimate));
        }
        self.learned = learned;
    }

    /// How well estimates predict the targets of the positions held out.
    pub(super) fn judge<G: Fitted>(
        &self,
        target: impl Fn(&Row) -> f32,
        mut estimate: impl FnMut(&[u32]) -> f32,
    ) -> String {
        let (mut squares, mut spread) = (0.0, 0.0);
        for &row in &self.held_out {
            let expected = G::expected(estimate(self.features(row)));
            let target = target(&row);
            let error = expected - target;
            squares += f64::from(error * error);
            spread += f64::from(target * target);
        }
        let count = self.held_out.len().max(1) as f64;
        format!("error {:.3}, spread {:.3}", (squares / count).sqrt(), (spread / count).sqrt())
    }
}

/// The sum of the weights of features.
pub(super) fn sum(features: &[u32], weights: &[f32]) -> f32 {
    let weight = |&feature: &u32| {
        let (place, is_subtracted) = place(feature, weights.len());
        weights.get(place).map(|weight| if is_subtracted { -weight } else { *weight })
    };
    features.iter().filter_map(weight).sum()
}

/// The sum of the squares of how often each weight is added, or subtracted. Sorts the features.
fn squared_length(features: &mut [u32], weights: usize) -> f32 {
    features.sort_unstable_by_key(|&feature| place(feature, weights).0);
    let net = |equal: &[u32]| {
        let subtracted = equal.iter().filter(|&&feature| place(feature, weights).1).count();
        (equal.len() - subtracted).abs_diff(subtracted)
    };
    features
        .chunk_by(|&left, &right| place(left, weights).0 == place(right, weights).0)
        .map(|equal| net(equal) * net(equal))
        .sum::<usize>() as f32
}

pub(super) fn invalid(problem: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, problem)
}

/// Reads a number.
fn number_in<N: FromStr>(word: Option<&str>, expected: &str) -> Result<N, String> {
    let word = word.unwrap_or_default();
    word.parse().map_err(|_| format!("expected {expected}, got '{}'", clip(word)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::othello;

    type Othello = othello::Position<othello::evaluation::Simple>;

    #[test]
    fn lines_that_are_no_games_are_refused() {
        let problem = |line: &str| Rows::read::<Othello>(&[line.to_owned()]).err().unwrap();
        for (line, expected) in [
            ("6 +2 D3 D3", "line 1: 'D3': illegal move"),
            ("six +2 D3", "line 1: expected a number of random moves, got 'six'"),
            ("6 nan D3", "line 1: expected a result, got 'NaN'"),
            ("", "line 1: expected a number of random moves, got ''"),
        ] {
            assert_eq!(problem(line).to_string(), expected);
        }
        assert!(Rows::read::<Othello>(&[]).is_err());
    }

    #[test]
    fn equal_features_add_up_and_opposite_ones_cancel() {
        assert_eq!(squared_length(&mut [], 10), 0.0);
        assert_eq!(squared_length(&mut [3, 5, 3, 3], 10), 10.0);
        assert_eq!(squared_length(&mut [3, 15, 13, 3, 15], 10), 5.0);
        assert_eq!(squared_length(&mut [2, 12], 10), 0.0);
    }

    #[test]
    fn targets_are_between_the_result_and_the_next_estimate() {
        let mut rows = Rows::default();
        let movers = [Side::First, Side::Second, Side::Second, Side::First];
        for (at, (mover, game)) in movers.into_iter().zip([1, 1, 1, 2]).enumerate() {
            let (begin, end, squared_length, result, target) = (at, at + 1, 1.0, 8.0, 8.0);
            let searched = None;
            let mut row = Row { begin, end, squared_length, game, mover, result, searched, target };
            row.result = row.turned(8.0);
            rows.features.push(at as u32);
            rows.learned.push(row);
        }
        let weights = [100.0, 2.0, -4.0, 16.0];
        let mut targets = |lambda| {
            rows.look_ahead::<Othello>(&weights, lambda);
            rows.learned.iter().map(|row| row.target).collect::<Vec<_>>()
        };
        assert_eq!(targets(1.0), [8.0, -8.0, -8.0, 8.0], "the result");
        assert_eq!(targets(0.0), [-2.0, -4.0, -8.0, 8.0], "the next estimate of the same game");
        assert_eq!(targets(0.5), [2.0, -6.0, -8.0, 8.0]);
    }
}
