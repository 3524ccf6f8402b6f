//! From data to surfaces: each number is checked by the crate that proves.

use clearance::vec3;
use clearance_files::surfaces::{
    BodyDocument, CurveDocument, EdgeDocument, FaceDocument, FrameDocument, PlaneCurveDocument, SurfaceDocument,
};
use clearance_surface::{Body, Curve, Edge, Face, Frame, Net, Node, PlaneCurve, Spline, Surface};

/// The body of a line that is an instance of an earlier one.
pub fn instance(name: String, of: &Body, pose: FrameDocument) -> Result<Body, Vec<String>> {
    let placed = frame(pose).and_then(|pose| of.placed(name, &pose));
    placed.ok_or_else(|| vec!["has a pose that is no rotation, or is too far away".to_owned()])
}

/// The body of a line of the file, or what is wrong with its faces.
pub fn body(document: BodyDocument) -> Result<Body, Vec<String>> {
    let (mut faces, mut faults) = (Vec::new(), Vec::new());
    for (place, face) in document.faces.into_iter().enumerate() {
        let word = if face.kind.is_empty() { "surface".to_owned() } else { face.kind.clone() };
        match self::face(face) {
            Ok(face) => faces.push(face),
            Err(fault) => faults.push(format!("face {} ({word}) {fault}", place + 1)),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let uncertainty = if document.uncertainty >= 0.0 { document.uncertainty } else { f64::INFINITY };
    Body::new(document.name, faces, uncertainty).ok_or_else(|| vec!["has no faces with a finite radius".to_owned()])
}

fn face(FaceDocument { surface, nodes, triangles, edges, .. }: FaceDocument) -> Result<Face, String> {
    let form = surface.ok_or("is of a kind that has no form here")?;
    let surface = self::surface(form).ok_or("has numbers that are no surface")?;
    let node = |[u, v, x, y, z]: [f64; 5]| Node { uv: [u, v], corner: vec3(x, y, z) };
    let nodes = nodes.into_iter().map(node).collect();
    let edges: Option<Vec<Edge>> = edges.into_iter().map(edge).collect();
    let edges = edges.ok_or("has an edge whose curve has no form here")?;
    Face::new(surface, nodes, triangles, edges).map_err(|error| error.to_string())
}

fn frame(FrameDocument { origin, axes }: FrameDocument) -> Option<Frame> {
    Frame::new(origin, axes)
}

fn surface(document: SurfaceDocument) -> Option<Surface> {
    let is_finite = |numbers: &[f64]| numbers.iter().all(|x| x.is_finite());
    match document {
        SurfaceDocument::Plane(plane) => frame(plane).map(Surface::Plane),
        SurfaceDocument::Cylinder { frame: own, radius } => {
            is_finite(&[radius]).then_some(Surface::Cylinder(frame(own)?, radius))
        }
        SurfaceDocument::Cone { frame: own, radius, slope } => {
            let is_cone = is_finite(&[radius, slope[0], slope[1]]);
            is_cone.then_some(Surface::Cone { frame: frame(own)?, radius, slope })
        }
        SurfaceDocument::Sphere { frame: own, radius } => {
            is_finite(&[radius]).then_some(Surface::Sphere(frame(own)?, radius))
        }
        SurfaceDocument::Torus { frame: own, major, minor } => {
            is_finite(&[major, minor]).then_some(Surface::Torus { frame: frame(own)?, major, minor })
        }
        SurfaceDocument::Extrusion { curve: own, direction: [x, y, z] } => {
            is_finite(&[x, y, z]).then_some(Surface::Extrusion(curve(own)?, vec3(x, y, z)))
        }
        SurfaceDocument::Revolution { curve: own, frame: axis } => Some(Surface::Revolution(curve(own)?, frame(axis)?)),
        SurfaceDocument::Spline { degrees, knots, points, weights } => {
            Net::new(degrees, knots, points, weights).map(|net| Surface::Net(Box::new(net)))
        }
    }
}

fn curve(document: CurveDocument) -> Option<Curve> {
    match document {
        CurveDocument::Line { origin: [x, y, z], direction: [a, b, c] } => {
            let is_finite = [x, y, z, a, b, c].iter().all(|x| x.is_finite());
            is_finite.then_some(Curve::Line(vec3(x, y, z), vec3(a, b, c)))
        }
        CurveDocument::Ellipse { frame: own, radii } => {
            radii.iter().all(|x| x.is_finite()).then_some(Curve::Ellipse(frame(own)?, radii))
        }
        CurveDocument::Spline(own) => Spline::new(own.degree, own.knots, own.points, own.weights).map(Curve::Spline),
    }
}

fn edge(EdgeDocument { tolerance, curve, nodes, at }: EdgeDocument) -> Option<Edge> {
    let curve = match curve? {
        PlaneCurveDocument::Line { origin, direction } => PlaneCurve::Line(origin, direction),
        PlaneCurveDocument::Ellipse { middle, axes } => PlaneCurve::Ellipse { middle, axes },
        PlaneCurveDocument::Spline(own) => {
            PlaneCurve::Spline(Spline::new(own.degree, own.knots, own.points, own.weights)?)
        }
    };
    Some(Edge { tolerance, curve, nodes, at })
}
