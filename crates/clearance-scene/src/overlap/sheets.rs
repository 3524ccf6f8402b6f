//! The triangles of a mesh in flat convex sheets, found once a mesh.
//!
//! A thin region beside a face of many triangles is near the face, and not near any one triangle. So neighbours in one
//! plane are joined while their union is convex: the longest common edge first. A sheet is the polygon of its rim.
//!
//! **Law.** Each point of the polygon is within `slack` of the mesh. All triangles of a sheet turn the same way, and their
//! common rim goes around once. So seen along the normal they cover each point of the polygon. How far their corners
//! are off the plane, and corners of the rim off the polygon, is measured.

use super::exposed::{Pieces as Exposed, pieces_of};
use super::face::Face;
use super::place::{Ends, around, exponent, pieces_in};
use crate::cell::{Spot, across};
use crate::mesh::{Inside, Mesh, Surface, leader_of};
use crate::relation::meets_itself;
use crate::tree::{Pieces, Tree};
use clearance::each::Each;
use clearance::real::ldexp;
use clearance::{Pose, Vec3, WideVector, vec3};
use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

/// The most corners of a sheet: a point against a sheet takes their number of steps.
const MOST_CORNERS: usize = 48;

/// Neighbours are in one plane if their corners are off it by less than this share of the mesh's size, or by less than
/// the rounding of its coordinates, where they are or where they were. Larger: fewer sheets, with more slack. Smaller: rounding parts more of them.
const FLAT: f64 = 1.0 / (1u64 << 36) as f64;

/// A common step of coordinates is taken for rounding if it is no more than this share of the mesh's size. Larger: faces of a mesh
/// with plain numbers may count as flat that are not quite. Smaller: small parts of large maps have more sheets.
const COARSE: f64 = 1.0 / (1u64 << 26) as f64;

/// A flat convex polygon of the mesh.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    /// In the mesh's own frame, counter-clockwise seen from the front of the triangles.
    pub corners: Vec<Spot>,
    pub slack: f64,
    /// Whether the solid is in front.
    pub is_turned: bool,
}

/// The sheets that bound a solid.
#[derive(Debug)]
pub(super) struct Sheets {
    sheets: Box<[Sheet]>,
    pub tree: Tree<3>,
    /// The box around the triangles.
    pub ends: Ends,
    /// Of a surface that meets itself: what of the sheets bounds the solid. Elsewhere all of them do.
    cleaning: Option<Cleaning>,
    /// Triangles without area that lie on no other one, or of an open mesh all, by their corners.
    pub threads: Vec<[Spot; 3]>,
    /// Whether faces may lie in the solid: those of the cleaning, or components with the solid on both sides, which are left out. Parts
    /// with a common face that two triangulations part have one there.
    pub has_inner: bool,
    /// Of a mesh whose coordinates were rounded to a coarse step: the sheets that are flat without it, once they are asked for.
    strict: Option<OnceLock<Box<Sheets>>>,
}

/// Which neighbours are in one plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flatness {
    /// Those that rounding may have moved off it.
    Rounded,
    /// Those that are, to a few roundings where they are now: more faces, with no slack.
    Strict,
}

/// What of sheets bounds the solid, found once a sheet and when it is asked for. Lengths are about 1, and the origin is in
/// the middle of the mesh.
#[derive(Debug)]
struct Cleaning {
    faces: Vec<Option<Face>>,
    middle: Spot,
    exponent: i32,
    /// How far faces may be off the surface, and how far away pieces are looked at.
    errors: [f64; 2],
    found: Vec<OnceLock<Exposed<Sheet>>>,
}

/// The sheets of a mesh. They are found once, until the vertices move.
pub(super) fn sheets_of(mesh: &Mesh) -> Arc<Sheets> {
    let kept = mesh.kept_above.get_or_init(|| Arc::new(Sheets::of(mesh, Flatness::Rounded)));
    kept.clone().downcast().expect("no other room keeps a thing there")
}

