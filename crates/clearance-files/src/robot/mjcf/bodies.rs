//! The tree of bodies. A body with several joints becomes several links, of which the last one bears its name.

use super::super::joined;
use super::super::model::{Element, Joint, JointKind, Link, Origin, Remark, Robot, Rotation};
use super::super::srdf::Pair;
use super::super::tree::{Node, Wrong};
use super::classes::Settings;
use super::geometry::{Geom, Meshes, geom};
use super::place;

/// Bodies as links.
pub struct Bodies<'a> {
    settings: &'a Settings<'a>,
    meshes: &'a Meshes,
    /// The links and joints so far. Link 0 is the world.
    pub robot: Robot,
    /// Bodies and their parents, which MuJoCo does not look at.
    pub adjacent: Vec<Pair>,
    /// Where the file places the bodies of free joints.
    pub starts: Vec<(String, Vec<f64>)>,
    /// The bits of all pieces that take part in collisions.
    masks: Vec<[u32; 2]>,
}

/// Where something is read: the link, the default class, and the frames around it in the link's frame.
#[derive(Clone, Copy)]
struct Place {
    link: usize,
    class: Option<usize>,
    frame: Origin,
}

impl<'a> Bodies<'a> {
    /// The world without bodies.
    pub fn new(settings: &'a Settings<'a>, meshes: &'a Meshes) -> Self {
        let world = Link { name: "world".to_owned(), ..Link::default() };
        let robot = Robot { links: vec![world], ..Robot::default() };
        Self { settings, meshes, robot, adjacent: Vec::new(), starts: Vec::new(), masks: Vec::new() }
    }

    /// The same with remarks about the whole.
    pub fn finished(mut self) -> Self {
        let mut kinds = self.masks.clone();
        kinds.sort_unstable();
        kinds.dedup();
        let meet = |a: &[u32; 2], b: &[u32; 2]| a[0] & b[1] != 0 || b[0] & a[1] != 0;
        // Real files have a handful of kinds.
        if kinds.len() <= 64 && kinds.iter().any(|a| kinds.iter().any(|b| !meet(a, b))) {
            let message = "contype and conaffinity leave out some pairs in MuJoCo; here all pairs are looked at";
            self.robot.remarks.push(Remark { line: 0, message: message.to_owned() });
        }
        self
    }

    /// What is in the world.
    pub fn world(&mut self, node: &Node) -> Result<(), Wrong> {
        self.inside(node, Place { link: 0, class: None, frame: Origin::default() })
    }

