//! The texts of clients' configurations with an entry for the program added.
//!
//! The formats are those that the clients' sources read: GoGui 1.6, Sabaki 0.60, KaTrain 1.18,
//! LizzieYzy 2.5, gtp2ogs 9 and the CGOS client of 2024.

use std::fmt::Write;

use serde_json::{Map, Value, json};

/// The name of the entry.
const NAME: &str = "Mengxi";
/// Sabaki sends no clock, so the command line sets the pace.
pub(super) const SABAKI_ARGUMENTS: &str = "--seconds 5";
/// The prefix of the keys of GoGui's list of programs.
const GOGUI: &str = "net.sf.gogui.gui.program";

/// A path as part of a command line, in quotation marks if it has spaces.
pub(super) fn quoted(program: &str) -> String {
    if program.contains(' ') { format!("\"{program}\"") } else { program.to_owned() }
}

/// GoGui's preferences, which are Java properties: `size` is the number of programs, which are
/// counted from 0.
pub(super) fn gogui(old: &str, program: &str) -> Option<String> {
    let command = format!("command={}", property(&quoted(program)));
    let size_key = format!("{GOGUI}.size=");
    let size = old.lines().find_map(|line| line.strip_prefix(&size_key)?.trim().parse().ok());
    let count: u32 = size.unwrap_or(0);
    let number = |line: &str| {
        let entry = line.strip_prefix(GOGUI)?.strip_prefix('.')?.strip_suffix(&command)?;
        entry.strip_suffix('.')?.parse::<u32>().ok()
    };
    // GoGui leaves the entries of programs that were removed.
    if old.lines().filter_map(number).any(|number| number < count) {
        return None;
    }
    let entry = format!("{GOGUI}.{count}.");
    let stays = |line: &&str| !line.starts_with(&size_key) && !line.starts_with(&entry);
    let mut lines: Vec<String> = old.lines().filter(stays).map(str::to_owned).collect();
    lines.push(format!("{size_key}{}", count + 1));
    lines.push(format!("{entry}label={NAME}"));
    lines.push(format!("{entry}name={NAME}"));
    lines.push(format!("{entry}version="));
    lines.push(format!("{entry}{command}"));
    lines.push(format!("{entry}working-directory="));
    Some(lines.join("\n") + "\n")
}

/// A value in a file of Java properties, in which some signs would be read otherwise.
fn property(value: &str) -> String {
    let mut escaped = String::new();
    for sign in value.chars() {
        if matches!(sign, '\\' | ':' | '=' | '#' | '!') {
            escaped.push('\\');
        }
        escaped.push(sign);
    }
    ascii(&escaped)
}

/// A text with all that is not ASCII escaped as in Java and in JSON. The capitals are Java's, so that
/// an entry is known again once GoGui has written it.
fn ascii(text: &str) -> String {
    let mut units = [0; 2];
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            _ if sign.is_ascii() => escaped.push(sign),
            _ => sign.encode_utf16(&mut units).iter().for_each(|unit| {
                // Writing to a string cannot fail.
                let _ = write!(escaped, "\\u{unit:04X}");
            }),
        }
    }
    escaped
}

/// The JSON object in a text.
fn object(text: &str) -> Result<Map<String, Value>, String> {
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err("a JSON object was expected".to_owned()),
        Err(error) => Err(format!("not JSON: {error}")),
    }
}

/// The text of a JSON object, in ASCII, because not all clients read UTF-8.
fn text(object: Map<String, Value>) -> Result<String, String> {
    let text = serde_json::to_string_pretty(&Value::Object(object));
    text.map(|text| ascii(&text) + "\n").map_err(|error| error.to_string())
}

/// The list under a key, which is made if it is missing.
fn list<'a>(object: &'a mut Map<String, Value>, key: &str) -> Result<&'a mut Vec<Value>, String> {
    let value = object.entry(key).or_insert_with(|| json!([]));
    value.as_array_mut().ok_or_else(|| format!("'{key}' was expected to be a list"))
}

/// Whether one of the entries has this value under the key.
fn has(entries: &[Value], key: &str, value: &str) -> bool {
    entries.iter().any(|entry| entry.get(key).and_then(Value::as_str) == Some(value))
}

