//! The state of a connection, as far as the protocol has to know it.

use crate::arguments::ArgumentError;
use crate::failure::Failure;
use crate::interrupts::Interrupts;

/// The state of a connection: a player with its game. The server executes one command after the
/// other on it, by the handlers of a [`Table`](crate::Table).
pub trait Session: Sized + 'static {
    /// Why a command of this session failed.
    type Error: From<Failure> + From<ArgumentError> + Into<Failure>;

    /// The name of the program.
    fn name(&self) -> &str;

    /// The version of the program: numbers with points between them.
    fn version(&self) -> &str;

    /// The flags by which a running command is told to end.
    fn interrupts(&self) -> &Interrupts;

    /// Called before each command: [`restore`](Self::restore) leads back to here.
    fn begin(&mut self);

    /// Called after a command that has panicked: puts the game back to where it was before.
    fn restore(&mut self);

    /// Whether the player may think while it waits for the next command.
    fn may_ponder(&self) -> bool {
        false
    }

    /// Thinks until the interrupts are raised.
    fn ponder(&mut self) {}
}
