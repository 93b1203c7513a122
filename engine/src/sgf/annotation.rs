//! Adds comments, properties and variations to a record. Everything else in the record, including
//! its own variations, stays unchanged.

use std::cmp::Reverse;
use std::fmt::Write;
use std::ops::Range;

use super::SgfError;
use super::collection::{moves, outside_values};
use super::encoding::Encoding;
use super::parser::{MainLine, Node};
use super::writer::{Played, escaped_text};
use crate::vocabulary::{BoardSize, Color, Move};

/// The additions to a record at one position on its main line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Note {
    /// A comment, which is appended to any existing comment.
    pub comment: String,
    /// Properties with their values, which replace those of the same name.
    pub properties: Vec<(&'static str, Vec<String>)>,
    /// A line that could have been played here instead.
    pub variation: Vec<(Color, Move)>,
    /// The comment on the first move of the variation.
    pub variation_comment: String,
}

impl Note {
    /// This note, together with the comments and properties of the `skipped` notes before it. Their
    /// positions have no nodes of their own, because a node contains several moves or because the
    /// first node contains a move. Their variations are dropped.
    fn after(&self, skipped: &[Self]) -> Self {
        let mut all = self.clone();
        for note in skipped.iter().rev() {
            let comments = [&note.comment, &all.comment].map(String::as_str);
            all.comment = comments.join("\n\n").trim().to_owned();
            for property in &note.properties {
                if all.properties.iter().all(|(name, _)| *name != property.0) {
                    all.properties.push(property.clone());
                }
            }
        }
        all
    }
}

/// Adds notes to a record in UTF-8 and returns the result.
///
/// The first note is about the position before move `first` of the record, counted from 1, and each
/// further note is about the position one move later. Variations are left out at the last position
/// of the main line and at positions that have no node of their own, such as those between two
/// moves in the same node.
///
/// # Errors
/// If the text is not a record.
pub fn annotate(
    game: &str,
    size: BoardSize,
    first: usize,
    notes: &[Note],
) -> Result<String, SgfError> {
    let game = &closed(game);
    let line = MainLine::find(game.as_bytes(), Encoding::SingleBytes)?;
    let nodes: Vec<Node<'_>> = line.nodes().collect();
    let trees = Trees::of(game.as_bytes());
    let mut edits = Edits::default();
    edits.convert(game, &nodes);
    let (mut played, mut noted) = (0, 0);
    for (number, node) in nodes.iter().enumerate() {
        played += moves(node);
        let next = nodes.get(number + 1);
        // A node without a move that follows belongs to the same position.
        let Some(place) = (played + 1).checked_sub(first).filter(|_| next.is_none_or(has_move))
        else {
            continue;
        };
        // The last note may be about a position between two moves of this node.
        let end = notes.len().min(place + 1);
        let Some((note, skipped)) = notes.get(noted..end).and_then(<[Note]>::split_last) else {
            break;
        };
        edits.add_to_node(node, &note.after(skipped));
        noted = end;
        let branches = end == place + 1 && !note.variation.is_empty();
        if let Some(next) = next.filter(|_| branches) {
            edits.add_variation(game.as_bytes(), next.start(), &trees, &variation(size, note));
        }
    }
    Ok(edits.apply(game))
}

/// The record without a node inside which it is cut off, and with a closing parenthesis for each
/// tree that lacks one. Without it, text appended after such a tree would become part of the tree.
fn closed(game: &str) -> String {
    let open = |text: &str| {
        let trees = Trees::of(text.as_bytes());
        trees.pairs.iter().filter(|(_, end)| *end == text.len()).count()
    };
    let game = if open(game) > 0 { uncut(game) } else { game };
    game.to_owned() + &")".repeat(open(game))
}

