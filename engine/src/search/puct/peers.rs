//! The ranks of a search with a network: which of them are present, how fast each of them is, and
//! to which of them a position belongs.
//!
//! Ranks may differ in speed, and each should evaluate as much as it can. So each tells its pace
//! with its messages, and a position belongs to a rank with a probability in proportion to the
//! rank's pace: as if each rank waited for a random time with its pace as the rate, and the first
//! one took the position. The random times come from the position's hash, so that all ranks with
//! the same news agree, and a changed pace or a lost rank moves few positions (Thaler and
//! Ravishankar, Using name-based mappings to increase hit rates, 1998).

use std::collections::BTreeMap;
use std::time::Duration;

use super::ghosts::PATIENCE;
use crate::search::exchange::Sender;
use crate::vocabulary::mix_with;

/// The least number of evaluations over which a pace is measured.
const SAMPLE: u64 = 16;
/// The weight of a new measurement in the running mean.
const SMOOTHING: f64 = 0.2;
/// A pace is told anew when it differs by this share from what was told: until all ranks know it,
/// they do not agree.
const CHANGE: f64 = 0.1;
/// Paces are told in evaluations a minute.
const MINUTE: f64 = 60.0;

/// Another rank, as far as it is known.
#[derive(Clone, Copy, Debug)]
struct Heard {
    /// The time of its latest message.
    since: Duration,
    /// Its pace, or 0 if it does not know it yet.
    pace: u64,
    /// The number of its tree.
    tree: u64,
}

/// The ranks as one of them knows them. Times are those of its post.
#[derive(Debug)]
pub(super) struct Peers {
    own: u32,
    heard: BTreeMap<u32, Heard>,
    /// The ranks that are known not to search.
    absent: Vec<u32>,
    /// The beginning of the search.
    begun: Duration,
    /// The pace of this rank that was last told, or 0 as long as it is unknown.
    told_pace: u64,
    /// The pace of this rank, in evaluations a minute.
    pace: f64,
    /// The number of evaluations in the present sample, and the time that they took.
    made: u64,
    lasted: Duration,
    /// The number of evaluations since the last message of this search, and when that was. Those
    /// from the last message of a search to the first look of the next one do not count, because
    /// nobody knows how long they took.
    untimed: u64,
    last: Option<Duration>,
}

impl Peers {
    /// The ranks as number `own` knows them at first.
    pub(super) fn of(own: u32) -> Self {
        Self {
            own,
            heard: BTreeMap::new(),
            absent: Vec::new(),
            begun: Duration::ZERO,
            told_pace: 0,
            pace: 0.0,
            made: 0,
            lasted: Duration::ZERO,
            untimed: 0,
            last: None,
        }
    }

    /// Notes that a search begins after a last look at this time. The first look of the search
    /// tells when it really begins.
    pub(super) fn begin(&mut self, time: Duration) {
        (self.begun, self.last) = (time, None);
    }

    /// Notes which ranks are known not to search.
    pub(super) fn set_absent(&mut self, absent: Vec<u32>) {
        self.absent = absent;
    }

    /// Measures the time from now on, if the search has just begun.
    pub(super) fn look(&mut self, now: Duration) {
        if self.last.is_none() {
            (self.untimed, self.begun, self.last) = (0, now, Some(now));
        }
    }

    /// Notes an evaluation by this rank.
    pub(super) fn note(&mut self) {
        self.untimed += 1;
    }

    /// Notes that another rank has been heard of. Returns whether this is the first time, or it has
    /// begun a new tree since the last time: messages from before may not have reached that tree.
    pub(super) fn hear(
        &mut self,
        Sender { rank, tree }: Sender,
        pace: u64,
        time: Duration,
    ) -> bool {
        let before = self.heard.insert(rank, Heard { since: time, pace, tree });
        before.is_none_or(|before| before.tree < tree)
    }

    /// The pace that this rank tells the others now, in evaluations a minute, or 0 if it is
    /// unknown.
    pub(super) fn tell(&mut self, now: Duration) -> u64 {
        let last = self.last.replace(now).unwrap_or(now);
        if now > last {
            self.lasted += now - last;
            self.made += std::mem::take(&mut self.untimed);
        }
        if self.made >= SAMPLE {
            let found = self.made as f64 * MINUTE / self.lasted.as_secs_f64();
            self.pace += (found - self.pace) * if self.pace > 0.0 { SMOOTHING } else { 1.0 };
            (self.made, self.lasted) = (0, Duration::ZERO);
        }
        if (self.pace - self.told_pace as f64).abs() > CHANGE * self.told_pace as f64 {
            self.told_pace = (self.pace as u64).max(1);
        }
        self.told_pace
    }

