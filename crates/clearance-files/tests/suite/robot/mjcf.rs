//! What an MJCF file means.

use clearance_files::robot::mjcf::{self, Model};
use clearance_files::robot::model::{JointKind, Origin, Shape};

use super::nothing;

const MODEL: &str = r#"<mujoco model="hand">
  <compiler angle="degree" meshdir="assets"/>
  <default>
    <geom contype="1"/>
    <default class="finger"><joint axis="0 1 0" range="0 90"/><geom type="capsule" size="0.01 0.05"/>
      <default class="visual"><geom contype="0" conaffinity="0"/></default>
    </default>
  </default>
  <asset><mesh name="palm" file="palm.stl" scale="0.001 0.001 0.001"/></asset>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="palm" pos="0 0 1" euler="0 0 90">
      <freejoint name="root"/>
      <geom type="mesh" mesh="palm"/>
      <body name="finger" childclass="finger" pos="0.1 0 0">
        <joint name="bend"/>
        <joint name="spread" axis="0 0 1" pos="0 0 0.5" limited="false"/>
        <geom fromto="0 0 0 0 0 1"/>
        <geom class="visual" type="box" size="1 2 3"/>
        <frame pos="0 0 1"><geom type="sphere" size="0.2" pos="1 0 0"/></frame>
        <body><joint type="slide" name="s" range="-1 1" ref="0.5"/><geom type="sphere" size="0.1"/></body>
      </body>
    </body>
  </worldbody>
  <equality><joint joint1="spread" joint2="bend" polycoef="0.25 -1 0 0 0"/></equality>
  <contact><exclude body1="palm" body2="finger"/></contact>
  <keyframe><key name="home" qpos="0 0 1 1 0 0 0 0.5 0.25 0.125"/></keyframe>
</mujoco>"#;

fn read(text: &str) -> Model {
    mjcf::read(text.as_bytes(), nothing).unwrap_or_else(|fault| panic!("{fault}"))
}

fn complaint(text: &str) -> String {
    mjcf::read(text.as_bytes(), nothing).expect_err("the file is wrong").to_string()
}

#[test]
fn bodies_are_links_and_joints_have_the_numbers_of_their_classes() {
    let robot = read(MODEL).robot;
    let joint = |name: &str| &robot.joints[robot.joint(name).unwrap()];
    assert_eq!(robot.links[robot.root].name, "world");
    assert_eq!(joint("root").kind, JointKind::Floating);
    let bend = joint("bend");
    assert_eq!((bend.kind, bend.axis), (JointKind::Revolute, [0.0, 1.0, 0.0]));
    assert_eq!(bend.limits, Some([0.0, std::f64::consts::FRAC_PI_2]));
    assert_eq!((joint("spread").kind, joint("spread").limits), (JointKind::Continuous, None));
    // Slides have no degrees.
    assert_eq!((joint("s").kind, joint("s").limits), (JointKind::Prismatic, Some([-1.0, 1.0])));
    let tie = joint("spread").mimic.clone().unwrap();
    assert_eq!((tie.driver.as_str(), tie.multiplier, tie.offset), ("bend", -1.0, 0.25));
}

#[test]
fn a_free_joint_has_the_numbers_of_the_world() {
    let Model { robot, srdf } = read(MODEL);
    assert_eq!(robot.joints[robot.joint("root").unwrap()].origin, Origin::default());
    let (name, numbers) = &srdf.state_of("qpos0").unwrap().joints[0];
    let half = 0.5f64.sqrt();
    let expected = [0.0, 0.0, 1.0, 0.0, 0.0, half, half];
    assert!(name == "root" && numbers.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-15), "{numbers:?}");
}

#[test]
fn a_joint_beside_the_origin_turns_about_its_own_place() {
    let robot = read(MODEL).robot;
    // From the finger up: back from the anchor, the joint, to the anchor.
    let above = |child: usize| robot.joints.iter().find(|joint| joint.child == child).unwrap();
    let last = above(robot.link("finger").unwrap());
    assert_eq!((last.kind, last.origin.xyz), (JointKind::Fixed, [0.0, 0.0, -0.5]));
    let spread = above(last.parent);
    assert_eq!((spread.name.as_str(), spread.origin.xyz), ("spread", [0.0, 0.0, 0.5]));
    // A slide that stands at 0.5 where the file places it.
    let slide = &robot.joints[robot.joint("s").unwrap()];
    assert_eq!((slide.origin.xyz, slide.axis), ([0.0, -0.5, 0.0], [0.0, 1.0, 0.0]));
}

