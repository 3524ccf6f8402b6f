//! The plane and space: what a shape, a handle and an answer are in either.

use crate::fault::{BAD_NUMBER, Fault, Found};
use crate::given::Given;
use crate::handle::opened;
use crate::layout::{self, kind};
use crate::read::MOST;
use crate::things::{self, AnyCompound, AnyHull, In, Plane, Space};
use clearance::{AnyShape, Ball, Cone, Cylinder, Hull, Pose, PoseError, Quaternion, Rotation2, SupportMap, WideVector};
use clearance_scene::{Body, Compound, Dimension, Filled, OutlineBody, Related, relation, relation_of_outlines};
use std::sync::Arc;

/// The plane or space. All numbers are `f64`; `float` coordinates are widened without rounding.
pub trait World<const D: usize>: Dimension<D> {
    /// The name in messages.
    const NAME: &'static str;
    /// A mesh or an outline where it stands.
    type Surface<'a>: Filled<D, Vector = Self> + Copy;
    /// A cylinder; in the plane any type.
    type Cylinder: SupportMap<Self> + Sync + Into<AnyShape<Self>>;
    /// A cone; in the plane any type.
    type Cone: SupportMap<Self> + Sync + Into<AnyShape<Self>>;

    /// The rotation of these numbers: x, y, z, w, in the plane cosine and sine.
    fn rotation(numbers: [f64; 4]) -> Result<Self::Rotation, PoseError>;
    /// Rows of coordinates as vectors.
    fn slice(rows: &[[f64; D]]) -> &[Self];
    /// A hull, if it is of this dimension.
    fn hull(hull: &AnyHull) -> Option<&Arc<Hull<Self>>>;
    /// A compound, if it is of this dimension.
    fn compound(compound: &AnyCompound) -> Option<&Compound<Self, D>>;
    /// The surface that a view names: a mesh in space, an outline in the plane.
    fn surface<'a>(given: &Given<'a>, pose: Pose<Self>) -> Found<Self::Surface<'a>>;
    /// A cylinder. There is none in the plane, nor a cone.
    fn cylinder(given: &Given<'_>) -> Found<Self::Cylinder>;
    /// A cone.
    fn cone(given: &Given<'_>) -> Found<Self::Cone>;
    /// The relation of two surfaces. `None` if a pose is no rotation.
    fn related(a: &Self::Surface<'_>, b: &Self::Surface<'_>) -> Option<Related<Self>>;
}

/// The coordinates of a vector. The third one is 0 in the plane.
#[inline(always)]
pub fn three<V: WideVector>(vector: V) -> [f64; 3] {
    vector.padded()
}

impl World<2> for Plane {
    const NAME: &'static str = "the plane";
    type Surface<'a> = OutlineBody<'a>;
    type Cylinder = Ball<Self>;
    type Cone = Ball<Self>;

    fn rotation([c, s, ..]: [f64; 4]) -> Result<Rotation2<f64>, PoseError> {
        Rotation2::new(c, s)
    }
    fn slice(rows: &[[f64; 2]]) -> &[Self] {
        // SAFETY: a vector is `repr(C)` and has its coordinates alone, in this order.
        unsafe { core::slice::from_raw_parts(rows.as_ptr().cast(), rows.len()) }
    }
    fn hull(hull: &AnyHull) -> Option<&Arc<Hull<Self>>> {
        if let In::Plane(hull) = &hull.0 { Some(hull) } else { None }
    }
    fn compound(compound: &AnyCompound) -> Option<&Compound<Self, 2>> {
        if let In::Plane(compound) = &compound.0 { Some(compound) } else { None }
    }
    fn surface<'a>(given: &Given<'a>, pose: Pose<Self>) -> Found<OutlineBody<'a>> {
        if given.shape.kind != kind::OUTLINE {
            return Err(given.is_not_for(Self::NAME));
        }
        // SAFETY: who made the view vouches for the handle.
        let outline =
            unsafe { opened::<Arc<_>>(given.shape.pointer.cast::<things::Outline>(), &given.field("pointer")) }?;
        let (factor, mirrored) = factors::<2>(given)?;
        Ok(outline.at(pose).scaled(factor).mirrored(mirrored))
    }
    fn cylinder(given: &Given<'_>) -> Found<Ball<Self>> {
        Err(given.is_not_for(Self::NAME))
    }
    fn cone(given: &Given<'_>) -> Found<Ball<Self>> {
        Err(given.is_not_for(Self::NAME))
    }
    fn related(a: &OutlineBody, b: &OutlineBody) -> Option<Related<Self>> {
        relation_of_outlines(a, b)
    }
}

