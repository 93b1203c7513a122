//! Attributes and tensors by name, from a file that may be hostile.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use safetensors::{Dtype, SafeTensors};

use super::{ACTIVATIONS, KEY, VERSION, checksum};
use crate::files::error::FileError;
use crate::files::limits::MOST_CHANNELS;
use crate::model::Activation;

/// The content of a file.
pub(super) struct Archive<'a> {
    tensors: SafeTensors<'a>,
    attributes: BTreeMap<String, String>,
}

impl<'a> Archive<'a> {
    /// Opens a file and checks its version and its checksum.
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, FileError> {
        let wrong = |error: &dyn Display| FileError::wrong("the file", error.to_string());
        let (header, metadata) =
            SafeTensors::read_metadata(bytes).map_err(|error| wrong(&error))?;
        let tensors = SafeTensors::deserialize(bytes).map_err(|error| wrong(&error))?;
        let text = metadata.metadata().as_ref().and_then(|metadata| metadata.get(KEY));
        let text = text.ok_or_else(|| wrong(&format!("no metadata '{KEY}'")))?;
        let attributes = serde_json::from_str(text)
            .map_err(|error| FileError::wrong("the attributes", error.to_string()))?;
        let archive = Self { tensors, attributes };
        let version = archive.attribute("format")?;
        if version != VERSION {
            let problem = format!("version {version} where {VERSION} was expected");
            return Err(FileError::wrong("the format", problem));
        }
        // The header's own length takes eight bytes.
        let data = bytes.get(8 + header..).unwrap_or_default();
        if archive.attribute("sha256")? != checksum(archive.attributes.iter(), data) {
            return Err(FileError::wrong("the checksum", "the file is damaged"));
        }
        Ok(archive)
    }

    /// The attribute of this name.
    pub(super) fn attribute(&self, name: &str) -> Result<&str, FileError> {
        let value = self.attributes.get(name);
        value.map(String::as_str).ok_or_else(|| FileError::wrong(name, "missing"))
    }

    /// The attribute of this name as a number.
    pub(super) fn number<T: FromStr>(&self, name: &str) -> Result<T, FileError> {
        let value = self.attribute(name)?;
        value.parse().map_err(|_| FileError::wrong(name, format!("'{value}' is not a number")))
    }

    /// The attribute of this name as a finite number above 0.
    pub(super) fn positive(&self, name: &str) -> Result<f32, FileError> {
        match self.number(name)? {
            number if number > 0.0 && f32::is_finite(number) => Ok(number),
            number => Err(FileError::wrong(name, format!("{number} is not above 0"))),
        }
    }

    /// The attribute of this name as an activation.
    pub(super) fn activation(&self, name: &str) -> Result<Activation, FileError> {
        let value = self.attribute(name)?;
        let known = ACTIVATIONS.into_iter().find(|(known, _)| *known == value);
        let found = known.map(|(_, activation)| activation);
        found.ok_or_else(|| FileError::wrong(name, format!("unknown activation '{value}'")))
    }

    /// The sides and the bytes of a tensor of this type and number of dimensions.
    fn tensor<const N: usize>(
        &self,
        name: &str,
        kind: Dtype,
    ) -> Result<([usize; N], &[u8]), FileError> {
        let wrong = |problem: String| FileError::wrong(name, problem);
        let tensor = self.tensors.tensor(name).map_err(|error| wrong(error.to_string()))?;
        let shape = <[usize; N]>::try_from(tensor.shape())
            .map_err(|_| wrong(format!("{} dimensions instead of {N}", tensor.shape().len())))?;
        if tensor.dtype() != kind {
            return Err(wrong(format!("{:?} instead of {kind:?}", tensor.dtype())));
        }
        if let Some(side) = shape.iter().find(|side| !(1..=MOST_CHANNELS).contains(side)) {
            return Err(wrong(format!("{side} is not between 1 and {MOST_CHANNELS}")));
        }
        let data = self.tensors.tensor(name).map_or(&[][..], |tensor| tensor.data());
        Ok((shape, data))
    }

    /// The sides and the values of a tensor of floats.
    pub(super) fn floats<const N: usize>(
        &self,
        name: &str,
    ) -> Result<([usize; N], Vec<f32>), FileError> {
        let (shape, bytes) = self.tensor(name, Dtype::F32)?;
        let (floats, _) = bytes.as_chunks::<4>();
        let values: Vec<f32> = floats.iter().map(|float| f32::from_le_bytes(*float)).collect();
        match values.iter().find(|value| !value.is_finite()) {
            Some(value) => Err(FileError::wrong(name, format!("a weight is {value}"))),
            None => Ok((shape, values)),
        }
    }

    /// The values of a tensor of this many floats.
    pub(super) fn vector(&self, name: &str, length: usize) -> Result<Vec<f32>, FileError> {
        let ([found], values) = self.floats(name)?;
        if found != length {
            return Err(FileError::wrong(name, format!("{found} values instead of {length}")));
        }
        Ok(values)
    }

    /// The sides and the values of a tensor of whole numbers of 8 bits.
    pub(super) fn bytes<const N: usize>(
        &self,
        name: &str,
    ) -> Result<([usize; N], Vec<i8>), FileError> {
        let (shape, bytes) = self.tensor(name, Dtype::I8)?;
        Ok((shape, bytes.iter().map(|byte| byte.cast_signed()).collect()))
    }
}
