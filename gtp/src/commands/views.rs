//! Commands that return views of the position for display in a window, and their entries in GoGui's
//! analyze menu.

use engine::vocabulary::{BoardSize, Vertex};
use protocol::Arguments;

use crate::error::CommandError;
use crate::graphics;
use crate::session::{Command, Session};
use crate::text::line;

/// The rows of the command table for the commands in this module.
pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        "gogui-analyze_commands",
        "",
        "lists the views and dialogs for GoGui's menu, one per line",
        gogui_analyze_commands,
    ),
    Command::new("mengxi_best_moves", "", "draws the best moves in GoGui", best_moves),
    Command::new(
        "mengxi_ownership",
        "",
        "shows the likely owner of each point by the search, 1 for Black to -1 for White, as a board",
        ownership,
    ),
    Command::new(
        "mengxi_criticality",
        "",
        "shows how much the ownership of each point decides the game, up to 1, as a board",
        criticality,
    ),
    Command::new("mengxi_visits", "", "shows the visits of each move, as a board", visits),
    Command::new(
        "mengxi_win_rates",
        "",
        "shows the win rate of each move in percent, as a board",
        win_rates,
    ),
    Command::new("mengxi_variation", "", "shows the most visited line of play", variation),
    Command::new(
        "mengxi_statistics",
        "",
        "shows the figures of the last search, one per line",
        statistics,
    ),
];

/// The entries of GoGui's menu: the type of the answer, the label and the command.
const MENU: &[(&str, &str, &str)] = &[
    ("gfx", "Best Moves", "mengxi_best_moves"),
    ("dboard", "Ownership", "mengxi_ownership"),
    ("dboard", "Criticality", "mengxi_criticality"),
    ("sboard", "Visits", "mengxi_visits"),
    ("sboard", "Win Rates", "mengxi_win_rates"),
    ("var", "Principal Variation", "mengxi_variation"),
    ("gfx", "Book Moves", "mengxi_book"),
    ("hstring", "Book", "book_info"),
    ("plist", "Dead Stones", "final_status_list dead"),
    ("plist", "Stones in Seki", "final_status_list seki"),
    ("hstring", "Judgement", "mengxi_judge"),
    ("string", "Estimated Score", "estimate_score"),
    ("string", "Final Score", "final_score"),
    ("gfx", "Safe Points", "mengxi_safe"),
    ("pspairs", "Ladders", "mengxi_ladders"),
    ("string", "Attack a Chain", "attack %p"),
    ("string", "Defend a Chain", "defend %p"),
    ("string", "Kill a Group", "owl_attack %p"),
    ("string", "Make a Group Live", "owl_defend %p"),
    ("string", "Fate of a Group", "dragon_status %p"),
    ("string", "Fates of All Groups", "dragon_status"),
    ("string", "Capturing Race", "analyze_semeai %P"),
    ("string", "Connect Two Chains", "connect %P"),
    ("string", "Cut Two Chains", "disconnect %P"),
    ("hstring", "Explain a Move", "mengxi_explain %p"),
    ("hstring", "Costliest Moves", "mengxi_review"),
    ("string", "Solve the Board", "mengxi_solve"),
    ("string", "Solve a Region", "mengxi_solve dfpn %P"),
    ("hpstring", "Statistics", "mengxi_statistics"),
    ("plist", "Legal Moves", "all_legal %m"),
    ("varc", "Suggest a Move", "reg_genmove %c"),
    ("param", "Search Parameters", "mengxi_param"),
    ("none", "Forget the Search", "clear_cache"),
];

fn gogui_analyze_commands(
    _session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    arguments.finish()?;
    let row = |(kind, label, command): &(&str, &str, &str)| format!("{kind}/{label}/{command}");
    Ok(MENU.iter().map(row).collect::<Vec<_>>().join("\n"))
}

fn best_moves(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    arguments.finish()?;
    let color = session.game().to_move();
    Ok(graphics::best_moves(session.player().look(), color))
}

fn ownership(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    arguments.finish()?;
    let ownership = session.player().look().ownership.clone();
    Ok(figures(session.game().size(), &ownership))
}

fn criticality(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    arguments.finish()?;
    // A point that decides the game on its own has a criticality of one half, so the figures are
    // doubled to give such a point the value 1.
    let doubled = session.player().look().criticality.iter().map(|share| 2.0 * share);
    let doubled: Vec<f32> = doubled.collect();
    Ok(figures(session.game().size(), &doubled))
}

/// Writes the board with a number at each point.
fn figures(size: BoardSize, figures: &[f32]) -> String {
    let figure = |vertex: Vertex| figures.get(vertex.index(size)).copied().unwrap_or_default();
    // Adding zero avoids a negative zero.
    board(size, |vertex| format!("{:.2}", (figure(vertex) * 100.0).round() / 100.0 + 0.0))
}

