//! Checks that the totals of `mengxi bench`, with the built-in network and without one, are the
//! same in every process and equal the recorded totals.

use std::process::Command;

use tests::program;

/// The output of `mengxi bench --totals` with this network.
fn totals_of(network: &str) -> String {
    let words = ["bench", "--totals", "--network", network];
    let output = Command::new(program::path()).args(words).output();
    let output = output.expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text").trim().to_string()
}

/// A change that is not meant to affect play must not change the totals. After a change that is
/// meant to affect play, record the new totals by running this command in the root of the
/// repository:
/// `for n in built-in none; do cargo run --release -- bench --totals --network $n > tests/data/totals-$n.txt; done`
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes where the board checks itself at each play")]
fn the_totals_are_the_recorded_ones() {
    for (network, recorded) in [
        ("built-in", include_str!("data/totals-built-in.txt")),
        ("none", include_str!("data/totals-none.txt")),
    ] {
        let totals = [totals_of(network), totals_of(network)];
        assert_eq!(totals[0], totals[1], "{network}: two processes differ");
        let recorded = recorded.trim();
        assert_eq!(totals[0], recorded, "{network}: differs from data/totals-{network}.txt");
    }
}