impl Sheets {
    fn of(mesh: &Mesh, flatness: Flatness) -> Self {
        let grain = if flatness == Flatness::Rounded { grain_of(mesh) } else { 0.0 };
        let surface = mesh.surface();
        let sides = Sides::of(mesh, surface);
        let found = joined(mesh, surface, grain);
        let sheet = |(corners, slack, component): (Vec<u32>, f64, u32)| {
            let is_turned = sides.is_turned[component as usize]?;
            let corners = corners.into_iter().map(|vertex| mesh.vertices()[vertex as usize]).collect();
            Some(Sheet { corners, slack, is_turned })
        };
        // A box has no room to spare: scenes keep this for each mesh.
        let sheets: Box<[Sheet]> = found.into_iter().filter_map(sheet).collect();
        let tree = Tree::new(&Bounds { sheets: &sheets });
        let cleaning = (!sides.bound).then(|| Cleaning::new(mesh, &sheets));
        let strict = (grain > 0.0).then(OnceLock::new);
        let has_inner = cleaning.is_some() || sides.is_turned.contains(&None);
        let corners = mesh.triangles().iter().flatten().map(|&vertex| mesh.vertices()[vertex as usize]);
        let (ends, threads) = (around(corners), threads(mesh, surface));
        Self { sheets, tree, ends, cleaning, threads, has_inner, strict }
    }

    /// The sheets of a flatness. `None` if there are no strict ones, since no step is coarse.
    pub fn with(&self, mesh: &Mesh, flatness: Flatness) -> Option<&Self> {
        match flatness {
            Flatness::Rounded => Some(self),
            Flatness::Strict => Some(self.strict.as_ref()?.get_or_init(|| Box::new(Self::of(mesh, Flatness::Strict)))),
        }
    }

    /// The sheets with these numbers, or what of them bounds the solid.
    pub fn bounding<'s>(&'s self, mesh: &'s Mesh, numbers: Vec<u32>) -> impl Iterator<Item = &'s Sheet> {
        numbers.into_iter().flat_map(move |number| match &self.cleaning {
            Some(cleaning) => cleaning.of(mesh, &self.tree, number).map_or(&[][..], |pieces| &pieces.bounding),
            None => &self.sheets[number as usize..=number as usize],
        })
    }

    /// What of the sheets with these numbers has the solid on neither side. Nothing of an open mesh: it has no solid.
    pub fn thin<'s>(&'s self, mesh: &'s Mesh, numbers: &'s [u32]) -> impl Iterator<Item = &'s Sheet> {
        let pieces = move |cleaning: &'s Cleaning| {
            numbers.iter().filter_map(move |&number| cleaning.of(mesh, &self.tree, number)).flat_map(|it| &it.thin)
        };
        self.cleaning.iter().flat_map(pieces)
    }
}

impl Cleaning {
    fn new(mesh: &Mesh, sheets: &[Sheet]) -> Self {
        let [low, high] = around(mesh.vertices().iter().copied());
        let middle = low * 0.5 + high * 0.5;
        let exponent = exponent((high - low).max_abs());
        let face = |sheet: &Sheet| {
            let corners = sheet.corners.iter().map(|&corner| scaled(corner - middle, -exponent)).collect();
            Face::new(corners, ldexp(sheet.slack, -exponent))
        };
        let faces: Vec<Option<Face>> = sheets.iter().map(face).collect();
        let slack = faces.iter().flatten().map(|face| face.slack).fold(0.0, f64::max);
        let rounding = ldexp((f64::EPSILON * low.max_abs().max(high.max_abs())).max(grain_of(mesh)), -exponent);
        let errors = [2.0 * slack + 32.0 * f64::EPSILON + rounding, 32.0 * rounding];
        let found = sheets.iter().map(|_| OnceLock::new()).collect();
        Self { faces, middle, exponent, errors, found }
    }

