//! Seeds of the readers of robots, and the laws that hold for what they read.

use std::io;

use clearance_files::fault::Fault;
use clearance_files::robot::model::{Origin, Remark, Robot, Rotation, Shape};
use clearance_files::robot::{mjcf, srdf, urdf};

/// Good robots and rules, of a format.
pub fn seeds(format: &str) -> &'static [&'static str] {
    match format {
        "urdf" => &[ARM, GRIPPER],
        "srdf" => &[RULES],
        _ => &[MODEL, WALKER],
    }
}

const ARM: &str = r#"<?xml version="1.0"?><robot name="arm" version="1.1"><material name="m"><color rgba="1 0 0 1"/></material>
<link name="base"><visual><geometry><sphere radius="1"/></geometry></visual><collision name="c"><origin xyz="0 0 1e-3"
 rpy="0 1.5708 0"/><geometry><mesh filename="package://arm/base.stl" scale="0.001 -0.001 0.001"/></geometry></collision></link>
<link name="upper"><collision><geometry><box size="1 .2 3"/></geometry></collision><collision><origin quat_xyzw="0 0 3 4"/>
<geometry><capsule radius=".1" length="2"/></geometry></collision></link><link name="hand"/>
<joint name="turn" type="revolute"><origin xyz="0 0 1"/><parent link="base"/><child link="upper"/><axis xyz="0 1 1"/>
<limit lower="-12.6" upper="12.6" effort="1" velocity="1"/><safety_controller soft_lower_limit="-1" soft_upper_limit="1"/></joint>
<joint name="wrist" type="floating"><parent link="upper"/><child link="hand"/></joint></robot>"#;

const GRIPPER: &str = r#"<robot><link name="a"/><link name="b"/><link name="c"/><link name="d"><collision><geometry><cylinder
 radius="1" length="2"/></geometry></collision></link><joint name="x" type="prismatic"><parent link="a"/><child link="b"/>
<limit upper="1"/></joint><joint name="y" type="continuous"><parent link="a"/><child link="c"/><mimic joint="x" multiplier="-1"
 offset=".5"/></joint><joint name="z" type="planar"><parent link="c"/><child link="d"/></joint></robot>"#;

const RULES: &str = r#"<robot name="arm"><!-- by hand --><group name="g"><chain base_link="base" tip_link="hand"/></group>
<group_state name="home" group="g"><joint name="turn" value="0.5"/><joint name="wrist" value="0 0 0 0 0 0 1"/></group_state>
<end_effector name="e" parent_link="hand" group="g"/><virtual_joint name="v" type="fixed" parent_frame="w" child_link="base"/>
<disable_default_collisions link="hand"/><enable_collisions link1="a" link2="hand"/>
<disable_collisions link1="base" link2="upper" reason="Adjacent"/></robot>"#;

const MODEL: &str = r#"<mujoco model="m"><compiler angle="degree" eulerseq="zyx" meshdir="m"/><asset><mesh name="t" file="t.stl"
 scale="1 -1 1"/></asset><default><geom size=".1 .2 .3"/><default class="c"><joint axis="0 1 0" range="-90 90"/></default>
</default><worldbody><geom type="plane" size="1 1 1"/><body name="a" childclass="c" euler="1 2 3"><freejoint/><geom type="box"/>
<body name="b" pos="1 0 0" zaxis="1 2 3"><joint name="k" pos="1 0 0" ref="1"/><geom fromto="0 0 0 1 1 1" type="capsule"/>
<geom type="mesh" mesh="t" contype="0" conaffinity="1"/></body></body></worldbody><contact><exclude body1="a" body2="b"/>
</contact><keyframe><key name="h" qpos="0 0 1 1 0 0 0 1"/></keyframe></mujoco>"#;

const WALKER: &str = r#"<mujoco><compiler angle="radian" autolimits="true"/><worldbody><body name="a"><joint name="i"
 type="slide" range="0 1" limited="true"/><joint name="j" type="hinge"/><geom type="sphere" size="1" axisangle="0 0 1 .5"/>
