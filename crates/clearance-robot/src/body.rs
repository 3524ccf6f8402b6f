//! The shapes of a link as one body in the link's frame: what queries ask, and what proofs cover.

use crate::cover::{Cover, Leaf, ends};
use crate::description::{Element, Shape};
use crate::frame::{Frame, U, UP};
use crate::insides::{Insides, only};
use clearance::{
    AnyShape, Ball, Bounds as _, Capsule, Cuboid, Cylinder, Hull, Shape as _, SupportMap, Vec3, Vector, vec3,
};
use clearance_scene::{Compound, Mesh};
use std::sync::{Arc, OnceLock};

/// A part of a link that took part in an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    /// The element of the link.
    pub element: usize,
    /// The triangle, if the element is a mesh. Otherwise 0.
    pub triangle: u32,
}

/// A leaf of a body: a triangle of its mesh, or a solid of its compound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyLeaf {
    Triangle(u32),
    Solid(u32),
}

/// All shapes of a link.
#[derive(Debug)]
pub(crate) struct Body {
    /// All triangles of all meshes.
    pub mesh: Option<Arc<Mesh>>,
    /// The element of each mesh, and its first triangle.
    firsts: Vec<(usize, u32)>,
    pub solids: Option<Compound>,
    /// The element of each solid.
    solid_elements: Vec<usize>,
    /// No point of an element is farther than this from where it is stored.
    pub slack: f64,
    /// A ball that holds the body.
    pub centre: Vec3<f64>,
    pub radius: f64,
    /// No point is farther from the frame's origin.
    pub reach: f64,
    pub cover: Cover,
    /// Made when it is asked for: few links are ever near to hold another one.
    insides: OnceLock<Insides>,
}

/// A shape that is none: a size is negative or not finite.
pub(crate) struct BadShape {
    pub element: usize,
    pub why: String,
}

impl Body {
    /// The body of these elements. `None` if there are none.
    pub fn new(elements: &[Element]) -> Result<Option<Self>, BadShape> {
        if elements.is_empty() {
            return Ok(None);
        }
        let mut builder = Builder::default();
        for (element, what) in elements.iter().enumerate() {
            builder.add(element, what).map_err(|why| BadShape { element, why })?;
        }
        builder.body().map(Some).map_err(|why| BadShape { element: 0, why })
    }

    /// The leaf of an element and triangle.
    #[cfg(feature = "proof")]
    pub fn leaf(&self, part: Part) -> BodyLeaf {
        match self.solid_elements.iter().position(|element| *element == part.element) {
            Some(solid) => BodyLeaf::Solid(solid as u32),
            None => {
                let first = self.firsts.iter().find(|(element, _)| *element == part.element);
                BodyLeaf::Triangle(first.map_or(0, |(_, first)| *first) + part.triangle)
            }
        }
    }

    /// The element and triangle of a leaf.
    pub fn part(&self, leaf: BodyLeaf) -> Part {
        match leaf {
            BodyLeaf::Solid(solid) => Part { element: self.solid_elements[solid as usize], triangle: 0 },
            BodyLeaf::Triangle(triangle) => {
                let at = self.firsts.partition_point(|&(_, first)| first <= triangle) - 1;
                let (element, first) = self.firsts[at];
                Part { element, triangle: triangle - first }
            }
        }
    }
}

impl Body {
    /// What of the link may hold others, and what may be held.
    pub fn insides(&self) -> &Insides {
        self.insides.get_or_init(|| {
            let solids = self.solids.iter().flat_map(|solids| solids.shapes());
            let center = |solid| SupportMap::<Vec3<f64>>::pose(solid).apply(SupportMap::<Vec3<f64>>::center(solid));
            Insides::new(self.meshes(), solids.map(|solid: &AnyShape<Vec3<f64>>| center(solid)))
        })
    }

    /// The triangles of each element that is a mesh, in the link's frame.
    fn meshes(&self) -> impl Iterator<Item = Arc<Mesh>> {
        self.mesh.iter().flat_map(move |all| {
            let end = |number: usize| self.firsts.get(number + 1).map_or(all.triangles().len(), |next| next.1 as usize);
            (0..self.firsts.len()).filter_map(move |number| match self.firsts.len() {
                1 => Some(all.clone()),
                _ => only(all, &all.triangles()[self.firsts[number].1 as usize..end(number)]).map(Arc::new),
            })
        })
    }

