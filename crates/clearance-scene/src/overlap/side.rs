//! One body of a pair, as the search sees it: how deep a point is in it, and how deep a cell is at most.

use super::face::{Face, Foot};
use super::place::{Ends, around, common, plane_through, widened};
use crate::cell::{Cell, Clipper, Plane, Spot, middle_of};
use clearance::each::Each;
use clearance::vec3;
use std::iter;

/// How thick the rim of a face is taken to be when a ray passes it, as a share of the side's error. Larger: more rays are
/// tried again. Smaller: a ray might pass between two faces.
const RIM: f64 = 16.0;

/// A ray from a point to a face is at most so many times as long as the way to the nearest point of it.
const FARTHER: f64 = 1.25;

/// Faces that rays are sent to, and rays to each, before a point counts as not known.
const MOST_TARGETS: usize = 4;
const MOST_RAYS: u32 = 6;

/// Ways to the points that tell on which side a point is that no face is near, as shares of the reach: less than one half. No
/// two are along one line, nor three in one plane with the point, so that a face holds few of them.
pub(super) const ASIDE: [[f64; 3]; 6] = [
    [0.0, 0.0, 0.0],
    [0.137, 0.211, 0.089],
    [-0.193, 0.071, -0.151],
    [0.083, -0.229, 0.167],
    [-0.103, -0.157, 0.251],
    [0.239, -0.061, -0.113],
];

/// One body.
pub(super) enum Side<'a> {
    Faces(Faces<'a>),
    Convex(Convex<'a>),
}

/// The faces of a body near the common box, and what they leave open.
pub(super) struct Faces<'a> {
    /// Those that bound the body. An open mesh has no inside, and they are all of it.
    pub faces: Vec<Face>,
    pub is_open: bool,
    /// What else there is: faces, segments and points that bound nothing.
    pub thin: Vec<Face>,
    /// Whether a point is inside that is farther from all these faces than `reach`. `None` if it is on a face in the solid.
    pub holds_far: Box<dyn Fn(Spot) -> Option<bool> + 'a>,
    /// Whether faces of the body may lie in it, or nearer to each other than rounding. A point between those has the number of
    /// the gap.
    pub has_inner: bool,
    /// How far the faces are off those of the body, at most: rounding, and the slack of sheets.
    pub error: f64,
    /// All surfaces are known that are no farther from the box than one and a half times this.
    pub reach: f64,
}

/// A convex body, known by its supporting planes.
pub struct Convex<'a> {
    /// The supporting plane that is nearest to a point, or nearly so.
    pub(super) support: Box<dyn Fn(Spot) -> Support + 'a>,
    pub(super) error: f64,
    /// Some point in its middle.
    pub(super) center: Spot,
}

/// What a convex body says of a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Support {
    /// The body is behind the plane.
    pub plane: Plane,
    /// How deep the point is in the body, at least. Negative outside.
    pub depth: f64,
}

/// A bound of the depth of a cell's points in a body, and the cut that makes it better.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    /// No point of the cell is deeper.
    pub most: f64,
    pub cut: Option<CutHint>,
    /// About the bound of the nearer half of the cell after that cut.
    pub half_way: f64,
}

impl Bound {
    /// Whether all of the cell is about as far from what bounds it, so that cutting parallel to that gains little.
    pub fn is_thin(&self) -> bool {
        self.half_way > 0.75 * self.most
    }
}

/// How to cut a cell.
#[derive(Clone, Copy, Debug)]
pub(super) enum CutHint {
    /// Along this plane, or parallel to it half way to the greatest height if it misses the cell.
    Plane(Plane),
    /// Along the first plane, or as by the second.
    Wall(Plane, Plane),
}

/// What a cell remembers of a body.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// The faces that are nearest to some point of the cell, and perhaps others.
    pub faces: Vec<u32>,
    /// The planes that bounded the cell that this one was cut from.
    pub planes: Vec<Plane>,
    /// Whether what lies deeper in the cell than its margin is inside. A wedge may be thinner than that over a long way, so
    /// other points may be far outside.
    pub is_inside: bool,
    /// Whether all points of the cell are inside.
    pub is_known: bool,
    /// The box of points of which the nearest faces are known. `None` if they are known of the whole ball around the cell.
    pub known: Option<Ends>,
}

