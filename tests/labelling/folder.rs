//! A folder for the files of a labelling, in which the task is run.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use app::command_line::{CommandLine, Task};
use clap::Parser;
use lab::hands::Hands;
use lab::interruption::Interruption;
use lab::labelling;
use network::model::{Model, PassHead};
use network::{Evaluator, Network};
use playouts::labels::LabelledGame;
use tempfile::TempDir;
use tests::{katago_files, networks};

/// A folder with a network that likes to pass, so that its games end.
pub(super) struct Folder(TempDir);

impl Folder {
    pub(super) fn new() -> Self {
        let folder = Self(tempfile::tempdir().expect("a folder for files"));
        folder.add_network("net.bin.gz", 1);
        folder
    }

    pub(super) fn add_network(&self, name: &str, seed: u64) {
        let file = katago_files::compressed(&passing(seed));
        fs::write(self.path(name), file).expect("a file can be written");
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(super) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("a file can be written");
    }

    /// The network of the folder.
    pub(super) fn evaluator(&self) -> Evaluator {
        let network = Network::read(&self.path("net.bin.gz")).expect("a network");
        Evaluator::new(Arc::new(network))
    }

    /// Runs the task with its files in this folder, and returns what it prints.
    pub(super) fn run(&self, arguments: &str, interruption: &Interruption) -> io::Result<String> {
        let line = format!("mengxi label {arguments}");
        let words = line.split(' ').map(|word| match word.strip_prefix('@') {
            Some(name) => self.path(name).display().to_string(),
            None => word.to_owned(),
        });
        let line = CommandLine::try_parse_from(words)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
        let Some(Task::Label(asked)) = line.task else { panic!("another task") };
        let mut output = Vec::new();
        labelling::write(&asked, &line.options, &Hands::own(interruption), &mut output)?;
        Ok(String::from_utf8(output).expect("text"))
    }

    pub(super) fn label(&self, arguments: &str) -> String {
        self.run(arguments, &Interruption::default()).expect("labelled games")
    }

    pub(super) fn refusal(&self, arguments: &str) -> String {
        let result = self.run(arguments, &Interruption::default());
        result.expect_err(arguments).to_string()
    }

    /// Runs the task until the journal of `out` has a few games, and interrupts it.
    pub(super) fn interrupt(&self, arguments: &str, out: &str) {
        let journal = self.path(&format!("{out}.part"));
        let interruption = Interruption::default();
        let printed = thread::scope(|scope| {
            let run = scope.spawn(|| self.run(arguments, &interruption));
            let lines = || fs::read(&journal).map_or(0, |text| text.split(|b| *b == b'\n').count());
            while lines() < 4 && !run.is_finished() {
                thread::sleep(Duration::from_millis(1));
            }
            interruption.raise();
            run.join().expect("no panic").expect("an interrupted run")
        });
        assert!(printed.ends_with("the same command goes on with them\n"), "{printed}");
        assert!(journal.exists() && !self.path(out).exists());
    }

    pub(super) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("a file")
    }

    pub(super) fn games(&self, name: &str) -> Vec<LabelledGame> {
        LabelledGame::read(&self.path(name)).expect("labelled games")
    }
}

/// A small network with random weights, except that it likes to pass.
fn passing(seed: u64) -> Model {
    let mut model = networks::random("residual", seed);
    if let PassHead::Linear(matrix) = &mut model.policy.pass {
        matrix.weights.fill(0.4);
    }
    model
}