impl World<3> for Space {
    const NAME: &'static str = "space";
    type Surface<'a> = Body<'a>;
    type Cylinder = Cylinder<f64>;
    type Cone = Cone<f64>;

    fn rotation([x, y, z, w]: [f64; 4]) -> Result<Quaternion<f64>, PoseError> {
        Quaternion::new(x, y, z, w)
    }
    fn slice(rows: &[[f64; 3]]) -> &[Self] {
        // SAFETY: a vector is `repr(C)` and has its coordinates alone, in this order.
        unsafe { core::slice::from_raw_parts(rows.as_ptr().cast(), rows.len()) }
    }
    fn hull(hull: &AnyHull) -> Option<&Arc<Hull<Self>>> {
        if let In::Space(hull) = &hull.0 { Some(hull) } else { None }
    }
    fn compound(compound: &AnyCompound) -> Option<&Compound<Self, 3>> {
        if let In::Space(compound) = &compound.0 { Some(compound) } else { None }
    }
    fn surface<'a>(given: &Given<'a>, pose: Pose<Self>) -> Found<Body<'a>> {
        if given.shape.kind != kind::MESH {
            return Err(given.is_not_for(Self::NAME));
        }
        // SAFETY: who made the view vouches for the handle.
        let mesh = unsafe { opened::<Arc<_>>(given.shape.pointer.cast::<things::Mesh>(), &given.field("pointer")) }?;
        let (factor, mirrored) = factors::<3>(given)?;
        Ok(mesh.at(pose).scaled(factor).mirrored(mirrored))
    }
    fn cylinder(given: &Given<'_>) -> Found<Cylinder<f64>> {
        let [half_height, radius] = sizes(given)?;
        Cylinder::new(half_height, radius).map_err(|error| given.wrong(error))
    }
    fn cone(given: &Given<'_>) -> Found<Cone<f64>> {
        let [half_height, radius] = sizes(given)?;
        Cone::new(half_height, radius).map_err(|error| given.wrong(error))
    }
    fn related(a: &Body, b: &Body) -> Option<Related<Self>> {
        relation(a, b)
    }
}

/// The half height and the radius of a solid of revolution around the y axis.
fn sizes(given: &Given<'_>) -> Found<[f64; 2]> {
    Ok([given.size(1)?, given.size(0)?])
}

/// The factor of a body's coordinates, and the axes that are mirrored. Zeros stand for neither.
fn factors<const D: usize>(given: &Given<'_>) -> Found<(f64, [bool; D])> {
    given.is_not_thick()?;
    let own = &given.shape.size[..D];
    if own.iter().all(|factor| *factor == 0.0) {
        return Ok((1.0, [false; D]));
    }
    let factor = own[0].abs();
    match own.iter().position(|other| !(other.abs() == factor && factor > 0.0 && factor <= MOST)) {
        None => Ok((factor, std::array::from_fn(|axis| own[axis] < 0.0))),
        Some(axis) => {
            let text = format_args!(
                "{}.size[{axis}] is {}: factors of one magnitude, or zeros, are expected",
                given.name, own[axis]
            );
            Err(Fault::new(BAD_NUMBER, text))
        }
    }
}

/// A motion as the crates have it. The turn in the plane is the third number.
pub fn motion<V: WideVector>(motion: &layout::Motion) -> clearance::Motion<V> {
    clearance::Motion {
        travel: V::unpadded(motion.travel),
        turn: V::turn_of(motion.turn),
        center: V::unpadded(motion.center),
    }
}
