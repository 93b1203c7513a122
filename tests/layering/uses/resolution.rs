//! Follows a path to the files that define the item it names.

use std::collections::BTreeSet;

use super::Sources;
use super::modules::{Binding, Path};

/// The target of a path. The number in a variant is the index of the module, or of the module that
/// defines the item.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Definition {
    Module(usize),
    Item(usize),
    /// Something in another package.
    Foreign,
}

/// The names that are currently being looked up, each with its module. This list ensures that the
/// lookup ends even if imports form a cycle.
type Pending<'a> = Vec<(usize, &'a str)>;

impl Sources {
    /// The files that define the item named by a path in a module. The set is empty if the path
    /// names a module or a foreign item. `None` means that the path begins in one of the crates but
    /// leads nowhere.
    pub(super) fn files(&self, module: usize, path: &Path) -> Option<BTreeSet<&str>> {
        let found = self.resolve(module, path, &mut Vec::new());
        if found.is_empty() && self.begins_here(path) {
            return None;
        }
        let items = found.into_iter().filter_map(|definition| match definition {
            Definition::Item(module) => Some(self.modules[module].file.as_str()),
            Definition::Module(_) | Definition::Foreign => None,
        });
        Some(items.collect())
    }

    fn begins_here(&self, path: &Path) -> bool {
        let first = path[0].as_str();
        ["crate", "super"].contains(&first)
            || path.len() > 1 && (first == "self" || self.roots.contains_key(first))
    }

    fn resolve<'a>(
        &'a self,
        module: usize,
        path: &'a [String],
        pending: &mut Pending<'a>,
    ) -> BTreeSet<Definition> {
        let Some((first, rest)) = path.split_first() else { return BTreeSet::new() };
        let mut found = self.first(module, first, pending);
        for name in rest {
            let steps = found.iter().map(|&definition| match definition {
                Definition::Module(inner) if name == "super" => self.parent(inner),
                Definition::Module(inner) => self.lookup(inner, name, pending),
                // A variant or an associated item counts as part of its type.
                Definition::Item(_) | Definition::Foreign => BTreeSet::from([definition]),
            });
            found = steps.flatten().collect();
        }
        found
    }

    /// The meaning of the first segment of a path. Names in the module take precedence over the
    /// names of crates.
    fn first<'a>(
        &'a self,
        module: usize,
        name: &'a str,
        pending: &mut Pending<'a>,
    ) -> BTreeSet<Definition> {
        match name {
            "crate" => BTreeSet::from([Definition::Module(self.modules[module].root)]),
            "self" => BTreeSet::from([Definition::Module(module)]),
            "super" => self.parent(module),
            _ => {
                let found = self.lookup(module, name, pending);
                let root = self.roots.get(name).filter(|_| found.is_empty());
                root.map_or(found, |&root| BTreeSet::from([Definition::Module(root)]))
            }
        }
    }

    fn parent(&self, module: usize) -> BTreeSet<Definition> {
        self.modules[module].parent.into_iter().map(Definition::Module).collect()
    }

    /// The meaning of a name in a module.
    fn lookup<'a>(
        &'a self,
        module: usize,
        name: &'a str,
        pending: &mut Pending<'a>,
    ) -> BTreeSet<Definition> {
        // Resolving an import of `x::x` looks up `x` a second time. Imports are skipped the second
        // time, so that the item or module itself is found.
        let again = pending.contains(&(module, name));
        pending.push((module, name));
        let here = &self.modules[module];
        let mut found = BTreeSet::new();
        for binding in here.names.get(name).into_iter().flatten() {
            match binding {
                Binding::Item => found.extend([Definition::Item(module)]),
                Binding::Module(inner) => found.extend([Definition::Module(*inner)]),
                Binding::Import(_) if again => {}
                Binding::Import(path) => found.extend(self.imported(module, path, pending)),
            }
        }
        // A name shadows the same name imported by a glob. Modules are an exception, because a
        // function may have the same name as a module.
        let is_hiding = found.iter().any(|one| !matches!(one, Definition::Module(_)));
        if !is_hiding && !again {
            found.extend(self.lookup_in_globs(module, name, pending));
        }
        pending.pop();
        found
    }

    fn imported<'a>(
        &'a self,
        module: usize,
        path: &'a Path,
        pending: &mut Pending<'a>,
    ) -> BTreeSet<Definition> {
        let found = self.resolve(module, path, pending);
        if found.is_empty() && !self.begins_here(path) {
            return BTreeSet::from([Definition::Foreign]);
        }
        found
    }

    fn lookup_in_globs<'a>(
        &'a self,
        module: usize,
        name: &'a str,
        pending: &mut Pending<'a>,
    ) -> BTreeSet<Definition> {
        let mut found = BTreeSet::new();
        for glob in &self.modules[module].globs {
            for target in self.resolve(module, glob, pending) {
                if let Definition::Module(inner) = target {
                    found.extend(self.lookup(inner, name, pending));
                }
            }
        }
        found
    }
}
