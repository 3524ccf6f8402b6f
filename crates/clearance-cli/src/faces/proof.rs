//! `--proof` of `clearance surfaces`: written by it, and checked by `clearance verify` (docs/step.md).
//!
//! Pairs that are clear are proven apart by planes between sets of triangles with their radii, which the checker computes
//! itself, and by closed gaps. Of pairs that touch, the gaps of the faces are proven. What is taken on trust is named in the
//! first lines.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use clearance::{Solver, Triangle, Vec3};
use clearance_files::surfaces::{
    BodyDocument, CurveDocument, EdgeDocument, FaceDocument, FrameDocument, PlaneCurveDocument, SplineDocument,
    SurfaceDocument,
};
use clearance_scene::proof::{escaped, unescaped};
use clearance_surface::{Judgement, Standing, Verdict};
use clearance_verify::Direction;
use clearance_verify::cad::{
    Axes, Claim, Curve, Edge, Face, Fact, Form, HEAD, Known, Net, Pair, Profile, Solid, TRUST_CONTACT, TRUST_FILE,
    check_surfaces, gap_of, known,
};
use clearance_verify::end_of;

use super::Instance;
use crate::clashes::{plain, relative};
use crate::failure::Failure;
use crate::output;
use crate::unit::Unit;

/// The most steps for one pair of bodies. Larger: pairs that are nearly as near as their limit are proven, and long files.
const MOST_STEPS: usize = 200_000;

/// Sets of triangles with so many pairs are tried with the normals of their triangles.
const FEW: usize = 16;

/// A pair of bodies and its answer.
pub struct Answered<'a> {
    pub pair: [usize; 2],
    pub below: f64,
    pub standing: Standing,
    pub judgement: &'a Judgement,
}

/// The bodies as the checker knows them.
pub fn solids(documents: &[BodyDocument], names: &[String], instances: &[Option<Instance>]) -> Vec<Solid> {
    let of = |place: usize| {
        let (source, pose) = instances[place].map_or((place, None), |(source, pose)| (source, Some(axes(pose))));
        let faces: Option<Vec<Face>> = documents[source].faces.iter().map(|face| self::face(face, pose)).collect();
        Solid { name: escaped(&names[place]), faces: faces.unwrap_or_default() }
    };
    (0..documents.len()).map(of).collect()
}

fn axes(FrameDocument { origin, axes }: FrameDocument) -> Axes {
    Axes { origin, axes }
}

/// The face. `None` if its numbers are no surface, or one of its edges has no curve.
fn face(document: &FaceDocument, pose: Option<Axes>) -> Option<Face> {
    let form = match document.surface.as_ref()? {
        SurfaceDocument::Plane(frame) => Form::Plane(axes(*frame)),
        SurfaceDocument::Cylinder { frame, radius } => Form::Cylinder(axes(*frame), *radius),
        SurfaceDocument::Cone { frame, radius, slope } => Form::Cone(axes(*frame), *radius, *slope),
        SurfaceDocument::Sphere { frame, radius } => Form::Sphere(axes(*frame), *radius),
        SurfaceDocument::Torus { frame, major, minor } => Form::Torus(axes(*frame), [*major, *minor]),
        SurfaceDocument::Extrusion { curve, direction } => Form::Extrusion(profile(curve)?, *direction),
        SurfaceDocument::Revolution { curve, frame } => Form::Revolution(profile(curve)?, axes(*frame)),
        SurfaceDocument::Spline { degrees, knots, points, weights } => {
            Form::Spline(Net::new(*degrees, knots.clone(), points.clone(), weights.clone())?)
        }
    };
    // The corners of an instance are where its pose puts them, rounded.
    let placed = |x: [f64; 3]| match pose {
        Some(Axes { origin, axes: [i, j, k] }) => {
            [0, 1, 2].map(|axis| origin[axis] + (i[axis] * x[0] + j[axis] * x[1] + k[axis] * x[2]))
        }
        None => x,
    };
    Some(Face {
        form,
        pose,
        nodes: document.nodes.iter().map(|&[u, v, x, y, z]| ([u, v], placed([x, y, z]))).collect(),
        triangles: document.triangles.clone(),
        edges: document.edges.iter().map(edge).collect::<Option<_>>()?,
    })
}

