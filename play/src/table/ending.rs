//! The end of a game: the count, until both agree.

use engine::rules::{Score, Status};
use engine::vocabulary::{Color, Move, Vertex};
use review::words;

use super::{Phase, Show, Table};
use crate::counting::Counting;

impl Table {
    pub(super) fn end(&mut self, result: String, counting: Option<Counting>) {
        self.stop_clock();
        self.phase = Phase::Over(result, counting);
        self.keep();
    }

    /// Judges which stones are dead after both players have passed.
    pub(super) fn count(&mut self, show: Show<'_>) {
        // A stop signal was meant for the program's last move and must not cut the count short.
        self.stop_signal().clear();
        let judgement = self.think(show, |table| table.player.judge());
        self.phase = Phase::Counting(Counting::new(judgement, self.game().rules()));
        self.say("Both have passed.");
        self.ask_for_agreement();
    }

    /// Switches a group between dead and alive.
    pub(super) fn toggle(&mut self, at: Vertex) -> Result<(), String> {
        if let Phase::Counting(counting) = &mut self.phase {
            counting.toggle(self.player.game(), at)?;
            self.ask_for_agreement();
        }
        Ok(())
    }

    pub(super) fn ask_for_agreement(&mut self) {
        let Phase::Counting(counting) = &self.phase else { return };
        let count = counting.count(self.game());
        let open = counting.open_points(self.game());
        let dead = match count.points(Status::Dead).flatten().count() {
            0 => "No stone is dead".to_owned(),
            1 => "One stone, a small letter on the board, is dead".to_owned(),
            more => format!("{more} stones, small letters on the board, are dead"),
        };
        self.say(format!("{dead}, so {}.", outcome(count.score())));
        if open > 0 {
            self.say(format!(
                "{open} points lie open to both players and count for nobody. To close the borders \
                 first, type resume."
            ));
        }
        self.say(
            "Type done if this is right. The point of a group switches it between dead and \
                  alive, and resume lets you play on.",
        );
    }

    pub(super) fn agree(&mut self) -> Result<(), String> {
        let Phase::Counting(counting) = self.phase.clone() else {
            return Err("There is nothing to agree to: the game is not being counted.".to_owned());
        };
        let score = counting.count(self.game()).score();
        self.end(score.to_string(), Some(counting));
        self.say(format!("The game is over: {}.", outcome(score)));
        self.say("Type review to see the moves that lost most, or new for another game.");
        Ok(())
    }

    pub(super) fn resume(&mut self, show: Show<'_>) -> Result<(), String> {
        if !matches!(self.phase, Phase::Counting(_)) {
            return Err("There is nothing to resume: the game is not being counted.".to_owned());
        }
        self.phase = Phase::Playing;
        while self.game().moves().last().is_some_and(|(_, mv)| *mv == Move::Pass) {
            if self.player.game_mut().undo().is_err() {
                break;
            }
        }
        self.keep();
        self.answer(show);
        Ok(())
    }

    pub(super) fn score(&mut self, show: Show<'_>) {
        match &self.phase {
            Phase::Counting(_) => self.ask_for_agreement(),
            Phase::Over(_, Some(counting)) => {
                let score = counting.count(self.game()).score();
                self.say(format!("The game is over: {}.", outcome(score)));
            }
            Phase::Over(result, None) => {
                let how = without_count(result);
                let now = outcome(self.estimate(show));
                self.say(format!("The game is over: {how}. On the board, {now}."));
            }
            Phase::Playing => {
                let now = outcome(self.estimate(show));
                self.say(format!("As it stands, {now}."));
            }
        }
    }

    /// The score of the board as it is now.
    fn estimate(&mut self, show: Show<'_>) -> Score {
        self.think(show, |table| table.player.judge().count(table.player.game()).score())
    }
}

/// The score in words, from the middle of a sentence on.
fn outcome(score: Score) -> String {
    let points = words::counted(score.black_lead().abs(), "point");
    match score.winner() {
        Some(winner) => format!("{} wins by {points}", words::name(winner)),
        None => "the game is drawn".to_owned(),
    }
}

/// How a game ended that was not counted, such as `B+R`, from the middle of a sentence on.
fn without_count(result: &str) -> String {
    let winner = if result.starts_with('B') { Color::Black } else { Color::White };
    let how = if result.ends_with('T') { "on time" } else { "by resignation" };
    format!("{} wins {how}", words::name(winner))
}
