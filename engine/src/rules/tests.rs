//! Tests of the rules: ko, superko, suicide, undo, handicap, set-up and scores.

use super::*;
use crate::vocabulary::{BoardSize, Color, Move, Random, Vertex};

use Color::{Black, White};

fn preset(name: &str) -> Rules {
    Rules::preset(name).unwrap()
}

/// A game without komi that starts from a diagram.
fn game(rules: Rules, diagram: &str, to_move: Color) -> GameState {
    GameState::from_diagram(diagram, rules, to_move).unwrap()
}

fn vertices(text: &str) -> Vec<Vertex> {
    text.split_whitespace().map(|vertex| vertex.parse().unwrap()).collect()
}

/// Plays the moves, alternating between the players, and returns the result of the last move.
fn play(game: &mut GameState, moves: &str) -> Result<(), IllegalMove> {
    let mut last = Ok(());
    for text in moves.split_whitespace() {
        assert_eq!(last, Ok(()), "before {text}");
        last = game.play(game.to_move(), text.parse().map_or(Move::Pass, Move::Play));
    }
    last
}

#[test]
fn presets_have_the_values_of_the_table() {
    use HandicapBonus::{PerStone, PerStoneButFirst};
    use KoRule::{Positional, Simple, Situational};
    use Scoring::{Area, Territory};
    let none = HandicapBonus::None;
    let table = [
        ("chinese", Positional, false, Area, PerStone, true),
        ("chinese-ogs", Positional, false, Area, PerStone, true),
        ("chinese-kgs", Positional, false, Area, PerStone, true),
        ("tromp-taylor", Positional, true, Area, none, false),
        ("cgos", Positional, false, Area, none, false),
        ("aga", Situational, false, Area, PerStoneButFirst, true),
        ("bga", Situational, false, Area, PerStoneButFirst, true),
        ("new-zealand", Situational, true, Area, none, true),
        ("japanese", Simple, false, Territory, none, true),
        ("korean", Simple, false, Territory, none, true),
    ];
    assert_eq!(Rules::PRESETS.len(), table.len());
    for ((name, rules), row) in Rules::PRESETS.iter().zip(table) {
        let Rules { ko, suicide, scoring, handicap_bonus, friendly_pass } = *rules;
        assert_eq!((*name, ko, suicide, scoring, handicap_bonus, friendly_pass), row);
        assert_eq!(Rules::preset(name), Some(*rules));
    }
    assert_eq!(preset(" New_Zealand"), preset("new-zealand"));
    assert_eq!(Rules::preset("ing"), None);
    assert_eq!(Rules::default(), preset("chinese"));
    assert_eq!(preset("bga").name(), Some("aga"));
    assert_eq!(Rules { suicide: true, ..Rules::default() }.name(), None);
}

const KO: &str = "
    .....
    .XO..
    X.XO.
    .XO..
    .....";

#[test]
fn a_ko_is_not_retaken_at_once() {
    for (name, rules) in Rules::PRESETS {
        let mut game = game(*rules, KO, White);
        assert_eq!(play(&mut game, "B3 C3"), Err(IllegalMove::Ko), "{name}");
        let ko = vertices("C3")[0];
        assert!(!game.legal_points(Black).contains(&ko));
        assert_eq!(game.check(White, Move::Play(ko)), Ok(()), "White may fill it");
        assert_eq!(play(&mut game, "A5 E5 C3"), Ok(()), "{name}: after a threat");
        assert_eq!(game.prisoners(Black), 1);
        assert_eq!(game.prisoners(White), 1);
    }
}

/// Plays the same moves under the simple ko rule, positional superko and situational superko.
fn under_each_ko_rule(
    diagram: &str,
    moves: &str,
    [simple, positional, situational]: [Result<(), IllegalMove>; 3],
) {
    for (name, expected) in [("japanese", simple), ("chinese", positional), ("aga", situational)] {
        let mut game = game(preset(name), diagram, White);
        assert_eq!(play(&mut game, moves), expected, "{name}");
    }
}

const SUPERKO: Result<(), IllegalMove> = Err(IllegalMove::Superko);

#[test]
fn passes_lift_the_simple_ko_only() {
    under_each_ko_rule(KO, "B3 pass pass C3", [Ok(()), SUPERKO, SUPERKO]);
}

