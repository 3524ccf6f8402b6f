//! Bodies of many leaves as arguments: what a mesh, an outline, a compound or a shape is to a question about two.

use crate::compound::Compound;
use crate::dimension::{Dimension, In, Plane, Space};
use crate::mesh::Mesh;
use crate::outline::Outline;
use crate::shape::{Shape, value_error};
use crate::text;
use clearance::{AnyShape, Pose};
use clearance_scene::Compound as CoreCompound;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;

/// A thing of the plane.
pub enum Flat {
    Outline(Outline),
    Compound(Arc<CoreCompound<Plane, 2>>, Pose<Plane>),
    /// A half-space where it stands. It has no box, so it is no compound.
    HalfSpace(Box<AnyShape<Plane>>),
}

/// A thing of space.
pub enum Solid {
    Mesh(Mesh),
    Compound(Arc<CoreCompound<Space, 3>>, Pose<Space>),
    HalfSpace(Box<AnyShape<Space>>),
}

/// A body of leaves.
pub type Thing = In<Flat, Solid>;

/// The body of an argument.
pub fn thing(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Thing> {
    if let Ok(mesh) = object.cast::<Mesh>() {
        return Ok(In::Space(Solid::Mesh(mesh.get().clone())));
    }
    if let Ok(outline) = object.cast::<Outline>() {
        return Ok(In::Plane(Flat::Outline(outline.get().clone())));
    }
    if let Ok(compound) = object.cast::<Compound>() {
        return Ok(match &compound.get().body {
            In::Plane((body, pose)) => In::Plane(Flat::Compound(body.clone(), *pose)),
            In::Space((body, pose)) => In::Space(Solid::Compound(body.clone(), *pose)),
        });
    }
    match object.cast::<Shape>() {
        Ok(shape) if shape.get().is_half_space() => Ok(match &shape.get().any {
            In::Plane(shape) => In::Plane(Flat::HalfSpace(Box::new(shape.clone()))),
            In::Space(shape) => In::Space(Solid::HalfSpace(Box::new(shape.clone()))),
        }),
        Ok(shape) => Ok(match shape.get().compound()? {
            In::Plane(body) => In::Plane(Flat::Compound(body.clone(), Pose::identity())),
            In::Space(body) => In::Space(Solid::Compound(body.clone(), Pose::identity())),
        }),
        Err(_) => {
            let found = object.get_type().name()?;
            Err(PyTypeError::new_err(format!("{name}: a shape, mesh, outline or compound is expected, found {found}")))
        }
    }
}

/// The same expression for two bodies of either dimension, `$swap` where they are taken the other way round. So six
/// kinds of pairs are compiled for each dimension. `$with` are two values that belong to the bodies, such as motions.
macro_rules! pair {
    ($a:expr, $b:expr, $x:ident, $y:ident => $answer:expr, $swapped:expr) => {
        pair!($a, $b, ([(), ()], [(), ()]), $x, $y, _with => $answer, $swapped)
    };
    ($a:expr, $b:expr, ($flat:expr, $solid:expr), $x:ident, $y:ident, $with:ident => $answer:expr, $swapped:expr) => {
        match ($a, $b) {
            ($crate::dimension::In::Space(a), $crate::dimension::In::Space(b)) =>
            $crate::dimension::In::Space(match (&a, &b) {
                ($crate::bodies::Solid::Mesh(m), $crate::bodies::Solid::Mesh(n)) => {
                    let ($x, $y, $with) = (&m.body(), &n.body(), $solid);
                    $answer
                }
                ($crate::bodies::Solid::Mesh(m), $crate::bodies::Solid::Compound(n, q)) => {
                    let ($x, $y, $with) = (&m.body(), &n.at(*q), $solid);
                    $answer
                }
                ($crate::bodies::Solid::Compound(n, q), $crate::bodies::Solid::Mesh(m)) => {
                    let ($x, $y, [second, first]) = (&m.body(), &n.at(*q), $solid);
                    let $with = [first, second];
                    $swapped($answer)
                }
                ($crate::bodies::Solid::Compound(m, p), $crate::bodies::Solid::Compound(n, q)) => {
                    let ($x, $y, $with) = (&m.at(*p), &n.at(*q), $solid);
                    $answer
                }
                ($crate::bodies::Solid::Mesh(m), $crate::bodies::Solid::HalfSpace(n)) => {
                    let ($x, $y, $with) = (&m.body(), &clearance_scene::Single::new(&**n), $solid);
                    $answer
                }
                ($crate::bodies::Solid::Compound(m, p), $crate::bodies::Solid::HalfSpace(n)) => {
                    let ($x, $y, $with) = (&m.at(*p), &clearance_scene::Single::new(&**n), $solid);
                    $answer
                }
                ($crate::bodies::Solid::HalfSpace(n), $crate::bodies::Solid::Mesh(m)) => {
                    let ($x, $y, [second, first]) = (&m.body(), &clearance_scene::Single::new(&**n), $solid);
                    let $with = [first, second];
                    $swapped($answer)
                }
                ($crate::bodies::Solid::HalfSpace(n), $crate::bodies::Solid::Compound(m, p)) => {
                    let ($x, $y, [second, first]) = (&m.at(*p), &clearance_scene::Single::new(&**n), $solid);
                    let $with = [first, second];
                    $swapped($answer)
                }
                ($crate::bodies::Solid::HalfSpace(m), $crate::bodies::Solid::HalfSpace(n)) => {
                    let ($x, $y, $with) =
                        (&clearance_scene::Single::new(&**m), &clearance_scene::Single::new(&**n), $solid);
                    $answer
                }
            }),
            ($crate::dimension::In::Plane(a), $crate::dimension::In::Plane(b)) =>
            $crate::dimension::In::Plane(match (&a, &b) {
                ($crate::bodies::Flat::Outline(m), $crate::bodies::Flat::Outline(n)) => {
                    let ($x, $y, $with) = (&m.body(), &n.body(), $flat);
                    $answer
                }
                ($crate::bodies::Flat::Outline(m), $crate::bodies::Flat::Compound(n, q)) => {
                    let ($x, $y, $with) = (&m.body(), &n.at(*q), $flat);
                    $answer
                }
                ($crate::bodies::Flat::Compound(n, q), $crate::bodies::Flat::Outline(m)) => {
                    let ($x, $y, [second, first]) = (&m.body(), &n.at(*q), $flat);
                    let $with = [first, second];
                    $swapped($answer)
                }
                ($crate::bodies::Flat::Compound(m, p), $crate::bodies::Flat::Compound(n, q)) => {
                    let ($x, $y, $with) = (&m.at(*p), &n.at(*q), $flat);
                    $answer
                }
                ($crate::bodies::Flat::Outline(m), $crate::bodies::Flat::HalfSpace(n)) => {
                    let ($x, $y, $with) = (&m.body(), &clearance_scene::Single::new(&**n), $flat);
                    $answer
                }
                ($crate::bodies::Flat::Compound(m, p), $crate::bodies::Flat::HalfSpace(n)) => {
                    let ($x, $y, $with) = (&m.at(*p), &clearance_scene::Single::new(&**n), $flat);
                    $answer
                }
                ($crate::bodies::Flat::HalfSpace(n), $crate::bodies::Flat::Outline(m)) => {
                    let ($x, $y, [second, first]) = (&m.body(), &clearance_scene::Single::new(&**n), $flat);
                    let $with = [first, second];
                    $swapped($answer)
                }
                ($crate::bodies::Flat::HalfSpace(n), $crate::bodies::Flat::Compound(m, p)) => {
                    let ($x, $y, [second, first]) = (&m.at(*p), &clearance_scene::Single::new(&**n), $flat);
                    let $with = [first, second];
                    $swapped($answer)
                }
                ($crate::bodies::Flat::HalfSpace(m), $crate::bodies::Flat::HalfSpace(n)) => {
                    let ($x, $y, $with) =
                        (&clearance_scene::Single::new(&**m), &clearance_scene::Single::new(&**n), $flat);
                    $answer
                }
            }),
            (a, b) => return Err($crate::shape::mixed(a.size(), b.size())),
        }
    };
}
pub(crate) use pair;

/// Both bodies of a question.
pub fn things(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<(Thing, Thing)> {
    Ok((thing(a, "a")?, thing(b, "b")?))
}

/// Both bodies of a question about what they have in common. Of a half-space that is not known.
pub fn things_with_end(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<(Thing, Thing)> {
    for (object, name) in [(a, "a"), (b, "b")] {
        if object.cast::<Shape>().is_ok_and(|shape| shape.get().is_half_space()) {
            return Err(value_error(format!("{name}: a body that ends is expected, found a half-space")));
        }
    }
    things(a, b)
}

/// The pose of a pickle: its numbers are those that were there.
pub fn exact_row<V: Dimension>(row: &[f64]) -> PyResult<Pose<V>> {
    if row.len() != V::SIZE + V::TURN {
        return Err(PyValueError::new_err("a row of a pose is expected"));
    }
    crate::pose::of_row(row).map_err(value_error)
}

pub fn placed<V: Dimension>(what: String, pose: &Pose<V>) -> String {
    if *pose == Pose::identity() { what } else { format!("{what}.at({})", text::pose(pose)) }
}

/// The row of a pose, for a pickle.
pub fn row<V: Dimension>(pose: &Pose<V>) -> Vec<f64> {
    [pose.translation.coordinates(), V::numbers(&pose.rotation)].concat()
}

/// What the coordinates of a body are multiplied by: numbers of one magnitude, negative along mirrored axes.
#[derive(Clone, Copy, PartialEq)]
pub struct Factors<const D: usize>(pub [f64; D]);

impl<const D: usize> Factors<D> {
    /// Neither scaled nor mirrored.
    pub const NONE: Self = Self([1.0; D]);

    /// Times a factor, where `greatest` is the greatest |coordinate|.
    pub fn times(self, factor: f64, greatest: f64) -> PyResult<Self> {
        let factors = self.0.map(|own| own * factor);
        match factors.iter().all(|own| *own != 0.0 && (own * greatest).is_finite()) {
            true => Ok(Self(factors)),
            false => {
                let factor = crate::arrays::number(factor);
                Err(value_error(format!("factor is {factor}: not 0, and finite coordinates are expected")))
            }
        }
    }

    /// Mirrored along axes of these names.
    pub fn mirrored(self, axes: &str) -> PyResult<Self> {
        let mut factors = self.0;
        for axis in axes.chars() {
            let place = "xyz"[..D].find(axis);
            let place = place
                .ok_or_else(|| value_error(format!("axes is {axes:?}: letters of {:?} are expected", &"xyz"[..D])))?;
            factors[place] = -factors[place];
        }
        Ok(Self(factors))
    }

    /// The factor without its signs, and the axes that are mirrored.
    pub fn parts(self) -> (f64, [bool; D]) {
        (self.0[0].abs(), self.0.map(|factor| factor < 0.0))
    }

    /// The constructor's words for them.
    pub fn text(self) -> String {
        let (scale, mirrored) = self.parts();
        let axes: String = "xyz".chars().zip(mirrored).filter_map(|(axis, is)| is.then_some(axis)).collect();
        let scaled = if scale == 1.0 { String::new() } else { format!(".scaled({})", crate::arrays::number(scale)) };
        if axes.is_empty() { scaled } else { format!("{scaled}.mirrored({axes:?})") }
    }
}
