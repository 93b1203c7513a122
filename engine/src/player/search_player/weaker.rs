//! Play adapted to human opponents: moves that may be weaker than the best one, and a minimum time
//! for each move.

use std::thread;
use std::time::Duration;

use clocks::TimeBudget;

use super::SearchPlayer;
use super::looks::{Looks, Wanted};
use crate::player::decision::may_choose;
use crate::player::level::{self, Softness};
use crate::player::softening::soften;
use crate::search::SearchReport;
use crate::vocabulary::{Color, Move, Random, Vertex};

/// The number of simulations on 9x9 used to evaluate one move.
const LOOKING_SIMULATIONS: u64 = 100;
/// The number of simulations, on any board, below which the evaluation of a move is worthless.
const FEWEST_LOOKING_SIMULATIONS: u64 = LOOKING_SIMULATIONS / 4;
/// The first random-number stream used to choose moves. It lies beyond the streams that searches
/// use.
const CHOICES: u64 = 1 << 62;
/// The distance between the seeds of two games in succession. It is large and odd, so that
/// neighbouring seeds have no games in common.
const NEXT_GAME: u64 = 0x9e37_79b9_7f4a_7c15;
/// The time between two looks at the stop signal.
const STEP: Duration = Duration::from_millis(10);

impl SearchPlayer {
    /// The seed of the random numbers. Below full strength, where each move begins anew from the
    /// seed, it differs from game to game: the same moves of the opponent would otherwise have the
    /// same answers for as long as the program runs.
    pub(super) fn seed(&self) -> u64 {
        let seed = self.settings.search.seed;
        match self.settings.level.is_full() {
            true => seed,
            false => seed.wrapping_add(self.game_number.wrapping_mul(NEXT_GAME)),
        }
    }

    /// The searches of a move of `color` within `time` and the limits of the settings, or `None` if
    /// the player must play the best move. `cleans_up` tells whether dead stones must be captured
    /// before a pass.
    pub(super) fn looks(
        &mut self,
        color: Color,
        cleans_up: bool,
        time: Option<TimeBudget>,
    ) -> Option<Looks> {
        let is_soft = self.settings.level.softness().is_some();
        if !is_soft || !may_choose(&self.game, color, cleans_up) {
            return None;
        }
        let look = level::scaled(LOOKING_SIMULATIONS, self.game.size());
        let wanted = Wanted {
            main: self.level_simulations()?,
            look: self.worth(look),
            fewest: self.worth(FEWEST_LOOKING_SIMULATIONS),
        };
        Some(Looks::new(wanted, self.settings.simulations(), time))
    }

    /// Chooses a move that may be weaker than the best one found by the search.
    pub(super) fn choose_softly(
        &mut self,
        softness: Softness,
        color: Color,
        found: (&SearchReport, Vertex),
        mut looks: Looks,
    ) -> Vertex {
        let game = self.game.clone();
        let seed = self.seed() ^ game.position().board().hash();
        let mut random = Random::new(seed, CHOICES | game.moves().len() as u64);
        let look = |vertex| self.look_after(color, vertex, &mut looks);
        soften(softness, (&game, color), found, &mut random, look)
    }

    /// The lead of `color`, in points, after a move, as estimated by a short search within what is
    /// left of the limits. Returns `None` if too little is left, or the search was cut short.
    fn look_after(&mut self, color: Color, vertex: Vertex, looks: &mut Looks) -> Option<f32> {
        if self.stop.is_raised() {
            return None;
        }
        let limits = looks.take()?;
        self.clear_tree();
        let report = self.search_after(color, Move::Play(vertex), limits)?;
        looks.is_enough(report.visits).then_some(-report.lead)
    }

