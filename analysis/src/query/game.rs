//! The game of a query: the board, the rules, the stones before the first move, and the moves.

use std::collections::BTreeMap;

use assembly::rules;
use assembly::values::LARGEST_KOMI;
use engine::rules::{GameState, Rules, Scoring};
use engine::vocabulary::{BoardSize, Color, Move, Vertex};
use serde_json::Value;

use super::fields::{FieldError, Fields, color, read_move};

/// The range of priorities, as in KataGo.
const PRIORITIES: std::ops::RangeInclusive<i64> = -(1 << 62)..=1 << 62;

const STONES: &str = "a list of pairs such as [\"B\",\"D4\"]";

/// A game, without the positions in it.
#[derive(Debug)]
pub(super) struct Game {
    size: BoardSize,
    rules: Rules,
    komi: f64,
    stones: Vec<(Color, Vertex)>,
    first_to_move: Color,
    moves: Vec<(Color, Move)>,
}

impl Game {
    /// Reads the game of a query and checks that it can be played.
    pub(super) fn read(
        fields: &Fields<'_>,
        warnings: &mut Vec<FieldError>,
    ) -> Result<Self, FieldError> {
        let size = size(fields)?;
        let rules = rules_of(fields, warnings)?;
        let stones = stones(fields, size)?;
        let moves = moves(fields, size)?;
        let first_to_move = fields.color("initialPlayer")?;
        let first_to_move = first_to_move.or_else(|| moves.first().map(|&(color, _)| color));
        let first_to_move = first_to_move.unwrap_or_else(|| default_player(&stones));
        let komi = fields.number("komi", -LARGEST_KOMI..=LARGEST_KOMI)?;
        let komi = komi.unwrap_or_else(|| default_komi(rules));
        let game = Self { size, rules, komi, stones, first_to_move, moves };
        game.replay(game.moves.len())?;
        Ok(game)
    }

    /// The size of the board.
    pub(super) fn size(&self) -> BoardSize {
        self.size
    }

    /// The game up to a turn. Suicide, retaking a ko and repetition are allowed, because the game
    /// may have been played under other rules.
    pub(super) fn replay(&self, turn: usize) -> Result<GameState, FieldError> {
        let mut game = GameState::new(self.size, self.rules, self.komi);
        if !self.stones.is_empty() {
            let placed = game.set_up(&self.stones, self.first_to_move);
            placed.map_err(|error| FieldError::new("initialStones", error.to_string()))?;
        } else if self.first_to_move != game.to_move() {
            let set = game.set_first_to_move(self.first_to_move);
            set.map_err(|error| FieldError::new("initialPlayer", error.to_string()))?;
        }
        for (number, &(color, mv)) in self.moves.iter().enumerate().take(turn) {
            game.play_as_recorded(color, mv).map_err(|error| {
                // KaTrain looks for the first two words.
                FieldError::new("moves", format!("Illegal move {number}: {mv}: {error}"))
            })?;
        }
        Ok(game)
    }

    /// The turns to analyse, in ascending order, each with its priority.
    pub(super) fn turns(&self, fields: &Fields<'_>) -> Result<Vec<(usize, i64)>, FieldError> {
        let priority = fields.whole("priority", PRIORITIES)?;
        let priorities = fields.whole_list("priorities")?;
        if priority.is_some() && priorities.is_some() {
            return Err(FieldError::new("priority", "not allowed together with priorities"));
        }
        let last = self.moves.len();
        let Some(turns) = fields.whole_list("analyzeTurns")? else {
            return match priorities {
                Some(_) => Err(FieldError::new("priorities", "not allowed without analyzeTurns")),
                None => Ok(vec![(last, priority.unwrap_or(0))]),
            };
        };
        let priorities = priorities.unwrap_or_else(|| vec![priority.unwrap_or(0); turns.len()]);
        if priorities.len() != turns.len() {
            return Err(FieldError::new("priorities", "expected as many as in analyzeTurns"));
        }
        let mut found = BTreeMap::new();
        for (turn, priority) in turns.into_iter().zip(priorities) {
            let known = usize::try_from(turn).ok().filter(|&turn| turn <= last);
            let known = known.ok_or_else(|| {
                let expected = format!("expected turns from 0 to {last}, got {turn}");
                FieldError::new("analyzeTurns", expected)
            })?;
            if !PRIORITIES.contains(&priority) {
                let expected = format!("expected numbers of at most 62 bits, got {priority}");
                return Err(FieldError::new("priorities", expected));
            }
            found.insert(known, priority);
        }
        Ok(found.into_iter().collect())
    }
}

