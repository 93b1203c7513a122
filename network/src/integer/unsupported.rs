//! What integers cannot evaluate.

use thiserror::Error;

use crate::model::Activation;

/// A layer that integers cannot evaluate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unsupported {
    /// Codes cannot be negative.
    #[error("an activation other than ReLU before a convolution")]
    Activation,
    /// Attention, feed-forward and bottleneck blocks.
    #[error("a block that is neither residual nor with global pooling")]
    Block,
    /// A normalisation by the root mean square.
    #[error("a normalisation without fixed statistics")]
    Norm,
}

/// Checks that an activation can be followed by a convolution of codes.
pub(super) fn check(activation: Activation) -> Result<(), Unsupported> {
    match activation {
        Activation::Relu => Ok(()),
        _ => Err(Unsupported::Activation),
    }
}
