//! Motions as JSON and as arguments: what a line of a pairs file says about how its shapes move.

use std::fmt;
use std::str::FromStr;

use clearance::{Motion, Real, Space, Start, Vector};
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::document::{CoreDocument, Numbers, ShapeDocument, as_object};
use crate::fault::Fault;
use crate::json::from_object;
use crate::solid::{Body, Dimension, list_of, scalar, size, vector};

as_object!(MotionDocument, "a motion with travel, turn and center");

/// A motion: `travel`, `turn` and `center`. Each may be left out: no travel, no turn, the origin of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct MotionDocument {
    /// The way of the centre, two or three numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub travel: Option<Numbers>,
    /// In radians.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnDocument>,
    /// The point that the turn leaves in place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub center: Option<Numbers>,
}

as_object!(MorphDocument, "an object with to");

/// A shape given as points, each of which moves on its own line.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct MorphDocument {
    /// Where each point of the shape is at the end, in the same order.
    pub to: Vec<Numbers>,
}

/// A turn, in radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TurnDocument {
    /// In the plane: an angle, counter-clockwise.
    Angle(f64),
    /// In space: a rotation vector. Its direction is the axis, and its length is the angle.
    Vector([f64; 3]),
}

impl Serialize for TurnDocument {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Angle(angle) => angle.serialize(serializer),
            Self::Vector(vector) => vector.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for TurnDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Turn;
        impl<'de> Visitor<'de> for Turn {
            type Value = TurnDocument;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number in the plane, or a list of 3 numbers in space")
            }
            fn visit_f64<E>(self, angle: f64) -> Result<TurnDocument, E> {
                Ok(TurnDocument::Angle(angle))
            }
            fn visit_i64<E>(self, angle: i64) -> Result<TurnDocument, E> {
                Ok(TurnDocument::Angle(angle as f64))
            }
            fn visit_u64<E>(self, angle: u64) -> Result<TurnDocument, E> {
                Ok(TurnDocument::Angle(angle as f64))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<TurnDocument, A::Error> {
                let mut numbers = Vec::new();
                while let Some(number) = list.next_element::<f64>()? {
                    numbers.push(number);
                }
                let count = numbers.len();
                let vector = numbers.try_into().map_err(|_| {
                    de::Error::custom(format_args!("expected a number or a list of 3 numbers, found {count} numbers"))
                });
                vector.map(TurnDocument::Vector)
            }
        }
        deserializer.deserialize_any(Turn)
    }
}

impl FromStr for TurnDocument {
    type Err = String;

    /// An angle, or three numbers separated by commas.
    fn from_str(text: &str) -> Result<Self, String> {
        match *numbers(text)? {
            [angle] => Ok(Self::Angle(angle)),
            [x, y, z] => Ok(Self::Vector([x, y, z])),
            ref other => Err(format!("expected an angle or x,y,z in radians, found {} numbers", other.len())),
        }
    }
}

fn numbers(text: &str) -> Result<Vec<f64>, String> {
    let number = |word: &str| match word.trim().parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err(format!("expected a number, found {word:?}")),
    };
    text.split(',').map(number).collect()
}

/// Points on their ways.
pub struct MovedPoints<V: Vector> {
    /// At fraction 0.
    pub from: Vec<V>,
    /// At fraction 1.
    pub to: Vec<V>,
    /// Around them.
    pub radius: V::Scalar,
}

/// What is asked about a pair that moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Ask {
    /// When the shapes first come into contact.
    #[default]
    Impact,
    /// How near the shapes come on the way.
    Clearance,
    /// When contact begins and ends on the whole line of a translation, before and after the motion, too.
    Crossing,
}

/// What counts for shapes that are in contact at the start: [`Start`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum StartDocument {
    /// Contact at the start is a hit at fraction 0.
    #[default]
    Stop,
    /// Until the shapes have been farther apart than the target, only being deeper than at the start counts.
    Leave,
}

impl From<StartDocument> for Start {
    fn from(start: StartDocument) -> Self {
        match start {
            StartDocument::Stop => Self::Stop,
            StartDocument::Leave => Self::Leave,
        }
    }
}

/// Two motions, and what is asked about them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    /// How A and B move, after they are placed.
    pub motions: [MotionDocument; 2],
    /// Where the points of A and B go, one by one.
    pub morphs: [Option<MorphDocument>; 2],
    /// The distance that counts as contact.
    pub target: f64,
    /// What counts for shapes in contact at the start.
    pub start: StartDocument,
    /// What is asked.
    pub ask: Ask,
}

