//! Answers and options as objects. The members have the names of the fields, in the order of the command's lines.
//!
//! JSON has no infinity. So `null` stands for a bound that is not known: minus infinity as `lower`, infinity as
//! `upper`. As `distance` it is a length beyond the range of the scalar, and the status tells the sign. In a [`Solver`]
//! `null` means no limit. A NaN in a solver is written as the number that it counts as.

use crate::contact::{Contact, FeatureId, Manifold, Mark};
use crate::numbers::real::Real;
use crate::query::solver::{Precision, Solver};
use crate::query::way_out::WayOut;
use crate::result::cast::{Outcome, Start};
use crate::result::proximity::{Feature, Proximity, Status, Witnesses};
use crate::space::closest::{Closest, Region};
use crate::space::vector::Vector;
use alloc::vec::Vec;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes and reads an enum by a twin that derives both.
macro_rules! as_twin {
    ($type:ident, $twin:ident, $text:literal { $($variant:ident $(($($kind:ty),+))?),+ }) => {
        #[derive(Serialize, Deserialize)]
        #[serde(remote = $text, rename_all = "lowercase")]
        enum $twin { $($variant $(($($kind),+))?),+ }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $twin::serialize(self, serializer)
            }
        }
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $twin::deserialize(deserializer)
            }
        }
    };
}
as_twin!(Status, StatusForm, "Status" { Separated, Touching, Overlapping });
as_twin!(Precision, PrecisionForm, "Precision" { Float, Exact });
as_twin!(Start, StartForm, "Start" { Stop, Leave });
as_twin!(Outcome, OutcomeForm, "Outcome" { Clear, Hit, Near });
as_twin!(Mark, MarkForm, "Mark" { Face, Edge(u32), Vertex(u32), Deepest });
as_twin!(Region, RegionForm, "Region" { Vertex(usize), Edge(usize, usize), Face(usize, usize, usize), Inside });

/// The number, or `None` if it is infinite.
fn finite<T: Real>(number: T) -> Option<T> {
    number.is_finite().then_some(number)
}

/// The number, or the infinity that `null` stands for.
fn or_infinite<T: Real>(number: Option<T>, infinity: f64) -> T {
    number.unwrap_or_else(|| T::narrow(infinity))
}

/// A number or `null`. The member must be there.
fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

/// An error if the bounds are not in order or a vector is not finite.
fn check<V: Vector>(bounds: [V::Scalar; 2], vectors: &[V]) -> Result<(), &'static str> {
    if !(bounds[0] <= bounds[1]) {
        return Err("the lower bound is above the upper bound");
    }
    if !vectors.iter().all(|vector| vector.is_finite()) {
        return Err("a coordinate is infinite or not a number");
    }
    Ok(())
}

/// Writes and reads a struct through its form.
macro_rules! as_form {
    ($type:ident, $form:ident, |$value:ident| $write:expr, |$read:ident| $checked:expr) => {
        impl<V: Vector + Serialize> Serialize for $type<V>
        where
            V::Scalar: Serialize,
        {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $value = self;
                $write.serialize(serializer)
            }
        }
        impl<'de, V: Vector + Deserialize<'de>> Deserialize<'de> for $type<V>
        where
            V::Scalar: Deserialize<'de>,
        {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let $read = $form::<V, V::Scalar>::deserialize(deserializer)?;
                $checked.map_err(D::Error::custom::<&str>)
            }
        }
    };
}

/// A pair of vertices of the nearest face of A − B, and its weight.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WitnessForm {
    a: u32,
    b: u32,
    weight: f64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Proximity", bound(deserialize = "V: Deserialize<'de>, T: Deserialize<'de>"))]
struct ProximityForm<V, T> {
    status: Status,
    #[serde(deserialize_with = "given")]
    distance: Option<T>,
    #[serde(deserialize_with = "given")]
    lower: Option<T>,
    #[serde(deserialize_with = "given")]
    upper: Option<T>,
    point_a: V,
    point_b: V,
    normal: V,
    iterations: u32,
    #[serde(default)]
    witnesses: Vec<WitnessForm>,
}

as_form!(
    Proximity,
    ProximityForm,
    |answer| ProximityForm {
        status: answer.status,
        distance: finite(answer.distance),
        lower: finite(answer.lower),
        upper: finite(answer.upper),
        point_a: answer.point_a,
        point_b: answer.point_b,
        normal: answer.normal,
        iterations: answer.iterations,
        witnesses: (answer.witnesses.pairs.iter().zip(answer.witnesses.weights).take(answer.witnesses.count as usize))
            .map(|(&(a, b), weight)| WitnessForm { a, b, weight })
            .collect(),
    },
    |read| {
        // A line of the command has no witnesses. Members that are not ours, such as its `id`, are skipped.
        let mut witnesses = Witnesses::default();
        for WitnessForm { a, b, weight } in &read.witnesses {
            witnesses.push((*a, *b), *weight);
        }
        let sign = if read.status == Status::Overlapping { -1.0 } else { 1.0 };
        let answer = Proximity {
            status: read.status,
            distance: or_infinite(read.distance, sign * f64::INFINITY),
            lower: or_infinite(read.lower, f64::NEG_INFINITY),
            upper: or_infinite(read.upper, f64::INFINITY),
            point_a: read.point_a,
            point_b: read.point_b,
            normal: read.normal,
            iterations: read.iterations,
            witnesses,
        };
        match check([answer.lower, answer.upper], &[answer.point_a, answer.point_b, answer.normal]) {
            Ok(()) if !witnesses.are_whole() => Err("there are more than 5 witnesses"),
            checked => checked.map(|()| answer),
        }
    }
);

