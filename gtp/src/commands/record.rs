//! Commands that load and save game records.

use std::fmt::Display;
use std::path::Path;

use engine::sgf::{self, RecordedGame};
use protocol::{Arguments, clip};

use crate::error::CommandError;
use crate::session::{Command, Session};
use assembly::input_file;
use assembly::output_file::OutputFile;
use assembly::values::LARGEST_KOMI;

/// The rows of the command table for the commands in this module.
pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        "loadsgf",
        "FILE [MOVE]",
        "loads a game from a file, all of it or the position before a move, and returns the colour to move",
        loadsgf,
    ),
    Command::new(
        "printsgf",
        "[FILE]",
        "returns the game as SGF, also with `-`, or writes it to a file",
        printsgf,
    ),
];

/// The maximum size of a game record, in bytes.
const LARGEST_FILE: u64 = 16 << 20;

fn loadsgf(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    let path = arguments.word("a file name")?;
    let up_to = match arguments.is_empty() {
        true => None,
        false => Some(arguments.count("the number of a move", 1..=u32::MAX)? as usize),
    };
    arguments.finish()?;
    let problem =
        |error: &dyn Display| CommandError::CannotLoad(format!("{}: {error}", clip(path)));
    let bytes = input_file::read(Path::new(path), LARGEST_FILE).map_err(|error| problem(&error))?;
    let rules = session.game().rules();
    let recorded = sgf::read_under(rules, &bytes, up_to).map_err(|error| problem(&error))?;
    let RecordedGame { game, left_out } = recorded;
    if game.komi().abs() > LARGEST_KOMI {
        let problem =
            format!("{}: a komi from -{LARGEST_KOMI} to {LARGEST_KOMI} was expected", clip(path));
        return Err(CommandError::CannotLoad(problem));
    }
    if left_out > 0 {
        let path = clip(path);
        log::warn!("{path} sets up stones after move {left_out}, so the game begins there");
    }
    *session.game_mut() = game;
    session.player().clock_mut().reset();
    Ok(session.game().to_move().to_string())
}

fn printsgf(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    // KataGo returns the record if the file is `-`.
    let path = arguments.next_word()?.filter(|&path| path != "-");
    arguments.finish()?;
    let text = sgf::write(session.game(), None);
    let Some(path) = path else { return Ok(text) };
    OutputFile::create(Path::new(path))
        .and_then(|file| file.write(text.as_bytes()))
        .map_err(|error| CommandError::CannotWrite(format!("{}: {error}", clip(path))))?;
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::test_player::Conversation;

    #[test]
    fn games_are_loaded_up_to_a_move() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("A game.sgf");
        fs::write(&path, "(;GM[1]FF[4]SZ[9]KM[5.5];B[cc];W[gg];B[cg];W[gc])").unwrap();
        let mut talk = Conversation::new(19);
        let path = path.to_str().unwrap();
        talk.expect(&format!("loadsgf \"{path}\" 3"), "= black");
        talk.expect(&format!("loadsgf \"{path}\" 2"), "= white");
        talk.expect(&format!("loadsgf \"{path}\" 3"), "= black");
        assert_eq!(talk.session.game().size().to_string(), "9x9");
        talk.expect("get_komi", "= 5.5");
        talk.expect("move_history", "= white G3\nblack C7");
        for whole in ["", "400", "5"] {
            talk.expect(&format!("loadsgf \"{path}\" {whole}"), "= black");
            assert_eq!(talk.session.game().moves().len(), 4);
        }
        for bad in ["0", "-1", "x", "1 1"] {
            talk.fails(&format!("loadsgf \"{path}\" {bad}"));
        }
    }

    #[test]
    fn files_that_hold_no_game_change_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("noise");
        let mut talk = Conversation::new(19);
        talk.expect("play b D4", "=");
        let missing = talk.fails("loadsgf /no/such.sgf");
        assert!(missing.starts_with("cannot load file: /no/such.sgf: No such file"), "{missing}");
        let noise: Vec<u8> = (0..=255).cycle().take(5000).collect();
        for content in [&b""[..], b"hello", b"(;SZ[99])", b"(;KM[1e9])", b"(;SZ[9];B[zz])", &noise]
        {
            fs::write(&path, content).unwrap();
            let error = talk.fails(&format!("loadsgf {}", path.display()));
            assert!(error.starts_with("cannot load file: "), "{error}");
        }
        talk.fails(&format!("loadsgf {}", folder.path().display()));
        talk.fails("loadsgf");
        talk.fails("loadsgf \"open");
        talk.expect("list_stones b", "= D4");
    }

    #[test]
    fn a_record_that_names_no_rules_leaves_them_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        let mut talk = Conversation::new(9);
        talk.expect(r#"kata-set-rules {"scoring":"TERRITORY","ko":"SIMPLE"}"#, "=");
        let rules = talk.ask("kata-get-rules");
        talk.expect(&format!("printsgf {}", path.display()), "=");
        talk.expect(&format!("loadsgf {}", path.display()), "= black");
        assert_eq!(talk.ask("kata-get-rules"), rules);
        fs::write(&path, "(;GM[1]SZ[9]RU[AGA];B[cc])").unwrap();
        talk.expect(&format!("loadsgf {}", path.display()), "= white");
        assert!(talk.ask("kata-get-rules").contains("SITUATIONAL"));
    }

    #[test]
    fn a_printed_game_can_be_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        let mut talk = Conversation::new(9);
        talk.expect("play b D4", "=");
        talk.expect("play w pass", "=");
        assert!(talk.ask("printsgf").starts_with("(;"));
        assert_eq!(talk.ask("printsgf -"), talk.ask("printsgf"));
        talk.expect(&format!("printsgf {}", path.display()), "=");
        talk.expect("clear_board", "=");
        talk.expect(&format!("loadsgf {}", path.display()), "= black");
        talk.expect("move_history", "= white pass\nblack D4");
        let error = talk.fails("printsgf /no/such/folder/file.sgf");
        assert!(error.starts_with("cannot write file: "), "{error}");
    }
}
