//! A judgement of the stones, carried through to every point of the board.
//!
//! `final_score`, `final_status` and `final_status_list` all answer from one verdict, so that they
//! never contradict each other. Chains are judged as a whole.

use engine::player::Judgement;
use engine::rules::{GameState, Score, Scoring};
use engine::vocabulary::{BoardSize, Color, Vertex};

/// What becomes of a point when the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// A living stone.
    Alive,
    /// A stone that lives in seki.
    Seki,
    /// A dead stone.
    Dead,
    /// An empty point of this player's.
    Territory(Color),
    /// An empty point of nobody's.
    Dame,
}

impl Status {
    /// All that `final_status_list` can list, with their names.
    pub const NAMES: [(&'static str, Self); 6] = [
        ("alive", Self::Alive),
        ("seki", Self::Seki),
        ("dead", Self::Dead),
        ("white_territory", Self::Territory(Color::White)),
        ("black_territory", Self::Territory(Color::Black)),
        ("dame", Self::Dame),
    ];

    /// Its name in the protocol.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, status)| *status == self).map_or("", |(name, _)| name)
    }

    /// The status of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, status)| *status)
    }
}

/// Vertices that share a status, and are connected where they are stones.
type Group = (Status, Vec<Vertex>);

/// The end of the game, point by point.
#[derive(Clone, Debug)]
pub struct Verdict {
    size: BoardSize,
    stones: Vec<Option<Color>>,
    groups: Vec<Group>,
}

impl Verdict {
    /// The verdict on the position of `game` that follows from `judgement`.
    pub fn new(game: &GameState, judgement: &Judgement) -> Self {
        let (size, stones) = (game.size(), stones(game));
        let stone_at = |vertex: Vertex| stones.get(vertex.index(size)).copied().flatten();
        let mut groups = Vec::new();
        for chain in regions(size, stone_at) {
            let any = |list: &[Vertex]| chain.iter().any(|vertex| list.contains(vertex));
            let status = match () {
                () if any(&judgement.dead) => Status::Dead,
                () if any(&judgement.seki) => Status::Seki,
                () => Status::Alive,
            };
            groups.push((status, chain));
        }
        let (dead, seki) =
            (marked(&groups, Status::Dead, size), marked(&groups, Status::Seki, size));
        let is_in =
            |set: &[bool], vertex: Vertex| set.get(vertex.index(size)).copied().unwrap_or_default();
        let is_dead = |vertex: Vertex| is_in(&dead, vertex);
        let has_eyes_taxed = game.rules().scoring == Scoring::Territory;
        let is_living = |vertex: Vertex| stone_at(vertex).filter(|_| !is_dead(vertex));
        for region in regions(size, |vertex| is_living(vertex).is_none().then_some(())) {
            let around = || region.iter().flat_map(|vertex| vertex.neighbours(size));
            let borders = |color| around().any(|neighbour| is_living(neighbour) == Some(color));
            let is_nobodys = has_eyes_taxed && around().any(|neighbour| is_in(&seki, neighbour));
            let status = match (borders(Color::Black), borders(Color::White)) {
                _ if is_nobodys => Status::Dame,
                (true, false) => Status::Territory(Color::Black),
                (false, true) => Status::Territory(Color::White),
                _ => Status::Dame,
            };
            let empty: Vec<_> =
                region.into_iter().filter(|&vertex| stone_at(vertex).is_none()).collect();
            groups.push((status, empty));
        }
        Self { size, stones, groups }
    }

    /// Whether these are the stones that were judged.
    pub fn is_about(&self, game: &GameState) -> bool {
        self.size == game.size() && self.stones == stones(game)
    }

    /// The score of `game` with the dead stones gone.
    pub fn score(&self, game: &GameState) -> Score {
        let all = |status| listed(&self.groups, status).collect::<Vec<_>>();
        game.score(&all(Status::Dead), &all(Status::Seki))
    }

    /// What becomes of one point.
    pub fn status(&self, vertex: Vertex) -> Option<Status> {
        self.groups.iter().find(|(_, group)| group.contains(&vertex)).map(|(status, _)| *status)
    }

    /// All chains, or regions of empty points, of one status.
    pub fn groups(&self, wanted: Status) -> impl Iterator<Item = &[Vertex]> {
        let of_status = self.groups.iter().filter(move |(status, _)| *status == wanted);
        of_status.map(|(_, group)| group.as_slice()).filter(|group| !group.is_empty())
    }
}

/// A mark at the index of each vertex of one status.
fn marked(groups: &[Group], wanted: Status, size: BoardSize) -> Vec<bool> {
    let mut marks = vec![false; size.area()];
    for vertex in listed(groups, wanted) {
        if let Some(mark) = marks.get_mut(vertex.index(size)) {
            *mark = true;
        }
    }
    marks
}

fn listed(groups: &[Group], wanted: Status) -> impl Iterator<Item = Vertex> {
    let of_status = groups.iter().filter(move |(status, _)| *status == wanted);
    of_status.flat_map(|(_, group)| group.iter().copied())
}

