//! Claims about two solids: a ball in both, cells that prove that no larger one is, tiles that prove two surfaces equal.
//!
//! Of the search for the overlap the middle of its ball and its bound are used, and its ways to cut. Cells are chosen in floats, and
//! the checker's own functions say which hold. So every step that is written is one that the checker accepts.

use super::directions::{integers, rounded};
use super::{ProofWriter, Side, Unproven, push_words};
use crate::overlap::{Wall, across, area_of, clipped};
use clearance::each::Each;
use clearance::{Vec3, WideVector, vec3};
use clearance_verify::Direction;
use clearance_verify::overlap::{Cell, Plane, Solid, Spot, are_outside_each_other, common_box, is_slab};
use dashu_base::BitTest;
use dashu_int::IBig;
use dashu_ratio::Relaxed;
use std::fmt::Write;

/// The most steps of a cover. Then there is no proof.
const MOST_STEPS: usize = 4_000;

/// The most cuts on the way to a cell.
const MOST_CUTS: usize = 150;

/// A cover proves a bound so many times the lower one, or a larger one. Each of its cells is near one leaf, where the search takes
/// several together, so the search's bound may be one that no finite cover proves. Larger: fewer cells. Smaller: narrower claims.
const COVERED: f64 = 1.0999;

/// The bits of the integers of a normal.
const BITS: i32 = 50;

/// Directions that are tried as slabs.
const MOST_SLABS: usize = 64;

/// What is cut off is thicker than this share of the radius, so that it can be looked at.
const THICK: f64 = 0.02;

/// A leaf that crosses a cell parts it if it is at least this share of the section: a half of a face of two triangles does.
/// Larger: openings are cut out late, in slivers. Smaller: cells are cut along leaves that bound little.
const MOST_OF_SECTION: f64 = 0.3;

/// A leaf in floats.
pub(super) struct Leaf {
    pub corners: [Vec3<f64>; 3],
    /// Unit, or zero for a leaf without area. In the plane it is across the edge.
    pub normal: Vec3<f64>,
}

/// The nearest point of a leaf.
struct Foot {
    at: Vec3<f64>,
    distance: f64,
    is_inner: bool,
}

impl Leaf {
    pub fn all(side: &Side) -> Vec<Self> {
        let leaf = |corners: &[u32; 3]| {
            let corners = corners.each(|vertex| side.vertices[vertex as usize]);
            let [a, b, c] = corners;
            let across = if b == c { vec3(b.y - a.y, a.x - b.x, 0.0) } else { (b - a).cross(c - a) };
            Self { corners, normal: across.normalized().unwrap_or_default() }
        };
        side.surface.leaves.iter().map(leaf).collect()
    }

    /// The leaf as a polygon. An edge is as high as it needs to be.
    pub fn polygon(&self, tall: f64) -> Vec<Vec3<f64>> {
        let [a, b, c] = self.corners;
        if b != c { vec![a, b, c] } else { raised([a, b], tall) }
    }

    fn foot(&self, p: Vec3<f64>) -> Foot {
        let [a, b, c] = self.corners;
        let is_over = b != c
            && self.normal != Vec3::default()
            && (0..3).all(|k| {
                let [from, to] = [self.corners[k], self.corners[(k + 1) % 3]];
                self.normal.dot((to - from).cross(p - from)) >= 0.0
            });
        if is_over {
            let height = self.normal.dot(p - a);
            return Foot { at: p - self.normal * height, distance: height.abs(), is_inner: true };
        }
        let on_side = |[from, to]: [Vec3<f64>; 2]| {
            let along = to - from;
            let square = along.length_squared();
            let share = if square > 0.0 { (along.dot(p - from) / square).clamp(0.0, 1.0) } else { 0.0 };
            let at = from + along * share;
            Foot { at, distance: (p - at).length(), is_inner: b == c && share > 0.0 && share < 1.0 }
        };
        let sides = [[a, b], [b, c], [c, a]].map(on_side);
        sides.into_iter().min_by(|x, y| x.distance.total_cmp(&y.distance)).expect("three sides")
    }
}

