//! Points, stones and numbers as the protocol writes them.

use std::time::Duration;

use protocol::clip;

use crate::gomoku::point::Point;

/// Why a command is not obeyed.
pub(super) type Problem = String;

/// A number of milliseconds that stands for no limit, and so do all greater ones.
const NO_LIMIT: u64 = i32::MAX as u64;

/// A number of milliseconds; `None` if there is no limit.
pub(super) fn duration(key: &str, value: &str) -> Result<Option<Duration>, Problem> {
    // A clock may be a little below zero.
    let milliseconds = number(key, "milliseconds", value)?.max(0).cast_unsigned();
    Ok((milliseconds < NO_LIMIT).then(|| Duration::from_millis(milliseconds)))
}

/// A number that limits something, or `None` for a number below 1, which means no limit.
pub(super) fn limit(key: &str, unit: &str, value: &str) -> Result<Option<u64>, Problem> {
    let number = number(key, unit, value)?;
    Ok((number > 0).then_some(number.cast_unsigned()))
}

fn number(key: &str, unit: &str, value: &str) -> Result<i64, Problem> {
    let wrong = |_| format!("{key}: expected a number of {unit}, got '{}'", clip(value));
    // The greatest number of 64 bits may stand for no limit.
    let number: i128 = value.parse().map_err(wrong)?;
    Ok(number.clamp(i64::MIN.into(), i64::MAX.into()) as i64)
}

/// A point as the protocol writes it.
pub(super) fn pair(point: Point) -> String {
    format!("{},{}", point.column(), point.row())
}

/// Reads a point.
pub(super) fn point(text: &str) -> Result<Point, Problem> {
    let numbers = text.split_once(',').and_then(|(column, row)| {
        Point::new(column.trim().parse().ok()?, row.trim().parse().ok()?)
    });
    numbers.ok_or_else(|| format!("expected a point such as 7,7, got '{}'", clip(text)))
}

/// Reads a stone of a position: the number of its player, 0 for this program, and its point.
pub(super) fn stone(text: &str) -> Result<(usize, Point), Problem> {
    let read = || {
        let (place, player) = text.rsplit_once(',')?;
        let player = match player.trim() {
            "1" => 0,
            "2" => 1,
            _ => return None,
        };
        Some((player, point(place).ok()?))
    };
    read().ok_or_else(|| format!("expected a stone such as 7,7,1, got '{}'", clip(text)))
}
