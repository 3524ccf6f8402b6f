//! `clearance cast --proof=FILE`: why there is no contact up to a fraction of a motion, in a form that `clearance
//! verify` checks.
//!
//! The file holds the shapes themselves, as they are written in a pairs file, so it needs no other one.

use clearance::each::Each;
use std::path::Path;

use clearance::{Pose, Rotation, Space, Vec2, Vec3, WideVector};
use clearance_files::Scalar;
use clearance_files::document::{CoreDocument, Numbers, PoseDocument, ShapeDocument};
use clearance_files::fault::Fault;
use clearance_files::motion::{Ask, MotionDocument, StartDocument, TurnDocument};
use clearance_files::solid::{Dimension, pose};
use clearance_verify::motion::{Frame, Interval, Motion, Scene, Solid, check_motion};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::failure::Failure;
use crate::motion_question::{MotionQuestion, ProofLine};
use crate::output;
use crate::unit::Unit;

/// The file.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct MotionProof {
    /// The version of the format.
    #[serde(rename = "clearance-motion-proof")]
    version: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    a: Moving,
    b: Moving,
    /// The distance that counts as contact.
    target: f64,
    /// There is no contact up to this fraction.
    until: f64,
    intervals: Vec<Line>,
}

/// A shape where it starts, and how it moves.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Moving {
    name: String,
    shape: ShapeDocument,
    #[serde(default)]
    motion: MotionDocument,
}

/// A part of the motion, as `--proof` prints it.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Line {
    start: f64,
    end: f64,
    frame: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    turn: Option<Value>,
    direction: Vec<f64>,
    separations: [f64; 2],
}

/// What has been shown.
pub struct Shown {
    /// The claim in words.
    pub claim: String,
    /// How many intervals the proof has.
    pub intervals: usize,
    /// How many separations were computed.
    pub separations: u32,
}

/// Writes the proof of an answer about two convex shapes. It is checked first, so no file holds one that does not hold.
pub fn write(
    path: &Path,
    question: &MotionQuestion<'_>,
    names: [&str; 2],
    unit: Option<Unit>,
    lines: &[ProofLine],
) -> Result<(), Failure> {
    let course = &question.course;
    if course.ask != Ask::Impact || course.start != StartDocument::Stop || course.is_morph() {
        let expected = "--proof=FILE: expected a motion of rigid shapes, --ask impact and --start stop";
        return Err(Failure::Input(expected.to_owned()));
    }
    let told = |fault: Fault| Failure::Input(fault.to_string());
    let shapes = match question.pair.dimension().map_err(told)? {
        2 => settled_pair::<Vec2<f64>>(question),
        _ => settled_pair::<Vec3<f64>>(question),
    };
    let [a, b] = shapes.map_err(told)?;
    let moving = |side: usize, shape| Moving { name: names[side].to_owned(), shape, motion: course.motions[side] };
    let intervals = lines.iter().map(crate::motion_steps::interval).map(serde_json::from_value);
    let proof = MotionProof {
        version: 1,
        unit: unit.map(|unit| unit.name().to_owned()),
        a: moving(0, a),
        b: moving(1, b),
        target: course.target,
        until: lines.last().map_or(0.0, |line| line.fractions[1]),
        intervals: intervals.collect::<Result<_, _>>().map_err(|error| Failure::Input(error.to_string()))?,
    };
    let mut value = serde_json::to_value(&proof).map_err(|error| Failure::Input(error.to_string()))?;
    if question.pair.scalar == Scalar::F32 {
        ["a", "b", "target"].into_iter().for_each(|key| round(&mut value[key]));
    }
    let text = format!("{value:#}\n");
    check(&text).map_err(|refusal| Failure::Input(format!("--proof: the checker refuses it: {refusal}")))?;
    output::write_whole(Some(path), text.as_bytes())
}

