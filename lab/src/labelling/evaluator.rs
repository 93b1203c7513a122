//! A program that evaluates positions for the labelling, such as one that uses a graphics card.
//!
//! It is asked by standard input and answers by standard output, in batches, because such programs
//! evaluate many positions in nearly the time of one. All numbers have their lowest byte first.
//!
//! Before the first question it is told the SHA-256 digest of the file of `--network`, as 64
//! hexadecimal digits in lower case, so that it can refuse to evaluate another network.
//!
//! | part of a question | type |
//! | --- | --- |
//! | the number of positions, the width and the height of the board | three `u32` |
//! | the planes of each position, all of a point side by side, a bit each, the lowest first | bytes |
//! | the global inputs of each position | 19 `f32` |
//!
//! | part of an answer | type |
//! | --- | --- |
//! | the number of positions, and of the outputs of each | two `u32` |
//! | the raw outputs of each position: of all moves, of a pass, of the outcome, of the score, of the ownership | `f32` |
//!
//! The program ends when its input does.

use std::io::{self, BufReader, BufWriter, Read, Write};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::Duration;
use std::{iter, thread};

use assembly::child_process::{ChildProcess, Pipes};
use engine::vocabulary::BoardSize;
use network::elsewhere::{Elsewhere, OutputCounts};
use network::evaluation::RawOutputs;
use parking_lot::Mutex;

/// How long a batch waits for one more question.
const PATIENCE: Duration = Duration::from_millis(4);
/// The number of batches that wait for the answer to an earlier one.
const WAITING: usize = 1;
/// The time between two looks for an interruption.
const LOOK: Duration = Duration::from_millis(100);
/// How long the program may take to end by itself after its input has ended.
const GRACE: Duration = Duration::from_secs(2);

/// A position to be evaluated, and where the answer goes.
struct Question {
    planes: Vec<u8>,
    globals: Vec<u8>,
    reply: Reply,
}

type Reply = SyncSender<RawOutputs>;

/// The reason why the program no longer answers. It is set before the replies still expected are
/// dropped.
type Problem = Arc<Mutex<Option<io::Error>>>;

/// A running program, which threads ask about positions on boards of one size.
pub(super) struct Evaluator {
    size: BoardSize,
    /// `None` when it ends.
    questions: Mutex<Option<Sender<Question>>>,
    child: Mutex<Option<ChildProcess>>,
    problem: Problem,
}

impl Evaluator {
    /// Starts a program with its arguments, for this number of games at once. `digest` is that of
    /// the network's file, in hexadecimal.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(super) fn start(
        words: &[String],
        digest: &str,
        size: BoardSize,
        outputs: OutputCounts,
        at_once: usize,
    ) -> io::Result<Arc<Self>> {
        let started = ChildProcess::start(words, Stdio::inherit());
        let (child, Pipes { mut input, output, .. }) = started
            .map_err(|error| io::Error::new(error.kind(), format!("--evaluator: {error}")))?;
        // A pipe has room for this. If the program has ended already, the first question says so.
        input.write_all(digest.as_bytes()).ok();
        Ok(Arc::new(Self::over(input, output, Some(child), size, outputs, at_once)))
    }

    /// What evaluates at the other end of two pipes.
    fn over(
        input: impl Write + Send + 'static,
        output: impl Read + Send + 'static,
        child: Option<ChildProcess>,
        size: BoardSize,
        outputs: OutputCounts,
        at_once: usize,
    ) -> Self {
        let (questions, asked) = channel();
        let (batches, sent) = sync_channel(WAITING);
        let problem = Problem::default();
        let [asking, answering] = [&problem, &problem].map(Arc::clone);
        // While one half of the games waits for an answer, the other half makes its moves.
        let most = at_once.div_ceil(2);
        thread::spawn(move || ask(input, size, most, (&asked, &batches), &asking));
        thread::spawn(move || answer(output, &Parts::new(size, outputs), &sent, &answering));
        Self { size, questions: Mutex::new(Some(questions)), child: Mutex::new(child), problem }
    }

    /// Takes the reason why the program no longer answers, if there is one.
    pub(super) fn problem(&self) -> Option<io::Error> {
        self.problem.lock().take()
    }
}