#[test]
fn geoms_are_collisions_unless_nothing_meets_them() {
    let robot = read(MODEL).robot;
    let finger = &robot.links[robot.link("finger").unwrap()];
    assert_eq!((finger.collisions.len(), finger.visuals.len()), (2, 1));
    assert_eq!(finger.collisions[0].shape, Shape::Capsule { radius: 0.01, length: 1.0 });
    assert_eq!(finger.collisions[0].origin.xyz, [0.0, 0.0, 0.5]);
    assert_eq!(finger.collisions[1].origin.xyz, [1.0, 0.0, 1.0]);
    assert_eq!(finger.visuals[0].shape, Shape::Cuboid { size: [2.0, 4.0, 6.0] });
    let palm = &robot.links[robot.link("palm").unwrap()];
    let mesh = Shape::Mesh { uri: "assets/palm.stl".into(), scale: [0.001; 3] };
    assert_eq!(palm.collisions[0].shape, mesh);
    assert!(robot.remarks[0].message.contains("a plane without an end"), "{:?}", robot.remarks);
}

#[test]
fn excluded_pairs_parents_and_keys_are_as_in_an_srdf() {
    let srdf = read(MODEL).srdf;
    let pairs: Vec<String> =
        srdf.disabled.iter().map(|pair| format!("{} {} {}", pair.links[0], pair.links[1], pair.reason)).collect();
    assert_eq!(pairs[0], "palm finger Adjacent");
    assert_eq!(pairs.last().unwrap(), "palm finger exclude");
    let home = srdf.state_of("home").unwrap();
    assert_eq!(home.joints[0], ("root".to_owned(), vec![0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]));
    assert_eq!(home.joints[3], ("s".to_owned(), vec![0.125]));
}

#[test]
fn included_files_are_read_once() {
    let main = "<mujoco><include file=\"a.xml\"/></mujoco>";
    let sidecar = |name: &str| match name {
        "a.xml" => Ok(b"<mujoco><worldbody><body name=\"b\"/></worldbody></mujoco>".to_vec()),
        _ => nothing(name),
    };
    let model = mjcf::read(main.as_bytes(), sidecar).unwrap();
    assert!(model.robot.link("b").is_some());
    let again = "<mujoco><include file=\"a.xml\"/>\n<include file=\"a.xml\"/></mujoco>";
    let fault = mjcf::read(again.as_bytes(), sidecar).unwrap_err().to_string();
    assert_eq!(fault, "line 2: include: expected a file that was not included before, found a.xml");
}

#[test]
fn a_complaint_names_the_line_the_body_and_what_to_do() {
    let world = |inside: &str| format!("<mujoco>\n<worldbody><body name=\"b\">{inside}</body></worldbody></mujoco>");
    let cases = [
        (
            world("<joint name=\"j\" axis=\"0 0 0\"/>"),
            "line 2: worldbody: body b: joint j: axis: expected a direction, found zeros",
        ),
        (
            world("<joint class=\"x\"/>"),
            "line 2: worldbody: body b: joint: class: expected a class of this file, found \"x\"",
        ),
        (
            world("<geom type=\"box\" size=\"1\"/>"),
            "line 2: worldbody: body b: geom: size: expected 3 numbers for a box, found 1",
        ),
        (
            world("<geom type=\"mesh\" mesh=\"m\"/>"),
            "line 2: worldbody: body b: geom: mesh: expected a mesh of the assets, found \"m\"",
        ),
        (world("<replicate/>"), "line 2: worldbody: body b: replicate: expected bodies, found what makes bodies"),
        (
            world("<joint name=\"j\" range=\"2 1\"/>"),
            "line 2: worldbody: body b: joint j: range: expected lower <= upper, found 2 and 1",
        ),
        ("<robot/>".into(), "line 1: expected the element mujoco, found robot"),
        ("<mujoco><include file=\"x\"/></mujoco>".into(), "line 1: include: x: "),
    ];
    for (text, expected) in cases {
        let found = complaint(&text);
        assert!(found.starts_with(expected), "{found}\n{expected}");
    }
}

/// Cause: sizes are halves, and twice 1e308 is no number, so the link had a cylinder of infinite length. Law: such a size is refused.
#[test]
fn a_half_whose_double_is_no_number_is_refused() {
    let geom = |kind: &str, size: &str| {
        format!(r#"<mujoco><worldbody><body><geom type="{kind}" size="{size}"/></body></worldbody></mujoco>"#)
    };
    for (kind, size) in [("cylinder", "1 1e308"), ("capsule", "1 1e308"), ("box", "1 1 1e308")] {
        assert!(complaint(&geom(kind, size)).contains("half of a length"), "{kind}");
        read(&geom(kind, &size.replace("1e308", "8e307")));
    }
}
