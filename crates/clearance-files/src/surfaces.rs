//! Bodies with their surfaces as data: JSON lines, one body a line. docs/step.md has the format.
//!
//! Nothing is believed here or later: the crate `clearance-surface` checks the numbers of each face, and bounds the rest.

use crate::fault::Fault;
use crate::json;
use serde::Deserialize;

/// A body: the surface of a solid by its faces.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BodyDocument {
    /// What it is called.
    pub name: String,
    /// The unit of all lengths: "mm", "in" and the like. `None` if nobody knows.
    pub unit: Option<String>,
    /// What the file calls its uncertainty: a length.
    #[serde(default)]
    pub uncertainty: f64,
    /// The faces, in the order of the file. Those without a mesh have no triangles.
    #[serde(default)]
    pub faces: Vec<FaceDocument>,
    /// The name of an earlier body of the file whose faces these are, at a pose. Then it has no faces of its own.
    pub of: Option<String>,
    /// Where the origin and the axes of that body go. Left-handed axes mirror it.
    pub pose: Option<FrameDocument>,
}

/// A face: a surface, triangles over its parameters, and the edges that bound it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaceDocument {
    /// The surface. `None` for a kind that has no form here.
    pub surface: Option<SurfaceDocument>,
    /// The word of the reader for the kind, for messages.
    #[serde(default)]
    pub kind: String,
    /// The nodes: u, v, x, y, z.
    pub nodes: Vec<[f64; 5]>,
    /// Three nodes each, counted from 0; their fronts look out of the solid.
    pub triangles: Vec<[u32; 3]>,
    /// The edges.
    pub edges: Vec<EdgeDocument>,
}

/// An origin and three axes.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FrameDocument {
    /// The origin.
    pub origin: [f64; 3],
    /// The axes x, y and z.
    pub axes: [[f64; 3]; 3],
}

/// A surface, by its kind.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SurfaceDocument {
    /// o + u·x + v·y.
    Plane(FrameDocument),
    /// A cylinder about z.
    Cylinder {
        /// Where it stands.
        frame: FrameDocument,
        /// The radius.
        radius: f64,
    },
    /// A cone about z.
    Cone {
        /// Where it stands.
        frame: FrameDocument,
        /// The radius at v = 0.
        radius: f64,
        /// Sine and cosine of the half angle.
        slope: [f64; 2],
    },
    /// A sphere.
    Sphere {
        /// Where it stands.
        frame: FrameDocument,
        /// The radius.
        radius: f64,
    },
    /// A torus about z.
    Torus {
        /// Where it stands.
        frame: FrameDocument,
        /// The radius of the circle of the tube's middles.
        major: f64,
        /// The radius of the tube.
        minor: f64,
    },
    /// C(u) + v·d.
    Extrusion {
        /// The curve.
        curve: CurveDocument,
        /// The direction d.
        direction: [f64; 3],
    },
    /// C(v), turned by u about z.
    Revolution {
        /// The curve.
        curve: CurveDocument,
        /// Where the axis stands.
        frame: FrameDocument,
    },
    /// A B-spline, rational if it has weights.
    Spline {
        /// The degrees along u and v.
        degrees: [usize; 2],
        /// The knots along u and v, each as often as its multiplicity.
        knots: [Vec<f64>; 2],
        /// Control points, row by row: all points of one place along u follow each other.
        points: Vec<[f64; 3]>,
        /// A weight for each point, or none at all.
        #[serde(default)]
        weights: Vec<f64>,
    },
}

/// A curve in space.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CurveDocument {
    /// o + t·d.
    Line {
        /// The point at t = 0.
        origin: [f64; 3],
        /// The direction d.
        direction: [f64; 3],
    },
    /// o + a·cos t·x + b·sin t·y.
    Ellipse {
        /// Where it stands.
        frame: FrameDocument,
        /// The half axes a and b.
        radii: [f64; 2],
    },
    /// A B-spline.
    Spline(SplineDocument<3>),
}

/// A B-spline of N coordinates.
#[derive(Clone, Debug)]
pub struct SplineDocument<const N: usize> {
    /// The degree.
    pub degree: usize,
    /// The knots, each as often as its multiplicity.
    pub knots: Vec<f64>,
    /// The control points.
    pub points: Vec<[f64; N]>,
    /// A weight for each point, or none at all.
    pub weights: Vec<f64>,
}

/// The same, before the coordinates are counted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnySpline {
    degree: usize,
    knots: Vec<f64>,
    points: Vec<Vec<f64>>,
    #[serde(default)]
    weights: Vec<f64>,
}

impl<'de, const N: usize> Deserialize<'de> for SplineDocument<N> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let AnySpline { degree, knots, points, weights } = AnySpline::deserialize(deserializer)?;
        let point = |point: Vec<f64>| <[f64; N]>::try_from(point).ok();
        let points: Option<Vec<_>> = points.into_iter().map(point).collect();
        let fault = || serde::de::Error::custom(format!("expected points of {N} coordinates"));
        Ok(Self { degree, knots, points: points.ok_or_else(fault)?, weights })
    }
}