impl Elsewhere for Evaluator {
    fn evaluate(
        &self,
        size: BoardSize,
        planes: &[f32],
        globals: &[f32],
        stop: &AtomicBool,
    ) -> Option<RawOutputs> {
        if size != self.size {
            return None;
        }
        let (reply, answer) = sync_channel(1);
        let globals = globals.iter().flat_map(|value| value.to_le_bytes()).collect();
        let question = Question { planes: bits(planes), globals, reply };
        self.questions.lock().as_ref()?.send(question).ok()?;
        while !stop.load(Ordering::Relaxed) {
            match answer.recv_timeout(LOOK) {
                Ok(found) => return Some(found),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        None
    }
}

/// Gives the program time to end by itself; after that, dropping `child` ends it.
impl Drop for Evaluator {
    fn drop(&mut self) {
        drop(self.questions.lock().take());
        if let Some(child) = self.child.get_mut() {
            child.wait(GRACE);
        }
    }
}

/// A bit for each value that is not 0, the lowest bit of a byte first.
fn bits(values: &[f32]) -> Vec<u8> {
    let byte = |values: &[f32]| {
        let bits = values.iter().enumerate().map(|(at, value)| u8::from(*value != 0.0) << at);
        bits.fold(0, |byte, bit| byte | bit)
    };
    values.chunks(8).map(byte).collect()
}

/// Keeps the first problem, which is the cause of those that follow.
fn note(problem: &Problem, error: &io::Error) {
    let reason = match error.kind() {
        io::ErrorKind::UnexpectedEof | io::ErrorKind::BrokenPipe => {
            "the program has ended before it had answered".to_owned()
        }
        _ => error.to_string(),
    };
    // Of another kind, because a broken pipe would mean that nobody reads this program's output.
    let error = io::Error::other(format!("--evaluator: {reason}"));
    problem.lock().get_or_insert(error);
}

/// Writes batches of at most `most` questions until no questions are left.
fn ask(
    input: impl Write,
    size: BoardSize,
    most: usize,
    (questions, batches): (&Receiver<Question>, &SyncSender<Vec<Reply>>),
    problem: &Problem,
) {
    let mut input = BufWriter::new(input);
    while let Ok(first) = questions.recv() {
        let others = iter::from_fn(|| questions.recv_timeout(PATIENCE).ok()).take(most - 1);
        let batch: Vec<Question> = [first].into_iter().chain(others).collect();
        if let Err(error) = write_batch(&mut input, size, &batch) {
            return note(problem, &error);
        }
        let replies = batch.into_iter().map(|question| question.reply).collect();
        if batches.send(replies).is_err() {
            return;
        }
    }
}

fn write_batch(input: &mut impl Write, size: BoardSize, batch: &[Question]) -> io::Result<()> {
    for number in [batch.len() as u32, size.width().into(), size.height().into()] {
        input.write_all(&number.to_le_bytes())?;
    }
    batch.iter().try_for_each(|question| input.write_all(&question.planes))?;
    batch.iter().try_for_each(|question| input.write_all(&question.globals))?;
    input.flush()
}

/// Reads the answers to batches until there are no more.
fn answer(output: impl Read, parts: &Parts, batches: &Receiver<Vec<Reply>>, problem: &Problem) {
    let mut output = BufReader::with_capacity(1 << 16, output);
    while let Ok(replies) = batches.recv() {
        if let Err(error) = read_batch(&mut output, parts, &replies) {
            return note(problem, &error);
        }
    }
}

fn read_batch(output: &mut impl Read, parts: &Parts, replies: &[Reply]) -> io::Result<()> {
    let mut numbers = [[0; 4]; 2];
    output.read_exact(numbers.as_flattened_mut())?;
    let expected = [replies.len(), parts.all()];
    let found = numbers.map(|number| u32::from_le_bytes(number) as usize);
    if found != expected {
        let problem = format!(
            "an answer to {} positions with {} outputs each was expected, got {} with {}",
            expected[0], expected[1], found[0], found[1]
        );
        return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    }
    let mut bytes = vec![0; size_of::<f32>() * parts.all()];
    for reply in replies {
        output.read_exact(&mut bytes)?;
        // Nobody waits for it after an interruption.
        reply.send(parts.read(&bytes)).ok();
    }
    Ok(())
}

/// The numbers of raw outputs of a position, in the order of an answer.
struct Parts([usize; 5]);

impl Parts {
    fn new(size: BoardSize, outputs: OutputCounts) -> Self {
        let OutputCounts { policies, scores } = outputs;
        Self([size.area() * policies, policies, 3, scores, size.area()])
    }

    fn all(&self) -> usize {
        self.0.iter().sum()
    }

    fn read(&self, bytes: &[u8]) -> RawOutputs {
        let (floats, _) = bytes.as_chunks::<4>();
        let mut floats = floats.iter().map(|float| f32::from_le_bytes(*float));
        let [moves, pass, outcome, score, ownership] =
            self.0.map(|count| floats.by_ref().take(count).collect());
        RawOutputs { moves, pass, outcome, score, ownership }
    }
}

#[cfg(test)]
mod tests {
    use engine::rules::{GameState, Rules};
    use engine::vocabulary::{Color, Random, Symmetry, Vertex};
    use network::inputs::{GLOBALS, PLANES};
    use network::{Network, built_in};

    use super::*;

    const SIZE: BoardSize = BoardSize::square(5);

    /// Evaluates as a program with a graphics card would, and returns the sizes of the batches.
    fn serve(network: &Arc<Network>, mut input: impl Read, mut output: impl Write) -> Vec<usize> {
        let mut evaluator = network::Evaluator::new(Arc::clone(network));
        let (mut numbers, mut batches) = ([[0; 4]; 3], Vec::new());
        while input.read_exact(numbers.as_flattened_mut()).is_ok() {
            let [count, width, height] = numbers.map(|number| u32::from_le_bytes(number) as usize);
            assert_eq!(BoardSize::new(width, height).unwrap(), SIZE);
            let values = PLANES * SIZE.area();
            let mut planes = vec![vec![0; values.div_ceil(8)]; count];
            planes.iter_mut().for_each(|planes| input.read_exact(planes).unwrap());
            let mut globals = vec![[[0; 4]; GLOBALS]; count];
            globals.iter_mut().for_each(|globals| {
                input.read_exact(globals.as_flattened_mut()).unwrap();
            });
            output.write_all(&numbers[0]).unwrap();
            output.write_all(&58_u32.to_le_bytes()).unwrap();
            for (planes, globals) in planes.iter().zip(&globals) {
                let bit = |at: usize| f32::from(planes[at / 8] >> (at % 8) & 1);
                let planes: Vec<f32> = (0..values).map(bit).collect();
                let globals = globals.map(f32::from_le_bytes);
                assert!(evaluator.evaluate_inputs(
                    SIZE,
                    &planes,
                    &globals,
                    &AtomicBool::new(false)
                ));
                let raw = evaluator.raw();
                let parts = [&raw.moves, &raw.pass, &raw.outcome, &raw.score, &raw.ownership];
                for value in parts.into_iter().flatten() {
                    output.write_all(&value.to_le_bytes()).unwrap();
                }
            }
            output.flush().unwrap();
            batches.push(count);
        }
        batches
    }

    /// Plays random moves from a seed, and compares each evaluation with one made here.
    fn play(elsewhere: &Arc<Network>, here: &Arc<Network>, seed: u64) {
        let mut evaluators =
            [elsewhere, here].map(|network| network::Evaluator::new(Arc::clone(network)));
        let mut game = GameState::new(SIZE, Rules::default(), 6.5);
        let mut random = Random::new(seed, 0);
        for number in 0..12 {
            let color = if number % 2 == 0 { Color::Black } else { Color::White };
            let symmetry = Symmetry::of(SIZE).nth(random.below(8)).unwrap();
            let [found, expected] = evaluators.each_mut().map(|evaluator| {
                let never = AtomicBool::new(false);
                evaluator.evaluate(&game, color, symmetry, 0.0, &never).unwrap().unwrap()
            });
            assert_eq!(found, expected);
            let point = random.below(SIZE.area());
            // It may be illegal.
            game.play(color, Vertex::from_index(point, SIZE).into()).ok();
        }
    }

    #[test]
    fn many_threads_get_the_answers_to_their_own_questions() {
        let here = Arc::clone(built_in::network());
        let (theirs, input) = io::pipe().unwrap();
        let (output, answers) = io::pipe().unwrap();
        let evaluator = Evaluator::over(input, output, None, SIZE, here.outputs(), 16);
        let evaluator = Arc::new(evaluator);
        let elsewhere = Arc::new(here.elsewhere(Arc::clone(&evaluator) as _));
        let server = thread::spawn({
            let network = Arc::clone(&here);
            move || serve(&network, theirs, answers)
        });
        thread::scope(|scope| {
            for seed in 0..16 {
                let (elsewhere, here) = (&elsewhere, &here);
                scope.spawn(move || play(elsewhere, here, seed));
            }
        });
        assert!(evaluator.problem().is_none());
        drop((elsewhere, evaluator));
        let batches = server.join().unwrap();
        assert_eq!(batches.iter().sum::<usize>(), 16 * 12);
        assert!(batches.iter().all(|&count| count <= 8) && batches.len() < 16 * 12);
    }

    #[cfg(unix)]
    #[test]
    fn a_program_is_told_the_digest_of_the_network_first() {
        let folder = tempfile::tempdir().unwrap();
        let told = folder.path().join("told");
        let script = format!("cat > '{}'", told.display());
        let words = ["sh", "-c", &script].map(str::to_owned);
        let digest = playouts::digest_of(built_in::FILE);
        let outputs = built_in::network().outputs();
        drop(Evaluator::start(&words, &digest, SIZE, outputs, 2).unwrap());
        assert_eq!(std::fs::read_to_string(told).unwrap(), digest);
    }

    #[test]
    fn a_waiting_evaluation_can_be_interrupted() {
        let here = built_in::network();
        let (_theirs, input) = io::pipe().unwrap();
        let (output, _answers) = io::pipe().unwrap();
        let evaluator = Evaluator::over(input, output, None, SIZE, here.outputs(), 2);
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            let planes = vec![0.0; PLANES * SIZE.area()];
            let waiting = scope.spawn(|| {
                let planes = planes;
                evaluator.evaluate(SIZE, &planes, &[0.0; GLOBALS], &stop)
            });
            thread::sleep(LOOK);
            stop.store(true, Ordering::Relaxed);
            assert_eq!(waiting.join().unwrap(), None);
        });
        let other = BoardSize::square(7);
        let none = evaluator.evaluate(other, &[], &[], &AtomicBool::new(false));
        assert_eq!(none, None, "a board of another size");
    }
}
