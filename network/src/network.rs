//! A network ready for evaluation, and the evaluator of one thread.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::rules::GameState;
use engine::vocabulary::{BoardSize, Color, Symmetry};

use crate::dispatch::Instructions;
use crate::evaluation::{Evaluation, RawOutputs, Units};
use crate::files::{self, AnyModel, FileError};
use crate::float::{self, FloatNetwork};
use crate::inputs::{InputMaker, WrongSize};
use crate::integer::{self, IntegerNetwork, Unsupported};
use crate::model::{ConvolutionShape, IntegerConvolution, Model};
use crate::multiplications::Multiplications;

/// A network with its weights packed for evaluation, which all threads share.
pub struct Network {
    name: String,
    units: Units,
    area_assumes_suicide: bool,
    multiplications: Multiplications,
    layers: Layers,
}

enum Layers {
    Float(FloatNetwork),
    Integer(IntegerNetwork),
}

impl Network {
    /// Reads a network from a file in KataGo's format or in this project's.
    ///
    /// # Errors
    /// If the file cannot be read, or does not describe a network that can be evaluated.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        match files::read_file(path)? {
            AnyModel::Float(model) => Ok(Self::new(&model)),
            AnyModel::Integer(model) => Ok(Self::of_integers(&model)?),
        }
    }

    /// Packs a network for evaluation in f32.
    pub fn new(model: &Model) -> Self {
        Self::with_layers(model, Layers::Float(FloatNetwork::new(model)))
    }

    /// Packs a network for evaluation in integers.
    ///
    /// # Errors
    /// If a layer cannot be evaluated in integers.
    pub fn of_integers(model: &Model<IntegerConvolution>) -> Result<Self, Unsupported> {
        Ok(Self::with_layers(model, Layers::Integer(IntegerNetwork::new(model)?)))
    }

    fn with_layers<C: ConvolutionShape>(model: &Model<C>, layers: Layers) -> Self {
        Self {
            name: model.name.clone(),
            units: Units { version: model.version, scales: model.scales },
            area_assumes_suicide: model.area_assumes_suicide,
            multiplications: Multiplications::of(model),
            layers,
        }
    }

    /// The name that its file gives.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of multiplications of an evaluation.
    pub fn multiplications(&self) -> Multiplications {
        self.multiplications
    }

    /// Whether it is evaluated in integers.
    pub fn is_integer(&self) -> bool {
        matches!(self.layers, Layers::Integer(_))
    }
}

/// Evaluates positions for one thread, with memory of its own.
pub struct Evaluator {
    network: Arc<Network>,
    instructions: Instructions,
    workspace: Option<(BoardSize, Workspace)>,
    inputs: Option<InputMaker>,
    /// The planes under a symmetry.
    turned: Vec<f32>,
    raw: RawOutputs,
}

enum Workspace {
    Float(float::Workspace),
    Integer(integer::Workspace),
}

impl Evaluator {
    /// An evaluator that uses the best instructions of this processor.
    pub fn new(network: Arc<Network>) -> Self {
        Self::with_instructions(network, Instructions::best())
    }

    /// An evaluator that uses these instructions.
    pub fn with_instructions(network: Arc<Network>, instructions: Instructions) -> Self {
        let (turned, raw) = (Vec::new(), RawOutputs::default());
        Self { network, instructions, workspace: None, inputs: None, turned, raw }
    }

    /// Evaluates the position of `game` with `color` to move, under a symmetry of the board.
    /// `optimism` is the share, 0 to 1, of the optimistic policy, which networks have from version
    /// 12 on. Returns `None` if `stop` is set meanwhile.
    ///
    /// # Errors
    /// If the board is too small or too large.
    pub fn evaluate(
        &mut self,
        game: &GameState,
        color: Color,
        symmetry: Symmetry,
        optimism: f32,
        stop: &AtomicBool,
    ) -> Result<Option<Evaluation>, WrongSize> {
        let mut maker = match self.inputs.take() {
            Some(maker) if maker.size() == game.size() => maker,
            _ => InputMaker::new(game.size())?,
        };
        let inputs = maker.make(game, color, self.network.area_assumes_suicide);
        let mut turned = std::mem::take(&mut self.turned);
        inputs.turn_into(symmetry, &mut turned);
        let is_complete = self.evaluate_inputs(inputs.size, &turned, &inputs.globals, stop);
        let units = &self.network.units;
        let found =
            is_complete.then(|| Evaluation::new(units, &self.raw, inputs, symmetry, optimism));
        self.turned = turned;
        self.inputs = Some(maker);
        Ok(found)
    }

    /// Evaluates inputs. Returns `false` if `stop` is set meanwhile; otherwise the raw outputs are
    /// those of the inputs.
    pub fn evaluate_inputs(
        &mut self,
        size: BoardSize,
        planes: &[f32],
        globals: &[f32],
        stop: &AtomicBool,
    ) -> bool {
        let Self { network, instructions, workspace, raw, .. } = self;
        if workspace.as_ref().is_none_or(|(known, _)| *known != size) {
            let [width, height] = [size.width(), size.height()].map(usize::from);
            let made = match &network.layers {
                Layers::Float(layers) => {
                    Workspace::Float(layers.workspace(width, height, *instructions))
                }
                Layers::Integer(layers) => {
                    Workspace::Integer(layers.workspace(width, height, *instructions))
                }
            };
            *workspace = Some((size, made));
        }
        match (&network.layers, workspace) {
            (Layers::Float(layers), Some((_, Workspace::Float(space)))) => {
                layers.evaluate(space, planes, globals, stop, raw)
            }
            (Layers::Integer(layers), Some((_, Workspace::Integer(space)))) => {
                layers.evaluate(space, planes, globals, stop, raw)
            }
            _ => false,
        }
    }

    /// The raw outputs of the last evaluation.
    pub fn raw(&self) -> &RawOutputs {
        &self.raw
    }
}
