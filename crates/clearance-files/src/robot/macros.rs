//! Files that are made for `xacro`: a program must expand them before they are a robot.

use super::tree::Node;
use crate::fault::Fault;

/// Refuses a file with macros, with the command that expands it. A file that only declares the namespace is a robot.
pub fn refuse(name: &str, root: &Node) -> Result<(), Fault> {
    let Some(line) = first_macro(root) else { return Ok(()) };
    let out = match name.strip_suffix(".xacro") {
        Some(stem) if stem.ends_with(".urdf") || stem.ends_with(".srdf") => stem.to_owned(),
        Some(stem) => format!("{stem}.urdf"),
        None => format!("expanded.{}", name.rsplit('.').next().unwrap_or("urdf")),
    };
    let mut arguments = String::new();
    for argument in root.children.iter().filter(|child| is_macro(child) && child.name == "arg") {
        if let (Some(key), None) = (argument.attribute("name"), argument.attribute("default")) {
            arguments += &format!(" {key}:=...");
        }
    }
    let sentence =
        format!("{name} is a macro file: run  xacro {name}{arguments} > {out}  (pip install xacro), and load {out}");
    Err(Fault::new(sentence).under(&format!("line {line}")))
}

fn is_macro(node: &Node) -> bool {
    node.qualified.as_deref().is_some_and(|name| name.starts_with("xacro:"))
}

/// The line of the first element or value that a program must expand.
fn first_macro(node: &Node) -> Option<usize> {
    let is_value = |(_, value): &(String, String)| value.contains("${") || value.contains("$(");
    if is_macro(node) || node.attributes.iter().any(is_value) {
        return Some(node.line);
    }
    node.children.iter().find_map(first_macro)
}