    /// The pieces of a sheet. `None` if it has no area.
    fn of(&self, mesh: &Mesh, tree: &Tree<3>, number: u32) -> Option<&Exposed<Sheet>> {
        let face = self.faces[number as usize].as_ref()?;
        Some(self.found[number as usize].get_or_init(|| {
            let [low, high] = around(face.corners.iter().map(|&p| self.in_mesh(p)));
            let most = low.max_abs().max(high.max_abs());
            let margin = ldexp(2.0 * self.errors[0], self.exponent) + 8.0 * f64::EPSILON * most;
            let margin = vec3(margin, margin, margin);
            let near = pieces_in(tree, (low - margin).into(), (high + margin).into());
            let cutters = near.into_iter().filter(|&other| other != number);
            let cutters = cutters.filter_map(|other| self.faces[other as usize].as_ref());
            let holds = |points: [Spot; 2]| mesh.have_inside(points.each(|p| self.in_mesh(p)));
            let sheet = |face: Face| {
                let corners = face.corners.iter().map(|&p| self.in_mesh(p)).collect();
                let slack = ldexp(face.slack, self.exponent) + 4.0 * f64::EPSILON * most;
                Sheet { corners, slack, is_turned: false }
            };
            let Exposed { bounding, thin } = pieces_of(face, cutters, self.errors, &holds);
            // Collected in place they would keep the room of the faces.
            let [bounding, thin] =
                [bounding, thin].each(|faces| faces.into_iter().map(sheet).collect::<Box<[Sheet]>>().into_vec());
            Exposed { bounding, thin }
        }))
    }

    /// A point in the mesh's own frame, rounded.
    fn in_mesh(&self, p: Spot) -> Spot {
        scaled(p, self.exponent) + self.middle
    }
}

fn scaled(p: Spot, exponent: i32) -> Spot {
    let [x, y, z] = [0, 1, 2].each(|axis| ldexp(p[axis], exponent));
    vec3(x, y, z)
}

/// The triangles without area, by their corners. Of a closed mesh those of which a side or a point is on no triangle with area.
fn threads(mesh: &Mesh, surface: &Surface) -> Vec<[Spot; 3]> {
    let count = surface.triangles.len() as u32;
    let (with_area, flat): (Vec<u32>, Vec<u32>) =
        (0..count).partition(|&triangle| normal_of(mesh, surface, triangle).length() > 0.0);
    let sides_of = |triangle: u32| {
        let [a, b, c] = surface.triangles[triangle as usize];
        [[a, b], [b, c], [c, a]].each(|[from, to]| [from.min(to), from.max(to)])
    };
    let mut known: HashSet<[u32; 2]> = HashSet::new();
    if !flat.is_empty() && surface.inside != Inside::Nothing {
        let points = |triangle: u32| surface.triangles[triangle as usize].each(|vertex| [vertex; 2]);
        known.extend(with_area.iter().flat_map(|&triangle| sides_of(triangle).into_iter().chain(points(triangle))));
    }
    let is_alone = |&triangle: &u32| !sides_of(triangle).iter().all(|side| known.contains(side));
    let corners = |triangle: u32| surface.triangles[triangle as usize].each(|vertex| mesh.vertices()[vertex as usize]);
    flat.into_iter().filter(is_alone).map(corners).collect()
}

/// On which side of each component the solid is.
struct Sides {
    /// `None` for a component that is inside the solid on both sides.
    is_turned: Vec<Option<bool>>,
    bound: bool,
}

impl Sides {
    fn of(mesh: &Mesh, surface: &Surface) -> Self {
        if surface.inside == Inside::Nothing {
            return Self { is_turned: vec![Some(false); surface.components], bound: true };
        }
        let itself = mesh.at(Pose::identity());
        let meets = *surface.meets_itself.get_or_init(|| meets_itself(&itself, surface));
        if surface.components == 1 && !meets && surface.inside == Inside::NotZero {
            return Self { is_turned: vec![Some(volume(mesh, surface) < 0.0)], bound: true };
        }
        let mut largest: Vec<(f64, u32)> = vec![(0.0, 0); surface.components];
        for triangle in (0..surface.triangles.len() as u32).filter(|&triangle| surface.counts[triangle as usize]) {
            let area = normal_of(mesh, surface, triangle).length_squared();
            let best = &mut largest[surface.component[triangle as usize] as usize];
            if area > best.0 {
                *best = (area, triangle);
            }
        }
        let is_turned = |&(_, triangle): &(f64, u32)| {
            let [front, back] = windings_beside(mesh, surface, triangle).each(|winding| surface.inside.has(winding));
            (front != back).then_some(front)
        };
        let is_turned = largest.iter().map(|best| if meets { Some(false) } else { is_turned(best) }).collect();
        Self { is_turned, bound: !meets }
    }
}

