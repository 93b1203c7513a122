//! A game and a player in words, as an order passes them on: moves as the protocol writes them,
//! rules in KataGo's notation, parameters as assignments that differ from the defaults, and files by
//! their names, which must exist on all machines.

use clap::ValueEnum;
use engine::rules::GameState;
use engine::search::{RankSettings, Restriction, SearchRequest, SearchSettings};
use engine::vocabulary::{BoardSize, Color, Move, Vertex};
use serde::{Deserialize, Serialize};

use crate::knowledge::{self, Knowledge, PolicyName};
use crate::parameters::{Assignment, PARAMETERS, ParameterValues};
use crate::rules;

/// A game with the player to move and the restrictions of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ToldGame {
    width: u8,
    height: u8,
    rules: String,
    /// Text, because not every number survives as one of JSON's.
    komi: String,
    first: char,
    setup: Vec<String>,
    moves: Vec<String>,
    color: char,
    restrictions: Vec<ToldRestriction>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct ToldRestriction {
    color: char,
    moves: Vec<String>,
    only: bool,
    depth: usize,
}

/// A game that was told, with the player to move and the restrictions.
#[derive(Debug)]
pub(super) struct HeardGame {
    pub(super) game: GameState,
    pub(super) color: Color,
    pub(super) restrictions: Vec<Restriction>,
}

fn color(letter: char) -> Option<Color> {
    Color::BOTH.into_iter().find(|color| color.letter() == letter)
}

/// The move with this name.
pub(super) fn named_move(name: &str) -> Option<Move> {
    if name == "pass" { Some(Move::Pass) } else { Some(Move::Play(name.parse().ok()?)) }
}

/// A player's move as one word.
fn word(color: Color, mv: Move) -> String {
    format!("{}{mv}", color.letter())
}

fn read_word(word: &str) -> Option<(Color, Move)> {
    let mut letters = word.chars();
    Some((color(letters.next()?)?, named_move(letters.as_str())?))
}

impl ToldGame {
    /// The game of a search.
    pub(super) fn of(request: &SearchRequest<'_>) -> Self {
        let SearchRequest { game, restrictions, .. } = *request;
        let restriction = |one: &Restriction| ToldRestriction {
            color: one.color.letter(),
            moves: one.moves.iter().map(Move::to_string).collect(),
            only: one.only,
            depth: one.depth,
        };
        let stone = |&(color, vertex): &(Color, Vertex)| word(color, Move::Play(vertex));
        Self {
            width: game.size().width(),
            height: game.size().height(),
            rules: rules::to_json(game.rules()),
            komi: game.komi().to_string(),
            first: game.first_to_move().letter(),
            setup: game.setup().iter().map(stone).collect(),
            moves: game.moves().iter().map(|&(color, mv)| word(color, mv)).collect(),
            color: request.color.letter(),
            restrictions: restrictions.iter().map(restriction).collect(),
        }
    }

    /// The game that is told, or `None` if it makes no sense.
    pub(super) fn hear(&self) -> Option<HeardGame> {
        let size = BoardSize::new(self.width.into(), self.height.into()).ok()?;
        let komi = self.komi.parse().ok().filter(|komi: &f64| komi.is_finite())?;
        let mut game = GameState::new(size, rules::parse(&self.rules).ok()?, komi);
        let first = color(self.first)?;
        let stone = |stone: &String| {
            let (color, mv) = read_word(stone)?;
            Some((color, mv.vertex()?))
        };
        let setup = self.setup.iter().map(stone).collect::<Option<Vec<_>>>()?;
        if setup.is_empty() {
            game.set_first_to_move(first).ok()?;
        } else {
            game.set_up(&setup, first).ok()?;
        }
        for mv in &self.moves {
            let (color, mv) = read_word(mv)?;
            game.play_as_recorded(color, mv).ok()?;
        }
        let restriction = |one: &ToldRestriction| {
            let moves = one.moves.iter().map(|mv| named_move(mv)).collect::<Option<_>>()?;
            Some(Restriction { color: color(one.color)?, moves, only: one.only, depth: one.depth })
        };
        let restrictions = self.restrictions.iter().map(restriction).collect::<Option<_>>()?;
        Some(HeardGame { game, color: color(self.color)?, restrictions })
    }
}

/// Everything about a player that changes what a search finds out. Threads and memory are each
/// machine's own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ToldPlayer {
    policy: String,
    table: Option<String>,
    /// As text, because JSON's numbers are not as large.
    seed: String,
    assignments: Vec<String>,
}

impl ToldPlayer {
    /// The player with this knowledge and these settings.
    pub(super) fn of(knowledge: Knowledge, settings: SearchSettings) -> Self {
        let mut values = ParameterValues { knowledge, ..ParameterValues::default() };
        let SearchSettings { threads, memory, .. } = values.player.search;
        let ranks = RankSettings::default();
        values.player.search = SearchSettings { threads, memory, ranks, ..settings };
        let defaults = ParameterValues::default();
        let changed = PARAMETERS.iter().filter_map(|parameter| {
            let value = parameter.get(&values);
            (value != parameter.get(&defaults)).then(|| format!("{}={value}", parameter.name))
        });
        let policy = knowledge.policy.to_possible_value();
        Self {
            policy: policy.map(|policy| policy.get_name().to_owned()).unwrap_or_default(),
            table: knowledge.table.and_then(knowledge::path_of),
            seed: settings.seed.to_string(),
            assignments: changed.collect(),
        }
    }

