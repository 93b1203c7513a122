//! Makes a network from attributes and tensors.

use super::archive::Archive;
use super::layers::{Layer, check, convolution, matrix_layer};
use super::{INPUTS, scales};
use crate::files::error::FileError;
use crate::files::limits::{DEEPEST, MOST_BLOCKS, MOST_CHANNELS, VERSIONS};
use crate::inputs::{GLOBALS, PLANES};
use crate::model::{
    Affine, AnyModel, Attention, Block, Convolution, FeedForward, GlobalPooling, Matrix, Model,
    Norm, NormConvolution, OutputScales, PassHead, PolicyHead, RmsNorm, Rotation, TipNorm, Trunk,
    ValueHead,
};

/// Reads a whole network.
pub(in crate::files) fn read(bytes: &[u8]) -> Result<AnyModel, FileError> {
    let archive = Archive::open(bytes)?;
    let inputs = archive.attribute("inputs")?;
    if inputs != INPUTS {
        return Err(FileError::wrong("inputs", format!("'{inputs}' instead of '{INPUTS}'")));
    }
    match archive.attribute("weights")? {
        "f32" => Ok(AnyModel::Float(model(&archive)?)),
        "i8" => Ok(AnyModel::Integer(model(&archive)?)),
        other => Err(FileError::wrong("weights", format!("'{other}' is neither f32 nor i8"))),
    }
}

fn matrix(
    archive: &Archive<'_>,
    name: &str,
    inputs: usize,
    outputs: Option<usize>,
) -> Result<Matrix, FileError> {
    let name = format!("{name}.weights");
    let ([found, made], weights) = archive.floats(&name)?;
    check(&name, "inputs", found, inputs)?;
    check(&name, "outputs", made, outputs.unwrap_or(made))?;
    Ok(Matrix { inputs: found, outputs: made, weights })
}

fn affine(
    archive: &Archive<'_>,
    name: &str,
    inputs: usize,
    outputs: Option<usize>,
) -> Result<Affine, FileError> {
    let matrix = matrix(archive, name, inputs, outputs)?;
    let bias = archive.vector(&format!("{name}.bias"), matrix.outputs)?;
    Ok(Affine { matrix, bias })
}

fn norm(archive: &Archive<'_>, name: &str, channels: usize) -> Result<Norm, FileError> {
    Ok(Norm {
        scale: archive.vector(&format!("{name}.scale"), channels)?,
        bias: archive.vector(&format!("{name}.bias"), channels)?,
        activation: archive.activation(&format!("{name}.activation"))?,
    })
}

fn rms_norm(archive: &Archive<'_>, name: &str, channels: usize) -> Result<RmsNorm, FileError> {
    let epsilon = archive.positive(&format!("{name}.epsilon"))?;
    Ok(RmsNorm { epsilon, scale: archive.vector(&format!("{name}.scale"), channels)? })
}

fn step<C: Layer>(
    archive: &Archive<'_>,
    name: &str,
    inputs: usize,
    outputs: Option<usize>,
) -> Result<NormConvolution<C>, FileError> {
    Ok(NormConvolution {
        norm: norm(archive, &format!("{name}.norm"), inputs)?,
        convolution: convolution(archive, &format!("{name}.convolution"), inputs, outputs)?,
    })
}

fn blocks<C: Layer>(
    archive: &Archive<'_>,
    name: &str,
    channels: usize,
    depth: usize,
) -> Result<Vec<Block<C>>, FileError> {
    let kinds: Vec<&str> = archive.attribute(name)?.split_whitespace().collect();
    if kinds.len() > MOST_BLOCKS || depth > DEEPEST {
        return Err(FileError::wrong(name, "too many blocks"));
    }
    let read = |(at, kind): (usize, &&str)| {
        let name = format!("{name}.{at}");
        match *kind {
            "residual" => residual(archive, &name, channels),
            "pooling" => pooling(archive, &name, channels),
            "bottleneck" => {
                let narrow: NormConvolution<C> =
                    step(archive, &format!("{name}.narrow"), channels, None)?;
                let inner = narrow.convolution.shape().outputs;
                let blocks = blocks(archive, &format!("{name}.blocks"), inner, depth + 1)?;
                let widen = step(archive, &format!("{name}.widen"), inner, Some(channels))?;
                Ok(Block::Bottleneck { narrow, blocks, widen })
            }
            "attention" => attention(archive, &name, channels),
            "feed-forward" => feed_forward(archive, &name, channels),
            other => Err(FileError::wrong(name, format!("unknown block '{other}'"))),
        }
    };
    kinds.iter().enumerate().map(read).collect()
}