    /// The least and the greatest coordinates of a leaf, in the link's frame.
    pub fn leaf_box(&self, leaf: BodyLeaf) -> [Vec3<f64>; 2] {
        match leaf {
            BodyLeaf::Triangle(triangle) => {
                let mesh = self.mesh.as_deref().expect("a triangle is one of a mesh");
                ends(&mesh.corners(triangle))
            }
            BodyLeaf::Solid(solid) => {
                let solids = self.solids.as_ref().expect("a solid is one of several");
                let found = solids.shapes()[solid as usize].aabb();
                [found.lower, found.upper]
            }
        }
    }
}

/// A solid in the frame of its link, and the frame that it stands in.
type Stood = (AnyShape<Vec3<f64>>, Frame);

/// The solid of an element whose frame is given, in the frame of its link; and the frame that it stands in. `None`: a mesh.
pub(crate) fn solid(shape: &Shape, frame: &Frame) -> Result<Option<Stood>, String> {
    let placed: Stood = match shape {
        Shape::Mesh { .. } => return Ok(None),
        Shape::Cuboid { size } => {
            let [x, y, z] = size.map(|length| 0.5 * length);
            let cuboid = Cuboid::new(vec3(x, y, z)).map_err(|error| error.to_string())?;
            (cuboid.at(frame.pose(0.0).0).into(), *frame)
        }
        Shape::Sphere { radius } => {
            (Ball::new(frame.place, *radius).map_err(|error| error.to_string())?.into(), *frame)
        }
        Shape::Capsule { radius, length } => {
            let [start, end] = ends_of_capsule(*length, frame);
            (Capsule::new(start, end, *radius).map_err(|error| error.to_string())?.into(), *frame)
        }
        Shape::Cylinder { radius, length } => {
            let cylinder = Cylinder::new(0.5 * length, *radius).map_err(|error| error.to_string())?;
            // The core's cylinder stands along y. A quarter turn about x brings y to z, without rounding.
            let quarter =
                [vec3(1.0, 0.0, 0.0), vec3(0.0, 0.0, 1.0), vec3(0.0, -1.0, 0.0)].map(|column| frame.rotate(column));
            let stood = Frame { columns: quarter, ..*frame };
            (cylinder.at(stood.pose(0.0).0).into(), stood)
        }
    };
    Ok(Some(placed))
}

/// The centres of the caps of a capsule along z.
fn ends_of_capsule(length: f64, frame: &Frame) -> [Vec3<f64>; 2] {
    [-0.5, 0.5].map(|share| frame.apply(vec3(0.0, 0.0, share * length)))
}

impl Element {
    /// The convex shape of the element in the frame of its link: a solid as it is, a mesh as the hull of its vertices. So it
    /// holds the element, up to the rounding of where it stands, and distances of hulls are at most those of the elements.
    ///
    /// # Errors
    /// What is wrong with a size, or with a mesh that has no hull.
    pub fn hull(&self) -> Result<AnyShape<Vec3<f64>>, String> {
        let frame = self.origin.frame();
        if let Some((solid, _)) = solid(&self.shape, &frame)? {
            return Ok(solid);
        }
        let Shape::Mesh { mesh, scale: [x, y, z] } = &self.shape else { return Err("the element has no shape".into()) };
        let place = |p: &Vec3<f64>| frame.apply(vec3(p.x * x, p.y * y, p.z * z));
        let points: Vec<Vec3<f64>> = mesh.vertices().iter().map(place).collect();
        Ok(Hull::new(&points).map_err(|error| error.to_string())?.into())
    }
}

#[derive(Default)]
struct Builder {
    vertices: Vec<Vec3<f64>>,
    triangles: Vec<[u32; 3]>,
    /// The only mesh, if it stands at the origin as it is.
    whole: Option<Arc<Mesh>>,
    firsts: Vec<(usize, u32)>,
    solids: Vec<AnyShape<Vec3<f64>>>,
    solid_elements: Vec<usize>,
    points: Vec<Vec3<f64>>,
    leaves: Vec<Leaf>,
    slack: f64,
}