impl Memory {
    /// Whether the nearest faces of a point are known that is in the ball around the cell.
    pub fn knows(&self, p: Spot) -> bool {
        self.known.is_none_or(|[low, high]| (0..3).all(|axis| low[axis] <= p[axis] && p[axis] <= high[axis]))
    }
}

/// Faces are remembered that are no farther from a cell's box than its bound times this. Points that are no farther from the box than
/// the bound are no deeper than twice the bound, and rays from them are [`FARTHER`] times as long as they are deep.
const REMEMBERED: f64 = 1.0 + 2.0 * FARTHER;

/// The same for faces that a cell or a part of it touches but for rounding, in margins of the cell: parts have greater ones.
const MARGINS: f64 = 64.0;

/// How deep faces may come into a thicker cell, in margins. Larger: those that lean into it by less than rounding do no harm. Smaller:
/// better bounds.
const BESIDE: f64 = 1.25;

/// How far the planes of a thicker cell are from the middle at least, as a share of the radius: so all of it is well in the ball of which
/// the nearest faces are remembered; and how much thinner the next one is. Larger: better bounds. Smaller: fewer faces come into it.
const THICKER: f64 = 0.25;

/// Faces that bound a cell up to so many times as well as the best may say how it is cut. Larger: cuts that help more later.
/// Smaller: cuts that help now.
pub(super) const NEARLY: f64 = 1.25;

/// The same where the best ones are about as far from all of the cell. Larger: more faces to look at. Smaller: cells around the
/// middle of a prism are cut in vain, since the face that ends them is none of the best.
pub(super) const NEARLY_WIDE: f64 = 2.0;

/// Planes of a convex body that a cell remembers. Larger: tighter bounds of curved bodies. Smaller: less to look at.
const MOST_PLANES: usize = 12;

impl Side<'_> {
    pub fn memory(&self) -> Memory {
        match self {
            Self::Faces(faces) => Memory { faces: (0..faces.faces.len() as u32).collect(), ..Memory::default() },
            Self::Convex(_) => Memory::default(),
        }
    }

    /// How far the depths are off those of the body, at most.
    pub fn error(&self) -> f64 {
        match self {
            Self::Faces(faces) => faces.error,
            Self::Convex(convex) => convex.error,
        }
    }

    /// The bound of a cell. The memory of the cell it was cut from becomes its own. Faces that bound a thin cell up to `widest` times
    /// as well as the best may say how it is cut.
    pub fn bound(&self, cell: &Cell, ball: Ball, widest: f64, memory: &mut Memory) -> Bound {
        match self {
            Self::Faces(faces) => faces.bound(cell, ball, widest, memory),
            Self::Convex(convex) => convex.bound(cell, ball, memory),
        }
    }

    /// Makes the memory of the cell it was cut from its own, as [`Side::bound`].
    pub fn narrow(&self, cell: &Cell, ball: Ball, memory: &mut Memory) {
        if let Self::Faces(faces) = self {
            faces.narrow(cell, ball, memory);
        }
    }

    /// How the body lies in a cell. Faces that come no deeper into it than `thin` do not cross it.
    pub fn look(&self, cell: &Cell, ball: Ball, memory: &Memory, thin: f64) -> Look {
        match self {
            Self::Faces(faces) => faces.look(cell, ball, memory, thin),
            Self::Convex(convex) => convex.look(cell, ball),
        }
    }

    /// Whether a point is surely inside that no surface is nearer to than `depth`: by the winding number, not by rays to faces.
    pub fn has(&self, p: Spot, depth: f64) -> bool {
        match self {
            Self::Faces(faces) => {
                // On a face in the solid a point has no number, and one beside it has.
                let aside = |&[x, y, z]: &[f64; 3]| (faces.holds_far)(p + vec3(x, y, z) * depth);
                ASIDE.iter().find_map(aside) == Some(true)
            }
            Self::Convex(_) => true,
        }
    }

    /// How deep a point of the cell is in the body, at least, and the directions in which surfaces are that are no farther
    /// than `about` times that. `None` if it is not known to be inside, or the depth is less than `least`.
    pub fn depth(&self, p: Spot, memory: &Memory, [about, least]: [f64; 2], near: &mut Vec<Spot>) -> Option<f64> {
        match self {
            Self::Faces(faces) => faces.depth(p, memory, [about, least], near),
            Self::Convex(convex) => {
                let support = (convex.support)(p);
                near.push(support.plane.normal);
                (support.depth > 0.0 && support.depth >= least).then_some(support.depth)
            }
        }
    }
}