    /// Waits until the delay is over or the stop signal is raised.
    pub(super) fn keep_back(&self, delay: TimeBudget) {
        while !self.stop.is_raised() && !delay.remaining().is_zero() {
            thread::sleep(delay.remaining().min(STEP));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::player::{Level, Player, PlayerSettings, Wishes};
    use crate::rules::{GameState, Rules};
    use crate::search::{MoveReport, SearchLimits, SearchRequest, SearchSettings, Searcher, Watch};
    use crate::vocabulary::BoardSize;

    const BEST: &str = "E5";

    fn play(name: &str) -> Move {
        Move::Play(name.parse().unwrap())
    }

    /// A search to which all moves but one are equally natural blunders. It notes its limits.
    struct Strict(Arc<Mutex<Vec<SearchLimits>>>);

    impl Searcher for Strict {
        fn search(
            &mut self,
            request: &SearchRequest<'_>,
            _: &dyn Fn() -> bool,
            _: Option<&mut Watch<'_>>,
        ) -> SearchReport {
            self.0.lock().unwrap().push(request.limits);
            let moves = [BEST, "C3", "G3", "C7", "G7", "D4", "F6"];
            let found = |name| MoveReport { prior: 0.1, ..MoveReport::new(play(name)) };
            let is_good = request.game.moves().last().is_none_or(|(_, mv)| *mv == play(BEST));
            SearchReport {
                moves: moves.map(found).to_vec(),
                visits: request.limits.playouts.unwrap_or_default(),
                // The lead is that of the opponent.
                lead: if is_good { 0.0 } else { 50.0 },
                ..SearchReport::default()
            }
        }

        fn forget(&mut self, _: u64) {}
    }

    /// The limits of all searches for a move of a beginner, with ten seeds.
    fn searches(settings: PlayerSettings) -> Vec<Vec<SearchLimits>> {
        let with_seed = |seed| {
            let limits = Arc::new(Mutex::new(Vec::new()));
            let noted = Arc::clone(&limits);
            let search = SearchSettings { memory: 1 << 16, seed, ..SearchSettings::default() };
            let settings = PlayerSettings { level: Level::LOWEST, search, ..settings };
            let game = GameState::new(BoardSize::square(9), Rules::default(), 7.5);
            let factory = Box::new(move |_, _| Box::new(Strict(Arc::clone(&noted))) as _);
            let mut player = SearchPlayer::new(settings, game, factory);
            player.generate(Color::Black, Wishes::default());
            limits.lock().unwrap().clone()
        };
        (0..10).map(with_seed).collect()
    }

    /// The number of simulations of each of these searches.
    fn simulations(limits: &[SearchLimits]) -> Vec<u64> {
        limits.iter().map(|limits| limits.playouts.unwrap()).collect()
    }

    #[test]
    fn all_searches_of_a_move_keep_to_a_limit_on_simulations() {
        let usual = PlayerSettings::default();
        for most in [20, 200, 600] {
            for settings in [
                PlayerSettings { playouts: Some(most), ..usual },
                PlayerSettings { visits: Some(most), ..usual },
            ] {
                let made: Vec<_> =
                    searches(settings).iter().map(|limits| simulations(limits)).collect();
                let all = made.iter().map(|made| made.iter().sum::<u64>());
                assert!(all.max() <= Some(most), "{most}: {made:?}");
                let has_looks = made.iter().any(|made| made.len() > 2);
                assert_eq!(has_looks, most >= 200, "{most}: {made:?}");
            }
        }
    }

    #[test]
    fn limits_that_suffice_change_no_search() {
        let usual = searches(PlayerSettings::default());
        assert!(usual.iter().any(|limits| limits.len() > 3), "several moves are looked at");
        let with_visits = PlayerSettings { visits: Some(1100), ..PlayerSettings::default() };
        for (usual, limited) in usual.iter().zip(searches(with_visits)) {
            let usual = simulations(usual);
            assert!(usual[0] == 400 && usual[1..].iter().all(|look| *look == 100), "{usual:?}");
            assert_eq!(simulations(&limited), usual);
        }
    }

    #[test]
    fn the_search_for_the_best_move_leaves_time_for_looks() {
        let hour = Duration::from_secs(3600);
        let settings = PlayerSettings { seconds: Some(hour), ..PlayerSettings::default() };
        for limits in searches(settings) {
            let times: Vec<_> = limits.iter().map(|limits| limits.time.unwrap()).collect();
            assert!(times.iter().all(|time| time.start == times[0].start && time.hard <= hour));
            assert!(times[0].hard < hour / 2, "{times:?}");
        }
    }
}
