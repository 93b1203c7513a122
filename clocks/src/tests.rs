//! Tests with whole games under each time control. In some of them, each move uses up its hard
//! limit or exceeds it. A reference clock, which implements the time controls in the simplest way,
//! then reports whether the game would be lost on time.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use super::{Allocation, Clock, Pacing, Side, Stage, TimeBudget, TimeSettings};

const SECOND: Duration = Duration::from_secs(1);
const AREAS: [usize; 3] = [81, 169, 361];

fn adaptive(lag: Duration) -> Pacing {
    Pacing { lag, allocation: Allocation::Adaptive }
}

/// The stage of a game on a board of this area after `moves` moves by each player.
fn stage(area: usize, moves: usize) -> Stage {
    Stage { played: 2 * moves, expected: 0.8 * area as f64 }
}

/// The budgets for `moves` moves on the program's own clock, and the clock as it is after these
/// moves. `taken` returns the time that a move takes, given its budget.
fn play(
    settings: TimeSettings,
    pacing: Pacing,
    area: usize,
    moves: usize,
    taken: impl Fn(&TimeBudget) -> Duration,
) -> (Vec<TimeBudget>, Clock) {
    let mut clock = Clock::new(settings);
    let budgets = (0..moves).map(|number| {
        let budget = clock.budget(Side::First, stage(area, number), pacing).unwrap();
        assert!(budget.soft <= budget.hard, "{settings:?}: {budget:?}");
        clock.spend(Side::First, taken(&budget));
        budget
    });
    (budgets.collect(), clock)
}

/// A player's clock as the controller keeps it, in seconds.
#[derive(Clone, Copy, Debug)]
struct Controller {
    main: f64,
    /// The time left in the period; `count` is the corresponding number of moves or periods.
    period: f64,
    count: u32,
    lost_periods: u32,
}

impl Controller {
    /// Records a move that took `spent` seconds. Returns whether the game continues.
    fn spend(&mut self, settings: TimeSettings, spent: f64) -> bool {
        let overrun = (spent - self.main).max(0.0);
        let in_main = self.main > 0.0 && overrun == 0.0;
        self.main = (self.main - spent).max(0.0);
        match settings {
            TimeSettings::Unlimited => true,
            TimeSettings::Absolute { .. } => overrun == 0.0,
            TimeSettings::Fischer { increment, cap, longest_move, .. } => {
                self.main += increment.as_secs_f64();
                self.main = cap.map_or(self.main, |cap| self.main.min(cap.as_secs_f64()));
                let too_long = longest_move.is_some_and(|most| spent > most.as_secs_f64());
                overrun == 0.0 && !too_long
            }
            _ if in_main => true,
            TimeSettings::Canadian { period, stones, .. } => {
                self.period -= overrun;
                self.count -= 1;
                let in_time = self.period >= 0.0;
                if self.count == 0 {
                    (self.period, self.count) = (period.as_secs_f64(), stones);
                }
                in_time
            }
            TimeSettings::Byoyomi { period, .. } => {
                self.lost_periods += (overrun > period.as_secs_f64()) as u32;
                overrun <= period.as_secs_f64()
            }
        }
    }
}

/// Plays games in which each move exceeds its hard limit by `late`, and checks with the
/// controller's clock that no move loses on time.
fn never_overruns(settings: TimeSettings, main: Duration, pacing: Pacing, late: Duration) {
    let period = match settings {
        TimeSettings::Canadian { period, stones, .. } => (period, stones),
        TimeSettings::Byoyomi { period, periods, .. } => (period, periods),
        _ => (Duration::ZERO, 0),
    };
    for area in AREAS {
        let mut controller = Controller {
            main: main.as_secs_f64(),
            period: period.0.as_secs_f64(),
            count: period.1,
            lost_periods: 0,
        };
        let taken = |budget: &TimeBudget| budget.hard + late;
        let (budgets, clock) = play(settings, pacing, area, area, taken);
        for (number, budget) in budgets.iter().enumerate() {
            let spent = taken(budget).as_secs_f64();
            let goes_on = controller.spend(settings, spent);
            assert!(goes_on, "{settings:?}, {area}, move {number} of {spent}: {controller:?}");
        }
        assert_eq!(controller.lost_periods, 0, "{settings:?}");
        if let TimeSettings::Byoyomi { periods, .. } = settings {
            assert_eq!(clock.count(Side::First), periods, "{settings:?}: a whole game");
        }
    }
}

