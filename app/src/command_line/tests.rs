//! Tests of the command line: valid and invalid arguments.

use std::ffi::OsString;

use assembly::parameters::PARAMETERS;
use clap::{CommandFactory, Error};
use engine::rules::Rules;
use engine::vocabulary::BoardSize;

use super::*;

fn read(arguments: &str) -> Result<CommandLine, Error> {
    let words = ["mengxi"].into_iter().chain(arguments.split_whitespace());
    CommandLine::read(words.map(OsString::from))
}

#[test]
fn the_definition_holds_together() {
    CommandLine::command().debug_assert();
    let plain = read("").unwrap();
    assert_eq!(plain.task, None);
    assert_eq!((plain.options.values.player.search.memory, plain.options.komi), (512 << 20, 7.5));
    assert_eq!(plain.options.size, BoardSize::square(19));
    assert_eq!(plain.options.rules, Rules::default());
}

#[test]
fn options_stand_before_and_after_the_task() {
    for line in [
        "--threads 2 --komi -3 gtp",
        "gtp --threads 2 --komi -3",
        "--threads 1 --threads 2 --komi=-3 gtp",
    ] {
        let read = read(line).unwrap();
        assert_eq!(read.task, Some(Task::Gtp(KataGoArguments::default())));
        assert_eq!(read.options.values.player.search.threads, 2);
        assert_eq!(read.options.komi, -3.0);
    }
}

#[test]
fn the_protocol_may_be_asked_for_in_other_programs_words() {
    for line in [
        "--gtp",
        "--mode gtp",
        "--mode=gtp gtp --threads 2",
        "--size 9 --gtp --komi -3",
        "gtp --seconds 1 --gtp --mode gtp",
    ] {
        assert!(matches!(read(line).unwrap().task, None | Some(Task::Gtp(_))), "{line}");
    }
    assert!(matches!(read("--mode ascii").unwrap().task, Some(Task::Play(_))));
    assert!(read("--mode x").is_err() && read("--gtp=yes").is_err());
    let help = CommandLine::command().render_long_help().to_string();
    assert!(!help.contains("--gtp\n") && !help.contains("--mode"));
}

#[test]
fn a_game_in_the_terminal_has_defaults_of_its_own() {
    for (line, size, komi, level) in [
        ("play", 9, 7.0, 4),
        ("--mode ascii", 9, 7.0, 4),
        ("play --size 13 --komi 7.5 --level 8", 13, 7.5, 8),
    ] {
        let options = read(line).unwrap().options;
        assert_eq!((options.size, options.komi), (BoardSize::square(size), komi), "{line}");
        assert_eq!(options.values.player.level.number(), level, "{line}");
    }
}

#[test]
fn the_help_of_a_task_begins_with_its_own_options() {
    let mut program = CommandLine::command();
    // Building passes the options that all tasks share on to each of them.
    program.build();
    let help = program.find_subcommand_mut("play").unwrap().render_help().to_string();
    let place = |part: &str| help.find(part).unwrap_or_else(|| panic!("{part} in {help}"));
    let parts = ["--color", "--handicap", "--lines", "Common options:", "--threads", "--seconds"];
    assert!(parts.map(place).is_sorted(), "{help}");
}

#[test]
fn the_help_of_another_game_lists_what_applies_to_it() {
    let mut program = CommandLine::command();
    program.build();
    for game in ["othello", "gomoku", "xiangqi"] {
        let help = program.find_subcommand_mut(game).unwrap().render_help().to_string();
        let place = |part: &str| help.find(part).unwrap_or_else(|| panic!("{part} in {help}"));
        let parts = ["--nodes", "--protocol", "Common options:", "--threads", "--level", "--name"];
        assert!(parts.map(place).is_sorted(), "{help}");
        assert!(help.contains("--config") && help.contains(" tables "), "{help}");
        for part in ["--komi", "--size", "--rules", "--playouts", "--network", "--ponder", "8k"] {
            assert!(!help.contains(part), "{part} in {help}");
        }
    }
}

#[test]
fn an_option_of_go_is_refused_by_other_games() {
    for (line, option) in [
        ("othello --size 9", "--size"),
        ("--size 8 othello", "--size"),
        ("gomoku --komi=7.5", "--komi"),
        ("xiangqi --rules chinese", "--rules"),
        ("othello --no-ponder", "--no-ponder"),
        ("gomoku --exploration 1", "--exploration"),
        ("--playouts 5 xiangqi --protocol uci", "--playouts"),
    ] {
        let error = read(line).expect_err(line);
        assert_eq!(error.exit_code(), 2, "{line}");
        let expected = format!("{option}: expected an option that applies to ");
        assert!(error.to_string().contains(&expected), "{line}: {error}");
    }
    let shared = "--gtp --threads 1 othello --memory 16 --seconds 1 --lag 0 --level 3 --seed 1 \
                  --book none --book-margin 5 --time-allocation uniform --name X --gtp-log f \
                  --log off";
    let line = read(shared).unwrap();
    assert!(line.task.is_some_and(|task| task.plays_another_game()));
    assert_eq!(line.options.values.player.search.memory, 16 << 20);
}