/// The winding numbers just in front of a triangle and just behind it.
fn windings_beside(mesh: &Mesh, surface: &Surface, triangle: u32) -> [i32; 2] {
    let corners = surface.triangles[triangle as usize].each(|vertex| mesh.vertices()[vertex as usize]);
    let middle = (corners[0] + corners[1] + corners[2]) * (1.0 / 3.0);
    let normal = normal_of(mesh, surface, triangle);
    let length = normal.length().sqrt();
    let direction = normal.unit();
    // The greatest step, then shorter ones, until front and back differ by the triangle alone.
    let mut step = 0.125 * length;
    loop {
        // A point on another face has no number: a shorter step has.
        let windings = [1.0, -1.0].each(|sign| mesh.winding_number(middle + direction * (sign * step)));
        let [front, back] = windings.each(|winding| winding.unwrap_or(0));
        let is_known = windings.iter().all(Option::is_some) && (front - back).abs() == 1;
        if is_known || !(step > 8.0 * f64::EPSILON * middle.max_abs()) {
            return [front, back];
        }
        step *= 0.25;
    }
}

/// The normal of a triangle, as long as twice its area.
fn normal_of(mesh: &Mesh, surface: &Surface, triangle: u32) -> Spot {
    let [a, b, c] = surface.triangles[triangle as usize].each(|vertex| mesh.vertices()[vertex as usize]);
    (b - a).cross(c - a)
}

/// Six times the enclosed volume.
fn volume(mesh: &Mesh, surface: &Surface) -> f64 {
    let first = mesh.vertices()[surface.triangles[0][0] as usize];
    let counted = surface.triangles.iter().zip(&surface.counts).filter(|(_, counts)| **counts);
    let of = |(corners, _): (&[u32; 3], &bool)| {
        let [a, b, c] = corners.each(|vertex| mesh.vertices()[vertex as usize] - first);
        a.dot(b.cross(c))
    };
    counted.map(of).sum()
}

/// Polygons while they are joined, by the triangles that lead them.
struct Joining<'a> {
    mesh: &'a Mesh,
    /// The rim of each leader, with corners where it goes straight on.
    rims: Vec<Vec<u32>>,
    /// The unit normal of each leader's largest triangle, or zero.
    normals: Vec<Spot>,
    areas: Vec<f64>,
    flat: f64,
}

/// How far apart the coordinates are at least that a mesh may have had when they were rounded: their common step along an axis. A
/// mesh that was far from the origin and was moved near to it has a coarse one. 0 if none is coarser than rounding is where the mesh
/// is, or if it is no rounding: plain numbers, as whole ones, have large steps.
fn grain_of(mesh: &Mesh) -> f64 {
    let [low, high] = around(mesh.vertices().iter().copied());
    let extent = (high - low).max_abs();
    let finest = (0.25 * FLAT * extent).max(f64::EPSILON * low.max_abs().max(high.max_abs()));
    let step = |axis: usize| mesh.vertices().iter().map(|v| step_of(v[axis])).fold(f64::INFINITY, f64::min);
    let grain = [0, 1, 2].each(step).into_iter().filter(|step| *step <= COARSE * extent).fold(0.0, f64::max);
    if grain > finest { grain } else { 0.0 }
}

/// The greatest power of two of which a number is a multiple. Infinity for 0.
fn step_of(x: f64) -> f64 {
    let bits = x.to_bits();
    let mantissa = bits & ((1 << 52) - 1) | if x.is_normal() { 1 << 52 } else { 0 };
    if mantissa == 0 {
        return f64::INFINITY;
    }
    let exponent = ((bits >> 52 & 0x7ff) as i32).max(1) - 1075;
    ldexp(1.0, exponent + mantissa.trailing_zeros() as i32)
}

