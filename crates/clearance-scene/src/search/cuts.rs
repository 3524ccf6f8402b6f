//! Planes that leave out boxes no pair of which is nearer than a known pair, although many are as near.
//!
//! **Problem.** Between two parallel plates of n triangles there are some 13 n pairs at one distance. A rounded bound of
//! a box is never above that distance, and so the walk would look at all of them.
//!
//! **Method.** Let P be a known pair, f the float nearest to its distance and w its shortest vector. All numbers here
//! are double-double.
//!
//! 1. A box whose rounded bound is within rounding of the limit is measured: the greatest w·a of A's vertices in it, or
//!    the least w·b of B's. Each number is computed once for a plane.
//! 2. If the gap along w proves that all pairs in two boxes have f or more as their distance, they are left out.
//! 3. If not, the boxes are opened. A pair that is found in them with another direction makes a plane of its own.
//!
//! **Invariant.** The least distance, rounded, is the same with the pairs that are left out and without them. Which of the
//! pairs at that distance is the first, a second search decides (`first.rs`). docs/math/meshes.md has the proof.

use super::bounds::{Direction, farthest};
use super::frame::{Frame, Point, dot};
use super::nearest::Candidate;
use super::pair::Pair;
use super::sharp::{Closest, Sharp, SharpPair, error};
use crate::facets::FacetSpace;
use crate::facets::lanes::each;
use crate::tree::{Cell, Content};
use crate::view::Facets;
use clearance::double::Double;
use clearance::each::Each;
use clearance::{Rotation, Space};
use std::collections::HashMap;

/// Planes that are kept. Larger: boxes that no plane proves pay for each. Smaller: more pairs are looked at where
/// several directions are equally near, such as a block in a box.
const KEPT: usize = 8;

/// Directions whose cosine exceeds this share a plane. Larger: planes of rounded directions push each other out.
/// Smaller: flat parts that are askew by less have no plane of their own.
const SAME_COSINE: f64 = 1.0 - 1e-7;

/// Corners that may be measured, for each facet: a corner counts once a plane. Larger: planes that prove nothing take
/// longer. Smaller: bodies with many planes are not measured to the end.
const CORNERS_A_FACET: usize = 16;

/// Pairs that are equally near, but for rounding, before the first plane is tried. Two vertices of six triangles are
/// nearest in 36 pairs, and those of fans in more. Larger: more pairs are looked at before that. Smaller: bodies in
/// general position pay for planes that they do not need.
const TIES: u32 = 256;

/// The boxes that are left out, and why.
pub(super) struct Cuts<'a, V: FacetSpace<D>, const D: usize> {
    facets: [Facets<'a, V, D>; 2],
    sharp: SharpPair<'a, V, D>,
    /// The last pair that was found within the limit, until it is measured.
    untried: Option<Candidate<D>>,
    /// How many pairs were found since the last one that was clearly nearer than all before.
    ties: u32,
    threshold: Option<Threshold>,
    /// The plane that was used last comes first.
    planes: Vec<Plane<D>>,
    corners_left: usize,
    has_left_out: bool,
}

/// What the gap of boxes must reach, in the frame: then the distances of all pairs are rounded to f or more.
struct Threshold {
    distance: f64,
    gap: Double,
}

/// A plane across the shortest vector w of a pair.
struct Plane<const D: usize> {
    direction: Direction<D>,
    length: Double,
    /// The product of w with the way from A's origin to B's.
    offset: Double,
    sides: [Side<D>; 2],
}

/// How far one body reaches towards the other one.
struct Side<const D: usize> {
    /// The vector w for A and −w for B, in axes of the body.
    outward: [Double; D],
    /// Its direction in the axes of the tree.
    direction: Point<D>,
    reaches: HashMap<(u32, u8), Double>,
}

