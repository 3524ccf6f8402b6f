//! Motions with known answers, through `clearance query`: closed forms, and reports of other engines. An answer holds
//! if its bracket has the truth, up to a rounding of the line's own numbers, and is narrow.

use crate::common::clearance;
use serde_json::{Value, json};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};

/// What a case expects.
#[derive(Clone, Copy, Debug)]
pub enum Truth {
    /// A hit at this fraction.
    Hit(f64),
    Clear,
    /// Entry and exit of the whole line.
    Crossing(f64, f64),
    /// The least distance of the motion.
    Least(f64),
}
use Truth::{Clear, Crossing, Hit, Least};

pub struct Case {
    name: &'static str,
    pub line: Value,
    pub truth: Truth,
    /// How far the bracket may be off or wide: a few roundings of the numbers in the line, as a fraction of the motion.
    room: f64,
}

/// Roundings of lines whose numbers are as large as their travel.
const ROOM: f64 = 1e-14;

fn case(name: &'static str, a: Value, b: Value, motion_b: Value, truth: Truth) -> Case {
    Case { name, line: json!({"a": a, "b": b, "motion_b": motion_b}), truth, room: ROOM }
}

impl Case {
    fn with(mut self, key: &str, value: Value) -> Self {
        self.line[key] = value;
        self
    }
    fn room(self, room: f64) -> Self {
        Self { room, ..self }
    }
}

fn ball(center: [f64; 3], radius: f64) -> Value {
    json!({"ball": {"center": center, "radius": radius}})
}
fn disc(center: [f64; 2], radius: f64) -> Value {
    json!({"ball": {"center": center, "radius": radius}})
}
fn cuboid<const N: usize>(half: [f64; N], at: [f64; N]) -> Value {
    json!({"cuboid": {"half_extents": half.to_vec()}, "pose": {"translation": at.to_vec()}})
}
fn turned<const N: usize>(half: [f64; N], at: [f64; N], rotation: &[f64]) -> Value {
    json!({"cuboid": {"half_extents": half.to_vec()}, "pose": {"translation": at.to_vec(), "rotation": rotation}})
}
fn travel<const N: usize>(by: [f64; N]) -> Value {
    json!({"travel": by.to_vec()})
}
/// A ray or a point is a point that travels.
fn point<const N: usize>(at: [f64; N]) -> Value {
    json!({"points": [at.to_vec()]})
}
fn single(x: f64) -> f64 {
    f64::from(x as f32)
}

fn unit_cube() -> Value {
    cuboid([1.0; 3], [0.0; 3])
}

