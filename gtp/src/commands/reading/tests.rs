//! Tests the commands that read fights, in conversations.

use crate::test_player::Conversation;

/// White's stone at A1 is in atari, and White's stone at E5 is isolated.
fn conversation() -> Conversation {
    let mut talk = Conversation::new(5);
    for mv in ["w A1", "b A2", "w E5", "b C3"] {
        talk.expect(&format!("play {mv}"), "=");
    }
    talk
}

#[test]
fn fights_are_answered_in_gnu_gos_words() {
    let mut talk = conversation();
    talk.expect("attack A1", "= 1 B1");
    assert!(talk.ask("defend A2").starts_with('1'));
    assert!(talk.ask("connect A2 C3").starts_with('1'));
    assert!(talk.ask("disconnect A1 E5").starts_with('1'));
    assert_eq!(
        talk.fails("connect A2 E5"),
        "a vertex with a stone of black was expected, E5 has none"
    );
    talk.expect("connect C3 C3", "= 1");
    talk.expect("disconnect C3 C3", "= 0");
    for bad in ["", "B1", "F6", "A1 A1", "pass"] {
        talk.fails(&format!("attack {bad}"));
        talk.fails(&format!("defend {bad}"));
    }
    for bad in ["", "A1", "A1 A2", "A1 B1", "A1 E5 E5"] {
        talk.fails(&format!("connect {bad}"));
        talk.fails(&format!("disconnect {bad}"));
    }
    talk.expect("move_history", "= black C3\nwhite E5\nblack A2\nwhite A1");
}

#[test]
fn groups_live_die_or_wait_for_a_move() {
    let mut talk = Conversation::new(5);
    // Black's only eye space consists of three points in a row in the corner.
    for mv in ["A4", "B4", "C4", "D4", "D5"] {
        talk.expect(&format!("play b {mv}"), "=");
    }
    for mv in ["A3", "B3", "C3", "D3", "E3", "E4", "E5"] {
        talk.expect(&format!("play w {mv}"), "=");
    }
    talk.expect("owl_attack A4", "= 1 B5");
    talk.expect("owl_defend A4", "= 1 B5");
    talk.expect("dragon_status A4", "= critical B5 B5");
    talk.expect("owl_does_attack B5 A4", "= 1");
    talk.expect("owl_does_attack A5 A4", "= 0");
    talk.expect("owl_does_defend B5 A4", "= 1");
    talk.expect("owl_does_defend A5 A4", "= 0");
    for bad in ["", "B5", "A4 A4", "B5 A1", "B5 A4 A4"] {
        talk.fails(&format!("owl_does_attack {bad}"));
        talk.fails(&format!("owl_does_defend {bad}"));
    }
    talk.expect("play w B5", "=");
    talk.expect("dragon_status D5", "= dead");
    for bad in ["", "A1", "F6", "A4 A4", "pass"] {
        for command in ["owl_attack", "owl_defend", "dragon_status"] {
            if (command, bad) != ("dragon_status", "") {
                talk.fails(&format!("{command} {bad}"));
            }
        }
    }
    let all = talk.ask("dragon_status");
    assert!(all.contains(": dead") && all.contains(": alive"), "{all}");
}

#[test]
fn chains_belong_together_where_they_cannot_be_cut() {
    let mut talk = Conversation::new(7);
    talk.expect("gogui-setup b D4 b E5 b B2 w D6 w F4", "=");
    talk.expect("same_dragon D4 E5", "= 1");
    talk.expect("same_dragon D4 D4", "= 1");
    talk.expect("same_dragon D4 D6", "= 0");
    talk.expect("same_dragon D6 F4", "= 0");
    for bad in ["", "D4", "D4 A1", "D4 E5 B2"] {
        talk.fails(&format!("same_dragon {bad}"));
        talk.fails(&format!("analyze_semeai {bad}"));
    }
    talk.fails("analyze_semeai D4 E5");
}

#[test]
fn races_are_won_by_who_moves_first() {
    let mut talk = Conversation::new(7);
    // Black's two stones have two liberties, and White's chain has three. The two stones are
    // captured even if Black moves first, but White then has only one eye in their place and dies.
    let black = ["B1", "B2", "D1", "D2", "D3", "C4"];
    let white = ["C1", "C2", "A3", "B3", "C3"];
    let stones =
        black.map(|at| format!(" b {at}")).concat() + &white.map(|at| format!(" w {at}")).concat();
    talk.expect(&format!("gogui-setup{stones}"), "=");
    let race = talk.ask("analyze_semeai B1 C1");
    assert!(race.starts_with("0 1 "), "{race}");
    let race = talk.ask("analyze_semeai C1 B1");
    assert!(race.starts_with("1 1 "), "{race}");
}

#[test]
fn ladders_are_attacked_by_name() {
    let mut talk = Conversation::new(7);
    talk.expect("gogui-setup w C3 b B3 b C2 b D2", "=");
    let answer = talk.ask("ladder_attack C3");
    assert!(["1 C4", "1 D3"].contains(&answer.as_str()), "{answer}");
    talk.expect("ladder_attack B3", "= 0");
    for bad in ["", "A1", "C3 C3"] {
        talk.fails(&format!("ladder_attack {bad}"));
    }
}
