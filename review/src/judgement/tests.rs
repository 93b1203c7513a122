//! Tests judgements and their words, using hand-written search reports.

use engine::player::{MoveReport, SearchReport};
use engine::rules::{GameState, Rules, Scoring};
use engine::vocabulary::{Color, Move};

use super::*;

/// A 5x5 board built from its rows, with the top row first: `X` is Black and `O` is White. Black is
/// to move.
fn board(rows: &str) -> GameState {
    let diagram = rows.replace(' ', "\n");
    let mut game = GameState::from_diagram(&diagram, Rules::default(), Color::Black).unwrap();
    game.set_komi(0.5);
    game
}

fn found((text, visits, win_rate): (&str, u64, f32)) -> MoveReport {
    MoveReport {
        visits,
        win_rate,
        prior: 0.1,
        lead: 1.0,
        lead_deviation: 5.0,
        ..MoveReport::new(text.parse().map_or(Move::Pass, Move::Play))
    }
}

/// A report on these moves in which `ownership` is Black's ownership of every point on the board.
fn report(moves: &[(&str, u64, f32)], lead: f32, ownership: f32) -> SearchReport {
    SearchReport {
        moves: moves.iter().copied().map(found).collect(),
        visits: moves.iter().map(|(_, visits, _)| visits).sum(),
        lead,
        lead_deviation: 5.0,
        ownership: vec![ownership; 25],
        ..SearchReport::default()
    }
}

#[test]
fn wild_guesses_are_left_open() {
    use engine::reading::{Answer, Consequence, Stake, Success};
    use explanation::{of_consequences, of_stone};
    let vertex = |name: &str| name.parse::<Vertex>().unwrap();
    let answer = |success, is_complete| {
        Some(Answer { success, mv: Some(vertex("E4")), is_complete, is_proved: false })
    };
    let (certain, ko) = (Some(Success::Certain), Some(Success::GoodKo));
    let of = |answers| of_stone(Color::White, vertex("D4"), answers);
    let said = |answers| of(answers).unwrap().finding.sentence;
    assert_eq!(
        said([answer(None, true), answer(certain, false)]),
        "White's chain at D4 cannot be captured (read); the fate of its group is open."
    );
    assert_eq!(
        said([answer(certain, false), answer(certain, false)]),
        "White's chain at D4 can be captured by E4 (a guess, as the time ran out)."
    );
    assert_eq!(
        said([answer(ko, true), None]),
        "White's chain at D4 can be captured by E4, if a ko is won (read)."
    );
    assert!(of([answer(ko, false), answer(certain, false)]).is_none());
    let changes = |stake, success, is_complete| {
        let without = answer(success, is_complete).unwrap();
        let with = answer(None, true);
        let change = Consequence { stake, owner: Color::White, without, with };
        of_consequences(Color::White, vertex("E4"), &[change]).len()
    };
    let (chain, group) = (Stake::Chain(vertex("D4")), Stake::Group(vertex("D4")));
    let of_chain = [(certain, true), (certain, false), (ko, true), (ko, false)];
    let of_chain = of_chain.map(|(success, is_complete)| changes(chain, success, is_complete));
    assert_eq!(of_chain, [1, 1, 1, 0]);
    assert_eq!([true, false].map(|is_complete| changes(group, certain, is_complete)), [1, 0]);
}

const LINES: &str = ".X.O. .X.O. .X.O. .X.O. .X.O.";

#[test]
fn an_open_board_has_the_mean_lead_and_a_decided_one_whole_points() {
    let open = Estimate::of(&report(&[], -2.0, 0.3), Color::White);
    assert_eq!((open.lead, open.spread), (2.0, 5.0));
    assert!((open.error - 5.0 * (1.0 / 6.0 + 0.2 / 3.0)).abs() < 1e-4, "{open:?}");
    let decided = Estimate::of(&report(&[], 22.0, 0.9), Color::Black);
    assert!((decided.lead - 24.5).abs() < 1e-4 && decided.error == 2.5, "{decided:?}");
}