    /// The seed of one of the ranks: all of them make other simulations.
    pub(super) fn seed(&self, rank: u32) -> u64 {
        self.seed.parse().unwrap_or(0_u64).wrapping_add(rank.into())
    }

    /// The same player with another seed.
    pub(super) fn with_seed(self, seed: u64) -> Self {
        Self { seed: seed.to_string(), ..self }
    }

    /// The knowledge and the settings of the player on a machine with so many threads and so much
    /// memory, in bytes.
    ///
    /// # Errors
    /// Names what does not exist on this machine.
    pub(super) fn hear(
        &self,
        threads: usize,
        memory: usize,
    ) -> Result<(Knowledge, SearchSettings), String> {
        let mut values = ParameterValues::default();
        for assignment in &self.assignments {
            assignment.parse::<Assignment>()?.apply(&mut values);
        }
        let policy = PolicyName::from_str(&self.policy, false)?;
        let table = self.table.as_deref().map(knowledge::read_table).transpose()?;
        let seed = self.seed(0);
        let knowledge = Knowledge { policy, table, ..values.knowledge };
        Ok((knowledge, SearchSettings { threads, memory, seed, ..values.player.search }))
    }
}

#[cfg(test)]
mod tests {
    use engine::rules::Rules;
    use engine::search::SearchLimits;

    use super::*;

    fn told(game: &GameState, color: Color, restrictions: &[Restriction]) -> HeardGame {
        let request = SearchRequest::new(game, color, SearchLimits::default());
        let told = ToldGame::of(&SearchRequest { restrictions, ..request });
        let text = serde_json::to_string(&told).unwrap();
        serde_json::from_str::<ToldGame>(&text).unwrap().hear().unwrap()
    }

    fn assert_same(one: &GameState, other: &GameState) {
        assert_eq!((one.setup(), one.moves()), (other.setup(), other.moves()));
        assert_eq!((one.rules(), one.to_move()), (other.rules(), other.to_move()));
        assert_eq!((one.komi(), one.full_komi()), (other.komi(), other.full_komi()));
        assert_eq!(one.past_hashes(), other.past_hashes());
        assert_eq!(one.first_to_move(), other.first_to_move());
    }

    #[test]
    fn a_game_survives() {
        let vertex = |name: &str| name.parse::<Vertex>().unwrap();
        for (name, _) in Rules::PRESETS {
            let size = BoardSize::new(9, 13).unwrap();
            let mut game = GameState::new(size, Rules::preset(name).unwrap(), 0.1 + 0.2);
            game.place_handicap(&[vertex("C3"), vertex("G7")]).unwrap();
            for mv in ["D4", "pass", "E5"] {
                game.play(game.to_move(), named_move(mv).unwrap()).unwrap();
            }
            let moves = vec![Move::Pass, Move::Play(vertex("A1"))];
            let only = Restriction { color: Color::Black, moves, only: true, depth: 3 };
            let heard = told(&game, Color::Black, std::slice::from_ref(&only));
            assert_same(&heard.game, &game);
            assert_eq!((heard.color, heard.restrictions), (Color::Black, vec![only]));
        }
        let mut game = GameState::new(BoardSize::square(5), Rules::default(), -3.5);
        game.set_first_to_move(Color::White).unwrap();
        assert_same(&told(&game, Color::White, &[]).game, &game);
    }

    #[test]
    fn a_game_that_makes_no_sense_is_refused() {
        let game = GameState::new(BoardSize::square(5), Rules::default(), 7.5);
        let request = SearchRequest::new(&game, Color::Black, SearchLimits::default());
        let good = ToldGame::of(&request);
        for bad in [
            ToldGame { width: 26, ..good.clone() },
            ToldGame { komi: "inf".to_owned(), ..good.clone() },
            ToldGame { rules: "chess".to_owned(), ..good.clone() },
            ToldGame { color: 'X', ..good.clone() },
            ToldGame { moves: vec!["BF9".to_owned()], ..good.clone() },
            ToldGame { moves: vec!["B".to_owned()], ..good.clone() },
            ToldGame { setup: vec!["Bpass".to_owned()], ..good.clone() },
        ] {
            assert!(bad.hear().is_none(), "{bad:?}");
        }
        assert!(good.hear().is_some());
    }

    #[test]
    fn a_player_survives_except_for_threads_and_memory() {
        let mut values = ParameterValues::default();
        for changed in [
            "exploration=0.3",
            "network=none",
            "rate_eyes=7",
            "threads=1",
            "memory=9",
            "widening=3",
        ] {
            changed.parse::<Assignment>().unwrap().apply(&mut values);
        }
        let settings = SearchSettings { seed: u64::MAX, ..values.player.search };
        let told = ToldPlayer::of(values.knowledge, settings);
        assert_eq!(told.assignments.len(), 4, "{told:?}");
        let text = serde_json::to_string(&told).unwrap();
        let heard = serde_json::from_str::<ToldPlayer>(&text).unwrap().hear(3, 1 << 20).unwrap();
        assert_eq!(heard.0, values.knowledge);
        assert_eq!(heard.1, SearchSettings { threads: 3, memory: 1 << 20, ..settings });
    }

    #[test]
    fn a_file_that_is_missing_is_named() {
        let knowledge = Knowledge::of(PolicyName::Heavy);
        let told = ToldPlayer::of(knowledge, SearchSettings::default());
        let network = vec!["network=missing.bin.gz".to_owned()];
        let told = ToldPlayer { assignments: network, ..told };
        let error = told.hear(1, 1 << 20).unwrap_err();
        assert!(error.contains("missing.bin.gz"), "{error}");
    }
}