#[test]
fn a_command_line_for_katago_starts_gtp() {
    let line = "gtp -model a.bin.gz -config gtp.cfg -override-config maxVisits=5 --size 9";
    let read = read(line).unwrap();
    let Some(Task::Gtp(katago)) = read.task else { panic!("{:?}", read.task) };
    assert_eq!(katago.model, Some("a.bin.gz".into()));
    assert_eq!(katago.katago_config, Some("gtp.cfg".into()));
    assert_eq!(katago.override_config, ["maxVisits=5"]);
    assert_eq!((read.options.config, read.options.size), (None, BoardSize::square(9)));
}

#[test]
fn the_bench_has_options_of_its_own() {
    let task = |line| read(line).unwrap().task;
    let plain = BenchOptions::default();
    assert_eq!(task("bench"), Some(Task::Bench(plain)));
    assert_eq!(task("bench --json"), Some(Task::Bench(BenchOptions { json: true, ..plain })));
    assert_eq!(task("bench --totals"), Some(Task::Bench(BenchOptions { totals: true, ..plain })));
    assert!(read("--json").is_err() && read("bench --json --totals").is_err());
}

#[test]
fn a_table_is_read_with_the_options() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.txt");
    std::fs::write(&path, "# nothing but this\n1.5 last 2\n").unwrap();
    let line = format!("--table {}", path.display());
    assert!(
        read(&line).unwrap().options.table.is_some() && read("").unwrap().options.table.is_none()
    );
    std::fs::write(&path, "1.5 last 2\n1.5 first\n").unwrap();
    let error = read(&line).unwrap_err().to_string();
    assert!(error.contains("table.txt: line 2: expected a finite weight and a feature"), "{error}");
}

#[test]
fn learning_asks_for_games() {
    let line = "learn --size 9 a.sgf more --held-out b.sgf --rounds 3";
    let Some(Task::Learn(asked)) = read(line).unwrap().task else { panic!("another task") };
    assert_eq!((asked.games.len(), asked.held_out.len(), asked.rounds.get()), (2, 1, 3));
    assert_eq!((asked.least.get(), asked.out, asked.checkpoint), (100, None, None));
}

#[test]
fn learning_rules_has_bounds() {
    let line = "learn-rules --size 9 a.sgf --positions 20 --theorems old.txt --least 2";
    let Some(Task::LearnRules(asked)) = read(line).unwrap().task else { panic!("another task") };
    assert_eq!((asked.positions.get(), asked.nodes.get(), asked.points.get()), (20, 1000, 30));
    assert!(asked.theorems.is_some() && asked.out.is_none() && asked.least == 2);
    for bad in ["learn-rules", "learn-rules --nodes 0 a.sgf", "learn-rules --points x a.sgf"] {
        assert!(read(bad).is_err(), "{bad}");
    }
}

#[test]
fn labelling_has_rules_of_its_own_unless_others_are_asked_for() {
    let line = "label --network none --out games.jsonl.gz";
    let rules = |line: &str| {
        let Some(Task::Label(asked)) = read(line).unwrap().task else { panic!("another task") };
        asked.rules.name()
    };
    assert_eq!(rules(line), Some("tromp-taylor"));
    assert_eq!(rules(&format!("{line} --rules aga")), Some("aga"));
    assert_eq!(rules(&format!("--rules aga {line}")), Some("aga"));
    assert_eq!(rules(&format!("--rules chinese {line}")), Some("chinese"));
    let line = format!("{line} --positions a.sgf more --size 9 --optimism 0");
    let CommandLine { options, task, .. } = read(&line).unwrap();
    let Some(Task::Label(asked)) = task else { panic!("another task") };
    assert_eq!((asked.positions.len(), asked.optimism, asked.games.get()), (2, 0.0, 100));
    assert_eq!((options.size, options.rules), (BoardSize::square(9), asked.rules));
    assert_eq!(read("match").unwrap().options.rules, Rules::default());
}

