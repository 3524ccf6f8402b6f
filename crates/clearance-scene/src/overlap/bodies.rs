//! The bodies of a pair in its frame.
//!
//! An outline is a prism across the plane, as long as it needs to be: a ball in two prisms is as large as the disk in both
//! outlines. A compound is asked about shape by shape.

use super::exposed::{Pieces, exposed, meet};
use super::face::Face;
use super::place::{Ends, Place, around, boxes_of, pieces_in, widened};
use super::sheets::{Flatness, Sheet, sheets_of};
use super::side::{Convex, Faces, Side, Support};
use crate::ask::signed_distance;
use crate::cell::{Plane, Spot};
use crate::facets::FacetSpace;
use crate::mesh::Body;
use crate::outline::{Outline, OutlineBody};
use crate::relation::{relation, relation_of_outlines};
use clearance::each::Each;
use clearance::{Placed, Point, Pose, Rotation, Solver, SupportMap, Vec2, WideVector, vec2, vec3};

/// A body as the overlap sees it.
pub enum Matter<'a> {
    Mesh(Body<'a>),
    Outline(OutlineBody<'a>),
    /// Convex shapes, and for each the number of its set: shapes with common points are in one set.
    Shapes(Vec<Box<dyn Convexity + 'a>>, Vec<usize>),
}

/// One convex shape of the plane or of space.
pub trait Convexity {
    /// Whether it is one of the plane.
    fn is_flat(&self) -> bool;
    /// A box around it in the world.
    fn ends(&self) -> Ends;
    /// How far it reaches along a unit vector from a point, at most, but for [`Convex::error`].
    fn reach(&self, direction: Spot, origin: Spot) -> f64;
    /// The shape in a frame with the axes of the world and another origin.
    fn side(&self, origin: Spot) -> Convex<'_>;
}

/// One part of a body: all of a mesh or outline, or one shape.
#[derive(Clone, Copy)]
pub enum Part<'p, 'a> {
    Mesh(&'p Body<'a>),
    Outline(&'p OutlineBody<'a>),
    Shape(&'p (dyn Convexity + 'a)),
}

/// Vertices that are placed one by one to find the box around a body, if it is turned. Larger meshes are boxes of their tree.
const FEW: usize = 512;

/// How much rounding moves a placed point, as a share of the coordinates: three products and sums with the numbers of a
/// rotation, each off by a few units.
pub(super) const PLACED: f64 = 32.0 * f64::EPSILON;

impl Matter<'_> {
    pub fn parts(&self) -> Vec<Part<'_, '_>> {
        match self {
            Self::Mesh(body) => vec![Part::Mesh(body)],
            Self::Outline(body) => vec![Part::Outline(body)],
            Self::Shapes(shapes, _) => shapes.iter().map(|shape| Part::Shape(&**shape)).collect(),
        }
    }

    /// For each set of shapes with common points its shapes, if there are several. A ball may lie in them together.
    pub fn sets(&self) -> Vec<Union<'_>> {
        let Self::Shapes(shapes, sets) = self else { return Vec::new() };
        let of = |set: usize| -> Vec<&dyn Convexity> {
            shapes.iter().zip(sets).filter(|(_, own)| **own == set).map(|(shape, _)| &**shape).collect()
        };
        (0..shapes.len()).map(of).filter(|shapes| shapes.len() > 1).map(Union).collect()
    }

    /// Whether the bodies have no common interior, without rounding. No if that is not known.
    pub fn are_parted(bodies: [&Self; 2]) -> bool {
        match bodies {
            [Self::Mesh(a), Self::Mesh(b)] => relation(a, b).is_some_and(|found| !found.relation.is_overlap()),
            [Self::Outline(a), Self::Outline(b)] => {
                relation_of_outlines(a, b).is_some_and(|found| !found.relation.is_overlap())
            }
            _ => false,
        }
    }

    /// Whether it is an open mesh or has an open line.
    pub fn is_open(&self) -> bool {
        match self {
            Self::Mesh(body) => !body.mesh.is_closed(),
            Self::Outline(body) => !body.outline.is_closed(),
            Self::Shapes(..) => false,
        }
    }
}

