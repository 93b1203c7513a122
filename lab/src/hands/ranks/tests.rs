//! Matches, tunings and labellings over ranks in one process, which give what one process gives.

use std::fs;
use std::path::Path;

use assembly::options::Options;
use clap::Parser;

use super::*;
use crate::hands::Hands;
use crate::labelling::{self, LabelOptions};
use crate::matches::{self, MatchOptions};
use crate::test_line;
use crate::tuning::{self, TuneOptions};

/// Carries messages between threads of this process.
struct Channels {
    rank: usize,
    others: Vec<Sender<(usize, Vec<u8>)>>,
    inbox: Receiver<(usize, Vec<u8>)>,
}

impl Carrier for Channels {
    fn send(&mut self, rank: usize, message: Vec<u8>) {
        // A rank that is gone needs no message.
        let _ = self.others[rank].send((self.rank, message));
    }

    fn receive(&mut self) -> Option<(usize, Vec<u8>)> {
        self.inbox.try_recv().ok()
    }
}

fn channels(ranks: usize) -> Vec<Channels> {
    let (senders, inboxes): (Vec<_>, Vec<_>) = (0..ranks).map(|_| mpsc::channel()).unzip();
    let carrier = |(rank, inbox)| Channels { rank, others: senders.clone(), inbox };
    inboxes.into_iter().enumerate().map(carrier).collect()
}

