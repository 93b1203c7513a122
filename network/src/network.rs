//! A network ready for evaluation, and the evaluator of one thread.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::rules::GameState;
use engine::vocabulary::{BoardSize, Color, Symmetry};
use xxhash_rust::xxh3::Xxh3;

use crate::cache::Cache;
use crate::dispatch::Instructions;
use crate::elsewhere::{Elsewhere, OutputCounts};
use crate::evaluation::{Evaluation, RawOutputs, Units, interpret};
use crate::files::{self, FileError};
use crate::float::{self, FloatNetwork};
use crate::inputs::{self, InputMaker, Inputs, WrongSize};
use crate::integer::{self, IntegerNetwork, Unsupported};
use crate::model::{AnyModel, ConvolutionShape, IntegerConvolution, Model};
use crate::multiplications::Multiplications;

/// The number of outputs about the score of a network that estimates its errors.
const SCORES_WITH_ERRORS: usize = 6;

/// A network with its weights packed for evaluation, which all threads share.
pub struct Network {
    name: String,
    units: Units,
    area_assumes_suicide: bool,
    multiplications: Multiplications,
    outputs: OutputCounts,
    layers: Layers,
}

enum Layers {
    Float(Box<FloatNetwork>),
    Integer(Box<IntegerNetwork>),
    Elsewhere(Arc<dyn Elsewhere>),
}

impl Network {
    /// Reads a network from a file in KataGo's format or in this project's.
    ///
    /// # Errors
    /// If the file cannot be read, or does not describe a network that can be evaluated.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        Ok(Self::of_any(&files::read_file(path)?)?)
    }

    /// Packs a network for evaluation.
    ///
    /// # Errors
    /// If it is in integers and has a layer that cannot be evaluated in integers.
    pub fn of_any(model: &AnyModel) -> Result<Self, Unsupported> {
        match model {
            AnyModel::Float(model) => Ok(Self::new(model)),
            AnyModel::Integer(model) => Self::of_integers(model),
        }
    }

    /// Packs a network for evaluation in f32.
    pub fn new(model: &Model) -> Self {
        Self::with_layers(model, Layers::Float(Box::new(FloatNetwork::new(model))))
    }

    /// Packs a network for evaluation in integers.
    ///
    /// # Errors
    /// If a layer cannot be evaluated in integers.
    pub fn of_integers(model: &Model<IntegerConvolution>) -> Result<Self, Unsupported> {
        Ok(Self::with_layers(model, Layers::Integer(Box::new(IntegerNetwork::new(model)?))))
    }

    fn with_layers<C: ConvolutionShape>(model: &Model<C>, layers: Layers) -> Self {
        Self {
            name: model.name.clone(),
            units: Units { version: model.version, scales: model.scales },
            area_assumes_suicide: model.area_assumes_suicide,
            multiplications: Multiplications::of(model),
            outputs: OutputCounts {
                policies: model.policy.moves.outputs,
                scores: model.value.score.matrix.outputs,
            },
            layers,
        }
    }

    /// The same network, evaluated by something else.
    #[must_use]
    pub fn elsewhere(&self, elsewhere: Arc<dyn Elsewhere>) -> Self {
        Self { name: self.name.clone(), layers: Layers::Elsewhere(elsewhere), ..*self }
    }

    /// The name that its file gives.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The numbers of its raw outputs.
    pub fn outputs(&self) -> OutputCounts {
        self.outputs
    }

    /// The number of multiplications of an evaluation.
    pub fn multiplications(&self) -> Multiplications {
        self.multiplications
    }

    /// Whether its evaluations come with their [errors](Evaluation::errors).
    pub fn estimates_errors(&self) -> bool {
        self.outputs.scores == SCORES_WITH_ERRORS
    }

    /// Whether it is evaluated in integers.
    pub fn is_integer(&self) -> bool {
        matches!(self.layers, Layers::Integer(_))
    }

    /// The name of the instructions on which its answers depend, if they do: in floating point, the
    /// last bits depend on them, and sometimes a move.
    pub fn arithmetic(&self) -> Option<&'static str> {
        (!self.is_integer()).then(|| Instructions::best().name())
    }
}

/// Evaluates positions for one thread, with memory of its own.
pub struct Evaluator {
    network: Arc<Network>,
    instructions: Instructions,
    workspace: Option<(BoardSize, Workspace)>,
    inputs: Option<InputMaker>,
    /// The planes under a symmetry, or without the past.
    turned: Vec<f32>,
    raw: RawOutputs,
    cache: Option<Arc<Cache>>,
}

enum Workspace {
    Float(Box<float::Workspace>),
    Integer(Box<integer::Workspace>),
}