fn residual<C: Layer>(
    archive: &Archive<'_>,
    name: &str,
    channels: usize,
) -> Result<Block<C>, FileError> {
    let first: NormConvolution<C> = step(archive, &format!("{name}.first"), channels, None)?;
    let inner = first.convolution.shape().outputs;
    Ok(Block::Residual([first, step(archive, &format!("{name}.last"), inner, Some(channels))?]))
}

fn pooling<C: Layer>(
    archive: &Archive<'_>,
    name: &str,
    channels: usize,
) -> Result<Block<C>, FileError> {
    let regular: C = convolution(archive, &format!("{name}.regular"), channels, None)?;
    let pooled: C = convolution(archive, &format!("{name}.pooled"), channels, None)?;
    let (inner, values) = (regular.shape().outputs, pooled.shape().outputs);
    let bias = format!("{name}.pooled_to_bias");
    Ok(Block::GlobalPooling(GlobalPooling {
        norm: norm(archive, &format!("{name}.norm"), channels)?,
        regular,
        pooled,
        pooled_norm: norm(archive, &format!("{name}.pooled_norm"), values)?,
        pooled_to_bias: matrix(archive, &bias, 3 * values, Some(inner))?,
        last: step(archive, &format!("{name}.last"), inner, Some(channels))?,
    }))
}

