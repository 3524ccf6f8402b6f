//! URDF 1.0, and what 1.1 adds: `quat_xyzw` and capsules.

use std::collections::HashMap;

use super::model::{Element, Joint, JointKind, Link, Mimic, Origin, Remark, Robot, Rotation, Shape};
use super::tree::{Node, Wrong, not_negative, parse};
use super::{joined, macros};
use crate::fault::Fault;

/// Reads a URDF. `name` is that of the file, for the messages.
pub fn read(name: &str, bytes: &[u8]) -> Result<Robot, Fault> {
    let root = parse(bytes)?;
    macros::refuse(name, &root)?;
    if root.name != "robot" {
        return Err(another_format(&root));
    }
    let mut reading = Reading::default();
    reading.robot.name = root.attribute("name").unwrap_or_default().to_owned();
    if let Some(version) = root.attribute("version").filter(|version| !["1.0", "1", "1.1"].contains(&version.trim())) {
        reading.remark(&root, format!("version {version} of the format is not known; it is read as 1.1"));
    }
    for node in root.all("link") {
        reading.link(node).map_err(Wrong::told)?;
    }
    for node in root.all("joint") {
        reading.joint(node).map_err(|wrong| wrong.under(joined("joint", node.attribute("name"))).told())?;
    }
    if reading.robot.links.is_empty() {
        return Err(root.wrong("robot: expected at least one link, found none").told());
    }
    reading.mimics(&root).map_err(Wrong::told)?;
    super::links::finish(reading.robot)
}

/// What is said of a file whose root is no robot.
fn another_format(root: &Node) -> Fault {
    let advice = match root.name.as_str() {
        "mujoco" => "found a MuJoCo model; name its file .xml",
        "sdf" | "world" | "model" => "found SDF, which is not read; export a URDF from where it was made",
        "COLLADA" => "found a COLLADA mesh; name it in the mesh element of a URDF",
        other => &format!("found the element {other}"),
    };
    root.wrong(format!("expected the element robot, {advice}")).told()
}

/// A robot that is not complete.
#[derive(Default)]
struct Reading {
    robot: Robot,
    /// The indices of the links by their names.
    links: HashMap<String, usize>,
    /// The indices of the joints by their names.
    joints: HashMap<String, usize>,
}

impl Reading {
    fn remark(&mut self, node: &Node, message: String) {
        self.robot.remarks.push(Remark { line: node.line, message });
    }

    fn link(&mut self, node: &Node) -> Result<(), Wrong> {
        let name = node.required("name").map_err(|wrong| wrong.under("link"))?.to_owned();
        let under = |wrong: Wrong| wrong.under(format_args!("link {name}"));
        let collisions = self.elements(&name, node, "collision").map_err(under)?;
        let visuals = self.elements(&name, node, "visual").map_err(under)?;
        self.links.entry(name.clone()).or_insert(self.robot.links.len());
        self.robot.links.push(Link { name, line: node.line, collisions, visuals });
        Ok(())
    }

    /// The pieces of geometry of a kind. A piece without a geometry is told about and left out.
    fn elements(&mut self, link: &str, node: &Node, kind: &str) -> Result<Vec<Element>, Wrong> {
        let mut elements = Vec::new();
        for own in node.all(kind) {
            let under = |wrong: Wrong| wrong.under(joined(kind, own.attribute("name")));
            let Some(geometry) = own.first("geometry").filter(|geometry| !geometry.children.is_empty()) else {
                self.remark(own, format!("link {link}: a {kind} without geometry was left out"));
                continue;
            };
            let shape = match shape(geometry).map_err(under) {
                Ok(shape) => shape,
                // What is only shown is no reason to refuse a robot.
                Err(wrong) if kind == "visual" => {
                    let message = format!("link {link}: {}; the visual was left out", wrong.sentence());
                    self.robot.remarks.push(Remark { line: wrong.line, message });
                    continue;
                }
                Err(wrong) => return Err(wrong),
            };
            let origin = origin(own).map_err(under)?;
            let name = own.attribute("name").unwrap_or_default().to_owned();
            elements.push(Element { name, line: own.line, origin, shape });
        }
        Ok(elements)
    }

