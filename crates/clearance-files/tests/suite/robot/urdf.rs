//! What a URDF means, and what is said of one that means nothing.

use clearance_files::robot::model::{JointKind, Mimic, Origin, Robot, Rotation, Shape};
use clearance_files::robot::urdf;

use super::ARM;

fn read(text: &str) -> Robot {
    urdf::read("arm.urdf", text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}"))
}

fn complaint(text: &str) -> String {
    urdf::read("arm.urdf", text.as_bytes()).expect_err("the file is wrong").to_string()
}

/// A robot of two links and one joint, which holds `inside`.
fn jointed(kind: &str, inside: &str) -> String {
    format!(
        "<robot><link name=\"a\"/>\n<link name=\"b\"/>\n<joint name=\"j\" type=\"{kind}\">\n\
         <parent link=\"a\"/><child link=\"b\"/>{inside}</joint></robot>"
    )
}

/// A robot of one link, which holds `inside`.
fn linked(inside: &str) -> String {
    format!("<robot><link name=\"a\">{inside}</link></robot>")
}

#[test]
fn numbers_are_those_of_the_file() {
    let arm = read(ARM);
    assert_eq!((arm.name.as_str(), arm.links.len(), arm.joints.len(), arm.root), ("arm", 4, 3, 0));
    let upper = &arm.links[1];
    assert_eq!((upper.line, upper.collisions.len(), upper.visuals[0].name.as_str()), (4, 2, "skin"));
    let scale = [0.001, -0.001, 0.001];
    assert_eq!(upper.collisions[0].shape, Shape::Mesh { uri: "package://arm/meshes/u.stl".into(), scale });
    let turned = Origin { xyz: [0.0, 0.0, 1.0], rotation: Rotation::Rpy([0.0, 0.0, 1.25]) };
    assert_eq!(upper.collisions[0].origin, turned);
    assert_eq!(upper.collisions[1].origin.rotation, Rotation::Quaternion([0.0, 0.0, 0.0, 2.0]));
    assert_eq!(upper.collisions[1].shape, Shape::Capsule { radius: 0.1, length: 1.0 });
    let shoulder = &arm.joints[0];
    assert_eq!((shoulder.kind, shoulder.axis, shoulder.line), (JointKind::Revolute, [0.0, 0.0, 2.0], 12));
    assert_eq!((shoulder.limits, shoulder.soft_limits), (Some([-1.5, 7.0]), Some([-1.0, 1.0])));
    assert_eq!(arm.joints[1].axis, [1.0, 0.0, 0.0]);
    let tied = Mimic { driver: "grip".into(), joint: Some(1), multiplier: -2.0, offset: 0.0 };
    assert_eq!((arm.joints[2].mimic.clone(), arm.joints[2].limits), (Some(tied), None));
}

#[test]
fn what_is_missing_is_told() {
    let remarks: Vec<String> = read(ARM).remarks.iter().map(|own| format!("{}: {}", own.line, own.message)).collect();
    let expected = [
        "18: joint grip: limit without lower; it is 0, as the format says",
        "22: joint tied: limit without lower and upper; a range must be given",
    ];
    assert_eq!(remarks, expected);
    let empty = read(&linked("<collision/><collision><geometry/></collision>"));
    assert_eq!(empty.remarks.len(), 2);
    assert_eq!(empty.remarks[0].message, "link a: a collision without geometry was left out");
}

#[test]
fn joints_that_follow_none_or_a_fixed_one_are_told() {
    let robot = |mimic: &str| {
        read(&format!(
            "<robot><link name=\"a\"/><link name=\"b\"/><link name=\"c\"/><joint name=\"f\" type=\"fixed\">\
             <parent link=\"a\"/><child link=\"b\"/></joint><joint name=\"j\" type=\"continuous\"><parent link=\"a\"/>\
             <child link=\"c\"/><mimic joint=\"{mimic}\"/></joint></robot>"
        ))
    };
    let none = robot("gone");
    assert_eq!(none.remarks[0].message, "joint j: it mimics gone, which is no joint of this file");
    assert_eq!(none.joints[1].mimic.as_ref().unwrap().joint, None);
    let fixed = robot("f");
    assert_eq!(fixed.remarks[0].message, "joint j: it mimics f, which is fixed, so it stays where it is");
    assert_eq!(fixed.joints[1].mimic.as_ref().unwrap().joint, Some(0));
}

