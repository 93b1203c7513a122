//! Determines which source files use which other files. Every path in the code is followed through
//! imports and re-exports to the file that defines the item. Code that is compiled only for tests
//! is ignored.

mod modules;
mod paths;
mod resolution;

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;

use modules::Module;

/// The source files of some crates, as a tree of modules.
#[derive(Debug)]
pub(crate) struct Sources {
    modules: Vec<Module>,
    /// The root module of each crate, indexed by the name that other crates use for the crate.
    roots: BTreeMap<String, usize>,
}

/// A path in one file that names an item defined in another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Use {
    /// The file that contains the path.
    pub(crate) from: String,
    /// The file that defines the item.
    pub(crate) to: String,
    /// The path, as it is written.
    pub(crate) path: String,
}

impl Sources {
    /// Reads crates, each specified by its name and root file. `read` returns the text of a file,
    /// or `None` if the file does not exist.
    ///
    /// # Errors
    ///
    /// Returns the name of a file that is missing or is not valid Rust.
    pub(crate) fn read(
        crates: &[(&str, &str)],
        read: &impl Fn(&str) -> Option<String>,
    ) -> Result<Self, String> {
        let mut sources = Self { modules: Vec::new(), roots: BTreeMap::new() };
        for (name, file) in crates {
            let root = sources.read_crate(file, read)?;
            sources.roots.insert((*name).to_string(), root);
        }
        Ok(sources)
    }

    /// All uses of one file by another.
    ///
    /// # Errors
    ///
    /// Returns the paths that begin in one of the crates but lead to no item.
    pub(crate) fn uses(&self) -> Result<BTreeSet<Use>, Vec<String>> {
        let (mut uses, mut lost) = (BTreeSet::new(), Vec::new());
        for (index, module) in self.modules.iter().enumerate() {
            for path in &module.paths {
                match self.files(index, path) {
                    Some(files) => uses.extend(files.into_iter().map(|to| Use {
                        from: module.file.clone(),
                        to: to.to_string(),
                        path: path.join("::"),
                    })),
                    None => lost.push(format!("{}: {}", module.file, path.join("::"))),
                }
            }
        }
        uses.retain(|one| one.from != one.to);
        if lost.is_empty() { Ok(uses) } else { Err(lost) }
    }
}

/// The groups of files that use one another in a cycle.
#[must_use]
pub(crate) fn circles(uses: &BTreeSet<Use>) -> Vec<Vec<&str>> {
    let edges = uses.iter().map(|one| (one.from.as_str(), one.to.as_str()));
    let graph: DiGraphMap<&str, ()> = DiGraphMap::from_edges(edges);
    tarjan_scc(&graph).into_iter().filter(|files| files.len() > 1).collect()
}
