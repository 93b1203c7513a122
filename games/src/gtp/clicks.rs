//! Moves of pieces by two clicks, as GoGui makes them: the first point lifts the piece, and the same
//! player then plays the second. Both are moves of the Go Text Protocol. A whole move in one word,
//! `H3E3`, is played as well.

use std::sync::Arc;

use clocks::Side;

use super::Session;
use crate::board_game::BoardGame;
use crate::player::Player;
use crate::record::{BadMove, Record};

impl<G: BoardGame> Session<G> {
    /// The points of all legal moves that begin with the piece that is lifted, if one is.
    fn open_moves(&self) -> Vec<(G::Move, Vec<String>)> {
        let record = self.player.record();
        let with_clicks = |mv| (mv, record.game().clicks(mv));
        let goes_on = |(_, clicks): &(G::Move, Vec<String>)| match &self.clicks.lifted {
            Some(lifted) => clicks.first() == Some(lifted),
            None => true,
        };
        record.choices().into_iter().map(with_clicks).filter(goes_on).collect()
    }

    /// The points on which the player to move may click.
    pub(super) fn points_to_click(&self) -> Vec<String> {
        let at = usize::from(self.clicks.lifted.is_some());
        let mut points = Vec::new();
        for (_, clicks) in self.open_moves() {
            if let Some(point) = clicks.into_iter().nth(at).filter(|point| !points.contains(point))
            {
                points.push(point);
            }
        }
        points
    }

    /// The point of the piece that is lifted.
    pub(super) fn lifted(&self) -> Option<&str> {
        self.clicks.lifted.as_deref()
    }

    /// Plays a move, or lifts a piece.
    pub(super) fn click(&mut self, side: Side, text: &str) -> Result<(), BadMove> {
        let open = self.open_moves();
        let is_at = |at: usize, clicks: &[String]| {
            clicks.len() == 2
                && clicks.get(at).is_some_and(|point| point.eq_ignore_ascii_case(text))
        };
        let name = |mv| self.player.record().game().write_move(mv);
        if self.clicks.lifted.is_some() {
            let second = open.iter().find(|(_, clicks)| is_at(1, clicks));
            let mv = second.map(|(mv, _)| name(*mv)).ok_or(BadMove::Illegal)?;
            self.player.play(side, &mv)?;
            (self.clicks.lifted, self.clicks.planned) = (None, None);
            self.clicks.were_two.push(true);
        } else if let Some((_, clicks)) = open.iter().find(|(_, clicks)| is_at(0, clicks)) {
            self.clicks.lifted = clicks.first().cloned();
            self.clicks.planned = None;
        } else {
            self.player.play(side, text)?;
            self.clicks.were_two.push(false);
        }
        Ok(())
    }

    /// Takes back the last click. Returns `false` if there is none.
    pub(super) fn take_back_click(&mut self) -> bool {
        self.clicks.planned = None;
        if self.clicks.lifted.take().is_some() {
            return true;
        }
        let last = self.player.record().moves().last().map(|(_, mv)| mv.clone());
        if !self.player.undo() {
            return false;
        }
        if self.clicks.were_two.pop() == Some(true) {
            let game = self.player.record().game();
            let mv = last.and_then(|name| game.read_move(&name));
            self.clicks.lifted = mv.and_then(|mv| game.clicks(mv).into_iter().next());
        }
        true
    }

    /// The next point to click on and the one after it, where `find` finds a move and returns its
    /// name.
    pub(super) fn next_clicks(
        &mut self,
        find: impl FnOnce(&mut Player<G>) -> String,
    ) -> (String, Option<String>) {
        if let Some(planned) = self.clicks.planned.clone() {
            return (planned, None);
        }
        if self.clicks.lifted.is_none() {
            let name = find(&mut self.player);
            let game = self.player.record().game();
            let clicks = game.read_move(&name).map(|mv| game.clicks(mv)).unwrap_or_default();
            return match <[String; 2]>::try_from(clicks) {
                Ok([first, second]) => (first, Some(second)),
                Err(_) => (name, None),
            };
        }
        let open: Vec<G::Move> = self.open_moves().into_iter().map(|(mv, _)| mv).collect();
        let record = Arc::clone(self.player.record());
        self.player.set_record(Arc::new(Record::from(record.game().restricted(&open))));
        let name = find(&mut self.player);
        self.player.set_record(record);
        let game = self.player.record().game();
        let mv = game.read_move(&name).filter(|mv| open.contains(mv)).or(open.first().copied());
        let point = mv.and_then(|mv| game.clicks(mv).into_iter().nth(1));
        (point.unwrap_or_else(|| "pass".to_owned()), None)
    }

    /// Finds the next point to click on, on `side`'s time, and clicks on it.
    pub(super) fn generate_click(&mut self, side: Side) -> Result<String, BadMove> {
        let (point, planned) = self.next_clicks(|player| player.decide(side));
        self.click(side, &point)?;
        self.clicks.planned = planned;
        Ok(point)
    }
}
