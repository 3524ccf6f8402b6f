//! What handles hold for shapes of the plane and of space. It is read-only once it is made, and shared.

use crate::handle::{Owned, tagged};
use clearance::{Vec2, Vec3};
use clearance_scene as scene;
use std::sync::Arc;

/// The plane.
pub type Plane = Vec2<f64>;
/// Space.
pub type Space = Vec3<f64>;

/// A thing of the plane or of space.
pub enum In<P, S> {
    /// Of the plane.
    Plane(P),
    /// Of space.
    Space(S),
}

/// A hull of the plane or of space. A struct, so that no other kind has its tag.
pub struct AnyHull(pub In<Arc<clearance::Hull<Plane>>, Arc<clearance::Hull<Space>>>);
/// A compound of the plane or of space.
pub struct AnyCompound(pub In<scene::Compound<Plane, 2>, scene::Compound<Space, 3>>);

/// `cl_hull`
pub type Hull = Owned<AnyHull>;
/// `cl_mesh`
pub type Mesh = Owned<Arc<scene::Mesh>>;
/// `cl_outline`
pub type Outline = Owned<Arc<scene::Outline>>;
/// `cl_compound`
pub type Compound = Owned<AnyCompound>;

tagged! {
    AnyHull: b"cl:hull\0", "cl_hull";
    Arc<scene::Mesh>: b"cl:mesh\0", "cl_mesh";
    Arc<scene::Outline>: b"cl:outln", "cl_outline";
    AnyCompound: b"cl:compd", "cl_compound";
}
