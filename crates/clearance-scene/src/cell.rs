//! A convex cell: the hull of some points, cut in two again and again.
//!
//! A point knows the planes it lies on. Two points are the ends of an edge if they have two planes in common and no
//! points on both sides of their line lie on all of these. A cut puts a point on each edge that passes the plane, and both halves have it.
//!
//! **Law.** The two halves cover the cell, but for `Cell::slack`. Rounding moves a new point off the plane, and that does
//! no harm: the faces of the cell are covered whatever point of its edge is taken, and two convex sets with common cut
//! points that cover the boundary cover the inside, too (docs/math/overlap.md). What counts is how far a new point is off
//! its edge, and how far a face is from flat: both are a few roundings of the greatest coordinate.

use clearance::{Vec3, WideVector, vec3};

/// A point of the frame.
pub(crate) type Spot = Vec3<f64>;

/// The most planes of a cell. A cell with more is not cut any further.
const MOST_PLANES: usize = 120;

/// The most corners of a cell that is cut.
const MOST_CORNERS: usize = 120;

/// The points behind it have n·p ≤ c.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane {
    /// A unit vector.
    pub normal: Spot,
    pub offset: f64,
}

impl Plane {
    pub fn height(&self, p: Spot) -> f64 {
        self.normal.dot(p) - self.offset
    }
}

/// A corner of a cell, and the planes that it lies on, one bit a plane.
#[derive(Clone, Copy, Debug)]
struct Corner {
    at: Spot,
    on: u128,
}

#[derive(Clone, Debug)]
pub(crate) struct Cell {
    corners: Vec<Corner>,
    /// The faces look outward.
    pub planes: Vec<Plane>,
    /// How far the cells that were cut from a first one may leave its points uncovered, at most.
    pub slack: f64,
}

/// What a cut makes: the part behind the plane, the part in front, and the middle of the section.
pub(crate) struct Cut {
    pub parts: [Cell; 2],
    pub section: Spot,
    /// The corners of the section, and the normal of the plane.
    corners: Vec<Spot>,
    normal: Spot,
}

impl Cut {
    /// The area of the section, rounded.
    pub fn area(&self) -> f64 {
        area_of(&in_order(self.corners.clone(), |&at| at, self.normal), self.normal)
    }
}

/// What a cell measures by its planes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measures {
    pub volume: f64,
    pub surface: f64,
    /// The length of the sum of the faces' areas along their normals: 0 for a closed surface. Where planes are nearly one, a
    /// corner may be on one of them and not known to be on the other, and then faces lack some of their area.
    pub gap: f64,
}

impl Cell {
    /// The box between two corners.
    pub fn of_box([low, high]: [Spot; 2]) -> Self {
        let mut planes = Vec::new();
        for axis in 0..3 {
            let normal = unit(axis);
            planes.push(Plane { normal: -normal, offset: -low[axis] });
            planes.push(Plane { normal, offset: high[axis] });
        }
        let corner = |place: usize| {
            let bit = |axis: usize| (place >> axis) & 1;
            let at = |axis: usize| if bit(axis) == 1 { high[axis] } else { low[axis] };
            let on = (0..3).map(|axis| 1u128 << (2 * axis + bit(axis))).sum();
            Corner { at: vec3(at(0), at(1), at(2)), on }
        };
        Self { corners: (0..8).map(corner).collect(), planes, slack: 0.0 }
    }

    pub fn points(&self) -> impl Iterator<Item = Spot> + Clone {
        self.corners.iter().map(|corner| corner.at)
    }

    /// The mean of the corners.
    pub fn middle(&self) -> Spot {
        middle_of(self.points())
    }

    /// Whether a point is in the cell, or in front of none of its planes by more than a length.
    pub fn has(&self, p: Spot, tolerance: f64) -> bool {
        self.planes.iter().all(|plane| plane.height(p) <= tolerance)
    }

