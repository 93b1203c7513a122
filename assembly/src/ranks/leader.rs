//! The search of this process together with those of the helpers. This search has a tree of its own,
//! and its limits and its clock decide; the helpers search the same position as long as it runs, and
//! what they find out reaches its tree as messages. Without helpers, it is the search that it was.
//!
//! In the opponent's time, this search goes on with the present position, and the helpers search the
//! positions after likely replies.

use std::time::Duration;

use engine::search::{
    RankId, SearchLimits, SearchReport, SearchRequest, SearchSettings, Searcher, Watch,
};

use super::cluster::Cluster;
use super::division::{divide, likely_replies};
use super::mail::RankPost;
use super::order::Task;
use super::told_game::{ToldGame, ToldPlayer};
use crate::knowledge::{Helpers, Knowledge};

/// The time after which a search in the opponent's time knows which replies are likely.
const FORESIGHT: Duration = Duration::from_millis(500);
/// Longer than any search.
const NEVER: Duration = Duration::from_secs(1 << 30);

/// A searcher with helpers. It has been made for this player in this epoch, and connected to the
/// cluster's mail.
struct Leader {
    alone: Box<dyn Searcher>,
    cluster: &'static Cluster,
    player: ToldPlayer,
    epoch: u64,
}

/// Lets the helpers rest when a search ends, however it ends.
struct Rest(&'static Cluster);

impl Drop for Rest {
    fn drop(&mut self) {
        self.0.order(None);
    }
}

impl Helpers for Cluster {
    fn join(
        &'static self,
        mut alone: Box<dyn Searcher>,
        knowledge: Knowledge,
        settings: SearchSettings,
    ) -> Box<dyn Searcher> {
        let epoch = self.new_epoch();
        let id = RankId { rank: 0, start: epoch << 16 };
        if !alone.connect(id, Box::new(RankPost::new(&self.mail))) {
            log::warn!("this kind of search does without the cluster");
            return alone;
        }
        let player = ToldPlayer::of(knowledge, settings);
        Box::new(Leader { alone, cluster: self, player, epoch })
    }
}

impl Searcher for Leader {
    fn search(
        &mut self,
        request: &SearchRequest<'_>,
        stopped: &dyn Fn() -> bool,
        watch: Option<&mut Watch<'_>>,
    ) -> SearchReport {
        let Self { alone, cluster, player, epoch } = self;
        let (cluster, epoch) = (*cluster, *epoch);
        let (player, game) = (player.clone(), ToldGame::of(request));
        let task = Task { epoch, player, game, replies: Vec::new() };
        let limits = SearchLimits { counts_all_ranks: true, ..request.limits };
        let request = SearchRequest { limits, ..*request };
        cluster.mail.begin(epoch);
        cluster.order(Some(task.clone()));
        let _rest = Rest(cluster);
        if !request.ponders() || watch.is_some() {
            let report = alone.search(&request, stopped, watch);
            log::debug!("simulations a second of the helpers: {:.0?}", cluster.paces());
            return report;
        }
        let mut divided = |report: &SearchReport| {
            let replies = divide(&likely_replies(report), &cluster.paces());
            log::debug!("helpers and the replies that they expect: {replies:?}");
            cluster.order(Some(Task { replies, ..task.clone() }));
        };
        let mut foresight = Watch::new(NEVER, &mut divided).starting_after(FORESIGHT);
        alone.search(&request, stopped, Some(&mut foresight))
    }

    fn forget(&mut self, seed: u64) {
        self.epoch = self.cluster.new_epoch();
        self.player = self.player.clone().with_seed(seed);
        self.alone.forget(seed);
    }

    fn simulations_worth(&self, playouts: u64) -> u64 {
        self.alone.simulations_worth(playouts)
    }
}
