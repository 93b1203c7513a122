//! Reads the module tree of a crate.

use proc_macro2::{TokenStream, TokenTree};
use rustc_hash::FxHashMap;
use syn::{Item, UseTree, Visibility};

use super::Sources;
use super::paths::{self, is_for_tests};

/// A path, as a list of its segments.
pub(super) type Path = Vec<String>;

/// A module of a crate.
#[derive(Debug)]
pub(super) struct Module {
    pub(super) file: String,
    pub(super) root: usize,
    pub(super) parent: Option<usize>,
    /// The meaning of each name in the module. Types, values and macros may share a name.
    pub(super) names: FxHashMap<String, Vec<Binding>>,
    /// The modules and enums from which all names are imported.
    pub(super) globs: Vec<Path>,
    /// All paths in the code.
    pub(super) paths: Vec<Path>,
}

/// The meaning of a name in a module.
#[derive(Clone, Debug)]
pub(super) enum Binding {
    /// An item that the module defines.
    Item,
    /// A submodule.
    Module(usize),
    /// An import.
    Import(Path),
}

/// A module that is being read.
struct Place<'a, R> {
    index: usize,
    /// The folder that contains the files of the module's submodules.
    folder: String,
    read: &'a R,
}

impl Sources {
    /// Reads a crate and returns its root module.
    pub(super) fn read_crate<R: Fn(&str) -> Option<String>>(
        &mut self,
        file: &str,
        read: &R,
    ) -> Result<usize, String> {
        let root = self.add(file, None);
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder).to_string();
        self.read_file(file, &Place { index: root, folder, read })?;
        Ok(root)
    }

    fn add(&mut self, file: &str, parent: Option<usize>) -> usize {
        let index = self.modules.len();
        self.modules.push(Module {
            file: file.to_string(),
            root: parent.map_or(index, |parent| self.modules[parent].root),
            parent,
            names: FxHashMap::default(),
            globs: Vec::new(),
            paths: Vec::new(),
        });
        index
    }

    fn read_file<R>(&mut self, file: &str, place: &Place<'_, R>) -> Result<(), String>
    where
        R: Fn(&str) -> Option<String>,
    {
        let text = (place.read)(file).ok_or_else(|| format!("there is no file {file}"))?;
        let parsed = syn::parse_file(&text).map_err(|error| format!("{file}: {error}"))?;
        self.read_items(&parsed.items, place)
    }

    fn read_items<R>(&mut self, items: &[Item], place: &Place<'_, R>) -> Result<(), String>
    where
        R: Fn(&str) -> Option<String>,
    {
        for item in items.iter().filter(|item| !is_for_tests(attributes(item))) {
            if let Item::Mod(inner) = item {
                self.read_module(inner, place)?;
                continue;
            }
            let module = &mut self.modules[place.index];
            for name in defined_names(item) {
                module.names.entry(name).or_default().push(Binding::Item);
            }
            let found = paths::in_item(item);
            module.paths.extend(found.paths);
            for import in found.imports {
                module.import(&import);
            }
        }
        Ok(())
    }

    fn read_module<R>(&mut self, inner: &syn::ItemMod, outer: &Place<'_, R>) -> Result<(), String>
    where
        R: Fn(&str) -> Option<String>,
    {
        let name = inner.ident.to_string();
        let folder = format!("{}/{name}", outer.folder);
        let as_file = format!("{folder}.rs");
        let file = match &inner.content {
            Some(_) => self.modules[outer.index].file.clone(),
            None if (outer.read)(&as_file).is_some() => as_file,
            None => format!("{folder}/mod.rs"),
        };
        let index = self.add(&file, Some(outer.index));
        let names = &mut self.modules[outer.index].names;
        names.entry(name).or_default().push(Binding::Module(index));
        let place = Place { index, folder, read: outer.read };
        match &inner.content {
            Some((_, items)) => self.read_items(items, &place),
            None => self.read_file(&file, &place),
        }
    }
}

impl Module {
    /// Records a `use` declaration. A re-export does not count as a use of the file that defines
    /// the item; only files that name the re-exported item use that file.
    fn import(&mut self, import: &syn::ItemUse) {
        let is_private = matches!(import.vis, Visibility::Inherited);
        self.import_tree(&import.tree, Vec::new(), is_private);
    }

    fn import_tree(&mut self, tree: &UseTree, mut path: Path, is_private: bool) {
        let name = match tree {
            UseTree::Path(step) => {
                path.push(step.ident.to_string());
                return self.import_tree(&step.tree, path, is_private);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import_tree(tree, path.clone(), is_private);
                }
                return;
            }
            UseTree::Glob(_) => {
                self.globs.push(path.clone());
                if is_private {
                    self.paths.push(path);
                }
                return;
            }
            UseTree::Name(name) => {
                let name = name.ident.to_string();
                if name != "self" {
                    path.push(name);
                }
                path.last().cloned().unwrap_or_default()
            }
            UseTree::Rename(rename) => {
                if rename.ident != "self" {
                    path.push(rename.ident.to_string());
                }
                rename.rename.to_string()
            }
        };
        self.names.entry(name).or_default().push(Binding::Import(path.clone()));
        if is_private {
            self.paths.push(path);
        }
    }
}

/// The names that an item defines. A macro is assumed to define every type named in its tokens.
fn defined_names(item: &Item) -> Vec<String> {
    match item {
        Item::Const(item) => vec![item.ident.to_string()],
        Item::Enum(item) => vec![item.ident.to_string()],
        Item::Fn(item) => vec![item.sig.ident.to_string()],
        Item::Static(item) => vec![item.ident.to_string()],
        Item::Struct(item) => vec![item.ident.to_string()],
        Item::Trait(item) => vec![item.ident.to_string()],
        Item::Type(item) => vec![item.ident.to_string()],
        Item::Union(item) => vec![item.ident.to_string()],
        Item::Macro(item) => {
            let own = item.ident.iter().map(ToString::to_string);
            own.chain(type_names(item.mac.tokens.clone())).collect()
        }
        _ => Vec::new(),
    }
}

fn type_names(tokens: TokenStream) -> Vec<String> {
    let names = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(name) => vec![name.to_string()],
        TokenTree::Group(group) => type_names(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => Vec::new(),
    });
    names.flatten().filter(|name| name.starts_with(char::is_uppercase)).collect()
}

fn attributes(item: &Item) -> &[syn::Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}