/// Checks the text of a file.
///
/// # Errors
/// Why it is refused.
pub fn check(text: &str) -> Result<Shown, String> {
    let proof: MotionProof = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if proof.version != 1 {
        return Err(format!("expected version 1, found {}", proof.version));
    }
    let scene = Scene {
        solids: [solid_of(&proof.a.shape)?, solid_of(&proof.b.shape)?],
        motions: [motion_of(&proof.a.motion), motion_of(&proof.b.motion)],
        target: proof.target,
    };
    let intervals: Vec<Interval> = proof.intervals.iter().map(interval_of).collect::<Result<_, _>>()?;
    let (reached, separations) = check_motion(&scene, &intervals)?;
    if reached != proof.until {
        return Err(format!("the intervals end at fraction {reached}, and {} is claimed", proof.until));
    }
    let unit = proof.unit.map_or(String::new(), |unit| format!(" {unit}"));
    let farther =
        if proof.target > 0.0 { format!("farther apart than {}{unit}", proof.target) } else { "apart".into() };
    let claim = format!("{} and {}: {farther} from fraction 0 to {reached}", proof.a.name, proof.b.name);
    Ok(Shown { claim, intervals: intervals.len(), separations })
}

/// Both shapes with the poses that the solver uses.
fn settled_pair<V: Dimension>(question: &MotionQuestion<'_>) -> Result<[ShapeDocument; 2], Fault> {
    let [a, b] = question.pair.bodies::<V>()?.each(|body| body.placed().pose());
    let settle = |document: &ShapeDocument, pose| {
        let mut document = document.clone();
        settle::<V>(&mut document)?;
        document.pose = Some(pose_document::<V>(&pose));
        Ok(document)
    };
    Ok([settle(question.pair.a, a)?, settle(question.pair.b, b)?])
}

/// Replaces the poses of a shape and of its parts by those that the solver uses: their rotations are divided by their
/// length.
fn settle<V: Dimension>(document: &mut ShapeDocument) -> Result<(), Fault> {
    if let Some(own) = &document.pose {
        document.pose = Some(pose_document::<V>(&pose::<V>(own)?));
    }
    match &mut document.core {
        CoreDocument::Sum(parts) | CoreDocument::Hull(parts) => parts.iter_mut().try_for_each(settle::<V>),
        CoreDocument::Swept(swept) => settle::<V>(&mut swept.shape),
        CoreDocument::Shape(shape) => settle::<V>(shape),
        _ => Ok(()),
    }
}

fn pose_document<V: Dimension>(pose: &Pose<V>) -> PoseDocument {
    let (rotation, place) = (pose.rotation.components(), pose.translation.widen().padded());
    let (rotation, translation): (Numbers, Numbers) = match V::Wide::DIM {
        2 => ([rotation[0], rotation[1]].into(), [place[0], place[1]].into()),
        _ => (rotation.into(), place.into()),
    };
    PoseDocument { translation: Some(translation), rotation: Some(rotation) }
}

/// Rounds all numbers to single precision, as the solver has done.
fn round(value: &mut Value) {
    match value {
        Value::Number(number) => *value = Value::from(f64::from(number.as_f64().unwrap_or_default() as f32)),
        Value::Array(items) => items.iter_mut().for_each(round),
        Value::Object(fields) => fields.values_mut().for_each(round),
        _ => {}
    }
}

/// The numbers of a point or vector, with 0 for what the plane does not have.
fn padded(numbers: &Numbers) -> [f64; 3] {
    let slice = numbers.as_slice();
    std::array::from_fn(|k| slice.get(k).copied().unwrap_or(0.0))
}

fn motion_of(document: &MotionDocument) -> Motion {
    let vector = |numbers: Option<Numbers>| numbers.as_ref().map_or([0.0; 3], padded);
    let turn = match document.turn {
        None => [0.0; 3],
        Some(TurnDocument::Angle(angle)) => [0.0, 0.0, angle],
        Some(TurnDocument::Vector(turn)) => turn,
    };
    Motion { travel: vector(document.travel), turn, center: vector(document.center) }
}

