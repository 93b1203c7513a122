//! A query: a game, the positions in it to analyse, and what to report about them.
//!
//! | module | contents |
//! | --- | --- |
//! | [`fields`] | the values of a JSON object, read with their types |
//! | `game` | board, rules, stones and moves |
//! | `wishes` | what to search for and what to report |
//!
//! A query holds moves and not positions, because thousands of queries may wait at the same time
//! and a position takes hundreds of kilobytes.

pub(crate) mod fields;
mod game;
mod wishes;

use engine::rules::GameState;
use serde_json::{Map, Value};

use crate::settings::Settings;
use fields::{FieldError, Fields};
use game::Game;

pub(crate) use wishes::{Reports, Wishes};

/// A query.
#[derive(Debug)]
pub(crate) struct Query {
    /// The client's name for the query, which is in each answer.
    pub(crate) id: String,
    /// The game.
    game: Game,
    /// What to search for and what to report.
    pub(crate) wishes: Wishes,
}

/// A query that has been read, with the turns to analyse and the warnings about it.
#[derive(Debug)]
pub(crate) struct Reading {
    /// The query.
    pub(crate) query: Query,
    /// The turns to analyse, in ascending order, each with its priority. Turn 0 is the position
    /// before the first move.
    pub(crate) turns: Vec<(usize, i64)>,
    /// What is odd about the query without being wrong.
    pub(crate) warnings: Vec<FieldError>,
}

/// The largest number of unknown fields of a query that are named in warnings.
const MOST_UNKNOWN: usize = 100;

impl Query {
    /// Reads a query with this `id`. `settings` apply unless the query makes its own.
    ///
    /// # Errors
    /// If a field is missing or wrong, or a move is illegal.
    pub(crate) fn read(
        id: String,
        object: &Map<String, Value>,
        settings: &Settings,
    ) -> Result<Reading, FieldError> {
        let fields = Fields::new(object);
        // The id is known already.
        fields.get("id");
        let mut warnings = Vec::new();
        let game = Game::read(&fields, &mut warnings)?;
        let turns = game.turns(&fields)?;
        let size = game.size();
        let wishes = Wishes::read(&fields, size, settings, &mut warnings)?;
        let unknown = fields.unread().into_iter().take(MOST_UNKNOWN);
        warnings
            .extend(unknown.map(|name| FieldError::new(name, "unknown field, which is ignored")));
        Ok(Reading { query: Self { id, game, wishes }, turns, warnings })
    }

    /// The game up to a turn.
    pub(crate) fn game(&self, turn: usize) -> Result<GameState, FieldError> {
        self.game.replay(turn)
    }
}

#[cfg(test)]
mod tests;