/// The ball around a cell, and the box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ball {
    pub middle: Spot,
    pub radius: f64,
    pub ends: Ends,
}

/// How a body lies in a cell.
pub(super) enum Look {
    /// All of the cell is outside, but for points no deeper than this.
    Outside(f64),
    /// The cell is inside, but for points that lie no deeper in it than its margin.
    Inside,
    /// All of the cell is inside: it has no surface in it.
    Filled,
    /// A surface crosses it: the plane of the face that does so with the greatest area, and that area.
    Crossed(Option<(Plane, f64)>),
}

/// A length that a point is no nearer to a face than, and the face.
type Near = (f64, u32);

/// How far the corners of a cell are from a face.
#[derive(Clone, Copy, Debug)]
struct Span {
    /// The farthest corner, and the point of the face that is nearest to it.
    corner: Spot,
    foot: Foot,
    /// The distance of the nearest corner.
    least: f64,
}

impl Span {
    /// The bound of the nearer half of the cell.
    fn half_way(&self) -> f64 {
        0.5 * (self.least + self.foot.distance)
    }
}

impl Faces<'_> {
    pub fn face(&self, face: u32) -> &Face {
        &self.faces[face as usize]
    }

    /// Leaves out of a memory what is far from a cell. The faces that are left, each with a length that the middle is no nearer to it
    /// than, and the nearest one with how far it is from the corners.
    fn narrow(&self, cell: &Cell, ball: Ball, memory: &mut Memory) -> (Vec<Near>, Option<(Span, u32)>) {
        let farthest = |least: f64| FARTHER * least + 2.5 * ball.radius + 4.0 * self.error;
        let (mut near, least, nearest) = self.not_beyond(ball.middle, &memory.faces, farthest);
        // Of a long cell beside a face the ball knows little, and the box knows more.
        let first = nearest.and_then(|face| Some((self.span(cell, face, f64::INFINITY)?, face)));
        let most = first.map_or(f64::INFINITY, |(span, _)| span.foot.distance);
        let far = REMEMBERED * most + MARGINS * self.margin(cell);
        let is_long = far < ball.radius;
        if is_long {
            let around = widened(ball.ends, most);
            memory.known = Some(memory.known.map_or(around, |known| common(known, around)));
        }
        let is_near = |face: u32| !is_long || !self.face(face).is_beside(ball.ends, far);
        near.retain(|&(distance, face)| distance <= farthest(least) && is_near(face));
        memory.faces.clear();
        // The nearest one first: then others are told by their boxes.
        memory.faces.extend(nearest);
        memory.faces.extend(near.iter().map(|&(_, face)| face).filter(|&face| Some(face) != nearest));
        (near, first)
    }

    fn bound(&self, cell: &Cell, ball: Ball, widest: f64, memory: &mut Memory) -> Bound {
        let (mut near, first) = self.narrow(cell, ball, memory);
        let mut most = first.map_or(f64::INFINITY, |(span, _)| span.foot.distance);
        near.retain(|&(distance, _)| distance < widest * most);
        near.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut spans: Vec<(Span, u32)> = first.into_iter().collect();
        let mut nearly = NEARLY;
        let best = loop {
            for &(distance, face) in &near {
                // The distance from a face is a convex function: the farthest corner is no nearer than the middle.
                if distance >= nearly * most {
                    break;
                }
                if spans.iter().any(|&(_, known)| known == face) {
                    continue;
                }
                let Some(span) = self.span(cell, face, nearly * most) else { continue };
                most = most.min(span.foot.distance);
                spans.push((span, face));
            }
            // Of the faces that bound about as well, the one from which half of the cell is nearest: cutting there helps most.
            let useful = spans.iter().filter(|(span, _)| span.foot.distance <= nearly * most);
            let best = useful.min_by(|(one, _), (other, _)| one.half_way().total_cmp(&other.half_way()));
            let is_thin = best.is_some_and(|(span, _)| span.half_way() > 0.75 * most);
            if !is_thin || nearly >= widest {
                break best;
            }
            nearly = widest;
        };
        let cut = best.map(|(span, face)| hint(self.face(*face), span.corner, span.foot));
        let half_way = best.map_or(f64::INFINITY, |(span, _)| span.half_way());
        Bound { most: most + self.error + cell.slack, cut, half_way }
    }

    /// Faces with a length that they are no nearer to a point than, the least distance, at most `reach`, and the face that has it. Faces
    /// that are farther than `farthest` of the least may be left out. Boxes tell of most, and only those that may be the nearest are
    /// measured.
    fn not_beyond(&self, p: Spot, faces: &[u32], farthest: impl Fn(f64) -> f64) -> (Vec<Near>, f64, Option<u32>) {
        let (mut near, mut least, mut nearest) = (Vec::with_capacity(faces.len()), self.reach, None);
        let mut limit = farthest(least);
        for &face in faces {
            let own = self.face(face);
            let square = own.square_of_gap(p);
            if square > limit * limit {
                continue;
            }
            let mut distance = square.sqrt();
            if distance < least {
                distance = own.foot(p).distance;
                if distance < least {
                    (least, nearest) = (distance, Some(face));
                    limit = farthest(least);
                }
            }
            near.push((distance, face));
        }
        (near, least, nearest)
    }

    /// Faces with their distances from a point, and the least of these, at most `reach`. Faces that are farther than
    /// `farthest` of the least may be left out.
    pub fn near(&self, p: Spot, faces: &[u32], farthest: impl Fn(f64) -> f64) -> (Vec<(f64, u32)>, f64) {
        let (mut near, mut least) = (Vec::new(), self.reach);
        for &face in faces {
            let own = self.face(face);
            if own.is_beyond(p, farthest(least)) {
                continue;
            }
            let distance = own.foot(p).distance;
            least = least.min(distance);
            near.push((distance, face));
        }
        (near, least)
    }

    /// The corners of a cell that are farthest from a face and nearest to it. `None` if one is no nearer than `limit`.
    fn span(&self, cell: &Cell, face: u32, limit: f64) -> Option<Span> {
        let mut span: Option<Span> = None;
        // The boxes are cheaper, and mostly they tell.
        if cell.points().any(|corner| self.face(face).is_beyond(corner, limit)) {
            return None;
        }
        for corner in cell.points() {
            let foot = self.face(face).foot(corner);
            if foot.distance >= limit {
                return None;
            }
            let least = span.map_or(foot.distance, |span| span.least.min(foot.distance));
            let farthest = span.filter(|span| span.foot.distance >= foot.distance);
            span = Some(farthest.map_or(Span { corner, foot, least }, |span| Span { least, ..span }));
        }
        span
    }

    /// How deep a surface must come into a cell to cross it.
    fn margin(&self, cell: &Cell) -> f64 {
        4.0 * (self.error + cell.slack)
    }

    fn look(&self, cell: &Cell, ball: Ball, memory: &Memory, thin: f64) -> Look {
        let mut margin = self.margin(cell);
        // How deep faces come into the cell that are too near its rim to part it.
        let mut ignored = 0.0f64;
        let mut most: Option<(f64, u32)> = None;
        let mut is_far = true;
        let mut left = Clipper::default();
        for &face in &memory.faces {
            let own = self.face(face);
            if own.is_beyond(ball.middle, ball.radius + margin) || own.is_beside(ball.ends, margin) {
                continue;
            }
            let [low, high] = cell.heights(&own.plane);
            let depth = (-low).min(high);
            // All of the cell is clearly on one side of the face.
            if depth < -margin {
                continue;
            }
            let area = match depth > margin {
                true => cell.area_inside(&own.corners, own.plane.normal, margin, &mut left),
                false => 0.0,
            };
            is_far = is_far && area == 0.0 && !cell.meets(&own.corners, margin, &mut left);
            if depth <= thin && area > 0.0 {
                ignored = ignored.max(depth);
            } else if area > most.map_or(0.0, |(most, _)| most) {
                most = Some((area, face));
            }
        }
        if let Some((area, face)) = most {
            return Look::Crossed(Some((self.face(face).plane, area)));
        }
        if is_far {
            // The cell has no surface in it.
            return match self.holds_middle(cell, ball, memory) {
                Some(true) => Look::Filled,
                Some(false) => Look::Outside(margin),
                None => Look::Crossed(None),
            };
        }
        margin = margin.max(ignored);
        // What lies deeper than the margin in the cell has no surface in it: it is all inside or all outside. So it is with a thicker cell
        // around a thin one, of which that is more.
        let depth = cell.planes.iter().map(|plane| -plane.height(ball.middle)).fold(f64::INFINITY, f64::min);
        let thicker = if depth < THICKER * ball.radius { self.thicker(cell, ball, memory, margin) } else { None };
        let of_own = depth > 2.0 * margin;
        if !of_own && thicker.is_none() {
            return Look::Crossed(None);
        }
        match self.holds_middle(cell, ball, memory) {
            Some(true) => Look::Inside,
            // Each point of the cell is no farther than this from the part without surface.
            Some(false) => {
                let shrunk = 2.0 * ball.radius * (margin / depth);
                let rim = if of_own { cell.rim(margin).unwrap_or(shrunk).min(shrunk) } else { f64::INFINITY };
                Look::Outside(thicker.map_or(rim, |thicker| rim.min(thicker)) + margin)
            }
            None => Look::Crossed(None),
        }
    }

    /// How far the points of a thin cell are from what lies so deep in a thicker one around it that no face comes there, at most. `None`
    /// if faces come into all that are tried. All faces near these are remembered.
    ///
    /// The planes of a thicker one are no nearer to the middle than a length h. No face comes deeper than m into it. So deep is each
    /// point q of it that is moved by the share m / h of its way to the middle: the depth is a concave function.
    fn thicker(&self, cell: &Cell, ball: Ball, memory: &Memory, margin: f64) -> Option<f64> {
        let known = |[low, high]: Ends| {
            let room = |axis: usize| (ball.ends[0][axis] - low[axis]).min(high[axis] - ball.ends[1][axis]);
            room(0).min(room(1)).min(room(2))
        };
        // Beyond the cell a face beside it may come a little deeper into it.
        let margin = BESIDE * margin;
        let mut depth = memory.known.map_or(f64::INFINITY, known).min(THICKER * ball.radius);
        let mut left = Clipper::default();
        while depth > 2.0 * margin {
            let away =
                |plane: &Plane| Plane { offset: plane.offset.max(plane.normal.dot(ball.middle) + depth), ..*plane };
            let around = Cell::of_box(widened(ball.ends, depth)).planes;
            let planes: Vec<Plane> = cell.planes.iter().map(away).chain(around).collect();
            let mut is_met = |&face: &u32| {
                left.take(&self.face(face).corners);
                planes.iter().for_each(|plane| left.clip(&Plane { offset: plane.offset - margin, ..*plane }));
                !left.polygon.is_empty()
            };
            if !memory.faces.iter().any(&mut is_met) {
                return Some(ball.radius * (margin / depth) + margin);
            }
            depth *= THICKER;
        }
        None
    }

    fn depth(&self, p: Spot, memory: &Memory, [about, wanted]: [f64; 2], near: &mut Vec<Spot>) -> Option<f64> {
        let (mut feet, mut least): (Vec<Foot>, f64) = (Vec::new(), self.reach);
        for face in memory.faces.iter().map(|&face| self.face(face)) {
            if !face.is_beyond(p, about * least) {
                let foot = face.foot(p);
                least = least.min(foot.distance);
                feet.push(foot);
                if least - self.error < wanted {
                    return None;
                }
            }
        }
        let depth = least - self.error;
        if !(depth > 0.0 && depth >= wanted) || !(memory.is_known || self.holds(p, memory) == Some(true)) {
            return None;
        }
        let toward = |foot: &Foot| (foot.at - p) * (1.0 / foot.distance);
        near.extend(feet.iter().filter(|foot| foot.distance <= about * least).map(toward));
        Some(depth)
    }

    /// Whether a point is inside, or not known to be outside.
    pub fn holds_at(&self, p: Spot) -> bool {
        self.holds(p, &Memory::default()) != Some(false)
    }

    /// What of the body encloses nothing.
    pub fn thin(&self) -> impl Iterator<Item = &Face> {
        self.faces.iter().filter(|_| self.is_open).chain(&self.thin)
    }

    /// Whether the middle of a cell is inside: by the winding number, since all of the cell goes by it, or by rays if it is on a
    /// face in the solid. Where faces may lie in a body the first two points that agree decide, of the middle and points half way to
    /// corners: one may lie in a gap between faces that count as one.
    fn holds_middle(&self, cell: &Cell, ball: Ball, memory: &Memory) -> Option<bool> {
        let found = if self.has_inner {
            let aside = cell.points().map(|corner| ball.middle * 0.5 + corner * 0.5);
            first_two(iter::once(ball.middle).chain(aside).filter_map(|p| (self.holds_far)(p)))
        } else {
            (self.holds_far)(ball.middle)
        };
        found.or_else(|| self.holds(ball.middle, memory))
    }

    /// Whether a point is inside: the first surface on the way to a face shows its back. `None` if all ways that were
    /// tried pass too near a rim.
    pub fn holds(&self, p: Spot, memory: &Memory) -> Option<bool> {
        let all: Vec<u32>;
        let faces = if memory.faces.is_empty() {
            all = (0..self.faces.len() as u32).collect();
            &all
        } else {
            &memory.faces
        };
        let (mut feet, _) = self.near(p, faces, |least| least + self.error);
        feet.sort_by(|one, other| one.0.total_cmp(&other.0));
        let Some(&(least, _)) = feet.first().filter(|(distance, _)| *distance < self.reach) else {
            return self.holds_far_around(p);
        };
        // At a rim several faces are nearest, and the point may be in the plane of one of them.
        let nearest = feet.iter().take_while(|(distance, _)| *distance <= least + self.error).take(MOST_TARGETS);
        let mut targets = nearest.map(|&(_, face)| face);
        targets.find_map(|target| (0..MOST_RAYS).find_map(|attempt| self.ray(p, target, attempt, faces)))
    }

    /// Whether a point is inside that is farther from all faces than `reach`. All around it is on the same side, but for faces in
    /// the solid, and slivers thinner than rounding, which hold no ball. So the first two points there that agree decide.
    fn holds_far_around(&self, p: Spot) -> Option<bool> {
        first_two(ASIDE.iter().filter_map(|&[x, y, z]| (self.holds_far)(p + vec3(x, y, z) * self.reach)))
    }

    /// Whether a point is inside, by one ray to a face.
    fn ray(&self, p: Spot, target: u32, attempt: u32, faces: &[u32]) -> Option<bool> {
        let face = self.face(target);
        let (foot, middle) = (face.foot(p), face.middle());
        // Toward the middle of the face, and a little aside each time.
        let corner = face.corners[attempt as usize % face.corners.len()];
        let inner = middle + (corner - middle) * (0.3 * f64::from(attempt) / f64::from(MOST_RAYS));
        let length = (inner - foot.at).length();
        let aside = ((FARTHER - 1.0) * foot.distance).min(0.5 * length).max(64.0 * self.error).min(length);
        let share = if length > 0.0 { aside / length } else { 0.0 };
        self.first_side([p, foot.at + (inner - foot.at) * share], target, faces)
    }

    /// Which side of a surface a segment meets first: true if it is the back. The segment ends on the target.
    fn first_side(&self, [from, to]: [Spot; 2], target: u32, faces: &[u32]) -> Option<bool> {
        let rim = RIM * self.error;
        let own = self.face(target);
        let start = own.plane.height(from);
        if start.abs() <= self.error || own.within(to) < rim {
            return None;
        }
        let (mut first, mut is_back) = (1.0, start < 0.0);
        for &face in faces.iter().filter(|&&face| face != target) {
            let face = self.face(face);
            let [one, other] = [from, to].each(|end| face.plane.height(end));
            if (one > rim && other > rim) || (one < -rim && other < -rim) {
                continue;
            }
            if one.abs() <= rim && other.abs() <= rim {
                if [from, to].iter().any(|&end| face.within(end) > -rim - (to - from).length()) {
                    return None;
                }
                continue;
            }
            let share = (one / (one - other)).clamp(0.0, 1.0);
            let within = face.within(from + (to - from) * share);
            // How far the crossing of a slanting segment is off.
            let off = rim * (1.0 + (to - from).length() / (one - other).abs());
            if within < -off {
                continue;
            }
            if within < off || one.abs() <= rim || other.abs() <= rim {
                return None;
            }
            if share < first {
                (first, is_back) = (share, one < 0.0);
            }
        }
        Some(is_back)
    }
}

