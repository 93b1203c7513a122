//! Plans of games, the choice of moves, and labels, without a network. Whole runs are tested with
//! networks in `tests/labelling.rs`.

use engine::rules::{GameState, Rules};
use engine::vocabulary::{BoardSize, Color, Move, Random, Vertex};
use network::evaluation::Evaluation;
use playouts::labels::Label;

use super::judgement::Judgement;
use super::labeller::label;
use super::plan::Plan;

const NINE: BoardSize = BoardSize::square(9);

/// The evaluation of a position about which nothing is known.
const EVEN: Evaluation = Evaluation {
    policy: Vec::new(),
    win: 0.5,
    loss: 0.5,
    no_result: 0.0,
    score: 0.0,
    score_deviation: 1.0,
    lead: 0.0,
    errors: None,
    ownership: Vec::new(),
};

fn plans(size: BoardSize) -> Vec<GameState> {
    let start = |number| {
        let mut random = Random::new(1, number);
        Plan::draw(size, None, &mut random).start()
    };
    (0..1000).map(start).collect()
}

#[test]
fn most_games_are_even_and_some_are_not() {
    let games = plans(NINE);
    let count = |is: &dyn Fn(&GameState) -> bool| games.iter().filter(|game| is(game)).count();
    assert!((450..550).contains(&count(&|game| game.komi() == 7.5)));
    let usual = [7.5, 7.0, 6.5, 5.5, 0.5];
    let unusual = |game: &GameState| !usual.contains(&game.komi());
    assert!((60..140).contains(&count(&unusual)));
    let largest = games.iter().map(|game| game.komi().abs()).fold(0.0, f64::max);
    assert!((19.0..=20.0).contains(&largest), "{largest}");
    assert!((70..130).contains(&count(&|game| game.handicap() > 0)));
    let most = games.iter().map(GameState::handicap).max();
    assert_eq!(most, Some(9));
    let handicap = |game: &GameState| game.handicap() > 0 && game.komi() != 0.5;
    assert_eq!(count(&handicap), 0);
    let small = plans(BoardSize::square(5));
    assert!(small.iter().all(|game| game.handicap() == 0), "there is no room for a handicap");
    let high = small.iter().filter(|game| game.komi().abs() > 25.0).count();
    assert!((40..160).contains(&high), "some have a komi that nobody can make up for: {high}");
}

#[test]
fn games_draw_their_rules_unless_these_are_given() {
    let games = plans(NINE);
    let count = |rules: &str| {
        let rules = Rules::preset(rules).unwrap();
        games.iter().filter(|game| game.rules() == rules).count()
    };
    assert!((350..450).contains(&count("chinese")));
    assert!((150..250).contains(&count("japanese")));
    assert!((70..130).contains(&count("new-zealand")));
    let given = Rules::preset("cgos").unwrap();
    let start = |number| Plan::draw(NINE, Some(given), &mut Random::new(1, number)).start();
    assert!((0..20).all(|number| start(number).rules() == given));
}

/// How often each move is drawn after this many moves, in plans of 1000 games.
fn drawn(policy: &[(usize, f32)], moves: usize) -> Vec<usize> {
    drawn_by(policy, policy, moves)
}

/// The same, where a search shares its simulations out and the network has another policy.
fn drawn_by(search: &[(usize, f32)], policy: &[(usize, f32)], moves: usize) -> Vec<usize> {
    let all = |chances: &[(usize, f32)]| {
        let mut all = vec![None; 82];
        chances.iter().for_each(|&(at, chance)| all[at] = Some(chance));
        all
    };
    let evaluation = Evaluation { policy: all(search), ..EVEN };
    let judgement = Judgement { evaluation, thinkable: all(policy) };
    let mut counts = vec![0; 82];
    for number in 0..1000 {
        let mut random = Random::new(2, number);
        let plan = Plan::draw(NINE, Some(Rules::default()), &mut random);
        let mut game = GameState::new(NINE, Rules::default(), 7.5);
        for vertex in NINE.vertices().take(moves) {
            game.play(game.to_move(), Move::Play(vertex)).unwrap();
        }
        let mv = plan.draw_move(&game, &judgement, &mut random);
        counts[mv.vertex().map_or(81, |vertex| vertex.index(NINE))] += 1;
    }
    counts
}

#[test]
fn moves_are_drawn_from_a_search_and_slips_from_what_the_network_thinks_of() {
    let counts = drawn_by(&[(60, 0.9), (61, 0.1)], &[(60, 0.5), (61, 0.3), (70, 0.2)], 20);
    assert!(counts[60] > 900 && (1..40).contains(&counts[70]), "{counts:?}");
}

#[test]
fn moves_are_drawn_from_the_policy_and_later_by_the_style_of_the_game() {
    let policy = [(60, 0.599), (61, 0.3), (62, 0.001), (81, 0.1)];
    let opening = drawn(&policy, 0);
    assert!((540..660).contains(&opening[60]) && (240..360).contains(&opening[61]));
    assert!((70..130).contains(&opening[81]) && opening[62] == 0);
    let later = drawn(&policy, 20);
    // The first two are drawn as 5.6 to 1 in half of the games, 2 to 1 in a quarter, and 1.4 to 1
    // in the others.
    assert!((650..760).contains(&later[60]) && (200..300).contains(&later[61]), "{later:?}");
    assert!((1..20).contains(&later[62]), "only as a random move: {later:?}");
}

#[test]
fn the_player_passes_if_no_move_is_likely() {
    assert_eq!(drawn(&[], 4)[81], 1000);
    assert_eq!(drawn(&[(5, 0.001)], 0)[81], 1000);
}

#[test]
fn labels_are_from_whites_perspective() {
    let mut policy = vec![None; 82];
    (0..30).for_each(|at| policy[at] = Some(0.001 * (at + 1) as f32));
    policy[81] = Some(0.5);
    policy[50] = Some(0.0004);
    let mut ownership = vec![0.0; 81];
    ownership[3] = 0.96;
    let evaluation =
        Evaluation { policy, win: 0.6, loss: 0.3, no_result: 0.1, lead: 2.54, ownership, ..EVEN };
    let black = label(&evaluation, NINE, Color::Black, true);
    let Label { policy, white_wins, white_leads, owners } = &black;
    assert_eq!((*white_wins, *white_leads, owners[3], owners[4]), (3000, -25, -9, 0));
    assert_eq!((policy.len(), policy[0]), (20, (Move::Pass, 5000)));
    assert_eq!(policy[1], (Move::from(Vertex::from_index(29, NINE)), 300));
    let white = label(&evaluation, NINE, Color::White, false);
    assert_eq!((white.white_wins, white.white_leads, white.owners.len()), (6000, 25, 0));
    assert_eq!(&white.policy, policy);
}
