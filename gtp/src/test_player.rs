//! A scripted player for the tests of the protocol.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use clocks::Clock;
use engine::player::{
    Decision, Judgement, MemoryShortage, Player, PlayerSettings, SearcherFactory, StopSignal,
    Wishes,
};
use engine::player::{MoveReport, Ply, SearchReport, SearchSettings};
use engine::rules::{GameState, Rules};
use engine::vocabulary::{BoardSize, Color, Move, Vertex};
use parking_lot::Mutex;
use protocol::{Ending, Line, RawLine, Response, Session as _, Stream};

use crate::commands::TABLE;
use crate::session::Session;

/// The behaviour of a [`TestPlayer`], which may change during play.
#[derive(Clone, Debug, Default)]
pub(crate) struct Script {
    /// How long the player thinks about a move.
    pub thinks: Duration,
    /// Whether the player resigns.
    pub resigns: bool,
    /// Whether the player panics after playing a move.
    pub panics: bool,
    /// The stones that the player considers dead.
    pub dead: Vec<Vertex>,
    /// The number of judgements so far.
    pub judgements: usize,
    /// Whether an interrupt cuts judgements short.
    pub hurries: bool,
    /// The number of times that the player has studied the position.
    pub studies: usize,
    /// The number of times that the player has started to ponder.
    pub ponderings: usize,
}

/// A player that does not actually search.
pub(crate) struct TestPlayer {
    game: GameState,
    clock: Clock,
    settings: PlayerSettings,
    last_report: Option<SearchReport>,
    stop: StopSignal,
    script: Arc<Mutex<Script>>,
}

impl TestPlayer {
    /// Creates a player on an empty board of `size` lines with a komi of 7.5, and returns it with
    /// its script.
    pub(crate) fn new(size: u8) -> (Self, Arc<Mutex<Script>>) {
        let script = Arc::new(Mutex::new(Script::default()));
        let player = Self {
            game: GameState::new(BoardSize::square(size), Rules::default(), 7.5),
            clock: Clock::default(),
            settings: settings(),
            last_report: None,
            stop: StopSignal::default(),
            script: Arc::clone(&script),
        };
        (player, script)
    }
}

fn settings() -> PlayerSettings {
    PlayerSettings {
        search: SearchSettings { memory: 1 << 20, ..SearchSettings::default() },
        ..PlayerSettings::default()
    }
}

impl TestPlayer {
    /// Waits until the player is stopped or `time` has passed, and reports to the observer whenever
    /// a report is due.
    fn think(&mut self, color: Color, time: Duration, wishes: &mut Wishes<'_>) {
        let start = Instant::now();
        let mut report = self.report(color, wishes);
        while start.elapsed() < time && !self.stop.is_raised() {
            thread::sleep(Duration::from_millis(1));
            if let Some(watch) = &mut wishes.watch {
                report.time = start.elapsed();
                watch.look(|| report.clone());
            }
        }
        self.last_report = Some(report);
    }