<body xyaxes="1 0 0 0 1 0"><joint type="ball"/><geom type="cylinder" size="1 2" quat="1 0 0 1"/></body></body></worldbody>
<equality><joint joint1="i" joint2="j" polycoef="1 2 0 0 0"/></equality></mujoco>"#;

/// Reads a robot or its rules, and asserts that what was read is a tree of finite numbers.
///
/// # Errors
/// The reader's complaint.
///
/// # Panics
/// When a law does not hold.
pub fn check(format: &str, bytes: &[u8]) -> Result<(), Fault> {
    match format {
        "urdf" => urdf::read("a.urdf", bytes).map(|robot| check_robot(&robot)),
        "srdf" => {
            let rules = srdf::read("a.srdf", bytes)?;
            check_remarks(&rules.remarks);
            assert!(
                rules.states.iter().flat_map(|own| &own.joints).flat_map(|(_, values)| values).all(|x| x.is_finite())
            );
            let text = String::from_utf8_lossy(bytes);
            if let Ok(spans) = srdf::spans_of_pairs(&text) {
                assert!(spans.windows(2).all(|pair| pair[0].end <= pair[1].start), "{spans:?}");
                assert!(spans.iter().all(|span| text.get(span.clone()).is_some()), "{spans:?}");
            }
            Ok(())
        }
        _ => mjcf::read(bytes, |_| Err(io::ErrorKind::NotFound.into())).map(|model| check_robot(&model.robot)),
    }
}

fn check_remarks(remarks: &[Remark]) {
    assert!(remarks.iter().all(|own| !own.message.is_empty() && !own.message.contains('\n')), "{remarks:?}");
}

fn check_robot(robot: &Robot) {
    check_remarks(&robot.remarks);
    let mut parents = vec![None; robot.links.len()];
    for (number, joint) in robot.joints.iter().enumerate() {
        assert!(parents[joint.child].replace(number).is_none(), "{joint:?}");
        check_origin(&joint.origin);
        assert!(joint.axis.iter().all(|x| x.is_finite()) && joint.axis != [0.0; 3], "{joint:?}");
        let ranges = [joint.limits, joint.soft_limits];
        assert!(ranges.iter().flatten().flatten().all(|x| x.is_finite()), "{joint:?}");
        assert!(joint.limits.is_none_or(|[lower, upper]| lower <= upper), "{joint:?}");
        let mimic = joint.mimic.as_ref();
        assert!(mimic.is_none_or(|own| own.multiplier.is_finite() && own.offset.is_finite()), "{joint:?}");
        assert!(mimic.and_then(|own| own.joint).is_none_or(|driver| driver < robot.joints.len()), "{joint:?}");
    }
    // The way up from each link ends at the root.
    for link in 0..robot.links.len() {
        let (mut up, mut left) = (link, robot.links.len());
        while let Some(joint) = parents[up].filter(|_| left > 0) {
            (up, left) = (robot.joints[joint].parent, left - 1);
        }
        assert_eq!(up, robot.root);
    }
    for element in robot.links.iter().flat_map(|link| link.collisions.iter().chain(&link.visuals)) {
        check_origin(&element.origin);
        let sizes = match &element.shape {
            Shape::Mesh { scale, .. } => scale.map(f64::abs),
            Shape::Cuboid { size } | Shape::Ellipsoid { semi_axes: size } => *size,
            Shape::Sphere { radius } => [*radius; 3],
            Shape::Cylinder { radius, length } | Shape::Capsule { radius, length } => [*radius, *length, 0.0],
        };
        assert!(sizes.iter().all(|size| *size >= 0.0 && size.is_finite()), "{element:?}");
    }
}

fn check_origin(origin: &Origin) {
    let finite = match origin.rotation {
        Rotation::Rpy(angles) => angles.iter().all(|x| x.is_finite()),
        Rotation::Quaternion(numbers) => numbers.iter().all(|x| x.is_finite()) && numbers != [0.0; 4],
    };
    assert!(finite && origin.xyz.iter().all(|x| x.is_finite()), "{origin:?}");
}