impl<'a, V: FacetSpace<D>, const D: usize> Cuts<'a, V, D> {
    pub fn new(pair: &'a Pair<'a, V, D>, facets: [Facets<'a, V, D>; 2]) -> Self {
        let corners_left = CORNERS_A_FACET * (facets[0].indices.len() + facets[1].indices.len());
        Self {
            facets,
            sharp: SharpPair::new(pair, facets),
            untried: None,
            ties: 0,
            threshold: None,
            planes: Vec::new(),
            corners_left,
            has_left_out: false,
        }
    }

    /// The distance of the pair that proves of the boxes that are left out that nothing in them is nearer. `None` if
    /// nothing was left out.
    pub fn distance(&self) -> Option<f64> {
        self.threshold.as_ref().filter(|_| self.has_left_out).map(|threshold| threshold.distance)
    }

    /// A pair within the limit was found.
    #[inline]
    pub fn found(&mut self, candidate: Candidate<D>) {
        self.untried = Some(candidate);
        self.ties = self.ties.saturating_add(1);
    }

    /// A pair was found that is clearly nearer than all before: they do not count as ties.
    #[inline]
    pub fn found_nearer(&mut self) {
        self.ties = 0;
    }

    /// Whether two boxes are left out, which rounded bounds do not leave out.
    pub fn leave_out(&mut self, pair: &Pair<V, D>, cells: [Cell; 2]) -> bool {
        if self.ties < TIES {
            return false;
        }
        if let Some(candidate) = self.untried.take() {
            self.try_plane_of(pair, candidate);
        }
        let Some(threshold) = &self.threshold else { return false };
        let gap = threshold.gap;
        let Some(place) = (0..self.planes.len()).find(|&place| self.proves(pair, place, cells, gap)) else {
            return false;
        };
        self.planes[..=place].rotate_right(1);
        self.has_left_out = true;
        true
    }

    /// Measures a pair. Keeps its plane if the pair is nearer than all before, or if the plane has a new direction.
    fn try_plane_of(&mut self, pair: &Pair<V, D>, candidate: Candidate<D>) {
        let Some((sharp, closest)) = self.sharp.measured(candidate.leaves, candidate.vector) else { return };
        let Some(direction) = Direction::of(&pair.frame, closest.rounded) else { return };
        let is_nearer = self.threshold.as_ref().is_none_or(|threshold| sharp.distance < threshold.distance);
        if is_nearer {
            self.threshold = Threshold::of(&sharp, &pair.frame);
            self.has_left_out = false;
        }
        let same = |plane: &Plane<D>| dot(plane.direction.in_a, direction.in_a) > SAME_COSINE;
        let known = self.planes.iter().position(same);
        if known.is_some() && !is_nearer {
            return;
        }
        self.planes.truncate(KEPT - 1);
        if let Some(known) = known.filter(|&known| known < self.planes.len()) {
            self.planes.remove(known);
        }
        self.planes.insert(0, Plane::new(pair, &self.sharp, &closest, direction));
    }

    /// Whether a plane proves that the gap of two boxes is at least a length.
    fn proves(&mut self, pair: &Pair<V, D>, place: usize, cells: [Cell; 2], least: Double) -> bool {
        let plane = &self.planes[place];
        let rounded = [0, 1].each(|side| plane.sides[side].rounded_reach(pair, side, cells[side]));
        let gap = plane.direction.offset - rounded[0] - rounded[1];
        if !(gap + pair.frame.coarse.slack >= least.high) {
            return false;
        }
        let reaches = [0, 1].each(|side| self.reach(pair, place, side, cells[side]));
        let [Some(of_a), Some(of_b)] = reaches else { return false };
        let plane = &self.planes[place];
        plane.offset.minus(of_a).minus(of_b) >= least.times(plane.length)
    }

    /// How far a box reaches along a plane's vector: the greatest product with a vertex. `None` if too many corners were
    /// measured already.
    fn reach(&mut self, pair: &Pair<V, D>, place: usize, side: usize, cell: Cell) -> Option<Double> {
        if let Some(&known) = self.planes[place].sides[side].reaches.get(&(cell.node, cell.slot)) {
            return Some(known);
        }
        let reach = match pair.trees[side].content(cell) {
            Content::Group(group) => {
                self.corners_left = self.corners_left.checked_sub(D * group.pieces.len())?;
                let (own, length) = (&self.planes[place].sides[side], self.planes[place].length);
                let corners = group.pieces.iter().flat_map(|&piece| self.facets[side].corners(piece));
                let factors = pair.bodies[side].factors;
                let points = corners.map(|corner| each(|axis| pair.frame.length(corner[axis] * factors[axis])));
                own.greatest(points, pair.frame.slack * length.high)?
            }
            Content::Node(node) => {
                let (own, length) = (&self.planes[place].sides[side], self.planes[place].length.high);
                let to_center = pair.frame.height_of_center(side, own.direction) + pair.frame.slack;
                let used = usize::from(pair.trees[side].node(node).used);
                let mut children = [(f64::NEG_INFINITY, Cell { node, slot: 0 }); crate::tree::WIDTH];
                for (slot, child) in (0..).zip(&mut children[..used]) {
                    let cell = Cell { node, slot };
                    *child = (own.rounded_reach(pair, side, cell), cell);
                }
                let children = &mut children[..used];
                children.sort_unstable_by(|left, right| right.0.total_cmp(&left.0));
                let mut most: Option<Double> = None;
                for &(rounded, child) in &*children {
                    if most.is_some_and(|most| most.high > (rounded + to_center + pair.frame.coarse.slack) * length) {
                        break;
                    }
                    let reach = self.reach(pair, place, side, child)?;
                    most = Some(most.map_or(reach, |most| if reach > most { reach } else { most }));
                }
                most?
            }
        };
        self.planes[place].sides[side].reaches.insert((cell.node, cell.slot), reach);
        Some(reach)
    }
}

impl Threshold {
    /// `None` if the distance is so small that rounded numbers do not part the bodies.
    fn of<V: Copy, const D: usize>(sharp: &Sharp<V>, frame: &Frame<D>) -> Option<Self> {
        let nearest = frame.length(sharp.distance);
        // Halfway to the float below, and what rounding may hide.
        let halfway = Double::sum(nearest, -0.5 * (nearest - nearest.next_down()));
        let gap = halfway.plus((2.0 * error(frame)).into());
        (nearest > 8.0 * frame.slack).then_some(Self { distance: sharp.distance, gap })
    }
}

impl<const D: usize> Plane<D> {
    fn new<V: FacetSpace<D>>(
        pair: &Pair<V, D>,
        sharp: &SharpPair<V, D>,
        closest: &Closest<V, D>,
        direction: Direction<D>,
    ) -> Self {
        let side = |side: usize, vector: &<V as clearance::WideVector>::Double, direction: Point<D>| {
            let columns = pair.bodies[side].pose.rotation.double_columns();
            Side { outward: each(|axis| vector.dot(&columns[axis])), direction, reaches: HashMap::new() }
        };
        let back = closest.vector.negated();
        let sides = [side(0, &closest.vector, direction.in_a), side(1, &back, direction.in_b.map(|x| -x))];
        Self { direction, length: closest.length, offset: closest.vector.dot(&sharp.apart), sides }
    }
}

impl<const D: usize> Side<D> {
    /// An upper bound of how far a box reaches along the direction, but for the coarse slack.
    fn rounded_reach<V: FacetSpace<D>>(&self, pair: &Pair<V, D>, side: usize, cell: Cell) -> f64 {
        farthest(pair.trees[side], cell, self.direction) * pair.frame.tree_scales[side]
    }

