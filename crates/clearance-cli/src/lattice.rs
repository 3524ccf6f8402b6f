//! Beam lattices: the distance from other things, and the relation to them.
//!
//! Beams and balls take part as bodies, and triangles as a surface. So inside a beam the distance is 0. The relation is
//! that of the union, with one exception: what several beams hold together, and none of them alone, counts as crossing.

use clearance::{
    AnyShape, Ball, HalfSpace, Placed, Point, Pose, Proximity, Solver, Status, SupportMap, Triangle, Vec3, WideVector,
};
use clearance_files::Scalar;
use clearance_files::assembly::{Cap, Strut};
use clearance_files::document::{CoreDocument, Numbers, ShapeDocument};
use clearance_files::fault::Fault;
use clearance_files::solid::{Body, Object};
use clearance_files::thing;
use clearance_scene::{Composite, Compound, Mesh, Nearest, Single, distance_with, pairs_within, relation};

use crate::found::Found;
use crate::number::round;
use crate::relation::Relation;

type Space = Vec3<f64>;

/// Beams, balls and triangles, ready for questions.
pub struct Lattice {
    /// The triangles, then the beams and balls.
    pub compound: Compound,
    /// The triangles, if there are some.
    mesh: Option<Mesh>,
    /// Rounded to the scalar.
    struts: Vec<Strut>,
    /// How many triangles there are.
    triangles: usize,
}

