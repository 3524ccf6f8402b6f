//! How often a closed surface goes around a point, without rounding.
//!
//! A segment leads from the point p to a point q outside. Each triangle that it crosses counts 1 if the segment leaves
//! through its front, and −1 if it enters through its front. Whether it crosses is told by signs of volumes
//! ([`crate::signs`]). If the segment meets an edge or a corner, another q is taken. If p is on a triangle, the triangle
//! has not been crossed clearly by any segment from p: all three volumes with its sides are zero or have one sign, and one of
//! the volumes with p is zero. So those triangles alone are asked whether they hold p.

mod plane;

use crate::mesh::{Inside, Mesh};
use crate::signs::{side_of_line, side_of_plane};
use crate::tree::{Cell, Content, Tree, scaled};
use clearance::each::Each;
use clearance::{Vec3, vec2};
use std::cmp::Ordering;

impl Mesh {
    /// How often the surface goes around a point, in the mesh's own frame. `None` if the point is on the surface or not
    /// finite.
    ///
    /// Inside a closed surface whose triangles turn counter-clockwise seen from outside, the number is 1; outside it is
    /// 0. Inside two nested or overlapping surfaces it is 2, in a cavity 0, and in a solid that is inside out −1. The
    /// number is exact for closed meshes ([`Mesh::is_closed`]); for others it depends on the way out. Triangles count as
    /// they bound the solid ([`Mesh::boundary_triangles`]).
    ///
    /// ```
    /// use clearance::vec3;
    /// use clearance_scene::Mesh;
    ///
    /// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let mesh = Mesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]).unwrap();
    /// assert_eq!(mesh.winding_number(vec3(0.25, 0.25, 0.25)), Some(1));
    /// assert_eq!(mesh.winding_number(vec3(0.25, 0.25, -1e-300)), Some(0));
    /// assert_eq!(mesh.winding_number(vec3(0.25, 0.25, 0.0)), None);
    /// ```
    pub fn winding_number(&self, point: Vec3<f64>) -> Option<i32> {
        if !(point.x.is_finite() && point.y.is_finite() && point.z.is_finite()) {
            return None;
        }
        around(self, point)
    }

    /// Whether a point, in the mesh's own frame, is inside the solid that the surface bounds: where the winding number is
    /// not zero. `None` if the mesh is open ([`Mesh::is_closed`]), if the point is on the surface, or not finite.
    ///
    /// All questions about solids share this definition. If triangles are turned so that no winding number exists
    /// ([`is_inside_by_parity`](crate::MeshReport::is_inside_by_parity)), the number must be odd.
    ///
    /// ```
    /// use clearance::vec3;
    /// use clearance_scene::Mesh;
    ///
    /// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let mesh = Mesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]).unwrap();
    /// assert_eq!(mesh.has_inside(vec3(0.25, 0.25, 0.25)), Some(true));
    /// assert_eq!(mesh.has_inside(vec3(2.0, 0.0, 0.0)), Some(false));
    /// ```
    pub fn has_inside(&self, point: Vec3<f64>) -> Option<bool> {
        let inside = self.boundary().inside;
        if inside == Inside::Nothing {
            return None;
        }
        self.winding_number(point).map(|winding| inside.has(winding))
    }
}

impl Mesh {
    /// Whether two points that are near each other are inside the solid, as [`Mesh::has_inside`]. No if that is `None`.
    ///
    /// The numbers differ by what the segment between the points crosses. So one way out does for both.
    pub(crate) fn have_inside(&self, [front, back]: [Vec3<f64>; 2]) -> [bool; 2] {
        let inside = self.boundary().inside;
        let own = |point: Vec3<f64>| self.has_inside(point) == Some(true);
        if inside == Inside::Nothing {
            return [false; 2];
        }
        let Some(winding) = self.winding_number(front) else { return [false, own(back)] };
        let crossed = Segment::between(self, [back, front]).count(self);
        let is_back_inside = match crossed {
            Some(Ok(crossed)) => inside.has(winding + crossed),
            Some(Err(OnSurface)) => false,
            None => own(back),
        };
        [inside.has(winding), is_back_inside]
    }
}

/// How far the height of a corner over the segment is off, as a share of the products that it is made of: five roundings, and
/// below the range of floats nothing is sure.
const PAST: f64 = 8.0 * f64::EPSILON;

/// A point p and a point q, which is mostly outside.
struct Segment {
    ends: [Vec3<f64>; 2],
    /// The axis along which it leads.
    axis: usize,
    /// How much the coordinates along the two next axes grow with that along this one, rounded. NaN if that does not grow.
    slopes: [f64; 2],
    /// The box around both, in the tree's lengths, rounded outward.
    low: [f64; 3],
    high: [f64; 3],
}

