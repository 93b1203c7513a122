//! What a query asks the search for, and what its answers contain.

use std::time::Duration;

use engine::player::Restriction;
use engine::vocabulary::BoardSize;
use serde_json::Value;

use super::fields::{FieldError, Fields, read_move};
use crate::settings::{LONGEST_VARIATION, MOST_VISITS, Outcome, Settings};

/// The range of the times between reports, in seconds, as in KataGo.
const INTERVALS: std::ops::RangeInclusive<f64> = 0.001..=1e6;

const RESTRICTIONS: &str = "a list of objects with player, moves and untilDepth";

/// What a query asks for.
#[derive(Debug)]
pub(crate) struct Wishes {
    /// The settings of the search and of the answers.
    pub(crate) settings: Settings,
    /// Restrictions on the moves.
    pub(crate) restrictions: Vec<Restriction>,
    /// When to report during the search, if at all.
    pub(crate) reports: Option<Reports>,
    /// What an answer contains besides the moves and the root.
    pub(crate) include: Include,
}

/// When to report during a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reports {
    /// The time before the first report.
    pub(crate) first: Duration,
    /// The time between two reports.
    pub(crate) interval: Duration,
}

/// The parts of an answer that a query can ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Include {
    /// The owner of each point.
    pub(crate) ownership: bool,
    /// How uncertain the owner of each point is.
    pub(crate) ownership_deviation: bool,
    /// The owner of each point after each move.
    pub(crate) moves_ownership: bool,
    /// How uncertain the owner of each point is after each move.
    pub(crate) moves_ownership_deviation: bool,
    /// The prior of each point and of a pass.
    pub(crate) policy: bool,
    /// The number of visits to each move of a variation.
    pub(crate) variation_visits: bool,
}

impl Wishes {
    /// Reads the wishes of a query on a board of this size.
    pub(super) fn read(
        fields: &Fields<'_>,
        size: BoardSize,
        settings: &Settings,
        warnings: &mut Vec<FieldError>,
    ) -> Result<Self, FieldError> {
        let mut settings = settings.clone();
        override_settings(fields, &mut settings, warnings)?;
        if let Some(visits) = fields.whole("maxVisits", 1..=MOST_VISITS)? {
            settings.visits = Some(visits.unsigned_abs());
        }
        if let Some(length) = fields.whole("analysisPVLen", 1..=LONGEST_VARIATION)? {
            settings.variation_length = usize::try_from(length).unwrap_or(usize::MAX);
        }
        // These widen KataGo's search at the root. There is nothing like them here.
        fields.number("rootFpuReductionMax", 0.0..=2.0)?;
        fields.number("rootPolicyTemperature", 0.01..=100.0)?;
        // No game ends without a result here.
        fields.switch("includeNoResultValue")?;
        Ok(Self {
            settings,
            restrictions: restrictions(fields, size)?,
            reports: reports(fields)?,
            include: Include::read(fields)?,
        })
    }
}

impl Include {
    fn read(fields: &Fields<'_>) -> Result<Self, FieldError> {
        Ok(Self {
            ownership: fields.switch("includeOwnership")?,
            ownership_deviation: fields.switch("includeOwnershipStdev")?,
            moves_ownership: fields.switch("includeMovesOwnership")?,
            moves_ownership_deviation: fields.switch("includeMovesOwnershipStdev")?,
            policy: fields.switch("includePolicy")?,
            variation_visits: fields.switch("includePVVisits")?,
        })
    }

    /// Whether the search must count the owners of points after each move.
    pub(crate) fn needs_ownership_by_move(self) -> bool {
        self.moves_ownership || self.moves_ownership_deviation
    }
}

/// Applies the settings of `overrideSettings`.
fn override_settings(
    fields: &Fields<'_>,
    settings: &mut Settings,
    warnings: &mut Vec<FieldError>,
) -> Result<(), FieldError> {
    const NAME: &str = "overrideSettings";
    let Some(value) = fields.get(NAME) else { return Ok(()) };
    let object = value.as_object().ok_or_else(|| FieldError::expected(NAME, "an object", value))?;
    let mut unknown = Vec::new();
    for (name, value) in object {
        let text = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
        let outcome = settings.set(name, &text).map_err(|error| FieldError::new(NAME, error))?;
        if outcome == Outcome::Unknown {
            unknown.push(name.as_str());
        }
    }
    if !unknown.is_empty() {
        let message = format!("unknown settings, which are ignored: {}", unknown.join(", "));
        warnings.push(FieldError::new(NAME, message));
    }
    Ok(())
}

fn reports(fields: &Fields<'_>) -> Result<Option<Reports>, FieldError> {
    let seconds = |name| {
        let seconds = fields.number(name, INTERVALS)?;
        Ok(seconds.map(Duration::from_secs_f64))
    };
    let interval = seconds("reportDuringSearchEvery")?;
    let first = seconds("firstReportDuringSearchAfter")?;
    let longest = Duration::from_secs_f64(*INTERVALS.end());
    Ok(first.or(interval).map(|first| Reports { first, interval: interval.unwrap_or(longest) }))
}

/// The moves that `avoidMoves` forbids, or to which `allowMoves` confines the search.
fn restrictions(fields: &Fields<'_>, size: BoardSize) -> Result<Vec<Restriction>, FieldError> {
    let list = |name| fields.list(name, RESTRICTIONS);
    let (name, list, only) = match (list("avoidMoves")?, list("allowMoves")?) {
        (Some(_), Some(_)) => {
            return Err(FieldError::new("allowMoves", "not allowed together with avoidMoves"));
        }
        (Some(list), None) => ("avoidMoves", list, false),
        (None, Some(list)) => ("allowMoves", list, true),
        (None, None) => return Ok(Vec::new()),
    };
    let read = |value| restriction(name, value, only, size);
    let restrictions: Vec<Restriction> = list.iter().map(read).collect::<Result<_, _>>()?;
    let repeated = |later: &Restriction, earlier: &[Restriction]| {
        earlier.iter().any(|earlier| earlier.color == later.color)
    };
    for (place, later) in restrictions.iter().enumerate().filter(|_| only) {
        if restrictions.get(..place).is_some_and(|earlier| repeated(later, earlier)) {
            return Err(FieldError::new(name, "expected at most one entry for each player"));
        }
    }
    Ok(restrictions)
}

fn restriction(
    name: &str,
    value: &Value,
    only: bool,
    size: BoardSize,
) -> Result<Restriction, FieldError> {
    let expected = || FieldError::expected(name, RESTRICTIONS, value);
    let entry = Fields::new(value.as_object().ok_or_else(expected)?);
    // The error names the field of the query; its message names the part of that field.
    let within = |error: FieldError| FieldError::new(name, error.to_string());
    let color = entry.color("player").map_err(within)?.ok_or_else(expected)?;
    let depth = entry.whole("untilDepth", 1..=1_000_000_000).map_err(within)?;
    let depth = depth.and_then(|depth| usize::try_from(depth).ok()).ok_or_else(expected)?;
    let moves = entry.list("moves", "a list of points").map_err(within)?.ok_or_else(expected)?;
    let point = format!("points of {size} or pass");
    let read = |mv| read_move(mv, size).ok_or_else(|| FieldError::expected(name, &point, mv));
    let moves = moves.iter().map(read).collect::<Result<_, _>>()?;
    Ok(Restriction { color, moves, only, depth })
}