#[test]
fn sending_two_and_returning_one() {
    let diagram = "
        .....
        .....
        XXO..
        XXO..
        .O.O.";
    // The stones on the board are the same as at the start, but now it is Black's turn.
    under_each_ko_rule(diagram, "A1 C1 B1", [Ok(()), SUPERKO, Ok(())]);
    // If the ko rule takes the player to move into account, it forbids the second round.
    for (name, expected) in [("japanese", Ok(())), ("aga", SUPERKO)] {
        let mut game = game(preset(name), diagram, White);
        assert_eq!(play(&mut game, "A1 C1 B1 pass A1"), expected, "{name}");
    }
}

#[test]
fn a_triple_ko_ends_with_superko_only() {
    let diagram = "
        .XO.
        X.XO
        .XO.
        .XO.
        X.XO
        .XO.
        .XO.
        XO.O
        .XO.";
    under_each_ko_rule(diagram, "B8 C2 B5 C8 B2", [Ok(()); 3]);
    under_each_ko_rule(diagram, "B8 C2 B5 C8 B2 C5", [Ok(()), SUPERKO, SUPERKO]);
}

#[test]
fn suicide_is_a_matter_of_rules_and_of_size() {
    let diagram = "
        ....
        ....
        OOO.
        X.O.";
    for (name, rules) in Rules::PRESETS {
        let mut game = game(*rules, diagram, Black);
        let expected = if rules.suicide { Ok(()) } else { Err(IllegalMove::Suicide) };
        assert_eq!(play(&mut game, "B1"), expected, "{name}");
        let (prisoners, left) = if rules.suicide { (2, None) } else { (0, Some(Black)) };
        assert_eq!(game.prisoners(White), prisoners, "{name}");
        assert_eq!(game.prisoners(Black), 0);
        assert_eq!(game.stone_at(vertices("A1")[0]), left, "{name}");
    }
    for (name, rules) in Rules::PRESETS {
        let mut game = game(*rules, "....\nOO..\n.O..", Black);
        assert_eq!(play(&mut game, "A1"), Err(IllegalMove::Suicide), "{name}: one stone");
    }
}

#[test]
fn stones_need_an_empty_point_of_the_board() {
    let mut game = GameState::new(BoardSize::square(9), Rules::default(), 7.5);
    assert_eq!(play(&mut game, "D4 D4"), Err(IllegalMove::Occupied));
    assert_eq!(play(&mut game, "K1"), Err(IllegalMove::OutsideBoard));
    assert_eq!(game.moves().len(), 1);
    assert_eq!(game.stone_at(vertices("T19")[0]), None);
    assert_eq!(game.legal_points(White).len(), 80);
}

/// Everything that undo must restore.
fn snapshot(game: &GameState) -> impl PartialEq + std::fmt::Debug + use<> {
    let position = game.position();
    (
        (position.board().to_string(), game.to_move(), position.ko(), position.passes()),
        (position.last(), position.second_last()),
        (game.prisoners(Black), game.prisoners(White), game.handicap()),
        (game.past_hashes().to_vec(), game.moves().to_vec(), game.setup().to_vec()),
    )
}

/// Makes a random move, occasionally out of turn.
fn play_at_random(game: &mut GameState, random: &mut Random) {
    let color = if random.below(12) == 0 { !game.to_move() } else { game.to_move() };
    let points = game.legal_points(color);
    let choice = random.below(points.len() + 1);
    let mv = points.get(choice).map_or(Move::Pass, |&vertex| Move::Play(vertex));
    game.play(color, mv).unwrap();
}

#[test]
fn undo_restores_everything() {
    for (index, (_, rules)) in Rules::PRESETS.iter().enumerate() {
        let mut random = Random::new(7, index as u64);
        let mut game = GameState::new(BoardSize::new(4 + index % 3, 4).unwrap(), *rules, 0.5);
        if index % 2 == 0 {
            game.place_handicap(&vertices("A1 C3")).unwrap();
        }
        let mut snapshots = vec![snapshot(&game)];
        for _ in 0..150 {
            play_at_random(&mut game, &mut random);
            snapshots.push(snapshot(&game));
        }
        game.position().board().check_invariants();
        while let Some(expected) = snapshots.pop() {
            assert_eq!(snapshot(&game), expected);
            assert_eq!(game.undo().is_ok(), !snapshots.is_empty());
        }
        assert_eq!(game.undo(), Err(CannotUndo));
    }
}