#[test]
fn a_complaint_names_the_line_the_element_and_what_to_do() {
    let cases = [
        (jointed("revolute", "\n<axis xyz=\"0 0 0\"/>"), "line 5: joint j: axis: expected a direction, found 0 0 0"),
        (
            jointed("hinge", ""),
            "line 3: joint j: type: expected revolute, continuous, prismatic, fixed, floating or planar, found \"hinge\"",
        ),
        (
            jointed("revolute", "<limit lower=\"2\" upper=\"1\"/>"),
            "line 4: joint j: limit: expected lower <= upper, found 2 and 1",
        ),
        (
            jointed("revolute", "<limit lower=\"-inf\" upper=\"1\"/>"),
            "line 4: joint j: limit: lower: expected a finite number, found -inf",
        ),
        (jointed("fixed", "<origin xyz=\"0 0\"/>"), "line 4: joint j: origin: xyz: expected 3 numbers, found 2"),
        (
            jointed("fixed", "<origin rpy=\"0 0 0\" quat_xyzw=\"0 0 0 1\"/>"),
            "line 4: joint j: origin: expected rpy or quat_xyzw, found both",
        ),
        (
            jointed("fixed", "").replace("child link=\"b\"", "child link=\"x\""),
            "line 4: joint j: child: expected a link of this file, found \"x\"",
        ),
        (
            jointed("fixed", "").replace("child link=\"b\"", "child link=\"a\""),
            "line 3: joint j: the link a hangs on a ring of joints",
        ),
        (
            jointed("fixed", "").replace("name=\"b\"", "name=\"a\""),
            "line 4: joint j: child: expected a link of this file, found \"b\"",
        ),
        (
            linked("<collision><geometry><torus/></geometry></collision>"),
            "line 1: link a: collision: geometry: expected mesh, box, sphere, cylinder or capsule, found torus",
        ),
        (
            linked("<collision name=\"c\"><geometry><box size=\"1 -1 1\"/></geometry></collision>"),
            "line 1: link a: collision c: box: size: expected a size that is not negative, found -1",
        ),
        (
            linked("<collision><geometry><mesh/></geometry></collision>"),
            "line 1: link a: collision: mesh: expected the attribute filename, found none",
        ),
        (
            linked("<collision><geometry><mesh filename=\"a.stl\" scale=\"1 0 1\"/></geometry></collision>"),
            "line 1: link a: collision: mesh: scale: expected factors that are not 0, found one that is",
        ),
        ("<robot/>".into(), "line 1: robot: expected at least one link, found none"),
        (
            "<robot><link name=\"a\"/>\n<link name=\"b\"/></robot>".into(),
            "line 2: expected one link that is the child of no joint, found 2: a, b; join them by a joint, fixed or floating",
        ),
        (
            "<robot><link name=\"a\"/>\n<link name=\"a\"/></robot>".into(),
            "line 2: link a: expected a new name, found that of line 1",
        ),
        (
            "<sdf version=\"1.6\"/>".into(),
            "line 1: expected the element robot, found SDF, which is not read; export a URDF from where it was made",
        ),
        ("<robot><link name=\"a\">".into(), "expected the end of every element, found the end of the file"),
        ("".into(), "expected an XML element, found none"),
    ];
    for (text, expected) in cases {
        let found = complaint(&text);
        assert!(found.starts_with(expected), "{found}\n{expected}\n{text}");
    }
}

#[test]
fn links_in_a_ring_and_joints_that_follow_each_other_are_refused() {
    let joint = |name: &str, parent: &str, child: &str, inside: &str| {
        format!(
            "<joint name=\"{name}\" type=\"continuous\"><parent link=\"{parent}\"/><child link=\"{child}\"/>{inside}</joint>\n"
        )
    };
    let links = "<robot><link name=\"a\"/><link name=\"b\"/><link name=\"c\"/>\n";
    let ring = format!("{links}{}{}</robot>", joint("x", "b", "c", ""), joint("y", "c", "b", ""));
    assert_eq!(complaint(&ring), "line 3: joint y: the link b hangs on a ring of joints");
    let both = format!("{links}{}{}</robot>", joint("x", "a", "c", ""), joint("y", "b", "c", ""));
    assert_eq!(complaint(&both), "line 3: joint y: the link c is the child of x, too");
    let [follows_y, follows_x] = ["y", "x"].map(|name| format!("<mimic joint=\"{name}\"/>"));
    let tied = format!("{links}{}{}</robot>", joint("x", "a", "b", &follows_y), joint("y", "a", "c", &follows_x));
    assert_eq!(complaint(&tied), "line 2: joint x: mimic: expected a joint that follows none, found a ring");
}

#[test]
fn a_macro_file_gets_the_command_that_expands_it() {
    let text = "<robot xmlns:xacro=\"http://ros.org/wiki/xacro\">\n<xacro:arg name=\"name\"/>\n\
                <xacro:arg name=\"hand\" default=\"1\"/><link name=\"${prefix}a\"/></robot>";
    let fault = urdf::read("ur5e.urdf.xacro", text.as_bytes()).unwrap_err().to_string();
    assert_eq!(
        fault,
        "line 2: ur5e.urdf.xacro is a macro file: run  xacro ur5e.urdf.xacro name:=... > ur5e.urdf  \
         (pip install xacro), and load ur5e.urdf"
    );
    let value = linked("<collision><geometry><sphere radius=\"${r}\"/></geometry></collision>");
    assert!(complaint(&value).contains("arm.urdf is a macro file"), "{}", complaint(&value));
    // A file that only declares the namespace is a robot: the arm above does.
    assert!(ARM.contains("xmlns:xacro"));
}