fn stones(game: &GameState) -> Vec<Option<Color>> {
    game.size().vertices().map(|vertex| game.stone_at(vertex)).collect()
}

/// The connected regions of points of one kind. Points without a kind belong to none.
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
    use engine::rules::Rules;
    use engine::vocabulary::Move;

    use super::*;

    fn game(black: &str, white: &str) -> GameState {
        let mut game = GameState::new(BoardSize::square(5), Rules::default(), 0.0);
        // White first: Black's stones in a row at the start would count as a handicap.
        for (color, vertices) in [(Color::White, white), (Color::Black, black)] {
            for vertex in vertices.split_whitespace() {
                game.play(color, Move::Play(vertex.parse().unwrap())).unwrap();
            }
        }
        game
    }

    /// Black's wall in column B, White's in column D, and a white stone behind Black's wall.
    fn walls() -> GameState {
        game("B1 B2 B3 B4 B5", "D1 D2 D3 D4 D5 A3")
    }

    fn names(verdict: &Verdict, status: Status) -> Vec<String> {
        let line =
            |group: &[Vertex]| group.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        verdict.groups(status).map(line).collect()
    }

    #[test]
    fn every_point_has_one_status() {
        let game = walls();
        let judgement = Judgement { dead: vec!["A3".parse().unwrap()], ..Default::default() };
        let verdict = Verdict::new(&game, &judgement);
        assert_eq!(names(&verdict, Status::Dead), ["A3"]);
        assert_eq!(names(&verdict, Status::Alive).len(), 2);
        assert_eq!(
            names(&verdict, Status::Territory(Color::Black)).concat().len(),
            "A1 A2 A4 A5".len()
        );
        assert_eq!(names(&verdict, Status::Dame).len(), 1);
        let listed: usize = Status::NAMES
            .iter()
            .map(|(_, status)| verdict.groups(*status).map(<[_]>::len).sum::<usize>())
            .sum();
        assert_eq!(listed, 25);
        for vertex in game.size().vertices() {
            assert!(verdict.status(vertex).is_some(), "{vertex}");
        }
    }

    #[test]
    fn eyes_of_a_seki_are_territory_by_area_only() {
        let mut game = walls();
        let seki = ["B1", "B2", "B3", "B4", "B5"].map(|text| text.parse().unwrap()).to_vec();
        let dead = vec!["A3".parse().unwrap()];
        let judgement = Judgement { dead, seki, ..Default::default() };
        let area = Verdict::new(&game, &judgement);
        assert_eq!(names(&area, Status::Territory(Color::Black)).len(), 1);
        game.set_rules(Rules { scoring: Scoring::Territory, ..Rules::default() });
        let territory = Verdict::new(&game, &judgement);
        assert!(names(&territory, Status::Territory(Color::Black)).is_empty());
        assert_eq!(names(&territory, Status::Dame).len(), 2);
        // A prisoner against White's five points.
        assert_eq!(territory.score(&game).black_lead(), 1.0 - 5.0);
    }

    #[test]
    fn lists_and_score_agree() {
        let game = walls();
        for dead in [vec![], vec!["A3"], vec!["D2"]] {
            let dead = dead.iter().map(|vertex| vertex.parse().unwrap()).collect();
            let verdict = Verdict::new(&game, &Judgement { dead, ..Default::default() });
            let points = |color| {
                let living = [Status::Alive, Status::Seki]
                    .into_iter()
                    .flat_map(|status| verdict.groups(status).flatten().copied())
                    .filter(|&vertex| game.stone_at(vertex) == Some(color));
                let territory = verdict.groups(Status::Territory(color)).flatten();
                // A dead stone's own point goes with the region it stands in.
                let dead = verdict.groups(Status::Dead).flatten();
                let taken = dead.filter(|&&vertex| game.stone_at(vertex) == Some(!color));
                (living.count() + territory.count() + taken.count()) as f64
            };
            let lead = points(Color::Black) - points(Color::White);
            assert_eq!(verdict.score(&game).black_lead(), lead);
        }
    }

    #[test]
    fn chains_die_as_a_whole_and_empty_points_do_not() {
        let game = walls();
        let dead = vec!["D3".parse().unwrap(), "C1".parse().unwrap()];
        let verdict = Verdict::new(&game, &Judgement { dead, ..Default::default() });
        assert_eq!(names(&verdict, Status::Dead), ["D5 D4 D3 D2 D1"]);
    }

    #[test]
    fn a_verdict_is_about_its_stones_only() {
        let mut game = walls();
        let verdict = Verdict::new(&game, &Judgement::default());
        game.play(Color::Black, Move::Pass).unwrap();
        assert!(verdict.is_about(&game));
        game.play(Color::Black, Move::Play("E5".parse().unwrap())).unwrap();
        assert!(!verdict.is_about(&game));
    }
}