/// What the first two of some answers say that agree.
fn first_two(mut answers: impl Iterator<Item = bool>) -> Option<bool> {
    let mut votes = [0; 2];
    answers.find(|&answer| {
        votes[usize::from(answer)] += 1;
        votes[usize::from(answer)] == 2
    })
}

/// The cut for the corner of a cell that is farthest from the face that bounds it.
pub(super) fn hint(face: &Face, corner: Spot, foot: Foot) -> CutHint {
    if !foot.is_on_rim {
        return CutHint::Plane(face.plane);
    }
    let Some(way) = (corner - foot.at).normalized() else { return CutHint::Plane(face.plane) };
    let straight = plane_through(foot.at, way);
    let up = face.plane.normal.dot(way);
    match (way - face.plane.normal * up).normalized() {
        // The foot is on the wall, and the face is behind it: what is behind the wall has its feet in the face.
        Some(wall) if up.abs() <= 0.75 => CutHint::Wall(plane_through(foot.at, wall), straight),
        _ => CutHint::Wall(face.plane, straight),
    }
}

impl Convex<'_> {
    fn look(&self, cell: &Cell, ball: Ball) -> Look {
        let plane = (self.support)(ball.middle).plane;
        let [low, high] = cell.heights(&plane);
        if low > 0.0 {
            return Look::Outside(self.error + cell.slack);
        }
        // Convex bodies hold all of a cell if they hold its corners, but for the error. A corner may be on a face.
        let holds = |p: Spot| (self.support)(p).depth > -self.error;
        if high < self.error && cell.points().all(holds) {
            Look::Inside
        } else {
            Look::Crossed(Some((plane, f64::INFINITY)))
        }
    }

    fn bound(&self, cell: &Cell, ball: Ball, memory: &mut Memory) -> Bound {
        memory.planes.push((self.support)(ball.middle).plane);
        let deepest = |plane: &Plane| -cell.heights(plane)[0];
        memory.planes.sort_by(|one, other| deepest(one).total_cmp(&deepest(other)));
        memory.planes.truncate(MOST_PLANES);
        let best = memory.planes[0];
        let [low, high] = cell.heights(&best);
        let half_way = 0.5 * ((-high).max(0.0) - low);
        Bound { most: -low + self.error + cell.slack, cut: Some(CutHint::Plane(best)), half_way }
    }
}

/// The ball and the box around the points of a cell. In the plane the ball's third axis does not count.
pub(super) fn ball_around(cell: &Cell, is_flat: bool) -> Ball {
    let middle = middle_of(cell.points());
    let far = |p: Spot| {
        let way = p - middle;
        if is_flat { (way.x * way.x + way.y * way.y).sqrt() } else { way.length() }
    };
    Ball { middle, radius: cell.points().map(far).fold(0.0, f64::max), ends: around(cell.points()) }
}
