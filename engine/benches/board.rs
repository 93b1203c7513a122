//! Measures the speed of three operations on the board: playing a whole game of random moves
//! (criterion's throughput counts moves), copying a middle-game position, and converting such a
//! position to the geometry for its board size.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput};
use engine::board::Position;
use engine::dispatch::{self, Work};
use engine::vocabulary::{AnySize, BoardSize, Geometry, Nine, Nineteen, Point, Random, Thirteen};

/// A game to replay, and the position at its end.
struct Game<G: Geometry> {
    start: Position<G>,
    moves: Vec<Point>,
    end: Position<G>,
}

impl<G: Geometry> Game<G> {
    /// Creates a game of random moves that do not fill the player's own eyes. The game stops when
    /// no such move is left or after `most` moves.
    fn new(size: BoardSize, most: usize) -> Self {
        let mut random = Random::new(1, 0);
        let start = Position::new(size);
        let (mut end, mut moves) = (start.clone(), Vec::new());
        while moves.len() < most {
            let empty = end.board().empty().into_iter();
            let points: Vec<Point> = empty.filter(|&point| end.is_sensible(point)).collect();
            // The list of moves cannot contain passes, so the first pass ends the game.
            let Some(&point) = points.get(random.below(points.len())) else { break };
            end.play(point);
            moves.push(point);
        }
        Self { start, moves, end }
    }
}

/// Replays a game from its start.
struct Replay<'a, G: Geometry> {
    game: &'a Game<G>,
    position: &'a mut Position<G>,
}

impl<G: Geometry> Work for Replay<'_, G> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.position.clone_from(&self.game.start);
        for &point in &self.game.moves {
            black_box(self.position.play(point));
        }
    }
}

fn measure<G: Geometry>(criterion: &mut Criterion, size: BoardSize) {
    let game = Game::<G>::new(size, 3 * size.area());
    assert!(game.moves.len() > size.area() / 2, "a short game of {} moves", game.moves.len());
    let mut position = game.start.clone();
    let mut group = criterion.benchmark_group(format!("board/{size}"));
    group.throughput(Throughput::Elements(game.moves.len() as u64));
    group.bench_function("play", |bencher| {
        bencher.iter(|| dispatch::run(Replay { game: &game, position: &mut position }));
        assert_eq!(position.board().hash(), game.end.board().hash(), "the same end each time");
    });
    group.throughput(Throughput::Elements(1));
    let middle = Game::<G>::new(size, size.area() / 2).end;
    let mut copy = game.end.clone();
    group.bench_function("clone_from", |bencher| {
        bencher.iter(|| copy.clone_from(black_box(&middle)));
        assert_eq!(copy.board(), middle.board(), "a copy is equal");
    });
    let general = middle.convert::<AnySize>();
    group.bench_function("convert", |bencher| {
        let mut converted = game.start.clone();
        bencher.iter(|| converted = black_box(&general).convert());
        assert_eq!(converted.board(), middle.board(), "converted there and back");
    });
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    measure::<Nine>(&mut criterion, BoardSize::square(9));
    measure::<Thirteen>(&mut criterion, BoardSize::square(13));
    measure::<Nineteen>(&mut criterion, BoardSize::square(19));
    criterion.final_summary();
}