    fn joint(&mut self, node: &Node) -> Result<(), Wrong> {
        let name = node.required("name")?.to_owned();
        let kind = kind(node)?;
        let parent = self.end(node, "parent")?;
        let child = self.end(node, "child")?;
        let axis = axis(node, kind)?;
        let limits = self.limits(&name, node, kind)?;
        let origin = origin(node)?;
        let soft_limits = soft_limits(node)?;
        self.joints.entry(name.clone()).or_insert(self.robot.joints.len());
        let joint =
            Joint { name, line: node.line, kind, parent, child, origin, axis, limits, soft_limits, mimic: None };
        self.robot.joints.push(joint);
        Ok(())
    }

    /// The link that a joint names.
    fn end(&self, node: &Node, key: &str) -> Result<usize, Wrong> {
        let own = node.first(key).ok_or_else(|| node.wrong(format!("expected the element {key}, found none")))?;
        let link = own.required("link").map_err(|wrong| wrong.under(key))?;
        let find = || own.wrong(format!("expected a link of this file, found {link:?}")).under(key);
        self.links.get(link).copied().ok_or_else(find)
    }

    fn limits(&mut self, name: &str, node: &Node, kind: JointKind) -> Result<Option<[f64; 2]>, Wrong> {
        let has_range = matches!(kind, JointKind::Revolute | JointKind::Prismatic);
        let Some(limit) = node.first("limit").filter(|_| has_range) else { return Ok(None) };
        let number = |key| limit.number(key).map_err(|wrong| wrong.under("limit"));
        let [lower, upper] = [number("lower")?, number("upper")?];
        if lower.is_none() && upper.is_none() {
            self.remark(limit, format!("joint {name}: limit without lower and upper; a range must be given"));
            return Ok(None);
        }
        for (key, bound) in [("lower", lower), ("upper", upper)] {
            if bound.is_none() {
                self.remark(limit, format!("joint {name}: limit without {key}; it is 0, as the format says"));
            }
        }
        let [lower, upper] = [lower, upper].map(Option::unwrap_or_default);
        if lower > upper {
            let message = format!("expected lower <= upper, found {lower} and {upper}");
            return Err(limit.wrong(message).under("limit"));
        }
        Ok(Some([lower, upper]))
    }

    /// Which joint follows which, once all joints are known.
    fn mimics(&mut self, root: &Node) -> Result<(), Wrong> {
        for (index, node) in root.all("joint").enumerate() {
            let Some(own) = node.first("mimic") else { continue };
            let name = self.robot.joints[index].name.clone();
            let under = |wrong: Wrong| wrong.under(format_args!("joint {name}: mimic"));
            if !self.robot.joints[index].kind.has_one_parameter() {
                let kind = self.robot.joints[index].kind.name();
                self.remark(own, format!("joint {name}: a {kind} joint follows no other; its mimic was left out"));
                continue;
            }
            let driver = own.required("joint").map_err(under)?.to_owned();
            let multiplier = own.number("multiplier").map_err(under)?.unwrap_or(1.0);
            let offset = own.number("offset").map_err(under)?.unwrap_or(0.0);
            let joint = self.driver(&name, &driver, own);
            self.robot.joints[index].mimic = Some(Mimic { driver, joint, multiplier, offset });
        }
        Ok(())
    }

    /// The joint that is followed, with a remark where it is not as it should be.
    fn driver(&mut self, name: &str, driver: &str, own: &Node) -> Option<usize> {
        let found = self.joints.get(driver).copied();
        match found.map(|joint| self.robot.joints[joint].kind) {
            None => {
                let message = format!("joint {name}: it mimics {driver}, which is no joint of this file");
                self.remark(own, message);
                None
            }
            Some(JointKind::Fixed) => {
                self.remark(own, format!("joint {name}: it mimics {driver}, which is fixed, so it stays where it is"));
                found
            }
            Some(kind) if !kind.has_one_parameter() => {
                let kind = kind.name();
                self.remark(own, format!("joint {name}: it mimics {driver}, which is {kind} and has no single value"));
                None
            }
            Some(_) => found,
        }
    }
}

fn kind(node: &Node) -> Result<JointKind, Wrong> {
    Ok(match node.required("type")? {
        "fixed" => JointKind::Fixed,
        "revolute" => JointKind::Revolute,
        "continuous" => JointKind::Continuous,
        "prismatic" => JointKind::Prismatic,
        "planar" => JointKind::Planar,
        "floating" => JointKind::Floating,
        other => {
            let expected = "revolute, continuous, prismatic, fixed, floating or planar";
            return Err(node.wrong(format!("expected {expected}, found {other:?}")).under("type"));
        }
    })
}