/// Motions without a turn. Names are those of the project's list of cases, or of the report.
pub fn linear() -> Vec<Case> {
    let balls = || (ball([0.0; 3], 1.0), ball([3.0, 0.0, 0.0], 1.0));
    let mut cases = vec![
        case("two balls", ball([0.0; 3], 1.0), ball([10.0, 0.0, 0.0], 1.0), travel([-16.0, 0.0, 0.0]), Hit(0.5)),
        case(
            "two balls past each other",
            ball([0.0; 3], 1.0),
            ball([4.0, 1.0, 0.0], 0.5),
            travel([-8.0, 0.0, 0.0]),
            Hit((4.0 - 5f64.sqrt() / 2.0) / 8.0),
        ),
        case("PhysX #610", unit_cube(), cuboid([1.0; 3], [0.0, 5.0, 0.0]), travel([0.0, -10.0, 0.0]), Hit(0.3)),
        case("target", unit_cube(), cuboid([1.0; 3], [0.0, 5.0, 0.0]), travel([0.0, -10.0, 0.0]), Hit(0.25))
            .with("target", json!(0.5)),
        case(
            "target at the start",
            unit_cube(),
            cuboid([1.0; 3], [0.0, 5.0, 0.0]),
            travel([0.0, -10.0, 0.0]),
            Hit(0.0),
        )
        .with("target", json!(3.0)),
        case("faces that slide", unit_cube(), cuboid([1.0; 3], [-4.0, 2.0, 0.0]), travel([8.0, 0.0, 0.0]), Hit(0.25)),
        case(
            "faces one rounding apart",
            unit_cube(),
            cuboid([1.0; 3], [-4.0, 2.0 + f64::EPSILON * 2.0, 0.0]),
            travel([8.0, 0.0, 0.0]),
            Clear,
        ),
        case("edges that slide", unit_cube(), cuboid([1.0; 3], [-4.0, 2.0, 2.0]), travel([8.0, 0.0, 0.0]), Hit(0.25)),
        case("ends in contact", unit_cube(), cuboid([1.0; 3], [3.0, 0.0, 0.0]), travel([-1.0, 0.0, 0.0]), Hit(1.0)),
        case(
            "ends one rounding before contact",
            unit_cube(),
            cuboid([1.0; 3], [3.0, 0.0, 0.0]),
            travel([-1.0 + f64::EPSILON / 2.0, 0.0, 0.0]),
            Clear,
        ),
        case("behind", balls().0, balls().1, travel([4.0, 0.0, 0.0]), Clear),
        case("the whole line", balls().0, balls().1, travel([4.0, 0.0, 0.0]), Crossing(-1.25, -0.25))
            .with("ask", json!("crossing")),
        case(
            "parry #429",
            cuboid([5000.0, 1.0, 5000.0], [0.0; 3]),
            ball([0.0, 10.0, 0.0], 0.5166),
            travel([0.0, -20.0, 0.0]),
            Hit(0.42417),
        ),
        case(
            "parry #430",
            cuboid([50.0, 1.0, 50.0], [0.0; 3]),
            ball([0.0, 10.0, 0.0], 0.5166),
            travel([0.0, -20.0, 0.0]),
            Hit(0.42417),
        ),
        case(
            "parry #414",
            cuboid([5000.0, 0.5, 5000.0], [0.0; 3]),
            json!({"cylinder": {"half_height": 0.5, "radius": 0.3}, "pose": {"translation": [0, 2, 0]}}),
            travel([0.0, -2.0, 0.0]),
            Hit(0.5),
        )
        .room(1e-11),
        case(
            "ncollide #214",
            cuboid([1.0, 1.5], [10.0, 0.0]),
            cuboid([1.0, 1.0], [0.0; 2]),
            travel([10.0, 0.0]),
            Hit(0.8),
        ),
        case(
            "parry #19",
            json!({"segment": {"start": [1, 1], "end": [1, -1]}}),
            disc([0.0; 2], 0.5),
            travel([1.0, 0.0]),
            Hit(0.5),
        ),
        case(
            "rapier #748",
            cuboid([5.0, 0.5, 5.0], [0.0; 3]),
            cuboid([0.5; 3], [0.0, 1.5, 0.0]),
            travel([1.0, -5.0, -1.0].map(|x| x / 27f64.sqrt())),
            Hit(27f64.sqrt() / 10.0),
        ),
        case(
            "rapier.js #258",
            cuboid([244.5, 0.5], [884.5, 188.5]),
            cuboid([8.0, 8.0], [380.0, 241.0]),
            travel([624.0, -104.0]),
            Hit(44.0 / 104.0),
        ),
        case(
            "rapier.js #258, again",
            cuboid([335.0, 0.5], [408.0, 286.5]),
            cuboid([8.0, 8.0], [894.0, 328.0]),
            travel([-509.0, -111.0]),
            Hit(33.0 / 111.0),
        ),
        case(
            "Box2D, short edges",
            json!({"points": [[-0.5, -0.0002], [0.5, -0.0002], [0.5, 0.0002], [-0.5, 0.0002]]}),
            point([0.506, 0.0035]),
            travel([-0.01, -0.5]),
            Clear,
        ),
        // The lower side of the circle comes to the corner (2, 40): (0.4136238 - √(1/4 - 0.34812546²)) / 0.106166691.
        case(
            "cute_headers #252",
            json!({"points": [[2, 39], [2, 40], [1, 40], [1, 39]]}),
            disc([2.348_125_46, 40.413_623_8], 0.5),
            travel([0.0, -0.106_166_691]),
            Hit((0.413_623_8 - (0.25 - 0.348_125_46f64.powi(2)).sqrt()) / 0.106_166_691),
        )
        .room(1e-13),
        // In single precision, as reported.
        case(
            "parry #180",
            json!({"segment": {"start": [1, 1], "end": [124, 1]}}),
            cuboid([2.0, 2.0], [single(15.689_465), single(54.007_09)]),
            travel([100.0 * single(0.008_138_5), 100.0 * single(-0.999_966)]),
            Hit(0.510_088_245_290_506_8),
        ),
        case(
            "a ray and a triangle",
            json!({"points": [[3, 0, 0], [0, 3, 0], [0, 0, 3]]}),
            point([0.0; 3]),
            travel([2.0, 4.0, 6.0]),
            Hit(0.25),
        ),
        case(
            "a ray and an ellipsoid",
            json!({"ellipsoid": {"semi_axes": [1, 2, 3]}}),
            point([4.0, 1.0, 1.0]),
            travel([-8.0, 0.0, 0.0]),
            Hit(0.400_086_843_264_314_3),
        )
        .room(1e-11),
        case(
            "a ray and a cylinder",
            json!({"cylinder": {"half_height": 1, "radius": 1}}),
            point([3.0, 0.5, 0.0]),
            travel([-4.0, 0.0, 0.0]),
            Hit(0.5),
        )
        .room(1e-11),
        case(
            "a ray and a cone",
            json!({"cone": {"half_height": 1, "radius": 1}}),
            point([3.0, 0.2, 0.1]),
            travel([-4.0, -0.4, 0.0]),
            Hit(0.621_339_397_660_667),
        )
        .room(1e-11),
        case(
            "PhysX #429, a ray and a large cone",
            large_cone(),
            point([11835.0, 4.709_930_42, 1_705.919_43]),
            travel([0.0, 0.0, 778.383_789]),
            Hit(LARGE_CONE),
        )
        .room(1e-10),
    ];
    for (index, step) in [0.0, 0.01, 0.02].into_iter().enumerate() {
        let names = ["bevy_rapier #119", "bevy_rapier #119, beside", "bevy_rapier #119, beside again"];
        let b = ball([12.34 + step, 3.0, -7.89 - step], 1.0);
        cases.push(case(names[index], cuboid([500.0, 1.0, 500.0], [0.0; 3]), b, travel([0.0, -2.0, 0.0]), Hit(0.5)));
    }
    cases
}