impl<'p> Part<'p, '_> {
    pub fn is_flat(&self) -> bool {
        match self {
            Self::Mesh(_) => false,
            Self::Outline(_) => true,
            Self::Shape(shape) => shape.is_flat(),
        }
    }

    /// Whether it encloses nothing, so that no ball is in it.
    pub fn is_surface(&self) -> bool {
        matches!(self, Self::Mesh(body) if !body.mesh.is_closed())
    }

    /// Whether it is a mesh that has strict sheets, too.
    pub(super) fn is_rounded(&self) -> bool {
        matches!(self, Self::Mesh(body) if sheets_of(body.mesh).with(body.mesh, Flatness::Strict).is_some())
    }

    /// Whether lengths may be scaled: shapes stay as they are.
    pub fn may_be_scaled(&self) -> bool {
        !matches!(self, Self::Shape(_))
    }

    /// A box around the body in the world, rounded outward.
    pub fn world_box(&self) -> Ends {
        let place = match self {
            Self::Shape(shape) => return shape.ends(),
            _ => self.place(vec3(0.0, 0.0, 0.0), 0),
        };
        let ends = self.box_in(&place);
        let most = ends[0].max_abs().max(ends[1].max_abs());
        widened(ends, 2.0 * PLACED * (most + place.size()))
    }

    /// The body's frame in the frame of the pair.
    pub(super) fn place(&self, origin: Spot, exponent: i32) -> Place {
        match self {
            Self::Mesh(body) => Place::in_space(body.pose, body.factors(), origin, exponent),
            Self::Outline(body) => Place::in_plane(body.pose, body.factors(), origin, exponent),
            Self::Shape(_) => Place::in_space(Pose::identity(), [1.0; 3], origin, exponent),
        }
    }

    /// A box around the body in the frame of a pair, up to rounding.
    pub(super) fn box_in(&self, place: &Place) -> Ends {
        match self {
            Self::Mesh(body) if body.mesh.vertices().len() > FEW => {
                let boxes = boxes_of(body.mesh.tree());
                around(boxes.into_iter().flat_map(|[low, high]| place.image_of_box([low.into(), high.into()])))
            }
            Self::Mesh(body) if place.is_upright() => sheets_of(body.mesh).ends.each(|end| place.image(end)),
            Self::Mesh(body) => {
                let corners = body.mesh.triangles().iter().flatten();
                around(corners.map(|&vertex| place.image(body.mesh.vertices()[vertex as usize])))
            }
            Self::Outline(body) => {
                around(body.outline.vertices().iter().map(|vertex| place.image(vec3(vertex.x, vertex.y, 0.0))))
            }
            Self::Shape(shape) => shape.ends().each(|end| place.image(end)),
        }
    }

    /// A leaf of a mesh or an outline in the frame of a pair. `None` if it has no area or length.
    pub(super) fn leaf(&self, place: &Place, leaf: u32, ends: Ends) -> Option<Face> {
        match self {
            Self::Mesh(body) => Face::new(body.mesh.corners(leaf).each(|corner| place.image(corner)).to_vec(), 0.0),
            Self::Outline(body) => wall_on(body.outline.ends(leaf).each(|end| place.image(raised_end(end))), ends),
            Self::Shape(_) => None,
        }
    }

    /// Whether a mesh or an outline holds a point of its own frame. `None` if the point is on it, or nothing is inside.
    pub(super) fn holds(&self, own: Spot) -> Option<bool> {
        match self {
            Self::Mesh(body) => body.mesh.has_inside(own),
            Self::Outline(body) => body.outline.winding_number(vec2(own.x, own.y)).map(|winding| winding != 0),
            Self::Shape(_) => None,
        }
    }

    /// The side of the pair that the body is, as far as it matters for balls in the box `ends` whose radius is at most
    /// `reach`.
    pub(super) fn side(&self, place: Place, origin: Spot, ends: Ends, reach: f64, flatness: Flatness) -> Side<'p> {
        let near = widened(ends, 1.5 * reach);
        match *self {
            Self::Mesh(body) => {
                let kept = sheets_of(body.mesh);
                let sheets = kept.with(body.mesh, flatness).unwrap_or(&kept);
                let [low, high] = place.own_box(near);
                let numbers = pieces_in(&sheets.tree, low.into(), high.into());
                let is_mirrored = body.factors().iter().product::<f64>() < 0.0;
                let scale = place.length(body.factors()[0].abs());
                let face = |sheet: &Sheet| {
                    let Sheet { corners, slack, is_turned } = sheet;
                    let face = Face::new(corners.iter().map(|&corner| place.image(corner)).collect(), slack * scale)?;
                    Some(if *is_turned != is_mirrored { face.turned() } else { face })
                };
                let mut thin: Vec<Face> = sheets.thin(body.mesh, &numbers).filter_map(face).collect();
                let faces: Vec<Face> = sheets.bounding(body.mesh, numbers).filter_map(face).collect();
                let threads = sheets.threads.iter().map(|corners| Face::thread(&corners.each(|p| place.image(p))));
                thin.extend(threads.filter(|thread| meet(thread.ends, near, 0.0)));
                let part = *self;
                let holds_far = move |p: Spot| part.holds(place.own(p));
                let error = error_of(faces.iter().chain(&thin), &place, ends);
                Side::Faces(Faces {
                    faces,
                    is_open: self.is_surface(),
                    thin,
                    holds_far: Box::new(holds_far),
                    has_inner: sheets.has_inner,
                    error,
                    reach,
                })
            }
            Self::Outline(body) => {
                let [low, high] = place.own_box(near);
                let edges = pieces_in(body.outline.tree(), [low.x, low.y], [high.x, high.y]);
                let face = |edge: u32| wall_on(body.outline.ends(edge).each(|end| place.image(raised_end(end))), ends);
                let faces: Vec<Face> = edges.iter().copied().filter_map(face).collect();
                let part = *self;
                let holds_far = move |p: Spot| part.holds(place.own(p));
                let error = error_of(faces.iter(), &place, ends);
                let holds = |p: Spot| holds_far(p) == Some(true);
                let Pieces { bounding: faces, mut thin } = exposed(&faces, error, place.own_rounding(), &holds);
                let points = edges.into_iter().filter_map(|edge| ring_of_a_point(body.outline, edge));
                let points = points.map(|p| place.image(raised_end(p))).filter(|&p| !holds(p));
                thin.extend(points.map(|p| Face::thread(&[p])));
                let holds_far = Box::new(holds_far);
                // Whether an outline meets itself is not asked: numbers of the plane cost little.
                Side::Faces(Faces { faces, is_open: false, thin, holds_far, has_inner: true, error, reach })
            }
            Self::Shape(shape) => {
                let convex = shape.side(origin);
                // A half-space has no end, but the cells have one.
                let has_end = (shape.ends()[1] - shape.ends()[0]).max_abs() < f64::INFINITY;
                let most = if has_end { 0.0 } else { ends[0].max_abs().max(ends[1].max_abs()) };
                Side::Convex(Convex { error: convex.error + 2.0 * PLACED * most, ..convex })
            }
        }
    }
}