/// The ways in which a task is read, and begun by the leading rank and by the others.
struct Task<A> {
    read: fn(&str) -> (Options, A),
    write: fn(&A, &Options, &Hands<'_>, &mut dyn io::Write) -> io::Result<()>,
    jobs: for<'a> fn(&'a A, &'a Options) -> io::Result<Box<dyn Jobs + 'a>>,
}

/// What a task prints that is done by three ranks with one or two hands each.
fn over_ranks<A>(line: &str, task: &Task<A>) -> io::Result<String> {
    let hands = [1, 2, 1];
    let mut carriers = channels(hands.len()).into_iter();
    let mut leading = carriers.next().unwrap();
    thread::scope(|scope| {
        for (mut carrier, &hands) in carriers.zip(&hands[1..]) {
            scope.spawn(move || {
                let (options, asked) = (task.read)(line);
                let jobs = (task.jobs)(&asked, &options).unwrap();
                follow(&mut carrier, hands, &*jobs, &Interruption::default()).unwrap();
            });
        }
        lead(&mut leading, &hands, |helpers| {
            let (options, asked) = (task.read)(line);
            let (interruption, mut output) = (Interruption::default(), Vec::new());
            let hands = Hands::own(&interruption).with_helpers(helpers);
            (task.write)(&asked, &options, &hands, &mut output)?;
            Ok(String::from_utf8(output).unwrap())
        })
        .unwrap()
    })
}

/// What it prints in one process.
fn alone<A>(line: &str, task: &Task<A>) -> String {
    let ((options, asked), mut output) = ((task.read)(line), Vec::new());
    let interruption = Interruption::default();
    (task.write)(&asked, &options, &Hands::own(&interruption), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

const MATCH: Task<MatchOptions> = Task {
    read: test_line::read,
    write: matches::write,
    jobs: |asked, options| Ok(matches::jobs(asked, options)),
};
const TUNE: Task<TuneOptions> =
    Task { read: test_line::read, write: tuning::write, jobs: tuning::jobs };
const LABEL: Task<LabelOptions> =
    Task { read: read_labelling, write: labelling::write, jobs: labelling::jobs };

/// Reads the options of play and those of `label`, which has its own `--rules`, apart.
fn read_labelling(line: &str) -> (Options, LabelOptions) {
    #[derive(clap::Args)]
    struct Nothing {}
    #[derive(Parser)]
    struct Label {
        #[command(flatten)]
        asked: LabelOptions,
    }
    let (play, label) = line.split_once(" label ").unwrap();
    let (options, Nothing {}) = test_line::read(play);
    let label = Label::parse_from(["label"].into_iter().chain(label.split_whitespace()));
    (options, label.asked)
}

#[test]
fn a_match_is_the_same_over_ranks() {
    let line = "match --size 5 --komi 0.5 --playouts 30 --games 12 --seed 3 --threads 1 \
                --network none";
    assert_eq!(over_ranks(line, &MATCH).unwrap(), alone(line, &MATCH));
    let folder = tempfile::tempdir().unwrap();
    let (log, games) = (folder.path().join("log"), folder.path().join("games"));
    let line = format!("{line} --log-file {} --sgf {}", log.display(), games.display());
    let whole = over_ranks(&line, &MATCH).unwrap();
    assert_eq!(fs::read_dir(&games).unwrap().count(), 12);
    // A job that was killed goes on with what is in its log.
    let text = fs::read_to_string(&log).unwrap();
    let kept: Vec<&str> = text.lines().take(6).collect();
    fs::write(&log, format!("{}\n{{\"game\":", kept.join("\n"))).unwrap();
    assert_eq!(over_ranks(&line, &MATCH).unwrap(), whole);
}

#[test]
fn a_tuning_is_the_same_over_ranks() {
    let line = "tune prior_even=0..20 rate_atari=0..100:50 --size 5 --playouts 10 --batch 4 \
                --gain 0.3 --steps 8 --threads 1 --network none";
    assert_eq!(over_ranks(line, &TUNE).unwrap(), alone(line, &TUNE));
}

#[test]
fn labels_are_the_same_over_ranks() {
    let folder = tempfile::tempdir().unwrap();
    let labelled = |name: &str, run: &dyn Fn(&str)| {
        let path = folder.path().join(name);
        run(&format!("mengxi --size 5 --threads 1 label --games 6 --out {}", path.display()));
        fs::read(&path).unwrap()
    };
    let ranks = labelled("ranks.jsonl.gz", &|line| drop(over_ranks(line, &LABEL).unwrap()));
    let one = labelled("one.jsonl.gz", &|line| drop(alone(line, &LABEL)));
    assert!(!one.is_empty() && ranks == one);
    let missing = "mengxi --size 5 --threads 1 label --out no/such/folder/x.jsonl.gz";
    assert!(!Path::new("no/such").exists() && over_ranks(missing, &LABEL).is_err());
}

/// What a rank tells the others of its task before they begin, with a network in this file, and
/// what it tells after the network has been replaced.
fn digests<A>(line: &str, network: &Path, task: &Task<A>) -> [String; 2] {
    fs::write(network, network::built_in::FILE).unwrap();
    let (options, asked) = (task.read)(&line.replace("FILE", &network.display().to_string()));
    let digest = || (task.jobs)(&asked, &options).unwrap().digest();
    let before = digest();
    fs::write(network, "another network").unwrap();
    [before, digest()]
}

#[test]
fn ranks_notice_another_network_under_the_same_name_and_know_the_same_under_another() {
    fn check<A>(line: &str, task: &Task<A>) {
        let folder = tempfile::tempdir().unwrap();
        let files = ["one.net", "other.net"].map(|name| folder.path().join(name));
        let [one, other] = files.map(|file| digests(line, &file, task));
        assert_eq!(one, other, "{line}");
        assert_ne!(one[0], one[1], "{line}");
    }
    check("match --size 5 --network FILE", &MATCH);
    check("tune prior_even=0..20 --size 5 --network FILE", &TUNE);
    check("mengxi --size 5 --network FILE label --out games.jsonl.gz", &LABEL);
}

/// Fails at every job, or panics.
struct Bad(bool);

impl Jobs for Bad {
    fn digest(&self) -> String {
        String::new()
    }

    fn worker<'a>(&'a self, _: &'a Interruption) -> super::super::Worker<'a> {
        Box::new(
            |_| if self.0 { panic!("a game panics") } else { Err(io::Error::other("no game")) },
        )
    }
}

#[test]
fn a_job_that_fails_or_panics_in_a_rank_ends_the_task_with_an_error() {
    for (panics, expected) in [(false, "rank 1: no game"), (true, "rank 1: a panic ended the job")]
    {
        let mut carriers = channels(2);
        let (mut other, mut leading) = (carriers.pop().unwrap(), carriers.pop().unwrap());
        let error = thread::scope(|scope| {
            scope.spawn(move || {
                follow(&mut other, 1, &Bad(panics), &Interruption::default()).unwrap();
            });
            lead(&mut leading, &[1, 1], |helpers| {
                helpers.perform(0, &Value::from(1), &Interruption::default()).unwrap_err()
            })
            .unwrap()
        });
        assert!(error.to_string().starts_with(expected), "{error}");
    }
}

/// Is interrupted at every job.
struct Interrupted;

impl Jobs for Interrupted {
    fn digest(&self) -> String {
        String::new()
    }

    fn worker<'a>(&'a self, _: &'a Interruption) -> super::super::Worker<'a> {
        Box::new(|_| Ok(None))
    }
}

#[test]
fn a_job_is_not_lost_with_a_rank_that_is_interrupted_alone() {
    let mut carriers = channels(2);
    let (mut other, mut leading) = (carriers.pop().unwrap(), carriers.pop().unwrap());
    let error = thread::scope(|scope| {
        scope.spawn(move || {
            follow(&mut other, 1, &Interrupted, &Interruption::default()).unwrap();
        });
        lead(&mut leading, &[1, 1], |helpers| {
            helpers.perform(0, &Value::from(1), &Interruption::default()).unwrap_err()
        })
        .unwrap()
    });
    assert_eq!(error.to_string(), "rank 1 was interrupted");
}

#[test]
fn the_others_are_told_to_end_even_if_the_task_panics() {
    let mut carriers = channels(2);
    let (mut other, mut leading) = (carriers.pop().unwrap(), carriers.pop().unwrap());
    let ended = thread::scope(|scope| {
        let follower = scope.spawn(move || {
            follow(&mut other, 1, &Bad(false), &Interruption::default()).unwrap();
        });
        let panics = || lead(&mut leading, &[1, 1], |_| -> () { panic!("the task panics") });
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(panics));
        follower.join().unwrap();
        result
    });
    assert!(ended.is_err());
}

#[test]
fn a_rank_that_cannot_begin_ends_the_task_with_an_error() {
    let mut carriers = channels(2);
    let (mut other, mut leading) = (carriers.pop().unwrap(), carriers.pop().unwrap());
    let error = thread::scope(|scope| {
        scope.spawn(move || refuse(&mut other, "no network"));
        lead(&mut leading, &[1, 1], |helpers| {
            helpers.perform(0, &Value::from(1), &Interruption::default()).unwrap_err()
        })
        .unwrap()
    });
    assert_eq!(error.to_string(), "rank 1: no network");
}

#[test]
fn an_interruption_does_not_wait_for_a_rank_that_says_nothing() {
    let mut carriers = channels(2);
    let mut leading = carriers.remove(0);
    let interruption = Interruption::default();
    interruption.raise();
    let result =
        lead(&mut leading, &[1, 1], |helpers| helpers.perform(0, &Value::from(1), &interruption));
    assert!(result.unwrap().unwrap().is_none());
}
