//! Proof files: why no two points of two bodies are nearer than a bound, in a form that other code can check.
//!
//! `docs/proof.md` explains the text, and the crate `clearance-verify` checks it. The writer uses the answer of the
//! search and nothing else of it. What it claims is found again from the coordinates: planes between parts of the
//! bodies, and two points that are as near as the upper bound says.

mod closest;
mod cover;
mod directions;
mod front;
mod order;
mod volume;

use crate::mesh::Body;
use crate::outline::OutlineBody;
use clearance::each::Each;
use clearance::{Pose, Quaternion, Vec2, Vec3, vec3};
use clearance_verify::{Placed, Surface, end_of};
use closest::closest;
use directions::{Directions, integers};
use front::{Front, Side};
use order::Order;
use std::fmt;
use std::fmt::Write;

/// Lines are broken beyond this, where the format allows it.
const COLUMNS: usize = 100;

/// Collects claims about pairs of bodies, with their proofs.
///
/// ```
/// use clearance::Pose;
/// use clearance_scene::proof::{Facets, ProofWriter};
/// use clearance_scene::{Mesh, distance};
/// use clearance_verify::check;
///
/// let mesh = Mesh::new(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]]).unwrap();
/// let bodies = [mesh.at(Pose::identity()), mesh.at(Pose::translation([0.25, 0.25, 2.0]))];
/// let answer = distance(&bodies[0], &bodies[1]);
///
/// let facets = bodies.each_ref().map(Facets::from);
/// let mut writer = ProofWriter::default();
/// let sheet = writer.surface("sheet.obj", facets[0].surface());
/// let numbers = [writer.body(sheet, "below", &facets[0].pose).unwrap(), writer.body(sheet, "above", &facets[1].pose).unwrap()];
/// let proven = writer.bracket(numbers, [answer.lower, answer.upper], [answer.leaf_a, answer.leaf_b]).unwrap();
/// assert_eq!(proven[0], answer.lower);
/// let text = writer.finish();
/// assert_eq!(check(&text, &[facets[0].surface()]).unwrap()[0].lower, answer.lower);
/// ```
#[derive(Default)]
pub struct ProofWriter<'a> {
    unit: Option<String>,
    surfaces: Vec<(String, Surface<'a>)>,
    orders: Vec<Order>,
    bodies: Vec<(String, Side<'a>)>,
    directions: Directions,
    /// The lines about pairs.
    pairs: String,
    /// How far all other pairs are claimed to be apart.
    rest: f64,
}

/// Why a claim is not proven.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Unproven {
    /// These leaves are nearer than the claim.
    Nearer {
        /// A leaf of each body.
        leaves: [u32; 2],
    },
    /// The witness points of these leaves are farther apart than the claim.
    Farther {
        /// A leaf of each body.
        leaves: [u32; 2],
    },
    /// A bound is NaN, a lower bound is infinite, or bounds are negative.
    NoBounds,
    /// The numbers of a pose are not finite, or not seven or five.
    NoPose,
}

impl fmt::Display for Unproven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nearer { leaves: [a, b] } => write!(f, "leaf {a} of A and leaf {b} of B are nearer than the claim"),
            Self::Farther { leaves: [a, b] } => write!(f, "leaf {a} of A and leaf {b} of B are farther than the claim"),
            Self::NoBounds => f.write_str("there are no bounds to prove"),
            Self::NoPose => f.write_str("a pose is not finite"),
        }
    }
}

impl std::error::Error for Unproven {}

impl<'a> ProofWriter<'a> {
    /// The unit of all lengths, for readers of the proof: `um`, `mm`, `cm`, `m`, `km`, `in` or `ft`. The checker refuses
    /// others.
    pub fn unit(&mut self, unit: &str) {
        self.unit = Some(unit.to_owned());
    }

    /// Adds a surface, and says where to find it: for the command a file, relative to the folder of the proof. The
    /// surface has leaves, its coordinates are finite, and its indices exist. The answer is its number.
    pub fn surface(&mut self, name: &str, surface: Surface<'a>) -> usize {
        self.orders.push(Order::new(surface.leaves.len()));
        self.surfaces.push((name.to_owned(), surface));
        self.surfaces.len() - 1
    }

    /// Adds a surface at a pose: three numbers of the translation, and four of a quaternion or two of a turn in the
    /// plane (`docs/proof.md`). The answer is the body's number. Bodies need different names.
    ///
    /// # Errors
    /// [`Unproven::NoPose`].
    pub fn body(&mut self, surface: usize, name: &str, pose: &[f64]) -> Result<usize, Unproven> {
        let shape = self.surfaces[surface].1;
        let placed = Some(pose).filter(|pose| pose.iter().all(|x| x.is_finite()));
        let placed = placed.and_then(|pose| Placed::new(shape, pose)).ok_or(Unproven::NoPose)?;
        let vertices = shape.vertices.iter().map(|&point| image(point, pose)).collect();
        let mut line = format!("body {surface} {}", escaped(name));
        for x in pose {
            let _ = write!(line, " {x:e}");
        }
        self.bodies.push((line, Side { surface: shape, placed, vertices, order: surface }));
        Ok(self.bodies.len() - 1)
    }

