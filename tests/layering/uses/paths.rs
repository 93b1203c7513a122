//! Collects the paths in the code of an item.

use proc_macro2::{TokenStream, TokenTree};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItem, Item, ItemUse, Macro, Meta, Token, Visibility};

use super::modules::Path;

/// The paths and imports found in an item.
#[derive(Default)]
pub(super) struct Found {
    pub(super) paths: Vec<Path>,
    /// The imports: the item itself if it is an import, or the imports inside it if it is a
    /// function.
    pub(super) imports: Vec<ItemUse>,
}

/// The paths and imports of an item that is not a module.
pub(super) fn in_item(item: &Item) -> Found {
    let mut found = Found::default();
    found.visit_item(item);
    found
}

impl<'ast> Visit<'ast> for Found {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.paths.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_item_use(&mut self, import: &'ast ItemUse) {
        self.imports.push(import.clone());
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        let attributes = match item {
            ImplItem::Const(item) => &item.attrs,
            ImplItem::Fn(item) => &item.attrs,
            ImplItem::Type(item) => &item.attrs,
            _ => &Vec::new(),
        };
        if !is_for_tests(attributes) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        self.visit_path(&call.path);
        self.scan(call.tokens.clone());
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if let Meta::List(list) = &attribute.meta {
            self.scan(list.tokens.clone());
        }
    }

    /// Skips visibilities, because `pub(crate)` names no item.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}
}

impl Found {
    /// Collects the paths with more than one segment from tokens that only a macro can interpret.
    fn scan(&mut self, tokens: TokenStream) {
        let mut path = Path::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.end(&mut path);
                    }
                    path.push(name.to_string());
                    colons = 0;
                }
                TokenTree::Punct(sign) if sign.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.end(&mut path);
                    self.scan(group.stream());
                    colons = 0;
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {
                    self.end(&mut path);
                    colons = 0;
                }
            }
        }
        self.end(&mut path);
    }

    fn end(&mut self, path: &mut Path) {
        let path = std::mem::take(path);
        if path.len() > 1 {
            self.paths.push(path);
        }
    }
}

/// Whether something with these attributes is compiled only for tests.
pub(super) fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let condition = attribute.path().is_ident("cfg").then(|| attribute.parse_args().ok());
        condition.flatten().is_some_and(|condition| holds(&condition) == Some(false))
    })
}

/// Whether the condition of a `cfg` is true outside tests. Returns `None` if this depends on
/// anything else.
fn holds(condition: &Meta) -> Option<bool> {
    let Meta::List(list) = condition else {
        return condition.path().is_ident("test").then_some(false);
    };
    let inner = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok()?;
    let mut values = inner.iter().map(holds);
    if list.path.is_ident("not") {
        values.next().flatten().map(|value| !value)
    } else if list.path.is_ident("all") {
        values.any(|value| value == Some(false)).then_some(false)
    } else {
        values.all(|value| value == Some(false)).then_some(false)
    }
}