    /// The least and the greatest height of a corner over a plane.
    pub fn heights(&self, plane: &Plane) -> [f64; 2] {
        self.points().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], p| {
            let height = plane.height(p);
            [low.min(height), high.max(height)]
        })
    }

    /// The two parts on both sides of a plane. `None` if the cell is on one side of it, up to `tolerance`.
    pub fn cut(&self, plane: &Plane, tolerance: f64) -> Option<Cut> {
        let heights: Vec<f64> = self.points().map(|p| plane.height(p)).collect();
        let side = |place: usize| match heights[place] {
            height if height > tolerance => 1,
            height if height < -tolerance => -1,
            _ => 0,
        };
        let of = |wanted: i32| (0..self.corners.len()).filter(move |&place| side(place) == wanted);
        let is_cut = of(1).next().is_some() && of(-1).next().is_some();
        if !is_cut || self.planes.len() >= MOST_PLANES || self.corners.len() >= MOST_CORNERS {
            return None;
        }
        let own = 1u128 << self.planes.len();
        let mut section: Vec<Corner> = of(0).map(|place| self.corners[place]).collect();
        for back in of(-1) {
            for front in of(1).filter(|&front| self.is_edge(back, front, tolerance)) {
                let [one, other] = [self.corners[back], self.corners[front]];
                let share = heights[back] / (heights[back] - heights[front]);
                let new = Corner { at: one.at + (other.at - one.at) * share, on: one.on & other.on };
                // Where many corners are at one place, their edges would give ever more of them.
                let is_new = |known: &Corner| known.on != new.on || (known.at - new.at).max_abs() > tolerance;
                if section.iter().all(is_new) {
                    section.push(new);
                }
            }
        }
        section.iter_mut().for_each(|corner| corner.on |= own);
        let middle = middle_of(section.iter().map(|corner| corner.at));
        let part = |wanted: i32, plane: Plane| {
            let mut corners: Vec<Corner> = of(wanted).map(|place| self.corners[place]).collect();
            corners.extend(&section);
            let planes = self.planes.iter().copied().chain([plane]).collect();
            let mut part = Self { corners, planes, slack: self.slack + 4.0 * tolerance };
            part.forget_planes();
            part
        };
        let turned = Plane { normal: -plane.normal, offset: -plane.offset };
        let corners = section.iter().map(|corner| corner.at).collect();
        Some(Cut { parts: [part(-1, *plane), part(1, turned)], section: middle, corners, normal: plane.normal })
    }

    /// Whether two corners have an edge between them, or another segment of the cell: a point on one more does no harm. It is
    /// none if corners on both sides of their line lie on all their common planes: these are then one face, and the segment is
    /// a diagonal of it. Corners on one side alone may be there where two planes are nearly one. Corners on one line are all
    /// joined, or the line would have no edge.
    fn is_edge(&self, one: usize, other: usize, tolerance: f64) -> bool {
        let [from, to] = [self.corners[one], self.corners[other]];
        let common = from.on & to.on;
        if common.count_ones() < 2 {
            return false;
        }
        let way = to.at - from.at;
        let (limit, up) = (16.0 * tolerance * way.length(), self.planes[common.trailing_zeros() as usize].normal);
        let mut has = [false; 2];
        for corner in self.corners.iter().filter(|corner| corner.on & common == common) {
            let off = way.cross(corner.at - from.at);
            has[usize::from(off.dot(up) > 0.0)] |= off.length() > limit;
        }
        has != [true; 2]
    }

    /// Leaves out planes that hold no edge.
    fn forget_planes(&mut self) {
        let holds = |plane: usize| self.corners.iter().filter(|corner| corner.on >> plane & 1 == 1).count() >= 2;
        let kept: Vec<usize> = (0..self.planes.len()).filter(|&plane| holds(plane)).collect();
        if kept.len() == self.planes.len() {
            return;
        }
        for corner in &mut self.corners {
            let bit = |(new, &old): (usize, &usize)| (corner.on >> old & 1) << new;
            corner.on = kept.iter().enumerate().map(bit).sum();
        }
        self.planes = kept.into_iter().map(|plane| self.planes[plane]).collect();
    }

    /// How far the points of the cell are from what lies deeper than `margin` in it, at most. `None` if that is not found.
    ///
    /// The distance from a convex set is a convex function, so it is greatest at a corner. From there a step leads away
    /// from all planes of the corner.
    pub fn rim(&self, margin: f64) -> Option<f64> {
        let mut most = 0.0f64;
        for corner in &self.corners {
            let own = || (0..self.planes.len()).filter(|&place| corner.on >> place & 1 == 1);
            let way = own().fold(vec3(0.0, 0.0, 0.0), |way, place| way - self.planes[place].normal);
            let steep = own().map(|place| -self.planes[place].normal.dot(way)).fold(f64::INFINITY, f64::min);
            // Two margins, since a corner may be a little off its planes.
            let step = way * (2.0 * margin / steep);
            let is_deep = self.planes.iter().all(|plane| plane.height(corner.at + step) <= -margin);
            if !(steep > 0.0) || !is_deep {
                return None;
            }
            most = most.max(step.length());
        }
        Some(most)
    }

    /// Volume and surface, rounded. The faces are those of the planes, each with its corners in order around its middle.
    pub fn measures(&self) -> Measures {
        let middle = self.middle();
        let (mut volume, mut surface, mut sum) = (0.0, 0.0, Spot::default());
        for (plane, face) in self.faces() {
            let own = middle_of(face.iter().map(|&(_, at)| at));
            let face: Vec<Spot> = face.into_iter().map(|(_, at)| at).collect();
            let area = area_of(&face, plane.normal);
            volume += area * plane.normal.dot(own - middle) / 3.0;
            surface += area;
            sum += plane.normal * area;
        }
        Measures { volume, surface, gap: sum.length() }
    }

    /// The volume of the star around a point that remains when each corner is drawn to a share of its way from there.
    pub fn star_around(&self, middle: Spot, shares: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (_, face) in self.faces() {
            let drawn: Vec<Spot> = face.iter().map(|&(place, at)| (at - middle) * shares[place]).collect();
            // Triangles around the mean of the drawn corners: none of them leaves the hull of these.
            let hub = middle_of(drawn.iter().copied());
            let turn = |place: usize| hub.dot(drawn[place].cross(drawn[(place + 1) % drawn.len()]));
            sum += (0..drawn.len()).map(turn).sum::<f64>().abs() / 6.0;
        }
        sum
    }

    /// The same for a prism along the third axis, whose corners are drawn across that axis.
    pub fn prism_around(&self, middle: Spot, shares: &[f64]) -> f64 {
        let Some((_, top)) = self.faces().find(|(plane, _)| plane.normal.z > 0.5) else { return 0.0 };
        let drawn: Vec<Spot> = top.iter().map(|&(place, at)| (at - middle) * shares[place]).collect();
        let turn = |place: usize| drawn[place].cross(drawn[(place + 1) % drawn.len()]).z;
        let [low, high] = self.heights(&Plane { normal: unit(2), offset: 0.0 });
        0.5 * (0..drawn.len()).map(turn).sum::<f64>().abs() * (high - low)
    }

    /// The faces: their planes, and the numbers and places of their corners in order.
    fn faces(&self) -> impl Iterator<Item = (&Plane, Vec<(usize, Spot)>)> {
        self.planes.iter().enumerate().map(|(number, plane)| {
            let own = self.corners.iter().enumerate().filter(|(_, corner)| corner.on >> number & 1 == 1);
            let corners = own.map(|(place, corner)| (place, corner.at)).collect();
            (plane, in_order(corners, |&(_, at)| at, plane.normal))
        })
    }

    /// Whether a convex polygon comes nearer to the cell than `margin`, or nearly so.
    pub fn meets(&self, polygon: &[Spot], margin: f64, left: &mut Clipper) -> bool {
        left.take(polygon);
        for plane in &self.planes {
            left.clip(&Plane { offset: plane.offset + margin, ..*plane });
            if left.polygon.is_empty() {
                return false;
            }
        }
        true
    }

    /// The area of what of a convex polygon lies deeper than `margin` in the cell. 0 if nothing does.
    pub fn area_inside(&self, polygon: &[Spot], normal: Spot, margin: f64, left: &mut Clipper) -> f64 {
        left.take(polygon);
        for plane in &self.planes {
            left.clip(&Plane { offset: plane.offset - margin, ..*plane });
            if left.polygon.len() < 3 {
                return 0.0;
            }
        }
        // A polygon that is a line by now still crosses the cell.
        area_of(&left.polygon, normal).max(f64::MIN_POSITIVE)
    }
}

