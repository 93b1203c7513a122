//! The layers of a file whose weights are floats or integers.

use super::archive::Archive;
use crate::files::error::FileError;
use crate::files::limits::WIDEST;
use crate::model::{Convolution, ConvolutionShape, IntegerConvolution, LARGEST_WEIGHT, Matrix};

/// The largest number of inputs of an output, in all cells of a window, whose sum in integers
/// cannot overflow.
const MOST_INPUTS: usize = 1 << 17;

/// A kind of convolution in a file.
pub(super) trait Layer: ConvolutionShape + Sized {
    fn read(archive: &Archive<'_>, name: &str) -> Result<Self, FileError>;

    /// Reads a matrix, as a layer whose window has one cell.
    fn read_matrix(archive: &Archive<'_>, name: &str) -> Result<Self, FileError>;
}

fn check_window(name: &str, height: usize, width: usize) -> Result<(), FileError> {
    let is_odd = height % 2 == 1 && width % 2 == 1;
    if !is_odd || height > WIDEST || width > WIDEST {
        return Err(FileError::wrong(name, format!("a window of {height} by {width} cells")));
    }
    Ok(())
}

impl Layer for Convolution {
    fn read(archive: &Archive<'_>, name: &str) -> Result<Self, FileError> {
        let name = format!("{name}.weights");
        let ([height, width, inputs, outputs], weights) = archive.floats(&name)?;
        check_window(&name, height, width)?;
        Ok(Self { height, width, inputs, outputs, weights })
    }

    fn read_matrix(archive: &Archive<'_>, name: &str) -> Result<Self, FileError> {
        let ([inputs, outputs], weights) = archive.floats(&format!("{name}.weights"))?;
        Ok(Matrix { inputs, outputs, weights }.into())
    }
}

impl Layer for IntegerConvolution {
    fn read(archive: &Archive<'_>, name: &str) -> Result<Self, FileError> {
        let (shape, weights) = archive.bytes(&format!("{name}.weights"))?;
        integers(archive, name, shape, weights)
    }

    fn read_matrix(archive: &Archive<'_>, name: &str) -> Result<Self, FileError> {
        let ([inputs, outputs], weights) = archive.bytes(&format!("{name}.weights"))?;
        integers(archive, name, [1, 1, inputs, outputs], weights)
    }
}

/// A convolution in integers with these weights.
fn integers(
    archive: &Archive<'_>,
    name: &str,
    [height, width, inputs, outputs]: [usize; 4],
    weights: Vec<i8>,
) -> Result<IntegerConvolution, FileError> {
    let weights_name = format!("{name}.weights");
    check_window(&weights_name, height, width)?;
    if height * width * inputs > MOST_INPUTS {
        return Err(FileError::wrong(weights_name, format!("more than {MOST_INPUTS} inputs")));
    }
    if weights.contains(&i8::MIN) {
        return Err(FileError::wrong(weights_name, format!("a weight below -{LARGEST_WEIGHT}")));
    }
    let scales = archive.vector(&format!("{name}.scales"), outputs)?;
    Ok(IntegerConvolution { height, width, inputs, outputs, weights, scales })
}

/// A matrix with this number of inputs and, if given, of outputs, as a layer with a window of one
/// cell.
pub(super) fn matrix_layer<C: Layer>(
    archive: &Archive<'_>,
    name: &str,
    inputs: usize,
    outputs: Option<usize>,
) -> Result<C, FileError> {
    let layer = C::read_matrix(archive, name)?;
    check_shape(&layer, name, inputs, outputs)?;
    Ok(layer)
}

/// A convolution with this number of inputs and, if given, of outputs.
pub(super) fn convolution<C: Layer>(
    archive: &Archive<'_>,
    name: &str,
    inputs: usize,
    outputs: Option<usize>,
) -> Result<C, FileError> {
    let layer = C::read(archive, name)?;
    check_shape(&layer, name, inputs, outputs)?;
    Ok(layer)
}

fn check_shape(
    layer: &impl ConvolutionShape,
    name: &str,
    inputs: usize,
    outputs: Option<usize>,
) -> Result<(), FileError> {
    let shape = layer.shape();
    check(name, "inputs", shape.inputs, inputs)?;
    check(name, "outputs", shape.outputs, outputs.unwrap_or(shape.outputs))
}

/// Checks a number of channels.
pub(super) fn check(
    name: &str,
    side: &str,
    found: usize,
    expected: usize,
) -> Result<(), FileError> {
    if found == expected {
        return Ok(());
    }
    Err(FileError::wrong(name, format!("{found} {side} where {expected} were expected")))
}
