//! KataGo's format of networks, versions 8 to 17: a sequence of words and weights, layer by layer.
//!
//! The format is defined by KataGo's own reader, `cpp/neuralnet/desc.cpp`.

mod blocks;
mod heads;
mod layers;
mod reader;

use std::io::BufRead;

use super::error::FileError;
use super::limits::{MOST_BLOCKS, MOST_CHANNELS, VERSIONS};
use super::source::Source;
use crate::inputs::{GLOBALS, PLANES};
use crate::model::{Model, OutputScales, TipNorm, Trunk};
use blocks::stack;
use layers::Shape;
use reader::Reader;

/// Reads a whole network.
pub(super) fn read(input: Source<impl BufRead>) -> Result<Model, FileError> {
    Reader { input, version: 0 }.model()
}

impl<R: BufRead> Reader<R> {
    fn model(&mut self) -> Result<Model, FileError> {
        let name = self.input.word("the name")?;
        self.version = self.input.number("the version")?;
        if !VERSIONS.contains(&self.version) {
            let problem = format!("{} is not between 8 and 17", self.version);
            return Err(FileError::wrong("the version", problem));
        }
        let planes = self.input.count("the number of planes", MOST_CHANNELS)?;
        let globals = self.input.count("the number of global inputs", MOST_CHANNELS)?;
        if (planes, globals) != (PLANES, GLOBALS) {
            let problem =
                format!("{planes} planes and {globals} globals, {PLANES} and {GLOBALS} expected");
            return Err(FileError::wrong("the inputs", problem));
        }
        let scales = self.scales()?;
        let area_assumes_suicide = self.options()?;
        let trunk = self.trunk()?;
        let policy = self.policy_head(trunk.channels)?;
        let value = self.value_head(trunk.channels)?;
        Ok(Model {
            name,
            version: self.version,
            scales,
            area_assumes_suicide,
            trunk,
            policy,
            value,
        })
    }

    fn scales(&mut self) -> Result<OutputScales, FileError> {
        if self.version < 13 {
            return Ok(OutputScales::default());
        }
        let mut next = |what: &str| self.input.positive(what);
        next("the factor of the score after some moves")?;
        Ok(OutputScales {
            score_mean: next("the factor of the score")?,
            score_deviation: next("the factor of the score's deviation")?,
            lead: next("the factor of the lead")?,
            variance_time: next("the factor of the variance over time")?,
            short_term_value_error: next("the factor of the win rate's error")?,
            short_term_score_error: next("the factor of the score's error")?,
        })
    }

    /// The options of the whole network. Returns whether its area planes assume suicide.
    fn options(&mut self) -> Result<bool, FileError> {
        if self.version < 15 {
            return Ok(false);
        }
        if self.input.number::<u32>("the metadata encoder")? != 0 {
            let problem = "networks that imitate human players by rank are not supported";
            return Err(FileError::wrong("the metadata encoder", problem));
        }
        let assumes_suicide = self.input.flag("the option on suicide")?;
        self.input.unused("the options", 6)?;
        Ok(assumes_suicide)
    }

    fn trunk(&mut self) -> Result<Trunk, FileError> {
        let name = self.input.word("the trunk's name")?;
        let count = self.input.count(&name, MOST_BLOCKS)?;
        let channels = self.input.count(&name, MOST_CHANNELS)?;
        // Channels inside the blocks, which each block states again.
        for _ in 0..4 {
            self.input.number::<i64>(&name)?;
        }
        let has_rms_tip = match self.version {
            15.. => self.input.flag(&name)?,
            _ => false,
        };
        if self.version >= 15 {
            self.input.unused(&name, 5)?;
        }
        let planes = self.convolution(Shape::of(PLANES, channels))?;
        let globals = self.matrix(Shape::of(GLOBALS, channels))?;
        let blocks = stack(self, &name, count, channels, 0)?;
        let tip = match has_rms_tip {
            false => TipNorm::Fixed(self.norm(channels)?),
            true => self.rms_tip(channels)?,
        };
        Ok(Trunk { channels, planes, globals, blocks, tip })
    }
}