fn visits(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    by_move(session, arguments, |found| found.visits.to_string())
}

fn win_rates(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    by_move(session, arguments, |found| format!("{:.0}", found.win_rate * 100.0))
}

/// Writes the board with a text at each point where a move has been searched.
fn by_move(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
    text: fn(&engine::player::MoveReport) -> String,
) -> Result<String, CommandError> {
    arguments.finish()?;
    let size = session.game().size();
    let moves = session.player().look().moves.clone();
    let at = |vertex: Vertex| {
        let found = moves.iter().find(|found| found.mv.vertex() == Some(vertex));
        found.filter(|found| found.visits > 0).map_or("\"\"".to_owned(), text)
    };
    Ok(board(size, at))
}

/// Writes the board as one line per row, starting with the top row.
fn board(size: BoardSize, text: impl Fn(Vertex) -> String) -> String {
    let texts: Vec<String> = size.vertices().map(text).collect();
    texts.chunks(usize::from(size.width())).map(line).collect::<Vec<_>>().join("\n")
}

fn variation(session: &mut Session, arguments: &mut Arguments<'_>) -> Result<String, CommandError> {
    arguments.finish()?;
    Ok(line(session.player().look().variation()))
}

fn statistics(
    session: &mut Session,
    arguments: &mut Arguments<'_>,
) -> Result<String, CommandError> {
    arguments.finish()?;
    let color = session.game().to_move();
    let report = session.player().look();
    let seconds = report.time.as_secs_f64();
    let rows = [
        ("Player", color.to_string()),
        ("Visits", report.visits.to_string()),
        ("New", report.simulations.to_string()),
        ("Seconds", format!("{seconds:.2}")),
        ("Speed", format!("{:.0} a second", report.simulations as f64 / seconds.max(1e-9))),
        ("Nodes", report.nodes.to_string()),
        ("Chance", format!("{:.1} %", report.win_rate() * 100.0)),
        ("Lead", format!("{:.1} +- {:.1}", report.lead, report.lead_deviation)),
        ("Variation", line(report.variation())),
    ];
    let best = report.moves.iter().take(5).map(|found| {
        let (mv, visits, rate) = (found.mv, found.visits, found.win_rate * 100.0);
        format!("{mv}: {visits} visits, {rate:.1} %, {:.1} points", found.lead)
    });
    Ok(rows
        .into_iter()
        .map(|(name, text)| format!("{name}: {text}"))
        .chain(best)
        .collect::<Vec<_>>()
        .join("\n"))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::commands::TABLE;
    use crate::test_player::Conversation;

    #[test]
    fn every_entry_of_the_menu_is_a_command_that_answers() {
        let mut talk = Conversation::new(5);
        talk.ask("play b C3");
        talk.ask("play w D4");
        let mut labels = HashSet::new();
        for row in talk.ask("gogui-analyze_commands").lines() {
            let [_, label, text] = row.split('/').collect::<Vec<_>>()[..] else { panic!("{row}") };
            assert!(labels.insert(label.to_owned()), "{label} appears twice");
            let text = text.replace("%m", "w").replace("%c", "b");
            let points = if text.contains("semeai") { "C3 D4" } else { "C3 C3" };
            let text = text.replace("%p", "C3").replace("%P", points);
            let name = text.split(' ').next().unwrap_or_default();
            assert!(TABLE.find(name).is_some(), "{row}");
            talk.ask(&text);
        }
    }

    #[test]
    fn boards_have_a_row_a_line() {
        let mut talk = Conversation::new(3);
        assert_eq!(talk.ask("mengxi_visits"), "50 25 12\n\"\" \"\" \"\"\n\"\" \"\" \"\"");
        assert_eq!(talk.ask("mengxi_win_rates").lines().next(), Some("62 62 62"));
        let owners = talk.ask("mengxi_ownership");
        assert_eq!(owners.lines().collect::<Vec<_>>(), ["0.25 0.25 0.25"; 3]);
        assert_eq!(talk.ask("mengxi_criticality").lines().next(), Some("0.40 0.40 0.40"));
    }

    #[test]
    fn figures_and_lines_are_for_reading() {
        let mut talk = Conversation::new(3);
        assert_eq!(talk.ask("mengxi_variation"), "A3 pass");
        let text = talk.ask("mengxi_statistics");
        assert!(text.starts_with("Player: black\nVisits: 87\n"), "{text}");
        assert!(text.contains("\nA3: 50 visits, 62.5 %"), "{text}");
        for view in COMMANDS {
            talk.fails(&format!("{} x", view.name()));
        }
    }
}
