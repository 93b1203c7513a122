//! One game: the network plays it or it is given, and each of its positions gets a label.

use std::io;

use engine::rules::{GameState, Rules};
use engine::vocabulary::{BoardSize, Move, Random};
use playouts::labels::{GameRecord, Label, LabelledGame, Teacher};
use serde::{Deserialize, Serialize};

use super::judgement::Judgement;
use super::labeller::{Labeller, label};
use super::plan::Plan;

/// On average, one in this many labels states the owner of each point.
const OWNERS_ONE_IN: usize = 6;

/// A finished game, as in the journal.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    /// Its number.
    pub(super) game: u32,
    /// The game with its labels, or `None` if it had no end.
    pub(super) labelled: Option<LabelledGame>,
}

/// The games of a run.
pub(super) struct Games<'a> {
    pub(super) source: Source<'a>,
    /// The rules of games that do not name theirs.
    pub(super) rules: Rules,
    /// Whether the rules of games that the network plays are drawn at random instead.
    pub(super) any_rules: bool,
    pub(super) seed: u64,
    pub(super) teacher: &'a Teacher,
}

/// Where games come from.
pub(super) enum Source<'a> {
    /// The network plays on boards of this size.
    Played(BoardSize),
    /// They are given.
    Given(&'a [GameRecord]),
}

/// What decides the moves of one game.
enum Script<'a> {
    Plan(Plan),
    Record(&'a GameRecord),
}

impl Games<'_> {
    /// Plays or replays game `number` and labels its positions. The game is `None` if it came to no
    /// end. Returns `None` instead if it is interrupted.
    ///
    /// # Errors
    /// If a position cannot be evaluated, or there is no such game.
    pub(super) fn label(
        &self,
        number: u32,
        labeller: &mut Labeller,
    ) -> io::Result<Option<Option<LabelledGame>>> {
        let mut random = Random::new(self.seed, number.into());
        let script = self.script(number, &mut random)?;
        let mut game = script.start(self.rules)?;
        let mut labels: Vec<Label> = Vec::new();
        while !script.is_done(&game) {
            let Some(judgement) = labeller.judge(&game, &mut random)? else { return Ok(None) };
            let (color, has_owners) = (game.to_move(), random.below(OWNERS_ONE_IN) == 0);
            labels.push(label(&judgement.evaluation, game.size(), color, has_owners));
            let mv = script.next_move(&game, &judgement, &mut random);
            game.play_as_recorded(color, mv).map_err(io::Error::other)?;
        }
        let record = match script {
            Script::Plan(_) if !game.is_over() => return Ok(Some(None)),
            Script::Plan(_) => GameRecord::of(&game),
            Script::Record(record) => GameRecord { rules: Some(game.rules()), ..record.clone() },
        };
        let Some(end) = labeller.label_end(game)? else { return Ok(None) };
        let teacher = Some(self.teacher.clone());
        Ok(Some(Some(LabelledGame { record, labels, end, teacher })))
    }

    fn script(&self, number: u32, random: &mut Random) -> io::Result<Script<'_>> {
        match self.source {
            Source::Played(size) => {
                let rules = (!self.any_rules).then_some(self.rules);
                Ok(Script::Plan(Plan::draw(size, rules, random)))
            }
            Source::Given(records) => {
                let record = records.get(number as usize);
                record.map(Script::Record).ok_or_else(|| io::ErrorKind::NotFound.into())
            }
        }
    }
}

impl Script<'_> {
    /// The game before its first move; `rules` are those of a record that names none.
    fn start(&self, rules: Rules) -> io::Result<GameState> {
        match self {
            Self::Plan(plan) => Ok(plan.start()),
            Self::Record(record) => record.start(rules).map_err(io::Error::other),
        }
    }

    fn is_done(&self, game: &GameState) -> bool {
        match self {
            Self::Plan(plan) => plan.is_done(game),
            Self::Record(record) => game.moves().len() >= record.moves.len(),
        }
    }

    /// The next move of a game that is not done.
    fn next_move(&self, game: &GameState, judgement: &Judgement, random: &mut Random) -> Move {
        match self {
            Self::Plan(plan) => plan.draw_move(game, judgement, random),
            Self::Record(record) => {
                record.moves.get(game.moves().len()).copied().unwrap_or(Move::Pass)
            }
        }
    }
}
