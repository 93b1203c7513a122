//! The protocols UCI and UCCI, by which programs for chess and Chinese chess talk to boards in a
//! window and to match runners, line by line.
//!
//! UCI is spoken as Fairy-Stockfish does or as Pikafish does, which count ranks from 1 and from 0;
//! UCCI is the protocol of ElephantEye. They agree in most of their commands, so one reader serves
//! both, and a [`Dialect`] says where they differ.
//!
//! | module | contents |
//! | --- | --- |
//! | `dialect` | where the two protocols differ |
//! | `game` | the line `position` |
//! | `limits` | the line `go` |
//! | `report` | what is said of a search |
//! | `session` | the lines that come, and the search that runs beside them |
//! | `setting` | the line `setoption` |

mod dialect;
mod game;
mod limits;
mod report;
mod session;
mod setting;
#[cfg(test)]
mod tests;

pub(super) use dialect::Dialect;
pub(super) use session::serve;
