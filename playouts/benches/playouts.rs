//! Measures the speed of playouts from the empty board, with one thread and without statistics.

use std::time::Duration;

use criterion::{Criterion, Throughput};
use engine::board::Position;
use engine::dispatch::{self, Work};
use engine::knowledge::{Playout, PlayoutLimits, PlayoutOutcome, PlayoutPolicy};
use engine::vocabulary::{BoardSize, Geometry, Nine, Nineteen, Random, Thirteen};
use playouts::Uniform;

/// One playout, compiled for this machine's processor just as playouts in a search are.
struct OnePlayout<'a, 'p, G: Geometry, P: PlayoutPolicy> {
    start: &'a Position<G>,
    position: &'a mut Position<G>,
    playout: &'a mut Playout<'p, G, P>,
    random: &'a mut Random,
}

impl<G: Geometry, P: PlayoutPolicy> Work for OnePlayout<'_, '_, G, P> {
    type Output = PlayoutOutcome<G>;

    #[inline(always)]
    fn run(self) -> PlayoutOutcome<G> {
        self.position.clone_from(self.start);
        self.playout.run(self.position, self.random, &mut ())
    }
}

fn measure<G: Geometry>(criterion: &mut Criterion, size: BoardSize) {
    let start = Position::<G>::new(size);
    let mut position = start.clone();
    let mut playout = Playout::new(&Uniform, PlayoutLimits::of(size));
    let mut random = Random::new(1, 0);
    let mut group = criterion.benchmark_group("playouts");
    group.throughput(Throughput::Elements(1));
    group.bench_function(format!("uniform/{size}"), |bencher| {
        let mut last = None;
        bencher.iter(|| {
            let (start, position) = (&start, &mut position);
            let (playout, random) = (&mut playout, &mut random);
            last = Some(dispatch::run(OnePlayout { start, position, playout, random }));
        });
        let outcome = last.expect("at least one playout");
        assert_eq!(position.passes(), 2, "a playout ends when both pass");
        assert!(outcome.moves > size.area() / 2, "{} moves", outcome.moves);
        assert!(outcome.score().unsigned_abs() as usize <= size.area());
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
