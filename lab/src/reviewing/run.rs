//! What all positions of a run have in common, and what the result depends on.

use assembly::options::Options;
use playouts::{Origin, Table};
use review::game::data::Effort;

use super::record::Record;
use crate::matches::{SEED, with_common};

/// The time for a position in seconds, if the options give no limit.
const SECONDS: f64 = 0.5;

/// The effort that the options allow for each position.
fn effort(options: &Options) -> Effort {
    let settings = &options.values.player;
    match (settings.visits.or(settings.playouts), settings.seconds) {
        (Some(visits), _) => Effort::Visits(visits),
        (None, Some(time)) => Effort::Seconds(time.as_secs_f64()),
        (None, None) => Effort::Seconds(SECONDS),
    }
}

/// A run of the task, with what all its positions have in common.
pub(super) struct Review<'a> {
    pub(super) options: &'a Options,
    pub(super) effort: Effort,
    pub(super) records: Vec<Record>,
}

impl<'a> Review<'a> {
    /// A run with these options.
    pub(super) fn new(options: &'a Options, records: Vec<Record>) -> Self {
        Self { options, effort: effort(options), records }
    }

    /// The seed of each search.
    pub(super) fn seed(&self) -> u64 {
        self.options.seed.unwrap_or(SEED)
    }

    /// Everything that the result depends on.
    pub(super) fn origin(&self) -> Origin {
        let Options { policy, table, .. } = self.options;
        let mut digest = Origin::new("records");
        for (number, record) in self.records.iter().enumerate() {
            digest = digest.with(number.to_string(), &record.text);
        }
        let origin = Origin::new("review")
            .with("digest of the games", digest.digest())
            .with("effort", self.effort.words())
            .with("policy", format!("{policy:?}").to_lowercase())
            .with("table", table.map_or_else(|| "built in".to_owned(), Table::digest))
            .with("seed", self.seed());
        with_common(origin, self.options)
    }
}