fn attention<C: Layer>(
    archive: &Archive<'_>,
    name: &str,
    channels: usize,
) -> Result<Block<C>, FileError> {
    let count = |what: &str| -> Result<usize, FileError> {
        let name = format!("{name}.{what}");
        match archive.number(&name)? {
            count if (1..=MOST_CHANNELS).contains(&count) => Ok(count),
            count => Err(FileError::wrong(name, format!("{count} is out of range"))),
        }
    };
    let (heads, key_heads) = (count("heads")?, count("key_heads")?);
    let part = |what: &str| format!("{name}.{what}");
    let queries: C = matrix_layer(archive, &part("queries"), channels, None)?;
    let keys: C = matrix_layer(archive, &part("keys"), channels, None)?;
    let values: C = matrix_layer(archive, &part("values"), channels, None)?;
    let outputs = |layer: &C| layer.shape().outputs;
    let (key_length, value_length) = (outputs(&keys) / key_heads, outputs(&values) / key_heads);
    let fits = heads % key_heads == 0
        && outputs(&keys) == key_heads * key_length
        && outputs(&values) == key_heads * value_length
        && outputs(&queries) == heads * key_length
        && heads * value_length <= MOST_CHANNELS;
    if !fits {
        return Err(FileError::wrong(name, "heads that do not divide the channels"));
    }
    let output: C = matrix_layer(archive, &part("output"), heads * value_length, Some(channels))?;
    let rotation = match archive.attribute(&part("rotation"))? {
        "none" => Rotation::None,
        _ if key_length % 2 != 0 => {
            return Err(FileError::wrong(name, format!("keys of odd length {key_length}")));
        }
        "learned" => Rotation::Learned(
            archive.vector(&part("rotation.frequencies"), key_heads * key_length)?,
        ),
        "fixed" => Rotation::Fixed(archive.positive(&part("rotation.base"))?),
        other => return Err(FileError::wrong(name, format!("unknown rotation '{other}'"))),
    };
    Ok(Block::Attention(Attention {
        norm: rms_norm(archive, &part("norm"), channels)?,
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

fn feed_forward<C: Layer>(
    archive: &Archive<'_>,
    name: &str,
    channels: usize,
) -> Result<Block<C>, FileError> {
    let activated: C = matrix_layer(archive, &format!("{name}.activated"), channels, None)?;
    let inner = activated.shape().outputs;
    Ok(Block::FeedForward(FeedForward {
        norm: rms_norm(archive, &format!("{name}.norm"), channels)?,
        activated,
        gate: matrix_layer(archive, &format!("{name}.gate"), channels, Some(inner))?,
        output: matrix_layer(archive, &format!("{name}.output"), inner, Some(channels))?,
    }))
}

fn model<C: Layer>(archive: &Archive<'_>) -> Result<Model<C>, FileError> {
    let trunk: Trunk<C> = trunk(archive)?;
    let mut model = Model {
        name: archive.attribute("name")?.to_owned(),
        version: version(archive)?,
        scales: OutputScales::default(),
        area_assumes_suicide: archive.attribute("area_assumes_suicide")? == "true",
        policy: policy_head(archive, trunk.channels)?,
        value: value_head(archive, trunk.channels)?,
        trunk,
    };
    for (name, scale) in scales(&mut model) {
        *scale = archive.positive(name)?;
    }
    Ok(model)
}

fn version(archive: &Archive<'_>) -> Result<u32, FileError> {
    match archive.number("version")? {
        version if VERSIONS.contains(&version) => Ok(version),
        version => Err(FileError::wrong("version", format!("{version} is not between 8 and 17"))),
    }
}

fn trunk<C: Layer>(archive: &Archive<'_>) -> Result<Trunk<C>, FileError> {
    let planes: C = convolution(archive, "trunk.planes", PLANES, None)?;
    let channels = planes.shape().outputs;
    let tip = match archive.attribute("trunk.tip")? {
        "fixed" => TipNorm::Fixed(norm(archive, "trunk.tip", channels)?),
        kind @ ("cell" | "board") => TipNorm::Rms {
            norm: rms_norm(archive, "trunk.tip", channels)?,
            bias: archive.vector("trunk.tip.bias", channels)?,
            over_board: kind == "board",
            activation: archive.activation("trunk.tip.activation")?,
        },
        other => return Err(FileError::wrong("trunk.tip", format!("unknown kind '{other}'"))),
    };
    Ok(Trunk {
        channels,
        planes,
        globals: matrix(archive, "trunk.globals", GLOBALS, Some(channels))?,
        blocks: blocks(archive, "trunk.blocks", channels, 0)?,
        tip,
    })
}

fn policy_head<C: Layer>(archive: &Archive<'_>, trunk: usize) -> Result<PolicyHead<C>, FileError> {
    let regular: C = convolution(archive, "policy.regular", trunk, None)?;
    let pooled: C = convolution(archive, "policy.pooled", trunk, None)?;
    let (inner, values) = (regular.shape().outputs, 3 * pooled.shape().outputs);
    let moves: Convolution = convolution(archive, "policy.moves", inner, None)?;
    let channels = moves.outputs;
    if ![1, 2, 4].contains(&channels) || (moves.height, moves.width) != (1, 1) {
        return Err(FileError::wrong("policy.moves", "1, 2 or 4 outputs of one cell expected"));
    }
    let pass = match archive.attribute("policy.pass")? {
        "linear" => PassHead::Linear(matrix(archive, "policy.pass", values, Some(channels))?),
        "hidden" => {
            let Affine { matrix: first, bias } =
                affine(archive, "policy.pass.first", values, None)?;
            PassHead::Hidden {
                second: matrix(archive, "policy.pass.second", first.outputs, Some(channels))?,
                activation: archive.activation("policy.pass.activation")?,
                first,
                bias,
            }
        }
        other => return Err(FileError::wrong("policy.pass", format!("unknown kind '{other}'"))),
    };
    Ok(PolicyHead {
        pooled_norm: norm(archive, "policy.pooled_norm", pooled.shape().outputs)?,
        pooled_to_bias: matrix(archive, "policy.pooled_to_bias", values, Some(inner))?,
        norm: norm(archive, "policy.norm", inner)?,
        regular,
        pooled,
        moves,
        pass,
    })
}

fn value_head<C: Layer>(archive: &Archive<'_>, trunk: usize) -> Result<ValueHead<C>, FileError> {
    let features: C = convolution(archive, "value.convolution", trunk, None)?;
    let channels = features.shape().outputs;
    let hidden = affine(archive, "value.hidden", 3 * channels, None)?;
    let width = hidden.matrix.outputs;
    let score = affine(archive, "value.score", width, None)?;
    if ![4, 6].contains(&score.matrix.outputs) {
        return Err(FileError::wrong("value.score", "4 or 6 outputs expected"));
    }
    let ownership: Convolution = convolution(archive, "value.ownership", channels, Some(1))?;
    if (ownership.height, ownership.width) != (1, 1) {
        return Err(FileError::wrong("value.ownership", "a window of one cell expected"));
    }
    Ok(ValueHead {
        norm: norm(archive, "value.norm", channels)?,
        convolution: features,
        activation: archive.activation("value.activation")?,
        outcome: affine(archive, "value.outcome", width, Some(3))?,
        hidden,
        score,
        ownership,
    })
}