/// How far faces are off those of the body: their slack, and the rounding of their corners.
pub(super) fn error_of<'f>(faces: impl Iterator<Item = &'f Face>, place: &Place, ends: Ends) -> f64 {
    let (mut most, mut slack) = (ends[0].max_abs().max(ends[1].max_abs()), 0.0f64);
    for face in faces {
        most = face.corners.iter().fold(most, |most, corner| most.max(corner.max_abs()));
        slack = slack.max(face.slack);
    }
    2.0 * slack + PLACED * (most + place.size())
}

/// The end of an edge as a point of space.
fn raised_end(end: Vec2<f64>) -> Spot {
    vec3(end.x, end.y, 0.0)
}

/// An edge of the plane as a wall across it, taller than a box. `None` if it has no length.
fn wall_on([from, to]: [Spot; 2], [low, high]: Ends) -> Option<Face> {
    let tall = 2.0 * (high - low).max_abs();
    let raised = |p: Spot, z: f64| vec3(p.x, p.y, z);
    Face::new(vec![raised(from, -tall), raised(to, -tall), raised(to, tall), raised(from, tall)], 0.0)
}

/// The point of a ring or line that is one point, by its first edge. `None` for other edges.
fn ring_of_a_point(outline: &Outline, edge: u32) -> Option<Vec2<f64>> {
    let [own, other] = outline.ends(edge);
    let after = outline.rings().partition_point(|ring| ring.first_edge <= edge);
    let ring = &outline.rings()[after - 1];
    let mut edges = ring.first_edge..ring.first_edge + ring.edge_count;
    (own == other && ring.first_edge == edge && edges.all(|edge| outline.ends(edge) == [own; 2])).then_some(own)
}

/// A shape of the core at a place.
pub struct Leaf<'a, V: FacetSpace<D>, const D: usize> {
    pub shape: &'a dyn SupportMap<V>,
    pub pose: Pose<V>,
}