/// An edge of the plane as a strip.
fn raised([from, to]: [Vec3<f64>; 2], tall: f64) -> Vec<Vec3<f64>> {
    let at = |p: Vec3<f64>, z: f64| vec3(p.x, p.y, z);
    vec![at(from, -tall), at(to, -tall), at(to, tall), at(from, tall)]
}

/// A cover while it is found.
struct Cover<'a> {
    leaves: [Vec<Leaf>; 2],
    solids: [Solid<'a>; 2],
    radius: f64,
    is_flat: bool,
    steps: Vec<Step>,
}

enum Step {
    Near(usize, u32),
    Outside(usize),
    Cut(Box<Plane>, [IBig; 3]),
}

impl Cover<'_> {
    /// Adds the steps for a cell. No if there are too many.
    ///
    /// `walls` are planes that the cell is behind, in floats.
    fn prove(&mut self, cell: &Cell, near: &[Vec<u32>; 2], walls: &[Wall]) -> bool {
        if self.steps.len() >= MOST_STEPS || walls.len() > MOST_CUTS {
            return false;
        }
        let corners: Vec<Vec3<f64>> = cell.spots().map(|spot| spot.rounded().into()).collect();
        let middle = corners.iter().fold(Vec3::default(), |sum, &p| sum + p) * (1.0 / corners.len() as f64);
        let reach = corners.iter().map(|&p| (p - middle).length()).fold(0.0, f64::max);
        let mut kept = [Vec::new(), Vec::new()];
        // Per body: the leaf whose farthest corner is nearest.
        let mut best: Option<(f64, usize, u32)> = None;
        for side in 0..2 {
            let mut by_distance: Vec<(f64, u32)> =
                near[side].iter().map(|&leaf| (self.leaves[side][leaf as usize].foot(middle).distance, leaf)).collect();
            by_distance.sort_by(|x, y| x.0.total_cmp(&y.0));
            let least = by_distance.first().map_or(0.0, |x| x.0);
            by_distance.retain(|x| x.0 <= least.max(self.radius) + 2.5 * reach);
            kept[side] = by_distance.iter().map(|x| x.1).collect();
            for &(distance, leaf) in &by_distance {
                if best.is_some_and(|(most, ..)| distance >= most) {
                    break;
                }
                let own = &self.leaves[side][leaf as usize];
                let most = corners.iter().map(|&p| own.foot(p).distance).fold(0.0, f64::max);
                if best.is_none_or(|(known, ..)| most < known) {
                    best = Some((most, side, leaf));
                }
            }
        }
        if let Some((most, side, leaf)) = best
            && most <= self.radius * (1.0 + 1e-9)
            && cell.is_near(&self.solids[side], leaf, self.radius)
        {
            self.steps.push(Step::Near(side, leaf));
            return true;
        }
        for side in 0..2 {
            if cell.is_outside(&self.solids[side], self.radius) {
                self.steps.push(Step::Outside(side));
                return true;
            }
        }
        let longest = || {
            let ways = corners.iter().map(|&p| p - middle);
            ways.max_by(|p, q| p.length_squared().total_cmp(&q.length_squared())).unwrap_or_default()
        };
        let crossing = self.crossing(&corners, [middle, longest()], walls, &kept);
        let bounding = self.level(&corners, &kept).or(best);
        let tried = self.planes(&corners, bounding, &kept).into_iter().chain([(longest(), middle)]);
        for (normal, at) in crossing.into_iter().chain(tried) {
            let Some(normal) = normal.normalized() else { continue };
            if !self.parts(&corners, normal, at) {
                continue;
            }
            let Some((plane, n)) = plane_through(at, normal) else { continue };
            let Some([behind, front]) = cell.cut(&plane) else { continue };
            self.steps.push(Step::Cut(Box::new(plane), n));
            let own = Wall { normal, offset: normal.dot(at) };
            let turned = Wall { normal: -normal, offset: -own.offset };
            return [(behind, own), (front, turned)].iter().all(|(part, wall)| {
                let walls: Vec<Wall> = walls.iter().copied().chain([*wall]).collect();
                self.prove(part, &kept, &walls)
            });
        }
        false
    }

    /// Of the leaves whose planes are no farther from the cell than the radius the one whose farthest corner is nearest: what of
    /// the cell is over it needs no other cut than along its walls. A leaf that is nearer, and whose plane is too far, leaves
    /// cells that must be cut until they are as small as the radius.
    fn level(&self, corners: &[Vec3<f64>], near: &[Vec<u32>; 2]) -> Option<(f64, usize, u32)> {
        let leaves = (0..2).flat_map(|side| near[side].iter().map(move |&leaf| (side, leaf)));
        let is_level = |&(side, leaf): &(usize, u32)| {
            let own = &self.leaves[side][leaf as usize];
            let height = |p: &Vec3<f64>| own.normal.dot(*p - own.corners[0]).abs();
            own.normal != Vec3::default() && corners.iter().all(|p| height(p) <= self.radius)
        };
        let farthest = |(side, leaf): (usize, u32)| {
            let own = &self.leaves[side][leaf as usize];
            (corners.iter().map(|&p| own.foot(p).distance).fold(0.0, f64::max), side, leaf)
        };
        leaves.filter(is_level).map(farthest).min_by(|one, other| one.0.total_cmp(&other.0))
    }

    /// Whether a plane parts a cell so that both parts are thick enough.
    fn parts(&self, corners: &[Vec3<f64>], normal: Vec3<f64>, at: Vec3<f64>) -> bool {
        let heights = corners.iter().map(|&p| normal.dot(p - at));
        let [low, high] = heights.fold([0.0f64; 2], |[low, high], x| [low.min(x), high.max(x)]);
        low < -THICK * self.radius && high > THICK * self.radius
    }

    /// The leaf that crosses the cell with the greatest area, if that is most of the section.
    fn crossing(
        &self,
        corners: &[Vec3<f64>],
        [middle, longest]: [Vec3<f64>; 2],
        walls: &[Wall],
        near: &[Vec<u32>; 2],
    ) -> Option<(Vec3<f64>, Vec3<f64>)> {
        let size = 4.0 * longest.length();
        let area = |polygon: Vec<Vec3<f64>>, normal: Vec3<f64>| {
            let left = walls.iter().fold(polygon, |left, wall| clipped(&left, wall));
            area_of(&left, normal)
        };
        let leaves = (0..2).flat_map(|side| near[side].iter().map(move |&leaf| &self.leaves[side][leaf as usize]));
        let crossing = leaves.filter(|leaf| self.parts(corners, leaf.normal, leaf.corners[0]));
        let areas = crossing.map(|leaf| (area(leaf.polygon(size), leaf.normal), leaf));
        let (most, leaf) = areas.max_by(|x, y| x.0.total_cmp(&y.0))?;
        let foot = middle - leaf.normal * leaf.normal.dot(middle - leaf.corners[0]);
        let [right, up] = across(leaf.normal).each(|way| way * size);
        let along = vec3(leaf.normal.y, -leaf.normal.x, 0.0) * size;
        let all = match self.is_flat {
            true => raised([foot - along, foot + along], size),
            false => vec![foot - right - up, foot + right - up, foot + right + up, foot - right + up],
        };
        (most >= MOST_OF_SECTION * area(all, leaf.normal)).then_some((leaf.normal, leaf.corners[0]))
    }

    /// Planes that may cut a cell well, the best first.
    fn planes(
        &self,
        corners: &[Vec3<f64>],
        best: Option<(f64, usize, u32)>,
        near: &[Vec<u32>; 2],
    ) -> Vec<(Vec3<f64>, Vec3<f64>)> {
        let mut found = Vec::new();
        let Some((_, side, leaf)) = best else { return found };
        let own = &self.leaves[side][leaf as usize];
        let feet = corners.iter().map(|&p| (p, own.foot(p)));
        let Some((corner, foot)) = feet.max_by(|x, y| x.1.distance.total_cmp(&y.1.distance)) else { return found };
        let way = corner - foot.at;
        found.push((own.normal, own.corners[0]));
        if !foot.is_inner {
            // The wall through the rim, across the leaf.
            let flat = way - own.normal * own.normal.dot(way);
            found.insert(0, (flat, foot.at));
        }
        // A face that crosses the cell near its middle.
        let middle = corners.iter().fold(Vec3::default(), |sum, &p| sum + p) * (1.0 / corners.len() as f64);
        let crossing = (0..2).flat_map(|side| near[side].iter().map(move |&leaf| (side, leaf)));
        let distance = |&(side, leaf): &(usize, u32)| self.leaves[side][leaf as usize].foot(middle).distance;
        let nearest = crossing.min_by(|x, y| distance(x).total_cmp(&distance(y)));
        if let Some((side, leaf)) = nearest {
            let other = &self.leaves[side][leaf as usize];
            found.push((other.normal, other.corners[0]));
        }
        // Half way from the leaf to its farthest corner.
        found.push((way, foot.at + way * 0.5));
        if self.is_flat {
            found.iter_mut().for_each(|(normal, _)| normal.z = 0.0);
        }
        found
    }
}

