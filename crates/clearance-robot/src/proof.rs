//! Proofs about a robot as files: `docs/proof.md` explains the text, and clearance-verify checks it.
//!
//! The head says the robot in numbers, and the claims follow. What a search did is written as it was done: cells of
//! parameters, and for each pair of nodes the plane that parts it. The writer asks the checker, so no file holds a claim
//! that is refused.

use crate::along::{Along, Passage, Passed};
use crate::ask::{Stood, common_point};
use crate::body::{BodyLeaf, Part};
use crate::chain::Chain;
use crate::claim::{Claim, Progress, Question, Verdict};
use crate::course::Local;
use crate::description::{Description, Element, JointKind, Origin, Rotation, Shape};
use crate::plane::Terms;
use crate::prove::BoxRecord;
use crate::tree::{Drive, Robot};
use clearance::Vec3;
use clearance_scene::Mesh;
use clearance_verify::robot::{ROBOT_HEAD, RobotClaim, TRUST, check_robot};
use clearance_verify::{Surface, end_of};
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// The meshes of a robot as the checker takes them.
#[derive(Debug)]
pub struct Surfaces {
    meshes: Vec<Arc<Mesh>>,
    names: Vec<String>,
    vertices: Vec<Vec<[f64; 3]>>,
}

impl Surfaces {
    /// The meshes of a description, each once, in the order of the links and elements.
    pub fn new(description: &Description) -> Self {
        let mut all = Self { meshes: Vec::new(), names: Vec::new(), vertices: Vec::new() };
        for link in &description.links {
            for (number, element) in link.elements.iter().enumerate() {
                let Shape::Mesh { mesh, .. } = &element.shape else { continue };
                if all.number(mesh).is_none() {
                    all.meshes.push(mesh.clone());
                    all.names.push(format!("{}/{number}", escaped(&link.name)));
                    all.vertices.push(mesh.vertices().iter().map(|&p| p.into()).collect());
                }
            }
        }
        all
    }

    fn number(&self, mesh: &Arc<Mesh>) -> Option<usize> {
        self.meshes.iter().position(|own| Arc::ptr_eq(own, mesh))
    }

    /// The surfaces in the order of their lines.
    pub fn list(&self) -> Vec<Surface<'_>> {
        let both = self.meshes.iter().zip(&self.vertices);
        both.map(|(mesh, vertices)| Surface { vertices, leaves: mesh.triangles() }).collect()
    }
}

/// The lines of a proof that say what the robot is. `read` has the words of lines that say where it is from.
pub fn head(description: &Description, surfaces: &Surfaces, read: &[Vec<String>]) -> String {
    let mut text = format!("{ROBOT_HEAD}\n");
    TRUST.iter().for_each(|line| text += &format!("{line}\n"));
    for words in read {
        let words: Vec<String> = words.iter().map(|word| escaped(word)).collect();
        let _ = writeln!(text, "read {}", words.join(" "));
    }
    for (surface, name) in surfaces.list().iter().zip(&surfaces.names) {
        let _ = writeln!(text, "surface {name} {:016x}", surface.checksum());
    }
    for link in &description.links {
        let _ = writeln!(text, "link {}", escaped(&link.name));
    }
    for joint in &description.joints {
        let is_untied = joint.mimic.as_ref().is_some_and(|mimic| mimic.joint.is_none());
        let kind = match joint.kind {
            JointKind::Fixed => "fixed",
            _ if is_untied => "untied",
            JointKind::Revolute => "revolute",
            JointKind::Continuous => "continuous",
            JointKind::Prismatic => "prismatic",
            JointKind::Planar => "planar",
            JointKind::Floating => "floating",
        };
        let [x, y, z] = joint.axis;
        let has_limits = matches!(joint.kind, JointKind::Revolute | JointKind::Prismatic);
        let limits = joint.limits.filter(|_| has_limits).map(|[low, high]| format!("{low:e}:{high:e}"));
        let limits = limits.unwrap_or_else(|| "free".to_owned());
        let _ = write!(text, "joint {} {kind} {} {} ", escaped(&joint.name), joint.parent, joint.child);
        let _ = write!(text, "{} {x:e} {y:e} {z:e} {limits}", placed(&joint.origin));
        if let Some((mimic, driver)) = joint.mimic.as_ref().and_then(|mimic| Some((mimic, mimic.joint?))) {
            let _ = write!(text, " {driver}:{:e}:{:e}", mimic.multiplier, mimic.offset);
        }
        text.push('\n');
    }
    for (number, link) in description.links.iter().enumerate() {
        for Element { origin, shape } in &link.elements {
            let shape = match shape {
                Shape::Mesh { mesh, scale: [x, y, z] } => {
                    format!("mesh {} {x:e} {y:e} {z:e}", surfaces.number(mesh).unwrap_or(usize::MAX))
                }
                Shape::Cuboid { size: [x, y, z] } => format!("box {x:e} {y:e} {z:e}"),
                Shape::Sphere { radius } => format!("sphere {radius:e}"),
                Shape::Cylinder { radius, length } => format!("cylinder {radius:e} {length:e}"),
                Shape::Capsule { radius, length } => format!("capsule {radius:e} {length:e}"),
            };
            let _ = writeln!(text, "element {number} {shape} {}", placed(origin));
        }
    }
    text
}