/// What a segment says of one triangle.
enum Crossing {
    /// The segment misses the triangle, or crosses it in this direction.
    Counts(i32),
    /// The segment meets an edge or a corner, or lies in the plane.
    Unclear,
}

/// The point is on a triangle.
struct OnSurface;

/// How often the surface goes around the point. `None` if the point is on it.
fn around(mesh: &Mesh, point: Vec3<f64>) -> Option<i32> {
    let exit = nearest_exit(mesh, point);
    // Directions near an axis, no two in a plane with it: the golden ratio never repeats a slope.
    let slope = |attempt: u32, factor: f64| (f64::from(attempt) * factor).fract() / 64.0 + 1.0 / 1024.0;
    let count = |attempt: u32| {
        let slopes = [slope(attempt, 0.618_033_988_749_894_9), slope(attempt, 0.754_877_666_246_692_8)];
        Segment::new(mesh, point, exit, slopes).count(mesh)
    };
    (1..).find_map(count).expect("the attempts do not end").ok()
}

/// The axis along which a point is nearest to a side of the mesh's box, 1 or −1 for the direction, and the coordinate of that
/// side. A short way out meets few triangles.
fn nearest_exit(mesh: &Mesh, point: Vec3<f64>) -> (usize, f64, f64) {
    let [low, high] = mesh.tree().root().map_or([[0.0; 3]; 2], |root| mesh.tree().ends(root));
    let exits = (0..3).flat_map(|axis| [(axis, 1.0, high[axis]), (axis, -1.0, low[axis])]);
    let way = |&(axis, sign, end): &(usize, f64, f64)| sign * (end - point[axis]);
    exits.min_by(|one, other| way(one).total_cmp(&way(other))).expect("there are six")
}

/// Whether a triangle holds a point, its sides included.
fn holds(corners: [Vec3<f64>; 3], point: Vec3<f64>) -> bool {
    let [a, b, c] = corners;
    let points: [[f64; 3]; 4] = [a, b, c, point].each(Into::into);
    let turns = |axis: usize| {
        let [a, b, c, p] = points.each(|p| vec2(p[(axis + 1) % 3], p[(axis + 2) % 3]));
        (side_of_line([a, b], c), [[a, b], [b, c], [c, a]].each(|ends| side_of_line(ends, p)))
    };
    let views = [0, 1, 2].each(turns);
    match views.iter().find(|(turn, _)| turn.is_ne()) {
        Some((turn, sides)) => {
            side_of_plane(corners, point).is_eq() && sides.iter().all(|side| side.is_eq() || side == turn)
        }
        // The corners are on one line. It has the point if all views say so.
        None => {
            let is_level = views.iter().all(|(_, sides)| sides.iter().all(|side| side.is_eq()));
            let has = |axis: usize| {
                let [a, b, c, p] = points.each(|p| p[axis]);
                a.min(b).min(c) <= p && p <= a.max(b).max(c)
            };
            is_level && (0..3).all(has)
        }
    }
}

/// Whether the corners of a triangle are not on one line.
fn has_area(corners: [Vec3<f64>; 3]) -> bool {
    let points: [[f64; 3]; 3] = corners.each(Into::into);
    (0..3).any(|axis| {
        let [a, b, c] = points.each(|p| vec2(p[(axis + 1) % 3], p[(axis + 2) % 3]));
        side_of_line([a, b], c).is_ne()
    })
}

impl Segment {
    /// The segment from a point to the outside, with these slopes against an axis. All points beyond the exit are outside.
    fn new(mesh: &Mesh, point: Vec3<f64>, (axis, sign, exit): (usize, f64, f64), slopes: [f64; 2]) -> Self {
        let tree = mesh.tree();
        // Far from the origin the directions still differ: a slope has sixteen bits there.
        let [reach] = scaled([0.25], tree.exponent().max(tree.reach() - 20));
        let most = f64::MAX / 4.0;
        let beyond = reach.min(most);
        let outside = (exit + sign * beyond).clamp(-f64::MAX, f64::MAX);
        let length = (sign * (outside - point[axis])).clamp(beyond, most);
        let mut end: [f64; 3] = point.into();
        end[axis] = if sign > 0.0 { end[axis].max(outside) } else { end[axis].min(outside) };
        slopes.iter().zip(1..).for_each(|(slope, step)| end[(axis + step) % 3] += slope * length);
        Self::between(mesh, [point, end.into()])
    }

    fn between(mesh: &Mesh, ends: [Vec3<f64>; 2]) -> Self {
        let way = ends[1] - ends[0];
        let axis = (0..3).max_by(|&i, &j| way[i].abs().total_cmp(&way[j].abs())).unwrap_or(0);
        let slopes = [1, 2].each(|step| way[(axis + step) % 3] / way[axis]);
        let [p, q] = ends.each(|end| mesh.tree().coordinates(end.into()));
        // Differences of large numbers round by less than one unit of f32 at 1 where boxes are. So does scaling by a power
        // of two, below the range of f64.
        let margin = f64::from(f32::EPSILON);
        let low = std::array::from_fn(|axis| p[axis].min(q[axis]) - margin);
        let high = std::array::from_fn(|axis| p[axis].max(q[axis]) + margin);
        Self { ends, axis, slopes, low, high }
    }