impl<'a, V: FacetSpace<D>, const D: usize> Leaf<'a, V, D> {
    /// The shape in a frame with the axes of the world and another origin.
    pub(super) fn placed(&self, origin: Spot) -> Placed<&'a dyn SupportMap<V>, V> {
        let translation = self.pose.translation - lowered::<V, D>(origin);
        Placed::new(self.shape, Pose { translation, ..self.pose })
    }
}

/// How far a placed shape reaches along a unit vector of the world.
fn reach<V: FacetSpace<D>, const D: usize>(shape: &dyn SupportMap<V>, direction: V) -> f64 {
    let pose = shape.pose();
    let own = direction.mapped_back(&pose.rotation.matrix());
    shape.support(own).dot(&own) + pose.translation.dot(&direction) + shape.radius() + shape.rounding()
}

impl<V: FacetSpace<D>, const D: usize> Convexity for Leaf<'_, V, D> {
    fn is_flat(&self) -> bool {
        D == 2
    }

    fn ends(&self) -> Ends {
        let placed = Placed::new(self.shape, self.pose);
        let end = |sign: f64| raised::<V, D>(std::array::from_fn(|axis| sign * reach(&placed, V::axis(axis) * sign)));
        [end(-1.0), end(1.0)]
    }

    fn reach(&self, direction: Spot, origin: Spot) -> f64 {
        reach(&self.placed(origin), lowered::<V, D>(direction))
    }

    fn side(&self, origin: Spot) -> Convex<'_> {
        let placed = self.placed(origin);
        let whole = Placed::new(self.shape, self.pose);
        let center = raised::<V, D>(whole.pose().apply(whole.center()).into());
        let mut ends = self.ends();
        if !((ends[1] - ends[0]).max_abs() < f64::INFINITY) {
            // What is far away in a half-space is computed from the foot of its plane.
            ends = [center; 2];
        }
        let [low, high] = ends;
        let size = (high - low).max_abs() + (low - origin).max_abs();
        let rounded = low.max_abs() + origin.max_abs();
        let support = move |p: Spot| {
            let point = Point::new(lowered::<V, D>(p)).expect("points of cells are finite");
            let answer = signed_distance(&Solver::default(), &placed, &point);
            let normal = answer.normal;
            let plane = Plane { normal: raised::<V, D>(normal.into()), offset: reach(&placed, normal) };
            Support { plane, depth: -answer.upper }
        };
        let error = 2.0 * PLACED * size + 4.0 * f64::EPSILON * rounded;
        Convex { support: Box::new(support), error, center: center - origin }
    }
}

/// Several shapes. Their union is in the hull of them all.
pub struct Union<'a>(Vec<&'a dyn Convexity>);

impl Convexity for Union<'_> {
    fn is_flat(&self) -> bool {
        self.0.iter().any(|shape| shape.is_flat())
    }

    fn ends(&self) -> Ends {
        around(self.0.iter().flat_map(|shape| shape.ends()))
    }

    fn reach(&self, direction: Spot, origin: Spot) -> f64 {
        self.0.iter().map(|shape| shape.reach(direction, origin)).fold(f64::NEG_INFINITY, f64::max)
    }

    fn side(&self, origin: Spot) -> Convex<'_> {
        let sides: Vec<Convex> = self.0.iter().map(|shape| shape.side(origin)).collect();
        let error = sides.iter().map(|side| side.error).fold(0.0, f64::max);
        let center = crate::cell::middle_of(sides.iter().map(|side| side.center));
        let support = move |p: Spot| {
            let deepest =
                sides.iter().map(|side| (side.support)(p)).max_by(|one, other| one.depth.total_cmp(&other.depth));
            let support = deepest.expect("a set has shapes");
            // The plane is moved until all shapes are behind it. How deep the point is in their union is not known.
            let offset = self.reach(support.plane.normal, origin);
            Support { plane: Plane { offset, ..support.plane }, depth: f64::NEG_INFINITY }
        };
        Convex { support: Box::new(support), error, center }
    }
}

/// A vector of space as one of the plane or of space.
pub(super) fn lowered<V: FacetSpace<D>, const D: usize>(p: Spot) -> V {
    let numbers: [f64; 3] = p.into();
    V::from(std::array::from_fn(|axis| numbers[axis]))
}

/// A vector of the plane or of space as one of space.
fn raised<V: FacetSpace<D>, const D: usize>(numbers: [f64; D]) -> Spot {
    let at = |axis: usize| if axis < D { numbers[axis] } else { 0.0 };
    vec3(at(0), at(1), at(2))
}
