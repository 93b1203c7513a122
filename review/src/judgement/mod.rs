//! Describes the result of a search in plain sentences: who leads, which groups are in doubt, and
//! what is urgent.
//!
//! Everything here follows from a report and the position alone. The commands run the search
//! beforehand. Each degree of certainty is expressed by a fixed phrase, which is listed together
//! with the range of values for which it is used.

mod explain_point;
pub mod explanation;
mod groups;
mod moves;
mod patterns;
#[cfg(test)]
mod tests;

pub use explain_point::explain_point;

use engine::player::SearchReport;
use engine::rules::{Count, GameState, Score, Status};
use engine::vocabulary::{BoardSize, Color, Vertex};

use crate::words::{counted, name};
use groups::{Group, Safety};

/// The distance from an estimate to each of its bounds in GNU Go's format, as a fraction of the
/// standard deviation.
const BOUND: f64 = 0.5;
/// Two values of [`SearchReport::decidedness`], each with the error of an estimate at that value,
/// as a fraction of the standard deviation. Between the two, the error is interpolated linearly.
///
/// The error is smaller than the deviation of single simulations. On labelled positions, it was a
/// sixth of the deviation in the opening, and later between a third and three quarters of the
/// deviation.
const ERROR: [(f32, f64); 2] = [(0.2, 1.0 / 6.0), (0.7, 0.5)];
/// The maximum number of groups described.
const MOST_GROUPS: usize = 8;
/// With fewer playouts than this, or visits that are worth less, the figures are random.
const GUESS: u64 = 500;
/// With fewer playouts than this, or visits that are worth less, the figures may still change.
const IMPRESSION: u64 = 4000;
/// The phrases for a group on which the result depends, each with the minimum mean criticality of
/// the group's stones. A group that decides the whole game would have a criticality of 0.5.
const CRITICAL: [(f32, &str); 2] = [(0.2, "The game hangs on"), (0.1, "Much hangs on")];
/// Groups whose criticality differs by no more than this are about equally decisive.
const SAME_CRITICALITY: f32 = 0.05;
/// A lead of less than this, in points, is not worth mentioning.
const LEVEL: f64 = 0.5;
/// If the spread is smaller than this, in points, the score is practically always the same.
const NO_SPREAD: f64 = 1.0;

/// An estimate of the score, in points from Black's perspective, including komi.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The best estimate.
    pub lead: f64,
    /// The standard deviation of the lead at the end of the simulations.
    pub spread: f64,
    /// The likely error of the estimate.
    pub error: f64,
}

impl Estimate {
    /// The estimate for a score that is certain.
    pub fn certain(score: Score) -> Self {
        Self { lead: score.black_lead(), spread: 0.0, error: 0.0 }
    }

    /// The estimate that follows from a report on a position with `color` to move.
    pub fn of(report: &SearchReport, color: Color) -> Self {
        let spread = f64::from(report.lead_deviation);
        let [(open, least), (decided, most)] = ERROR;
        let stage = ((report.decidedness() - open) / (decided - open)).clamp(0.0, 1.0);
        let error = spread * (least + (most - least) * f64::from(stage));
        Self { lead: report.expected_black_lead(color), spread, error }
    }

    /// The estimate in GNU Go's format, such as `W+3.5 (upper bound: 5.2, lower: 1.8)`. Both bounds
    /// are from White's perspective, so a Black lead of 5 points has bounds such as -3 and -7. A
    /// draw is written as `W+0.0`.
    pub fn gnu_go_words(self) -> String {
        let tenths = |points: f64| (points * 10.0).round() / 10.0 + 0.0;
        let white = tenths(-self.lead);
        let winner = if white < 0.0 { Color::Black } else { Color::White };
        let error = self.spread * BOUND;
        let (upper, lower) = (tenths(error - self.lead), tenths(-error - self.lead));
        let (letter, lead) = (winner.letter(), white.abs());
        format!("{letter}+{lead:.1} (upper bound: {upper:.1}, lower: {lower:.1})")
    }
}

/// The phrases for the certainty of the result, from most to least certain. Each phrase comes with
/// the minimum win rate that the leader must have if the best move is played.
///
/// Win rates from playouts are too close to one half. In 200 positions from 9x9 games labelled by a
/// network, the leader's win rate according to the network was 99 % where the search estimated 95 %
/// or more, 94 % where the search estimated 80 % to 95 %, and 68 % where the search estimated 55 %
/// to 65 %.
const CERTAINTY: [(f32, &str); 4] = [
    (0.95, "the game is all but decided"),
    (0.8, "a clear lead"),
    (0.65, "an advantage"),
    (0.55, "a slight advantage"),
];

