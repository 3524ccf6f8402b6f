//! Robots as their files say them: URDF, SRDF and MJCF as bytes in, links and joints out.
//!
//! * [`model`]: what a robot is. Numbers are those of the file.
//! * [`urdf`], [`mjcf`]: readers of robots. [`srdf`]: which pairs of links need not be looked at.
//! * [`resolve`]: where the meshes may be, as strings.
//!
//! Every complaint names the line, the element and what was expected. Memory and time are bounded by the file's size.
//!
//! ```
//! use clearance_files::robot::urdf;
//!
//! let text = r#"<robot name="arm">
//!   <link name="base"/>
//!   <link name="tool"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
//!   <joint name="elbow" type="revolute">
//!     <parent link="base"/><child link="tool"/><axis xyz="0 0 0"/><limit lower="-1" upper="1"/>
//!   </joint>
//! </robot>"#;
//! let fault = urdf::read("arm.urdf", text.as_bytes()).unwrap_err();
//! assert_eq!(fault.to_string(), "line 5: joint elbow: axis: expected a direction, found 0 0 0");
//! let arm = urdf::read("arm.urdf", text.replace("0 0 0", "0 0 1").as_bytes())?;
//! assert_eq!(arm.joints[0].limits, Some([-1.0, 1.0]));
//! # Ok::<(), clearance_files::fault::Fault>(())
//! ```

mod links;
mod macros;
pub mod mjcf;
pub mod model;
pub mod resolve;
pub mod srdf;
mod tree;
pub mod urdf;

/// An element's name with the name that it bears.
fn joined(element: &str, name: Option<&str>) -> String {
    match name.map(str::trim) {
        Some(name) if !name.is_empty() => format!("{element} {name}"),
        _ => element.to_owned(),
    }
}
