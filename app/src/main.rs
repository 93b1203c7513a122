//! The program `mengxi`: reads its options and performs the requested task.

#![forbid(unsafe_code)]

use std::io::{self, BufRead, BufReader, Write};
use std::process::ExitCode;

use analysis::conversation;
use app::command_line::{CommandLine, Task};
use app::interrupts::{end_at_once, interruptibly};
use app::other_games::check_book_for_go;
use app::{manual, options, other_games, setup, terminal};
use assembly::compose::{self, Knowledge};
use assembly::options::Options;
use assembly::ranks::{self, Cluster};
use clap::CommandFactory;
use clap::error::ErrorKind;
use games::{gomoku, othello, xiangqi};
use gtp::commands::TABLE;
use gtp::session::Session;
use lab::hands::Hands;
use lab::{
    bench, book_building, convert, fitting, labelling, learn, learn_rules, matches, reviewing,
    training_rows, tuning,
};
use protocol::{Server, diagnostics};

fn main() -> ExitCode {
    let line = CommandLine::read(std::env::args_os()).unwrap_or_else(|error| error.exit());
    app::diagnostics::start(line.options.log.into());
    let code = match perform(line) {
        Ok(code) => code,
        // Nobody is reading the output any more, so there is nothing left to do.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("{error}");
            ExitCode::FAILURE
        }
    };
    diagnostics::finish();
    code
}

/// Performs the task given on the command line and returns the exit status.
fn perform(mut line: CommandLine) -> io::Result<ExitCode> {
    let is_configured = line.has_configured_book;
    if !line.task.as_ref().is_some_and(Task::plays_another_game) {
        check_book_for_go(&mut line)?;
    }
    let plays = matches!(line.task, None | Some(Task::Gtp(_) | Task::Play(_)));
    if line.options.cluster.is_some() && !plays {
        log::warn!("--cluster has an effect on play only");
    }
    if let Some(Task::Gtp(katago)) = &line.task {
        katago.warn_of_all();
    }
    match line.task {
        None | Some(Task::Gtp(_)) => {
            let (options, _helped) = with_cluster(line.options)?;
            speak(&options)
        }
        Some(Task::Play(asked)) => {
            let (options, _helped) = with_cluster(line.options)?;
            play::play(&asked, &options, io::stdin().lock(), &mut io::stdout())
        }
        Some(Task::Analysis(asked)) => {
            end_at_once()?;
            let input = BufReader::new(io::stdin());
            conversation::hold(&asked, &line.options, input, &mut io::stdout())
        }
        Some(Task::Bench(asked)) => bench::write(asked, &line.options, &mut io::stdout()),
        Some(Task::Book(asked)) => {
            return interruptibly(|interruption| {
                book_building::write(&asked, &line.options, interruption, &mut io::stdout())
            });
        }
        Some(Task::Convert(asked)) => convert::write(&asked, &line.options, &mut io::stdout()),
        Some(Task::Othello(asked)) => other_games::play::<
            othello::Position<othello::evaluation::Fitted>,
        >(
            &asked, &line.options, is_configured, &mut io::stdout()
        ),
        Some(Task::Gomoku(asked)) => other_games::play::<
            gomoku::Position<gomoku::evaluation::Fitted>,
        >(
            &asked, &line.options, is_configured, &mut io::stdout()
        ),
        Some(Task::Xiangqi(asked)) => other_games::play::<
            xiangqi::Position<xiangqi::evaluation::Fitted>,
        >(
            &asked, &line.options, is_configured, &mut io::stdout()
        ),
        Some(Task::Fit(asked)) => {
            return interruptibly(|interruption| {
                fitting::write(&asked, &line.options, interruption, &mut io::stdout())
            });
        }
        Some(Task::Label(asked)) => {
            return interruptibly(|interruption| {
                let hands = Hands::own(interruption);
                labelling::write(&asked, &line.options, &hands, &mut io::stdout())
            });
        }
        Some(Task::Learn(asked)) => learn::write(&asked, &line.options, &mut io::stdout()),
        Some(Task::LearnRules(asked)) => {
            learn_rules::write(&asked, &line.options, &mut io::stdout())
        }
        Some(Task::Match(asked)) => {
            return interruptibly(|interruption| {
                let hands = Hands::own(interruption);
                matches::write(&asked, &line.options, &hands, &mut io::stdout())
            });
        }
        Some(Task::Review(asked)) => {
            return interruptibly(|interruption| {
                reviewing::write(&asked, &line.options, interruption, &mut io::stdout())
            });
        }
        Some(Task::Rows(asked)) => training_rows::write(&asked, &mut io::stdout()),
        Some(Task::Tune(asked)) => {
            return interruptibly(|interruption| {
                let hands = Hands::own(interruption);
                tuning::write(&asked, &line.options, &hands, &mut io::stdout())
            });
        }
        Some(Task::Setup(asked)) => setup::perform(&asked, &mut io::stdout()),
        Some(Task::Man(asked)) => manual::write(&asked, CommandLine::command(), &mut io::stdout()),
        Some(Task::Completions(asked)) => {
            manual::write_completions(&asked, CommandLine::command(), &mut io::stdout())
        }
        Some(Task::Rank) => {
            let search = line.options.values.player.search;
            ranks::help_through_pipes(search.threads, search.memory)
        }
        Some(Task::Options) => io::stdout().write_all(options::markdown().as_bytes()),
        Some(Task::Commands) => io::stdout().write_all(TABLE.markdown().as_bytes()),
    }
    .map(|()| ExitCode::SUCCESS)
}

/// The helpers of this program, which end with this.
struct Helped(Option<&'static Cluster>);

impl Drop for Helped {
    fn drop(&mut self) {
        if let Some(cluster) = self.0 {
            cluster.end();
        }
    }
}

/// Starts the helpers of `--cluster`, if there are any, and adds them to the knowledge.
fn with_cluster(mut options: Options) -> io::Result<(Options, Helped)> {
    let mut helped = Helped(None);
    if let Some(command) = options.cluster.take() {
        let cluster = Cluster::start(command)?;
        helped.0 = Some(cluster);
        options.values.knowledge.helpers = Some(cluster);
    }
    Ok((options, helped))
}

/// Speaks the Go Text Protocol on standard input and output, with line editing at a terminal.
fn speak(options: &Options) -> io::Result<()> {
    let session = Session::new(compose::player(options), options.name.clone())
        .with_knowledge(Knowledge::asked(options))
        .with_opening(options.values.opening)
        .with_live_graphics(options.values.live_graphics)
        .with_pv_lines(options.pv_lines);
    if terminal::is_by_hand() {
        terminal::greet();
        #[cfg(unix)]
        let _restoring = terminal::Restoring::remember();
        match terminal::open() {
            Ok((input, output)) => return serve(options, session, input, output),
            Err(error) => log::info!("no line editing on this terminal: {error}"),
        }
    }
    serve(options, session, BufReader::new(io::stdin()), io::stdout())
}

fn serve(
    options: &Options,
    session: Session,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    let log = app::diagnostics::conversation_log(options)
        .unwrap_or_else(|error| CommandLine::command().error(ErrorKind::Io, error).exit());
    let server = Server::new(session, TABLE, output).with_log(log);
    #[cfg(unix)]
    protocol::obey(server.control())?;
    server.run(input)
}
