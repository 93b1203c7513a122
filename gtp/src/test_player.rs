//! A player that obeys: for the tests of the protocol.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use engine::player::{Decision, Judgement, Player, StopSignal};
use engine::rules::{GameState, Rules};
use engine::time::Clock;
use engine::vocabulary::{BoardSize, Color, Vertex};
use parking_lot::Mutex;

/// What a [`TestPlayer`] does, to be changed while it plays.
#[derive(Clone, Debug, Default)]
pub(crate) struct Script {
    /// How long it thinks about a move.
    pub thinks: Duration,
    /// Whether it resigns.
    pub resigns: bool,
    /// Whether it breaks down when asked for a move.
    pub panics: bool,
    /// What it takes for dead.
    pub dead: Vec<Vertex>,
    /// How often it has judged.
    pub judgements: usize,
}

/// A player without a search.
pub(crate) struct TestPlayer {
    game: GameState,
    clock: Clock,
    seed: u64,
    stop: StopSignal,
    script: Arc<Mutex<Script>>,
}

impl TestPlayer {
    /// A player on an empty board of `size` lines with a komi of 7.5, and its script.
    pub(crate) fn new(size: u8) -> (Self, Arc<Mutex<Script>>) {
        let script = Arc::new(Mutex::new(Script::default()));
        let player = Self {
            game: GameState::new(BoardSize::square(size), Rules::default(), 7.5),
            clock: Clock::default(),
            seed: 0,
            stop: StopSignal::default(),
            script: Arc::clone(&script),
        };
        (player, script)
    }
}

impl Player for TestPlayer {
    fn game(&self) -> &GameState {
        &self.game
    }

    fn game_mut(&mut self) -> &mut GameState {
        &mut self.game
    }

    fn clock_mut(&mut self) -> &mut Clock {
        &mut self.clock
    }

    fn generate(&mut self, color: Color) -> Decision {
        let decision = self.suggest(color);
        assert!(!self.script.lock().panics, "told to break down");
        if let Decision::Move(mv) = decision {
            self.game.play(color, mv).ok();
        }
        decision
    }

    fn suggest(&mut self, color: Color) -> Decision {
        let script = self.script.lock().clone();
        let start = Instant::now();
        while start.elapsed() < script.thinks && !self.stop.is_raised() {
            thread::sleep(Duration::from_millis(1));
        }
        if script.resigns {
            return Decision::Resign;
        }
        let points = self.game.legal_points(color);
        let choice = (self.seed as usize + self.game.moves().len() * 7) % points.len().max(1);
        Decision::Move(points.get(choice).copied().into())
    }

    fn choose_handicap(&mut self, stones: usize) -> Vec<Vertex> {
        self.game.size().vertices().take(stones).collect()
    }

    fn judge(&mut self) -> Judgement {
        let mut script = self.script.lock();
        script.judgements += 1;
        Judgement { dead: script.dead.clone(), ..Judgement::default() }
    }

    fn forget(&mut self) {}

    fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn stop_signal(&self) -> StopSignal {
        self.stop.clone()
    }
}

/// A conversation with a test player, without a server.
pub(crate) struct Conversation {
    /// The session spoken to.
    pub(crate) session: crate::session::Session,
    /// What its player does.
    pub(crate) player: Arc<Mutex<Script>>,
}

impl Conversation {
    /// Begins on an empty board of `size` lines.
    pub(crate) fn new(size: u8) -> Self {
        let (player, script) = TestPlayer::new(size);
        let session = crate::session::Session::new(Box::new(player), "Mengxi");
        Self { session, player: script }
    }

    fn respond(&mut self, line: &str) -> crate::protocol::Response {
        use crate::protocol::{Line, RawLine};
        let raw = RawLine { text: line.to_owned(), truncated: false };
        let Line::Request(request) = Line::parse(&raw) else { panic!("{line:?} is no command") };
        self.session.execute(&request)
    }

    /// Says a line that must be answered exactly so.
    #[track_caller]
    pub(crate) fn expect(&mut self, line: &str, answer: &str) {
        let response = self.respond(line).to_string();
        assert_eq!(response.trim_end_matches([' ', '\n']), answer, "{line}");
    }

    /// The answer to a line that must succeed.
    #[track_caller]
    pub(crate) fn ask(&mut self, line: &str) -> String {
        let response = self.respond(line);
        assert!(response.is_success(), "{line}: {response}");
        response.body().to_owned()
    }

    /// What was wrong with a line that must fail.
    #[track_caller]
    pub(crate) fn fails(&mut self, line: &str) -> String {
        let response = self.respond(line);
        assert!(!response.is_success(), "{line}: {response}");
        response.body().to_owned()
    }
}
