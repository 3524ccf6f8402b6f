//! Whether links and joints are a tree, and whether the joints that follow others end at one that does not.

use std::collections::HashMap;

use super::model::{Joint, Robot};
use crate::fault::Fault;

/// The names that a message lists.
const LISTED: usize = 5;

/// The robot with its root, or what keeps it from being one.
pub fn finish(mut robot: Robot) -> Result<Robot, Fault> {
    unique("link", robot.links.iter().map(|link| (link.name.as_str(), link.line)))?;
    unique("joint", robot.joints.iter().map(|joint| (joint.name.as_str(), joint.line)))?;
    if robot.links.is_empty() {
        return Err(Fault::new("expected at least one link, found none"));
    }
    let parents = parents(&robot)?;
    let roots: Vec<usize> = (0..robot.links.len()).filter(|&link| parents[link].is_none()).collect();
    let &[root] = roots.as_slice() else {
        return Err(no_single_root(&robot, &roots));
    };
    // With one root and one parent for each other link, all links hang on the root unless some form a ring.
    if let Some(joint) = unreached(&robot, root).and_then(|link| parents[link]) {
        let Joint { name, child, line: own, .. } = &robot.joints[joint];
        return Err(line(
            *own,
            format!("joint {name}: the link {} hangs on a ring of joints", robot.links[*child].name),
        ));
    }
    robot.root = root;
    mimics_end(&robot)?;
    Ok(robot)
}

fn line(line: usize, message: String) -> Fault {
    Fault::new(message).under(&format!("line {line}"))
}

fn unique<'a>(what: &str, names: impl Iterator<Item = (&'a str, usize)>) -> Result<(), Fault> {
    let mut lines: HashMap<&str, usize> = HashMap::new();
    for (name, here) in names {
        if let Some(first) = lines.insert(name, here) {
            return Err(line(here, format!("{what} {name}: expected a new name, found that of line {first}")));
        }
    }
    Ok(())
}

/// The joint above each link.
fn parents(robot: &Robot) -> Result<Vec<Option<usize>>, Fault> {
    let mut parents: Vec<Option<usize>> = vec![None; robot.links.len()];
    for (index, joint) in robot.joints.iter().enumerate() {
        if let Some(other) = parents[joint.child].replace(index) {
            let (child, other) = (&robot.links[joint.child].name, &robot.joints[other].name);
            let message = format!("joint {}: the link {child} is the child of {other}, too", joint.name);
            return Err(line(joint.line, message));
        }
    }
    Ok(parents)
}

/// A link from which the way up does not end at the root.
fn unreached(robot: &Robot, root: usize) -> Option<usize> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); robot.links.len()];
    robot.joints.iter().for_each(|joint| children[joint.parent].push(joint.child));
    let mut reached = vec![false; robot.links.len()];
    let mut open = vec![root];
    // Each link has one parent at most, so none is met twice.
    while let Some(link) = open.pop() {
        reached[link] = true;
        open.extend(&children[link]);
    }
    reached.iter().position(|reached| !reached)
}

/// Refuses joints that follow each other around a ring.
fn mimics_end(robot: &Robot) -> Result<(), Fault> {
    let driver = |joint: usize| robot.joints[joint].mimic.as_ref().and_then(|mimic| mimic.joint);
    // The walk that met a joint first, counted from 1.
    let mut met = vec![0; robot.joints.len()];
    for start in 0..robot.joints.len() {
        let mut joint = start;
        while met[joint] == 0 {
            met[joint] = start + 1;
            match driver(joint) {
                Some(next) if met[next] == start + 1 => {
                    let own = &robot.joints[next];
                    let message =
                        format!("joint {}: mimic: expected a joint that follows none, found a ring", own.name);
                    return Err(line(own.line, message));
                }
                Some(next) => joint = next,
                None => break,
            }
        }
    }
    Ok(())
}

fn no_single_root(robot: &Robot, roots: &[usize]) -> Fault {
    if roots.is_empty() {
        return Fault::new("expected a link that is the child of no joint, found none: the joints form a ring");
    }
    let names: Vec<&str> = roots.iter().take(LISTED).map(|&link| robot.links[link].name.as_str()).collect();
    let more = if roots.len() > LISTED { " and more" } else { "" };
    let message = format!(
        "expected one link that is the child of no joint, found {}: {}{more}; join them by a joint, fixed or floating",
        roots.len(),
        names.join(", ")
    );
    line(robot.links[roots[1]].line, message)
}