/// The axis of a joint that has one. Others are known to carry zeros.
fn axis(node: &Node, kind: JointKind) -> Result<[f64; 3], Wrong> {
    let default = [1.0, 0.0, 0.0];
    let Some(own) = node.first("axis") else { return Ok(default) };
    if matches!(kind, JointKind::Fixed | JointKind::Floating) {
        return Ok(default);
    }
    let axis = own.exactly("xyz").map_err(|wrong| wrong.under("axis"))?.unwrap_or(default);
    if axis == [0.0; 3] {
        let text = own.attribute("xyz").unwrap_or_default().trim();
        return Err(own.wrong(format!("expected a direction, found {text}")).under("axis"));
    }
    Ok(axis)
}

fn soft_limits(node: &Node) -> Result<Option<[f64; 2]>, Wrong> {
    let Some(own) = node.first("safety_controller") else { return Ok(None) };
    let number = |key| own.number(key).map_err(|wrong| wrong.under("safety_controller"));
    let limits = [number("soft_lower_limit")?, number("soft_upper_limit")?];
    Ok(limits.iter().any(Option::is_some).then(|| limits.map(Option::unwrap_or_default)))
}

/// The placement in the child `origin` of an element. Without one it is the identity.
fn origin(node: &Node) -> Result<Origin, Wrong> {
    let Some(own) = node.first("origin") else { return Ok(Origin::default()) };
    let read = || {
        let xyz = own.exactly("xyz")?.unwrap_or_default();
        let rotation = match (own.exactly("rpy")?, own.exactly("quat_xyzw")?) {
            (Some(_), Some(_)) => return Err(own.wrong("expected rpy or quat_xyzw, found both")),
            (_, Some(quaternion)) if quaternion == [0.0; 4] => {
                return Err(own.wrong("expected a quaternion, found zeros").under("quat_xyzw"));
            }
            (_, Some(quaternion)) => Rotation::Quaternion(quaternion),
            (rpy, None) => Rotation::Rpy(rpy.unwrap_or_default()),
        };
        Ok(Origin { xyz, rotation })
    };
    read().map_err(|wrong: Wrong| wrong.under("origin"))
}

/// The one shape of a geometry.
fn shape(geometry: &Node) -> Result<Shape, Wrong> {
    if let [_, second, ..] = geometry.children.as_slice() {
        let message = format!("expected one shape, found {} as well", second.name);
        return Err(second.wrong(message).under("geometry"));
    }
    let own = &geometry.children[0];
    let shape = match own.name.as_str() {
        "mesh" => mesh(own),
        "box" => size(own).map(|size| Shape::Cuboid { size }),
        "sphere" => own.size("radius").map(|radius| Shape::Sphere { radius }),
        "cylinder" => round(own).map(|[radius, length]| Shape::Cylinder { radius, length }),
        "capsule" => round(own).map(|[radius, length]| Shape::Capsule { radius, length }),
        other => {
            let message = format!("expected mesh, box, sphere, cylinder or capsule, found {other}");
            return Err(own.wrong(message).under("geometry"));
        }
    };
    shape.map_err(|wrong| wrong.under(&own.name))
}

fn mesh(own: &Node) -> Result<Shape, Wrong> {
    let uri = own.required("filename")?.to_owned();
    let scale = match own.numbers("scale")?.as_deref() {
        None => [1.0; 3],
        Some(&[all]) => [all; 3],
        Some(&[x, y, z]) => [x, y, z],
        Some(other) => return Err(own.wrong(format!("expected 3 numbers, found {}", other.len())).under("scale")),
    };
    if scale.contains(&0.0) {
        return Err(own.wrong("expected factors that are not 0, found one that is").under("scale"));
    }
    Ok(Shape::Mesh { uri, scale })
}

fn size(own: &Node) -> Result<[f64; 3], Wrong> {
    own.required("size")?;
    let size: [f64; 3] = own.exactly("size")?.unwrap_or_default();
    match size.iter().find(|size| !(**size >= 0.0)) {
        Some(&negative) => Err(not_negative(own, negative).under("size")),
        None => Ok(size),
    }
}

fn round(own: &Node) -> Result<[f64; 2], Wrong> {
    Ok([own.size("radius")?, own.size("length")?])
}