    /// Returns a report on three legal moves that the wishes do not exclude, with made-up figures.
    fn report(&self, color: Color, wishes: &Wishes<'_>) -> SearchReport {
        let size = self.game.size();
        let mut moves: Vec<Move> =
            self.game.legal_points(color).into_iter().map(Move::Play).collect();
        moves.retain(|&mv| !wishes.restrictions.iter().any(|known| known.forbids(color, mv, 0)));
        let describe = |(index, mv): (usize, Move)| MoveReport {
            mv,
            visits: 50 >> index,
            win_rate: 0.625,
            prior: 0.25,
            lead: 2.5,
            lead_deviation: 8.0,
            variation: vec![Ply { mv, visits: 50 >> index }, Ply { mv: Move::Pass, visits: 1 }],
            proved: None,
            ownership: wishes.ownership_by_move.then(|| vec![0.5; size.area()]),
        };
        SearchReport {
            moves: moves.into_iter().take(3).enumerate().map(describe).collect(),
            visits: 87,
            mean_win_rate: 0.5,
            simulations: 80,
            lead: 1.5,
            lead_deviation: 9.0,
            nodes: 7,
            ownership: vec![0.25; size.area()],
            criticality: vec![0.2; size.area()],
            ..SearchReport::default()
        }
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

    fn generate(&mut self, color: Color, mut wishes: Wishes<'_>) -> Decision {
        if wishes.cleans_up {
            self.script.lock().resigns = false;
        }
        let decision = self.suggest(color, Wishes::default());
        if let Decision::Move(mv) = decision {
            self.game.play(color, mv).ok();
        }
        assert!(!self.script.lock().panics, "told to break down");
        if let (Some(watch), Some(report)) = (&mut wishes.watch, &self.last_report) {
            watch.tell(report);
        }
        decision
    }

    fn suggest(&mut self, color: Color, mut wishes: Wishes<'_>) -> Decision {
        let script = self.script.lock().clone();
        self.think(color, script.thinks, &mut wishes);
        if script.resigns {
            return Decision::Resign;
        }
        if !wishes.restrictions.is_empty() {
            let found = self.last_report.iter().flat_map(|report| &report.moves);
            return Decision::Move(found.map(|found| found.mv).next().unwrap_or(Move::Pass));
        }
        let points = self.game.legal_points(color);
        let choice = (self.settings.search.seed as usize + self.game.moves().len() * 7)
            % points.len().max(1);
        Decision::Move(points.get(choice).copied().into())
    }

    fn set_factory(&mut self, _factory: SearcherFactory) {}

    fn choose_handicap(&mut self, stones: usize) -> Vec<Vertex> {
        self.game.size().vertices().take(stones).collect()
    }

    fn judge(&mut self) -> Judgement {
        let mut script = self.script.lock();
        script.judgements += 1;
        if script.hurries {
            self.stop.raise();
        }
        Judgement { dead: script.dead.clone(), ..Judgement::default() }
    }

    fn forget(&mut self) {}

    fn analyze(&mut self, color: Color, mut wishes: Wishes<'_>) {
        let report = self.report(color, &wishes);
        if let Some(watch) = &mut wishes.watch {
            watch.tell(&report);
        }
        self.think(color, Duration::MAX, &mut wishes);
    }

    fn ponder(&mut self) {
        self.script.lock().ponderings += 1;
        self.think(self.game.to_move(), Duration::MAX, &mut Wishes::default());
    }

    fn look(&mut self) -> &SearchReport {
        let report = self.report(self.game.to_move(), &Wishes::default());
        self.last_report.insert(report)
    }

    fn study(&mut self, _share: f64) -> &SearchReport {
        self.script.lock().studies += 1;
        self.look()
    }

    fn study_move(&mut self, mv: Move, _share: f64) -> Option<SearchReport> {
        let color = self.game.to_move();
        let before = self.game.clone();
        self.game.play(color, mv).ok()?;
        let report = self.report(!color, &Wishes::default());
        self.game = before;
        Some(report)
    }

    fn last_report(&self) -> Option<&SearchReport> {
        self.last_report.as_ref()
    }

    fn settings(&self) -> &PlayerSettings {
        &self.settings
    }

    fn set_settings(&mut self, settings: PlayerSettings) -> Result<(), MemoryShortage> {
        self.settings = settings;
        Ok(())
    }

    fn stop_signal(&self) -> StopSignal {
        self.stop.clone()
    }
}

/// A conversation with a test player, without a server.
pub(crate) struct Conversation {
    /// The session.
    pub(crate) session: Session,
    /// The script of the session's player.
    pub(crate) player: Arc<Mutex<Script>>,
    /// The lines that the last command wrote before it ended.
    pub(crate) streamed: String,
}

impl Conversation {
    /// Begins a conversation with an empty board of `size` lines.
    pub(crate) fn new(size: u8) -> Self {
        let (player, script) = TestPlayer::new(size);
        let session = Session::new(Box::new(player), "Mengxi");
        Self { session, player: script, streamed: String::new() }
    }

    /// The same, with a limit in time for moves and readings.
    pub(crate) fn with_time(size: u8, seconds: u64) -> Self {
        let mut conversation = Self::new(size);
        let player = conversation.session.player();
        let seconds = Some(Duration::from_secs(seconds));
        player.set_settings(PlayerSettings { seconds, ..*player.settings() }).unwrap();
        conversation
    }

    fn respond(&mut self, line: &str) -> Response {
        let raw = RawLine { text: line.to_owned(), truncated: false };
        let Line::Request(request) = Line::parse(&raw) else { panic!("{line:?} is no command") };
        if TABLE.find(&request.name).is_some_and(|found| found.ending() == Ending::Input) {
            self.session.interrupts().raise();
        }
        self.streamed.clear();
        let mut write = |text: &str| self.streamed.push_str(text);
        let mut stream = Stream::new(&request.id, &mut write);
        let response = TABLE.execute(&mut self.session, &request, &mut stream);
        self.session.interrupts().clear();
        response
    }

    /// Sends a line and returns the complete answer, including streamed lines.
    pub(crate) fn all(&mut self, line: &str) -> String {
        let end = self.respond(line).to_string();
        format!("{}{end}", self.streamed)
    }

    /// Sends a line and checks that the response is exactly `answer`.
    #[track_caller]
    pub(crate) fn expect(&mut self, line: &str, answer: &str) {
        let response = self.respond(line).to_string();
        assert_eq!(response.trim_end_matches([' ', '\n']), answer, "{line}");
    }

    /// Sends a line that must succeed, and returns the answer.
    #[track_caller]
    pub(crate) fn ask(&mut self, line: &str) -> String {
        let response = self.respond(line);
        assert!(response.is_success(), "{line}: {response}");
        response.body().to_owned()
    }

    /// Sends a line that must fail, and returns the failure message.
    #[track_caller]
    pub(crate) fn fails(&mut self, line: &str) -> String {
        let response = self.respond(line);
        assert!(!response.is_success(), "{line}: {response}");
        response.body().to_owned()
    }
}