#[test]
fn gnu_go_counts_both_bounds_for_white() {
    let words = |lead, spread| Estimate { lead, spread, error: 0.0 }.gnu_go_words();
    assert_eq!(words(-3.5, 3.4), "W+3.5 (upper bound: 5.2, lower: 1.8)");
    assert_eq!(words(5.0, 4.0), "B+5.0 (upper bound: -3.0, lower: -7.0)");
    assert_eq!(words(0.0, 0.0), "W+0.0 (upper bound: 0.0, lower: 0.0)");
    assert_eq!(words(0.04, 0.0), "W+0.0 (upper bound: 0.0, lower: 0.0)");
}

#[test]
fn the_standing_names_the_one_with_the_higher_win_rate() {
    let says =
        |rate, lead| standing(rate, Color::White, Estimate { lead, spread: 5.0, error: 3.4 });
    assert_eq!(
        says(0.17, 6.3),
        "Black leads by about 6 points, give or take 3, with a win rate of 83 %: a clear lead."
    );
    assert_eq!(
        says(0.52, 0.7),
        "White is behind by about 1 point, give or take 3, with a win rate of 52 %: the game is \
         even."
    );
    assert!(says(0.6, 0.4).starts_with("White is level on points, give or take 3, with a win"));
    assert!(says(1.0, -8.0).ends_with("a win rate of 100 %: the game is all but decided."));
    let sure = standing(1.0, Color::White, Estimate { lead: -7.4, spread: 0.5, error: 0.2 });
    assert!(sure.starts_with("White leads by about 7.5 points with a win rate of 100"), "{sure}");
}

#[test]
fn chains_that_one_move_connects_are_one_group() {
    let game = board(".X.O. .X.O. ...O. .X... .X...");
    let groups = groups::groups(&game, &report(&[], 0.0, 0.4).ownership);
    let said = group_sentences(&groups);
    assert_eq!(
        said,
        [
            "Black's group of 4 stones at B5 is weak.",
            "White's group of 3 stones at D5 is probably dead."
        ]
    );
    // Stones with different fates remain separate groups.
    let mut owners = vec![0.9; 25];
    owners[..10].fill(-0.8);
    let said = group_sentences(&groups::groups(&game, &owners));
    assert_eq!(said.first().unwrap(), "White's group of 3 stones at D5 is in doubt.");
    assert_eq!(said.last().unwrap(), "Black's group of 2 stones at B5 is dead.");
}

#[test]
fn safe_groups_are_not_counted_up() {
    let owners = [1.0, 1.0, 0.0, -1.0, -1.0].repeat(5);
    let says = |game: &GameState| group_sentences(&groups::groups(game, &owners));
    assert_eq!(says(&board(LINES)), ["All groups are safe."]);
    assert_eq!(says(&board(&"..... ".repeat(5))), ["There are no stones on the board."]);
    let one = board("O.... ..... ..... ..... .....");
    assert_eq!(says(&one), ["White's stone at A5 is dead."]);
}

#[test]
fn the_group_that_decides_is_named() {
    let game = board(LINES);
    let groups = groups::groups(&game, &[0.0; 25]);
    let says = |columns: [f32; 5]| critical(&groups, &columns.repeat(5), game.size());
    assert_eq!(says([0.4, 0.05, 0.4, 0.0, 0.4]), None);
    let much = "Much hangs on White's group of 5 stones at D5.";
    assert_eq!(says([0.0, 0.1, 0.0, 0.16, 0.0]).as_deref(), Some(much));
    let all = "The game hangs on Black's group of 5 stones at B5.";
    assert_eq!(says([0.0, 0.3, 0.0, 0.25, 0.0]).as_deref(), Some(all));
    assert_eq!(critical(&groups, &[], game.size()), None);
}

#[test]
fn degrees_of_safety_follow_ownership() {
    let words = [-1.0, -0.71, -0.5, 0.0, 0.3, 0.5].map(|owned| Safety::of(owned).words());
    assert_eq!(words, ["dead", "dead", "probably dead", "in doubt", "weak", "safe"]);
}

