//! Moves, clocks, taking back and giving up.

use std::time::Instant;

use engine::player::{Decision, MoveReport, Wishes};
use engine::rules::IllegalMove;
use engine::vocabulary::{Color, Move, Vertex};
use review::words;

use super::{Phase, Show, Table};

impl Table {
    /// A move on a point, or a change of the dead stones there.
    pub(super) fn point(&mut self, at: Vertex, show: Show<'_>) -> Result<(), String> {
        match self.phase {
            Phase::Counting(_) => self.toggle(at),
            _ => self.person_moves(Move::Play(at), show),
        }
    }

    pub(super) fn person_moves(&mut self, mv: Move, show: Show<'_>) -> Result<(), String> {
        self.expect_playing()?;
        let person = self.person;
        self.game().check(person, mv).map_err(|broken| impossible(mv, broken))?;
        let left = self.player.clock_mut().reading(person);
        self.stop_clock();
        if left.is_some_and(|(time, _)| time.is_zero()) {
            self.end(lost_on_time(person), None);
            let winner = words::name(!person);
            self.say(format!("Your time was up before this move: {winner} (Mengxi) wins."));
            return Ok(());
        }
        self.player.game_mut().play(person, mv).map_err(|broken| impossible(mv, broken))?;
        self.keep();
        self.answer(show);
        Ok(())
    }

    pub(super) fn expect_playing(&self) -> Result<(), String> {
        match self.phase {
            Phase::Playing => Ok(()),
            Phase::Counting(_) => Err("Both have passed, so this has to wait.".to_owned()),
            Phase::Over(..) => Err("The game is over: type new for another one.".to_owned()),
        }
    }

    /// The program's move if it is to move, and the count if the game has ended.
    pub(super) fn answer(&mut self, show: Show<'_>) {
        let is_over = self.game().is_over();
        if self.phase == Phase::Playing && !is_over && self.game().to_move() != self.person {
            self.running = Some((!self.person, Instant::now()));
            self.think(show, Self::program_moves);
            self.stop_clock();
        }
        if self.phase == Phase::Playing && self.game().is_over() {
            self.count(show);
        }
        self.start_clock();
    }

    fn program_moves(&mut self) {
        let color = !self.person;
        let captured = self.game().prisoners(color);
        let decision = self.player.generate(color, Wishes::default());
        if let Some(report) = self.player.last_report() {
            // At a low level the move need not be the best one.
            let is_played = |found: &&MoveReport| decision == Decision::Move(found.mv);
            let played = report.moves.iter().find(is_played).filter(|found| found.visits > 0);
            let rate = played.map_or_else(|| report.win_rate(), |found| found.win_rate);
            self.note_win_rate(color, rate);
        }
        let name = words::name(color);
        match decision {
            Decision::Resign => {
                self.say(format!("{name} (Mengxi) resigns: you have won. Well played!"));
                self.end(format!("{}+R", self.person.letter()), None);
            }
            Decision::Move(Move::Pass) => {
                self.say(format!("{name} (Mengxi) passes."));
                self.keep();
            }
            Decision::Move(Move::Play(at)) => {
                let taken = match self.game().prisoners(color) - captured {
                    0 => String::new(),
                    1 => " and captures a stone".to_owned(),
                    count => format!(" and captures {count} stones"),
                };
                self.say(format!("{name} (Mengxi) plays {at}{taken}."));
                self.keep();
            }
        }
    }

    /// Starts the person's clock, if the game goes on.
    pub(super) fn start_clock(&mut self) {
        if self.phase == Phase::Playing {
            self.running = Some((self.person, Instant::now()));
            let person = self.person;
            self.player.clock_mut().start(person);
        }
    }

    /// Stops whatever clock is running.
    pub(super) fn stop_clock(&mut self) {
        if let Some((color, since)) = self.running.take() {
            self.used[color] += since.elapsed();
        }
        self.player.clock_mut().stop();
    }

    /// The player who has lost on time, if one has.
    pub(super) fn late(&self) -> Option<Color> {
        let Phase::Over(result, _) = &self.phase else { return None };
        Color::BOTH.into_iter().find(|&color| *result == lost_on_time(color))
    }

    /// Takes back the person's last move and all after it.
    pub(super) fn undo(&mut self) -> Result<(), String> {
        let person = self.person;
        let reading = self.player.clock_mut().reading(person);
        if self.late() == Some(person) || reading.is_some_and(|(left, _)| left.is_zero()) {
            return Err("Your time is up, so nothing can be taken back.".to_owned());
        }
        let own = self.game().moves().iter().rposition(|(color, _)| *color == person);
        let own = own.ok_or("You have not moved yet.")?;
        let count = self.game().moves().len() - own;
        self.stop_clock();
        self.player.game_mut().undo_many(count).map_err(|_| "Nothing can be taken back.")?;
        self.phase = Phase::Playing;
        self.black_win_rate = None;
        self.keep();
        self.start_clock();
        Ok(())
    }

    pub(super) fn resign(&mut self) -> Result<(), String> {
        self.expect_playing()?;
        self.end(format!("{}+R", (!self.person).letter()), None);
        self.say(
            "You have resigned. Type review to see the moves that lost most, or new for \
                  another game.",
        );
        Ok(())
    }

    /// Remembers a win rate of a player.
    pub(super) fn note_win_rate(&mut self, of: Color, rate: f32) {
        self.black_win_rate = Some(if of == Color::Black { rate } else { 1.0 - rate });
    }
}

/// Why a move cannot be played, for somebody who may not know the rule.
pub(super) fn impossible(mv: Move, broken: IllegalMove) -> String {
    let rule = match broken {
        IllegalMove::Ko => "you may not retake the ko at once; play elsewhere first".to_owned(),
        IllegalMove::Suicide => "your stone would have no liberty there".to_owned(),
        other => other.to_string(),
    };
    match mv {
        Move::Play(at) => format!("{at} is not possible: {rule}."),
        Move::Pass => format!("You cannot pass: {rule}."),
    }
}

/// The result of a game that this player has lost on time.
fn lost_on_time(player: Color) -> String {
    format!("{}+T", (!player).letter())
}