    /// Whether a rank is taken to be there: it is this one, it has been heard of lately, or the
    /// search has just begun, and nobody knows that the rank does not search.
    fn is_there(&self, rank: u32, time: Duration) -> bool {
        let is_expected = time < self.begun + PATIENCE && !self.absent.contains(&rank);
        rank == self.own || is_expected || self.has_been_heard(rank, time)
    }

    /// Whether a rank has been heard of lately.
    fn has_been_heard(&self, rank: u32, time: Duration) -> bool {
        self.heard.get(&rank).is_some_and(|heard| time < heard.since + PATIENCE)
    }

    /// Whether all others of `ranks` that may search have been heard of lately.
    pub(super) fn all_have_been_heard(&self, ranks: u32, time: Duration) -> bool {
        let mut others = (0..ranks).filter(|rank| *rank != self.own && !self.absent.contains(rank));
        others.all(|rank| self.has_been_heard(rank, time))
    }

    /// The rank of `ranks` to which the position with this hash belongs.
    pub(super) fn owner_of(&self, hash: u64, ranks: u32, time: Duration) -> u32 {
        let waiting_time = |rank| random_time(hash, rank) / self.pace_or_mean(rank);
        let there = self.there(ranks, time);
        let first = there.min_by(|&one, &other| waiting_time(one).total_cmp(&waiting_time(other)));
        first.unwrap_or(self.own)
    }

    /// The share, 0 to 1, of the positions that belong to this rank.
    pub(super) fn own_share(&self, ranks: u32, time: Duration) -> f32 {
        let all = self.sum_of_paces(ranks, time);
        if all > 0.0 { self.pace_or_mean(self.own) / all } else { 1.0 }
    }

    /// How many evaluations all ranks together make in a second, if any pace is known.
    pub(super) fn pace_of_all(&self, ranks: u32, time: Duration) -> Option<f32> {
        self.mean_pace()?;
        Some(self.sum_of_paces(ranks, time) / MINUTE as f32)
    }

    fn sum_of_paces(&self, ranks: u32, time: Duration) -> f32 {
        self.there(ranks, time).map(|rank| self.pace_or_mean(rank)).sum()
    }

    /// Those of the ranks that are taken to be there.
    fn there(&self, ranks: u32, time: Duration) -> impl Iterator<Item = u32> {
        (0..ranks).filter(move |&rank| self.is_there(rank, time))
    }

    /// The pace of a rank, or the mean of all known paces if it is not known. If none is known, all
    /// ranks count alike.
    fn pace_or_mean(&self, rank: u32) -> f32 {
        self.pace_of(rank).or_else(|| self.mean_pace()).unwrap_or(1.0)
    }

    /// The pace of a rank, if it is known.
    fn pace_of(&self, rank: u32) -> Option<f32> {
        let heard = || self.heard.get(&rank).map_or(0, |heard| heard.pace);
        let pace = if rank == self.own { self.told_pace } else { heard() };
        (pace > 0).then_some(pace as f32)
    }

    /// The mean of all known paces, if there are any.
    fn mean_pace(&self) -> Option<f32> {
        let known = self.heard.keys().chain([&self.own]).filter_map(|&rank| self.pace_of(rank));
        let (sum, count) = known.fold((0.0, 0.0), |(sum, count), pace| (sum + pace, count + 1.0));
        (count > 0.0).then(|| sum / count)
    }
}

