//! Tests of whole conversations. Tests that depend on timing use pipes.

use std::io::{BufReader, Cursor, PipeReader, PipeWriter, Read, pipe};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

use super::*;
use crate::test_session::{TABLE, TestSession};

const LONG: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(300);

fn answers(input: &[u8]) -> String {
    let mut output = Vec::new();
    let session = TestSession::default();
    serve(Cursor::new(input.to_vec()), &mut output, session, TABLE).unwrap();
    String::from_utf8(output).unwrap()
}

/// A server connected through pipes. Its command `think` takes as long as requested.
struct Pipes {
    input: Option<PipeWriter>,
    output: PipeReader,
    control: Control,
    server: JoinHandle<io::Result<()>>,
}

impl Pipes {
    fn new(thinks: Duration) -> Self {
        let (from, input) = pipe().unwrap();
        let (output, to) = pipe().unwrap();
        let server = Server::new(TestSession::new(thinks), TABLE, to);
        let control = server.control();
        let server = thread::spawn(move || server.run(BufReader::new(from)));
        Self { input: Some(input), output, control, server }
    }

    fn send(&mut self, text: &str) {
        self.input.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    /// The next answer.
    fn answer(&mut self) -> String {
        let mut text = Vec::new();
        while !text.ends_with(b"\n\n") {
            let mut byte = [0];
            self.output.read_exact(&mut byte).unwrap();
            text.push(byte[0]);
        }
        String::from_utf8(text).unwrap()
    }

    /// All remaining answers.
    fn end(mut self) -> String {
        let mut text = String::new();
        self.output.read_to_string(&mut text).unwrap();
        self.server.join().unwrap().unwrap();
        text
    }
}

#[test]
fn lines_without_a_command_are_not_answered() {
    assert_eq!(answers(b"\n   \n# text\n# interrupt\n\t\r\n\x01\n"), "");
    assert_eq!(answers(b""), "");
    assert_eq!(answers(b"1 protocol_version"), "=1 2\n\n", "the last line needs no line feed");
}

#[test]
fn many_commands_are_answered_in_order() {
    let input: String = (1..=400).map(|id| format!("{id} known_command add\r\n")).collect();
    let expected: String = (1..=400).map(|id| format!("={id} true\n\n")).collect();
    assert_eq!(answers(input.as_bytes()), expected);
}

#[test]
fn nothing_is_executed_after_quit() {
    assert_eq!(answers(b"1 quit\n2 name\n"), "=1 \n\n");
}

#[test]
fn garbage_is_answered_and_survived() {
    assert_eq!(answers(b"ad\xffd 4\n1 name\n"), "? unknown command\n\n=1 Test\n\n");
    let mut input = b"5 echo ".to_vec();
    input.resize(5 << 20, b'x');
    input.extend_from_slice(b"\n6 name\n");
    let output = answers(&input);
    assert!(output.starts_with("?5 syntax error: expected a line of at most "), "{output}");
    assert!(output.ends_with("\n\n=6 Test\n\n"), "{output}");
    let mut comment = b"# ".to_vec();
    comment.resize(5 << 20, b'x');
    assert_eq!(answers(&comment), "");
}

#[test]
fn a_quit_and_the_end_of_input_wait_for_what_was_sent_before() {
    for end in ["3 quit\n", ""] {
        let mut pipes = Pipes::new(SHORT);
        let start = Instant::now();
        pipes.send(&format!("1 think\n2 think\n{end}"));
        drop(pipes.input.take());
        let output = pipes.end();
        assert!(output.starts_with("=1 ") && output.contains("=2 "), "{output}");
        assert_eq!(output.ends_with("=3 \n\n"), !end.is_empty(), "{output}");
        assert!(start.elapsed() >= 2 * SHORT, "cut short by '{end}'");
    }
}

#[test]
fn a_quit_ends_an_analysis() {
    let mut pipes = Pipes::new(LONG);
    pipes.send("1 watch\n2 quit\n");
    assert_eq!(pipes.end(), "=1\ninfo\n\n=2 \n\n");
}

#[test]
fn an_interrupt_ends_the_search_that_runs_and_no_later_one() {
    let mut pipes = Pipes::new(SHORT);
    let start = Instant::now();
    pipes.send("# interrupt\n1 think\n2 add 1\n");
    assert!(pipes.answer().starts_with("=1 "));
    assert!(start.elapsed() >= SHORT, "an idle interrupt is ignored");
    assert_eq!(pipes.answer(), "=2 \n\n");
    let mut pipes = Pipes::new(LONG);
    pipes.send("1 think\n");
    sleep(Duration::from_millis(100));
    pipes.send("# interrupt\n");
    assert!(pipes.answer().starts_with("=1 "));
    pipes.send("2 think\n# interrupt\n");
    assert!(pipes.answer().starts_with("=2 "));
}

#[test]
fn other_lines_do_not_disturb_a_search() {
    let mut pipes = Pipes::new(SHORT);
    let start = Instant::now();
    pipes.send("think\n5 protocol_version\nquitting\n# interrupted\n");
    assert!(pipes.answer().starts_with("= "));
    assert!(start.elapsed() >= SHORT);
    assert_eq!(pipes.answer(), "=5 2\n\n");
}

#[test]
fn the_end_of_input_waits_for_its_turn() {
    let mut pipes = Pipes::new(SHORT);
    let start = Instant::now();
    pipes.send("1 think\n2 name");
    drop(pipes.input.take());
    let output = pipes.end();
    assert!(output.starts_with("=1 ") && output.ends_with("=2 Test\n\n"), "{output}");
    assert!(start.elapsed() >= SHORT);
}

#[test]
fn a_shutdown_answers_what_runs() {
    let mut pipes = Pipes::new(LONG);
    pipes.send("1 think\n2 name\n");
    sleep(Duration::from_millis(100));
    pipes.control.shut_down("test");
    let output = pipes.end();
    assert!(output.starts_with("=1 ") && !output.contains("=2"), "{output}");
}

#[test]
fn a_shutdown_ends_an_idle_server() {
    let pipes = Pipes::new(LONG);
    sleep(Duration::from_millis(50));
    pipes.control.shut_down("test");
    assert_eq!(pipes.end(), "");
}

#[test]
fn a_closed_output_ends_the_server() {
    let (from, mut input) = pipe().unwrap();
    let (output, to) = pipe().unwrap();
    drop(output);
    input.write_all(b"name\n").unwrap();
    let error = serve(BufReader::new(from), to, TestSession::new(LONG), TABLE).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}

#[test]
fn a_fault_of_the_program_costs_one_answer() {
    assert_eq!(answers(b"add 4\nfault\nsum\n"), "= \n\n? internal error, see the log\n\n= 4\n\n");
}

#[test]
fn the_conversation_is_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("talk.log");
    let log = ConversationLog::open(&path).unwrap();
    let mut output = Vec::new();
    let input = Cursor::new("1 name\n# aside\n");
    Server::new(TestSession::default(), TABLE, &mut output).with_log(log).run(input).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    for expected in ["< 1 name", "< # aside", "> =1 Test", "- end of input"] {
        let expected = format!("Z {} {expected}\n", std::process::id());
        assert!(text.contains(&expected), "{expected:?} in {text}");
    }
}