    /// The greatest product of w with a point. A rounded product that is less by more than `clear` does not count.
    fn greatest(&self, points: impl Iterator<Item = Point<D>>, clear: f64) -> Option<Double> {
        let rounded: Point<D> = self.outward.map(|x| x.high);
        let mut most: Option<Double> = None;
        for point in points {
            if most.is_some_and(|most| dot(rounded, point) < most.high - clear) {
                continue;
            }
            let product = |axis: usize| self.outward[axis].times(point[axis].into());
            let height = (1..D).fold(product(0), |sum, axis| sum.plus(product(axis)));
            if most.is_none_or(|most| height > most) {
                most = Some(height);
            }
        }
        most
    }
}

#[cfg(test)]
mod tests {
    use super::super::goal::Goal;
    use super::super::nearest::Search;
    use super::super::walk::Visitor;
    use crate::mesh::{Body, Mesh};
    use crate::tree::{Cell, Group};
    use clearance::{Pose, Quaternion, Solver, Vec3, vec3};

    /// A search with a count of what the walk shows it.
    struct Counted<'s, 'a> {
        search: Search<'s, Vec3<f64>, 3>,
        bounds: &'a mut usize,
        groups: &'a mut usize,
    }

    impl Visitor<3> for Counted<'_, '_> {
        fn limit(&self) -> f64 {
            self.search.limit()
        }
        fn direction(&self) -> &super::Direction<3> {
            self.search.direction()
        }
        fn leaves_out(&mut self, cells: [Cell; 2], bound: f64) -> bool {
            *self.bounds += 1;
            self.search.leaves_out(cells, bound)
        }
        fn groups(&mut self, a: Group, b: Group) -> f64 {
            *self.groups += 1;
            self.search.groups(a, b)
        }
    }

