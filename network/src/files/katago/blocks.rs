//! The blocks of a trunk.

use std::io::BufRead;

use super::layers::Shape;
use super::reader::Reader;
use crate::files::error::FileError;
use crate::files::limits::{DEEPEST, MOST_BLOCKS, MOST_CHANNELS};
use crate::model::{Attention, Block, FeedForward, GlobalPooling, Rotation};

/// Reads `count` blocks of a trunk, or of a bottleneck at this depth.
pub(super) fn stack<R: BufRead>(
    reader: &mut Reader<R>,
    name: &str,
    count: usize,
    channels: usize,
    depth: usize,
) -> Result<Vec<Block>, FileError> {
    if depth > DEEPEST {
        return Err(FileError::wrong(name, "blocks within blocks, too deep"));
    }
    let mut blocks = Vec::new();
    for _ in 0..count {
        let kind = reader.input.word("a block's kind")?;
        blocks.push(match kind.as_str() {
            "ordinary_block" => reader.residual(channels)?,
            "gpool_block" => reader.global_pooling(channels)?,
            "nested_bottleneck_block" => bottleneck(reader, channels, depth)?,
            "transformer_attention_block" => reader.attention(channels)?,
            "transformer_ffn_block" => reader.feed_forward(channels)?,
            other => return Err(FileError::wrong(name, format!("unknown block '{other}'"))),
        });
    }
    Ok(blocks)
}

fn bottleneck<R: BufRead>(
    reader: &mut Reader<R>,
    channels: usize,
    depth: usize,
) -> Result<Block, FileError> {
    let name = reader.input.word("a block's name")?;
    let count = reader.input.count(&name, MOST_BLOCKS)?;
    let narrow = reader.norm_convolution(Shape::from(channels))?;
    let inner = narrow.convolution.outputs;
    let blocks = stack(reader, &name, count, inner, depth + 1)?;
    let widen = reader.norm_convolution(Shape::of(inner, channels))?;
    Ok(Block::Bottleneck { narrow, blocks, widen })
}

impl<R: BufRead> Reader<R> {
    fn residual(&mut self, channels: usize) -> Result<Block, FileError> {
        self.input.word("a block's name")?;
        let first = self.norm_convolution(Shape::from(channels))?;
        let last = self.norm_convolution(Shape::of(first.convolution.outputs, channels))?;
        Ok(Block::Residual([first, last]))
    }

    fn global_pooling(&mut self, channels: usize) -> Result<Block, FileError> {
        self.input.word("a block's name")?;
        let norm = self.norm(channels)?;
        let regular = self.convolution(Shape::from(channels))?;
        let pooled = self.convolution(Shape::from(channels))?;
        let pooled_norm = self.norm(pooled.outputs)?;
        let pooled_to_bias = self.matrix(Shape::of(3 * pooled.outputs, regular.outputs))?;
        let last = self.norm_convolution(Shape::of(regular.outputs, channels))?;
        Ok(Block::GlobalPooling(GlobalPooling {
            norm,
            regular,
            pooled,
            pooled_norm,
            pooled_to_bias,
            last,
        }))
    }

    fn attention(&mut self, channels: usize) -> Result<Block, FileError> {
        let name = self.input.word("a block's name")?;
        let heads = self.input.count(&name, MOST_CHANNELS)?;
        let key_heads = self.input.count(&name, MOST_CHANNELS)?;
        let key_length = self.input.count(&name, MOST_CHANNELS)?;
        let value_length = self.input.count(&name, MOST_CHANNELS)?;
        if heads % key_heads != 0 {
            let problem = format!("{heads} heads cannot share {key_heads} keys");
            return Err(FileError::wrong(name, problem));
        }
        let is_turned = self.input.flag(&name)?;
        let is_learned = self.input.flag(&name)?;
        if is_turned && key_length % 2 != 0 {
            return Err(FileError::wrong(name, format!("keys of odd length {key_length}")));
        }
        let widths = [heads * key_length, key_heads * key_length, heads * value_length];
        if let Some(width) = widths.into_iter().find(|&width| width > MOST_CHANNELS) {
            return Err(FileError::wrong(name, format!("{width} channels in all heads")));
        }
        let norm = self.rms_norm(channels)?;
        let queries = self.matrix(Shape::of(channels, heads * key_length))?.into();
        let keys = self.matrix(Shape::of(channels, key_heads * key_length))?.into();
        let values = self.matrix(Shape::of(channels, key_heads * value_length))?.into();
        let output = self.matrix(Shape::of(heads * value_length, channels))?.into();
        let rotation = match (is_turned, is_learned) {
            (false, _) => Rotation::None,
            (true, false) => {
                self.input.word("a rotation's name")?;
                Rotation::Fixed(self.input.positive(&name)?)
            }
            (true, true) => self.learned_rotation(key_heads, key_length / 2)?,
        };
        Ok(Block::Attention(Attention {
            norm,
            heads,
            key_heads,
            key_length,
            value_length,
            queries,
            keys,
            values,
            output,
            rotation,
        }))
    }

    fn learned_rotation(&mut self, heads: usize, pairs: usize) -> Result<Rotation, FileError> {
        let name = self.input.word("a rotation's name")?;
        let found = [(); 3].map(|()| self.input.count(&name, MOST_CHANNELS));
        let [found_heads, found_pairs, axes] = found;
        if (found_heads?, found_pairs?, axes?) != (heads, pairs, 2) {
            let problem =
                format!("frequencies for {heads} heads, {pairs} pairs and 2 axes expected");
            return Err(FileError::wrong(name, problem));
        }
        Ok(Rotation::Learned(self.input.weights(&name, &[heads, pairs, 2])?))
    }

    fn feed_forward(&mut self, channels: usize) -> Result<Block, FileError> {
        let name = self.input.word("a block's name")?;
        let stated = self.input.count(&name, MOST_CHANNELS)?;
        let inner = self.input.count(&name, MOST_CHANNELS)?;
        if stated != channels {
            let problem = format!("{stated} channels where {channels} were expected");
            return Err(FileError::wrong(name, problem));
        }
        if !self.input.flag(&name)? {
            return Err(FileError::wrong(
                name,
                "feed-forward blocks without a gate are not supported",
            ));
        }
        let norm = self.rms_norm(channels)?;
        let activated = self.matrix(Shape::of(channels, inner))?.into();
        let gate = self.matrix(Shape::of(channels, inner))?.into();
        let output = self.matrix(Shape::of(inner, channels))?.into();
        Ok(Block::FeedForward(FeedForward { norm, activated, gate, output }))
    }
}