/// A convex polygon that planes cut one after the other, and room for the next one.
#[derive(Default)]
pub(crate) struct Clipper {
    pub polygon: Vec<Spot>,
    spare: Vec<Spot>,
}

impl Clipper {
    /// Begins with another polygon.
    pub fn take(&mut self, polygon: &[Spot]) {
        self.polygon.clear();
        self.polygon.extend_from_slice(polygon);
    }

    /// Leaves what lies behind a plane, as [`clipped`]. Most planes take nothing or all.
    pub fn clip(&mut self, plane: &Plane) {
        let (mut is_behind, mut is_beyond) = (true, true);
        for &p in &self.polygon {
            let height = plane.height(p);
            (is_behind, is_beyond) = (is_behind && height <= 0.0, is_beyond && height > 0.0);
        }
        if is_beyond {
            self.polygon.clear();
        } else if !is_behind {
            self.spare.clear();
            clip_into(&self.polygon, plane, &mut self.spare);
            std::mem::swap(&mut self.polygon, &mut self.spare);
        }
    }
}

/// What of a convex polygon lies behind a plane.
pub(crate) fn clipped(polygon: &[Spot], plane: &Plane) -> Vec<Spot> {
    let mut left = Vec::with_capacity(polygon.len() + 1);
    clip_into(polygon, plane, &mut left);
    left
}