    /// A square of 1 × 1 in steps² squares of two triangles.
    fn plate(steps: u32) -> Mesh {
        let at = |place: u32| f64::from(place) / f64::from(steps);
        let places = |count: u32| (0..count * count).map(move |place| (place % count, place / count));
        let vertices: Vec<[f64; 3]> = places(steps + 1).map(|(x, y)| [at(x), at(y), 0.0]).collect();
        let corner = |x: u32, y: u32| y * (steps + 1) + x;
        let squares = places(steps).flat_map(|(x, y)| {
            let [a, b, c, d] = [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
            [[a, b, c], [a, c, d]]
        });
        Mesh::new(&vertices, &squares.collect::<Vec<_>>()).unwrap()
    }

    /// Law: of two parallel plates a few groups are looked at, however many triangles are equally near, and each corner
    /// is measured once. Coordinates of a map, far from the origin, change nothing of it: boxes in single precision are
    /// around the middle of the plates.
    #[test]
    fn two_parallel_plates_are_left_out_by_one_plane() {
        let plates = [(8, 0.0), (32, 0.0), (64, 0.0), (32, 0.5)];
        for ((steps, angle), far) in plates.into_iter().flat_map(|plate| [0.0, 1e6].map(|far| (plate, far))) {
            let mesh = plate(steps).transformed(|vertex| vertex + vec3(far, -3.0 * far, 0.0)).unwrap();
            let pose =
                Pose::new(Quaternion::from_axis_angle(vec3(0.3, -0.2, 0.9), angle), vec3(0.0, 0.0, 0.0)).unwrap();
            let above = Pose { translation: pose.apply_vector(vec3(0.013, 0.007, 0.01)), ..pose };
            let bodies: [Body; 2] = [mesh.at(pose), mesh.at(above)];
            let views = bodies.each_ref().map(Body::view);
            let pair = super::Pair::new(views.each_ref()).unwrap();
            let solver = Solver::default();
            let mut search = Search::new(&pair, &solver, &Goal::Nearest);
            search.cuts = pair.facets.map(|facets| super::Cuts::new(&pair, facets));
            let (mut bounds, mut groups) = (0, 0);
            let mut counted = Counted { search, bounds: &mut bounds, groups: &mut groups };
            super::super::walk::walk(pair.trees, &pair.frame, &mut counted);
            let cuts = counted.search.cuts.as_ref().unwrap();
            let facets = 2 * mesh.triangles().len();
            let measured = super::CORNERS_A_FACET * facets - cuts.corners_left;
            assert!(cuts.distance().is_some() && measured <= 3 * facets, "{measured} {facets}");
            let found = counted.search.candidates.len();
            assert!(groups <= 64 && found <= 1024 && bounds <= 400, "{far}: {groups} {found} {bounds}");
        }
    }

    /// Three squares that meet in a corner, like two walls and a floor.
    fn corner_of_a_room(steps: u32) -> Mesh {
        let square = plate(steps);
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        for axis in 0..3 {
            let first = vertices.len() as u32;
            vertices
                .extend(square.vertices().iter().map(|v| [0, 1, 2].map(|place| [v.x, v.y, v.z][(place + axis) % 3])));
            triangles.extend(square.triangles().iter().map(|corners| corners.map(|vertex| vertex + first)));
        }
        Mesh::new(&vertices, &triangles).unwrap()
    }

    /// Law: the answer has the bits of a search that looks at all pairs that are equally near, along one direction and
    /// along three, level and turned.
    #[test]
    fn what_planes_leave_out_changes_no_bit() {
        let (square, room) = (plate(12), corner_of_a_room(6));
        let mut left_out = 0;
        for turn in 0..24 {
            let angle = f64::from(turn % 6) * 0.37;
            let axis = vec3(0.3, -0.2, 0.9 + 0.01 * f64::from(turn));
            let pose = Pose::new(Quaternion::from_axis_angle(axis, angle), vec3(0.1, 0.7, -0.3)).unwrap();
            let gap = [0.125, 0.01, 0.3, 1e-6][turn as usize % 4];
            let (mesh, shift) =
                if turn % 2 == 0 { (&square, vec3(0.05, 0.02, gap)) } else { (&room, vec3(gap, gap, gap)) };
            let above = Pose { translation: pose.translation + pose.apply_vector(shift), ..pose };
            let bodies: [Body; 2] = [mesh.at(pose), mesh.at(above)];
            let views = bodies.each_ref().map(Body::view);
            let pair = super::Pair::new(views.each_ref()).unwrap();
            let solver = Solver::default();
            let mut search = Search::new(&pair, &solver, &Goal::Nearest);
            let all = search.nearest().unwrap();
            let mut search = Search::new(&pair, &solver, &Goal::Nearest);
            search.cuts = pair.facets.map(|facets| super::Cuts::new(&pair, facets));
            let answer = search.nearest().unwrap();
            assert_eq!((answer.leaves, answer.proximity), (all.leaves, all.proximity), "{turn}");
            left_out += usize::from(search.cuts.unwrap().distance() == Some(answer.proximity.distance));
        }
        assert!(left_out >= 16, "{left_out}");
    }
}