fn profile(curve: &CurveDocument) -> Option<Profile> {
    match curve {
        CurveDocument::Line { origin, direction } => Some(Profile::Line(*origin, *direction)),
        CurveDocument::Ellipse { frame, radii } => Some(Profile::Ellipse(axes(*frame), *radii)),
        CurveDocument::Spline(own) => spline(own, |point| point).map(Profile::Spline),
    }
}

fn edge(edge: &EdgeDocument) -> Option<Edge> {
    let curve = match edge.curve.as_ref()? {
        PlaneCurveDocument::Line { origin, direction } => Curve::Line(*origin, *direction),
        PlaneCurveDocument::Ellipse { middle, axes } => Curve::Ellipse(*middle, *axes),
        PlaneCurveDocument::Spline(own) => Curve::Spline(spline(own, |[u, v]| [u, v, 0.0])?),
    };
    let nodes = edge.nodes.iter().copied().zip(edge.at.iter().copied()).collect();
    Some(Edge { tolerance: edge.tolerance, curve, nodes })
}

fn spline<const N: usize>(own: &SplineDocument<N>, point: impl Fn([f64; N]) -> [f64; 3]) -> Option<Net> {
    let points = own.points.iter().map(|&x| point(x)).collect();
    Net::curve(own.degree, own.knots.clone(), points, own.weights.clone())
}

/// Writes the proof, after the checker has accepted it.
pub fn write(
    path: &Path,
    files: &[impl AsRef<Path>],
    solids: &[Solid],
    unit: Option<Unit>,
    below: f64,
    answers: &[Answered<'_>],
) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let failed = |why: String| Failure::Input(format!("no proof: {}", plain(&why)));
    let all: Vec<Known> = solids.iter().map(known).collect::<Result<_, _>>().map_err(failed)?;
    let mut writer = Writer { solids, orders: all.iter().map(order).collect(), known: &all, ..Writer::default() };
    let asked: BTreeMap<[usize; 2], &Answered> = answers.iter().map(|answer| (answer.pair, answer)).collect();
    let mut unproven = 0;
    for a in 0..solids.len() {
        for b in a + 1..solids.len() {
            unproven += usize::from(!writer.pair([a, b], below, asked.get(&[a, b]).copied()));
        }
    }
    let mut head = format!("{HEAD}\n{TRUST_FILE}\n");
    if writer.has_contact {
        head += &format!("{TRUST_CONTACT}\n");
    }
    if let Some(unit) = unit {
        head += &format!("unit {}\n", unit.name());
    }
    let mut bytes = Vec::new();
    for file in files {
        let own = fs::read(file.as_ref()).map_err(|error| Failure::io(file.as_ref().display(), &error))?;
        let name = relative(file.as_ref(), folder)?.to_string_lossy().replace('\\', "/");
        head += &format!("file {} {:016x}\n", escaped(&name), clearance_verify::checksum(&own));
        bytes.push(own);
    }
    solids.iter().for_each(|solid| head += &format!("body {}\n", solid.name));
    let text = head + &writer.finish(below);
    let text = format!("{text}{}\n", end_of(&text));
    let bytes: Vec<&[u8]> = bytes.iter().map(Vec::as_slice).collect();
    check_surfaces(&text, &bytes, solids, &all).map_err(failed)?;
    if unproven > 0 {
        eprintln!("clearance: of {unproven} pairs the proof claims nothing");
    }
    output::write_whole(Some(path), text.as_bytes())
}

/// The lines of a proof behind those about the files.
#[derive(Default)]
struct Writer<'a> {
    solids: &'a [Solid],
    known: &'a [Known],
    orders: Vec<Vec<u32>>,
    used: BTreeSet<usize>,
    directions: BTreeMap<[i64; 3], usize>,
    lines: [String; 3],
    gaps: usize,
    has_contact: bool,
}