/// The record without its last node if the text ends inside a property of that node. A property
/// behind the end of a tree belongs to no node, and is left out alone.
fn uncut(game: &str) -> &str {
    // The mark behind the text becomes part of a value if one is open.
    let marked = format!("{game};");
    let borders = outside_values(marked.as_bytes()).filter_map(|(offset, byte)| match byte {
        b';' => Some(offset),
        b')' => Some(offset + 1),
        _ => None,
    });
    let (before, last) = borders.fold((0, 0), |(_, last), offset| (last, offset));
    let is_in_value = last < game.len();
    let is_in_name = game.trim_end().ends_with(|sign: char| sign.is_ascii_alphanumeric());
    let end = match (is_in_value, is_in_name) {
        (true, _) => last,
        (false, true) => before,
        (false, false) => return game,
    };
    let kept = game.get(..end).unwrap_or(game);
    kept.trim_end_matches(|sign: char| sign == '(' || sign.is_ascii_whitespace())
}

fn has_move(node: &Node<'_>) -> bool {
    moves(node) > 0
}

/// The nodes of a variation.
fn variation(size: BoardSize, note: &Note) -> String {
    let mut text = String::new();
    for (number, &(color, mv)) in note.variation.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(text, ";{}", Played(color, mv, size));
        if number == 0 && !note.variation_comment.is_empty() {
            let _ = write!(text, "C[{}]", escaped_text(&note.variation_comment));
        }
    }
    text
}

/// The extents of the trees in a record.
struct Trees {
    /// The offsets of both parentheses of each tree. A tree that is not closed ends with the text.
    pairs: Vec<(usize, usize)>,
}

impl Trees {
    fn of(text: &[u8]) -> Self {
        let (mut pairs, mut open) = (Vec::new(), Vec::new());
        for (offset, byte) in outside_values(text) {
            match byte {
                b'(' => {
                    open.push(pairs.len());
                    pairs.push((offset, text.len()));
                }
                b')' => {
                    if let Some(pair) = open.pop().and_then(|tree: usize| pairs.get_mut(tree)) {
                        pair.1 = offset;
                    }
                }
                _ => {}
            }
        }
        Self { pairs }
    }

    /// The tree whose parenthesis is at an offset.
    fn starting_at(&self, offset: usize) -> Option<(usize, usize)> {
        self.pairs.iter().find(|(start, _)| *start == offset).copied()
    }

    /// The innermost tree around an offset.
    fn around(&self, offset: usize) -> Option<(usize, usize)> {
        let is_around = |(start, end): &&(usize, usize)| *start < offset && offset <= *end;
        self.pairs.iter().rev().find(is_around).copied()
    }
}

/// Changes to a text: the offset of each, its order among the changes at that offset, the number of
/// bytes that it replaces, and the new text.
#[derive(Default)]
struct Edits(Vec<(usize, Order, usize, String)>);

/// The order of additions in one place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    /// To the properties of a node.
    Node,
    /// The parenthesis before a node that becomes one of two variations.
    Open,
    /// A variation, beginning with the deepest.
    Variation(Reverse<usize>),
}