/// An edge of a face, in the parameters of the surface.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EdgeDocument {
    /// How far the file leaves open where the face ends: a length.
    pub tolerance: f64,
    /// The curve. `None` for a kind that has no form here.
    pub curve: Option<PlaneCurveDocument>,
    /// The nodes along the curve.
    pub nodes: Vec<u32>,
    /// The parameter of the curve at each node.
    pub at: Vec<f64>,
}

/// A curve in the plane of parameters.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum PlaneCurveDocument {
    /// o + t·d.
    Line {
        /// The point at t = 0.
        origin: [f64; 2],
        /// The direction d.
        direction: [f64; 2],
    },
    /// m + cos t·a + sin t·b.
    Ellipse {
        /// The middle m.
        middle: [f64; 2],
        /// The half axes a and b as vectors.
        axes: [[f64; 2]; 2],
    },
    /// A B-spline.
    Spline(SplineDocument<2>),
}

/// Reads the bodies of a file, one a line. Empty lines are left out.
///
/// # Errors
/// [`Fault`], under the number of the line.
pub fn read(bytes: &[u8]) -> Result<Vec<BodyDocument>, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|_| Fault::new("expected text in UTF-8"))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let bodies =
        lines.map(|(place, line)| json::read(line).map_err(|fault| fault.under(&format!("line {}", place + 1))));
    let bodies: Vec<BodyDocument> = bodies.collect::<Result<_, _>>()?;
    for (place, body) in bodies.iter().enumerate() {
        let is_instance = body.of.is_some() && body.pose.is_some() && body.faces.is_empty();
        let has_faces = body.of.is_none() && body.pose.is_none() && !body.faces.is_empty();
        if !(is_instance || has_faces) {
            return Err(Fault::new("expected faces, or \"of\" and \"pose\"").under(&body.name));
        }
        let is_before = |name: &String| bodies[..place].iter().any(|other| other.of.is_none() && other.name == *name);
        if let Some(name) = body.of.as_ref().filter(|name| !is_before(name)) {
            return Err(
                Fault::new(format!("expected a body with faces before it, found {name:?} in \"of\"")).under(&body.name)
            );
        }
    }
    if bodies.is_empty() { Err(Fault::new("expected a body, found none")) } else { Ok(bodies) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_read_with_its_faces_and_its_edges() {
        let line = r#"{"name": "sheet", "unit": "mm", "faces": [{"surface": {"plane": {"origin": [0, 0, 0],
            "axes": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}}, "nodes": [[0, 0, 0, 0, 0], [1, 0, 1, 0, 0], [0, 1, 0, 1, 0]],
            "triangles": [[0, 1, 2]], "edges": [{"tolerance": 1e-7, "nodes": [0, 1], "at": [0, 1],
            "curve": {"spline": {"degree": 1, "knots": [0, 0, 1, 1], "points": [[0, 0], [1, 0]]}}}]}]}"#;
        let bodies = read(line.replace('\n', " ").as_bytes()).unwrap();
        assert_eq!((bodies[0].name.as_str(), bodies[0].faces[0].triangles.len()), ("sheet", 1));
        assert!(matches!(bodies[0].faces[0].surface, Some(SurfaceDocument::Plane(_))));
        let Some(PlaneCurveDocument::Spline(spline)) = &bodies[0].faces[0].edges[0].curve else { panic!() };
        assert_eq!(spline.points[1], [1.0, 0.0]);
    }

    #[test]
    fn an_instance_has_a_pose_and_a_body_before_it() {
        let body = |rest: &str| format!("{{\"name\": \"x\", {rest}}}\n");
        let face = r#""faces": [{"surface": null, "nodes": [], "triangles": [], "edges": []}]"#;
        let pose = r#""pose": {"origin": [1, 2, 3], "axes": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}"#;
        let own = body(face);
        let instance = format!("{{\"name\": \"y\", \"of\": \"x\", {pose}}}\n");
        assert_eq!(read((own.clone() + &instance).as_bytes()).unwrap()[1].of.as_deref(), Some("x"));
        assert!(read((instance.clone() + &own).as_bytes()).unwrap_err().to_string().contains("before it"));
        assert!(read((own + &body(pose)).as_bytes()).unwrap_err().to_string().contains("expected faces"));
    }

    #[test]
    fn a_broken_line_is_named_with_its_number() {
        let fault = read(b"\n{\"name\": 3, \"faces\": []}\n").unwrap_err();
        assert!(fault.to_string().starts_with("line 2"), "{fault}");
        assert_eq!(read(b"\n").unwrap_err().to_string(), "expected a body, found none");
        assert!(read(b"{\"name\": \"x\", \"faces\": [], \"colour\": 1}").is_err());
        assert!(read(&[0xff]).is_err());
    }
}