impl Builder {
    fn add(&mut self, element: usize, what: &Element) -> Result<(), String> {
        let frame = what.origin.frame();
        let (solid, stood) = match (&what.shape, solid(&what.shape, &frame)?) {
            (Shape::Mesh { mesh, scale }, _) => return self.add_mesh(element, mesh, *scale, &frame),
            (_, None) => return Ok(()),
            (_, Some(found)) => found,
        };
        match &what.shape {
            Shape::Mesh { .. } => {}
            Shape::Cuboid { size } => {
                let half = size.map(|length| 0.5 * length);
                let reach = vec3(half[0], half[1], half[2]).length() * (1.0 + 4.0 * U);
                self.add_solid(element, solid, &stood, reach);
                let corner = |i: usize| [0, 1, 2].map(|axis| if i >> axis & 1 == 1 { half[axis] } else { -half[axis] });
                let corners = (0..8).map(corner).map(|[x, y, z]| frame.apply(vec3(x, y, z)));
                self.add_points(corners, 0.0);
            }
            Shape::Sphere { radius } => {
                self.add_solid(element, solid, &stood, 0.0);
                self.add_points([frame.place].into_iter(), *radius);
            }
            Shape::Capsule { radius, length } => {
                self.add_solid(element, solid, &stood, 0.5 * length.abs());
                self.add_points(ends_of_capsule(*length, &frame).into_iter(), *radius);
            }
            Shape::Cylinder { radius, length } => {
                let reach = (0.5 * length).hypot(*radius) * (1.0 + 4.0 * U);
                self.add_solid(element, solid, &stood, reach);
                self.leaves.push(Leaf::Cylinder { frame, radius: *radius, half: 0.5 * length });
            }
        }
        Ok(())
    }

    fn add_mesh(&mut self, element: usize, mesh: &Arc<Mesh>, scale: [f64; 3], frame: &Frame) -> Result<(), String> {
        let is_plain = scale == [1.0; 3] && *frame == Frame::IDENTITY;
        self.whole = (is_plain && self.triangles.is_empty()).then(|| mesh.clone());
        self.firsts.push((element, self.triangles.len() as u32));
        let (first, mut reach) = (self.vertices.len() as u32, 0.0f64);
        for vertex in mesh.vertices() {
            let scaled = vec3(vertex.x * scale[0], vertex.y * scale[1], vertex.z * scale[2]);
            if !scaled.is_finite() {
                return Err("the scale makes a coordinate that is not finite".into());
            }
            reach = reach.max(scaled.length());
            self.vertices.push(frame.apply(scaled));
        }
        self.triangles.extend(mesh.triangles().iter().map(|corners| corners.map(|corner| corner + first)));
        if !is_plain {
            // A product with the scale rounds each coordinate once.
            self.slack = self.slack.max((frame.error_at(reach) + 2.0 * U * reach) * UP);
        }
        for index in 0..mesh.triangles().len() {
            let corners = self.triangles[self.triangles.len() - mesh.triangles().len() + index];
            let corners = corners.map(|corner| self.vertices[corner as usize]);
            self.add_points(corners.into_iter(), 0.0);
        }
        Ok(())
    }

    fn add_solid(&mut self, element: usize, solid: AnyShape<Vec3<f64>>, frame: &Frame, reach: f64) {
        self.solids.push(solid);
        self.solid_elements.push(element);
        // Corners are mapped by the frame, and the core maps them by the pose.
        self.slack = self.slack.max(frame.pose(reach).1.max(frame.error_at(reach)));
    }

    fn add_points(&mut self, points: impl Iterator<Item = Vec3<f64>>, radius: f64) {
        let first = self.points.len();
        self.points.extend(points);
        self.leaves.push(Leaf::Points { first, count: self.points.len() - first, radius });
    }

    fn body(self) -> Result<Body, String> {
        let mesh = match self.whole {
            _ if self.triangles.is_empty() => None,
            Some(whole) if whole.triangles().len() == self.triangles.len() => Some(whole),
            _ => Some(Arc::new(Mesh::new(&self.vertices, &self.triangles).map_err(|error| error.to_string())?)),
        };
        let solids = match self.solids.is_empty() {
            true => None,
            false => Some(Compound::new(self.solids).map_err(|error| error.to_string())?),
        };
        let cover = Cover::new(self.points, self.leaves, self.slack);
        let flat = cover.root().flat(&cover);
        let [low, high] = ends(&flat.points);
        let centre = (low + high) * 0.5;
        let farthest = |from: Vec3<f64>| flat.points.iter().map(|&p| (p - from).length()).fold(0.0, f64::max);
        let radius = (farthest(centre) * (1.0 + 8.0 * U) + flat.slack) * UP;
        let reach = (farthest(Vec3::default()) * (1.0 + 8.0 * U) + flat.slack) * UP;
        if !(reach < f64::INFINITY) {
            return Err("a size is not finite".into());
        }
        let Self { firsts, solid_elements, slack, .. } = self;
        let insides = OnceLock::new();
        Ok(Body { mesh, firsts, solids, solid_elements, slack, centre, radius, reach, cover, insides })
    }
}