    /// The sum over all triangles, or `None` if one is unclear. Triangles that do not bound the solid may hold the point, too.
    fn count(&self, mesh: &Mesh) -> Option<Result<i32, OnSurface>> {
        let tree = mesh.tree();
        let (mut sum, mut is_unclear, mut waiting) = (0, false, Vec::from_iter(tree.root()));
        while let Some(cell) = waiting.pop() {
            // The first cell, too: far away both ends may be rounded to one point, which tells nothing of a triangle.
            if !self.may_meet(tree, cell) {
                continue;
            }
            match tree.content(cell) {
                Content::Node(node) => waiting.extend((0..tree.node(node).used).map(|slot| Cell { node, slot })),
                Content::Group(group) => {
                    for &piece in group.pieces {
                        let own = mesh.corners(piece);
                        if self.is_beside(own) || self.is_past(own) {
                            continue;
                        }
                        let bounding = mesh.boundary().corners(piece, own);
                        match self.crossing(bounding.unwrap_or(own)) {
                            Crossing::Unclear if holds(own, self.ends[0]) => return Some(Err(OnSurface)),
                            // From a point on the line of a triangle without area every segment is unclear. It adds nothing.
                            Crossing::Unclear => is_unclear |= bounding.is_some() && has_area(own),
                            Crossing::Counts(crossing) if bounding.is_some() => sum += crossing,
                            Crossing::Counts(_) => {}
                        }
                    }
                }
            }
        }
        (!is_unclear).then_some(Ok(sum))
    }

    /// Whether the boxes of the segment and of a triangle are apart.
    fn is_beside(&self, corners: [Vec3<f64>; 3]) -> bool {
        let [p, q]: [[f64; 3]; 2] = self.ends.each(Into::into);
        let corners: [[f64; 3]; 3] = corners.each(Into::into);
        (0..3).any(|axis| {
            let (low, high) = (p[axis].min(q[axis]), p[axis].max(q[axis]));
            corners.iter().all(|corner| corner[axis] < low) || corners.iter().all(|corner| corner[axis] > high)
        })
    }

    /// Whether the line of the segment surely passes a triangle: seen along it, all corners are on one side of it along an axis.
    fn is_past(&self, corners: [Vec3<f64>; 3]) -> bool {
        let ways = corners.each(|corner| corner - self.ends[0]);
        (0..2).any(|row| {
            let mut sides = [true; 2];
            for way in ways {
                let (straight, moved) = (way[(self.axis + 1 + row) % 3], self.slopes[row] * way[self.axis]);
                let (side, error) = (straight - moved, PAST * (straight.abs() + moved.abs()) + f64::MIN_POSITIVE);
                sides = [sides[0] && side < -error, sides[1] && side > error];
            }
            sides[0] || sides[1]
        })
    }

    /// Whether the boxes of the segment and of a cell overlap.
    fn may_meet(&self, tree: &Tree<3>, cell: Cell) -> bool {
        let (node, slot) = (tree.node(cell.node), usize::from(cell.slot));
        (0..3).all(|axis| {
            let [low, high] = [node.low[axis][slot], node.high[axis][slot]].each(f64::from);
            !(low > self.high[axis] || high < self.low[axis])
        })
    }

    fn crossing(&self, [a, b, c]: [Vec3<f64>; 3]) -> Crossing {
        let [p, q] = self.ends;
        // A triangle without a side adds nothing. Its signs are those of an edge on every segment.
        if a == b && b == c {
            return if a == p { Crossing::Unclear } else { Crossing::Counts(0) };
        }
        let sides = [[a, b], [b, c], [c, a]].each(|[from, to]| side_of_plane([p, q, from], to));
        let has = |order: Ordering| sides.contains(&order);
        if has(Ordering::Less) && has(Ordering::Greater) {
            return Crossing::Counts(0);
        }
        if has(Ordering::Equal) {
            return Crossing::Unclear;
        }
        // The line crosses the inside of the triangle. The segment does if its ends are on different sides.
        match [p, q].each(|end| side_of_plane([a, b, c], end)) {
            [Ordering::Greater, Ordering::Less] => Crossing::Counts(-1),
            [Ordering::Less, Ordering::Greater] => Crossing::Counts(1),
            [Ordering::Equal, _] | [_, Ordering::Equal] => Crossing::Unclear,
            _ => Crossing::Counts(0),
        }
    }
}