/// Plays games in which each move takes its hard limit plus the delay of a busy machine, which is
/// `stall` seconds for every twelfth move and `late` seconds for the others. Checks each move with
/// the controller's clock.
fn stands_delays(settings: TimeSettings, controller: Controller, late: f64, stall: f64) {
    for area in AREAS {
        let (moves, controller) = (Cell::new(0), RefCell::new(controller));
        let taken = |budget: &TimeBudget| {
            moves.set(moves.get() + 1);
            let delay = if moves.get() % 12 == 0 { stall } else { late };
            let spent = budget.hard.as_secs_f64() + delay;
            let goes_on = controller.borrow_mut().spend(settings, spent);
            assert!(goes_on, "{settings:?}, {area}, move {}: {controller:?}", moves.get());
            SECOND.mul_f64(spent)
        };
        play(settings, Pacing::default(), area, 150, taken);
    }
}

#[test]
fn the_shortest_clocks_stand_the_delays_of_a_busy_machine() {
    let controller = Controller { main: 1.0, period: 1.0, count: 5, lost_periods: 0 };
    stands_delays(TimeSettings::canadian(1.0, 1.0, 5), controller, 0.09, 0.09);
    stands_delays(TimeSettings::fischer(1.0, 0.1, -1.0, -1.0), controller, 0.06, 0.25);
}

const MAINS: [f64; 6] = [0.0, 0.3, 1.0, 10.0, 300.0, 5400.0];
const PERIODS: [f64; 5] = [0.5, 1.0, 2.0, 10.0, 60.0];
const LATE: Duration = Duration::from_millis(20);

#[test]
fn absolute_time_outlasts_any_game() {
    for seconds in [5.0, 10.0, 60.0, 300.0, 1800.0] {
        for lag in [Duration::ZERO, Pacing::DEFAULT_LAG, SECOND] {
            let settings = TimeSettings::absolute(seconds);
            let main = SECOND.mul_f64(seconds);
            never_overruns(settings, main, adaptive(lag), Duration::from_millis(3));
        }
    }
}

#[test]
fn one_second_is_enough_for_a_game() {
    let settings = TimeSettings::absolute(1.0);
    for late in [1, 2, 4] {
        let taken = |budget: &TimeBudget| budget.hard + Duration::from_millis(late);
        let (budgets, clock) = play(settings, Pacing::default(), 81, 70, taken);
        let left = clock.left(Side::First).unwrap();
        assert!(left > SECOND / 25, "late by {late} ms each: {left:?}");
        let middle = budgets[15].soft;
        assert!(middle > Duration::from_millis(5), "late by {late} ms each: {middle:?}");
    }
}

#[test]
fn no_move_of_a_period_is_late() {
    for main in MAINS {
        for period in PERIODS {
            for number in [1, 3, 25] {
                let length = SECOND.mul_f64(main);
                let pacing = Pacing::default();
                let byoyomi = TimeSettings::byoyomi(main, period, number);
                never_overruns(byoyomi, length, pacing, LATE);
                // Every move of a period may be late, but all of them share one reserve.
                let late = LATE / number;
                never_overruns(TimeSettings::canadian(main, period, number), length, pacing, late);
            }
        }
    }
}

#[test]
fn fischer_time_never_runs_out() {
    for main in &MAINS[1..] {
        for increment in [0.2, 1.0, 10.0] {
            for (cap, longest_move) in [(-1.0, -1.0), (main * 1.5, 2.0), (0.5, -1.0)] {
                let settings = TimeSettings::fischer(*main, increment, cap, longest_move);
                never_overruns(settings, SECOND.mul_f64(*main), Pacing::default(), LATE);
            }
        }
    }
}

/// The fraction of the total time, `all`, that a game uses if each move takes exactly its soft
/// limit.
fn used(settings: TimeSettings, area: usize, moves: usize, all: f64) -> f64 {
    let (budgets, _) = play(settings, Pacing::default(), area, moves, |budget| budget.soft);
    budgets.iter().map(|budget| budget.soft.as_secs_f64()).sum::<f64>() / all
}