impl Evaluator {
    /// An evaluator that uses the best instructions of this processor.
    pub fn new(network: Arc<Network>) -> Self {
        Self::with_instructions(network, Instructions::best())
    }

    /// An evaluator that uses these instructions.
    pub fn with_instructions(network: Arc<Network>, instructions: Instructions) -> Self {
        let (turned, raw) = (Vec::new(), RawOutputs::default());
        Self { network, instructions, workspace: None, inputs: None, turned, raw, cache: None }
    }

    /// Keeps evaluations in a cache, and finds those of other evaluators of the same network there;
    /// see [`evaluate_shared`](Self::evaluate_shared).
    #[must_use]
    pub fn with_cache(self, cache: Arc<Cache>) -> Self {
        Self { cache: Some(cache), ..self }
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
        let found = self.look_up(None, (game, color), symmetry, optimism, stop)?;
        Ok(found.map(Arc::unwrap_or_clone))
    }

    /// Like [`evaluate`](Self::evaluate), but also accepts an evaluation of the same position from
    /// the cache, whatever its symmetry was and whatever moves had led to the position.
    ///
    /// # Errors
    /// If the board is too small or too large.
    pub fn evaluate_shared(
        &mut self,
        game: &GameState,
        color: Color,
        symmetry: Symmetry,
        optimism: f32,
        stop: &AtomicBool,
    ) -> Result<Option<Arc<Evaluation>>, WrongSize> {
        let cache = self.cache.clone();
        self.look_up(cache.as_deref(), (game, color), symmetry, optimism, stop)
    }

    /// Finds an evaluation in the cache, if there is one, or makes it.
    fn look_up(
        &mut self,
        cache: Option<&Cache>,
        (game, color): (&GameState, Color),
        symmetry: Symmetry,
        optimism: f32,
        stop: &AtomicBool,
    ) -> Result<Option<Arc<Evaluation>>, WrongSize> {
        let mut maker = match self.inputs.take() {
            Some(maker) if maker.size() == game.size() => maker,
            _ => InputMaker::new(game.size())?,
        };
        let inputs = maker.make(game, color, self.network.area_assumes_suicide);
        let cache = cache.map(|cache| (cache, key(inputs, optimism, &mut self.turned)));
        let found = cache.and_then(|(cache, key)| cache.get(key)).or_else(|| {
            let made = Arc::new(self.interpreted(inputs, symmetry, optimism, stop)?);
            if let Some((cache, key)) = cache {
                cache.put(key, Arc::clone(&made));
            }
            Some(made)
        });
        self.inputs = Some(maker);
        Ok(found)
    }

    /// Evaluates inputs under a symmetry. Returns `None` if `stop` is set meanwhile.
    fn interpreted(
        &mut self,
        inputs: &Inputs,
        symmetry: Symmetry,
        optimism: f32,
        stop: &AtomicBool,
    ) -> Option<Evaluation> {
        let mut turned = std::mem::take(&mut self.turned);
        inputs.turn_into(symmetry, &mut turned);
        let is_complete = self.evaluate_inputs(inputs.size, &turned, &inputs.globals, stop);
        self.turned = turned;
        let units = &self.network.units;
        is_complete.then(|| interpret(units, &self.raw, inputs, symmetry, optimism))
    }

    /// Evaluates inputs. Returns `false` if `stop` is set meanwhile, or if the network is evaluated
    /// elsewhere and that fails; otherwise the raw outputs are those of the inputs.
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
                    Workspace::Float(Box::new(layers.workspace(width, height, *instructions)))
                }
                Layers::Integer(layers) => {
                    Workspace::Integer(Box::new(layers.workspace(width, height, *instructions)))
                }
                // This has no workspace, and comes here each time.
                Layers::Elsewhere(elsewhere) => {
                    let found = elsewhere.evaluate(size, planes, globals, stop);
                    return found.map(|found| *raw = found).is_some();
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

/// The key of an evaluation in a cache: a hash of the position, the rules and the optimism, without
/// the moves that led there. `planes` is working memory.
fn key(inputs: &Inputs, optimism: f32, planes: &mut Vec<f32>) -> u128 {
    planes.clone_from(&inputs.planes);
    inputs::forget_past(planes);
    let mut hash = Xxh3::new();
    hash.update(&[inputs.size.width(), inputs.size.height()]);
    hash.update(bytemuck::cast_slice(planes));
    hash.update(bytemuck::cast_slice(inputs.present()));
    hash.update(bytemuck::cast_slice(&inputs.legal));
    hash.update(&optimism.to_le_bytes());
    hash.digest128()
}
