//! Counts a finished board on which the dead stones and the stones in seki are known.
//!
//! The board is divided into regions, each of which consists of connected points of the same kind.
//! A chain is a region of stones of one colour. The points without living stones form areas, each
//! of which belongs to one player or to nobody. The score and the statuses are derived from the
//! same division, so they cannot contradict each other.

use super::{GameState, Score, Scoring};
use crate::vocabulary::{BoardSize, Color, Vertex};

/// The status of a point at the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A living stone.
    Alive,
    /// A stone that lives in seki.
    Seki,
    /// A dead stone.
    Dead,
    /// An empty point that counts for this player.
    Territory(Color),
    /// An empty point that counts for nobody.
    Dame,
}

/// Connected points without living stones, all with the same owner.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// The player for whom the points count, or `None` if they count for nobody.
    pub owner: Option<Color>,
    /// All points, including those of dead stones.
    pub points: Vec<Vertex>,
}

/// A finished board, point by point.
#[derive(Clone, Debug, PartialEq)]
pub struct Count {
    size: BoardSize,
    /// The status of each point, indexed by [`Vertex::index`].
    status: Vec<Status>,
    chains: Vec<Vec<Vertex>>,
    areas: Vec<Area>,
    score: Score,
}

impl GameState {
    /// The score if the game ended now; see [`count`](Self::count).
    pub fn score(&self, dead: &[Vertex], seki: &[Vertex]) -> Score {
        self.count(dead, seki).score()
    }

    /// The count if the game ended now, with all chains that contain `dead` stones removed as
    /// prisoners. Vertices without a stone are ignored.
    ///
    /// An empty point counts for a player if only that player's stones can be reached from it. An
    /// unfilled point between the stones of both players therefore spoils the territory next to it.
    /// Under territory scoring, the eyes of stones in `seki` count for nobody.
    pub fn count(&self, dead: &[Vertex], seki: &[Vertex]) -> Count {
        Count::new(self, dead, seki, &[])
    }

    /// Like [`count`](Self::count), but the owners of the points in `decided` are given and do not
    /// depend on what surrounds these points. Points occupied by living stones keep their owners.
    pub fn count_decided(
        &self,
        dead: &[Vertex],
        seki: &[Vertex],
        decided: &[(Vertex, Option<Color>)],
    ) -> Count {
        Count::new(self, dead, seki, decided)
    }
}

impl Count {
    /// Counts the board of `game` with all chains that contain `dead` stones removed as prisoners.
    /// Chains that contain stones in `seki` have no territory if the rules say so.
    ///
    /// An area belongs to the only colour that it touches, and to nobody if it touches both colours
    /// or neither. For the points in `decided`, the owner given there is used instead.
    fn new(
        game: &GameState,
        dead: &[Vertex],
        seki: &[Vertex],
        decided: &[(Vertex, Option<Color>)],
    ) -> Self {
        let size = game.size();
        let mut status = vec![Status::Dame; size.area()];
        let chains = regions(size, |vertex| game.stone_at(vertex));
        for chain in &chains {
            let any = |list: &[Vertex]| chain.iter().any(|vertex| list.contains(vertex));
            let fate = match () {
                () if any(dead) => Status::Dead,
                () if any(seki) => Status::Seki,
                () => Status::Alive,
            };
            mark(&mut status, size, chain, fate);
        }
        let owners = owners(game, &status, decided);
        let owner = |vertex: Vertex| owners.get(vertex.index(size)).copied().flatten();
        let areas = regions(size, owner);
        let areas: Vec<Area> = areas
            .into_iter()
            .filter_map(|points| Some(Area { owner: owner(*points.first()?)?, points }))
            .collect();
        for area in &areas {
            let fate = area.owner.map_or(Status::Dame, Status::Territory);
            let empty = area.points.iter().filter(|&&vertex| game.stone_at(vertex).is_none());
            mark(&mut status, size, empty, fate);
        }
        let score = score(game, &status, &areas);
        Self { size, status, chains, areas, score }
    }

    /// The score.
    pub fn score(&self) -> Score {
        self.score
    }

    /// The status of a point; `None` outside the board.
    pub fn status(&self, vertex: Vertex) -> Option<Status> {
        self.size.contains(vertex).then(|| self.status.get(vertex.index(self.size)).copied())?
    }

    /// All areas.
    pub fn areas(&self) -> &[Area] {
        &self.areas
    }