fn placed(origin: &Origin) -> String {
    let [x, y, z] = origin.xyz;
    let turn = match origin.rotation {
        Rotation::Rpy([r, p, y]) if [r, p, y] == [0.0; 3] => "-".to_owned(),
        Rotation::Rpy([r, p, y]) => format!("rpy:{r:e}:{p:e}:{y:e}"),
        Rotation::Quaternion([x, y, z, w]) => format!("quat:{x:e}:{y:e}:{z:e}:{w:e}"),
    };
    format!("{x:e} {y:e} {z:e} {turn}")
}

/// A name as one word: what is not plain ASCII is written in hexadecimal digits.
fn escaped(name: &str) -> String {
    clearance_scene::proof::escaped(name)
}

/// A proof while claims are searched: from many threads.
pub struct Proof<'r> {
    robot: &'r Robot,
    surfaces: Surfaces,
    head: String,
    /// Claims with their lines.
    claims: Mutex<Vec<(Key, String)>>,
    path: String,
}

/// By what claims are ordered: the stretch of a path, and the links.
type Key = (usize, [usize; 2]);

/// A proof that was checked.
#[derive(Debug)]
pub struct Proven {
    /// The text of the file.
    pub text: String,
    /// What it proves.
    pub claims: Vec<RobotClaim>,
    /// Claims that the checker refuses, and why. They are not in the text.
    pub refused: Vec<([usize; 2], String)>,
}

impl<'r> Proof<'r> {
    /// An empty proof. The robot is that of the description; `read` has the words that say where it is from.
    pub fn new(robot: &'r Robot, description: &Description, read: &[Vec<String>]) -> Self {
        let surfaces = Surfaces::new(description);
        let head = head(description, &surfaces, read);
        Self { robot, surfaces, head, claims: Mutex::default(), path: String::new() }
    }

    fn push(&self, key: Key, text: String) {
        self.claims.lock().unwrap_or_else(PoisonError::into_inner).push((key, text));
    }

    /// [`Robot::prove`]; *never*, *inside*, *meets* and *always* become claims of the proof.
    ///
    /// # Panics
    /// If a link does not exist.
    pub fn prove(&self, pair: [usize; 2], question: &Question) -> Claim {
        self.prove_all_while(&[pair], question, &|_| true).remove(0)
    }

    /// [`Robot::prove_all_while`]; *never*, *inside*, *meets* and *always* become claims of the proof. Second derivatives are not
    /// used, since the checker does not know them: some searches take longer.
    ///
    /// # Panics
    /// If a link does not exist.
    pub fn prove_all_while(
        &self,
        pairs: &[[usize; 2]],
        question: &Question,
        go_on: &(dyn Fn(&Progress) -> bool + Sync),
    ) -> Vec<Claim> {
        let all = self.robot.prove_all_by(pairs, question, go_on, Terms::Checked);
        all.into_iter()
            .map(|(claim, record)| {
                self.add(&claim, &record);
                claim
            })
            .collect()
    }