/// PhysX #429: height 500 and radius 495, with the axis along x. Our axis is y, so the reported rotation comes after a
/// quarter turn about z. The fraction is the smaller root of the cone's quadratic form, by 40 digits.
fn large_cone() -> Value {
    json!({
        "cone": {"half_height": 250, "radius": 495},
        "pose": {
            "translation": [11800, 166.703_125, 1_934.414_43],
            "rotation": [-1.328_926_086, 0, 0, 0.483_689_576],
        },
    })
}
const LARGE_CONE: f64 = 0.112_933_725_854_863_8;

/// Motions with a turn.
pub fn turning() -> Vec<Case> {
    let ahead = [0.5 * (350f64).to_radians().cos(), 0.5 * (350f64).to_radians().sin()];
    let rod = || json!({"segment": {"start": [0, 0], "end": [1, 0]}});
    let quarter = json!({"turn": [0, 0, FRAC_PI_2]});
    let wall = || cuboid([0.5, 9.0, 9.0], [1.8, 0.0, 0.0]);
    let corner = (FRAC_PI_4 - (1.3 / 2f64.sqrt()).acos()) / FRAC_PI_2;
    // Box2D #115: sweeps with many whole turns in their angles.
    let angles = [513.366_76, 513.627_81].map(|angle| angle - 162.0 * PI);
    let centers = [[53.474_274, -50.252_514], [54.595_478, -51.083_473]];
    let box2d = json!({
        "travel": [centers[1][0] - centers[0][0], centers[1][1] - centers[0][1]],
        "turn": angles[1] - angles[0],
        "center": centers[0],
    });
    let of_box2d = |name: &'static str, truth: Truth| {
        let a = turned([25.0, 5.0], [24.0, -60.0], &[2.95f64.cos(), 2.95f64.sin()]);
        let b = turned([2.5, 2.5], centers[0], &[angles[0].cos(), angles[0].sin()]);
        case(name, a, b, box2d.clone(), truth)
    };
    vec![
        case("a corner and a wall", wall(), unit_cube(), quarter.clone(), Hit(corner)).room(1e-11),
        case(
            "a corner and a wall, the other way",
            wall(),
            unit_cube(),
            json!({"turn": [0.0, 0.0, -FRAC_PI_2]}),
            Hit(corner),
        )
        .room(1e-11),
        case(
            "a box tips onto a floor",
            cuboid([9.0, 0.5, 9.0], [0.0, -2.5, 0.0]),
            cuboid([2.0, 1.0, 1.0], [0.0; 3]),
            quarter,
            Hit((3f64 / 4.0).atan() / FRAC_PI_2),
        )
        .room(1e-11),
        case(
            "a rod turns twice about its end, past a point",
            point(ahead),
            rod(),
            json!({"turn": 2.0 * TAU}),
            Hit(350.0 / 720.0),
        )
        .room(1e-11),
        case(
            "a rod turns twice about its end, to a disc",
            disc(ahead, 0.05),
            rod(),
            json!({"turn": 2.0 * TAU}),
            Hit((350.0 - 0.1f64.asin().to_degrees()) / 720.0),
        )
        .room(1e-11),
        case(
            "a drill",
            unit_cube(),
            cuboid([1.0; 3], [0.0, 0.0, 5.0]),
            json!({"travel": [0, 0, -10], "turn": [0, 0, 4.0 * TAU], "center": [0, 0, 5]}),
            Hit(0.3),
        )
        .room(1e-11),
        parry_317(),
        of_box2d("Box2D #115", Clear),
        of_box2d("Box2D #115, the least distance", Least(6.818_448_787_603_191))
            .with("ask", json!("clearance"))
            .room(1e-9),
    ]
}

