//! Files that an MJCF file includes.

use std::io;

use super::super::tree::{Node, Wrong, parse};
use crate::fault::Fault;

/// The most files of a model. Each may be included once.
const MOST: usize = 256;

/// The root with all `include` elements replaced by what their files hold.
pub fn with_included(bytes: &[u8], sidecar: &dyn Fn(&str) -> io::Result<Vec<u8>>) -> Result<Node, Fault> {
    let mut root = parse(bytes)?;
    let mut seen = Vec::new();
    include(&mut root, sidecar, &mut seen)?;
    Ok(root)
}

fn include(
    node: &mut Node,
    sidecar: &dyn Fn(&str) -> io::Result<Vec<u8>>,
    seen: &mut Vec<String>,
) -> Result<(), Fault> {
    if node.children.iter().all(|child| child.name != "include") {
        return node.children.iter_mut().try_for_each(|child| include(child, sidecar, seen));
    }
    for mut child in std::mem::take(&mut node.children) {
        if child.name != "include" {
            include(&mut child, sidecar, seen)?;
            node.children.push(child);
            continue;
        }
        let under = |wrong: Wrong| wrong.under("include").told();
        let file = child.required("file").map_err(under)?;
        if seen.iter().any(|other| other == file) || seen.len() == MOST {
            return Err(under(child.wrong(format!("expected a file that was not included before, found {file}"))));
        }
        seen.push(file.to_owned());
        let bytes = sidecar(file).map_err(|error| under(child.wrong(format!("{file}: {error}"))))?;
        let mut inner = parse(&bytes).map_err(|fault| fault.under(&format!("{file}: ")))?;
        include(&mut inner, sidecar, seen)?;
        node.children.append(&mut inner.children);
    }
    Ok(())
}