    /// The lines of a claim.
    fn add(&self, claim: &Claim, record: &BoxRecord) {
        let [a, b] = claim.pair;
        match &claim.verdict {
            Verdict::Never { bound } | Verdict::Inside { bound } => {
                let side = if matches!(claim.verdict, Verdict::Never { .. }) { "never" } else { "inside" };
                let mut text = format!("{side} {a} {b} {bound:e}");
                for (coordinate, [low, high]) in &record.ranges {
                    let _ = write!(text, " {}:{low:e}:{high:e}", self.robot.coordinates()[*coordinate].joint);
                }
                text.push('\n');
                self.push((0, claim.pair), text + &record.record.lines());
            }
            Verdict::Meets(meeting) | Verdict::Always(meeting) => {
                let mut place = String::new();
                for (coordinate, _) in &record.ranges {
                    let joint = self.robot.coordinates()[*coordinate].joint;
                    let _ = write!(place, " {joint}:{:e}", meeting.configuration[*coordinate]);
                }
                if let Ok(chain) = Chain::new(self.robot, claim.pair) {
                    let value = |&joint: &usize| self.value(joint, &meeting.configuration);
                    let locals: Vec<Local> = chain.joints().iter().map(value).collect();
                    self.push((0, claim.pair), self.meets(&chain, &locals, &place, meeting.parts));
                }
            }
            _ => {}
        }
    }

    /// A joint at a configuration.
    fn value(&self, joint: usize, configuration: &[f64]) -> Local {
        let Drive::Along(map) = self.robot.joints[joint].drive else { return Local::default() };
        let (value, error) = map.at(configuration.get(map.coordinate).copied().unwrap_or(0.0));
        Local::at(value, error)
    }