impl Writer<'_> {
    /// What is claimed of a pair. No if that is nothing.
    fn pair(&mut self, pair: [usize; 2], rest: f64, answer: Option<&Answered>) -> bool {
        let [a, b] = pair;
        let is_touching = answer.is_some_and(|answer| matches!(answer.judgement.verdict, Verdict::Touching { .. }));
        if let Some(answer) = answer.filter(|_| is_touching) {
            let mut numbers = String::new();
            for coincident in
                answer.judgement.coincident.iter().filter(|pair| pair.common.is_some() && !pair.gap.is_tangent())
            {
                if let Some((number, _)) = self.gap(pair, coincident.faces, 0.0) {
                    let _ = write!(numbers, " {number}");
                }
            }
            let is_shown = !numbers.is_empty();
            self.has_contact |= is_shown;
            self.lines[2] += &if is_shown { format!("contact {a} {b}{numbers}\n") } else { format!("open {a} {b}\n") };
            return is_shown;
        }
        if answer.is_none() && self.are_far(pair, rest) {
            return true;
        }
        // Without a limit half of the lower bound is proven: the checker's radii are a little larger.
        let lower = answer.map_or(rest, |answer| match answer.below {
            below if below > 0.0 => below,
            _ => 0.5 * answer.judgement.nearest.lower,
        });
        let may_be = answer.is_none_or(|answer| answer.standing == Standing::Clear) && lower > 0.0;
        let steps = if may_be { self.steps(pair, lower, answer) } else { None };
        let Some(steps) = steps else {
            self.lines[2] += &format!("open {a} {b}\n");
            return false;
        };
        self.used.extend(pair);
        self.lines[2] += &format!("pair {a} {b} {lower:?}\nsteps{steps}\n");
        true
    }

    fn are_far(&self, [a, b]: [usize; 2], rest: f64) -> bool {
        self.known[a].is_far_from(&self.known[b], rest)
    }

    /// Adds the gap of two faces, if there is a closed one: its number, and its lower end.
    fn gap(&mut self, [a, b]: [usize; 2], faces: [u32; 2], band: f64) -> Option<(usize, f64)> {
        let [low, high] = gap_of([&self.solids[a], &self.solids[b]], [&self.known[a], &self.known[b]], faces, band)?;
        self.lines[1] += &format!("gap {a} {} {b} {} {low:?} {high:?} {band:?}\n", faces[0], faces[1]);
        self.gaps += 1;
        Some((self.gaps - 1, low))
    }

    /// The steps that prove a pair apart. `None` if the radii do not allow it.
    fn steps(&mut self, bodies: [usize; 2], lower: f64, answer: Option<&Answered>) -> Option<String> {
        let before = (self.lines[1].len(), self.gaps);
        let mut gaps = BTreeMap::new();
        for coincident in answer.map_or(&[][..], |answer| &answer.judgement.coincident) {
            if let Some((number, low)) = self.gap(bodies, coincident.faces, lower)
                && low >= lower
            {
                gaps.insert(coincident.faces, number);
            }
        }
        let known = bodies.map(|body| &self.known[body]);
        let pair = Pair::new(known)?;
        let orders = bodies.map(|body| self.orders[body].clone());
        let mut waiting = vec![[0..orders[0].len(), 0..orders[1].len()]];
        let (mut text, mut count) = (String::new(), 0);
        while let Some([a, b]) = waiting.pop() {
            count += 1;
            let leaves = [&orders[0][a.clone()], &orders[1][b.clone()]];
            let single = [0, 1].map(|side| {
                let face = known[side].of(leaves[side][0]).0;
                leaves[side].iter().all(|&leaf| known[side].of(leaf).0 == face).then_some(face)
            });
            if let [Some(of_a), Some(of_b)] = single
                && let Some(number) = gaps.get(&[of_a, of_b])
            {
                let _ = write!(text, " g{number}");
            } else if let Some(n) = parting(&pair, known, leaves, lower) {
                let next = self.directions.len();
                let number = *self.directions.entry(n).or_insert(next);
                if number == next {
                    self.lines[0] += &format!("direction {} {} {}\n", n[0], n[1], n[2]);
                }
                let _ = write!(text, " p{number}");
            } else if (a.len() == 1 && b.len() == 1) || count > MOST_STEPS {
                // The gaps that were added stand for nothing.
                self.lines[1].truncate(before.0);
                self.gaps = before.1;
                return None;
            } else {
                let size = [0, 1].map(|side| size(known[side], leaves[side]));
                let is_first = b.len() == 1 || (a.len() > 1 && size[0] >= size[1]);
                let half = |range: &std::ops::Range<usize>| range.start + range.len() / 2;
                if is_first {
                    let _ = write!(text, " a{}", a.len() / 2);
                    waiting.extend([[half(&a)..a.end, b.clone()], [a.start..half(&a), b]]);
                } else {
                    let _ = write!(text, " b{}", b.len() / 2);
                    waiting.extend([[a.clone(), half(&b)..b.end], [a, b.start..half(&b)]]);
                }
            }
        }
        Some(text)
    }

    fn finish(self, rest: f64) -> String {
        let mut text = String::new();
        for body in self.used {
            let leaves: Vec<String> = self.orders[body].iter().map(u32::to_string).collect();
            let _ = writeln!(text, "order {body} {}", leaves.join(" "));
        }
        let [directions, gaps, claims] = self.lines;
        text + &directions + &gaps + &claims + &format!("rest {rest:?}\n")
    }
}

