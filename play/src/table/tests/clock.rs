//! Games in which somebody's time runs out.

use super::*;

#[test]
fn time_runs_out() {
    for time in ["0.001", "0+2x1"] {
        let mut trial = Trial::new(&format!("--time {time}"));
        std::thread::sleep(Duration::from_millis(if time == "0.001" { 80 } else { 2100 }));
        let said = trial.ask("c3");
        assert_eq!(said, "Your time was up before this move: White (Mengxi) wins.");
        assert_eq!((trial.view().turn, trial.moves()), (Turn::Nothing, 0));
        assert_eq!(trial.view().player(Color::Black), "Black: You, time is up");
        assert!(trial.ask("score").starts_with("The game is over: White wins on time. On the"));
    }
    // The last period has run out, also after a move.
    let mut trial = Trial::new("--time 0+2x1");
    trial.ask("c3");
    std::thread::sleep(Duration::from_millis(2100));
    assert_eq!(trial.ask("undo"), "Your time is up, so nothing can be taken back.");
    assert_eq!(trial.view().player(Color::Black), "Black: You, time is up");
    assert!(trial.ask("a1").starts_with("Your time was up"));
    assert_eq!(trial.ask("undo"), "Your time is up, so nothing can be taken back.");
    let mut unlimited = Trial::new("");
    std::thread::sleep(Duration::from_millis(20));
    unlimited.ask("c3");
    assert!(unlimited.view().used[Color::Black] >= Duration::from_millis(20));
}