fn interval_of(line: &Line) -> Result<Interval, String> {
    let three = |numbers: &[f64]| match *numbers {
        [x, y] => Ok([x, y, 0.0]),
        [x, y, z] => Ok([x, y, z]),
        _ => Err(format!("expected two or three numbers, found {}", numbers.len())),
    };
    let own = || match &line.turn {
        Some(Value::Number(angle)) => Ok([0.0, 0.0, angle.as_f64().unwrap_or(f64::NAN)]),
        Some(Value::Array(numbers)) => {
            three(&numbers.iter().map(|x| x.as_f64().unwrap_or(f64::NAN)).collect::<Vec<_>>())
        }
        _ => Err("expected the turn of the direction".to_owned()),
    };
    let frame = match line.frame.as_str() {
        // What a plane beside all that the bodies cover proves, the same plane proves for the bodies.
        "world" | "swept" => Frame::World,
        "a" => Frame::A,
        "b" => Frame::B,
        "own" => Frame::Own(own()?),
        other => return Err(format!("expected world, a, b, own or swept, found {other:?}")),
    };
    let (start, end, separations) = (line.start, line.end, line.separations);
    Ok(Interval { start, end, frame, direction: three(&line.direction)?, separations })
}

/// The shape as the checker knows it.
fn solid_of(document: &ShapeDocument) -> Result<Solid, String> {
    let points = |list: &[Numbers]| Solid::Points(list.iter().map(padded).collect());
    let both = |parts: &[ShapeDocument; 2]| Ok::<_, String>(Box::new([solid_of(&parts[0])?, solid_of(&parts[1])?]));
    let round = |solid, radius: f64| Solid::Round(Box::new(solid), radius);
    let core = match &document.core {
        CoreDocument::Point(point) => points(&[*point]),
        CoreDocument::Points(list) => points(list),
        CoreDocument::Polytope(polytope) | CoreDocument::Polygon(polytope) => points(&polytope.vertices),
        CoreDocument::Ball(ball) => round(points(&[ball.center]), ball.radius),
        CoreDocument::Capsule(capsule) => round(points(&[capsule.start, capsule.end]), capsule.radius),
        CoreDocument::Segment(segment) => points(&[segment.start, segment.end]),
        CoreDocument::Triangle(triangle) => points(&triangle.vertices),
        CoreDocument::Cuboid(cuboid) => {
            let half = padded(&cuboid.half_extents);
            let corner = |k: usize| [0, 1, 2].each(|axis| if k >> axis & 1 == 1 { half[axis] } else { -half[axis] });
            Solid::Points((0..8).map(corner).collect())
        }
        CoreDocument::Ellipsoid(ellipsoid) => Solid::Ellipsoid(padded(&ellipsoid.semi_axes)),
        CoreDocument::HalfSpace(_) => return Err("a proof about a half-space is not known to the checker".to_owned()),
        CoreDocument::Cylinder(sizes) => Solid::Cylinder([sizes.half_height, sizes.radius]),
        CoreDocument::Cone(sizes) => Solid::Cone([sizes.half_height, sizes.radius]),
        CoreDocument::Sum(parts) => Solid::Sum(both(parts)?),
        CoreDocument::Hull(parts) => Solid::Hull(both(parts)?),
        CoreDocument::Swept(swept) => {
            let way = Solid::Points(vec![[0.0; 3], padded(&swept.vector)]);
            Solid::Sum(Box::new([solid_of(&swept.shape)?, way]))
        }
        CoreDocument::Shape(shape) => solid_of(shape)?,
        CoreDocument::Composite(_) => return Err("expected a convex shape".to_owned()),
    };
    let thick = if document.radius == 0.0 { core } else { round(core, document.radius) };
    let Some(pose) = &document.pose else { return Ok(thick) };
    let place = pose.translation.as_ref().map_or([0.0; 3], padded);
    let unit: &[f64] = if document.dimension() == Some(2) { &[1.0, 0.0] } else { &[0.0, 0.0, 0.0, 1.0] };
    let rotation = pose.rotation.as_ref().map_or(unit, Numbers::as_slice);
    Ok(Solid::Placed(Box::new(thick), [&place[..], rotation].concat()))
}