    /// [`Along::passage`]; what is clear becomes claims of the proof, and what meets, too.
    pub fn passage(&mut self, along: &Along<'_>, margin: f64) -> Passage {
        self.path = self.path_lines(along);
        let own = &*self;
        let mut sink = |stretch: usize, chain: &Chain<'_>, passed: Passed| {
            let [a, b] = chain.pair;
            let text = match passed {
                Passed::Clear(bound, record) => format!("clear {a} {b} {bound:e} {stretch}\n{}", record.lines()),
                Passed::Meets(x, parts) => {
                    let locals = along.locals(chain, stretch, x);
                    own.meets(chain, &locals, &format!(" @{stretch}:{x:e}"), parts)
                }
            };
            own.push((stretch, chain.pair), text);
        };
        along.passage_recorded(margin, Some(&mut sink))
    }

    fn path_lines(&self, along: &Along<'_>) -> String {
        let path = along.path;
        let tube = along.tube.iter().copied().fold(0.0, f64::max);
        let kind = if path.velocities.is_some() { "cubic" } else { "linear" };
        let mut text = format!("path {kind} {tube:e}\n");
        let drive = |at: &usize| self.robot.joints[self.robot.coordinates()[*at].joint].drive;
        let is_driver = |at: &usize| matches!(drive(at), Drive::Along(map) if !map.is_untied);
        let columns: Vec<usize> = (0..self.robot.coordinates().len()).filter(is_driver).collect();
        for (row, time) in path.times.iter().enumerate() {
            let _ = write!(text, "row {time:e}");
            let rows = [Some(&path.rows), path.velocities.as_ref()];
            for numbers in rows.into_iter().flatten() {
                for &at in &columns {
                    let _ = write!(text, " {:e}", numbers[row][at]);
                }
            }
            text.push('\n');
        }
        text
    }

    /// The line of a meeting of two parts, with the joints at these values.
    fn meets(&self, chain: &Chain<'_>, locals: &[Local], place: &str, parts: [Part; 2]) -> String {
        let standing = chain.stand(locals);
        let bodies = chain.bodies();
        let stood = [0, 1].map(|side| Stood::new(bodies[side], &standing.frames[side]));
        let leaves = [0, 1].map(|side| bodies[side].leaf(parts[side]));
        let numbers = [0, 1].map(|side| self.leaf_number(chain.pair[side], parts[side]));
        let mut point = Vec::new();
        if leaves.iter().any(|leaf| matches!(leaf, BodyLeaf::Solid(_)))
            && let Some(p) = common_point(&stood[0], &stood[1], leaves)
        {
            let flat = leaves.iter().position(|leaf| matches!(leaf, BodyLeaf::Triangle(_)));
            let side = flat.unwrap_or(0);
            let local = back(&standing.frames[side], p);
            point = match (flat, leaves[side]) {
                (Some(_), BodyLeaf::Triangle(triangle)) => weights(bodies[side].mesh.as_deref(), triangle, local),
                _ => <[f64; 3]>::from(local).to_vec(),
            };
        }
        let [a, b] = chain.pair;
        let mut text = format!("meets {a} {b}{place} / {} {}", numbers[0], numbers[1]);
        for x in point {
            let _ = write!(text, " {x:e}");
        }
        text + "\n"
    }

    /// The number of a part among all leaves of its link.
    fn leaf_number(&self, link: usize, part: Part) -> usize {
        let body = self.robot.links[link].body.as_ref().expect("the pair has shapes");
        let mesh = body.mesh.as_deref();
        let before = |element: usize| match body.leaf(Part { element, triangle: 0 }) {
            BodyLeaf::Solid(_) => 1,
            BodyLeaf::Triangle(first) => {
                let own = first as usize..mesh.map_or(0, |mesh| mesh.triangles().len());
                own.take_while(|&triangle| body.part(BodyLeaf::Triangle(triangle as u32)).element == element).count()
            }
        };
        (0..part.element).map(before).sum::<usize>() + part.triangle as usize
    }

    /// The text, checked.
    ///
    /// # Errors
    /// Why the checker refuses the robot itself.
    pub fn finish(self) -> Result<Proven, String> {
        let mut claims = self.claims.into_inner().unwrap_or_else(PoisonError::into_inner);
        claims.sort_by_key(|(key, _)| *key);
        let mut refused = Vec::new();
        let mut head = self.head;
        for (number, link) in self.robot.links.iter().enumerate() {
            let order = link.body.as_ref().and_then(|body| body.cover.order());
            // Their own order is meant where no line says another.
            let order = order.filter(|order| !order.is_sorted());
            order.iter().for_each(|order| push_runs(&mut head, number, order));
        }
        head += &self.path;
        loop {
            let mut text = head.clone();
            claims.iter().for_each(|(_, lines)| text += lines);
            let end = end_of(&text);
            text += &format!("{end}\n");
            let why = match check_robot(&text, &self.surfaces.list()) {
                Ok(claims) => return Ok(Proven { text, claims, refused }),
                Err(why) => why,
            };
            let line = why.strip_prefix("line ").and_then(|rest| rest.split(':').next()?.parse::<usize>().ok());
            let mut last = head.lines().count();
            let found = claims.iter().position(|(_, lines)| {
                last += lines.lines().count();
                line.is_some_and(|line| line <= last)
            });
            let is_first = line.is_none_or(|line| line <= head.lines().count());
            let Some(found) = found.or_else(|| claims.len().checked_sub(1)).filter(|_| !is_first) else {
                return Err(why);
            };
            let ((_, pair), _) = claims.remove(found);
            refused.push((pair, why));
        }
    }
}

fn back(frame: &crate::frame::Frame, p: Vec3<f64>) -> Vec3<f64> {
    let [x, y, z] = frame.columns;
    let own = p - frame.place;
    clearance::vec3(x.dot(&own), y.dot(&own), z.dot(&own))
}

/// The weights of a point of a triangle: shares of its area.
fn weights(mesh: Option<&Mesh>, triangle: u32, p: Vec3<f64>) -> Vec<f64> {
    let Some(mesh) = mesh else { return Vec::new() };
    let [a, b, c] = mesh.triangles()[triangle as usize].map(|corner| mesh.vertices()[corner as usize]);
    let normal = (b - a).cross(c - a);
    [(b, c), (c, a), (a, b)].map(|(q, r)| normal.dot(&(q - p).cross(r - p)).max(0.0)).to_vec()
}

/// The lines of an order of leaves.
fn push_runs(text: &mut String, link: usize, order: &[u32]) {
    let _ = write!(text, "order {link}");
    let mut at = 0;
    while at < order.len() {
        let mut end = at;
        while order.get(end + 1).is_some_and(|next| *next == order[end] + 1) {
            end += 1;
        }
        let _ = match order[at] == order[end] {
            true => write!(text, " {}", order[at]),
            false => write!(text, " {}-{}", order[at], order[end]),
        };
        at = end + 1;
    }
    text.push('\n');
}