/// The triangles in an order whose halves lie beside each other, and their halves, too.
fn order(known: &Known) -> Vec<u32> {
    fn sort(leaves: &mut [u32], middle: &impl Fn(u32) -> [f64; 3]) {
        if leaves.len() < 2 {
            return;
        }
        let span = |k: usize| {
            let ends = leaves.iter().map(|&leaf| middle(leaf)[k]);
            ends.clone().fold(f64::NEG_INFINITY, f64::max) - ends.fold(f64::INFINITY, f64::min)
        };
        let axis = (0..3).max_by(|&i, &j| span(i).total_cmp(&span(j))).unwrap_or(0);
        let half = leaves.len() / 2;
        leaves
            .select_nth_unstable_by(half, |&a, &b| middle(a)[axis].total_cmp(&middle(b)[axis]).then_with(|| a.cmp(&b)));
        let (first, second) = leaves.split_at_mut(half);
        sort(first, middle);
        sort(second, middle);
    }
    let mut leaves: Vec<u32> = (0..known.leaves().len() as u32).collect();
    sort(&mut leaves, &|leaf| {
        let corners = known.corners(leaf);
        [0, 1, 2].map(|k| corners.iter().map(|corner| corner[k] / 3.0).sum())
    });
    leaves
}

fn box_of(known: &Known, leaves: &[u32]) -> [[f64; 2]; 3] {
    let mut ends = [[f64::INFINITY, f64::NEG_INFINITY]; 3];
    for corner in leaves.iter().flat_map(|&leaf| known.corners(leaf)) {
        for (end, x) in ends.iter_mut().zip(corner) {
            *end = [end[0].min(x), end[1].max(x)];
        }
    }
    ends
}

fn size(known: &Known, leaves: &[u32]) -> f64 {
    box_of(known, leaves).iter().map(|[low, high]| high - low).fold(0.0, f64::max)
}

/// A direction that keeps the triangles far enough apart, if one is found: that between their boxes, or between two of
/// the triangles if they are few.
fn parting(pair: &Pair, known: [&Known; 2], leaves: [&[u32]; 2], lower: f64) -> Option<[i64; 3]> {
    let boxes = [0, 1].map(|side| box_of(known[side], leaves[side]));
    let apart = |k: usize| (boxes[1][k][0] - boxes[0][k][1]).max(0.0) - (boxes[0][k][0] - boxes[1][k][1]).max(0.0);
    let holds = |way: [f64; 3]| {
        let n = rounded(way)?;
        pair.separates(&Direction::of(n)?, leaves, lower).then_some(n)
    };
    let by_boxes = holds([0, 1, 2].map(apart));
    if by_boxes.is_some() || leaves[0].len() * leaves[1].len() > FEW {
        return by_boxes;
    }
    let triangle = |side: usize, leaf: u32| {
        let [a, b, c] = known[side].corners(leaf).map(Vec3::from);
        Triangle::new(a, b, c).ok()
    };
    leaves[0].iter().find_map(|&a| {
        leaves[1].iter().find_map(|&b| {
            let normal = Solver::default().distance(&triangle(0, a)?, &triangle(1, b)?).normal;
            holds([normal.x, normal.y, normal.z])
        })
    })
}

