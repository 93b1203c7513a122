//! Hints, judgement, explanation and review.

use std::time::Duration;

use assembly::compose;
use engine::reading::ReadingLimits;
use engine::rules::Score;
use engine::vocabulary::{Move, Vertex};
use review::game::quick;
use review::judgement::{explain_point, of_the_end, sentences};
use review::words;

use super::moves::impossible;
use super::{Phase, Show, Table};

/// The part of the limits of a move that a hint or a judgement may use.
const SHARE_OF_A_MOVE: f64 = 0.4;
/// The time for each reading of an explanation.
const READING_TIME: Duration = Duration::from_millis(500);
/// The time for a review in seconds.
const REVIEW_SECONDS: f64 = 10.0;
/// The number of moves that a hint names.
const HINTS: usize = 3;

impl Table {
    pub(super) fn hint(&mut self, show: Show<'_>) -> Result<(), String> {
        self.expect_playing()?;
        let report = self.think(show, |table| table.player.study(SHARE_OF_A_MOVE).clone());
        let person = self.person;
        let best = report.moves.iter().filter(|found| found.visits > 0).take(HINTS);
        for (rank, found) in best.enumerate() {
            let lead = f64::from(found.lead * person.sign());
            let lead = Score::from_black_lead((lead * 10.0).round() / 10.0);
            let rate = found.win_rate * 100.0;
            self.hints.push(found.mv);
            let name = words::called(found.mv);
            self.say(format!("{}: {name}, win rate {rate:.0} % ({lead})", rank + 1));
        }
        self.note_win_rate(person, report.win_rate());
        Ok(())
    }

    pub(super) fn judge(&mut self, show: Show<'_>) {
        let said = self.think(show, |table| {
            let game = table.game().clone();
            match &table.phase {
                Phase::Counting(counting) | Phase::Over(_, Some(counting)) => {
                    of_the_end(&game, &counting.count(&game))
                }
                _ => {
                    let report = table.player.study(SHARE_OF_A_MOVE).clone();
                    table.note_win_rate(game.to_move(), report.win_rate());
                    sentences(&game, &report)
                }
            }
        });
        said.iter().for_each(|sentence| self.say(sentence));
    }

    pub(super) fn explain(&mut self, at: Vertex, show: Show<'_>) -> Result<(), String> {
        let stop = self.stop_signal();
        let said = self.think(show, |table| {
            let search = table.player.settings().search;
            let limits = ReadingLimits {
                threads: search.threads,
                stop: Some(stop.flag()),
                ..ReadingLimits::new(READING_TIME, search.memory)
            };
            explain_point(&mut *table.player, at, limits)
        });
        let said = said.map_err(|broken| impossible(Move::Play(at), broken))?;
        said.iter().for_each(|sentence| self.say(sentence));
        Ok(())
    }

    pub(super) fn review(&mut self, show: Show<'_>) -> Result<(), String> {
        let stop = self.stop_signal();
        let said = self.think(show, |table| {
            let game = table.game().clone();
            let player = compose::player_with(&table.values, game.clone());
            quick::costliest_moves(player, &game, REVIEW_SECONDS, &stop)
        });
        let said = said.map_err(|shortage| shortage.to_string())?;
        said.lines().for_each(|line| self.say(line));
        if let Some(file) = self.store.kept() {
            self.say("For the whole review as a page, run:");
            self.say(format!("mengxi review \"{}\" --html review.html", file.display()));
        }
        Ok(())
    }
}
