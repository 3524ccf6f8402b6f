//! Robots as their files say them.

mod mjcf;
mod mutations;
mod resolve;
mod srdf;
mod urdf;

/// A file that names no other one.
fn nothing(_: &str) -> std::io::Result<Vec<u8>> {
    Err(std::io::ErrorKind::NotFound.into())
}

/// An arm of two joints with most of what a URDF may hold.
const ARM: &str = r#"<?xml version="1.0"?>
<robot name="arm" version="1.1" xmlns:xacro="http://ros.org/wiki/xacro">
  <link name="base"><collision><geometry><box size="1 2 3"/></geometry></collision></link>
  <link name="upper">
    <visual name="skin"><geometry><mesh filename="package://arm/meshes/u.dae"/></geometry></visual>
    <collision name="a"><origin xyz="0 0 1" rpy="0 0 1.25"/>
      <geometry><mesh filename="package://arm/meshes/u.stl" scale="0.001 -0.001 0.001"/></geometry></collision>
    <collision><origin quat_xyzw="0 0 0 2"/><geometry><capsule radius="0.1" length="1"/></geometry></collision>
  </link>
  <link name="finger"><visual><geometry><sphere radius="1"/></geometry></visual></link>
  <link name="thumb"/>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><origin xyz="0 0 1"/><axis xyz="0 0 2"/>
    <limit lower="-1.5" upper="7" effort="1" velocity="1"/>
    <safety_controller k_velocity="1" soft_lower_limit="-1" soft_upper_limit="1"/>
  </joint>
  <joint name="grip" type="prismatic">
    <parent link="upper"/><child link="finger"/><limit upper="0.04" effort="1" velocity="1"/>
  </joint>
  <joint name="tied" type="prismatic">
    <parent link="upper"/><child link="thumb"/><axis xyz="-1 0 0"/>
    <limit effort="1" velocity="1"/><mimic joint="grip" multiplier="-2"/>
  </joint>
</robot>"#;
