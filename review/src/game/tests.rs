//! Reviews of small games, from positions that are made up.

use engine::rules::{GameState, Rules};
use engine::sgf;
use engine::vocabulary::{BoardSize, Color, Move};

use super::data::{Candidate, Effort, GameFacts, GameReview, Grade, Phase, Point, PositionReview};
use super::{page, record};

fn point(text: &str) -> Point {
    Point::try_from(text.to_owned()).unwrap()
}

/// A position with this lead of Black and this best move.
fn position(lead: f64, best: &str) -> PositionReview {
    let candidate = |mv: &str, visits| Candidate {
        mv: point(mv),
        visits,
        win_rate: 0.5 + lead / 100.0,
        lead,
        prior: 0.25,
        line: vec![point(mv), point("E5")],
    };
    PositionReview {
        win_rate: 0.5 + lead / 100.0,
        lead,
        visits: 100,
        ownership: vec![50; 81],
        candidates: vec![candidate(best, 80), candidate("A1", 20)],
    }
}

const RECORD: &str =
    "(;GM[1]SZ[9]KM[7]PB[A <b>]PW[B]BR[3k]C[hello];B[cg]C[mine];W[gc];B[aa];W[tt])";

/// A game in which Black's second move loses 7 points, and White's pass 2.
fn review() -> GameReview {
    let game = sgf::read(RECORD, None).unwrap();
    let facts = GameFacts {
        file: "game.sgf".to_owned(),
        index: 1,
        width: 9,
        height: 9,
        black: "A <b>".to_owned(),
        black_rank: "3k".to_owned(),
        ..GameFacts::default()
    };
    let positions = vec![
        position(0.0, "C3"),
        position(-0.5, "G7"),
        position(0.5, "C7"),
        position(-6.5, "G3"),
        position(-4.5, "C7"),
    ];
    let mut review = GameReview::new(facts, &game, positions, None);
    review.comment_on(3, &["C7 saves the chain at C3 (read).".to_owned()]);
    review
}

#[test]
fn a_move_is_worth_the_difference_to_its_player() {
    let review = review();
    let found: Vec<_> =
        review.moves.iter().map(|played| (played.loss, played.grade, played.better)).collect();
    assert_eq!(
        found,
        [
            (0.0, Grade::Best, None),
            (0.0, Grade::Best, None),
            (7.0, Grade::Blunder, Some(point("C7"))),
            (2.0, Grade::Inaccuracy, Some(point("G3"))),
        ]
    );
    assert_eq!(review.moves[2].win_rate_loss, 0.07);
    assert_eq!(review.costliest, [3, 4]);
    let black = &review.players.black;
    assert_eq!((black.all.moves, black.best, black.all.mean_loss), (2, 1, 3.5));
    assert!(black.all.accuracy < review.players.white.all.accuracy);
    assert_eq!(review.moves[0].phase, Phase::Opening);
    // In floats, 4.6 - 3.1 is a little less than 1.5.
    let positions = vec![position(4.6, "E5"), position(3.1, "G7")];
    let game = sgf::read("(;GM[1]SZ[9];B[cg])", None).unwrap();
    let review = GameReview::new(GameFacts::default(), &game, positions, None);
    assert_eq!((review.moves[0].loss, review.moves[0].grade), (1.5, Grade::Inaccuracy));
}

#[test]
fn the_words_say_what_a_move_cost_and_why() {
    let review = review();
    assert_eq!(
        review.moves[2].comment,
        "This move lost 7.0 points and 7 % in win rate. The better move was C7, after which Black \
         leads by 0.5; after A9, White leads by 6.5. C7 saves the chain at C3 (read). White's \
         best answer is G3."
    );
    let summary = review.summary();
    assert!(summary.starts_with("A <b> (3k) - White, 9x9, 4 moves\nBlack: "), "{summary}");
    assert!(summary.contains("   3 Black A9     -7.0 points   -7 %  better C7\n"), "{summary}");
    let facts = GameFacts { result: "?".to_owned(), ..review.game.clone() };
    assert!(GameReview { game: facts, ..review }.title().ends_with("9x9, 4 moves"));
}

#[test]
fn a_player_without_moves_has_no_accuracy() {
    let game = sgf::read("(;GM[1]SZ[9];B[cg])", None).unwrap();
    let positions = vec![position(0.0, "C3"), position(0.0, "G7")];
    let facts = GameFacts { width: 9, height: 9, result: "0".to_owned(), ..GameFacts::default() };
    let review = GameReview::new(facts, &game, positions, None);
    let summary = review.summary();
    assert!(summary.starts_with("Black - White, 9x9, 1 move, drawn\nBlack: accuracy 100 %"));
    assert!(summary.ends_with("first choice in 1 of 1 move\nWhite: no moves\n"), "{summary}");
    let text = record::annotate("(;GM[1]SZ[9];B[cg])", 1, &review, Effort::Visits(1)).unwrap();
    assert!(text.contains("0.0 points lost per move.\nWhite: no moves."), "{text}");
}

