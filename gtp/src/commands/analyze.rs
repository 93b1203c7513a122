//! Analysis commands, which report results while a search runs.

use engine::player::Wishes;
use engine::vocabulary::Color;
use protocol::{Arguments, Stream};

use super::play::generate;
use crate::analysis::{AnalysisOptions, Dialect};
use crate::args::GoArguments;
use crate::error::CommandError;
use crate::session::{Command, Session};

/// The arguments of all analysis commands except the command for CGOS.
const USAGE: &str = "[COLOR] [INTERVAL] [KEY VALUE]...";

/// The rows of the command table for the commands in this module.
pub(super) const COMMANDS: &[Command] = &[
    Command::streaming(
        "lz-analyze",
        USAGE,
        "analyses the position until the next line of input, in Leela Zero's format",
        |session, arguments, stream| analyze(Dialect::Leela, session, arguments, stream),
    ),
    Command::streaming(
        "kata-analyze",
        USAGE,
        "analyses the position until the next line of input, in KataGo's format, with scores and ownership",
        |session, arguments, stream| analyze(Dialect::Kata, session, arguments, stream),
    ),
    Command::streaming(
        "analyze",
        USAGE,
        "analyses the position until the next line of input, in Sabaki's format",
        |session, arguments, stream| analyze(Dialect::LeelaWithLead, session, arguments, stream),
    )
    .unlisted(),
    Command::streaming(
        "lz-genmove_analyze",
        USAGE,
        "finds and plays a move with analysis in Leela Zero's format",
        |session, arguments, stream| genmove_analyze(Dialect::Leela, session, arguments, stream),
    )
    .ending_itself(),
    Command::streaming(
        "kata-genmove_analyze",
        USAGE,
        "finds and plays a move with analysis in KataGo's format",
        |session, arguments, stream| genmove_analyze(Dialect::Kata, session, arguments, stream),
    )
    .ending_itself(),
    Command::streaming(
        "genmove_analyze",
        USAGE,
        "finds and plays a move with analysis in Sabaki's format",
        |session, arguments, stream| {
            genmove_analyze(Dialect::LeelaWithLead, session, arguments, stream)
        },
    )
    .ending_itself()
    .unlisted(),
    Command::streaming(
        "cgos-genmove_analyze",
        "COLOR",
        "finds and plays a move with analysis as one JSON object",
        cgos_genmove_analyze,
    )
    .ending_itself(),
    Command::new("stop", "", "ends pondering or an analysis", stop),
];

fn stop(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    arguments.finish()?;
    session.set_pondering(false);
    Ok(String::new())
}

fn analyze(
    dialect: Dialect,
    session: &mut Session,
    arguments: &mut Arguments<'_>,
    stream: &mut Stream<'_>,
) -> Result<String, CommandError> {
    tell(dialect, session, arguments, stream, |session, color, wishes| {
        session.player().analyze(color, wishes);
        String::new()
    })
}

fn genmove_analyze(
    dialect: Dialect,
    session: &mut Session,
    arguments: &mut Arguments<'_>,
    stream: &mut Stream<'_>,
) -> Result<String, CommandError> {
    tell(dialect, session, arguments, stream, |session, color, wishes| {
        format!("play {}", generate(session, color, wishes))
    })
}