/// The polygons: corners, slack, and component.
fn joined(mesh: &Mesh, surface: &Surface, grain: f64) -> Vec<(Vec<u32>, f64, u32)> {
    let vertex = |index: u32| mesh.vertices()[index as usize];
    let count = surface.triangles.len();
    let normals: Vec<Spot> = (0..count as u32).map(|triangle| normal_of(mesh, surface, triangle)).collect();
    let areas = normals.iter().map(|normal| normal.length()).collect();
    let (mut extent, mut most) = (0.0f64, 0.0f64);
    for &v in mesh.vertices() {
        (extent, most) = (extent.max((v - vertex(0)).max_abs()), most.max(v.max_abs()));
    }
    let mut joining = Joining {
        mesh,
        rims: surface.triangles.iter().map(|corners| corners.to_vec()).collect(),
        normals: normals.iter().map(|normal| normal.normalized().unwrap_or(vec3(0.0, 0.0, 0.0))).collect(),
        areas,
        flat: FLAT * extent + 4.0 * (f64::EPSILON * most).max(grain),
    };
    let mut leaders: Vec<u32> = (0..count as u32).collect();
    let mut edges: Vec<(f64, u32)> = (0..surface.edge_count())
        .map(|edge| {
            let [from, to] = surface.ends(edge).each(vertex);
            ((to - from).length_squared(), edge)
        })
        .collect();
    edges.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    for (_, edge) in edges {
        let [one, other] = surface.wings(edge) else { continue };
        if one.is_forward == other.is_forward {
            continue;
        }
        let pair = [one, other].each(|wing| leader_of(&mut leaders, wing.triangle));
        if pair[0] != pair[1] && joining.join(pair, surface.ends(edge)) {
            leaders[pair[1] as usize] = pair[0];
        }
    }
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); count];
    for triangle in (0..count as u32).filter(|&triangle| surface.counts[triangle as usize]) {
        members[leader_of(&mut leaders, triangle) as usize].push(triangle);
    }
    let polygon = |(leader, members): (usize, &Vec<u32>)| {
        let corners = members.iter().flat_map(|&triangle| surface.triangles[triangle as usize]);
        let (rim, slack) = joining.polygon(leader, corners);
        (rim, slack, surface.component[leader])
    };
    members.iter().enumerate().filter(|(_, members)| !members.is_empty()).map(polygon).collect()
}

impl Joining<'_> {
    fn at(&self, vertex: u32) -> Spot {
        self.mesh.vertices()[vertex as usize]
    }

    /// Joins two polygons at a common edge if their union is flat and convex. The first one leads then.
    fn join(&mut self, [one, other]: [u32; 2], [from, to]: [u32; 2]) -> bool {
        let [first, second] = [one as usize, other as usize];
        let normal = self.normals[if self.areas[first] >= self.areas[second] { first } else { second }];
        let is_along = |polygon: usize| self.normals[polygon].dot(normal) > 0.5;
        if self.rims[first].len() + self.rims[second].len() > MOST_CORNERS + 2 || !is_along(first) || !is_along(second)
        {
            return false;
        }
        let base = self.at(from);
        let is_flat = |&vertex: &u32| (self.at(vertex) - base).dot(normal).abs() <= self.flat;
        if !self.rims[first].iter().chain(&self.rims[second]).all(is_flat) {
            return false;
        }
        let Some(rim) = union(&self.rims[first], &self.rims[second], [from, to]) else { return false };
        if !self.is_convex(&rim, normal) {
            return false;
        }
        self.rims[first] = rim;
        self.rims[second] = Vec::new();
        self.normals[first] = normal;
        self.areas[first] = self.areas[first].max(self.areas[second]);
        true
    }

    /// Whether the rim turns left everywhere, or goes straight on, and turns around once.
    fn is_convex(&self, rim: &[u32], normal: Spot) -> bool {
        let count = rim.len();
        // Askew, so that sides along an axis do not change their direction by rounding.
        let [x, y] = across(normal);
        let [right, up] = [x * 0.8 + y * 0.6, y * 0.8 - x * 0.6];
        let side = |place: usize| {
            let side = self.at(rim[(place + 1) % count]) - self.at(rim[place % count]);
            [right.dot(side), up.dot(side)]
        };
        let mut half_turns = 0;
        for place in 0..count {
            let ([x, y], [u, v]) = (side(place), side(place + 1));
            let long = (x * x + y * y).max(u * u + v * v).sqrt();
            if !(x * v - y * u >= -self.flat * long) || x * u + y * v < 0.0 && x * v - y * u <= self.flat * long {
                return false;
            }
            half_turns += i32::from((y < 0.0) != (v < 0.0));
        }
        half_turns == 2
    }

    /// The rim without corners where it goes straight on, and how far off the polygon the triangles' corners are.
    fn polygon(&self, leader: usize, corners: impl Iterator<Item = u32>) -> (Vec<u32>, f64) {
        let (rim, normal) = (&self.rims[leader], self.normals[leader]);
        if rim.len() == 3 {
            return (rim.clone(), 0.0);
        }
        let mut kept = rim.clone();
        let mut off = 0.0f64;
        let mut place = 0;
        while place < kept.len() && kept.len() > 3 {
            let [before, own, after] = [kept.len() - 1, 0, 1].each(|step| self.at(kept[(place + step) % kept.len()]));
            let side = (after - before).normalized().unwrap_or(vec3(0.0, 0.0, 0.0));
            let from_side = side.cross(normal).dot(own - before).abs();
            if from_side <= self.flat {
                off += from_side;
                kept.remove(place);
            } else {
                place += 1;
            }
        }
        let base = self.at(kept[0]);
        let height = corners.map(|vertex| (self.at(vertex) - base).dot(normal).abs()).fold(0.0, f64::max);
        (kept, 2.0 * height + off)
    }
}

