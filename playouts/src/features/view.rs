//! The features of the moves in a position.

use engine::board::Position;
use engine::tactics::liberties_after;
use engine::vocabulary::{Geometry, Point, Vertex};

use super::shapes::{Detail, Grid, LARGEST, Sides, distance, with_move};
use super::tactics::{Chains, Tactic};
use super::{Feature, Kind};

/// Distances of at least this value all count as far.
const FAR: u8 = 18;
/// The corresponding limit for features that combine two distances.
const BOTH_FAR: u8 = 9;
/// All lines from this number inwards count as the middle.
const MIDDLE: u8 = 10;
/// The radius of the shape around the last move.
const REPLY_SHAPE: u8 = 4;
/// The radius of the largest shapes that include liberties.
const LARGEST_WITH_LIBERTIES: u8 = 8;
/// The maximum number of liberties that features distinguish. Higher numbers are treated as this
/// one.
const MOST_LIBERTIES: usize = 6;
/// The number of stages that describe how full a board is.
const STAGES: usize = 8;

/// Properties of a position that are computed only once and then used for all of its moves.
pub(crate) struct View<'a, G: Geometry> {
    position: &'a Position<G>,
    chains: Chains<'a, G>,
    grid: Grid,
    last: Option<Vertex>,
    before: Option<Vertex>,
    /// The surroundings of the last move.
    reply: Sides,
    stage: u8,
}

impl<'a, G: Geometry> View<'a, G> {
    /// Analyses a position. Looks for nets only if requested, because that takes time.
    pub(crate) fn new(position: &'a Position<G>, nets: bool) -> Self {
        let grid = Grid::new(position);
        let last = position.last().map(|point| point.vertex::<G>());
        let board = position.board();
        Self {
            position,
            chains: Chains::new(position, nets),
            reply: last.map_or_else(Sides::default, |last| grid.around(last, REPLY_SHAPE)),
            grid,
            last,
            before: position.second_last().map(|point| point.vertex::<G>()),
            stage: (board.empty().count() * STAGES / board.size().area()) as u8,
        }
    }

    /// Calls `listen` with each feature of a move. `listen` returns whether it knows the feature.
    /// Once a shape around the point is unknown, larger shapes of the same kind are skipped.
    #[inline(always)]
    pub(crate) fn describe(&self, point: Point, mut listen: impl FnMut(Feature) -> bool) {
        let vertex = point.vertex::<G>();
        for tactic in self.chains.tactics(point) {
            listen(Feature::new(Kind::Tactic, tactic));
        }
        let from = |from: Option<Vertex>| from.map_or(FAR, |from| distance(from, vertex).min(FAR));
        let (last, before) = (from(self.last), from(self.before));
        listen(Feature::counted(Kind::Last, [last]));
        listen(Feature::counted(Kind::Before, [before]));
        listen(Feature::counted(Kind::Near, [last.min(BOTH_FAR), before.min(BOTH_FAR)]));
        let (low, high) = self.lines(vertex);
        listen(Feature::counted(Kind::Line, [low, high]));
        listen(Feature::counted(Kind::Stage, [low.min(MIDDLE / 2), self.stage]));
        listen(self.contact(point));
        for (kind, detail, most) in [
            (Kind::Colors, Detail::Colors, LARGEST),
            (Kind::Chains, Detail::Liberties, LARGEST_WITH_LIBERTIES),
        ] {
            self.grid.grow(vertex, detail, most, |distance, content| {
                listen(Feature { kind, distance, content })
            });
        }
        if let Some(last) = self.last
            && let Some(content) = with_move(&self.reply, last, vertex)
        {
            listen(Feature::new(Kind::Reply, content));
        }
    }

    /// The text of a move's feature, as written in a table.
    pub(crate) fn text(&self, point: Point, feature: Feature) -> String {
        let vertex = point.vertex::<G>();
        let content = match (feature.kind, self.last) {
            (Kind::Tactic, _) => Tactic::NAMES[feature.content as usize].to_owned(),
            (Kind::Colors, _) => self.grid.text(vertex, Detail::Colors, feature.distance, false),
            (Kind::Chains, _) => self.grid.text(vertex, Detail::Liberties, feature.distance, false),
            (Kind::Reply, Some(last)) => {
                let shape = self.grid.text(last, Detail::Liberties, REPLY_SHAPE, true);
                let columns = vertex.column() as i8 - last.column() as i8;
                let rows = vertex.row() as i8 - last.row() as i8;
                format!("{shape} {columns} {rows}")
            }
            (kind, _) => {
                let bytes = feature.content.to_be_bytes();
                let numbers = bytes[bytes.len() - kind.numbers()..].iter();
                numbers.map(u8::to_string).collect::<Vec<_>>().join(" ")
            }
        };
        format!("{} {content}", feature.name())
    }

