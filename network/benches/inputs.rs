//! The speed of making the inputs of a network: of unrelated positions from the middle of games,
//! which are replayed from their start, and of the positions of one game in their order. The games
//! consist of random moves that fill no own eyes, so that more chains are in atari than in games
//! between players.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput};
use engine::rules::{GameState, Rules};
use engine::vocabulary::{AnySize, BoardSize, Move, Point, Random, Vertex};
use network::inputs::{InputMaker, PLANES};

/// The positions after each move of a random game, up to three fifths of the board.
fn positions(size: BoardSize, seed: u64) -> Vec<GameState> {
    let mut random = Random::new(seed, 0);
    let mut game = GameState::new(size, Rules::default(), 7.5);
    let mut found = Vec::new();
    while found.len() < size.area() * 3 / 5 {
        let is_sensible =
            |vertex: &Vertex| game.position().is_sensible(Point::of::<AnySize>(*vertex));
        let points = game.legal_points(game.to_move());
        let points: Vec<Vertex> = points.into_iter().filter(is_sensible).collect();
        let mv = points.get(random.below(points.len().max(1))).copied();
        game.play(game.to_move(), Move::from(mv)).expect("a legal move");
        found.push(game.clone());
    }
    found
}

fn measure(criterion: &mut Criterion, side: u8) {
    let size = BoardSize::square(side);
    let game = positions(size, 1);
    let middle: Vec<GameState> =
        (2..32).filter_map(|seed| positions(size, seed).into_iter().nth(size.area() / 3)).collect();
    for (name, games) in [("middle", &middle), ("game", &game)] {
        let mut group = criterion.benchmark_group(format!("inputs/{size}"));
        group.throughput(Throughput::Elements(games.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                // A new maker remembers no ladders.
                let mut maker = InputMaker::new(size).expect("a size for networks");
                for game in games {
                    let inputs = black_box(maker.make(game, game.to_move(), false));
                    assert_eq!(inputs.planes.len(), size.area() * PLANES);
                }
            });
        });
        group.finish();
    }
}

fn main() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    for side in [9, 13, 19] {
        measure(&mut criterion, side);
    }
    criterion.final_summary();
}