/// The rim around two polygons with a common edge. `None` if they have other common points than one chain of edges.
fn union(one: &[u32], other: &[u32], [from, to]: [u32; 2]) -> Option<Vec<u32>> {
    let edge_in = |rim: &[u32]| {
        (0..rim.len()).find(|&place| {
            let ends = [rim[place], rim[(place + 1) % rim.len()]];
            ends == [from, to] || ends == [to, from]
        })
    };
    let (in_one, in_other) = (edge_in(one)?, edge_in(other)?);
    // From the end of the edge around to its start, each without its last corner.
    let around = |rim: &[u32], place: usize| -> Vec<u32> {
        (1..rim.len()).map(|step| rim[(place + step) % rim.len()]).collect()
    };
    let mut rim = around(one, in_one);
    rim.extend(around(other, in_other));
    // Further common edges are passed there and back.
    while let Some(place) =
        (0..rim.len()).find(|&place| rim[(place + rim.len() - 1) % rim.len()] == rim[(place + 1) % rim.len()])
    {
        if rim.len() < 5 {
            return None;
        }
        let second = (place + 1) % rim.len();
        rim.remove(place.max(second));
        rim.remove(place.min(second));
    }
    let mut sorted = rim.clone();
    sorted.sort_unstable();
    sorted.dedup();
    (sorted.len() == rim.len()).then_some(rim)
}

/// The sheets while their tree is built.
struct Bounds<'a> {
    sheets: &'a [Sheet],
}

impl Bounds<'_> {
    fn corners(&self, piece: u32) -> impl Iterator<Item = Vec3<f64>> {
        self.sheets[piece as usize].corners.iter().copied()
    }
}

impl Pieces<3> for Bounds<'_> {
    fn count(&self) -> usize {
        self.sheets.len()
    }
    fn bounds(&self, piece: u32) -> [[f64; 3]; 2] {
        let of = |choose: fn(f64, f64) -> f64, first: f64| {
            self.corners(piece).fold([first; 3], |ends, p| [0, 1, 2].each(|axis| choose(ends[axis], p[axis])))
        };
        [of(f64::min, f64::INFINITY), of(f64::max, f64::NEG_INFINITY)]
    }
    fn normal(&self, _piece: u32) -> [f64; 3] {
        [0.0; 3]
    }
    fn along(&self, _piece: u32, _direction: [f64; 3]) -> [f64; 2] {
        [0.0; 2]
    }
}
