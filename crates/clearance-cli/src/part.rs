//! A thing that was read, ready for questions: its convex hull if it is convex, and its search tree if it is a surface
//! or an outline.

use std::sync::Arc;

use clearance_files::Scalar;
use clearance_files::document::{Numbers, ShapeDocument};
use clearance_files::fault::Fault;
use clearance_files::readers::region::Region;
use clearance_files::readers::{Approximation, Reading};
use clearance_files::thing::{Surface, Thing};
use clearance_scene::{Mesh, Outline};

use crate::lattice::Lattice;
use crate::number::round;
use crate::{closedness, convexity};

/// What is asked about. Clones share it.
#[derive(Clone)]
pub struct Part {
    /// The shape for questions about convex shapes. A thing that is not convex has none.
    pub convex: Option<Arc<ShapeDocument>>,
    /// How far that shape may be from a thing that is only nearly convex.
    pub hull_distance: f64,
    /// What it is if it is not a shape of the core.
    pub composite: Option<Composite>,
    /// How far the thing may be from what its file means.
    pub approximation: Approximation,
}

/// A thing of many convex pieces.
#[derive(Clone)]
pub enum Composite {
    /// Triangles of space.
    Mesh(Arc<Mesh>),
    /// Polygons of the plane.
    Outline(Arc<Outline>),
    /// Beams and balls of space, and triangles beside them.
    Lattice(Arc<Lattice>),
}

impl Part {
    /// The part of a thing. Its coordinates are rounded to the scalar.
    pub fn new(thing: Thing, scalar: Scalar) -> Result<Self, Fault> {
        match thing {
            Thing::Shape(reading) => Ok(Self::of_shape(reading)),
            Thing::Surface(surface) => Self::of_surface(surface, scalar),
            Thing::Region(region) => Self::of_region(region, scalar),
            Thing::Lattice(lattice) => {
                let approximation = Approximation { outward: lattice.deviation, inward: lattice.deviation };
                let lattice = Arc::new(Lattice::new(lattice, scalar)?);
                Ok(Self {
                    convex: None,
                    hull_distance: 0.0,
                    composite: Some(Composite::Lattice(lattice)),
                    approximation,
                })
            }
            Thing::File(..) | Thing::Placed(..) => {
                Err(Fault::new("expected a thing that was read and has no placement of its own"))
            }
        }
    }

    /// What keeps its surface from bounding a solid, or would have.
    pub fn remarks(&self) -> Vec<String> {
        match &self.composite {
            Some(Composite::Mesh(mesh)) => closedness::remarks(mesh, [0.0; 3]),
            Some(Composite::Lattice(lattice)) => {
                lattice.mesh().map(|mesh| closedness::remarks(mesh, [0.0; 3])).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    /// Whether its depth in other things can be told.
    pub fn has_depth(&self) -> bool {
        !matches!(self.composite, Some(Composite::Lattice(_)))
    }

    /// Whether its depth and its overlap are told unasked.
    pub fn is_small(&self) -> bool {
        match &self.composite {
            Some(Composite::Mesh(mesh)) => is_small_mesh(mesh),
            Some(Composite::Outline(outline)) => is_small_outline(outline),
            Some(Composite::Lattice(_)) | None => true,
        }
    }

    /// The convex shape that it is, or its hull.
    pub fn hull(&self) -> Arc<ShapeDocument> {
        let points = match (&self.convex, &self.composite) {
            (Some(convex), _) => return convex.clone(),
            (None, Some(Composite::Mesh(mesh))) => {
                mesh.vertices().iter().map(|&vertex| Numbers::from(<[f64; 3]>::from(vertex))).collect()
            }
            (None, Some(Composite::Outline(outline))) => {
                outline.vertices().iter().map(|vertex| Numbers::from([vertex.x, vertex.y])).collect()
            }
            (None, Some(Composite::Lattice(lattice))) => return Arc::new(lattice.hull()),
            (None, None) => Vec::new(),
        };
        Arc::new(ShapeDocument::points(points))
    }

    fn of_shape(Reading { shape, approximation, .. }: Reading) -> Self {
        Self { convex: Some(Arc::new(shape)), hull_distance: 0.0, composite: None, approximation }
    }

    fn of_surface(mut surface: Surface, scalar: Scalar) -> Result<Self, Fault> {
        round(surface.vertices.as_flattened_mut(), scalar)?;
        let mesh = Mesh::new(&surface.vertices, &surface.triangles).map_err(Fault::new)?;
        let hull_distance = convexity::of_mesh(&mesh);
        Ok(Self {
            convex: hull_distance.map(|_| Arc::new(surface.hull())),
            hull_distance: hull_distance.unwrap_or(0.0),
            composite: Some(Composite::Mesh(Arc::new(mesh))),
            approximation: Approximation::default(),
        })
    }

    fn of_region(mut region: Region, scalar: Scalar) -> Result<Self, Fault> {
        let rings = region.polygons.iter_mut().flatten();
        rings.map(|ring| ring.as_flattened_mut()).try_for_each(|numbers| round(numbers, scalar))?;
        let outline = Outline::new(&region.polygons).map_err(Fault::new)?;
        let is_convex =
            matches!(region.polygons.as_slice(), [rings] if rings.len() == 1 && convexity::of_ring(&rings[0]));
        Ok(Self {
            convex: is_convex.then(|| Arc::new(region.shape())),
            hull_distance: 0.0,
            composite: Some(Composite::Outline(Arc::new(outline))),
            approximation: region.approximation,
        })
    }
}

/// Meshes of more triangles get no depth, and no overlap unasked. Larger: answers about solids that overlap take longer.
const MOST_TRIANGLES: usize = 1000;

/// The same for outlines of more corners. Larger: answers about outlines that overlap take longer.
const MOST_CORNERS: usize = 1000;

/// Whether a mesh has no more triangles than that.
pub fn is_small_mesh(mesh: &Mesh) -> bool {
    mesh.triangles().len() <= MOST_TRIANGLES
}

/// Whether an outline has no more corners than that.
pub fn is_small_outline(outline: &Outline) -> bool {
    outline.vertices().len() <= MOST_CORNERS
}