/// Adds the corners of what of a convex polygon lies behind a plane.
fn clip_into(polygon: &[Spot], plane: &Plane, left: &mut Vec<Spot>) {
    for (place, &from) in polygon.iter().enumerate() {
        let to = polygon[(place + 1) % polygon.len()];
        let [start, end] = [plane.height(from), plane.height(to)];
        if start <= 0.0 {
            left.push(from);
        }
        if (start < 0.0 && end > 0.0) || (start > 0.0 && end < 0.0) {
            left.push(from + (to - from) * (start / (start - end)));
        }
    }
}

/// The area of a flat polygon.
pub(crate) fn area_of(polygon: &[Spot], normal: Spot) -> f64 {
    let Some(&first) = polygon.first() else { return 0.0 };
    let corners = polygon.windows(2).map(|ends| (ends[0] - first).cross(ends[1] - first));
    0.5 * corners.fold(vec3(0.0, 0.0, 0.0), |sum, cross| sum + cross).dot(normal).abs()
}

/// The corners of a convex polygon in their order around its middle.
fn in_order<T>(mut corners: Vec<T>, at: impl Fn(&T) -> Spot, normal: Spot) -> Vec<T> {
    let middle = middle_of(corners.iter().map(&at));
    let [right, up] = across(normal);
    // Grows with the angle. The library's arctangent differs between platforms.
    let angle = |corner: &T| {
        let way = at(corner) - middle;
        let [x, y] = [right.dot(way), up.dot(way)];
        let share = x / (x.abs() + y.abs());
        if y >= 0.0 { 1.0 - share } else { 3.0 + share }
    };
    corners.sort_by(|p, q| angle(p).total_cmp(&angle(q)));
    corners
}

/// Two unit vectors that are orthogonal to a unit vector and to each other.
pub(crate) fn across(normal: Spot) -> [Spot; 2] {
    let axis = (0..3).min_by(|&i, &j| normal[i].abs().total_cmp(&normal[j].abs())).unwrap_or(0);
    let right = normal.cross(unit(axis)).unit();
    [right, normal.cross(right)]
}

pub(crate) fn unit(axis: usize) -> Spot {
    let at = |own: usize| if own == axis { 1.0 } else { 0.0 };
    vec3(at(0), at(1), at(2))
}

pub(crate) fn middle_of(points: impl Iterator<Item = Spot>) -> Spot {
    let (sum, count) = points.fold((vec3(0.0, 0.0, 0.0), 0.0), |(sum, count), p| (sum + p, count + 1.0));
    sum * (1.0 / f64::max(count, 1.0))
}