#[test]
fn a_record_keeps_what_it_has_and_gets_the_review() {
    let text = record::annotate(RECORD, 4, &review(), Effort::Visits(100)).unwrap();
    let (before, after) = (sgf::read(RECORD, None).unwrap(), sgf::read(&text, None).unwrap());
    assert_eq!(before.moves(), after.moves());
    for part in [
        "C[hello\n\nReviewed by Mengxi, 100 visits per position.\nBlack: ",
        "SBKV[50.00]LZ[Mengxi 50.0 100 0.0\nmove C3 visits 80 winrate 5000 prior 2500 lcb 5000 \
         scoreMean 0.00 order 0 pv C3 E5 info move A1 ",
        ";B[cg]C[mine]SBKV[49.50]",
        // The win rate is that of the opponent of White, who is to move.
        "LZ[Mengxi 49.5 100 0.5\n",
        "(;B[aa]C[This move lost 7.0 points",
        ")\n(;B[cc]C[Better: Black's win rate is 50 %.];W[ee])",
        "KTV[1.0]",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    assert_eq!(text.matches("KT[").count(), 5);
    assert!(record::annotate("none", 4, &review(), Effort::Visits(1)).is_err());
}

#[test]
fn a_page_holds_its_data_and_nothing_of_a_name_is_markup() {
    let mut review = review();
    review.game.white = "{{script}}</script>".to_owned();
    let page = page::page(&review, "Mengxi", Effort::Seconds(0.5));
    assert!(!page.contains("<b>"), "a name is markup");
    assert!(page.contains("<title>A &lt;b&gt; (3k) - {{script}}&lt;/script&gt;, 9x9"));
    let scripts = page.matches("</script>").count();
    assert_eq!(
        scripts,
        page::page(&self::review(), "Mengxi", Effort::Seconds(0.5)).matches("</script>").count()
    );
    let data = page.split("id=\"review\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["format"], "mengxi-review-page 1");
    assert_eq!(data["game"]["white"], "{{script}}</script>");
    // G3 was better than the pass: its place is the first, and A1's the second.
    assert_eq!(
        data["positions"][3],
        serde_json::json!([
            435,
            -65,
            100,
            "m".repeat(81),
            ["ggee", 80, 435, -65],
            ["aiee", 20, 435, -65]
        ])
    );
    assert_eq!(data["moves"][0], serde_json::json!(["Bcg", 0, 0, 0]));
    assert_eq!(data["moves"][3], serde_json::json!(["Wzz", 20, 20, 2, "gg"]));
    assert!(page.len() < 70_000, "{} bytes", page.len());
}

#[test]
fn what_a_search_gives_to_whoever_is_to_move_is_removed() {
    let mut game = GameState::new(BoardSize::square(9), Rules::default(), 7.0);
    let mut positions = Vec::new();
    for (number, vertex) in BoardSize::square(9).vertices().take(30).enumerate() {
        let color = game.to_move();
        // The player to move seems to lead by 2 points; move 10 loses 8.
        let lost = if number >= 10 { 8.0 } else { 0.0 };
        positions.push(position(2.0 * f64::from(color.sign()) - lost, "J9"));
        game.play(color, Move::Play(vertex)).unwrap();
    }
    positions.push(position(-6.0, "J9"));
    let review = GameReview::new(GameFacts::default(), &game, positions, None);
    assert_eq!(review.positions[0].lead, 0.0);
    assert_eq!(review.positions[1].candidates[0].lead, 0.0);
    let lossy: Vec<_> = review.lossy_moves().collect();
    assert!(lossy.is_empty(), "Black gains by White's tenth move: {lossy:?}");
    assert_eq!(review.positions[20].lead, -8.0);
}

#[test]
fn positions_of_a_game_have_the_player_of_the_next_move() {
    let mut game = GameState::new(BoardSize::square(9), Rules::default(), 7.0);
    for (color, at) in [(Color::Black, "C3"), (Color::Black, "G7")] {
        game.play(color, Move::Play(at.parse().unwrap())).unwrap();
    }
    let to_move = |number| super::reviewer::position(&game, number).map(|(_, color)| color);
    assert_eq!(to_move(1), Some(Color::Black), "Black moves twice");
    assert_eq!(to_move(2), Some(Color::White));
    assert_eq!(to_move(3), None);
}
