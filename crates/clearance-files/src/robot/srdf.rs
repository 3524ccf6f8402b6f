//! SRDF: which pairs of links a planner need not look at, and names for groups of joints and for configurations.

use std::collections::HashSet;
use std::ops::Range;

use super::model::{Remark, Robot};
use super::tree::{Node, Wrong, parse};
use super::{joined, macros};
use crate::fault::Fault;

/// What an SRDF says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Srdf {
    /// The name of the robot. It may be empty.
    pub name: String,
    /// `disable_collisions`: pairs of links that need not be looked at.
    pub disabled: Vec<Pair>,
    /// `enable_collisions`: pairs that are looked at although a link of them is in `disabled_by_default`.
    pub enabled: Vec<Pair>,
    /// `disable_default_collisions`: links of which no pair is looked at, unless it is in `enabled`.
    pub disabled_by_default: Vec<String>,
    /// `group_state`: configurations with names.
    pub states: Vec<State>,
    /// `group`.
    pub groups: Vec<Group>,
    /// `end_effector`.
    pub end_effectors: Vec<EndEffector>,
    /// What the reader wants to be known.
    pub remarks: Vec<Remark>,
}

/// Two links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Their names. They may be unknown to the robot.
    pub links: [String; 2],
    /// `Adjacent`, `Never`, `Default`, `Always`, `User` or any other word. It may be empty.
    pub reason: String,
    /// The line of the element.
    pub line: usize,
}

/// A configuration with a name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// Its name, such as `home`.
    pub name: String,
    /// The group whose joints it places.
    pub group: String,
    /// Names of joints and their values: one number, or more for a joint of several degrees of freedom.
    pub joints: Vec<(String, Vec<f64>)>,
    /// The line of the element.
    pub line: usize,
}

/// A part of the robot with a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Names of joints.
    pub joints: Vec<String>,
    /// Names of links: each stands for the joint above it.
    pub links: Vec<String>,
    /// The first and the last link of a chain.
    pub chains: Vec<[String; 2]>,
    /// Names of other groups.
    pub groups: Vec<String>,
    /// The line of the element.
    pub line: usize,
}

/// A group that grasps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndEffector {
    /// Its name.
    pub name: String,
    /// The group of its joints.
    pub group: String,
    /// The link that it hangs on.
    pub parent_link: String,
    /// The line of the element.
    pub line: usize,
}

/// Reads an SRDF. `name` is that of the file, for the messages.
pub fn read(name: &str, bytes: &[u8]) -> Result<Srdf, Fault> {
    let root = parse(bytes)?;
    macros::refuse(name, &root)?;
    if root.name != "robot" {
        return Err(root.wrong(format!("expected the element robot, found {}", root.name)).told());
    }
    let mut srdf = Srdf { name: root.attribute("name").unwrap_or_default().to_owned(), ..Srdf::default() };
    for node in &root.children {
        let under = |wrong: Wrong| wrong.under(joined(&node.name, node.attribute("name"))).told();
        srdf.element(node).map_err(under)?;
    }
    Ok(srdf)
}

/// The bytes of the elements that say which pairs are looked at, in the text of an SRDF. A new file keeps all else.
pub fn spans_of_pairs(text: &str) -> Result<Vec<Range<usize>>, Fault> {
    let root = super::tree::parse_text(text)?;
    let says = |node: &&Node| {
        ["disable_collisions", "enable_collisions", "disable_default_collisions"].contains(&node.name.as_str())
    };
    Ok(root.children.iter().filter(says).map(|node| node.span.clone()).collect())
}

impl Srdf {
    fn element(&mut self, node: &Node) -> Result<(), Wrong> {
        match node.name.as_str() {
            "disable_collisions" => self.disabled.push(pair(node)?),
            "enable_collisions" => self.enabled.push(pair(node)?),
            "disable_default_collisions" => self.disabled_by_default.push(node.required("link")?.to_owned()),
            "group_state" => self.states.push(self.state(node)?),
            "group" => self.groups.push(group(node)?),
            "end_effector" => self.end_effectors.push(end_effector(node)?),
            _ => {}
        }
        Ok(())
    }

    fn state(&self, node: &Node) -> Result<State, Wrong> {
        let joint = |own: &Node| {
            let under = |wrong: Wrong| wrong.under(joined("joint", own.attribute("name")));
            let values = own.required("value").and_then(|_| own.numbers("value")).map_err(under)?;
            Ok((own.required("name")?.to_owned(), values.unwrap_or_default()))
        };
        Ok(State {
            name: node.required("name")?.to_owned(),
            group: node.attribute("group").unwrap_or_default().to_owned(),
            joints: node.all("joint").map(joint).collect::<Result<_, Wrong>>()?,
            line: node.line,
        })
    }

    /// A remark for each name that the robot does not have.
    pub fn unknown_names(&self, robot: &Robot) -> Vec<Remark> {
        let links: HashSet<&str> = robot.links.iter().map(|link| link.name.as_str()).collect();
        let joints: HashSet<&str> = robot.joints.iter().map(|joint| joint.name.as_str()).collect();
        let (mut remarks, mut told) = (Vec::new(), HashSet::new());
        let mut link = |line: usize, name: &str| {
            if !links.contains(name) && told.insert(name.to_owned()) {
                remarks.push(Remark { line, message: format!("link {name} is not in the robot") });
            }
        };
        for pair in self.disabled.iter().chain(&self.enabled) {
            pair.links.iter().for_each(|name| link(pair.line, name));
        }
        self.disabled_by_default.iter().for_each(|name| link(0, name));
        self.end_effectors.iter().for_each(|own| link(own.line, &own.parent_link));
        for state in &self.states {
            let unknown = state.joints.iter().find(|(name, _)| !joints.contains(name.as_str()));
            if let Some((name, _)) = unknown {
                let message = format!("group_state {}: joint {name} is not in the robot", state.name);
                remarks.push(Remark { line: state.line, message });
            }
        }
        remarks
    }

    /// The configuration of this name, of any group.
    pub fn state_of(&self, name: &str) -> Option<&State> {
        self.states.iter().find(|state| state.name == name)
    }
}

fn pair(node: &Node) -> Result<Pair, Wrong> {
    let links = [node.required("link1")?.to_owned(), node.required("link2")?.to_owned()];
    let reason = node.attribute("reason").unwrap_or_default().trim().to_owned();
    Ok(Pair { links, reason, line: node.line })
}

fn group(node: &Node) -> Result<Group, Wrong> {
    let mut group = Group { name: node.required("name")?.to_owned(), line: node.line, ..Group::default() };
    for own in &node.children {
        match own.name.as_str() {
            "joint" => group.joints.push(own.required("name")?.to_owned()),
            "link" => group.links.push(own.required("name")?.to_owned()),
            "group" => group.groups.push(own.required("name")?.to_owned()),
            "chain" => {
                group.chains.push([own.required("base_link")?.to_owned(), own.required("tip_link")?.to_owned()]);
            }
            _ => {}
        }
    }
    Ok(group)
}

fn end_effector(node: &Node) -> Result<EndEffector, Wrong> {
    Ok(EndEffector {
        name: node.required("name")?.to_owned(),
        group: node.attribute("group").unwrap_or_default().to_owned(),
        parent_link: node.required("parent_link")?.to_owned(),
        line: node.line,
    })
}
