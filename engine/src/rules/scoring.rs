//! The score of a finished board whose dead stones are known.

use std::fmt;

use crate::board::Board;
use crate::vocabulary::{AnySize, Bitboard, Color, Point, Vertex};

/// The result of a game in points.
///
/// `Display` writes it as game records and the Go Text Protocol do: `B+3.5`, `W+12.0`, and `0` for
/// a draw; at least one decimal, more only where komi has more.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Score(f64);

impl Score {
    /// Units a point: what is smaller is a rounding error of a decimal komi such as 6.7.
    const UNITS: f64 = 1e9;

    /// The score by which Black leads, negative where White does.
    pub fn from_black_lead(points: f64) -> Self {
        let units = points * Self::UNITS;
        // Numbers that large are whole units as they are.
        Self(if units.abs() < 1e15 { units.round() / Self::UNITS } else { points })
    }

    /// Black's lead in points, komi included; negative where White leads.
    pub fn black_lead(self) -> f64 {
        self.0
    }

    /// Who has more points; `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self.0 {
            lead if lead > 0.0 => Some(Color::Black),
            lead if lead < 0.0 => Some(Color::White),
            _ => None,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(winner) = self.winner() else { return f.pad("0") };
        let lead = self.0.abs();
        let decimals = if lead.fract() == 0.0 { ".0" } else { "" };
        f.pad(&format!("{}+{lead}{decimals}", winner.letter()))
    }
}

/// The board without its dead stones. Vertices without a stone do not count.
fn without(board: &Board<AnySize>, dead: &[Vertex]) -> Board<AnySize> {
    let alive = Color::BOTH.into_iter().flat_map(|color| {
        let vertices = board.stones(color).into_iter().map(|stone| stone.vertex::<AnySize>());
        vertices.map(move |vertex| (color, vertex))
    });
    let alive = alive.filter(|(_, vertex)| !dead.contains(vertex));
    // Chains that live cannot lose liberties when stones are taken off.
    Board::from_stones(board.size(), alive).unwrap_or_else(|_| board.clone())
}

/// Black's area less White's: stones, and empty points that reach one colour only.
pub(super) fn area_lead(board: &Board<AnySize>, dead: &[Vertex]) -> i32 {
    without(board, dead).area_score()
}

/// Black's territory and the dead stones in it, less White's: empty points that reach one colour
/// only, and one point more for each dead stone. Eyes of the chains in `seki` are no territory.
/// Prisoners taken in the game are not in it.
pub(super) fn territory_lead(board: &Board<AnySize>, dead: &[Vertex], seki: &[Vertex]) -> i32 {
    let alive = without(board, dead);
    let area = alive.area();
    let seki: Bitboard<AnySize> = seki.iter().map(|&vertex| Point::of::<AnySize>(vertex)).collect();
    let points = |color: Color| {
        let reached = area[color] - *alive.stones(color);
        let in_seki = (seki & *alive.stones(color)).neighbours() & reached;
        let territory = reached.count() - in_seki.flood(&reached).count();
        let taken = board.stones(!color).count() - alive.stones(!color).count();
        (territory + taken) as i32
    };
    points(Color::Black) - points(Color::White)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_with_the_decimals_they_need() {
        let text = |lead| Score::from_black_lead(lead).to_string();
        assert_eq!(text(3.5), "B+3.5");
        assert_eq!(text(-12.0), "W+12.0");
        assert_eq!(text(0.0), "0");
        assert_eq!(text(-0.0), "0");
        assert_eq!(text(36.0 - 6.7), "B+29.3");
        assert_eq!(text(1.0 - 7.25), "W+6.25");
        assert_eq!(text(0.3 - 0.1 - 0.2), "0");
        assert_eq!(text(361.0 - 1e6), "W+999639.0");
        assert_eq!(text(-1e21), "W+1000000000000000000000.0");
        assert_eq!(Score::from_black_lead(-0.5).winner(), Some(Color::White));
        assert_eq!(Score::from_black_lead(f64::MAX).black_lead(), f64::MAX);
    }
}
