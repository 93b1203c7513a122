//! Counts the rare events in a game, so that random tests can check that they occurred.

/// The numbers of rare events in a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Encounters {
    /// Moves played.
    pub moves: usize,
    /// Illegal moves.
    pub refused: usize,
    /// Moves that captured.
    pub captures: usize,
    /// Moves that captured two or more chains.
    pub double_captures: usize,
    /// Moves that captured two or more stones.
    pub many_captured: usize,
    /// Moves that connected two or more of the player's own chains.
    pub connections: usize,
    /// Suicides played.
    pub suicides: usize,
    /// Suicides that were illegal.
    pub suicide_bans: usize,
    /// Moves that the simple ko rule forbade.
    pub ko_bans: usize,
    /// Moves forbidden because they would have repeated an earlier position.
    pub positional_bans: usize,
    /// Moves forbidden because they would have repeated an earlier position with the same player to
    /// move.
    pub situational_bans: usize,
    /// Passes.
    pub passes: usize,
    /// Moves made out of turn.
    pub out_of_turn: usize,
    /// Moves taken back.
    pub undone: usize,
}

impl Encounters {
    /// Each count with its name.
    pub fn named(&self) -> [(&'static str, usize); 14] {
        [
            ("moves", self.moves),
            ("refused moves", self.refused),
            ("captures", self.captures),
            ("captures of two chains", self.double_captures),
            ("captures of two stones", self.many_captured),
            ("connections", self.connections),
            ("suicides", self.suicides),
            ("forbidden suicides", self.suicide_bans),
            ("simple ko bans", self.ko_bans),
            ("positional superko bans", self.positional_bans),
            ("situational superko bans", self.situational_bans),
            ("passes", self.passes),
            ("moves out of turn", self.out_of_turn),
            ("moves taken back", self.undone),
        ]
    }

    /// Adds the counts of another game.
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.refused += other.refused;
        self.captures += other.captures;
        self.double_captures += other.double_captures;
        self.many_captured += other.many_captured;
        self.connections += other.connections;
        self.suicides += other.suicides;
        self.suicide_bans += other.suicide_bans;
        self.ko_bans += other.ko_bans;
        self.positional_bans += other.positional_bans;
        self.situational_bans += other.situational_bans;
        self.passes += other.passes;
        self.out_of_turn += other.out_of_turn;
        self.undone += other.undone;
    }
}
