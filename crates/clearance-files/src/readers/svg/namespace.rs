//! Which elements are of the picture's own namespace (Namespaces in XML 1.0). All others draw nothing.

use std::collections::HashMap;

use quick_xml::events::BytesStart;

/// The namespace of SVG. A picture may leave it out.
const SVG: &str = "http://www.w3.org/2000/svg";

/// What prefixes mean where a reading stands. The empty prefix is that of names without one.
#[derive(Default)]
pub struct Namespaces {
    /// The prefix and the namespace of the outermost element, once it is read.
    root: Option<(String, Option<String>)>,
    /// For each prefix, whether its declarations mean the picture's namespace. The innermost is the last one.
    meanings: HashMap<String, Vec<bool>>,
    /// The depths and the prefixes of the declarations that hold.
    open: Vec<(usize, String)>,
}

impl Namespaces {
    /// Hears of the declarations of an element inside `depth` others. They hold until [`Self::end`] of that depth.
    pub fn begin(&mut self, element: &BytesStart<'_>, depth: usize) {
        let is_root = self.root.is_none();
        if !is_root && !element.attributes_raw().contains("xmlns") {
            return;
        }
        // Values stay as they are written: some programs write entities of a document type.
        let declarations: Vec<(String, String)> = element
            .attributes()
            .with_checks(false)
            .flatten()
            .filter_map(|attribute| {
                let prefix = attribute.key.into_inner().strip_prefix("xmlns")?;
                let prefix = if prefix.is_empty() { "" } else { prefix.strip_prefix(':')? };
                Some((prefix.to_owned(), attribute.value.into_owned()))
            })
            .collect();
        if is_root {
            let prefix = prefix(element);
            let own = declarations.iter().find(|(declared, _)| *declared == prefix).map(|(_, uri)| uri.clone());
            self.root = Some((prefix, own));
        }
        for (prefix, uri) in declarations {
            let is_own = uri == SVG || self.root.as_ref().is_some_and(|(_, own)| own.as_ref() == Some(&uri));
            self.meanings.entry(prefix.clone()).or_default().push(is_own);
            self.open.push((depth, prefix));
        }
    }

    /// Forgets the declarations of elements inside `depth` others, and of all that are inside those.
    pub fn end(&mut self, depth: usize) {
        while let Some((_, prefix)) = self.open.pop_if(|(own, _)| *own >= depth) {
            self.meanings.get_mut(&prefix).and_then(Vec::pop);
        }
    }

    /// Whether an element that has begun is of the picture's namespace.
    pub fn is_own(&self, element: &BytesStart<'_>) -> bool {
        let prefix = prefix(element);
        match self.meanings.get(&prefix).and_then(|meanings| meanings.last()) {
            Some(&is_own) => is_own,
            None => self.root.as_ref().is_none_or(|(root, _)| *root == prefix),
        }
    }
}

/// The prefix of an element's name, which may be empty.
fn prefix(element: &BytesStart<'_>) -> String {
    element.name().prefix().map(|prefix| prefix.into_inner().to_owned()).unwrap_or_default()
}
