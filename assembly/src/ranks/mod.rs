//! Several processes search as one: this one, which leads, and helpers that it starts as a child.
//!
//! | file | contents |
//! | --- | --- |
//! | `frame` | what goes through a pipe or any other connection, in bytes |
//! | `outbox` | frames that wait to be sent, bounded |
//! | `mail` | the messages between a search and the other ranks |
//! | `order` | what the leader tells the helpers to do |
//! | `told_game` | a game and a player in the words of an order |
//! | `tidings` | what helpers tell the leader about themselves |
//! | `helper` | a rank that does what the leader says |
//! | `pipe_rank` | a helper at standard input and output |
//! | `command_words` | the words of a command line |
//! | `hosts` | the hosts that a command names, and which of them answer |
//! | `last_words` | what the child has written to standard error |
//! | `restarts` | when the child is started again |
//! | `cluster` | the helpers, as the leader sees them; they are started again when they are lost |
//! | `leader` | the search of this process together with those of the helpers |
//! | `division` | the division of the opponent's replies among the helpers |
//!
//! What ranks tell one another about the game is made and merged by `engine::search`; it passes here
//! unread. The program `mengxi-cluster` in the crate `cluster` carries the same frames by MPI. A
//! leader never waits for its helpers, and plays on alone without them.

mod cluster;
mod command_words;
mod division;
mod frame;
mod helper;
mod hosts;
mod last_words;
mod leader;
mod mail;
mod order;
mod outbox;
mod pipe_rank;
mod restarts;
mod tidings;
mod told_game;

pub use cluster::Cluster;
pub use command_words::CommandWords;
pub use frame::{Frame, Kind, MOST_BYTES};
pub use helper::{Carrier, HelperSettings, Incoming, PAUSE, help};
pub use outbox::Outbox;
pub use pipe_rank::{Input, help_through_pipes, write_frames};
