//! Tests with records that follow the standard, and with records as they occur in practice.

use super::*;
use crate::rules::{GameState, Rules, fixed_handicap};
use crate::vocabulary::{BoardSize, Random, Vertex};

use Color::{Black, White};

fn game(text: &str) -> GameState {
    read(text, None).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(text: &str) -> String {
    read(text, None).map(|_| ()).unwrap_err().to_string()
}

/// Moves in the form `B D4 W pass`.
fn moves(game: &GameState) -> String {
    let text = game.moves().iter().map(|(color, mv)| format!("{} {mv}", color.letter()));
    text.collect::<Vec<_>>().join(" ")
}

/// Set-up stones in the form `B D4 W Q16`.
fn setup(game: &GameState) -> String {
    let text = game.setup().iter().map(|(color, vertex)| format!("{} {vertex}", color.letter()));
    text.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_plain_record_is_read() {
    let text = "(;FF[4]GM[1]SZ[9]KM[6.5]RU[Japanese];B[ee];W[cc](;B[gg];W[])(;B[gc]))";
    let game = game(text);
    assert_eq!(game.size(), BoardSize::square(9));
    assert_eq!(game.komi(), 6.5);
    assert_eq!(game.rules(), Rules::preset("japanese").unwrap());
    assert_eq!(moves(&game), "B E5 W C7 B G3 W pass", "the first of the variations");
    assert_eq!(game.to_move(), Black);
}

#[test]
fn variations_without_a_node_end_nothing_and_hide_nothing() {
    assert_eq!(moves(&game("(;SZ[9];B[ee]()(())(;W[cc]))")), "B E5 W C7");
    for text in ["(;SZ[9];B[ee]())", "(;SZ[9];B[ee](C[a]))", "(;SZ[9];B[ee](()(())))"] {
        assert_eq!(moves(&game(&format!("{text}(;SZ[9];B[aa])"))), "B E5", "{text}");
    }
}

#[test]
fn a_record_is_read_up_to_a_move() {
    let text = "(;SZ[9];B[ee];W[cc];B[];W[gg])";
    let up_to = |number| moves(&read(text, Some(number)).unwrap());
    assert_eq!(up_to(0), "");
    assert_eq!(up_to(1), "");
    assert_eq!(up_to(3), "B E5 W C7");
    assert_eq!(up_to(4), "B E5 W C7 B pass");
    assert_eq!(up_to(5), up_to(usize::MAX));
    assert_eq!(read("(;SZ[9];B[ee];W[ee])", Some(2)).map(|game| moves(&game)).unwrap(), "B E5");
}

#[test]
fn sizes_and_passes_have_two_forms() {
    assert_eq!(game("(;SZ[9:13];B[im])").size(), BoardSize::new(9, 13).unwrap());
    assert_eq!(moves(&game("(;SZ[9:13];B[im])")), "B J1");
    assert_eq!(moves(&game("(;B[tt];W[])")), "B pass W pass");
    assert_eq!(moves(&game("(;SZ[21];B[tt])")), "B U2");
    assert_eq!(game("(;SZ[];B[])").size(), BoardSize::square(19));
    assert!(error("(;SZ[26])").contains("26x26"));
    assert!(error("(;SZ[x])").contains("SZ[x], a size as in 19 or 9:13 was expected"));
}

#[test]
fn komi_is_read_as_it_is_written() {
    for (text, komi) in [
        ("0.5", 0.5),
        ("", 0.0),
        (" ", 0.0),
        ("6,5", 6.5),
        ("-3", -3.0),
        ("7.5 points", 7.5),
        ("5.50", 5.5),
    ] {
        assert_eq!(game(&format!("(;KM[{text}])")).komi(), komi, "{text}");
    }
    assert_eq!(game("(;SZ[9])").komi(), 0.0);
    for bad in ["none", "nan", "inf", "-", "1.2.3"] {
        assert!(error(&format!("(;KM[{bad}])")).contains("a number was expected"), "{bad}");
    }
    assert!(error("(;KM[-1e39])").contains("up to a million was expected"));
}

#[test]
fn rules_are_read_by_their_usual_names() {
    for (text, name) in [
        ("Chinese", "chinese"),
        ("Japanese Rules", "japanese"),
        ("NZ", "new-zealand"),
        ("New Zealand", "new-zealand"),
        ("AGA", "aga"),
        ("Tromp-Taylor", "tromp-taylor"),
        ("GOE", "chinese"),
    ] {
        assert_eq!(game(&format!("(;RU[{text}])")).rules().name(), Some(name), "{text}");
    }
}

#[test]
fn handicap_is_read_with_and_without_stones() {
    let with = game("(;SZ[9]HA[2]AB[cg][gc];W[ee])");
    assert_eq!((with.handicap(), with.to_move()), (2, Black));
    assert_eq!(setup(&with), "B G7 B C3");
    let without = game("(;SZ[9]HA[2];W[ee])");
    assert_eq!(setup(&without), setup(&with));
    assert_eq!(moves(&without), "W E5");
    assert_eq!(game("(;SZ[9]HA[2])").to_move(), White);
    assert_eq!(game("(;SZ[9]HA[2]AB[cg][gc])").to_move(), White);
    assert_eq!(setup(&game("(;HA[0];B[dd])")), "");
    let free = game("(;SZ[9]HA[2];B[cc];B[gg];W[ee])");
    assert_eq!((free.handicap(), setup(&free).as_str()), (2, ""), "the stones are moves");
    assert!(error("(;SZ[5]HA[2];W[ee])").starts_with("handicap: invalid number of stones"));
    assert!(error("(;HA[two])").contains("HA[two], a number of stones was expected"));
}

#[test]
fn positions_are_set_up() {
    let text = "(;SZ[5]AB[aa:bb][ee]AW[ed]AE[ba]PL[W];AB[ba])";
    let set_up = game(text);
    assert_eq!(setup(&set_up), "B A5 B B5 B A4 B B4 W E2 B E1");
    assert_eq!(set_up.to_move(), White);
    let mixed = game("(;SZ[5];AB[aa]B[bb]AW[cc])");
    assert_eq!((setup(&mixed).as_str(), moves(&mixed).as_str()), ("B A5 W C3", "B B4"));
    assert_eq!(mixed.position().board().to_string().lines().next(), Some("X . . . ."));
    assert_eq!(game("(;PL[White]AB[aa])").to_move(), White);
    assert_eq!(game("(;AB[aa];W[bb])").to_move(), Black);
    assert!(error("(;SZ[3]AB[aa]AW[ab][ba])").starts_with("set-up before move 1: a chain"));
    assert!(error("(;SZ[3]AB[dd])").contains("AB[dd], points of the board was expected"));
    assert!(error("(;PL[X])").contains("B or W"));
}

#[test]
fn a_set_up_after_moves_starts_anew() {
    let text = "(;SZ[5];B[aa];W[bb];AE[aa]AW[cc];B[ee];W[ed])";
    let whole = game(text);
    assert_eq!(setup(&whole), "W B4 W C3");
    assert_eq!(moves(&whole), "B E1 W E2");
    assert_eq!(moves(&read(text, Some(4)).unwrap()), "B E1", "numbers go on");
    let left_out = |up_to| read_under(Rules::default(), text, up_to).unwrap().left_out;
    assert_eq!([Some(2), Some(3), Some(4), None].map(left_out), [0, 2, 2, 2]);
    for kept in [
        "(;SZ[9];B[ee]PL[W];W[cc]PL[B];B[gg]PL[W];W[gc]PL[B])",
        "(;SZ[9];B[ee]PL[B];W[cc]PL[W];B[gg]PL[B];W[gc]PL[W])",
        "(;SZ[9];B[ee]AE[];W[cc]AB[];B[gg]AW[cc];W[gc]AE[aa])",
        "(;SZ[9];B[ee];AB[ee];W[cc];B[gg];PL[W];W[gc])",
    ] {
        assert_eq!(game(kept).moves().len(), 4, "{kept}");
    }
    let turn = game("(;SZ[5];B[aa]PL[W];PL[B])");
    assert_eq!((setup(&turn).as_str(), turn.to_move()), ("B A5", Black));
}

#[test]
fn messy_files_are_read() {
    for text in [
        "\u{feff}(;SZ[9];B[ee])",
        "From: someone (me)\nSubject: game\n\n( ;SZ[9] ;B[ee] )\n-- \nbye",
        "(;sz[9];b[ee])",
        "(;SiZe[9]GaMe[1];Black[ee])",
        "(;SZ[9];B[ee]",
        "(;SZ[9](;B[ee](;)",
        "(()(;SZ[9]()(;B[ee]))",
        "(;SZ[9];B [ee]\r\n)(;SZ[13];B[aa])",
        "(;C[a (b [c\\] \\\\]SZ[9];B[ee]C[;W[dd\\])])",
        "(;PB[Lee [3d]]SZ[9];B[ee])",
        "(;SZ[9];B[ee]C[])",
        "(;SZ[9];B[EE]LB[aa:1][bb:2]XX[])",
        "(;;;SZ[9];;B[ee];;)",
    ] {
        let game = game(text);
        assert_eq!((game.size(), moves(&game).as_str()), (BoardSize::square(9), "B E5"), "{text}");
    }
}

#[test]
fn odd_encodings_do_not_hide_the_brackets() {
    let expect = |text: &[u8]| {
        let game = read(text, None).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(moves(&game), "B D16");
    };
    expect(b"(;C[caf\xe9];B[dd])");
    // Two-byte characters whose second byte looks like a backslash or a bracket.
    expect(b"(;CA[Shift_JIS]C[\x83\x5c];B[dd])");
    expect(b"(;CA[big5]C[\xa5\x5d\xa5\x5c];B[dd])");
    expect(b"(;C[\xa5\x5c];B[dd])");
    let wide: Vec<u8> = "\u{feff}(;B[dd])".encode_utf16().flat_map(u16::to_le_bytes).collect();
    expect(&wide);
}

#[test]
fn bad_files_say_what_is_wrong_and_where() {
    assert_eq!(error(""), "no game record: '(;' was expected");
    assert_eq!(error("hello (world)"), "no game record: '(;' was expected");
    assert_eq!(error("(;C[x"), "offset 3: this value has no ']'");
    assert_eq!(error("(;C[x\\"), "offset 3: this value has no ']'");
    assert_eq!(error("(;B"), "the text ends where '[' after a property name was expected");
    assert_eq!(error("(;B;W"), "offset 3: ';' found, '[' after a property name was expected");
    assert_eq!(error("(;B[dd]é"), "offset 7: 'é' found, a property, ';', '(' or ')' was expected");
    assert_eq!(error("(;GM[11])"), "offset 5: GM[11], 1 for Go was expected");
}

#[test]
fn moves_that_cannot_be_played_are_named_and_those_before_them_can_be_read() {
    for (text, problem) in [
        ("(;SZ[9];B[ee];W[ee];B[cc])", "move 2, white E5: the point is occupied"),
        ("(;SZ[9];B[ee];W[jj])", "move 2, white 'jj': a point of the board was expected"),
        ("(;SZ[9];B[ee];W[E5];B[cc])", "move 2, white 'E5': a point of the board was expected"),
        ("(;SZ[9];B[ee];W[e])", "move 2, white 'e': a point of the board was expected"),
    ] {
        let found = read(text, None).map(|_| ()).unwrap_err();
        assert_eq!((found.to_string().as_str(), found.move_number()), (problem, Some(2)));
        assert_eq!(moves(&read(text, Some(2)).unwrap()), "B E5", "{text}");
    }
    let set_up = read("(;SZ[3]AB[dd];B[aa])", None).map(|_| ()).unwrap_err();
    assert_eq!(set_up.move_number(), None);
}

#[test]
fn a_record_that_is_cut_off_can_be_read_up_to_its_last_complete_node() {
    for text in [
        &b"(;SZ[9];B[ee];W[cc];B[gg]C[good mo"[..],
        b"(;SZ[9];B[ee];W[cc];C[good mo\\",
        b"(;SZ[9];B[ee];W[cc](;B[g",
        b"(;SZ[9];B[ee];W[cc];B",
        b"(;SZ[9];B[ee];W[cc];B\r\n",
        // The second byte of a character looks like a backslash.
        b"(;SZ[9];C[\xa5\x5c];B[ee];W[cc];C[\xa5\x5c",
    ] {
        let found = read(text, None).map(|_| ()).unwrap_err();
        assert_eq!(found, SgfError::Cut { number: 3 }, "{text:?}");
        assert_eq!(found.move_number(), Some(3));
        for up_to in [2, 3] {
            let game = read(text, Some(up_to)).unwrap();
            assert_eq!(moves(&game), ["B E5", "B E5 W C7"][up_to - 2], "{text:?}");
        }
        assert!(read(text, Some(4)).is_err());
    }
    assert_eq!(error("(;SZ[9];B[e"), "the record is cut off before move 1");
    assert_eq!(move_count("(;SZ[9];B[ee];W[cc];B[gg]C[good mo"), Ok(2));
    assert_eq!(moves(&game("(;SZ[9];B[ee](;W[cc])(;W[gg]C[good mo")), "B E5 W C7");
}

#[test]
fn a_ko_is_retaken_only_where_the_record_says_so() {
    let ko = "(;SZ[5]AB[bb][ac][bd][cc]AW[cb][dc][cd];W[bc];B[cc])";
    assert_eq!(error(ko), "move 2, black C3: ko");
    let forced = game(&ko.replace(";B[cc]", ";B[cc]KO[]"));
    assert_eq!((forced.prisoners(Black), forced.prisoners(White)), (1, 1));
    assert_eq!(game(&write(&forced, None)).moves(), forced.moves(), "written with its mark");
}

#[test]
fn records_of_other_rules_are_followed() {
    // Suicides of two stones and of one stone.
    let mut suicide = game("(;SZ[4]AB[ad]AW[ac][bc][cc][cd];B[bd])");
    assert_eq!(suicide.prisoners(White), 2);
    suicide.play(White, Move::Pass).unwrap();
    suicide.undo().unwrap();
    assert_eq!(suicide.prisoners(White), 2);
    assert_eq!(game("(;SZ[4]AW[ac][bc][bd];B[ad])").prisoners(White), 1);
    let superko = game("(;SZ[5]AB[bb][ac][bd][cc]AW[cb][dc][cd];W[bc];B[];W[];B[cc])");
    assert_eq!(superko.moves().len(), 4);
}

#[test]
fn huge_nesting_and_length_are_harmless() {
    let deep = "(;C[x]".repeat(200_000);
    assert!(game(&deep).moves().is_empty());
    assert!(game(&("(".repeat(200_000) + "(;B[dd])")).moves().len() == 1);
    assert_eq!(game(&format!("({})", ";B[]".repeat(100_000))).moves().len(), 100_000);
    assert_eq!(error(&"(".repeat(200_000)), "no game record: '(;' was expected");
}

#[test]
fn random_bytes_do_no_harm() {
    let mut random = Random::new(1, 0);
    let pieces: [&[u8]; 18] = [
        b"(", b")", b";", b"[", b"]", b"B[", b"W[", b"aa]", b"bc]", b"AB[", b":", b"SZ[3]", b"\\",
        b"AE[", b"PL[W]", b"KO[]", b"HA[2]", b"\xff",
    ];
    let mut read_ok = 0;
    for _ in 0..20_000 {
        let mut text = b"(;SZ[4]".to_vec();
        for _ in 0..random.below(30) {
            text.extend_from_slice(pieces[random.below(pieces.len())]);
        }
        let up_to = (random.below(2) == 0).then(|| random.below(5));
        read_ok += usize::from(read(&text, up_to).is_ok());
    }
    assert!(read_ok > 100, "{read_ok}");
}

#[test]
fn games_round_trip() {
    for (index, (_, rules)) in Rules::PRESETS.iter().enumerate() {
        let mut random = Random::new(3, index as u64);
        let size = BoardSize::new(7 + index, 9).unwrap();
        let mut game = GameState::new(size, *rules, 6.5 - index as f64 / 4.0);
        match index % 3 {
            0 => game.place_handicap(&fixed_handicap(size, 4).unwrap()).unwrap(),
            1 => {
                let at = |text: &str| text.parse::<Vertex>().unwrap();
                game.set_up(&[(White, at("C3")), (Black, at("D4"))], White).unwrap();
            }
            _ => {}
        }
        for _ in 0..80 {
            let points = game.legal_points(game.to_move());
            let choice = points.get(random.below(points.len() + 3)).copied();
            game.play(game.to_move(), choice.into()).unwrap();
        }
        let text = write(&game, Some("B+3.5"));
        assert!(!text.contains("\n\n") && text.ends_with(")\n"), "{text}");
        let again = self::game(&text);
        assert_eq!(again.moves(), game.moves());
        assert_eq!(again.past_hashes(), game.past_hashes());
        assert_eq!((again.size(), again.rules()), (game.size(), game.rules()));
        assert_eq!((again.komi(), again.handicap()), (game.komi(), game.handicap()));
        assert_eq!(again.first_to_move(), game.first_to_move());
        assert_eq!(write(&again, Some("B+3.5")), text);
    }
}

#[test]
fn the_record_has_what_the_game_has() {
    let mut game = GameState::new(BoardSize::square(9), Rules::default(), 7.0);
    game.play(Black, Move::Play("E5".parse().unwrap())).unwrap();
    game.play(White, Move::Pass).unwrap();
    let head = format!("(;FF[4]GM[1]CA[UTF-8]AP[Mengxi:{}]", env!("CARGO_PKG_VERSION"));
    assert_eq!(write(&game, None), format!("{head}SZ[9]KM[7]RU[Chinese]\n;B[ee];W[])\n"));
    assert!(write(&game, Some("a]\\\nb")).contains("RE[a\\]\\\\ b]"));
}