/// parry #317, in single precision, as reported. The box turns about its local centre.
fn parry_317() -> Case {
    let start = [6458.7905, -209.1331, 1_014.521_24].map(single);
    let [w, z] = [-0.542_044, -0.840_350_15].map(single);
    let local = [99.970_85, -2.288_818_4e-5, -35.0].map(single);
    // The rotation is about z, but for components of 1e-19.
    let (cosine, sine) = ((w * w - z * z) / (w * w + z * z), 2.0 * w * z / (w * w + z * z));
    let center = [
        start[0] + cosine * local[0] - sine * local[1],
        start[1] + sine * local[0] + cosine * local[1],
        start[2] + local[2],
    ];
    let still = [0.999_996_07, 0.002_524_775, -0.000_262_104_35, -0.001_206_448_5].map(single);
    let by = [588.2583, -553.063_35, 471.546_88].map(single);
    let angle = single(-1.770_823);
    let motion = json!({
        "travel": by.to_vec(),
        "turn": [0.0, 0.0, angle],
        "center": center.to_vec(),
    });
    let a = turned(
        [650.0, 330.0, 275.0],
        [6079.4917, -849.3108, 853.8756].map(single),
        &[still[1], still[2], still[3], still[0]],
    );
    let b = turned([235.0, 105.0, 110.0], start, &[0.0, 0.0, z, w]);
    case("parry #317", a, b, motion, Hit(0.093_933_558_604_490_8)).room(1e-9)
}

/// The answers to these lines.
pub fn answers(lines: &[Value]) -> Vec<Value> {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let outcome = clearance(&["query", "-"], text.as_bytes());
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    outcome.json_lines()
}

/// Whether a bracket has a number, up to the room, and is not wider than it.
fn has(found: &Value, truth: f64, room: f64) -> bool {
    let [lower, upper] = ["lower", "upper"].map(|key| found[key].as_f64().unwrap());
    lower <= truth + room && truth - room <= upper && upper - lower <= 2.0 * room
}

fn assert_holds(case: &Case, found: &Value) {
    let is_right = match case.truth {
        Hit(fraction) => found["outcome"] == "hit" && has(found, fraction, case.room),
        Clear => found["outcome"] == "clear" && has(found, 1.0, 0.0),
        Crossing(entry, exit) => has(&found["entry"], entry, case.room) && has(&found["exit"], exit, case.room),
        Least(distance) => has(found, distance, case.room),
    };
    assert!(is_right, "{}: {:?}, {found}", case.name, case.truth);
}

#[test]
fn motions_with_known_answers_have_them() {
    let cases: Vec<Case> = linear().into_iter().chain(turning()).collect();
    let lines: Vec<Value> = cases.iter().map(|case| case.line.clone()).collect();
    cases.iter().zip(answers(&lines)).for_each(|(case, found)| assert_holds(case, &found));
}