/// If the game were replayed once for each move taken back, five billion moves would have to be
/// made here, which would take minutes.
#[test]
fn many_moves_are_taken_back_in_one_replay() {
    let mut game = GameState::new(BoardSize::square(9), preset("japanese"), 0.5);
    play(&mut game, "C3 D4").unwrap();
    let before = snapshot(&game);
    for _ in 0..100_000 {
        game.play(game.to_move(), Move::Pass).unwrap();
    }
    assert_eq!(game.undo_many(100_003), Err(CannotUndo));
    assert_eq!(game.moves().len(), 100_002, "all or nothing");
    game.undo_many(100_000).unwrap();
    assert_eq!(snapshot(&game), before);
    game.undo_many(0).unwrap();
    game.undo_many(2).unwrap();
    assert_eq!(game.undo_many(1), Err(CannotUndo));
}

#[test]
fn superko_bans_exactly_the_repetitions() {
    let mut banned = 0;
    for (name, seed) in [("chinese", 1), ("tromp-taylor", 2), ("aga", 3), ("new-zealand", 4)] {
        let rules = preset(name);
        let mut random = Random::new(seed, 0);
        let mut game = GameState::new(BoardSize::new(3, 2).unwrap(), rules, 0.0);
        let stones = |game: &GameState| game.position().board().to_string();
        let mut seen = vec![(stones(&game), Black)];
        for _ in 0..200 {
            let color = game.to_move();
            for vertex in game.size().vertices() {
                let mut other = game.clone();
                other.set_rules(Rules { ko: KoRule::Simple, ..rules });
                let mv = Move::Play(vertex);
                if other.play(color, mv).is_err() {
                    continue;
                }
                let after = stones(&other);
                let same_turn = |turn| rules.ko == KoRule::Positional || turn == !color;
                let repeats = seen.iter().any(|(past, turn)| *past == after && same_turn(*turn));
                let expected = if repeats { SUPERKO } else { Ok(()) };
                assert_eq!(game.check(color, mv), expected, "{name}: {color} {mv} in\n{after}");
                banned += usize::from(repeats);
            }
            let points = game.legal_points(color);
            let choice = points.get(random.below(points.len()));
            game.play(color, choice.copied().into()).unwrap();
            seen.push((stones(&game), !color));
        }
    }
    assert!(banned > 100, "{banned}");
}

#[test]
fn handicap_stones_are_no_moves() {
    let mut game = GameState::new(BoardSize::square(19), Rules::default(), 0.5);
    let points = fixed_handicap(game.size(), 5).unwrap();
    game.place_handicap(&points).unwrap();
    assert_eq!(game.to_move(), White);
    assert_eq!(game.handicap(), 5);
    assert_eq!(game.setup().len(), 5);
    assert!(game.moves().is_empty());
    assert_eq!(game.undo(), Err(CannotUndo));
    assert_eq!(game.place_handicap(&points), Err(HandicapError::NotEmpty));
    play(&mut game, "C3 pass").unwrap();
    assert_eq!(game.handicap(), 5);
    game.clear();
    assert_eq!((game.handicap(), game.to_move(), game.komi()), (0, Black, 0.5));
    assert!(game.place_handicap(&vertices("D4 Q16 D4")).is_err());
    assert_eq!(game.stone_at(points[0]), None, "all or nothing");
    play(&mut game, "pass").unwrap();
    assert_eq!(game.place_handicap(&points), Err(HandicapError::NotEmpty));
}

#[test]
fn white_is_compensated_for_handicap_under_area_scoring() {
    for (name, bonus) in [("chinese", 4.0), ("aga", 3.0), ("tromp-taylor", 0.0), ("japanese", 0.0)]
    {
        let mut game = GameState::new(BoardSize::square(9), preset(name), 0.5);
        game.place_handicap(&fixed_handicap(game.size(), 4).unwrap()).unwrap();
        assert_eq!(game.full_komi(), 0.5 + bonus, "{name}");
        assert_eq!(game.komi(), 0.5);
    }
}

