//! The arguments specific to Go: colours, vertices and moves, in upper or lower case.

use engine::vocabulary::{BoardSize, Color, Move, Vertex};
use protocol::{ArgumentError, Arguments, clip};

/// Reads the next argument of a command as a Go term.
pub(crate) trait GoArguments {
    /// A colour: `b`, `w`, `black` or `white`.
    ///
    /// # Errors
    /// If the next argument is missing or is not a colour.
    fn color(&mut self) -> Result<Color, ArgumentError>;

    /// A colour, if the next argument is one. Any other argument is left unread.
    fn optional_color(&mut self) -> Option<Color>;

    /// A vertex such as `D4`.
    ///
    /// # Errors
    /// If the next argument is missing or is not a vertex. `pass` is not a vertex.
    fn vertex(&mut self) -> Result<Vertex, ArgumentError>;

    /// A vertex on a board of this size.
    ///
    /// # Errors
    /// If the next argument is missing or is not a vertex on a board of this size.
    fn vertex_on(&mut self, size: BoardSize) -> Result<Vertex, ArgumentError>;

    /// A vertex or `pass`.
    ///
    /// # Errors
    /// If the next argument is missing or is neither.
    fn play(&mut self) -> Result<Move, ArgumentError>;
}

impl GoArguments for Arguments<'_> {
    fn color(&mut self) -> Result<Color, ArgumentError> {
        self.parsed("a colour (b, w, black or white)", |word| {
            let is = |name: &str| word.eq_ignore_ascii_case(name);
            if is("b") || is("black") {
                Some(Color::Black)
            } else if is("w") || is("white") {
                Some(Color::White)
            } else {
                None
            }
        })
    }

    fn optional_color(&mut self) -> Option<Color> {
        let mut ahead = self.clone();
        let color = ahead.color().ok()?;
        *self = ahead;
        Some(color)
    }

    fn vertex(&mut self) -> Result<Vertex, ArgumentError> {
        self.parsed("a vertex (a letter A to Z without I and a row 1 to 25)", |word| {
            word.parse().ok()
        })
    }

    fn vertex_on(&mut self, size: BoardSize) -> Result<Vertex, ArgumentError> {
        let word = self.clone().next_word()?.unwrap_or_default();
        let vertex = self.vertex()?;
        if size.contains(vertex) {
            return Ok(vertex);
        }
        let expected = format!("a vertex of the {size} board");
        Err(ArgumentError::OutOfRange { found: clip(word), expected })
    }

    fn play(&mut self) -> Result<Move, ArgumentError> {
        let expected = "a vertex (a letter A to Z without I and a row 1 to 25) or pass";
        self.parsed(expected, |word| {
            if word.eq_ignore_ascii_case("pass") {
                return Some(Move::Pass);
            }
            word.parse().ok().map(Move::Play)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_vertices_may_have_any_case() {
        for text in ["b d4", "B D4", "Black D4", "BLACK d4"] {
            let mut arguments = Arguments::new(text);
            assert_eq!(arguments.color(), Ok(Color::Black));
            assert_eq!(arguments.play(), Ok(Move::Play(Vertex::new(3, 3))));
            assert_eq!(arguments.finish(), Ok(()));
        }
        assert_eq!(Arguments::new("PASS").play(), Ok(Move::Pass));
        assert!(Arguments::new("pass").vertex().is_err());
        assert!(Arguments::new("resign").play().is_err());
        assert!(Arguments::new("x").color().is_err());
    }

    #[test]
    fn a_colour_may_be_left_out() {
        let mut arguments = Arguments::new("w 50");
        assert_eq!(arguments.optional_color(), Some(Color::White));
        assert_eq!(arguments.optional_color(), None);
        assert_eq!(arguments.word("a number"), Ok("50"));
        assert_eq!(arguments.optional_color(), None);
    }

    #[test]
    fn a_vertex_outside_the_board_is_named_with_the_size() {
        let error = Arguments::new("t20").vertex_on(BoardSize::square(9)).unwrap_err().to_string();
        assert!(error.contains("'t20'") && error.contains("9x9"), "{error}");
        let long = Arguments::new(&"é".repeat(1000)).color().unwrap_err().to_string();
        assert!(long.chars().count() < 120, "{long}");
    }
}
