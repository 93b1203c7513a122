//! The sections of a file: the cases of a script, or the games of a recorded conversation.
//!
//! Empty lines and lines that start with `#` are ignored. A section begins with its heading. A line
//! `options OPTIONS` sets the options of the program for the section, and every other line is a
//! step. No line is skipped otherwise, because a step that is not taken would test nothing.

/// A section of a file.
#[derive(Default)]
pub(crate) struct Section<'a> {
    /// The heading, without its first word.
    pub(crate) title: &'a str,
    /// The options of the program.
    pub(crate) options: &'a str,
    /// The steps, each with the number of its line in the file, counting from 1.
    pub(crate) steps: Vec<(usize, &'a str)>,
}

/// The sections of a file, whose headings begin with the word `heading`.
///
/// # Errors
/// The first line that belongs to no section, or the first section without a step.
pub(crate) fn split<'a>(
    file: &str,
    text: &'a str,
    heading: &str,
) -> Result<Vec<Section<'a>>, String> {
    let mut sections: Vec<Section<'a>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let title = line.strip_prefix(heading).and_then(|rest| rest.strip_prefix(' '));
        if let Some(title) = title {
            sections.push(Section { title, ..Section::default() });
            continue;
        }
        let Some(section) = sections.last_mut() else {
            return Err(format!("{file}:{number}: '{line}' stands before the first {heading}"));
        };
        match line.strip_prefix("options ") {
            Some(options) => section.options = options,
            None => section.steps.push((number, line)),
        }
    }
    match sections.iter().find(|section| section.steps.is_empty()) {
        Some(empty) => Err(format!("{file}: {heading} {} has no steps", empty.title)),
        None => Ok(sections),
    }
}