fn size(fields: &Fields<'_>) -> Result<BoardSize, FieldError> {
    let side = |name: &str| {
        let expected = "a number of lines from 1 to 25";
        fields.required(name, expected)?;
        let side = fields.whole(name, 1..=i64::from(BoardSize::MAX))?;
        Ok(side.and_then(|side| usize::try_from(side).ok()).unwrap_or_default())
    };
    let (width, height) = (side("boardXSize")?, side("boardYSize")?);
    BoardSize::new(width, height).map_err(|error| FieldError::new("boardXSize", error.to_string()))
}

/// The rules, with a warning if they replace rules that are not supported.
fn rules_of(fields: &Fields<'_>, warnings: &mut Vec<FieldError>) -> Result<Rules, FieldError> {
    let expected = "the name of rules such as japanese, or an object";
    let text = match fields.required("rules", expected)? {
        Value::String(name) => name.clone(),
        object @ Value::Object(_) => object.to_string(),
        other => return Err(FieldError::expected("rules", expected, other)),
    };
    let wrong = |error: rules::RulesError| FieldError::new("rules", error.to_string());
    let (mut read, reason) = rules::nearest(&text).map_err(wrong)?;
    if let Some(reason) = reason {
        let used = rules::to_json(read);
        let message = format!("these rules are not supported: {reason}; using {used} instead");
        warnings.push(FieldError::new("rules", message));
    }
    if let Some(bonus) = fields.get("whiteHandicapBonus") {
        let text = bonus.as_str().map_or_else(|| bonus.to_string(), ToOwned::to_owned);
        let wrong =
            |error: rules::RulesError| FieldError::new("whiteHandicapBonus", error.to_string());
        read = rules::with(read, "whiteHandicapBonus", &text).map_err(wrong)?;
    }
    Ok(read)
}

/// A pair of a player and a move.
fn pair(name: &str, value: &Value, size: BoardSize) -> Result<(Color, Move), FieldError> {
    let expected = || FieldError::expected(name, STONES, value);
    let Some([player, mv]) = value.as_array().map(Vec::as_slice) else { return Err(expected()) };
    let color = color(player).ok_or_else(|| FieldError::expected(name, "B or W", player))?;
    let point = format!("a point of {size} or pass");
    let mv = read_move(mv, size).ok_or_else(|| FieldError::expected(name, &point, mv))?;
    Ok((color, mv))
}

/// The stones before the first move. If a point is given twice, the last stone counts.
fn stones(fields: &Fields<'_>, size: BoardSize) -> Result<Vec<(Color, Vertex)>, FieldError> {
    const NAME: &str = "initialStones";
    let mut stones = BTreeMap::new();
    for value in fields.list(NAME, STONES)?.unwrap_or_default() {
        match pair(NAME, value, size)? {
            (color, Move::Play(vertex)) => stones.insert(vertex, color),
            (_, Move::Pass) => return Err(FieldError::expected(NAME, "a point", value)),
        };
    }
    Ok(stones.into_iter().map(|(vertex, color)| (color, vertex)).collect())
}

fn moves(fields: &Fields<'_>, size: BoardSize) -> Result<Vec<(Color, Move)>, FieldError> {
    fields.required("moves", STONES)?;
    let moves = fields.list("moves", STONES)?.unwrap_or_default();
    moves.iter().map(|value| pair("moves", value, size)).collect()
}

/// The first player if the query names none: White after handicap stones, otherwise Black.
fn default_player(stones: &[(Color, Vertex)]) -> Color {
    let is_handicap = stones.len() >= 2 && stones.iter().all(|&(color, _)| color == Color::Black);
    if is_handicap { Color::White } else { Color::Black }
}

/// The komi if the query does not say.
fn default_komi(rules: Rules) -> f64 {
    match rules.scoring {
        Scoring::Area => 7.5,
        Scoring::Territory => 6.5,
    }
}