    /// All points with the status `wanted`: stones are grouped by chain, and empty points by area.
    pub fn points(&self, wanted: Status) -> impl Iterator<Item = Vec<Vertex>> {
        let areas = self.areas.iter().map(|area| &area.points);
        let of_status = move |points: &Vec<Vertex>| -> Vec<Vertex> {
            let is_wanted = |&vertex: &Vertex| self.status(vertex) == Some(wanted);
            points.iter().copied().filter(is_wanted).collect()
        };
        let is_stone = matches!(wanted, Status::Alive | Status::Seki | Status::Dead);
        let (chains, areas) = (self.chains.iter().filter(move |_| is_stone), areas);
        let listed = chains.chain(areas.filter(move |_| !is_stone)).map(of_status);
        listed.filter(|points| !points.is_empty())
    }
}

fn mark<'a>(
    all: &mut [Status],
    size: BoardSize,
    vertices: impl IntoIterator<Item = &'a Vertex>,
    status: Status,
) {
    for vertex in vertices {
        if let Some(known) = all.get_mut(vertex.index(size)) {
            *known = status;
        }
    }
}

/// For each point, indexed by [`Vertex::index`], the player for whom it counts, or `Some(None)` if
/// it counts for nobody. Points with living stones have `None`. `status` contains the statuses of
/// the stones.
fn owners(
    game: &GameState,
    status: &[Status],
    decided: &[(Vertex, Option<Color>)],
) -> Vec<Option<Option<Color>>> {
    let size = game.size();
    let is = |vertex: Vertex, wanted| status.get(vertex.index(size)) == Some(&wanted);
    let living = |vertex| game.stone_at(vertex).filter(|_| !is(vertex, Status::Dead));
    let has_eyes_taxed = game.rules().scoring == Scoring::Territory;
    let mut owners = vec![None; size.area()];
    for region in regions(size, |vertex| living(vertex).is_none().then_some(())) {
        let around = || region.iter().flat_map(|vertex| vertex.neighbours(size));
        let touches = |color| around().any(|neighbour| living(neighbour) == Some(color));
        let is_taxed = has_eyes_taxed && around().any(|neighbour| is(neighbour, Status::Seki));
        let owner = match (touches(Color::Black), touches(Color::White)) {
            (true, false) if !is_taxed => Some(Color::Black),
            (false, true) if !is_taxed => Some(Color::White),
            _ => None,
        };
        for vertex in region {
            if let Some(known) = owners.get_mut(vertex.index(size)) {
                *known = Some(owner);
            }
        }
    }
    for &(vertex, owner) in decided {
        if let Some(known @ Some(_)) = owners.get_mut(vertex.index(size)) {
            *known = Some(owner);
        }
    }
    owners
}

/// The score of the game. Under area scoring, a player's points are the player's living stones and
/// areas. Under territory scoring, they are the points in the player's areas, one more point for
/// each dead stone of the opponent, and the player's prisoners.
fn score(game: &GameState, status: &[Status], areas: &[Area]) -> Score {
    let owned = areas.iter().filter_map(|area| Some((area.owner?, area.points.len())));
    let areas: f64 = owned.map(|(owner, points)| by_sign(owner) * points as f64).sum();
    let with = |wanted: &[Status]| -> f64 {
        let vertices = game.size().vertices().zip(status);
        let stones = vertices.filter(|(_, status)| wanted.contains(status));
        stones.filter_map(|(vertex, _)| game.stone_at(vertex)).map(by_sign).sum()
    };
    let lead = match game.rules().scoring {
        Scoring::Area => areas + with(&[Status::Alive, Status::Seki]),
        Scoring::Territory => {
            let prisoners = |by| game.prisoners(by) as f64;
            areas - with(&[Status::Dead]) + prisoners(Color::Black) - prisoners(Color::White)
        }
    };
    Score::from_black_lead(lead - game.full_komi())
}

fn by_sign(color: Color) -> f64 {
    f64::from(color.sign())
}