/// The judgement of a game in progress, as sentences.
pub fn sentences(game: &GameState, report: &SearchReport) -> Vec<String> {
    let color = game.to_move();
    let estimate = Estimate::of(report, color);
    let mut said = vec![standing(report.win_rate(), color, estimate)];
    said.extend(reliability(report));
    let groups = groups::groups(game, &report.ownership);
    said.extend(group_sentences(&groups));
    said.extend(critical(&groups, &report.criticality, game.size()));
    said.push(moves::sentence(report, color, &groups, game.size()));
    said
}

/// The judgement of a finished game, as sentences.
pub fn of_the_end(game: &GameState, count: &Count) -> Vec<String> {
    let score = count.score();
    let points = counted(score.black_lead().abs(), "point");
    let mut said = vec![match score.winner() {
        Some(winner) => format!("The game is over: {} wins by {points}.", name(winner)),
        None => "The game is over: it is a draw.".to_owned(),
    }];
    let chain = |stones: Vec<Vertex>| {
        let color = stones.first().and_then(|&stone| game.stone_at(stone))?;
        Some(Group { color, stones, safety: Safety::Dead })
    };
    for (status, words) in [(Status::Dead, "dead"), (Status::Seki, "alive in seki")] {
        let mut chains: Vec<Group> = count.points(status).filter_map(chain).collect();
        chains.sort_by_key(|chain| std::cmp::Reverse(chain.stones.len()));
        let shown = chains.iter().take(MOST_GROUPS);
        said.extend(shown.map(|chain| format!("{} is {words}.", chain.name())));
    }
    if said.len() == 1 {
        said.push("No stones are dead.".to_owned());
    }
    said
}

/// The sentence that says who is ahead, by how much, and how certain the result is. `win_rate` is
/// the win rate of `color`, from 0 to 1.
fn standing(win_rate: f32, color: Color, estimate: Estimate) -> String {
    let (leader, rate) = if win_rate >= 0.5 { (color, win_rate) } else { (!color, 1.0 - win_rate) };
    let lead = estimate.lead * f64::from(leader.sign());
    let points = match estimate.spread < NO_SPREAD {
        true => counted((lead.abs() * 2.0).round() / 2.0, "point"),
        false => counted(lead.abs().round().max(1.0), "point"),
    };
    let points = match lead {
        lead if lead.abs() < LEVEL => "is level on points".to_owned(),
        lead if lead > 0.0 => format!("leads by about {points}"),
        _ => format!("is behind by about {points}"),
    };
    let margin = match estimate.error.round() {
        error if error >= 1.0 => format!(", give or take {error},"),
        _ => String::new(),
    };
    let certainty = CERTAINTY.iter().find(|(least, _)| rate >= *least);
    let certainty = certainty.map_or("the game is even", |(_, words)| words);
    let percent = (rate * 100.0).round();
    let leader = name(leader);
    format!("{leader} {points}{margin} with a win rate of {percent} %: {certainty}.")
}

/// A warning if the search was short.
fn reliability(report: &SearchReport) -> Option<String> {
    let visits = counted(report.visits as f64, "visit");
    match report.playouts_worth() {
        0 => Some("Nothing has been searched: all of this is a guess.".to_owned()),
        1..GUESS => Some(format!("After only {visits}, all of this is a guess.")),
        GUESS..IMPRESSION => Some(format!("After {visits}, this is a first impression.")),
        _ => None,
    }
}

/// Names the most decisive group, if any group is decisive enough to be mentioned. A group is
/// decisive if owning its points correlates strongly with winning.
fn critical(groups: &[Group], criticality: &[f32], size: BoardSize) -> Option<String> {
    let figure = |group: &Group| {
        let of = |stone: &Vertex| criticality.get(stone.index(size)).copied().unwrap_or(0.0);
        group.stones.iter().map(of).sum::<f32>() / group.stones.len().max(1) as f32
    };
    let highest = groups.iter().map(figure).fold(0.0, f32::max);
    // Groups are sorted by size, so this finds the largest of the groups that are about as decisive
    // as the most decisive one.
    let most = groups.iter().find(|group| figure(group) + SAME_CRITICALITY >= highest)?;
    let (_, words) = CRITICAL.iter().find(|(least, _)| figure(most) >= *least)?;
    Some(format!("{words} {}.", most.name()))
}

/// A sentence for each group that is not safe, beginning with the largest group.
fn group_sentences(groups: &[Group]) -> Vec<String> {
    if groups.is_empty() {
        return vec!["There are no stones on the board.".to_owned()];
    }
    let in_question = || groups.iter().filter(|group| group.safety != Safety::Safe);
    let say = |group: &Group| format!("{} is {}.", group.name(), group.safety.words());
    let mut said: Vec<String> = in_question().take(MOST_GROUPS).map(say).collect();
    match in_question().count().saturating_sub(MOST_GROUPS) {
        0 if said.is_empty() => said.push("All groups are safe.".to_owned()),
        0 => {}
        1 => said.push("One smaller group is not safe either.".to_owned()),
        more => said.push(format!("{more} smaller groups are not safe either.")),
    }
    said
}
