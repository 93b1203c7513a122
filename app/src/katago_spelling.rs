//! KataGo's spelling of the options of the tasks `analysis` and `gtp`: one dash before a long name.
//! Clients start the program as if it were KataGo, for example with `analysis -model M -config C`.

use std::ffi::OsString;

/// The options in KataGo's spelling, and the names that they have here.
const OPTIONS: [(&str, &str); 6] = [
    ("-analysis-threads", "--analysis-threads"),
    ("-config", "--katago-config"),
    ("-human-model", "--human-model"),
    ("-model", "--model"),
    ("-override-config", "--override-config"),
    ("-quit-without-waiting", "--quit-without-waiting"),
];

/// The tasks that KataGo has too, under the same names.
const TASKS: [&str; 2] = ["analysis", "gtp"];

/// Returns the arguments with KataGo's options in Mengxi's spelling, if KataGo has the task too.
pub(crate) fn translated(arguments: Vec<OsString>) -> Vec<OsString> {
    let is_task = |argument: &OsString| TASKS.iter().any(|task| argument == task);
    let Some(task) = arguments.iter().position(is_task) else { return arguments };
    let after_task =
        |(place, argument)| if place > task { own_spelling(argument) } else { argument };
    arguments.into_iter().enumerate().map(after_task).collect()
}

/// An argument, in Mengxi's spelling if it is one of KataGo's options.
fn own_spelling(argument: OsString) -> OsString {
    let Some(text) = argument.to_str() else { return argument };
    let (name, value) =
        text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
    let Some((_, own)) = OPTIONS.iter().find(|(katago, _)| *katago == name) else {
        return argument;
    };
    value.map_or_else(|| (*own).into(), |value| format!("{own}={value}").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> String {
        let words = line.split_whitespace().map(OsString::from).collect();
        let translated = translated(words);
        translated.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn only_the_tasks_of_katago_have_options_with_one_dash() {
        for (line, expected) in [
            (
                "mengxi analysis -model a.bin -config b.cfg",
                "mengxi analysis --model a.bin --katago-config b.cfg",
            ),
            (
                "mengxi gtp -config b.cfg -model a.bin -override-config a=b",
                "mengxi gtp --katago-config b.cfg --model a.bin --override-config a=b",
            ),
            ("mengxi gtp --config a.toml", "mengxi gtp --config a.toml"),
            ("mengxi analysis -override-config=a=b", "mengxi analysis --override-config=a=b"),
            ("mengxi analysis --config a.toml", "mengxi analysis --config a.toml"),
            ("mengxi -config a analysis -x", "mengxi -config a analysis -x"),
            ("mengxi bench -model a", "mengxi bench -model a"),
        ] {
            assert_eq!(read(line), expected);
        }
    }
}