/// A random time with the rate 1, which belongs to a position and a rank.
fn random_time(hash: u64, rank: u32) -> f32 {
    let share = ((mix_with(hash, rank.into()) >> 40) + 1) as f32 / (1 << 24) as f32;
    -libm::logf(share)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    const HASHES: u64 = 3000;
    const NOW: Duration = Duration::ZERO;
    const SOON: Duration = Duration::from_millis(1);

    fn sender(rank: u32) -> Sender {
        Sender { rank, tree: 1 }
    }

    /// The shares in percent of three ranks, as rank 0 sees them.
    fn shares(peers: &Peers, time: Duration) -> [u64; 3] {
        let mut counts = [0; 3];
        for hash in 0..HASHES {
            counts[peers.owner_of(hash << 20, 3, time) as usize] += 100;
        }
        counts.map(|count| count / HASHES)
    }

    /// The pace after this number of evaluations in a second.
    fn measure(peers: &mut Peers, evaluations: u64) -> u64 {
        peers.begin(NOW);
        peers.look(NOW);
        (0..evaluations).for_each(|_| peers.note());
        peers.tell(Duration::from_secs(1))
    }

    #[test]
    fn positions_belong_to_ranks_in_proportion_to_their_paces() {
        let mut peers = Peers::of(0);
        let near = |shares: [u64; 3], expected: [u64; 3]| {
            let is_near = |(a, b): (u64, u64)| a.abs_diff(b) <= 3;
            assert!(shares.into_iter().zip(expected).all(is_near), "{shares:?} {expected:?}");
        };
        near(shares(&peers, NOW), [33, 33, 33]);
        assert_eq!(peers.pace_of_all(3, NOW), None);
        assert_eq!(measure(&mut peers, 200), 12_000);
        near(shares(&peers, NOW), [33, 33, 33]);
        peers.hear(sender(1), 6000, SOON);
        near(shares(&peers, SOON), [44, 22, 33]);
        peers.hear(sender(2), 42_000, SOON);
        near(shares(&peers, SOON), [20, 10, 70]);
        assert_eq!(peers.pace_of_all(3, SOON), Some(1000.0));
        assert_eq!((peers.own_share(3, SOON), peers.own_share(3, 3 * PATIENCE)), (0.2, 1.0));
        // What a lost rank leaves is divided among the others.
        peers.hear(sender(1), 6000, PATIENCE);
        near(shares(&peers, PATIENCE + SOON), [66, 33, 0]);
        near(shares(&peers, 3 * PATIENCE), [100, 0, 0]);
        peers.begin(3 * PATIENCE);
        near(shares(&peers, 3 * PATIENCE), [20, 10, 70]);
    }

    #[test]
    fn nothing_belongs_to_a_rank_that_does_not_search() {
        let mut peers = Peers::of(0);
        peers.set_absent(vec![0, 2]);
        assert_eq!(shares(&peers, NOW)[2], 0);
        assert_eq!(peers.own_share(3, NOW), 0.5, "this rank searches, whatever others know of it");
        peers.hear(sender(1), 0, SOON);
        assert!(peers.all_have_been_heard(3, SOON));
        // It searches now, though the news of that has not come yet.
        peers.hear(sender(2), 0, SOON);
        assert!(shares(&peers, SOON)[2] > 0);
        peers.set_absent(Vec::new());
        assert!(!peers.all_have_been_heard(4, SOON));
    }

    #[test]
    fn another_pace_moves_few_positions() {
        let (mut before, mut after) = (Peers::of(0), Peers::of(0));
        for (peers, pace) in [(&mut before, 1000), (&mut after, 1100)] {
            measure(peers, 17);
            peers.hear(sender(1), pace, SOON);
        }
        let moved = |&hash: &u64| before.owner_of(hash, 2, SOON) != after.owner_of(hash, 2, SOON);
        let moved = (0..HASHES).filter(moved).count();
        assert!((1..HASHES as usize / 25).contains(&moved), "{moved}");
    }

    #[test]
    fn ranks_with_the_same_news_agree() {
        // Rank 2 does not know its pace yet.
        let evaluations = [30, 70, 3];
        let peers = [0, 1, 2].map(|own| {
            let mut peers = Peers::of(own);
            let told = measure(&mut peers, evaluations[own as usize]);
            assert_eq!(told, [1800, 4200, 0][own as usize]);
            for (rank, pace) in [(0, 1800), (1, 4200), (2, 0)] {
                if rank != own {
                    peers.hear(sender(rank), pace, SOON);
                }
            }
            peers
        });
        for hash in 0..HASHES {
            let owners = peers.each_ref().map(|peers| peers.owner_of(hash, 3, SOON));
            assert!(owners == [owners[0]; 3], "{owners:?}");
        }
    }

    #[test]
    fn a_pace_follows_slowly_and_does_not_count_the_time_between_searches() {
        let mut peers = Peers::of(0);
        let mut tell = |made: u64, begin: u64, end: u64| {
            peers.begin(NOW);
            peers.look(Duration::from_millis(begin));
            (0..made).for_each(|_| peers.note());
            peers.tell(Duration::from_millis(end))
        };
        assert_eq!(tell(10, 0, 100), 0, "too few to tell");
        assert_eq!(tell(10, 5000, 5100), 6000);
        assert_eq!(tell(21, 6000, 6200), 6000, "about as fast");
        assert_eq!(tell(40, 7000, 7200), 7248, "twice as fast");
        assert_eq!(tell(16, 8000, 8000), 7248, "no time has passed");
        // Evaluations after the last message of a search.
        (0..20).for_each(|_| peers.note());
        peers.begin(NOW);
        peers.look(Duration::from_millis(9000));
        (0..3).for_each(|_| peers.note());
        assert_eq!(peers.tell(Duration::from_millis(9001)), 7248);
    }
}