/// Sabaki's settings, with a flat list of keys.
pub(super) fn sabaki(old: &str, program: &str) -> Result<Option<String>, String> {
    let mut settings = object(old)?;
    let engines = list(&mut settings, "engines.list")?;
    if has(engines, "path", program) {
        return Ok(None);
    }
    let entry = json!({"name": NAME, "path": program, "args": SABAKI_ARGUMENTS, "commands": ""});
    engines.push(entry);
    text(settings).map(Some)
}

/// KaTrain's configuration, which has one engine. KaTrain starts it as if it were KataGo.
pub(super) fn katrain(old: &str, program: &str) -> Result<Option<String>, String> {
    let mut settings = object(old)?;
    let engine = settings.get_mut("engine").and_then(Value::as_object_mut);
    let engine = engine.ok_or("a section 'engine' was expected")?;
    let is = |key: &str, value: &str| engine.get(key).and_then(Value::as_str) == Some(value);
    if is("katago", program) && is("altcommand", "") {
        return Ok(None);
    }
    engine.insert("katago".to_owned(), json!(program));
    engine.insert("altcommand".to_owned(), json!(""));
    // Newer versions have several ways to reach an engine, of which this is one.
    if engine.contains_key("backend") {
        engine.insert("backend".to_owned(), json!("local"));
    }
    text(settings).map(Some)
}

/// LizzieYzy's configuration. An engine is known by its place in the list.
pub(super) fn lizzieyzy(old: &str, program: &str) -> Result<Option<String>, String> {
    let mut settings = object(old)?;
    let section = settings.get_mut("leelaz").and_then(Value::as_object_mut);
    let section = section.ok_or("a section 'leelaz' was expected")?;
    // A new list would hide the engines that an older version kept elsewhere.
    if !section.contains_key("engine-settings-list") {
        return Err("start LizzieYzy once, so that it makes its list of engines".to_owned());
    }
    let engines = list(section, "engine-settings-list")?;
    let command = quoted(program);
    if has(engines, "command", &command) {
        return Ok(None);
    }
    engines.push(json!({
        "command": command, "name": NAME, "preload": false, "komi": 7.5, "width": 19,
        "height": 19, "isDefault": false, "useJavaSSH": false, "ip": "", "port": "",
        "userName": "", "password": "", "useKeyGen": false, "keyGenPath": "",
        "initialCommand": "",
    }));
    text(settings).map(Some)
}

/// A configuration for gtp2ogs with at most four games at once, on one thread each.
pub(super) fn gtp2ogs(program: &str) -> String {
    format!(
        r#"{{
  // The key of the bot account, which the moderators of OGS give.
  apikey: "",
  engine: "Mengxi",
  allowed_board_sizes: [9, 13, 19],
  allowed_time_control_systems: ["fischer", "byoyomi", "simple"],
  allowed_live_settings: {{ concurrent_games: 2 }},
  allowed_rapid_settings: null,
  allowed_correspondence_settings: {{ concurrent_games: 2 }},
  bot: {{
    command: [{}, "--rules", "chinese-ogs", "--pv-lines",
              "--threads", "1", "--memory", "256", "--seconds", "60"],
  }},
}}
"#,
        json!(program)
    )
}

