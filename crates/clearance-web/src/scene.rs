//! A pair of shapes as the page writes it: one line of the pairs file. The command's own parser reads it.

use clearance::{Placed, Vec2, Vec3, Vector};
pub use clearance_files::Scalar;
use clearance_files::document::{self, ShapeDocument};
use clearance_files::fault::Fault;
pub use clearance_files::solid::Dimension;
use clearance_files::solid::{self, Object};

/// Why a line was refused, in words for the page.
pub type Complaint = String;

/// A shape of any kind in its place.
pub type Body<V> = Placed<Object<V>, V>;

/// A line of the pairs file.
pub struct Pair {
    /// Of the plane or of space.
    pub dimension: u8,
    /// The scalar to which the numbers are rounded before the query.
    pub scalar: Scalar,
    a: ShapeDocument,
    b: ShapeDocument,
}

impl Pair {
    /// The pair of a line. Keys of the line that the parser does not know are skipped.
    pub fn read(line: &str) -> Result<Self, Complaint> {
        let pair = document::read_pair(line).map_err(|(_, fault)| fault.to_string())?;
        let dimension = document::dimension(pair.dim, &pair.a, &pair.b).map_err(|fault| fault.to_string())?;
        Ok(Self { dimension, scalar: pair.scalar.unwrap_or_default(), a: pair.a, b: pair.b })
    }

    /// Both shapes in the vectors of `V`.
    pub fn bodies<V: Dimension>(&self) -> Result<[Body<V>; 2], Complaint> {
        let body = |key, shape: &ShapeDocument| {
            if shape.is_half_space() {
                return Err(Fault::new("the page cannot draw a half-space; the command answers for it").under(key));
            }
            solid::Body::new(shape).map(solid::Body::placed).map_err(|fault: Fault| fault.under(key))
        };
        let both = || Ok([body("a", &self.a)?, body("b", &self.b)?]);
        both().map_err(|fault: Fault| fault.to_string())
    }

    /// Does `task` in the vectors that the line asks for.
    pub fn in_its_vectors<T: Task>(&self, task: T) -> Result<T::Output, Complaint> {
        match (self.dimension, self.scalar) {
            (2, Scalar::F32) => Ok(task.done(&self.bodies::<Vec2<f32>>()?)),
            (2, Scalar::F64) => Ok(task.done(&self.bodies::<Vec2<f64>>()?)),
            (_, Scalar::F32) => Ok(task.done(&self.bodies::<Vec3<f32>>()?)),
            (_, Scalar::F64) => Ok(task.done(&self.bodies::<Vec3<f64>>()?)),
        }
    }
}

/// A task on two bodies, whatever their vectors are.
pub trait Task {
    /// What comes of it.
    type Output;
    /// Does it.
    fn done<V: Vector>(self, bodies: &[Body<V>; 2]) -> Self::Output;
}

/// The task that returns the bodies themselves.
pub struct Built;

impl Task for Built {
    type Output = ();
    fn done<V: Vector>(self, _bodies: &[Body<V>; 2]) {}
}
