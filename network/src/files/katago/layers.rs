//! The layers that blocks and heads are made of.

use std::io::BufRead;

use super::reader::Reader;
use crate::files::error::FileError;
use crate::files::limits::{MOST_CHANNELS, WIDEST};
use crate::model::{
    Activation, Affine, Convolution, Matrix, Norm, NormConvolution, RmsNorm, TipNorm,
};

/// The numbers of channels that a layer must have; `None` leaves the file free to choose.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    inputs: Option<usize>,
    outputs: Option<usize>,
}

impl Shape {
    /// Both numbers are given.
    pub(super) fn of(inputs: usize, outputs: usize) -> Self {
        Self { inputs: Some(inputs), outputs: Some(outputs) }
    }

    /// Any number of outputs.
    pub(super) fn from(inputs: usize) -> Self {
        Self { inputs: Some(inputs), outputs: None }
    }
}

impl<R: BufRead> Reader<R> {
    /// The number of channels on one side of a layer, which must be `expected` if that is given.
    fn channels(
        &mut self,
        layer: &str,
        side: &str,
        expected: Option<usize>,
    ) -> Result<usize, FileError> {
        let channels = self.input.count(layer, MOST_CHANNELS)?;
        match expected {
            Some(expected) if expected != channels => {
                let problem = format!("{channels} {side} where {expected} were expected");
                Err(FileError::wrong(layer, problem))
            }
            _ => Ok(channels),
        }
    }

    /// A convolution.
    pub(super) fn convolution(&mut self, shape: Shape) -> Result<Convolution, FileError> {
        let name = self.input.word("a convolution's name")?;
        let [height, width] = [(); 2].map(|()| self.input.count(&name, WIDEST));
        let (height, width) = (height?, width?);
        if height % 2 == 0 || width % 2 == 0 {
            return Err(FileError::wrong(name, format!("a window of {height} by {width} cells")));
        }
        let inputs = self.channels(&name, "inputs", shape.inputs)?;
        let outputs = self.channels(&name, "outputs", shape.outputs)?;
        for _ in 0..2 {
            if self.input.number::<i64>(&name)? != 1 {
                return Err(FileError::wrong(name, "windows with gaps are not supported"));
            }
        }
        let weights = self.input.weights(&name, &[height, width, inputs, outputs])?;
        Ok(Convolution { height, width, inputs, outputs, weights })
    }

    /// A matrix.
    pub(super) fn matrix(&mut self, shape: Shape) -> Result<Matrix, FileError> {
        let name = self.input.word("a matrix's name")?;
        let inputs = self.channels(&name, "inputs", shape.inputs)?;
        let outputs = self.channels(&name, "outputs", shape.outputs)?;
        let weights = self.input.weights(&name, &[inputs, outputs])?;
        Ok(Matrix { inputs, outputs, weights })
    }

    /// A bias for this number of channels.
    pub(super) fn bias(&mut self, channels: usize) -> Result<Vec<f32>, FileError> {
        let name = self.input.word("a bias's name")?;
        let channels = self.channels(&name, "channels", Some(channels))?;
        self.input.weights(&name, &[channels])
    }

    /// A matrix and a bias.
    pub(super) fn affine(&mut self, shape: Shape) -> Result<Affine, FileError> {
        let matrix = self.matrix(shape)?;
        let bias = self.bias(matrix.outputs)?;
        Ok(Affine { matrix, bias })
    }

    /// An activation. The file states its kind from version 11 on; before that, it is always ReLU.
    pub(super) fn activation(&mut self) -> Result<Activation, FileError> {
        let name = self.input.word("an activation's name")?;
        if self.version < 11 {
            return Ok(Activation::Relu);
        }
        match self.input.word(&name)?.as_str() {
            "ACTIVATION_IDENTITY" => Ok(Activation::Identity),
            "ACTIVATION_RELU" => Ok(Activation::Relu),
            "ACTIVATION_MISH" => Ok(Activation::Mish),
            "ACTIVATION_SILU" => Ok(Activation::Silu),
            other => Err(FileError::wrong(name, format!("unknown activation '{other}'"))),
        }
    }

    /// A batch normalisation of this number of channels, and the activation after it.
    pub(super) fn norm(&mut self, channels: usize) -> Result<Norm, FileError> {
        let name = self.input.word("a normalisation's name")?;
        let channels = self.channels(&name, "channels", Some(channels))?;
        let epsilon = self.input.positive(&name)?;
        let [has_scale, has_bias] = [(); 2].map(|()| self.input.flag(&name));
        let (has_scale, has_bias) = (has_scale?, has_bias?);
        let mean = self.input.weights(&name, &[channels])?;
        let variance = self.input.weights(&name, &[channels])?;
        let mut scale = match has_scale {
            true => self.input.weights(&name, &[channels])?,
            false => vec![1.0; channels],
        };
        let mut bias = match has_bias {
            true => self.input.weights(&name, &[channels])?,
            false => vec![0.0; channels],
        };
        for (((scale, bias), mean), variance) in
            scale.iter_mut().zip(&mut bias).zip(&mean).zip(&variance)
        {
            *scale /= (variance + epsilon).sqrt();
            *bias -= *scale * mean;
            if !scale.is_finite() || !bias.is_finite() {
                return Err(FileError::wrong(name, format!("a variance of {variance}")));
            }
        }
        Ok(Norm { scale, bias, activation: self.activation()? })
    }

    /// A normalisation and a convolution.
    pub(super) fn norm_convolution(&mut self, shape: Shape) -> Result<NormConvolution, FileError> {
        let inputs = shape.inputs.unwrap_or(MOST_CHANNELS);
        let norm = self.norm(inputs)?;
        Ok(NormConvolution { norm, convolution: self.convolution(shape)? })
    }

    /// A normalisation by the root mean square.
    pub(super) fn rms_norm(&mut self, channels: usize) -> Result<RmsNorm, FileError> {
        let name = self.input.word("a normalisation's name")?;
        let channels = self.channels(&name, "channels", Some(channels))?;
        let epsilon = self.epsilon(&name)?;
        Ok(RmsNorm { epsilon, scale: self.input.weights(&name, &[channels])? })
    }

    /// The normalisation at the end of a trunk, by the root mean square.
    pub(super) fn rms_tip(&mut self, channels: usize) -> Result<TipNorm, FileError> {
        let name = self.input.word("a normalisation's name")?;
        let channels = self.channels(&name, "channels", Some(channels))?;
        let epsilon = self.epsilon(&name)?;
        let over_board = self.input.flag(&name)?;
        self.input.unused(&name, 1)?;
        let scale = self.input.weights(&name, &[channels])?;
        let bias = self.input.weights(&name, &[channels])?;
        let norm = RmsNorm { epsilon, scale };
        Ok(TipNorm::Rms { norm, bias, over_board, activation: self.activation()? })
    }

    fn epsilon(&mut self, name: &str) -> Result<f32, FileError> {
        match self.input.positive(name)? {
            epsilon if epsilon <= 1.0 => Ok(epsilon),
            epsilon => Err(FileError::wrong(name, format!("{epsilon} is not between 0 and 1"))),
        }
    }
}
