//! The heads: policy and value.

use std::io::BufRead;

use super::layers::Shape;
use super::reader::Reader;
use crate::files::error::FileError;
use crate::model::{PassHead, PolicyHead, ValueHead};

impl<R: BufRead> Reader<R> {
    /// The number of channels of the policy.
    fn policy_channels(&mut self, name: &str) -> Result<usize, FileError> {
        match self.version {
            ..12 => Ok(1),
            12..16 => Ok(2),
            16 => Ok(4),
            17.. => {
                let channels = self.input.count(name, 4)?;
                self.input.unused(name, 3)?;
                match channels {
                    2 | 4 => Ok(channels),
                    _ => Err(FileError::wrong(name, format!("{channels} channels of policy"))),
                }
            }
        }
    }

    /// The policy head on a trunk with this number of channels.
    pub(super) fn policy_head(&mut self, trunk: usize) -> Result<PolicyHead, FileError> {
        let name = self.input.word("the policy head's name")?;
        let channels = self.policy_channels(&name)?;
        let regular = self.convolution(Shape::from(trunk))?;
        let pooled = self.convolution(Shape::from(trunk))?;
        let pooled_norm = self.norm(pooled.outputs)?;
        let values = 3 * pooled.outputs;
        let pooled_to_bias = self.matrix(Shape::of(values, regular.outputs))?;
        let norm = self.norm(regular.outputs)?;
        let moves = self.convolution(Shape::of(regular.outputs, channels))?;
        let pass = match self.version {
            ..15 => PassHead::Linear(self.matrix(Shape::of(values, channels))?),
            15.. => {
                let first = self.matrix(Shape::of(values, regular.outputs))?;
                let bias = self.bias(first.outputs)?;
                let activation = self.activation()?;
                let second = self.matrix(Shape::of(first.outputs, channels))?;
                PassHead::Hidden { first, bias, activation, second }
            }
        };
        Ok(PolicyHead { regular, pooled, pooled_norm, pooled_to_bias, norm, moves, pass })
    }

    /// The value head on a trunk with this number of channels.
    pub(super) fn value_head(&mut self, trunk: usize) -> Result<ValueHead, FileError> {
        let name = self.input.word("the value head's name")?;
        if self.version >= 17 {
            self.input.unused(&name, 3)?;
        }
        let convolution = self.convolution(Shape::from(trunk))?;
        let norm = self.norm(convolution.outputs)?;
        let hidden = self.affine(Shape::from(3 * convolution.outputs))?;
        let activation = self.activation()?;
        let outcome = self.affine(Shape::of(hidden.matrix.outputs, 3))?;
        let scores = if self.version == 8 { 4 } else { 6 };
        let score = self.affine(Shape::of(hidden.matrix.outputs, scores))?;
        let ownership = self.convolution(Shape::of(convolution.outputs, 1))?;
        Ok(ValueHead { convolution, norm, hidden, activation, outcome, score, ownership })
    }
}
