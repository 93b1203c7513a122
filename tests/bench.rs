//! Checks that the node total of `mengxi bench` is the same in every process and equals the
//! recorded total.

use std::process::Command;

use tests::program;

/// The output of `mengxi bench --nodes`.
fn node_total() -> String {
    let output = Command::new(program::path()).args(["bench", "--nodes"]).output();
    let output = output.expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("digits").trim().to_string()
}

/// A change that is not meant to affect play must not change the total. After a change that is
/// meant to affect play, record the new total by running this command in the root of the
/// repository: `cargo run --release -- bench --nodes > tests/data/nodes.txt`
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes where the board checks itself at each play")]
fn the_node_total_is_the_recorded_one() {
    let totals = [node_total(), node_total()];
    assert_eq!(totals[0], totals[1], "two processes differ");
    let recorded = include_str!("data/nodes.txt").trim();
    assert_eq!(totals[0], recorded, "the search is another one than that of data/nodes.txt");
}