#[test]
fn time_is_used() {
    for (area, moves) in [(81, 35), (169, 70), (361, 130)] {
        for main in [10.0, 60.0, 1800.0] {
            let share = used(TimeSettings::absolute(main), area, moves, main);
            assert!(share > 0.75, "{share} of {main} s, {moves} moves");
            let all = main + 10.0 * moves as f64;
            let share = used(TimeSettings::fischer(main, 10.0, -1.0, -1.0), area, moves, all);
            assert!(share > 0.8, "{share} of {main} s and 10 s a move, {moves} moves");
        }
        for period in PERIODS {
            let share =
                used(TimeSettings::byoyomi(0.0, period, 3), area, moves, period) / moves as f64;
            assert!(share > 0.75, "{share} of each period of {period} s");
            let all = period / 5.0 * moves as f64;
            let share = used(TimeSettings::canadian(0.0, period, 5), area, moves, all);
            assert!(share > 0.75, "{share} of the periods of {period} s for 5");
        }
    }
}

#[test]
fn main_time_comes_on_top_of_the_periods() {
    for settings in [TimeSettings::byoyomi(60.0, 5.0, 3), TimeSettings::canadian(60.0, 25.0, 5)] {
        let (budgets, clock) = play(settings, Pacing::default(), 81, 30, |budget| budget.soft);
        assert!(budgets[0].soft > 5 * SECOND, "{settings:?}");
        assert!(clock.count(Side::First) > 0, "{settings:?}: main time is over at the end");
    }
}

#[test]
fn the_middle_game_has_more_time_than_the_opening_and_the_end() {
    for (area, middle, end) in [(81, 10, 40), (361, 60, 160)] {
        let settings = TimeSettings::absolute(600.0);
        let (budgets, _) = play(settings, Pacing::default(), area, 200, |budget| budget.soft);
        assert!(budgets[0].soft.mul_f64(1.4) < budgets[middle].soft, "opening, {area}");
        assert!(budgets[end].soft < budgets[middle].soft.mul_f64(0.7), "end, {area}");
    }
}

#[test]
fn the_last_move_of_a_canadian_period_has_what_is_left() {
    let mut clock = Clock::new(TimeSettings::canadian(0.0, 10.0, 3));
    clock.set_left(Side::First, 4 * SECOND, 1);
    let pacing = Pacing::default();
    let budget = clock.budget(Side::First, stage(81, 20), pacing).unwrap();
    assert_eq!((budget.soft, budget.hard), (4 * SECOND - pacing.lag, 4 * SECOND - pacing.lag));
}

#[test]
fn uniform_allocation_gives_each_move_a_35th_of_what_is_left() {
    let pacing = Pacing { lag: Duration::ZERO, allocation: Allocation::Uniform };
    let mut clock = Clock::new(TimeSettings::absolute(300.0));
    for moves in [0, 20, 40] {
        let budget = clock.budget(Side::First, stage(81, moves), pacing).unwrap();
        let left = clock.left(Side::First).unwrap().as_secs_f64() - 1.25;
        assert!((budget.soft.as_secs_f64() * 35.0 - left).abs() < 1e-6, "{budget:?} of {left}");
        assert_eq!(budget.soft, budget.hard);
        clock.spend(Side::First, budget.hard);
    }
}

#[test]
fn an_empty_clock_asks_for_the_fastest_move() {
    let mut clock = Clock::default();
    assert_eq!(clock.budget(Side::First, stage(81, 0), Pacing::default()), None);
    clock.set_left(Side::First, Duration::ZERO, 0);
    let budget = clock.budget(Side::First, stage(81, 0), Pacing::default()).unwrap();
    assert_eq!(budget.hard, Duration::ZERO);
}

#[test]
fn the_longest_times_overflow_nothing() {
    let longest = Duration::MAX;
    for settings in [
        TimeSettings::Absolute { main: longest },
        TimeSettings::Canadian { main: longest, period: longest, stones: 1 },
        TimeSettings::Canadian { main: Duration::ZERO, period: longest, stones: u32::MAX },
        TimeSettings::Byoyomi { main: longest, period: longest, periods: u32::MAX },
        TimeSettings::Fischer { main: longest, increment: longest, cap: None, longest_move: None },
    ] {
        for count in [0, 1, 2] {
            let mut clock = Clock::new(settings);
            clock.set_left(Side::First, longest, count);
            for lag in [Duration::ZERO, longest] {
                let budget = clock.budget(Side::First, stage(81, 0), adaptive(lag)).unwrap();
                assert!(budget.soft <= budget.hard, "{settings:?}");
            }
            clock.spend(Side::First, SECOND);
            clock.start(Side::First);
            assert!(clock.reading(Side::First).is_some(), "{settings:?}");
        }
    }
}