/// Another thing, where it stands.
pub enum Other<'a> {
    /// A surface.
    Mesh(&'a Mesh, Pose<Space>),
    /// A convex shape that takes part as a body.
    Convex(&'a Placed<Object<Space>, Space>),
    /// Another lattice.
    Lattice(&'a Lattice, Pose<Space>),
}

impl Lattice {
    /// The lattice of a file, rounded to the scalar.
    pub fn new(read: thing::Lattice, scalar: Scalar) -> Result<Self, Fault> {
        let thing::Lattice { mut surface, mut struts, .. } = read;
        round(surface.vertices.as_flattened_mut(), scalar)?;
        for strut in &mut struts {
            round(strut.ends.as_flattened_mut(), scalar)?;
            round(&mut strut.radii, scalar)?;
        }
        let corner = |&index: &u32| Space::from(surface.vertices[index as usize]);
        let facet = |[a, b, c]: &[u32; 3]| Triangle::new(corner(a), corner(b), corner(c)).map(AnyShape::from);
        let triangles = surface.triangles.iter().map(|corners| facet(corners).map_err(Fault::new));
        let beams = struts.iter().map(|strut| Body::new(&strut.shape()).map(Body::part));
        let shapes = triangles.chain(beams).collect::<Result<Vec<_>, _>>()?;
        let mesh = match surface.triangles.is_empty() {
            true => None,
            false => Some(Mesh::new(&surface.vertices, &surface.triangles).map_err(Fault::new)?),
        };
        Ok(Self {
            compound: Compound::new(shapes).map_err(Fault::new)?,
            mesh,
            struts,
            triangles: surface.triangles.len(),
        })
    }

    /// The number of a leaf of the compound in the file.
    pub fn number(&self, leaf: u32) -> u32 {
        let strut = (leaf as usize).checked_sub(self.triangles).and_then(|index| self.struts.get(index));
        strut.map_or(leaf, |strut| strut.number)
    }

    /// The triangles, if there are some.
    pub fn mesh(&self) -> Option<&Mesh> {
        self.mesh.as_ref()
    }

    /// The hull of all leaves: what a half-space sees of the lattice.
    pub fn hull(&self) -> ShapeDocument {
        let corners = self.mesh.iter().flat_map(|mesh| mesh.triangles().iter().flatten().map(move |&at| (mesh, at)));
        let corners: Vec<_> =
            corners.map(|(mesh, at)| Numbers::from(<[f64; 3]>::from(mesh.vertices()[at as usize]))).collect();
        let surface = (!corners.is_empty()).then(|| ShapeDocument::points(corners));
        let mut pieces: Vec<_> = surface.into_iter().chain(self.struts.iter().map(Strut::shape)).collect();
        // Two by two: a chain of hulls would nest as deep as there are pieces.
        while pieces.len() > 1 {
            let mut rest = pieces.into_iter();
            pieces = std::iter::from_fn(|| {
                Some(match (rest.next()?, rest.next()) {
                    (first, Some(second)) => {
                        ShapeDocument { core: CoreDocument::Hull(Box::new([first, second])), radius: 0.0, pose: None }
                    }
                    (last, None) => last,
                })
            })
            .collect();
        }
        pieces.pop().unwrap_or_else(|| ShapeDocument::points(Vec::new()))
    }

    /// Triangles for a picture: those of the lattice, and prisms for beams.
    pub fn picture(&self) -> Vec<[Space; 3]> {
        let of_mesh = self.mesh.iter().flat_map(|mesh| {
            mesh.triangles().iter().map(|corners| corners.map(|corner| mesh.vertices()[corner as usize]))
        });
        of_mesh.chain(self.struts.iter().flat_map(prism)).collect()
    }

    /// How far the lattice is from another thing, and how they lie.
    pub fn found(&self, solver: &Solver, pose: Pose<Space>, other: &Other<'_>) -> Found<Space> {
        match other {
            Other::Mesh(mesh, at) => self.of_bodies(solver, pose, other, &mesh.at(*at)),
            Other::Lattice(lattice, at) => {
                let found = self.of_bodies(solver, pose, other, &lattice.compound.at(*at));
                Found { leaves: [found.leaves[0], lattice.number(found.leaves[1])], ..found }
            }
            Other::Convex(shape) => {
                let found = self.of_bodies(solver, pose, other, &Single::new(*shape));
                let better = match found.relation {
                    _ if HalfSpace::normal_of(*shape).is_some() => self.lowest(solver, pose, shape),
                    Relation::AInB => self.wall_within(solver, pose, shape),
                    _ => None,
                };
                match better {
                    Some((nearest, leaf)) => Found { nearest, leaves: [leaf, 0], ..found },
                    None => found,
                }
            }
        }
    }

    /// The distance from a body that is the other thing, and the relation to it.
    fn of_bodies(
        &self,
        solver: &Solver,
        pose: Pose<Space>,
        other: &Other<'_>,
        body: &impl Composite<3, Vector = Space>,
    ) -> Found<Space> {
        let own = self.compound.at(pose);
        let nearest: Nearest = distance_with(solver, &own, body);
        // The leaves that the other thing enters: beams whose inside it meets, and triangles that it crosses.
        let mut entered = Vec::new();
        if nearest.distance <= 0.0 {
            let pairs = pairs_within(&own, body, 0.0);
            entered = pairs.iter().filter(|pair| pair.status == Status::Overlapping).map(|pair| pair.leaf_a).collect();
            entered.sort_unstable();
            entered.dedup();
        }
        let meets = nearest.distance <= 0.0;
        let (relation, is_open) = match other {
            Other::Mesh(mesh, at) => self.relation_to_mesh(solver, pose, (mesh, *at), &entered, meets),
            Other::Convex(shape) => self.relation_to_convex(solver, pose, shape, &entered, meets),
            Other::Lattice(lattice, at) => self.relation_to_lattice(solver, pose, (lattice, *at), &entered, meets),
        };
        let leaves = [self.number(nearest.leaf_a), nearest.leaf_b];
        Found { nearest: nearest.proximity, leaves, relation, is_open }
    }

    /// The relation to a solid, and whether a surface is open. A beam that its surface does not enter is in it or beside
    /// it as a whole.
    fn relation_to_mesh(
        &self,
        solver: &Solver,
        pose: Pose<Space>,
        (mesh, at): (&Mesh, Pose<Space>),
        entered: &[u32],
        meets: bool,
    ) -> (Relation, bool) {
        let is_open = !mesh.is_closed() || self.mesh.as_ref().is_some_and(|mesh| !mesh.is_closed());
        let to_frame = pose.inverse();
        let own = self.mesh.as_ref().and_then(|own| relation(&own.at(pose), &mesh.at(at)));
        let own = own.map(|related| related.relation);
        let corners = || mesh.vertices().iter().map(|&vertex| to_frame.apply(at.apply(vertex)));
        if own == Some(Relation::BInA) || entered.iter().any(|&leaf| self.holds(solver, leaf, corners())) {
            return (Relation::BInA, is_open);
        }
        // What the triangles do, their relation has told.
        if own == Some(Relation::Crossing) || entered.iter().any(|&leaf| self.is_strut(leaf)) {
            return (Relation::Crossing, is_open);
        }
        let into = at.inverse();
        let is_inside = |strut: &Strut| mesh.has_inside(into.apply(pose.apply(middle(strut)))) == Some(true);
        let count = if mesh.is_closed() { self.struts.iter().filter(|strut| is_inside(strut)).count() } else { 0 };
        let all = count == self.struts.len() && own.is_none_or(|own| own == Relation::AInB);
        let some = count > 0 || own == Some(Relation::AInB);
        let relation = match (all, some) {
            (true, _) => Relation::AInB,
            (false, true) => Relation::Crossing,
            (false, false) if meets => Relation::Touching,
            (false, false) => Relation::Apart,
        };
        (relation, is_open)
    }

    /// The relation to a convex body.
    fn relation_to_convex(
        &self,
        solver: &Solver,
        pose: Pose<Space>,
        shape: &Placed<Object<Space>, Space>,
        entered: &[u32],
        meets: bool,
    ) -> (Relation, bool) {
        let is_open = self.mesh.as_ref().is_some_and(|mesh| !mesh.is_closed());
        let to_frame = pose.inverse();
        if entered.iter().any(|&leaf| self.is_strut(leaf) && solver.holds(&self.leaf(leaf, pose), shape) == Some(true))
        {
            return (Relation::BInA, is_open);
        }
        // A shape that no surface meets is in the solid of the triangles or beside it as a whole.
        let inner = to_frame.apply(shape.pose().apply(shape.center()));
        let is_held = |mesh: &Mesh| mesh.is_closed() && mesh.has_inside(inner) == Some(true);
        if !meets {
            let held = self.mesh.as_ref().is_some_and(is_held);
            return (if held { Relation::BInA } else { Relation::Apart }, is_open);
        }
        if self.is_within(solver, pose, shape) {
            return (Relation::AInB, is_open);
        }
        let own = self.mesh.as_ref().is_some_and(|mesh| {
            let pairs = pairs_within(&mesh.at(pose), &Single::new(shape), 0.0);
            pairs.iter().any(|pair| pair.status == Status::Overlapping) || is_held(mesh)
        });
        (if own || !entered.is_empty() { Relation::Crossing } else { Relation::Touching }, is_open)
    }

    /// The relation to another lattice.
    fn relation_to_lattice(
        &self,
        solver: &Solver,
        pose: Pose<Space>,
        (other, at): (&Self, Pose<Space>),
        entered: &[u32],
        meets: bool,
    ) -> (Relation, bool) {
        let mut is_open = false;
        let mut of_mesh = |lattice: &Self, own: Pose<Space>, mesh: &Mesh, its: Pose<Space>| {
            let pairs = pairs_within(&lattice.compound.at(own), &mesh.at(its), 0.0);
            let inner = pairs.iter().filter(|pair| pair.status == Status::Overlapping);
            let entered: Vec<u32> = inner.map(|pair| pair.leaf_a).collect();
            let (relation, open) = lattice.relation_to_mesh(solver, own, (mesh, its), &entered, !pairs.is_empty());
            is_open |= open;
            relation
        };
        let in_other = other.mesh.as_ref().map(|mesh| of_mesh(self, pose, mesh, at));
        let in_own = self.mesh.as_ref().map(|mesh| of_mesh(other, at, mesh, pose));
        let overlaps = |relation: Option<Relation>| relation.is_some_and(Relation::is_overlap);
        let relation = match (in_other, in_own) {
            (Some(Relation::AInB), _) => Relation::AInB,
            (_, Some(Relation::AInB)) => Relation::BInA,
            (one, two) if overlaps(one) || overlaps(two) || !entered.is_empty() => Relation::Crossing,
            _ if meets => Relation::Touching,
            _ => Relation::Apart,
        };
        (relation, is_open)
    }

    /// Whether a beam holds all points of its frame.
    fn holds(&self, solver: &Solver, leaf: u32, mut points: impl Iterator<Item = Space>) -> bool {
        let shape = &self.compound.shapes()[leaf as usize];
        self.is_strut(leaf)
            && points
                .all(|point| Point::new(point).is_ok_and(|point| solver.signed_distance(&point, shape).upper <= 0.0))
    }

    /// Whether a convex shape holds the lattice.
    fn is_within(&self, solver: &Solver, pose: Pose<Space>, shape: &Placed<Object<Space>, Space>) -> bool {
        let mut triangles = 0..self.triangles as u32;
        // A beam is in the hull of the balls around its ends. Flat ends are smaller, so of these it may miss a case.
        let holds_end = |strut: &Strut, side: usize| {
            let ball = Ball::new(pose.apply(strut.ends[side].into()), strut.radii[side]);
            ball.is_ok_and(|ball| solver.holds(shape, &ball) == Some(true))
        };
        triangles.all(|leaf| solver.holds(shape, &self.leaf(leaf, pose)) == Some(true))
            && self.struts.iter().all(|strut| holds_end(strut, 0) && holds_end(strut, 1))
    }

    fn is_strut(&self, leaf: u32) -> bool {
        leaf as usize >= self.triangles
    }

    /// A triangle or a beam, where it stands.
    fn leaf(&self, leaf: u32, pose: Pose<Space>) -> Placed<&AnyShape<Space>, Space> {
        Placed::new(&self.compound.shapes()[leaf as usize], pose)
    }

    /// The signed distance from a half-space, which is that of the leaf that is lowest, and the leaf.
    fn lowest(
        &self,
        solver: &Solver,
        pose: Pose<Space>,
        plane: &Placed<Object<Space>, Space>,
    ) -> Option<(Proximity<Space>, u32)> {
        let leaves = 0..self.compound.shapes().len() as u32;
        let answers = leaves.map(|leaf| (solver.signed_distance(&self.leaf(leaf, pose), plane), self.number(leaf)));
        answers.reduce(|best, next| if next.0.distance < best.0.distance { next } else { best })
    }

    /// Of a lattice that a convex shape holds: the place of its surface that is nearest to the skin of the shape, and its
    /// leaf. `None` if the ends of beams are not all round.
    fn wall_within(
        &self,
        solver: &Solver,
        pose: Pose<Space>,
        shape: &Placed<Object<Space>, Space>,
    ) -> Option<(Proximity<Space>, u32)> {
        if self.struts.iter().any(|strut| strut.caps.contains(&Cap::Flat)) {
            return None;
        }
        // The depth in a convex set is concave: it is least at a corner, or at an end of a beam.
        let mesh = self.mesh.as_ref();
        let facets = mesh.into_iter().flat_map(|mesh| mesh.triangles().iter().zip(0..));
        let corners = facets.flat_map(|(corners, leaf)| corners.map(|corner| (corner, leaf)));
        let corners = corners.map(|(corner, leaf)| {
            let mesh = mesh.expect("there is a triangle");
            (mesh.vertices()[corner as usize], 0.0, leaf)
        });
        let end = |strut: &Strut, side: usize| (Space::from(strut.ends[side]), strut.radii[side], strut.number);
        let ends = self.struts.iter().flat_map(|strut| [end(strut, 0), end(strut, 1)]);
        let mut least: Option<(Proximity<Space>, u32)> = None;
        for (center, radius, leaf) in corners.chain(ends) {
            let center = pose.apply(center);
            let inside = solver.signed_distance(&Point::new(center).ok()?, shape);
            let mut wall = inside;
            // The way out of the shape is the way to its surface, and it begins on the ball around the end.
            wall.normal = -inside.normal;
            wall.point_a = center + wall.normal * radius;
            wall.distance = (-inside.distance - radius).max(0.0);
            (wall.lower, wall.upper) =
                ((-inside.upper - radius).next_down().max(0.0), (-inside.lower - radius).next_up());
            if least.as_ref().is_none_or(|(nearest, _)| wall.distance < nearest.distance) {
                least = Some((wall, leaf));
            }
        }
        least
    }
}

/// The sides of a prism around a beam, and of a box around a ball.
fn prism(strut: &Strut) -> Vec<[Space; 3]> {
    const SIDES: usize = 8;
    let [mut a, mut b] = strut.ends.map(Space::from);
    let [r, s] = strut.radii;
    if strut.ends[0] == strut.ends[1] {
        let up = Space::from([0.0, 0.0, 0.7 * r]);
        (a, b) = (a - up, b + up);
    }
    let along = (b - a).unit();
    // The axis that is farthest from the beam.
    let steepness = [along.x.abs(), along.y.abs(), along.z.abs()];
    let axis = (0..3).min_by(|&i, &j| steepness[i].total_cmp(&steepness[j])).unwrap_or(0);
    let right = along.cross(&Space::axis(axis)).unit();
    let ahead = along.cross(&right);
    let corner = |center: Space, radius: f64, side: usize| {
        let (sine, cosine) = (std::f64::consts::TAU * (side % SIDES) as f64 / SIDES as f64).sin_cos();
        center + right * (radius * cosine) + ahead * (radius * sine)
    };
    let side = |side: usize| {
        let [p, q] = [corner(a, r, side), corner(a, r, side + 1)];
        let [t, u] = [corner(b, s, side), corner(b, s, side + 1)];
        [[p, q, u], [p, u, t], [a, q, p], [b, t, u]]
    };
    (0..SIDES).flat_map(side).collect()
}

/// The middle of a beam.
fn middle(strut: &Strut) -> Space {
    Space::from([0, 1, 2].map(|axis| 0.5 * strut.ends[0][axis] + 0.5 * strut.ends[1][axis]))
}