impl Course {
    /// The motions in the space of `V`, each number rounded to the scalar.
    pub fn motions<V: Dimension>(&self) -> Result<[Motion<V>; 2], Fault> {
        let [a, b] = &self.motions;
        let motion = |document: &MotionDocument, key| document.motion().map_err(|fault| fault.under(key));
        Ok([motion(a, "motion_a")?, motion(b, "motion_b")?])
    }

    /// Whether the points of a shape move on their own.
    pub fn is_morph(&self) -> bool {
        self.morphs.iter().any(Option::is_some)
    }

    /// The points of A and B at the start and at the end, and the radii around them.
    pub fn morphs<V: Dimension>(&self, shapes: [&ShapeDocument; 2]) -> Result<[MovedPoints<V>; 2], Fault> {
        if self.motions != [MotionDocument::default(); 2] {
            return Err(Fault::new("expected a motion or points that go somewhere (morph), found both"));
        }
        let moved = |side: usize| {
            let key = ["a", "b"][side];
            let shape = shapes[side];
            let CoreDocument::Points(points) = &shape.core else {
                return Err(Fault::new("expected a shape given as points beside a morph").under(key));
            };
            if shape.pose.is_some() {
                return Err(Fault::new("expected no pose beside a morph").under("pose").under(key));
            }
            let from = list_of(points).map_err(|fault| fault.under("points").under(key))?;
            let to_key = ["morph_a", "morph_b"][side];
            let to = match &self.morphs[side] {
                None => from.clone(),
                Some(morph) if morph.to.len() != from.len() => {
                    let fault = format!("expected {} points, as the shape has, found {}", from.len(), morph.to.len());
                    return Err(Fault::new(fault).under("to").under(to_key));
                }
                Some(morph) => list_of(&morph.to).map_err(|fault| fault.under("to").under(to_key))?,
            };
            let radius = size::<V>(shape.radius, "radius").map_err(|fault| fault.under(key))?;
            Ok(MovedPoints { from, to, radius })
        };
        Ok([moved(0)?, moved(1)?])
    }

    /// The target rounded to the scalar of `V`.
    pub fn target<V: Dimension>(&self) -> Result<f64, Fault> {
        let rounded = if self.target < 0.0 {
            Err(Fault::new(format!("expected a distance that is not negative, found {}", self.target)))
        } else {
            scalar::<V>(self.target)
        };
        rounded.map(Real::widen).map_err(|fault| fault.under("target"))
    }
}

impl MotionDocument {
    /// The motion in the space of `V`, its numbers rounded to the scalar.
    fn motion<V: Dimension>(&self) -> Result<Motion<V>, Fault> {
        let point = |numbers: &Option<Numbers>, key| match numbers {
            Some(numbers) => vector::<V>(numbers).map_err(|fault| fault.under(key)),
            None => Ok(V::ORIGIN),
        };
        let turn = self.turn.map_or(Ok(V::Turn::default()), turn::<V>).map_err(|fault| fault.under("turn"))?;
        Ok(Motion { travel: point(&self.travel, "travel")?, turn, center: point(&self.center, "center")? })
    }

    /// Whether the motion turns at all.
    pub fn turns(&self) -> bool {
        match self.turn {
            None => false,
            Some(TurnDocument::Angle(angle)) => angle != 0.0,
            Some(TurnDocument::Vector(vector)) => vector != [0.0; 3],
        }
    }
}

impl<V: Dimension> Body<V> {
    /// The shape where a motion has brought it.
    #[must_use]
    pub fn after(mut self, motion: &Motion<V>, fraction: f64) -> Self {
        self.pose = motion.pose_at(self.pose, fraction);
        self
    }
}

/// A turn in the space of `V`.
fn turn<V: Dimension>(turn: TurnDocument) -> Result<V::Turn, Fault> {
    let vector = match (turn, V::Wide::DIM) {
        (TurnDocument::Angle(angle), 2) => [0.0, 0.0, angle],
        (TurnDocument::Vector(vector), 3) => vector,
        (TurnDocument::Angle(_), _) => return Err(Fault::new("expected a list of 3 numbers in space, found a number")),
        (TurnDocument::Vector(_), _) => return Err(Fault::new("expected a number in the plane, found a list")),
    };
    for (axis, &number) in vector.iter().enumerate() {
        scalar::<V>(number).map_err(|fault| fault.at(axis))?;
    }
    Ok(V::turn_of(vector))
}
