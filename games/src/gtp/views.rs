//! The menu of GoGui and what it shows.

use protocol::{Arguments, Command, Failure};

use super::Session;
use crate::board_game::{BoardGame, letter};

/// The entries of GoGui's menu: the type of the answer, the label and the command.
const MENU: &[(&str, &str, &str)] = &[
    ("plist", "Legal Moves", "mengxi_legal_moves"),
    ("pspairs", "Values of Moves", "mengxi_values"),
    ("gfx", "Principal Variation", "mengxi_variation"),
    ("gfx", "Book Moves", "mengxi_book"),
    ("hstring", "Book", "book_info"),
    ("hstring", "Last Search", "mengxi_statistics"),
];

impl<G: BoardGame> Session<G> {
    /// The rows of the command table for the commands in this module.
    pub(super) const VIEWS: &'static [Command<Self>] = &[
        Command::new(
            "gogui-analyze_commands",
            "",
            "lists the views for GoGui's menu, one per line",
            Self::analyze_commands,
        ),
        Command::new("mengxi_legal_moves", "", "lists the points of the legal moves", Self::points),
        Command::new(
            "mengxi_values",
            "",
            "searches, and shows what each move is worth to the player to move",
            Self::values,
        ),
        Command::new(
            "mengxi_variation",
            "",
            "draws the best line of the last search",
            Self::variation,
        ),
        Command::new(
            "mengxi_statistics",
            "",
            "shows the figures of the last search, one per line",
            Self::statistics,
        ),
    ];

    fn analyze_commands(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        arguments.finish()?;
        let lines = MENU.iter().map(|(kind, label, command)| format!("{kind}/{label}/{command}"));
        Ok(lines.collect::<Vec<_>>().join("\n"))
    }

    fn points(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        arguments.finish()?;
        let mut points = self.points_to_click();
        points.retain(|mv| mv != "pass");
        Ok(points.join(" "))
    }

    fn values(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        arguments.finish()?;
        let mut seen = Vec::new();
        let mut pairs = Vec::new();
        // The best move of each piece comes first, and its piece shows the value.
        for found in self.player.best_lines(usize::MAX) {
            let (game, Some(&mv)) = (&found.position, found.variation.first()) else { continue };
            let Some(point) = game.clicks(mv).into_iter().next() else { continue };
            if !seen.contains(&point) {
                pairs.push(format!("{point} {}", game.write_score(found.score)));
                seen.push(point);
            }
        }
        Ok(pairs.join("\n"))
    }

    fn variation(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        arguments.finish()?;
        let Some(found) = self.player.last() else { return Ok(String::new()) };
        let game = &found.position;
        let line = colored(game, &found.variation);
        Ok(format!("VAR {line}\nTEXT {}", game.write_score(found.score)))
    }

    fn statistics(&mut self, arguments: &mut Arguments<'_>) -> Result<String, Failure> {
        arguments.finish()?;
        let Some(found) = self.player.last() else { return Ok("no search yet".to_owned()) };
        let seconds = found.time.as_secs_f64();
        let rate = found.nodes as f64 / seconds.max(1e-6);
        let kind = if found.is_exact { "exact" } else { "estimated" };
        let game = &found.position;
        Ok([
            format!("score: {} {} ({kind})", game.write_score(found.score), G::UNIT),
            format!("depth: {}", found.depth),
            format!("nodes: {}", found.nodes),
            format!("seconds: {seconds:.3}"),
            format!("nodes per second: {rate:.0}"),
            format!("variation: {}", colored(game, &found.variation)),
        ]
        .join("\n"))
    }
}

/// A line of play, each move with its colour, as GoGui's variations have it.
fn colored<G: BoardGame>(game: &G, line: &[G::Move]) -> String {
    let (mut game, mut words) = (game.clone(), Vec::new());
    for &mv in line {
        let color = letter(game.mover()).to_ascii_lowercase();
        words.extend(game.clicks(mv).into_iter().map(|point| format!("{color} {point}")));
        game.play(mv);
    }
    words.join(" ")
}