    /// What is in a body or in a frame.
    fn inside(&mut self, node: &Node, place: Place) -> Result<(), Wrong> {
        let place = Place { class: self.settings.child_class(node, place.class)?, ..place };
        for child in &node.children {
            let under = |wrong: Wrong| wrong.under(joined(&child.name, child.attribute("name")));
            match child.name.as_str() {
                "geom" => self.geom(child, place).map_err(under)?,
                "body" => self.body(child, place).map_err(under)?,
                "frame" => self.frame(child, place).map_err(under)?,
                "attach" | "replicate" | "composite" | "flexcomp" => {
                    let advice = "let MuJoCo write the whole model: mj_saveLastXML";
                    return Err(under(child.wrong(format!("expected bodies, found what makes bodies; {advice}"))));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// What is in a frame is in the body around it. A joint in a frame is refused.
    fn frame(&mut self, node: &Node, place: Place) -> Result<(), Wrong> {
        if let Some(joint) = node.children.iter().find(|child| is_joint(child)) {
            return Err(joint.wrong("expected a joint in its body, found one in a frame"));
        }
        let own = place::origin(self.settings, node, None)?;
        self.inside(node, Place { frame: place::after(&place.frame, own), ..place })
    }

    fn geom(&mut self, node: &Node, Place { link, class, frame }: Place) -> Result<(), Wrong> {
        let placed = |own: Element| Element { origin: place::after(&frame, own.origin), ..own };
        match geom(self.settings, self.meshes, node, class)? {
            Geom::Piece(element, [0, 0]) => self.robot.links[link].visuals.push(placed(element)),
            Geom::Piece(element, masks) => {
                let element = placed(element);
                self.robot.links[link].collisions.push(element);
                self.masks.push(masks);
            }
            Geom::LeftOut(what) => {
                let body = &self.robot.links[link].name;
                let message = format!("body {body}: a geom was left out: it is {what}; add it as a world");
                self.robot.remarks.push(Remark { line: node.line, message });
            }
        }
        Ok(())
    }

    fn body(&mut self, node: &Node, Place { link: parent, class, frame }: Place) -> Result<(), Wrong> {
        let inner = self.settings.child_class(node, class)?;
        let name = match node.attribute("name") {
            Some(name) => name.to_owned(),
            None => format!("body {}", self.robot.links.len()),
        };
        // Bodies do not take a placement from a class.
        let mut origin = place::after(&frame, place::origin(self.settings, node, None)?);
        let joints: Vec<&Node> = node.children.iter().filter(|child| is_joint(child)).collect();
        let mut above = parent;
        for (number, joint) in joints.iter().enumerate() {
            let under = |wrong: Wrong| wrong.under(joined(&joint.name, joint.attribute("name")));
            let last = number + 1 == joints.len();
            let anchor = self.moved(joint, &name, [number, usize::from(last)], above, origin, inner).map_err(under)?;
            (above, origin) = anchor;
        }
        let is_placed = joints.is_empty() || origin != Origin::default();
        let link = if is_placed {
            let link = self.link(name, node.line);
            self.joint(node.line, JointKind::Fixed, above, link, origin);
            link
        } else {
            above
        };
        let names = [parent, link].map(|link| self.robot.links[link].name.clone());
        if parent != 0 {
            self.adjacent.push(Pair { links: names, reason: "Adjacent".to_owned(), line: node.line });
        }
        self.inside(node, Place { link, class, frame: Origin::default() })
    }

    /// A joint of a body: the link that it moves, and where the next frame is in it.
    fn moved(
        &mut self,
        node: &Node,
        body: &str,
        [number, is_last]: [usize; 2],
        parent: usize,
        mut origin: Origin,
        class: Option<usize>,
    ) -> Result<(usize, Origin), Wrong> {
        let class = self.settings.class_of(node, class)?;
        let word = self.settings.text(node, class, "type").unwrap_or("hinge");
        let word = if node.name == "freejoint" { "free" } else { word };
        let place = self.settings.exactly(node, class, "pos")?.unwrap_or([0.0; 3]);
        let place = if matches!(word, "slide" | "free") { [0.0; 3] } else { place };
        let limits = self.limits(node, class)?;
        let kind = match word {
            "hinge" if limits.is_some() => JointKind::Revolute,
            "hinge" => JointKind::Continuous,
            "slide" => JointKind::Prismatic,
            "ball" => JointKind::Ball,
            "free" => JointKind::Floating,
            _ => {
                let message = format!("expected hinge, slide, ball or free, found {word:?}");
                return Err(node.wrong(message).under("type"));
            }
        };
        let limits = limits.filter(|_| kind.has_one_parameter());
        let limits =
            limits.map(|range| if word == "hinge" { range.map(|end| self.settings.radians(end)) } else { range });
        let axis = self.settings.exactly(node, class, "axis")?.unwrap_or([0.0, 0.0, 1.0]);
        if kind.has_one_parameter() && place::unit(axis).is_none() {
            return Err(node.wrong("expected a direction, found zeros").under("axis"));
        }
        let mut above = parent;
        if place != [0.0; 3] {
            // The placement of the body, and then the anchor in the body's frame.
            let link = self.link(format!("{body}/anchor {number}"), node.line);
            self.joint(node.line, JointKind::Fixed, above, link, origin);
            (above, origin) = (link, Origin { xyz: place, ..Origin::default() });
        }
        let start = self.settings.numbers(node, class, "ref")?.and_then(|list| list.first().copied()).unwrap_or(0.0);
        if start != 0.0 && kind.has_one_parameter() {
            // The joint has this value where the file places the body.
            let link = self.link(format!("{body}/zero {number}"), node.line);
            self.joint(node.line, JointKind::Fixed, above, link, origin);
            let back = match place::about(axis, -self.settings.radians(start)).filter(|_| word == "hinge") {
                Some(turn) => Origin { rotation: Rotation::Quaternion(turn), ..Origin::default() },
                None => {
                    let unit = place::unit(axis).unwrap_or_default();
                    Origin { xyz: unit.map(|part| -start * part), ..Origin::default() }
                }
            };
            (above, origin) = (link, back);
        }
        let is_body = is_last == 1 && place == [0.0; 3];
        let name = if is_body { body.to_owned() } else { format!("{body}/{number}") };
        let link = self.link(name, node.line);
        let name = node.attribute("name").map_or_else(|| format!("{body}:{number}"), str::to_owned);
        if kind == JointKind::Floating {
            let turn = place::quaternion(origin.rotation);
            self.starts.push((name.clone(), origin.xyz.into_iter().chain(turn).collect()));
            origin = Origin::default();
        }
        self.joint(node.line, kind, above, link, origin);
        if let Some(joint) = self.robot.joints.last_mut() {
            joint.name = name;
            (joint.axis, joint.limits) = (axis, limits);
        }
        Ok((link, Origin { xyz: place.map(|part| 0.0 - part), ..Origin::default() }))
    }

    fn limits(&self, node: &Node, class: Option<usize>) -> Result<Option<[f64; 2]>, Wrong> {
        let range: Option<[f64; 2]> = self.settings.exactly(node, class, "range")?;
        let is_limited = match self.settings.text(node, class, "limited").unwrap_or("auto") {
            "true" => true,
            "false" => false,
            _ => self.settings.limits_by_range,
        };
        match range.filter(|_| is_limited) {
            Some([lower, upper]) if lower > upper => {
                Err(node.wrong(format!("expected lower <= upper, found {lower} and {upper}")).under("range"))
            }
            range => Ok(range),
        }
    }

    fn link(&mut self, name: String, line: usize) -> usize {
        self.robot.links.push(Link { name, line, ..Link::default() });
        self.robot.links.len() - 1
    }

    /// A joint without a name of its own.
    fn joint(&mut self, line: usize, kind: JointKind, parent: usize, child: usize, origin: Origin) {
        let name = format!("{} fixed", self.robot.links[child].name);
        let axis = [0.0, 0.0, 1.0];
        let [limits, soft_limits] = [None, None];
        self.robot.joints.push(Joint {
            name,
            line,
            kind,
            parent,
            child,
            origin,
            axis,
            limits,
            soft_limits,
            mimic: None,
        });
    }
}

fn is_joint(node: &Node) -> bool {
    ["joint", "freejoint"].contains(&node.name.as_str())
}