impl Edits {
    /// Declares the text to be UTF-8: replaces the encoding in an existing `CA` property, or adds
    /// the property if it is missing and the text is not ASCII.
    fn convert(&mut self, game: &str, nodes: &[Node<'_>]) {
        let mut is_stated = game.is_ascii();
        let properties = nodes.iter().flat_map(Node::properties);
        for property in properties.filter(|property| property.name == "CA") {
            let value = property.value();
            self.replace(value.offset..value.offset + value.text.len(), "UTF-8");
            is_stated = true;
        }
        if let Some(root) = nodes.first().filter(|_| !is_stated) {
            self.replace(root.end()..root.end(), "CA[UTF-8]");
        }
    }

    fn replace(&mut self, range: Range<usize>, text: &str) {
        self.0.push((range.start, Order::Node, range.len(), text.to_owned()));
    }

    fn add_to_node(&mut self, node: &Node<'_>, note: &Note) {
        let mut comment = Some(&note.comment).filter(|comment| !comment.is_empty());
        for property in node.properties() {
            if property.name == "C"
                && let Some(comment) = comment.take()
            {
                let value = property.value();
                let end = value.offset + value.text.len();
                let gap = if value.text.is_empty() { "" } else { "\n\n" };
                self.replace(end..end, &format!("{gap}{}", escaped_text(comment)));
            }
            if note.properties.iter().any(|(name, _)| *name == property.name) {
                self.replace(property.range(), "");
            }
        }
        let mut text = String::new();
        if let Some(comment) = comment {
            let _ = write!(text, "C[{}]", escaped_text(comment));
        }
        for (name, values) in &note.properties {
            text.push_str(name);
            values.iter().for_each(|value| {
                let _ = write!(text, "[{}]", escaped_text(value));
            });
        }
        let end = node.end();
        self.replace(end..end, &text);
    }

    /// Adds a variation beside the node that begins at `next`.
    fn add_variation(&mut self, text: &[u8], next: usize, trees: &Trees, nodes: &str) {
        let before = text[..next].iter().rposition(|byte| !byte.is_ascii_whitespace());
        let order = Order::Variation(Reverse(next));
        if let Some(tree) = before.and_then(|start| trees.starting_at(start)) {
            // The node begins a variation already, and this one follows it.
            let behind = (tree.1 + 1).min(text.len());
            self.0.push((behind, order, 0, format!("\n({nodes})")));
        } else if let Some((_, end)) = trees.around(next) {
            self.0.push((next, Order::Open, 0, "(".to_owned()));
            self.0.push((end, order, 0, format!(")\n({nodes})")));
        }
    }

    fn apply(mut self, text: &str) -> String {
        self.0.sort_by_key(|(offset, order, ..)| (*offset, *order));
        let (mut result, mut done) = (String::with_capacity(2 * text.len()), 0);
        for (offset, _, length, addition) in self.0 {
            result.push_str(text.get(done..offset).unwrap_or_default());
            result.push_str(&addition);
            done = done.max(offset + length);
        }
        result.push_str(text.get(done..).unwrap_or_default());
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf;

    fn note(comment: &str, variation: &[(Color, &str)]) -> Note {
        let play = |&(color, at): &(Color, &str)| (color, Move::Play(at.parse().unwrap()));
        Note {
            comment: comment.to_owned(),
            properties: vec![("SBKV", vec!["50.0".to_owned()])],
            variation: variation.iter().map(play).collect(),
            variation_comment: String::new(),
        }
    }

    fn annotated(game: &str, first: usize, notes: &[Note]) -> String {
        let size = sgf::read(game, None).unwrap().size();
        let text = annotate(game, size, first, notes).unwrap();
        let (before, after) = (sgf::read(game, None), sgf::read(&text, None));
        assert_eq!(before.unwrap().moves(), after.unwrap().moves(), "the main line of {text}");
        text
    }

    #[test]
    fn variations_nest_and_the_main_line_stays() {
        use Color::{Black, White};
        let notes = [
            note("start", &[(Black, "C3"), (White, "D4")]),
            note("one ]", &[(White, "E5")]),
            note("", &[]),
        ];
        assert_eq!(
            annotated("(;SZ[9];B[aa]C[old];W[bb])", 1, &notes),
            "(;SZ[9]C[start]SBKV[50.0](;B[aa]C[old\n\none \\]]SBKV[50.0](;W[bb]SBKV[50.0])\n\
             (;W[ee]))\n(;B[cg];W[df]))"
        );
    }

    #[test]
    fn the_variations_of_a_record_stay_in_their_order() {
        use Color::{Black, White};
        let notes = [note("", &[(Black, "C3")]), note("", &[(White, "E5")])];
        assert_eq!(
            annotated("(;SZ[9] (;B[aa]SBKV[1](;W[bb])(;W[cc])) (;B[dd]))", 1, &notes),
            "(;SZ[9]SBKV[50.0] (;B[aa]SBKV[50.0](;W[bb])\n(;W[ee])(;W[cc]))\n(;B[cg]) (;B[dd]))"
        );
    }

    #[test]
    fn nodes_without_moves_and_records_without_an_end_are_fine() {
        let notes = [note("a", &[(Color::White, "C3")]), note("b", &[])];
        assert_eq!(
            annotated("(;SZ[9]CA[GBK];B[aa];C[between];W[bb]", 2, &notes),
            "(;SZ[9]CA[UTF-8];B[aa];C[between\n\na]SBKV[50.0](;W[bb]C[b]SBKV[50.0])\n(;W[cg]))"
        );
        assert_eq!(
            annotated("(;SZ[9]PB[\u{e9}]B[aa];W[bb])", 1, &[note("start", &[]), note("a", &[])]),
            "(;SZ[9]PB[\u{e9}]B[aa]CA[UTF-8]C[start\n\na]SBKV[50.0];W[bb])"
        );
        let between = [note("a", &[]), note("b", &[(Color::White, "C3")])];
        assert_eq!(
            annotated("(;SZ[9];B[aa]W[bb];B[cc])", 1, &between),
            "(;SZ[9]C[a]SBKV[50.0];B[aa]W[bb]C[b]SBKV[50.0];B[cc])"
        );
        assert_eq!(
            annotated("(;SZ[9](;B[aa](C[b](C[c]", 1, &[note("", &[(Color::Black, "C3")])]),
            "(;SZ[9]SBKV[50.0](;B[aa](C[b](C[c])))\n(;B[cg]))"
        );
        assert_eq!(
            annotated("(;SZ[9];B[aa](C[b](C[c]", 1, &[note("", &[(Color::Black, "C3")])]),
            "(;SZ[9]SBKV[50.0](;B[aa](C[b](C[c])))\n(;B[cg]))"
        );
        assert!(annotate("none", BoardSize::square(9), 1, &notes).is_err());
    }

    #[test]
    fn a_record_that_is_cut_off_anywhere_becomes_a_whole_one() {
        let whole =
            "(;SZ[9](;B[aa]C[a \\] b];W[bb](;B[cc]LB[dd:1][ee:2];W[])(;B[ff]C[c]))(;B[gg]))";
        let mut cut_off = 0;
        for end in 0..whole.len() {
            let text = &whole[..end];
            let game = match sgf::read(text, None) {
                Ok(game) => game,
                Err(error) => {
                    let Some(number) = error.move_number() else { continue };
                    cut_off += 1;
                    sgf::read(text, Some(number)).unwrap()
                }
            };
            let notes = vec![note("new", &[(Color::White, "J9")]); game.moves().len() + 1];
            let noted = annotate(text, game.size(), 1, &notes).unwrap();
            assert_eq!(closed(&noted), noted, "from {text}");
            assert_eq!(sgf::read(&noted, None).unwrap().moves(), game.moves(), "{noted}");
            assert_eq!(noted.matches("new").count(), notes.len(), "{noted}");
        }
        assert!(cut_off > 10, "{cut_off}");
        let notes = [note("", &[]), note("", &[(Color::White, "E5")])];
        assert_eq!(
            annotate("(;SZ[9];B[aa](;W[bb])(;W[cc]C[good", BoardSize::square(9), 1, &notes),
            Ok("(;SZ[9]SBKV[50.0];B[aa]SBKV[50.0](;W[bb])\n(;W[ee]))".to_owned())
        );
        for behind in ["C[good", "C"] {
            assert_eq!(
                annotate(&format!("(;SZ[9](;B[aa]){behind}"), BoardSize::square(9), 1, &notes),
                Ok("(;SZ[9]SBKV[50.0](;B[aa]SBKV[50.0]))".to_owned())
            );
        }
    }
}