#[derive(Serialize, Deserialize)]
#[serde(rename = "WayOut", deny_unknown_fields, bound(deserialize = "V: Deserialize<'de>, T: Deserialize<'de>"))]
struct WayOutForm<V, T> {
    #[serde(deserialize_with = "given")]
    distance: Option<T>,
    #[serde(deserialize_with = "given")]
    lower: Option<T>,
    #[serde(deserialize_with = "given")]
    upper: Option<T>,
    normal: V,
}

as_form!(
    WayOut,
    WayOutForm,
    |way| WayOutForm {
        distance: finite(way.distance),
        lower: finite(way.lower),
        upper: finite(way.upper),
        normal: way.normal
    },
    |read| {
        let way = WayOut {
            distance: or_infinite(read.distance, f64::INFINITY),
            lower: or_infinite(read.lower, f64::NEG_INFINITY),
            upper: or_infinite(read.upper, f64::INFINITY),
            normal: read.normal,
        };
        check([way.lower, way.upper], &[way.normal]).map(|()| way)
    }
);

#[derive(Serialize, Deserialize)]
#[serde(rename = "FeatureId", deny_unknown_fields)]
struct FeatureIdForm {
    a: Mark,
    b: Mark,
}

impl Serialize for FeatureId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        FeatureIdForm { a: self.a, b: self.b }.serialize(serializer)
    }
}
impl<'de> Deserialize<'de> for FeatureId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        FeatureIdForm::deserialize(deserializer).map(|FeatureIdForm { a, b }| Self { a, b })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Contact", deny_unknown_fields)]
struct ContactForm<V, T> {
    point_a: V,
    point_b: V,
    separation: T,
    id: FeatureId,
}

as_form!(
    Contact,
    ContactForm,
    |contact| ContactForm {
        point_a: contact.point_a,
        point_b: contact.point_b,
        separation: contact.separation,
        id: contact.id
    },
    |read| {
        let ContactForm { point_a, point_b, separation, id } = read;
        check([separation; 2], &[point_a, point_b]).map(|()| Contact { point_a, point_b, separation, id })
    }
);

#[derive(Serialize, Deserialize)]
#[serde(rename = "Manifold", deny_unknown_fields)]
struct ManifoldForm<V, C> {
    normal: V,
    contacts: C,
}

impl<V: Vector + Serialize> Serialize for Manifold<V>
where
    V::Scalar: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ManifoldForm { normal: self.normal, contacts: &self.contacts }.serialize(serializer)
    }
}
impl<'de, V: Vector + Deserialize<'de>> Deserialize<'de> for Manifold<V>
where
    V::Scalar: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let ManifoldForm { normal, contacts } = ManifoldForm::<V, Vec<Contact<V>>>::deserialize(deserializer)?;
        check([V::Scalar::ZERO; 2], &[normal]).map_err(D::Error::custom)?;
        let mut manifold = Self::default();
        (manifold.normal, manifold.contacts) = (normal, contacts);
        Ok(manifold)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Closest", deny_unknown_fields)]
struct ClosestForm<V> {
    point: V,
    region: Region,
    weights: [f64; 4],
}

impl<V: Vector + Serialize> Serialize for Closest<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ClosestForm { point: self.point, region: self.region, weights: self.weights }.serialize(serializer)
    }
}
impl<'de, V: Vector + Deserialize<'de>> Deserialize<'de> for Closest<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        ClosestForm::deserialize(deserializer).map(|ClosestForm { point, region, weights }| Self {
            point,
            region,
            weights,
        })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Feature", deny_unknown_fields)]
struct FeatureForm {
    vertices: Vec<u32>,
    weights: Vec<f64>,
}

impl Serialize for Feature {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        FeatureForm { vertices: self.vertices().to_vec(), weights: self.weights().to_vec() }.serialize(serializer)
    }
}
impl<'de> Deserialize<'de> for Feature {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let FeatureForm { vertices, weights } = FeatureForm::deserialize(deserializer)?;
        Self::from_parts(&vertices, &weights)
            .ok_or_else(|| D::Error::custom("a feature has at most four different vertices, and a weight for each"))
    }
}

/// The options. What is left out is as in `Solver::default()`.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Solver", deny_unknown_fields, default)]
struct SolverForm {
    tolerance: Option<f64>,
    max_iterations: u32,
    max_distance: Option<f64>,
    precision: Precision,
    target: Option<f64>,
    start: Start,
}

impl Default for SolverForm {
    fn default() -> Self {
        Self::from(&Solver::default())
    }
}

impl From<&Solver> for SolverForm {
    fn from(solver: &Solver) -> Self {
        // Numbers below zero are all alike, so the least one stands for minus infinity.
        let form = |number: f64| finite(if number == f64::NEG_INFINITY { f64::MIN } else { number });
        Self {
            tolerance: form(if solver.tolerance.is_nan() { 0.0 } else { solver.tolerance }),
            max_iterations: solver.max_iterations,
            max_distance: form(solver.max_distance),
            precision: solver.precision,
            target: form(if solver.target.is_nan() { 0.0 } else { solver.target }),
            start: solver.start,
        }
    }
}

impl Serialize for Solver {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SolverForm::from(self).serialize(serializer)
    }
}
impl<'de> Deserialize<'de> for Solver {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        SolverForm::deserialize(deserializer).map(|read| Self {
            tolerance: or_infinite(read.tolerance, f64::INFINITY),
            max_iterations: read.max_iterations,
            max_distance: or_infinite(read.max_distance, f64::INFINITY),
            precision: read.precision,
            target: or_infinite(read.target, f64::INFINITY),
            start: read.start,
        })
    }
}
