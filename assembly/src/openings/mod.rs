//! Opening books for Go.
//!
//! | module | contents |
//! | --- | --- |
//! | `choice` | the book that a player uses: none, one inside the program, or one from a file |
//! | `go_game` | a game of Go as a book sees it |
//! | `go_opening` | a book from which a player of Go takes its moves |
//! | `text_book` | the text books of Fuego and Pachi |
//! | `records` | books made of game records: how often the winners played a move |

mod choice;
mod go_game;
mod go_opening;
mod records;
mod text_book;

pub use choice::{BookChoice, OpeningChoice, lines};
pub use go_game::{GoGame, subject, utility, win_rate};
pub use go_opening::{GoMove, GoOpening};
pub use records::of_records;
pub use text_book::{TextBookError, of_text};
