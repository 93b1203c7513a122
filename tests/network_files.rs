//! Damaged and hostile files of networks: each is rejected with an error that says what is wrong,
//! before much memory is allocated.

use std::fs;
use std::io::Write;
use std::panic::catch_unwind;

use flate2::Compression;
use flate2::write::GzEncoder;
use network::files::read_bytes;
use tests::katago_files::{bytes, compressed, text};
use tests::networks::{KINDS, random, tiny};

/// The error of a file.
#[track_caller]
fn problem(file: &[u8]) -> String {
    read_bytes(file).err().map(|error| error.to_string()).expect("an error")
}

/// The file of a network with the first occurrence of `old` replaced, of which there must be one.
#[track_caller]
fn replaced(kind: &str, old: &str, new: &str) -> Vec<u8> {
    let file = bytes(&random(kind, 1));
    let at = file.windows(old.len()).position(|part| part == old.as_bytes());
    let at = at.unwrap_or_else(|| panic!("no '{old}' in {kind}"));
    [&file[..at], new.as_bytes(), &file[at + old.len()..]].concat()
}

fn gzip(parts: impl IntoIterator<Item = Vec<u8>>) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    for part in parts {
        encoder.write_all(&part).expect("memory can be written to");
    }
    encoder.finish().expect("memory can be written to")
}

#[test]
fn the_binary_and_the_text_form_say_the_same() {
    for kind in KINDS {
        let model = random(kind, 2);
        let [binary, words, packed] =
            [bytes(&model), text(&model), compressed(&model)].map(|file| {
                let read = read_bytes(&file);
                format!("{:?}", read.unwrap_or_else(|error| panic!("{kind}: {error}")))
            });
        assert!(binary == words && binary == packed, "{kind}");
    }
}

#[test]
fn a_truncated_file_is_an_error_wherever_it_ends() {
    for kind in KINDS {
        let model = tiny(kind, 1);
        // The compressed file and the text hold the same layers as the binary form, but take many
        // times as long to read.
        for (file, step) in [(bytes(&model), 1), (compressed(&model), 61), (text(&model), 61)] {
            // Without its last bytes, a file may still be complete: they may be spaces or the last
            // digits of a number.
            for end in (0..file.len() - 12).step_by(step) {
                let error = problem(&file[..end]);
                assert!(error.contains(": "), "{kind}, {end} bytes: {error}");
            }
        }
    }
}

#[test]
fn sizes_that_do_not_fit_are_named() {
    for (kind, old, new, named) in [
        ("residual", "residual 8 22 19", "residual 7 22 19", "7 is not between 8 and 17"),
        ("residual", "residual 8 22 19", "residual 18 22 19", "18 is not between"),
        ("residual", "residual 8 22 19", "residual 8 21 19", "21 planes and 19 globals"),
        ("residual", "trunk 2 12", "trunk 0 12", "0 is not between 1 and"),
        ("residual", "trunk 2 12", "trunk 99999 12", "99999 is not between"),
        ("residual", "trunk 2 12", "trunk 99999999999999999999 12", "not a number in range"),
        ("residual", "trunk 2 12", "trunk 2 11", "12 outputs where 11 were expected"),
        ("residual", "trunk 2 12", "trunk 3 12", "unknown block 'norm'"),
        ("residual", "3 3 22 12", "3 3 22 8192", "8192 outputs where 12"),
        ("residual", "3 3 22 12", "9 9 22 12", "convolution: "),
        ("residual", "3 3 22 12", "2 3 22 12", "a window of 2 by 3 cells"),
        ("residual", "3 3 22 12 1 1", "3 3 22 12 2 1", "gaps"),
        ("residual", "ordinary_block", "strange_block", "unknown block 'strange_block'"),
        ("residual", "norm 12 0.25", "norm 12 -0.25", "-0.25 is not above 0"),
        ("residual", "norm 12 0.25", "norm 12 inf", "inf is not above 0"),
        ("residual", "norm 12 0.25 1", "norm 12 0.25 2", "2 is neither 0 nor 1"),
        ("residual", "@BIN@", "@BAN@", "weights or '@BIN@' were expected"),
        ("bottleneck", "block 2\n", "block 0\n", "0 is not between 1 and"),
        ("bottleneck", "ACTIVATION_MISH", "ACTIVATION_BOTH", "unknown activation"),
        ("attention", "block 4 2 8 6", "block 4 3 8 6", "4 heads cannot share 3 keys"),
        ("attention", "block 4 2 8 6", "block 8192 2 8 6", "channels in all heads"),
        ("attention", "block 4 2 8 6", "block 4 2 7 6", "odd length 7"),
        ("attention", "rotation 100", "rotation 0", "0 is not above 0"),
        ("attention", "block 12 20 1", "block 12 20 0", "without a gate"),
        ("learned-rotation", "rotation 2 4 2", "rotation 2 4 3", "2 heads, 4 pairs and 2 axes"),
        ("board-norm", "tip 12 0.001 1", "tip 12 2 1", "2 is not between 0 and 1"),
        ("attention", "policy\n4 0 0 0", "policy\n3 0 0 0", "3 channels of policy"),
        ("attention", "policy\n4 0 0 0", "policy\n4 0 1 0", "unknown option 1"),
        ("attention", "\n0 0 0 0 0 0 0 0", "\n1 0 0 0 0 0 0 0", "imitate human players"),
        ("attention", "\n20 18", "\n20 NaN", "NaN is not above 0"),
    ] {
        let error = problem(&replaced(kind, old, new));
        assert!(error.contains(named), "{kind} with '{new}': {error}");
    }
}

