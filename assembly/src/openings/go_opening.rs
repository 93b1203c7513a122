//! A book from which a player of Go takes its moves.

use std::sync::Arc;

use books::{Book, BookMove, NoChoice, Variety};
use engine::player::{Opening, OpeningMove};
use engine::rules::GameState;
use engine::vocabulary::{Color, Vertex};

use super::go_game::{GoGame, win_rate};

/// A book with the way in which it is used.
#[derive(Clone, Debug)]
pub struct GoOpening {
    book: Arc<Book>,
    variety: Variety,
}

/// A move of a book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GoMove {
    /// The point.
    pub vertex: Vertex,
    /// The win rate of the player who moves, from 0 to 1; `None` in a book without values.
    pub win_rate: Option<f32>,
    /// The visits of the search that has valued it, or how often winners played it.
    pub weight: u32,
}

impl GoOpening {
    /// Uses a book, which must be about Go.
    ///
    /// # Errors
    /// If it is about another game.
    pub fn new(book: Arc<Book>, variety: Variety) -> Result<Self, String> {
        match book.subject.game.as_str() {
            "go" => Ok(Self { book, variety }),
            other => Err(format!("expected a book of go, got one of {other}")),
        }
    }

    /// The same book in one of several games, which may vary the choice.
    #[must_use]
    pub fn in_game(self, number: u64) -> Self {
        Self { variety: self.variety.in_game(number), ..self }
    }

    /// The book.
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// The moves of the book in a game, the best first; none with handicap.
    pub fn moves(&self, game: &GameState) -> Vec<GoMove> {
        let game = self.seen(game);
        let moves = game.filter(GoGame::is_even).map(|game| self.book.moves(&game));
        moves.unwrap_or_default().iter().map(|found| self.described(found)).collect()
    }

    /// The win rate of the best of all other moves, in a book with values, if there are any.
    pub fn rest(&self, game: &GameState) -> Option<f32> {
        let game = self.seen(game).filter(GoGame::is_even)?;
        self.book.rest(&game).map(win_rate)
    }

    /// Why the book chooses no move in a game; `None` if it chooses one.
    pub fn no_choice(&self, game: &GameState) -> Option<NoChoice> {
        match self.seen(game).filter(GoGame::is_even) {
            Some(game) => self.book.choose(&game, self.variety).err(),
            None => Some(NoChoice::Unknown),
        }
    }

    /// The game as the book sees it, if the book has positions of such games.
    fn seen(&self, game: &GameState) -> Option<GoGame> {
        let subject = &self.book.subject;
        let game = match subject.komi.is_empty() {
            true => GoGame::without_komi(game.clone()),
            false => GoGame::new(game.clone()),
        };
        (subject.board.is_empty() || subject.board == game.game().size().to_string())
            .then_some(game)
    }

    fn described(&self, found: &BookMove<Vertex>) -> GoMove {
        let has_values = !self.book.subject.komi.is_empty();
        let win_rate = has_values.then(|| win_rate(found.value.score));
        GoMove { vertex: found.mv, win_rate, weight: found.weight }
    }
}

impl Opening for GoOpening {
    fn choose(&self, game: &GameState, color: Color) -> Option<OpeningMove> {
        let game = self.seen(game).filter(GoGame::is_even)?;
        if game.game().to_move() != color {
            return None;
        }
        let found = self.book.choose(&game, self.variety).ok()?;
        let GoMove { vertex, win_rate, weight } = self.described(&found);
        let rate = win_rate.map(|rate| format!("win rate {:.1} %, ", 100.0 * rate));
        Some(OpeningMove { vertex, note: format!("{}weight {weight}", rate.unwrap_or_default()) })
    }
}

#[cfg(test)]
mod tests {
    use engine::player::{Decision, Player, Restriction, SearchPlayer, Wishes};
    use engine::rules::Rules;
    use engine::vocabulary::{BoardSize, Move};

    use super::super::text_book::of_text;
    use super::*;
    use crate::compose::Knowledge;
    use crate::knowledge::PolicyName;
    use crate::parameters::ParameterValues;

    fn player(text: &str) -> SearchPlayer {
        let game = GameState::new(BoardSize::square(9), Rules::default(), 7.0);
        let mut values = ParameterValues::default();
        (values.player.playouts, values.player.search.threads) = (Some(1), 1);
        let knowledge = Knowledge::of(PolicyName::Uniform);
        let knowledge =
            Knowledge { network: crate::network_choice::NetworkChoice::NONE, ..knowledge };
        let mut player = SearchPlayer::new(values.player, game, knowledge.factory());
        let opening = GoOpening::new(Arc::new(of_text(text).unwrap()), Variety::default());
        player.set_opening(Some(Arc::new(opening.unwrap())));
        player
    }

    fn play(name: &str) -> Move {
        Move::Play(name.parse().unwrap())
    }

    #[test]
    fn moves_of_a_book_are_played_where_they_are_wanted() {
        let text = "9 | E5\n9 E5 | C4\n";
        let mut player = player(text);
        let decision = player.generate(Color::Black, Wishes::default());
        assert_eq!(decision, Decision::Move(play("E5")));
        assert!(player.opening_move().unwrap().note.contains("weight"));
        let decision = player.generate(Color::White, Wishes::default());
        let Decision::Move(Move::Play(vertex)) = decision else { panic!("{decision:?}") };
        let distance = |at: u8| at.abs_diff(4);
        let mut distances = [distance(vertex.column()), distance(vertex.row())];
        distances.sort_unstable();
        assert_eq!(distances, [1, 2], "C4 or an equivalent point, got {vertex}");
        assert!(player.last_report().is_none());
        player.generate(Color::Black, Wishes::default());
        assert!(player.opening_move().is_none() && player.last_report().is_some());
        player.game_mut().clear();
        player.suggest(Color::Black, Wishes::default());
        assert!(player.last_report().is_some(), "an analysis searches");
        let avoid =
            Restriction { color: Color::Black, moves: vec![play("E5")], only: false, depth: 1 };
        let wishes = Wishes { restrictions: vec![avoid], ..Wishes::default() };
        assert_ne!(player.generate(Color::Black, wishes), Decision::Move(play("E5")));
        player.game_mut().clear();
        player.set_opening(None);
        player.generate(Color::Black, Wishes::default());
        assert!(player.opening_move().is_none());
    }

    #[test]
    fn handicap_other_sizes_and_weaker_levels_have_no_book() {
        let mut player = player("9 | E5\n9 C3 | E5\n");
        let opening =
            GoOpening::new(Arc::new(of_text("9 | E5").unwrap()), Variety::default()).unwrap();
        assert_eq!(opening.moves(player.game()).len(), 1);
        let larger = GameState::new(BoardSize::square(13), Rules::default(), 7.0);
        assert!(opening.moves(&larger).is_empty());
        assert!(opening.choose(player.game(), Color::White).is_none(), "it is Black's turn");
        let stones = engine::rules::fixed_handicap(BoardSize::square(9), 2).unwrap();
        player.game_mut().place_handicap(&stones).unwrap();
        assert!(opening.moves(player.game()).is_empty());
        player.generate(Color::White, Wishes::default());
        assert!(player.opening_move().is_none());
        player.game_mut().clear();
        let mut settings = *player.settings();
        settings.level = "5".parse().unwrap();
        player.set_settings(settings).unwrap();
        player.generate(Color::Black, Wishes::default());
        assert!(player.opening_move().is_none());
    }
}
