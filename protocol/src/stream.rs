//! An answer that is written while its command runs: a first line with the id of the request,
//! further lines as they become available, and an empty line.

/// The output of a command that answers line by line.
pub struct Stream<'a> {
    id: &'a str,
    is_open: bool,
    write: &'a mut dyn FnMut(&str),
}

impl<'a> Stream<'a> {
    /// Creates the output for the request with this id. `write` must send its text immediately.
    pub fn new(id: &'a str, write: &'a mut dyn FnMut(&str)) -> Self {
        Self { id, is_open: false, write }
    }

    /// Begins the answer, after which the command can no longer fail.
    pub fn open(&mut self) {
        if !self.is_open {
            self.is_open = true;
            (self.write)(&format!("={}\n", self.id));
        }
    }

    /// Writes one line of the answer. The line must not be empty.
    pub fn line(&mut self, text: &str) {
        self.open();
        (self.write)(&format!("{text}\n"));
    }

    /// Whether the answer has begun.
    pub fn is_open(&self) -> bool {
        self.is_open
    }
}