#[test]
fn set_up_is_all_or_nothing() {
    let mut game = GameState::new(BoardSize::square(3), Rules::default(), 0.0);
    let set_up = |game: &mut GameState, text: &str| {
        let stones = text.split(' ').map(|stone| {
            let color = if stone.starts_with('b') { Black } else { White };
            (color, stone[1..].parse().unwrap())
        });
        game.set_up(&stones.collect::<Vec<_>>(), White)
    };
    let before = snapshot(&game);
    assert_eq!(set_up(&mut game, "bA1 wD1"), Err(SetUpError::Outside("D1".parse().unwrap())));
    assert_eq!(set_up(&mut game, "bA1 wA1"), Err(SetUpError::Repeated("A1".parse().unwrap())));
    assert_eq!(set_up(&mut game, "bA1 wA2 wB1"), Err(SetUpError::NoLiberty));
    assert_eq!(snapshot(&game), before);
    assert_eq!(set_up(&mut game, "bA1 wA2"), Ok(()));
    assert_eq!((game.to_move(), game.handicap(), game.past_hashes().len()), (White, 0, 1));
    assert_eq!(set_up(&mut game, "bC3"), Err(SetUpError::NotEmpty));
}

#[test]
fn who_begins_is_settled_before_the_first_move() {
    let mut game = game(preset("chinese"), KO, Black);
    assert_eq!(game.set_first_to_move(White), Ok(()));
    assert_eq!((game.to_move(), game.first_to_move()), (White, White));
    play(&mut game, "pass").unwrap();
    let before = snapshot(&game);
    assert_eq!(game.set_first_to_move(White), Err(SetUpError::MovesPlayed));
    assert_eq!(snapshot(&game), before);
    game.undo().unwrap();
    assert_eq!(game.to_move(), White);
}

#[test]
fn two_passes_end_the_game() {
    let mut game = GameState::new(BoardSize::square(9), Rules::default(), 7.5);
    assert_eq!(game.score(&[], &[]).to_string(), "W+7.5");
    play(&mut game, "pass").unwrap();
    assert!(!game.is_over());
    play(&mut game, "pass").unwrap();
    assert!(game.is_over());
    game.undo().unwrap();
    assert!(!game.is_over());
}

#[test]
fn dead_stones_are_prisoners() {
    let diagram = "
        .X.O.
        XXXOO
        .OXO.
        XXXO.
        ..XOX";
    let score = |name: &str, dead: &str| {
        game(preset(name), diagram, Black).score(&vertices(dead), &[]).to_string()
    };
    assert_eq!(score("chinese", "B3 E1"), "B+4.0");
    assert_eq!(score("chinese", ""), "B+5.0");
    assert_eq!(score("japanese", "B3 E1"), "B+1.0");
    assert_eq!(score("japanese", "B3 E1 A1"), "B+1.0", "no stone there");
}

#[test]
fn prisoners_count_under_territory_scoring() {
    let mut game = game(preset("japanese"), KO, White);
    play(&mut game, "B3").unwrap();
    game.set_komi(6.7);
    assert_eq!(game.score(&[], &[]).to_string(), "W+8.7", "a prisoner and C3");
    game.set_rules(preset("chinese"));
    assert_eq!(game.score(&[], &[]).to_string(), "W+8.7", "4 stones and C3 against 3");
}

#[test]
fn shared_liberties_of_a_seki_are_nobodys() {
    let diagram = "
        .XO.
        XX.O";
    assert_eq!(game(preset("chinese"), diagram, Black).score(&[], &[]).to_string(), "B+1.0");
    assert_eq!(game(preset("japanese"), diagram, Black).score(&[], &[]).to_string(), "0");
}

#[test]
fn eyes_in_seki_are_no_territory() {
    let diagram = "
        .XO.
        XX.O";
    let score = |name: &str, seki: &str| {
        game(preset(name), diagram, Black).score(&[], &vertices(seki)).to_string()
    };
    assert_eq!(score("japanese", "A1 B1 B2"), "W+1.0", "Black's alone");
    assert_eq!(score("japanese", "A1 B1 B2 C2 D1"), "0");
    assert_eq!(score("chinese", "A1 B1 B2"), "B+1.0", "points are points");
}
