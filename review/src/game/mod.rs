//! The review of a whole game: what each move was worth, and what was better.
//!
//! | module | holds |
//! | --- | --- |
//! | [`data`] | the data of a review |
//! | [`quick`] | a quick review of a game in progress |
//! | [`reviewer`] | the search of the positions of a game |
//! | `tempo` | removes the advantage that a search gives to the player to move |
//! | `assessment` | what each move was worth, from what was found in the positions |
//! | [`words`] | a review in words |
//! | [`record`] | a review as additions to the game's record |
//! | [`page`] | a review as a page for browsers |
//! | `page_data` | the data of that page in compact form |

mod assessment;
pub mod data;
pub mod page;
mod page_data;
pub mod quick;
pub mod record;
pub mod reviewer;
mod tempo;
#[cfg(test)]
mod tests;
pub mod words;