/// A configuration for the client of the Computer Go Server. On Windows, the client passes its
/// command line on as it is; elsewhere, it splits the line at spaces and knows no quotation marks.
pub(super) fn cgos(program: &str) -> String {
    let (note, program) = match program.contains(' ') && !cfg!(windows) {
        true => (
            "  # The client splits this line at each space: name a link without spaces instead.\n",
            program.to_owned(),
        ),
        false => ("", quoted(program)),
    };
    format!(
        "Common:
  KillFile = kill.txt
  LogFile = cgos.log

GTPEngine:
  Name = Mengxi
{note}  CommandLine = {program} --rules cgos
  ServerHost = yss-aya.com
  ServerPort = 1919
  ServerUser = NAME
  ServerPassword = PASSWORD
  NumberOfGames = 100
  SGFDirectory = sgf
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "/usr/bin/mengxi";

    #[test]
    fn gogui_gets_one_more_program() {
        let first = gogui("", PROGRAM).unwrap();
        assert!(first.contains("net.sf.gogui.gui.program.size=1\n"), "{first}");
        assert!(first.contains("net.sf.gogui.gui.program.0.command=/usr/bin/mengxi\n"), "{first}");
        assert_eq!(gogui(&first, PROGRAM), None);
        let removed = first.replace("size=1", "size=0");
        assert_eq!(gogui(&removed, PROGRAM), Some(first));
        let other = "net.sf.gogui.gogui.boardsize=9\nnet.sf.gogui.gui.program.size=1\n\
                     net.sf.gogui.gui.program.0.label=GNU Go\n\
                     net.sf.gogui.gui.program.0.command=gnugo\n\
                     net.sf.gogui.gui.program.1.label=removed\n";
        let both = gogui(other, PROGRAM).unwrap();
        for line in [
            "gogui.boardsize=9",
            "program.size=2",
            "program.0.command=gnugo",
            "program.1.label=Mengxi",
        ] {
            assert!(both.lines().any(|found| found.ends_with(line)), "{line}: {both}");
        }
        assert!(!both.contains("removed") && !both.contains("size=1\n"), "{both}");
        let path = gogui("", r"C:\Go Programs\梦.exe").unwrap();
        assert!(path.contains(r#"command="C\:\\Go Programs\\\u68A6.exe""#), "{path}");
    }

    #[test]
    fn sabaki_gets_one_more_engine() {
        let old = r#"{"engines.list": [{"name": "GNU Go", "path": "gnugo"}], "app.lang": "zh-é"}"#;
        let new = sabaki(old, PROGRAM).unwrap().unwrap();
        let read = object(&new).unwrap();
        assert_eq!(read["app.lang"], "zh-é");
        assert!(new.is_ascii() && read["engines.list"][0]["path"] == "gnugo", "{new}");
        assert_eq!(read["engines.list"][1]["path"], PROGRAM);
        assert_eq!(sabaki(&new, PROGRAM), Ok(None));
        assert!(sabaki("[]", PROGRAM).is_err());
        assert!(sabaki(r#"{"engines.list": 1}"#, PROGRAM).unwrap_err().contains("a list"));
    }

    #[test]
    fn katrain_starts_it_in_place_of_katago() {
        let old = r#"{"general": {"version": "1.17.0"},
                      "engine": {"katago": "katago", "altcommand": "x", "max_visits": 500}}"#;
        let new = katrain(old, PROGRAM).unwrap().unwrap();
        let read = object(&new).unwrap();
        assert_eq!(read["engine"]["katago"], PROGRAM);
        assert_eq!(read["engine"]["altcommand"], "");
        assert_eq!(read["engine"]["max_visits"], 500);
        assert_eq!(read["general"]["version"], "1.17.0");
        assert!(read["engine"].get("backend").is_none());
        assert_eq!(katrain(&new, PROGRAM), Ok(None));
        assert!(katrain("{}", PROGRAM).is_err());
    }

    #[test]
    fn lizzieyzy_gets_one_more_engine_at_the_end() {
        let old = r#"{"leelaz": {"engine-settings-list": [{"command": "katago gtp"}]}, "ui": {}}"#;
        let new = lizzieyzy(old, PROGRAM).unwrap().unwrap();
        let read = object(&new).unwrap();
        assert_eq!(read["leelaz"]["engine-settings-list"][0]["command"], "katago gtp");
        assert_eq!(read["leelaz"]["engine-settings-list"][1]["command"], PROGRAM);
        assert_eq!(lizzieyzy(&new, PROGRAM), Ok(None));
        let older = r#"{"leelaz": {"engine-command": "leelaz"}}"#;
        assert!(lizzieyzy(older, PROGRAM).unwrap_err().contains("start LizzieYzy once"));
    }

    #[test]
    fn paths_with_spaces_are_quoted_where_the_client_knows_quotation_marks() {
        let program = "/opt/my games/mengxi";
        assert!(gtp2ogs(program).contains("command: [\"/opt/my games/mengxi\", "));
        let cgos_line = |program: &str| cgos(program).lines().nth(6).unwrap_or_default().to_owned();
        assert_eq!(cgos_line(PROGRAM), "  CommandLine = /usr/bin/mengxi --rules cgos");
        if cfg!(windows) {
            assert_eq!(cgos_line(program), "  CommandLine = \"/opt/my games/mengxi\" --rules cgos");
        } else {
            assert!(cgos_line(program).contains("# The client splits"), "{}", cgos(program));
        }
    }
}