/// A direction of integers near a vector. `None` for none.
fn rounded(way: [f64; 3]) -> Option<[i64; 3]> {
    let most = way.iter().fold(0.0f64, |most, x| most.max(x.abs()));
    let n = way.map(|x| (x / most * f64::from(1 << 24)).round() as i64);
    (most > 0.0 && most < f64::INFINITY && n != [0; 3]).then_some(n)
}

/// Whether a text is such a proof.
pub fn is_about_surfaces(text: &str) -> bool {
    text.lines().next() == Some(HEAD)
}

/// What a proof says, if it holds: sentences about what it takes on trust and about the claims, and how many planes and
/// gaps were checked.
pub fn check(text: &str, folder: &Path) -> Result<Result<(Vec<String>, usize), String>, Failure> {
    let (mut documents, mut bytes) = (Vec::new(), Vec::new());
    for line in text.lines().filter_map(|line| line.strip_prefix("file ")) {
        let Some(name) = line.split(' ').next().and_then(unescaped) else {
            return Ok(Err(format!("file {line}: expected a name")));
        };
        let path = folder.join(name);
        if !fs::metadata(&path).is_ok_and(|about| about.is_file()) {
            return Err(Failure::file(&path, "expected a file that the proof is about"));
        }
        bytes.push(fs::read(&path).map_err(|error| Failure::io(path.display(), &error))?);
        match clearance_files::surfaces::read(bytes.last().map_or(&[], Vec::as_slice)) {
            Ok(own) => documents.extend(own),
            Err(fault) => return Ok(Err(format!("{}: {fault}", path.display()))),
        }
    }
    let names = super::different(&documents);
    let solids = solids(&documents, &names, &super::instances(&documents));
    let bytes: Vec<&[u8]> = bytes.iter().map(Vec::as_slice).collect();
    let all: Result<Vec<Known>, String> = solids.iter().map(known).collect();
    Ok(all.and_then(|all| check_surfaces(text, &bytes, &solids, &all)).map(|claims| {
        let unit =
            text.lines().find_map(|line| line.strip_prefix("unit ")).map_or(String::new(), |unit| format!(" {unit}"));
        let trust = text.lines().skip(1).take_while(|line| line.starts_with("trust ")).map(on_trust);
        let planes = claims.iter().map(|claim| claim.planes).sum();
        (trust.chain(claims.iter().map(|claim| sentence(claim, &unit))).collect(), planes)
    }))
}

/// A line about trust as a sentence.
fn on_trust(line: &str) -> String {
    format!("on trust: {}", line.trim_start_matches("trust file: ").trim_start_matches("trust contact: "))
}

fn sentence(Claim { bodies, fact, .. }: &Claim, unit: &str) -> String {
    let [a, b] = bodies.each_ref().map(|name| plain(&unescaped(name).unwrap_or_else(|| name.clone())));
    match fact {
        Fact::Apart(lower) if bodies[0] == "*" => format!("all other pairs: at least {lower}{unit} apart"),
        Fact::Apart(lower) => format!("{a}, {b}: at least {lower}{unit} apart"),
        Fact::Contact(gaps) => {
            let gap = |([i, j], [low, high]): &([u32; 2], [f64; 2])| {
                format!("faces {}, {} have a gap between {low:.3e} and {high:.3e}{unit}", i + 1, j + 1)
            };
            format!("{a}, {b}: {}", gaps.iter().map(gap).collect::<Vec<_>>().join("; "))
        }
        Fact::Open => format!("{a}, {b}: nothing is claimed"),
    }
}
