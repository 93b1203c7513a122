//! The end of a game: which stones are dead, and the score that follows.
//!
//! The program proposes, and the person corrects it until both agree.

use engine::player::Judgement;
use engine::rules::{Area, Count, GameState, Rules, Status};
use engine::vocabulary::{Color, Vertex};

/// The largest number of points between the players that may be of use to nobody.
const MOST_NEUTRAL: usize = 4;

/// The dead stones and the stones in seki at the end of a game, as agreed so far.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Counting {
    dead: Vec<Vertex>,
    seki: Vec<Vertex>,
}

impl Counting {
    /// What the program proposes at the end of a game with these rules.
    pub(crate) fn new(judgement: Judgement, rules: Rules) -> Self {
        Self { dead: judgement.removed(rules).to_vec(), seki: judgement.seki }
    }

    /// The count with these dead stones.
    pub(crate) fn count(&self, game: &GameState) -> Count {
        game.count(&self.dead, &self.seki)
    }

    /// The number of points that count for nobody because they lie open to both players: those of
    /// larger areas at whose edges both have living stones, and none are in seki.
    pub(crate) fn open_points(&self, game: &GameState) -> usize {
        let count = self.count(game);
        let touches = |area: &Area, color: Color, status: Status| {
            let is_wanted =
                |at: Vertex| game.stone_at(at) == Some(color) && count.status(at) == Some(status);
            area.points.iter().any(|point| point.neighbours(game.size()).any(is_wanted))
        };
        let is_open = |area: &&Area| {
            area.owner.is_none()
                && area.points.len() > MOST_NEUTRAL
                && Color::BOTH.into_iter().all(|color| touches(area, color, Status::Alive))
                && !Color::BOTH.into_iter().any(|color| touches(area, color, Status::Seki))
        };
        count.areas().iter().filter(is_open).map(|area| area.points.len()).sum()
    }

    /// Switches the group of the stone at `at` between dead and alive: all stones of the same owner
    /// and status that are connected with it, directly or through territory.
    ///
    /// # Errors
    /// If there is no stone on the point.
    pub(crate) fn toggle(&mut self, game: &GameState, at: Vertex) -> Result<(), String> {
        let owner = game.stone_at(at).ok_or_else(|| format!("There is no stone at {at}."))?;
        let count = self.count(game);
        let was_dead = count.status(at) == Some(Status::Dead);
        let group = group(game, &count, owner, at);
        self.dead.retain(|stone| !group.contains(stone));
        if !was_dead {
            self.dead.extend(group);
        }
        Ok(())
    }
}

/// The stones of `owner` that are connected with the one on `at`, directly or by points that count
/// for somebody, and have the same status. Points that count for nobody separate groups.
fn group(game: &GameState, count: &Count, owner: Color, at: Vertex) -> Vec<Vertex> {
    let status = count.status(at);
    let belongs = |vertex: Vertex| match game.stone_at(vertex) {
        Some(color) => color == owner && count.status(vertex) == status,
        None => matches!(count.status(vertex), Some(Status::Territory(_))),
    };
    let mut found = vec![at];
    let mut next = 0;
    while let Some(&vertex) = found.get(next) {
        next += 1;
        let around: Vec<Vertex> = vertex.neighbours(game.size()).collect();
        found.extend(
            around
                .into_iter()
                .filter(|&at| belongs(at) && !found.contains(&at))
                .collect::<Vec<_>>(),
        );
    }
    found.retain(|&vertex| game.stone_at(vertex).is_some());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vertex(text: &str) -> Vertex {
        text.parse().unwrap()
    }

    /// Black has the left, with two White stones in it, and White the right. D3 counts for nobody.
    const BOARD: &str = ". O X . O .
                         O . X . O .
                         . . X . O .
                         . X X . O .
                         . . X O O .";

    #[test]
    fn no_stone_is_dead_at_first_if_the_rules_remove_none() {
        let rules = Rules { friendly_pass: false, ..Rules::default() };
        let judgement = Judgement { dead: vec![vertex("B5")], ..Judgement::default() };
        assert!(Counting::new(judgement.clone(), rules).dead.is_empty());
        assert_eq!(Counting::new(judgement, Rules::default()).dead, [vertex("B5")]);
    }

    #[test]
    fn open_borders_leave_points_to_nobody() {
        let rules = Rules::default();
        let open = "..X.O\n..X.O\n.....\n.....\n.....";
        let game = GameState::from_diagram(open, rules, Color::Black).unwrap();
        assert_eq!(Counting::new(Judgement::default(), rules).open_points(&game), 21);
        // Two stones of White, unless they are dead, have a share in the left side.
        let game = GameState::from_diagram(BOARD, rules, Color::Black).unwrap();
        let mut counting = Counting::new(Judgement::default(), rules);
        assert_eq!(counting.open_points(&game), 6);
        counting.toggle(&game, vertex("B5")).unwrap();
        assert_eq!(counting.open_points(&game), 0, "the column between the players is neutral");
    }

    #[test]
    fn a_group_is_switched_as_a_whole() {
        let mut game = GameState::from_diagram(BOARD, Rules::default(), Color::Black).unwrap();
        game.set_komi(0.5);
        let mut counting = Counting::new(Judgement::default(), game.rules());
        counting.toggle(&game, vertex("B5")).unwrap();
        let count = counting.count(&game);
        for stone in ["B5", "A4"] {
            assert_eq!(count.status(vertex(stone)), Some(Status::Dead), "{stone}");
        }
        for alive in ["C5", "E5", "D1"] {
            assert_eq!(count.status(vertex(alive)), Some(Status::Alive), "{alive}");
        }
        // 15 points for Black, and 11 for White.
        assert_eq!(count.score().black_lead(), 15.0 - 11.0 - 0.5);
        counting.toggle(&game, vertex("A4")).unwrap();
        assert_eq!(counting, Counting::new(Judgement::default(), game.rules()));
        assert_eq!(
            counting.toggle(&game, vertex("D3")),
            Err("There is no stone at D3.".to_owned())
        );
    }
}