#[test]
fn bad_options_are_errors_with_status_2() {
    for line in [
        "--threads 0",
        "--threads 1000000",
        "--threads x",
        "--playouts 0",
        "--visits 0",
        "--level 0",
        "--level 21",
        "--level x",
        "--visits -1",
        "--seconds 0",
        "--seconds nan",
        "--seconds inf",
        "--lag -1",
        "--lag nan",
        "--lag 61",
        "--time-allocation no",
        "--memory 0",
        "--komi nan",
        "--komi 1e999",
        "--rules no",
        "--policy no",
        "--resign-threshold 2",
        "--size 26",
        "--size 9x",
        "--log no",
        "--seed -1",
        "--nothing",
        "nothing",
        "--config /no/such.toml",
        "--table /no/such.txt",
        "learn",
        "learn --rounds 0 games.sgf",
        "label",
        "label --network none --out games.jsonl",
        "label --network none --out games.jsonl.gz --games 0",
        "label --network none --out games.jsonl.gz --games 3 --positions a.sgf",
        "label --network none --out games.jsonl.gz --optimism 2",
        "label --network none --out games.jsonl.gz --rules no",
        "match --games 0",
        "match --a",
        "match --a prior_even",
        "match --b nothing=1",
        "match --a rate_eyes=101",
        "tune",
        "tune prior_even",
        "tune prior_even=5..x",
        "tune prior_even=50..5",
        "tune rate_eyes=0..101",
        "tune prior_even=5..50:60",
        "tune prior_even=5..50 --gain 0",
        "tune prior_even=5..50 --steps 0",
    ] {
        let error = read(line).expect_err(line);
        assert_eq!(error.exit_code(), 2, "{line}");
    }
    let error = read("--rules no").unwrap_err().to_string();
    assert!(error.contains("chinese"), "{error}");
}

#[test]
fn errors_name_the_option_and_what_was_expected() {
    for (line, expected) in [
        ("--visits 0", "--visits: expected a number of simulations from 1, got '0'"),
        (
            "--seconds 0",
            "--seconds: expected a number of seconds above 0, at most 1000000000, got '0'",
        ),
        ("--threads 1000000", "times the processors, got '1000000'"),
        ("--komi abc", "--komi: expected a number from -1000000 to 1000000, got 'abc'"),
        ("--policy no", "--policy: expected one of heavy, uniform, got 'no'"),
        ("--seed x", "--seed: expected a whole number from 0, got 'x'"),
        ("--seed -1", "--seed: expected a whole number from 0, got '-1'"),
        ("--lag -1", "--lag: expected a number of seconds from 0 to 60, got '-1'"),
        (
            "--resign-threshold -0.1",
            "--resign-threshold: expected a number from 0 to 1, got '-0.1'",
        ),
        (
            "label --network none --out a.gz",
            "--out: expected the name of a file that ends in .jsonl.gz, got 'a.gz'",
        ),
        ("match --games 0", "--games: expected a whole number from 1, got '0'"),
        (
            "match --a rate_eyes=101",
            "--a: rate_eyes: expected a whole number from 0 to 100, got '101'",
        ),
    ] {
        let error = read(line).expect_err(line).to_string();
        assert!(error.contains(expected), "{line}: {error}");
    }
}

#[test]
fn every_parameter_is_an_option() {
    for parameter in PARAMETERS.iter().filter(|parameter| parameter.is_number()) {
        let option = parameter.name.replace('_', "-");
        let line = match parameter.is_switch() {
            true => format!("--{option}"),
            false => format!("--{option} 1"),
        };
        let values = read(&line).unwrap().options.values;
        assert_eq!(parameter.get(&values), "1", "{line}");
        if parameter.is_switch() {
            let values = read(&format!("--no-{option}")).unwrap().options.values;
            assert_eq!(parameter.get(&values), "0", "--no-{option}");
        }
    }
}

#[test]
fn a_table_without_weights_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.txt");
    for text in ["", "# nothing but this\n\n"] {
        std::fs::write(&path, text).unwrap();
        let error = read(&format!("--table {}", path.display())).unwrap_err().to_string();
        assert!(error.contains("table.txt: expected lines of a weight"), "{error}");
    }
}

#[test]
fn the_analysis_takes_the_options_that_clients_give_to_katago() {
    let line = "analysis -model a.bin -human-model b.bin -config c.cfg -override-config x=1 \
                -override-config y=2 -analysis-threads 3 -quit-without-waiting --threads 2";
    let line = read(line).unwrap();
    let Some(Task::Analysis(asked)) = line.task else { panic!("{:?}", line.task) };
    let katago = asked.katago;
    assert_eq!(katago.katago_config.as_deref(), Some("c.cfg".as_ref()));
    assert_eq!(katago.override_config, ["x=1", "y=2"]);
    assert_eq!(asked.analysis_threads.map(usize::from), Some(3));
    assert!(asked.quit_without_waiting && katago.model.is_some() && katago.human_model.is_some());
    assert_eq!(line.options.values.player.search.threads, 2);
    assert!(read("analysis -modal x").is_err() && read("analysis -analysis-threads 0").is_err());
}