    /// Claims that the distance of two bodies lies in a bracket, and that the given leaves are the nearest. Surfaces
    /// that meet have the bracket [0, 0]; the leaves have a common point then. The answer is the bracket that is proven:
    /// the claimed one, or one whose upper bound is a few floats higher, where the bound was another pair's.
    ///
    /// # Errors
    /// [`Unproven`] if the claim is not true. Nothing is added then.
    pub fn bracket(
        &mut self,
        bodies: [usize; 2],
        [lower, upper]: [f64; 2],
        leaves: [u32; 2],
    ) -> Result<[f64; 2], Unproven> {
        if !(lower >= 0.0 && lower <= upper && upper < f64::INFINITY) {
            return Err(Unproven::NoBounds);
        }
        let corners = [0, 1].each(|side| self.bodies[bodies[side]].1.placed.corners(leaves[side]));
        let [Some(a), Some(b)] = &corners else { return Err(Unproven::NoBounds) };
        let nearest = closest([a, b]);
        let upper = nearest.bound_from(upper).ok_or(Unproven::Farther { leaves })?;
        let main = self.directions.number(integers(nearest.vector));
        let mut line = format!("witness {upper:e}");
        for (leaf, weights) in leaves.iter().zip(nearest.weights) {
            let [x, y, z] = integers(weights);
            let _ = write!(line, " {leaf} {x} {y} {z}");
        }
        self.push(bodies, lower, main, &(line + "\n"))?;
        Ok([lower, upper])
    }

    /// Claims that two bodies are at least so far apart: a length that is not negative.
    ///
    /// # Errors
    /// [`Unproven`] if the claim is not true. Nothing is added then.
    pub fn at_least(&mut self, bodies: [usize; 2], lower: f64) -> Result<(), Unproven> {
        if !(0.0..f64::INFINITY).contains(&lower) {
            return Err(Unproven::NoBounds);
        }
        self.push(bodies, lower, None, "")
    }

    /// Claims that all pairs of bodies that no other claim names are at least so far apart: a length that is not negative.
    /// The checker compares boxes around the bodies along the axes of the world, so it takes pairs that are clearly
    /// farther apart than that.
    ///
    /// # Errors
    /// [`Unproven::NoBounds`].
    pub fn rest(&mut self, lower: f64) -> Result<(), Unproven> {
        if !(0.0..f64::INFINITY).contains(&lower) {
            return Err(Unproven::NoBounds);
        }
        self.rest = lower;
        Ok(())
    }

    /// Adds a claim with the planes that prove it.
    fn push(&mut self, bodies: [usize; 2], lower: f64, main: Option<usize>, witness: &str) -> Result<(), Unproven> {
        let mut steps = Vec::new();
        if lower > 0.0 {
            let sides = bodies.each(|body| &self.bodies[body].1);
            let front = Front::new(sides, &mut self.orders, &mut self.directions, lower, main);
            steps = front.prove().map_err(|leaves| Unproven::Nearer { leaves })?;
        }
        let [a, b] = bodies;
        let _ = write!(self.pairs, "pair {a} {b} {lower:e}\n{witness}");
        push_words(&mut self.pairs, "steps", steps.into_iter());
        Ok(())
    }

    /// The text of the proof.
    pub fn finish(self) -> String {
        let mut text = "clearance-proof 1\n".to_owned();
        if let Some(unit) = &self.unit {
            let _ = writeln!(text, "unit {}", escaped(unit));
        }
        for (number, ((name, surface), order)) in self.surfaces.iter().zip(self.orders).enumerate() {
            let _ = writeln!(text, "surface {} {:016x}", escaped(name), surface.checksum());
            let word = |[from, to]: [u32; 2]| if from == to { format!("{from}") } else { format!("{from}-{to}") };
            push_words(&mut text, &format!("order {number}"), order.into_runs().into_iter().map(word));
        }
        for (line, _) in &self.bodies {
            let _ = writeln!(text, "{line}");
        }
        text += self.directions.lines();
        text += &self.pairs;
        if self.rest > 0.0 {
            let _ = writeln!(text, "rest {:e}", self.rest);
        }
        let end = end_of(&text);
        text + &end + "\n"
    }
}