/// Reads the options and reports on `search` while it runs. `search` returns the last line of the
/// answer.
fn tell(
    dialect: Dialect,
    session: &mut Session,
    arguments: &mut Arguments<'_>,
    stream: &mut Stream<'_>,
    search: impl FnOnce(&mut Session, Color, Wishes<'_>) -> String,
) -> Result<String, CommandError> {
    let options = AnalysisOptions::read(arguments, session.game().to_move())?;
    let size = session.game().size();
    stream.open();
    let mut tell = |report: &_| {
        if let Some(line) = dialect.line(report, &options, size) {
            stream.line(&line);
        }
    };
    Ok(search(session, options.color, options.wishes(&mut tell)))
}

/// Sends only the last report, because the server shows no more than one.
fn cgos_genmove_analyze(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
    stream: &mut Stream<'_>,
) -> Result<String, CommandError> {
    let color = arguments.color()?;
    arguments.finish()?;
    let options = AnalysisOptions::read(&mut Arguments::new(""), color)?;
    let size = session.game().size();
    let mut last = None;
    let mut tell = |report: &_| last = Dialect::Cgos.line(report, &options, size);
    stream.open();
    let answer = generate(session, color, options.wishes(&mut tell));
    if let Some(line) = last {
        stream.line(&line);
    }
    Ok(format!("play {answer}"))
}

#[cfg(test)]
mod tests {
    use crate::test_player::Conversation;

    #[test]
    fn an_analysis_is_lines_and_an_empty_line() {
        let mut talk = Conversation::new(5);
        let answer = talk.all("7 lz-analyze b 10");
        let lines: Vec<&str> = answer.lines().collect();
        assert_eq!((lines[0], lines.len()), ("=7", 3), "{answer:?}");
        assert!(lines[1].starts_with("info move ") && lines[2].is_empty(), "{answer:?}");
        let answer = talk.all("kata-analyze 10 ownership true rootInfo true");
        assert!(answer.starts_with("=\ninfo move ") && answer.contains(" rootInfo visits 87 "));
        assert!(answer.contains(" winrate 0.625") && answer.ends_with("\n\n"), "{answer:?}");
        let answer = talk.all("analyze B 10");
        assert!(answer.contains(" winrate 6250 ") && answer.contains(" scoreLead 2.5"));
    }

    #[test]
    fn a_move_is_found_told_and_played() {
        for command in ["lz-genmove_analyze b 10", "kata-genmove_analyze 10", "genmove_analyze b"] {
            let mut talk = Conversation::new(5);
            let answer = talk.all(command);
            let lines: Vec<&str> = answer.lines().collect();
            assert!(lines[1].starts_with("info move "), "{answer:?}");
            let mv = lines[2].strip_prefix("play ").unwrap_or_else(|| panic!("{answer:?}"));
            assert_eq!((lines.len(), lines[3]), (4, ""));
            talk.expect("last_move", &format!("= black {mv}"));
        }
        let mut talk = Conversation::new(5);
        let answer = talk.all("3 cgos-genmove_analyze w");
        assert!(answer.starts_with("=3\n{") && answer.contains("}\nplay "), "{answer:?}");
        talk.player.lock().resigns = true;
        assert!(talk.all("lz-genmove_analyze b").ends_with("\nplay resign\n\n"));
    }

    #[test]
    fn moves_are_left_out_for_the_colour_that_is_named() {
        let mut talk = Conversation::new(5);
        let all = talk.all("kata-analyze w 10");
        assert!(all.contains("info move A5 ") && all.contains("info move B5 "), "{all}");
        let avoided = talk.all("kata-analyze w 10 avoid w A5 1 avoid b B5 1");
        assert!(!avoided.contains("move A5 ") && avoided.contains("move B5 "), "{avoided}");
        let allowed = talk.all("kata-analyze W 10 allow W D3,E3 1");
        assert_eq!(allowed.matches("info move").count(), 2, "{allowed}");
    }

    #[test]
    fn what_is_not_understood_fails_and_writes_nothing() {
        let mut talk = Conversation::new(5);
        for bad in ["lz-analyze x", "kata-analyze 10 ownership", "kata-genmove_analyze q"] {
            assert!(talk.all(bad).starts_with("? "), "{bad}");
        }
        for bad in ["cgos-genmove_analyze", "cgos-genmove_analyze b 10"] {
            assert!(talk.all(bad).starts_with("? "), "{bad}");
        }
        assert!(talk.session.game().moves().is_empty());
    }
}