impl ProofWriter<'_> {
    /// Claims bounds of the diameter of the largest ball in two closed bodies that no leaf passes: a ball around a point is
    /// in both, if one is given, and none is larger than the upper bound, if one is given. The answer is what is proven: the
    /// lower bound is that of the point itself, which is rounded, and 0 without one; the upper bound may be 1.1 times the lower
    /// one where less was asked for, and is infinite if none was given, or no proof of it was found.
    ///
    /// # Errors
    /// [`Unproven::NoBounds`] if a body is open, or nothing is proven. Nothing is added then.
    pub fn overlap(
        &mut self,
        bodies: [usize; 2],
        middle: Option<[f64; 3]>,
        upper: Option<f64>,
    ) -> Result<[f64; 2], Unproven> {
        let [one, other] = bodies;
        let mut text = format!("overlap {one} {other}\n");
        let (mut lower, mut found) = (0.0, f64::INFINITY);
        if let Some((line, proven)) = middle.and_then(|middle| self.ball(bodies, middle)) {
            text += &line;
            lower = proven;
        }
        if let Some(upper) = upper.filter(|upper| upper.is_finite() && *upper >= lower)
            && let Some((lines, proven)) = self.upper(bodies, [lower, upper])
        {
            text += &lines;
            found = proven;
        }
        if lower == 0.0 && found == f64::INFINITY {
            return Err(Unproven::NoBounds);
        }
        self.pairs += &text;
        Ok([lower, found])
    }

    /// Claims that two closed bodies have no common point. A claim above says that their surfaces have none.
    ///
    /// # Errors
    /// [`Unproven::NoBounds`] if a body is open, or a part of one is inside the other.
    pub fn parted(&mut self, bodies: [usize; 2]) -> Result<(), Unproven> {
        self.solids(bodies).filter(|&solids| are_outside_each_other(solids)).ok_or(Unproven::NoBounds)?;
        let [a, b] = bodies;
        let _ = write!(self.pairs, "overlap {a} {b}\nparted\n");
        Ok(())
    }

    /// Claims that each point of one surface is within a length of the other, both ways.
    ///
    /// # Errors
    /// [`Unproven::NoBounds`] if no proof of it was found. Nothing is added then.
    pub fn same(&mut self, bodies: [usize; 2], length: f64) -> Result<(), Unproven> {
        let sides = bodies.each(|body| &self.bodies[body].1);
        let leaves = sides.each(Leaf::all);
        let mut steps = Vec::new();
        for side in 0..2 {
            let other = Solid::unchecked(&sides[1 - side].placed);
            for leaf in 0..sides[side].surface.leaves.len() as u32 {
                let tile = Cell::of_leaf(&sides[side].placed, leaf).ok_or(Unproven::NoBounds)?;
                let mut cuts = Vec::new();
                if !tiled(&tile, &other, (1 - side, &leaves[1 - side]), length, &mut cuts) {
                    return Err(Unproven::NoBounds);
                }
                steps.extend(cuts);
            }
        }
        let words: Vec<String> = steps.into_iter().map(|step| self.word(step)).collect();
        let [a, b] = bodies;
        let _ = write!(self.pairs, "same {a} {b}\ntiles {length:e}\n");
        push_words(&mut self.pairs, "cells", words.into_iter());
        Ok(())
    }

    pub(super) fn solids(&self, bodies: [usize; 2]) -> Option<[Solid<'_>; 2]> {
        let [a, b] = bodies.each(|body| Solid::new(&self.bodies[body].1.placed));
        Some([a?, b?])
    }

    /// The line of a ball around a point, and its diameter.
    fn ball(&self, bodies: [usize; 2], middle: [f64; 3]) -> Option<(String, f64)> {
        let exact = middle.each(|x| Relaxed::try_from(x).unwrap_or(Relaxed::ZERO));
        let p = Spot::new(exact.clone());
        let solids = self.solids(bodies)?;
        if solids.iter().any(|solid| solid.holds(&p) != Some(true)) {
            return None;
        }
        let [a, b] = solids.each(|solid| solid.square_to(&p));
        let square = a?.min(b?);
        let holds = |diameter: f64| {
            let diameter = Relaxed::try_from(diameter).unwrap_or(Relaxed::ZERO);
            &diameter * &diameter <= &square * Relaxed::from(4)
        };
        let root = (2.0 * square.to_f64().value().sqrt()).next_up();
        let lower = std::iter::successors(Some(root), |x| Some(x.next_down())).take(16).find(|&x| holds(x))?;
        let [x, y, z] = exact;
        let [x, y, z, scale] = integers([x, y, z, Relaxed::ONE]);
        (lower > 0.0).then(|| (format!("ball {lower:e} {scale} {x} {y} {z}\n"), lower))
    }

    /// The lines that prove an upper bound, and that bound: the one that is given by a slab, and one that is a little above the
    /// lower one by a cover.
    fn upper(&mut self, bodies: [usize; 2], [lower, upper]: [f64; 2]) -> Option<(String, f64)> {
        self.solids(bodies)?;
        let is_flat = self.bodies[bodies[0]].1.placed.is_flat();
        let leaves = bodies.each(|body| Leaf::all(&self.bodies[body].1));
        if common_box(bodies.each(|body| &self.bodies[body].1.placed), 0.5 * upper).is_none() {
            return Some((format!("cover {upper:e}\n"), upper));
        }
        let mut normals: Vec<Vec3<f64>> = Vec::new();
        for leaf in leaves.iter().flatten() {
            let is_known = normals.iter().any(|n| n.dot(leaf.normal).abs() > 1.0 - 1e-12);
            if leaf.normal != Vec3::default() && !is_known && normals.len() < MOST_SLABS {
                normals.push(leaf.normal);
            }
        }
        let span = |n: Vec3<f64>, body: usize| {
            let heights = self.bodies[body].1.vertices.iter().map(|p| n.dot(*p));
            heights.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
        };
        let width = |n: Vec3<f64>| {
            let [[low, high], [own_low, own_high]] = bodies.each(|body| span(n, body));
            high.min(own_high) - low.max(own_low)
        };
        normals.retain(|&n| width(n) <= upper * (1.0 + 1e-9));
        for normal in normals {
            let n = rounded(normal.into(), BITS);
            let Some(direction) = Direction::new(n.clone()) else { continue };
            if is_slab(&direction, bodies.each(|body| &self.bodies[body].1.placed), upper) {
                let number = self.directions.number(n)?;
                return Some((format!("slab {upper:e} {number}\n"), upper));
            }
        }
        // A cell without a width would need cells without end.
        if !(upper > 0.0) {
            return None;
        }
        let upper = upper.max(COVERED * lower);
        let placed = bodies.each(|body| &self.bodies[body].1.placed);
        let cell = common_box(placed, 0.5 * upper)?;
        let all = leaves.each_ref().each(|leaves| (0..leaves.len() as u32).collect());
        let solids = self.solids(bodies)?;
        let mut cover = Cover { leaves, solids, radius: 0.5 * upper, is_flat, steps: Vec::new() };
        let walls = walls_of(&cell, is_flat);
        if !cover.prove(&cell, &all, &walls) {
            return None;
        }
        let steps = cover.steps;
        let mut text = format!("cover {upper:e}\n");
        let words: Vec<String> = steps.into_iter().map(|step| self.word(step)).collect();
        push_words(&mut text, "cells", words.into_iter());
        Some((text, upper))
    }

    /// A step as a word.
    fn word(&mut self, step: Step) -> String {
        let side = |side: usize| if side == 0 { "a" } else { "b" };
        match step {
            Step::Near(own, leaf) => format!("{}{leaf}", side(own)),
            Step::Outside(own) => format!("o{}", side(own)),
            Step::Cut(plane, n) => self.cut(&plane, n),
        }
    }

    /// The step that cuts a cell.
    pub(super) fn cut(&mut self, plane: &Plane, n: [IBig; 3]) -> String {
        let number = self.directions.number(n).expect("a normal is not zero");
        // The denominator is a power of two.
        let places = plane.c.denominator().bit_len() - 1;
        format!("c{number}:{places}:{}", plane.c.numerator())
    }
}