#[test]
fn weights_that_are_not_finite_are_named() {
    let mark = b"@BIN@";
    for kind in KINDS {
        let file = bytes(&random(kind, 1));
        let starts = file.windows(mark.len()).enumerate().filter(|(_, part)| part == mark);
        let starts: Vec<usize> = starts.map(|(at, _)| at + mark.len()).collect();
        assert!(starts.len() > 10, "{kind}");
        for at in starts {
            for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
                let mut file = file.clone();
                file[at..at + 4].copy_from_slice(&bad.to_le_bytes());
                let error = problem(&file);
                assert!(error.contains("a weight is "), "{kind}: {error}");
            }
        }
    }
    let variance = replaced("residual", "norm 12 0.25 1 1", "norm 12 1e-30 1 1");
    let at = variance.windows(10).position(|part| part == b"12 1e-30 1").expect("the layer");
    let at = at + variance[at..].windows(6).position(|part| part == b"\n@BIN@").expect("weights");
    let mut negative = variance;
    let next = at + 6 + 12 * 4;
    let at = next + negative[next..].windows(5).position(|part| part == mark).expect("variances");
    negative[at + 5..at + 9].copy_from_slice(&(-1.0_f32).to_le_bytes());
    assert!(problem(&negative).contains("a variance of -1"), "{}", problem(&negative));
}

/// Replaces the first words of each line by others. Names may be anything, but at least a third of
/// the changed files must be errors.
#[test]
fn no_word_makes_the_reader_panic() {
    for kind in KINDS {
        let file = text(&tiny(kind, 1));
        let file = String::from_utf8(file).expect("text");
        let lines: Vec<&str> = file.lines().collect();
        let (mut errors, mut count) = (0, 0);
        for (number, line) in lines.iter().enumerate() {
            let words: Vec<&str> = line.split(' ').collect();
            // All weights of a layer are read in the same way, so a few words of a line are enough.
            for place in 0..words.len().min(9) {
                for bad in ["-1", "0", "8192", "4294967296", "18446744073709551616", "nan", "é"] {
                    let mut words = words.clone();
                    words[place] = bad;
                    let line = words.join(" ");
                    let mut lines = lines.clone();
                    lines[number] = &line;
                    let file = lines.join("\n");
                    let read = catch_unwind(|| read_bytes(file.as_bytes()).is_err());
                    let read = read.unwrap_or_else(|_| panic!("{kind}: '{line}'"));
                    errors += usize::from(read);
                    count += 1;
                }
            }
        }
        assert!(errors > count / 3, "{kind}: {errors} errors of {count}");
    }
}

/// A gigabyte of one repeated byte, well compressed, in place of a whole network or of its weights.
fn bombs() -> Vec<(&'static str, Vec<u8>)> {
    let zeros = gzip((0..1 << 4).map(|_| vec![0; 1 << 20]));
    let spaces = gzip((0..1 << 4).map(|_| vec![b' '; 1 << 20]));
    let digits = gzip((0..1 << 4).map(|_| vec![b'7'; 1 << 20]));
    let header = |channels: usize| {
        let line =
            format!("bomb 8 22 19\ntrunk 1 {channels} 8 8 8 8\nplanes 9 9 22 {channels} 1 1\n");
        gzip([line.into_bytes(), b"@BIN@".to_vec()])
    };
    vec![
        ("zeros", zeros.repeat(64)),
        ("spaces", spaces.repeat(64)),
        ("digits", digits.repeat(64)),
        ("weights", [header(8192), zeros.repeat(64)].concat()),
        ("few weights", [header(64), zeros.repeat(64)].concat()),
    ]
}

#[test]
fn a_gigabyte_of_one_byte_is_an_error() {
    for (name, file) in bombs() {
        assert!(file.len() < 8 << 20, "{name}: {} bytes", file.len());
        let error = problem(&file);
        assert!(error.starts_with("not a usable network: "), "{name}: {error}");
    }
}

/// Runs the program itself, with no more memory than a small network needs.
#[cfg(target_os = "linux")]
#[test]
fn a_hostile_file_takes_little_memory() {
    let folder = tempfile::tempdir().expect("a folder for files");
    let hostile = bombs().into_iter().map(|(name, file)| (name.to_owned(), file));
    let huge = "x 8 22 19 trunk 1024 8192 8 8 8 8 planes 9 9 22 8192 1 1 @BIN@".to_owned();
    for (name, file) in hostile.chain([("sizes".to_owned(), huge.into_bytes())]) {
        let path = folder.path().join(format!("{name}.bin.gz"));
        fs::write(&path, file).expect("a file");
        let output = std::process::Command::new("sh")
            .args(["-c", "ulimit -v 300000; exec \"$0\" --network \"$1\""])
            .args([tests::program::path(), &path])
            .stdin(std::process::Stdio::null())
            .output()
            .expect("a shell");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name}: {errors}");
        assert!(errors.contains("not a usable network"), "{name}: {errors}");
    }
}