    fn lines(&self, vertex: Vertex) -> (u8, u8) {
        let size = self.position.board().size();
        let column = 1 + vertex.column().min(size.width() - 1 - vertex.column());
        let row = 1 + vertex.row().min(size.height() - 1 - vertex.row());
        (column.min(row).min(MIDDLE), column.max(row).min(MIDDLE))
    }

    fn contact(&self, point: Point) -> Feature {
        let (board, color) = (self.position.board(), self.position.to_move());
        let weakest = |color| {
            let stones = board.stones(color).window(point).adjacent();
            let liberties = stones.map(|stone| board.liberties_of(stone));
            liberties.min().map_or(0, |least| least.min(MOST_LIBERTIES)) as u8
        };
        let after = liberties_after(board, color, point).count().min(MOST_LIBERTIES) as u8;
        Feature::counted(Kind::Contact, [after, weakest(color), weakest(!color)])
    }
}

#[cfg(test)]
mod tests {
    use engine::board::Board;
    use engine::vocabulary::{AnySize, Color};

    use super::*;

    fn position() -> Position<AnySize> {
        let board = Board::from_diagram(
            ". . . . . . .
             . . X O . . .
             . X O O X . .
             . . X X . . .
             . . . . . . .
             . . O . . . .
             . . . . . . .",
        );
        let mut position = Position::from_board(board.unwrap(), Color::White);
        for vertex in ["E3", "D7", "C7"] {
            position.play(Point::of::<AnySize>(vertex.parse().unwrap()));
        }
        position
    }

    fn features(view: &View<'_, AnySize>, point: Point) -> Vec<Feature> {
        let mut all = Vec::new();
        view.describe(point, |feature| {
            all.push(feature);
            true
        });
        all
    }

    #[test]
    fn every_feature_is_read_as_it_is_written() {
        let position = position();
        let view = View::new(&position, true);
        for point in *position.board().empty() {
            let all = features(&view, point);
            assert!(all.len() > 6 + usize::from(LARGEST) - 1);
            for feature in all {
                let text = view.text(point, feature);
                assert_eq!(Feature::read(&text), Some(feature), "{text}");
            }
        }
    }

    #[test]
    fn a_move_has_one_feature_of_a_group_and_the_groups_come_in_order() {
        let position = position();
        let view = View::new(&position, true);
        for point in *position.board().empty() {
            let groups: Vec<_> = features(&view, point).into_iter().map(Feature::group).collect();
            assert!(groups.is_sorted_by(|a, b| a < b), "{groups:?}");
        }
    }

    #[test]
    fn shapes_larger_than_an_unknown_one_are_left_out() {
        let position = position();
        let view = View::new(&position, true);
        let point = Point::of::<AnySize>("E6".parse().unwrap());
        let mut told = Vec::new();
        view.describe(point, |feature| {
            told.push((feature.kind, feature.distance));
            feature.distance < 4
        });
        let colors: Vec<u8> =
            told.iter().filter(|told| told.0 == Kind::Colors).map(|told| told.1).collect();
        assert_eq!(colors, [2, 3, 4]);
    }

    #[test]
    fn numbers_say_where_a_move_is() {
        let position = position();
        let view = View::new(&position, true);
        let point = Point::of::<AnySize>("E6".parse().unwrap());
        let texts: Vec<String> =
            features(&view, point).into_iter().map(|feature| view.text(point, feature)).collect();
        // At E6, Black captures a chain in atari. The weakest black chain next to that point has
        // three liberties.
        for expected in ["last 5", "before 3", "near 5 3", "line 2 3", "stage 2 6", "contact 6 3 1"]
        {
            assert!(texts.iter().any(|text| text == expected), "{expected} in {texts:?}");
        }
    }
}
