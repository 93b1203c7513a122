//! The layers that integers cannot evaluate.

use thiserror::Error;

use crate::model::{Activation, IntegerConvolution, LARGEST_SIGNED};

/// A layer that integers cannot evaluate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unsupported {
    /// Codes cannot be negative.
    #[error("an activation other than ReLU before a convolution")]
    Activation,
    /// A bottleneck block.
    #[error("a bottleneck block")]
    Block,
    /// The channels of a head must fit into a vector.
    #[error("a head of attention with more than 32 channels")]
    Head,
    /// Each head takes the room of 32 channels.
    #[error("more than 256 heads of attention")]
    Heads,
    /// A normalisation by the root mean square of the board.
    #[error("a normalisation by the root mean square of the whole board")]
    Norm,
    /// Four products must fit into 16 bits.
    #[error("a weight larger than {LARGEST_SIGNED} for inputs that may be negative")]
    Weight,
    /// Cells outside the board hold the code 0, which is not the zero of signed codes.
    #[error("a window of more than one cell after a normalisation by the root mean square")]
    Window,
}

/// Checks that an activation can be followed by a convolution of codes.
pub(super) fn check(activation: Activation) -> Result<(), Unsupported> {
    match activation {
        Activation::Relu => Ok(()),
        _ => Err(Unsupported::Activation),
    }
}

/// Checks that a layer can have signed inputs.
pub(super) fn check_signed(layer: &IntegerConvolution) -> Result<(), Unsupported> {
    if (layer.height, layer.width) != (1, 1) {
        return Err(Unsupported::Window);
    }
    let is_small = |weight: &i8| (-LARGEST_SIGNED..=LARGEST_SIGNED).contains(weight);
    if layer.weights.iter().all(is_small) { Ok(()) } else { Err(Unsupported::Weight) }
}
