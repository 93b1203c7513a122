//! The project's own format: a safetensors file, whose tensors are the weights and whose metadata
//! hold everything else. `docs/network-format.md` defines it.

mod archive;
mod layers;
mod reader;
mod writer;

use sha2::{Digest, Sha256};

use crate::model::{Activation, Model};

pub(super) use reader::read;
pub use writer::write;

/// The version of the format.
const VERSION: &str = "1";
/// The inputs that a network expects: KataGo's of version 7.
const INPUTS: &str = "katago-7";
/// The key of the metadata under which the attributes are, as a JSON object of strings.
const KEY: &str = "mengxi";

/// The names of activations.
const ACTIVATIONS: [(&str, Activation); 4] = [
    ("identity", Activation::Identity),
    ("relu", Activation::Relu),
    ("mish", Activation::Mish),
    ("silu", Activation::Silu),
];

/// Whether a file begins like one of this format: with the length of the header, which is less than
/// 2^24 bytes, and the brace that opens a JSON object.
pub(super) fn is_ours(start: &[u8]) -> bool {
    start.get(3..9) == Some(b"\0\0\0\0\0{")
}

/// The checksum of a network. It covers all attributes except `sha256`, which holds it, in the
/// order of their names, and then the tensors in the order of the file.
fn checksum<'a>(attributes: impl Iterator<Item = (&'a String, &'a String)>, data: &[u8]) -> String {
    let mut digest = Sha256::new();
    for (name, value) in attributes.filter(|(name, _)| *name != "sha256") {
        digest.update(format!("{name}={value}\n"));
    }
    digest.update(data);
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The factors of the raw outputs, by the names of their attributes.
fn scales<C>(model: &mut Model<C>) -> [(&'static str, &mut f32); 6] {
    let scales = &mut model.scales;
    [
        ("scale.score_mean", &mut scales.score_mean),
        ("scale.score_deviation", &mut scales.score_deviation),
        ("scale.lead", &mut scales.lead),
        ("scale.variance_time", &mut scales.variance_time),
        ("scale.short_term_value_error", &mut scales.short_term_value_error),
        ("scale.short_term_score_error", &mut scales.short_term_score_error),
    ]
}