/// The advice about these moves on a board where no point has an owner.
fn advice(moves: &[(&str, u64, f32)]) -> String {
    let game = board(LINES);
    let report = report(moves, 0.0, 0.0);
    let groups = groups::groups(&game, &report.ownership);
    moves::sentence(&report, Color::Black, &groups, game.size())
}

#[test]
fn a_move_is_urgent_where_all_others_lose_much() {
    assert_eq!(
        advice(&[("C3", 900, 0.7), ("A1", 50, 0.5), ("E1", 2, 0.9)]),
        "C3 is urgent for Black (next to Black's group of 5 stones at B5): A1, the next best, \
         costs 20 % in win rate."
    );
    assert!(advice(&[("C3", 900, 0.7), ("pass", 50, 0.5)]).contains("a pass, the next best"));
}

#[test]
fn moves_that_are_about_as_good_are_named() {
    assert_eq!(
        advice(&[("A1", 500, 0.6), ("A2", 400, 0.59), ("E1", 300, 0.58), ("E2", 30, 0.6)]),
        "Several moves are about as good: A1, A2 and E1."
    );
    assert_eq!(
        advice(&[("C3", 500, 0.6), ("A2", 90, 0.55)]),
        "C3 is clearly the best move (next to Black's group of 5 stones at B5)."
    );
    assert_eq!(
        advice(&[("A1", 400, 0.6), ("A2", 390, 0.55), ("A3", 380, 0.55)]),
        "A1 is the first choice (next to Black's group of 5 stones at B5), but others come close."
    );
}

#[test]
fn passes_and_boards_without_moves_have_their_words() {
    assert_eq!(advice(&[]), "Black has no move to think about.");
    assert_eq!(advice(&[("pass", 50, 0.5)]), "Black may pass: no move gains anything.");
    assert_eq!(
        advice(&[("A1", 500, 0.99), ("pass", 400, 0.985)]),
        "Nothing is urgent: the winner stays the same. A1 is the first choice."
    );
    assert!(advice(&[("A1", 500, 0.0), ("A2", 400, 0.0)]).contains("the winner stays the same"));
    assert!(advice(&[("A1", 500, 0.5), ("pass", 400, 0.49)]).contains("a pass does about as well"));
}

#[test]
fn few_visits_are_called_a_guess_and_fewer_suffice_with_a_network() {
    let game = board(LINES);
    let said = |visits, by_network| {
        let report = SearchReport { by_network, ..report(&[("C3", visits, 0.6)], 1.0, 0.0) };
        sentences(&game, &report).join("\n")
    };
    assert!(said(87, false).contains("\nAfter only 87 visits, all of this is a guess.\n"));
    assert!(said(600, false).contains("\nAfter 600 visits, this is a first impression.\n"));
    assert!(said(8, true).contains("\nAfter only 8 visits, all of this is a guess.\n"));
    assert!(said(50, true).contains("\nAfter 50 visits, this is a first impression.\n"));
    for said in [said(9000, false), said(200, true)] {
        assert!(!said.contains("After"), "{said}");
        let begins = "Black leads by about 1 point, give or take 1, with a win rate of 60 %";
        assert!(said.starts_with(begins), "{said}");
    }
}

#[test]
fn a_finished_game_has_a_result_under_either_count() {
    let mut game = board(".X.O. .X.O. .X.O. .X.O. OX.O.");
    for _ in 0..2 {
        game.play(game.to_move(), Move::Pass).unwrap();
    }
    let dead = ["A1".parse().unwrap()];
    let said = |game: &GameState| of_the_end(game, &game.count(&dead, &[])).join(" ");
    assert_eq!(
        said(&game),
        "The game is over: White wins by 0.5 points. White's stone at A1 is dead."
    );
    game.set_rules(Rules { scoring: Scoring::Territory, ..Rules::default() });
    assert_eq!(
        said(&game),
        "The game is over: Black wins by 0.5 points. White's stone at A1 is dead."
    );
    game.set_komi(1.0);
    assert!(said(&game).starts_with("The game is over: it is a draw."));
}
