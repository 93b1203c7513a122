//! Measures the speed of simulations on 9x9 with different numbers of threads. Each search starts
//! from an empty tree.

use std::time::Duration;

use criterion::{Criterion, Throughput};
use engine::rules::{GameState, Rules};
use engine::search::{Search, SearchLimits, SearchParams, SearchRequest, SearchSettings, Searcher};
use engine::vocabulary::{BoardSize, Nine};
use playouts::{Heavy, LearnedPriors};

/// The number of simulations in a search.
const SIMULATIONS: u64 = 5_000;

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .configure_from_args();
    let game = GameState::new(BoardSize::square(9), Rules::default(), 7.5);
    let mut group = criterion.benchmark_group("search/9x9");
    group.throughput(Throughput::Elements(SIMULATIONS));
    for threads in [1, 2] {
        let (memory, params) = (64 << 20, SearchParams::default());
        let settings =
            SearchSettings { threads, memory, seed: 1, params, ..SearchSettings::default() };
        let mut search =
            Search::<Nine, _, _>::new(Heavy::default(), LearnedPriors::default(), settings);
        group.bench_function(format!("{threads} threads"), |bencher| {
            bencher.iter(|| {
                search.forget(1);
                let limits = SearchLimits::playouts(SIMULATIONS);
                let report = search.search(
                    &SearchRequest::new(&game, game.to_move(), limits),
                    &|| false,
                    None,
                );
                assert_eq!(report.simulations, SIMULATIONS, "a limit of simulations is exact");
                report
            });
        });
    }
    group.finish();
    criterion.final_summary();
}