/// The connected regions of points of the same kind. Points without a kind belong to no region.
///
/// Each region begins with its first point in row-by-row order from the top left, and the regions
/// are sorted by their first points.
pub fn regions<K: PartialEq>(
    size: BoardSize,
    kind: impl Fn(Vertex) -> Option<K>,
) -> Vec<Vec<Vertex>> {
    let mut seen = vec![false; size.area()];
    let mut first_visit = |vertex: Vertex| {
        seen.get_mut(vertex.index(size)).is_some_and(|seen| !std::mem::replace(seen, true))
    };
    let mut found = Vec::new();
    for start in size.vertices() {
        let Some(wanted) = kind(start).filter(|_| first_visit(start)) else { continue };
        let mut region = vec![start];
        let mut reached = 0;
        while let Some(&vertex) = region.get(reached) {
            reached += 1;
            for neighbour in vertex.neighbours(size) {
                if kind(neighbour).as_ref() == Some(&wanted) && first_visit(neighbour) {
                    region.push(neighbour);
                }
            }
        }
        found.push(region);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    /// Every status.
    const ALL: [Status; 6] = [
        Status::Alive,
        Status::Seki,
        Status::Dead,
        Status::Territory(Color::Black),
        Status::Territory(Color::White),
        Status::Dame,
    ];

    /// A black wall in column B, a white wall in column D, and a white stone behind Black's wall.
    fn walls() -> GameState {
        let rows = [".X.O.", ".X.O.", "OX.O.", ".X.O.", ".X.O."].join("\n");
        GameState::from_diagram(&rows, Rules::default(), Color::Black).unwrap()
    }

    fn vertices(names: &str) -> Vec<Vertex> {
        names.split_whitespace().map(|name| name.parse().unwrap()).collect()
    }

    fn names(count: &Count, status: Status) -> Vec<String> {
        let line = |points: Vec<Vertex>| points.iter().map(ToString::to_string).collect::<Vec<_>>();
        count.points(status).map(|points| line(points).join(" ")).collect()
    }

    #[test]
    fn every_point_has_one_status() {
        let game = walls();
        let count = game.count(&vertices("A3"), &[]);
        assert_eq!(names(&count, Status::Dead), ["A3"]);
        assert_eq!(names(&count, Status::Alive).len(), 2);
        assert_eq!(names(&count, Status::Territory(Color::Black)), ["A5 A4 A2 A1"]);
        assert_eq!(names(&count, Status::Dame).len(), 1);
        let listed: usize = ALL.iter().map(|status| count.points(*status).flatten().count()).sum();
        assert_eq!(listed, 25);
        for status in ALL {
            for vertex in count.points(status).flatten() {
                assert_eq!(count.status(vertex), Some(status), "{vertex}");
            }
        }
        assert_eq!(count.status("F1".parse().unwrap()), None);
    }

    #[test]
    fn eyes_of_a_seki_are_territory_by_area_only() {
        let mut game = walls();
        let (dead, seki) = (vertices("A3"), vertices("B1 B2 B3 B4 B5"));
        let area = game.count(&dead, &seki);
        assert_eq!(names(&area, Status::Territory(Color::Black)).len(), 1);
        game.set_rules(Rules { scoring: Scoring::Territory, ..Rules::default() });
        let territory = game.count(&dead, &seki);
        assert!(names(&territory, Status::Territory(Color::Black)).is_empty());
        assert_eq!(names(&territory, Status::Dame).len(), 2);
        // One prisoner against White's five points.
        assert_eq!(territory.score().black_lead(), 1.0 - 5.0);
    }

    #[test]
    fn lists_and_score_agree() {
        let game = walls();
        for dead in ["", "A3", "D2"] {
            let count = game.count(&vertices(dead), &[]);
            let points = |color| {
                let living = [Status::Alive, Status::Seki]
                    .into_iter()
                    .flat_map(|status| count.points(status).flatten())
                    .filter(|&vertex| game.stone_at(vertex) == Some(color));
                let territory = count.points(Status::Territory(color)).flatten();
                // The point under a dead stone belongs to the area around it.
                let dead = count.points(Status::Dead).flatten();
                let taken = dead.filter(|&vertex| game.stone_at(vertex) == Some(!color));
                (living.count() + territory.count() + taken.count()) as f64
            };
            let lead = points(Color::Black) - points(Color::White);
            assert_eq!(count.score().black_lead(), lead);
        }
    }

    #[test]
    fn chains_die_as_a_whole_and_empty_points_do_not() {
        let game = walls();
        let count = game.count(&vertices("D3 C1"), &[]);
        assert_eq!(names(&count, Status::Dead), ["D5 D4 D3 D2 D1"]);
        assert_eq!(count.score(), game.score(&vertices("D1"), &[]));
    }

    #[test]
    fn owners_that_are_decided_count_and_living_stones_stay() {
        let game = walls();
        let owner = |name: &str, owner| (vertices(name)[0], owner);
        let decided = [
            owner("C1", Some(Color::Black)),
            owner("C2", Some(Color::Black)),
            owner("E5", None),
            owner("B1", Some(Color::White)),
        ];
        let count = game.count_decided(&[], &[], &decided);
        assert_eq!(names(&count, Status::Territory(Color::Black)), ["C2 C1"]);
        assert_eq!(names(&count, Status::Territory(Color::White)), ["E4 E3 E2 E1"]);
        assert_eq!(count.status("B1".parse().unwrap()), Some(Status::Alive));
        assert_eq!(count.score().black_lead(), 5.0 + 2.0 - 6.0 - 4.0);
    }
}
