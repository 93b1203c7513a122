//! The cells of a board in memory.

/// The longest side of a board.
pub(crate) const LONGEST: usize = 19;

/// How the cells of a board lie in a buffer: row after row with a gap after each, and a margin at
/// both ends, so that every window of a convolution lies in the buffer. The channels of a cell are
/// side by side. Gaps and margins hold zeros wherever a convolution reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    width: usize,
    height: usize,
    /// The distance from a row to the next.
    stride: usize,
    /// The number of cells before the first and after the last.
    margin: usize,
}

/// A square of cells, or the part of it that lies on the board.
pub(crate) struct Tile {
    /// The index of its top left cell in a buffer.
    pub(crate) cell: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Grid {
    /// A board of this size for convolutions that look `reach` cells far, and for loops that may
    /// go `beyond` cells beyond the last.
    pub(crate) fn new(width: usize, height: usize, reach: usize, beyond: usize) -> Self {
        let stride = width + reach;
        Self { width, height, stride, margin: reach * stride + reach + beyond }
    }

    /// The number of points of the board.
    pub(crate) fn area(&self) -> usize {
        self.width * self.height
    }

    /// The number of rows.
    pub(crate) fn height(&self) -> usize {
        self.height
    }

    /// The number of cells of the board with its gaps.
    pub(crate) fn cells(&self) -> usize {
        self.height * self.stride
    }

    /// The number of cells of a buffer.
    pub(crate) fn length(&self) -> usize {
        self.cells() + 2 * self.margin
    }

    /// The index of the first cell of the board in a buffer.
    pub(crate) fn first(&self) -> usize {
        self.margin
    }

    /// The rows of the board, each as the range of its cells in a buffer.
    pub(crate) fn rows(&self) -> impl Iterator<Item = std::ops::Range<usize>> + use<> {
        let grid = *self;
        (0..self.height).map(move |row| grid.row(row))
    }

    /// A row of the board, as the range of its cells in a buffer.
    pub(crate) fn row(&self, row: usize) -> std::ops::Range<usize> {
        let start = self.margin + row * self.stride;
        start..start + self.width
    }

    /// The distance from a cell to the one below it.
    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    /// The number of tiles with this side that cover the board.
    pub(crate) fn tiles(&self, side: usize) -> usize {
        self.width.div_ceil(side) * self.height.div_ceil(side)
    }

    /// One of these tiles, counted row by row.
    pub(crate) fn tile(&self, side: usize, number: usize) -> Tile {
        let across = self.width.div_ceil(side);
        let (column, row) = (number % across * side, number / across * side);
        Tile {
            cell: self.margin + row * self.stride + column,
            width: side.min(self.width - column),
            height: side.min(self.height - row),
        }
    }

    /// The distances of the cells of a window, row by row.
    fn taps(&self, width: usize, height: usize) -> Vec<isize> {
        let half = |side: usize| side as isize / 2;
        let stride = self.stride as isize;
        let rows = -half(height)..=half(height);
        rows.flat_map(|row| (-half(width)..=half(width)).map(move |column| row * stride + column))
            .collect()
    }
}

/// The width and the height of the window of a convolution.
pub(crate) type Window = (usize, usize);

/// The number of cells that the widest of some windows reaches beyond its middle.
pub(crate) fn reach(windows: &[Window]) -> usize {
    windows.iter().map(|&(width, height)| width.max(height) / 2).max().unwrap_or(0)
}

/// The distances of the cells of some windows on one board.
pub(crate) struct Taps(Vec<(Window, Vec<isize>)>);

impl Taps {
    /// The distances for these windows, each of which may be given several times.
    pub(crate) fn new(grid: &Grid, windows: &[Window]) -> Self {
        let mut taps: Vec<(Window, Vec<isize>)> = Vec::new();
        for &window in windows {
            if taps.iter().all(|(known, _)| *known != window) {
                taps.push((window, grid.taps(window.0, window.1)));
            }
        }
        Self(taps)
    }

    /// The distances of the cells of a window, row by row.
    pub(crate) fn of(&self, window: Window) -> &[isize] {
        let found = self.0.iter().find(|(known, _)| *known == window);
        found.map_or(&[], |(_, taps)| taps)
    }
}