/// A body as the checker takes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Facets {
    /// In the body's own frame: mirrored and scaled, without the pose.
    pub vertices: Vec<[f64; 3]>,
    /// The triangles, or the edges with their ends repeated.
    pub leaves: Vec<[u32; 3]>,
    /// The numbers of the pose as [`ProofWriter::body`] takes them.
    pub pose: Vec<f64>,
}

impl Facets {
    /// The surface without the pose.
    pub fn surface(&self) -> Surface<'_> {
        Surface { vertices: &self.vertices, leaves: &self.leaves }
    }
}

impl From<&Body<'_>> for Facets {
    fn from(body: &Body<'_>) -> Self {
        let factors = body.factors();
        let scaled = |point: [f64; 3]| std::array::from_fn(|axis| point[axis] * factors[axis]);
        Self {
            vertices: body.mesh.vertices().iter().map(|&vertex| scaled(vertex.into())).collect(),
            leaves: body.mesh.triangles().to_vec(),
            pose: pose_in_space(&body.pose),
        }
    }
}

impl From<&OutlineBody<'_>> for Facets {
    fn from(body: &OutlineBody<'_>) -> Self {
        let [x, y] = body.factors();
        Self {
            vertices: body.outline.vertices().iter().map(|vertex| [vertex.x * x, vertex.y * y, 0.0]).collect(),
            leaves: body.outline.edges().iter().map(|&[start, end]| [start, end, end]).collect(),
            pose: pose_in_plane(&body.pose),
        }
    }
}

/// The numbers of a pose in space as [`ProofWriter::body`] takes them.
pub fn pose_in_space(pose: &Pose<Vec3<f64>>) -> Vec<f64> {
    let (t, q) = (pose.translation, pose.rotation);
    vec![t.x, t.y, t.z, q.x, q.y, q.z, q.w]
}

/// The numbers of a pose in the plane as [`ProofWriter::body`] takes them.
pub fn pose_in_plane(pose: &Pose<Vec2<f64>>) -> Vec<f64> {
    let (t, q) = (pose.translation, pose.rotation);
    vec![t.x, t.y, 0.0, q.c, q.s]
}

/// The image of a point, up to rounding.
fn image(point: [f64; 3], pose: &[f64]) -> Vec3<f64> {
    let [x, y, z] = point;
    match *pose {
        [a, b, d, c, s] => vec3(c * x - s * y + a, s * x + c * y + b, z + d),
        [a, b, d, x, y, z, w] => {
            let rotation = Quaternion { x, y, z, w };
            Pose { rotation, translation: vec3(a, b, d) }.apply(point.into())
        }
        _ => vec3(x, y, z),
    }
}

/// Writes words after `head`, on as many lines as are needed.
fn push_words(text: &mut String, head: &str, words: impl Iterator<Item = String>) {
    let mut length = COLUMNS;
    let mut is_first = true;
    for word in words {
        if length + word.len() >= COLUMNS {
            text.push_str(if is_first { "" } else { "\n" });
            text.push_str(head);
            length = head.len();
        }
        is_first = false;
        text.push(' ');
        text.push_str(&word);
        length += word.len() + 1;
    }
    text.push_str(if is_first { "" } else { "\n" });
}

/// The unit of a proof's lengths, if it names one, and the names of its surfaces.
///
/// # Errors
/// If the text does not begin as a proof does, or the name of a surface or body is no name.
pub fn sources(text: &str) -> Result<(Option<String>, Vec<String>), String> {
    if text.lines().next() != Some("clearance-proof 1") {
        return Err("this is no proof: its first line is not \"clearance-proof 1\"".to_owned());
    }
    let names = |kind: &'static str| {
        let words = text.lines().filter_map(move |line| line.strip_prefix(kind)?.split(' ').next());
        words.map(|word| unescaped(word).ok_or_else(|| format!("expected a name, found {word:?}")))
    };
    let called =
        |line: &str| line.strip_prefix("body ").map(|rest| rest.split(' ').nth(1).unwrap_or_default().to_owned());
    if let Some(word) = text.lines().filter_map(called).find(|word| unescaped(word).is_none()) {
        return Err(format!("expected a name, found {word:?}"));
    }
    Ok((names("unit ").next().transpose()?, names("surface ").collect::<Result<_, _>>()?))
}

/// The name that a word of a proof means. `None` if it means none. Each name is written as one word only.
pub fn unescaped(word: &str) -> Option<String> {
    let mut parts = word.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts.filter(|_| word != "%") {
        let (code, rest) = part.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(code, 16).ok()?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(bytes).ok().filter(|name| escaped(name) == word)
}

/// A name as one word: blanks, controls, `%`, `*` and letters beyond ASCII are written as %XX, byte by byte. The empty
/// name is `%`.
pub fn escaped(name: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_graphic() && !b"%*".contains(&byte);
    let word = |byte: u8| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    if name.is_empty() { "%".to_owned() } else { name.bytes().map(word).collect() }
}