/// Adds the steps that prove that a part of a leaf is within a length of the surface of body `side`. No if there is none.
fn tiled(tile: &Cell, other: &Solid, (side, leaves): (usize, &[Leaf]), length: f64, steps: &mut Vec<Step>) -> bool {
    if steps.len() >= MOST_CUTS {
        return false;
    }
    let corners: Vec<Vec3<f64>> = tile.spots().map(|spot| spot.rounded().into()).collect();
    let middle = corners.iter().fold(Vec3::default(), |sum, &p| sum + p) * (1.0 / corners.len() as f64);
    let farthest = |leaf: &Leaf| corners.iter().map(|&p| leaf.foot(p).distance).fold(0.0, f64::max);
    let least = (0..leaves.len()).map(|leaf| (farthest(&leaves[leaf]), leaf)).min_by(|x, y| x.0.total_cmp(&y.0));
    let Some((most, leaf)) = least else { return false };
    if most <= length * (1.0 + 1e-9) && tile.is_near(other, leaf as u32, length) {
        steps.push(Step::Near(side, leaf as u32));
        return true;
    }
    // Along the walls through the sides of the leaf that is nearest to the middle.
    let distance = |leaf: &&Leaf| leaf.foot(middle).distance;
    let Some(nearest) = leaves.iter().min_by(|x, y| distance(x).total_cmp(&distance(y))) else { return false };
    let sides = (0..3).map(|k| [nearest.corners[k], nearest.corners[(k + 1) % 3]]);
    for [from, to] in sides.filter(|[from, to]| from != to) {
        let is_edge = nearest.corners[1] == nearest.corners[2];
        let wall = if is_edge { to - from } else { (to - from).cross(nearest.normal) };
        for at in [from, to].into_iter().take(if is_edge { 2 } else { 1 }) {
            let Some((plane, n)) = plane_through(at, wall) else { continue };
            let Some([behind, front]) = tile.cut(&plane) else { continue };
            steps.push(Step::Cut(Box::new(plane), n));
            return tiled(&behind, other, (side, leaves), length, steps)
                && tiled(&front, other, (side, leaves), length, steps);
        }
    }
    false
}

/// The planes of a box.
pub(super) fn walls_of(cell: &Cell, is_flat: bool) -> Vec<Wall> {
    let corners: Vec<Vec3<f64>> = cell.spots().map(|spot| spot.rounded().into()).collect();
    let axes = if is_flat { 0..2 } else { 0..3 };
    let wall = |axis: usize, sign: f64| {
        let normal = Vec3::axis(axis) * sign;
        Wall { normal, offset: corners.iter().map(|p| normal.dot(*p)).fold(f64::NEG_INFINITY, f64::max) }
    };
    axes.flat_map(|axis| [-1.0, 1.0].map(|sign| wall(axis, sign))).collect()
}

/// The plane through a point with a normal that is rounded to integers.
pub(super) fn plane_through(at: Vec3<f64>, normal: Vec3<f64>) -> Option<(Plane, [IBig; 3])> {
    let n = rounded(normal.normalized()?.into(), BITS);
    let exact = n.clone().map(Relaxed::from);
    let at: [f64; 3] = at.into();
    let product = |k: usize| Some(&exact[k] * Relaxed::try_from(at[k]).ok()?);
    let c = product(0)? + product(1)? + product(2)?;
    Some((Plane { n: exact, c }, n))
}
