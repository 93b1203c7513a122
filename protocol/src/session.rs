//! The part of a connection's state that concerns the protocol.

use crate::arguments::ArgumentError;
use crate::failure::Failure;
use crate::interrupts::Interrupts;

/// The state of a connection: a player with its game. The server executes commands on it one at a
/// time, using the handlers of a [`Table`](crate::Table).
pub trait Session: Sized + 'static {
    /// The reason why a command of this session failed.
    type Error: From<Failure> + From<ArgumentError> + Into<Failure>;

    /// The name of the program.
    fn name(&self) -> &str;

    /// The version of the program: numbers separated by dots.
    fn version(&self) -> &str;

    /// The flags that tell a running command to end.
    fn interrupts(&self) -> &Interrupts;

    /// Called before each command: saves whatever [`restore`](Self::restore) needs to return to the
    /// current state.
    fn begin(&mut self);

    /// Called after a command has panicked: restores the game to its state before the command.
    fn restore(&mut self);

    /// Whether the player may ponder while it waits for the next command.
    fn may_ponder(&self) -> bool {
        false
    }

    /// Ponders until the interrupts are raised.
    fn ponder(&mut self) {}
}
