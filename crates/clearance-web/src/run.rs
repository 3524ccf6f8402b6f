//! One run of the solver: the answer, and every step of the search.

use crate::scene::{Body, Complaint, Pair, Task};
use clearance::{Feature, Precision, Proximity, Real, Solver, Space, SupportMap, Vector};
use serde::Serialize;

/// The answer to a line in the words of the command's output, and the steps towards it.
pub struct Run {
    /// What `clearance query` says about the same line, and the features.
    pub answer: Answer,
    /// Every step, in order, the phases one after another.
    pub steps: Vec<Step>,
}

/// An output line of the pairs file.
#[derive(Serialize)]
pub struct Answer {
    status: &'static str,
    distance: f64,
    lower: f64,
    upper: f64,
    point_a: Point,
    point_b: Point,
    normal: Point,
    iterations: u32,
    feature_a: FeatureWords,
    feature_b: FeatureWords,
    radius_a: f64,
    radius_b: f64,
}

/// Vertices and their weights.
#[derive(Serialize)]
struct FeatureWords {
    vertices: Vec<u32>,
    weights: Vec<f64>,
}

/// Coordinates of a vector of either dimension.
type Point = Vec<f64>;

/// A step of the solver with its borrowed parts copied.
#[derive(Serialize)]
pub struct Step {
    iteration: u32,
    phase: &'static str,
    simplex: Vec<Vertex>,
    direction: Point,
    vertex: Vertex,
    /// Of the cores: the radii are added to the bounds of the distance, since the pictures measure the cores.
    lower: f64,
    upper: f64,
    facets: Vec<[u32; 3]>,
    polytope: Vec<Point>,
    stop: Option<&'static str>,
}

/// The part of a step that the curves of the bounds need.
#[derive(Serialize)]
pub struct Bounds<'s> {
    phase: &'s str,
    lower: &'s f64,
    upper: &'s f64,
    stop: &'s Option<&'static str>,
}

/// A vertex of the simplex.
#[derive(Serialize)]
struct Vertex {
    point: Point,
    a: Point,
    b: Point,
    indices: Option<(u32, u32)>,
    weight: f64,
}

impl Run {
    /// The signed distance of the pair, traced.
    pub fn new(pair: &Pair, precision: Precision, read: Approximation) -> Result<Self, Complaint> {
        pair.in_its_vectors(Traced { precision, read })
    }

    /// The bounds of every step, for the curves: all steps, but only a few numbers of each.
    pub fn bounds(&self) -> Vec<Bounds<'_>> {
        self.steps.iter().map(|Step { phase, lower, upper, stop, .. }| Bounds { phase, lower, upper, stop }).collect()
    }
}

/// How far the shapes that the files mean may extend beyond the two shapes as they were read, together; and the
/// reverse.
#[derive(Clone, Copy, Debug)]
pub struct Approximation {
    /// Takes from the distance.
    pub outward: f64,
    /// Adds to it.
    pub inward: f64,
}

impl Approximation {
    /// Bounds for the shapes that the files mean. A pose keeps lengths, except for the error of its numbers.
    fn widened<T: Real>(self, lower: T, upper: T) -> [T; 2] {
        let slack = 1.0 + 1e-4;
        let below = |bound: f64, by: f64| T::narrow_down((bound - slack * by).next_down());
        [
            if self.outward > 0.0 { below(lower.widen(), self.outward) } else { lower },
            if self.inward > 0.0 { -below(-upper.widen(), self.inward) } else { upper },
        ]
    }
}

/// The signed distance, traced.
struct Traced {
    precision: Precision,
    read: Approximation,
}

impl Task for Traced {
    type Output = Run;

    fn done<V: Vector>(self, [a, b]: &[Body<V>; 2]) -> Run {
        let solver = Solver { precision: self.precision, ..Solver::default() };
        let mut steps = Vec::new();
        // The answer is that of the command. If a closed form gives it, the steps are those of the search beside it.
        let radius = a.radius().widen() + b.radius().widen();
        let mut answer = solver.trace(a, b, |step| steps.push(Step::from(step).of_cores(radius)));
        answer.iterations = solver.signed_distance(a, b).iterations;
        [answer.lower, answer.upper] = self.read.widened(answer.lower, answer.upper);
        Run { answer: Answer::new(&answer, a.radius(), b.radius()), steps }
    }
}

impl Answer {
    fn new<V: Vector>(answer: &Proximity<V>, radius_a: V::Scalar, radius_b: V::Scalar) -> Self {
        Self {
            status: answer.status.as_str(),
            distance: shortest(answer.distance),
            lower: shortest(answer.lower),
            upper: shortest(answer.upper),
            point_a: narrow_coordinates(answer.point_a),
            point_b: narrow_coordinates(answer.point_b),
            normal: narrow_coordinates(answer.normal),
            iterations: answer.iterations,
            feature_a: FeatureWords::from(&answer.feature_a()),
            feature_b: FeatureWords::from(&answer.feature_b()),
            radius_a: radius_a.widen(),
            radius_b: radius_b.widen(),
        }
    }
}

impl From<&Feature> for FeatureWords {
    fn from(feature: &Feature) -> Self {
        Self { vertices: feature.vertices().to_vec(), weights: feature.weights().to_vec() }
    }
}

impl Step {
    /// The same with the bounds of the cores, which have these radii together. One rounding is added on each side.
    fn of_cores(mut self, radius: f64) -> Self {
        if radius > 0.0 {
            self.lower = (self.lower + radius).next_down();
            self.upper = (self.upper + radius).next_up();
        }
        self
    }
}

impl<V: Vector> From<&clearance::Step<'_, V>> for Step {
    fn from(step: &clearance::Step<'_, V>) -> Self {
        Self {
            iteration: step.iteration,
            phase: match step.phase {
                clearance::Phase::Distance => "distance",
                clearance::Phase::Penetration => "penetration",
                clearance::Phase::Exact => "exact",
            },
            simplex: step.simplex.iter().map(Vertex::from).collect(),
            direction: coordinates(&step.direction),
            vertex: Vertex::from(&step.vertex),
            lower: step.lower,
            upper: step.upper,
            facets: step.facets.to_vec(),
            polytope: step.polytope_vertices.iter().map(|vertex| coordinates(&vertex.point)).collect(),
            stop: step.stop.map(|stop| match stop {
                clearance::Stop::BoundsMet => "bounds_met",
                clearance::Stop::RepeatedVertex => "repeated_vertex",
                clearance::Stop::OriginInside => "origin_inside",
                clearance::Stop::Rounding => "rounding",
                clearance::Stop::Limit => "limit",
            }),
        }
    }
}

impl<W: Space<Scalar = f64>> From<&clearance::TracedVertex<W>> for Vertex {
    fn from(vertex: &clearance::TracedVertex<W>) -> Self {
        Self {
            point: coordinates(&vertex.point),
            a: coordinates(&vertex.a),
            b: coordinates(&vertex.b),
            indices: vertex.indices,
            weight: vertex.weight,
        }
    }
}

/// The coordinates of a vector.
pub fn coordinates<W: Space<Scalar = f64>>(vector: &W) -> Point {
    (0..W::DIM).map(|axis| *vector.coordinate(axis)).collect()
}

/// The coordinates of a vector, in as few digits as its scalar needs.
fn narrow_coordinates<V: Vector>(vector: V) -> Point {
    coordinates(&vector.widen()).into_iter().map(|c| shortest(V::Scalar::narrow(c))).collect()
}

/// The number whose shortest decimal is that of `value`. The command prints an `f32` in its own digits, not in those of
/// its `f64`. JSON's reader is here anyway; that of `str::parse` would add its tables to the page.
fn shortest<T: Real>(value: T) -> f64 {
    let wide = value.widen();
    if wide.is_finite() { serde_json::from_str(&format!("{value:?}")).unwrap_or(wide) } else { wide }
}

#[cfg(test)]
mod tests {
    use super::{Approximation, Run};
    use crate::scene::Pair;
    use clearance::Precision;

    /// Every kind of body in space, in units of `s`. Some are flat or rounded.
    fn bodies(s: f64) -> Vec<String> {
        vec![
            r#""points": [[0, 0, 0]]"#.into(),
            format!(r#""points": [[{s}, {s}, {s}], [-{s}, -{s}, {s}], [-{s}, {s}, -{s}], [{s}, -{s}, -{s}]]"#),
            format!(r#""points": [[{s}, 0, 0], [-{s}, 0, {s}], [0, 0, -{s}]]"#),
            format!(r#""segment": {{"start": [-{s}, 0, 0], "end": [{s}, 0, {s}]}}"#),
            format!(r#""ball": {{"center": [0, 0, 0], "radius": {s}}}"#),
            format!(r#""capsule": {{"start": [0, -{s}, 0], "end": [0, {s}, 0], "radius": {s}}}"#),
            format!(r#""cuboid": {{"half_extents": [{s}, {s}, {s}]}}"#),
            format!(r#""cuboid": {{"half_extents": [{s}, 0, {s}]}}, "radius": {s}"#),
            format!(r#""ellipsoid": {{"semi_axes": [{s}, {s}, {}]}}"#, 0.1 * s),
            format!(r#""cylinder": {{"half_height": {s}, "radius": {s}}}"#),
            format!(r#""cone": {{"half_height": {s}, "radius": {s}}}"#),
            format!(
                r#""sum": [{{"cone": {{"half_height": {s}, "radius": {s}}}}}, {{"points": [[0, 0, 0], [{s}, 0, 0]]}}]"#
            ),
        ]
    }

    /// And of the plane.
    fn plane_shapes(s: f64) -> Vec<String> {
        vec![
            format!(r#""points": [[{s}, 0], [0, {s}], [-{s}, -{s}]]"#),
            format!(r#""cuboid": {{"half_extents": [{s}, {s}]}}"#),
            format!(r#""ellipsoid": {{"semi_axes": [{s}, {}]}}"#, 0.3 * s),
            format!(r#""ellipsoid": {{"semi_axes": [{s}, 0]}}, "radius": {s}"#),
            format!(r#""swept": {{"shape": {{"ball": {{"center": [0, 0], "radius": {s}}}}}, "vector": [{s}, {s}]}}"#),
        ]
    }

    /// Numbers from −0.5 to 0.5.
    struct Random(u64);

    impl Random {
        fn next(&mut self) -> f64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 11) as f64 / (1u64 << 53) as f64 - 0.5
        }

        /// A pose whose translation is of the size `s`.
        fn pose(&mut self, dimension: usize, s: f64) -> String {
            let translation: Vec<f64> = (0..dimension).map(|_| 5.0 * s * self.next()).collect();
            let parts =
                if dimension == 2 { vec![1.0, self.next()] } else { vec![self.next(), self.next(), self.next(), 1.0] };
            let norm = parts.iter().map(|part| part * part).sum::<f64>().sqrt();
            let rotation: Vec<f64> = parts.iter().map(|part| part / norm).collect();
            format!(r#"{{"translation": {translation:?}, "rotation": {rotation:?}}}"#)
        }
    }

    fn run(line: &str) -> Run {
        let pair = Pair::read(line).unwrap_or_else(|complaint| panic!("{complaint}: {line}"));
        let read = Approximation { outward: 0.0, inward: 0.0 };
        Run::new(&pair, Precision::Float, read).unwrap_or_else(|complaint| panic!("{complaint}: {line}"))
    }

    /// Cause: the bounds contained rounding, and the plane of a sliver was taken for an upper bound.
    /// Law: in a trace of any pair at any scale the bounds never cross, and directions are finite and not zero.
    #[test]
    fn bounds_of_a_trace_never_cross_whatever_the_shapes_and_their_scale() {
        let mut random = Random(7);
        let (mut long, mut overlaps) = (0, 0);
        for s in [1.0, 1e-300, 1e-20, 1e20, 1e300] {
            for (dimension, shapes, rounds) in [(2, plane_shapes(s), 20), (3, bodies(s), 6)] {
                for (a, b) in shapes.iter().flat_map(|a| shapes.iter().map(move |b| (a, b))) {
                    for _ in 0..rounds {
                        let pose = random.pose(dimension, s);
                        let line = format!(r#"{{"dim": {dimension}, "a": {{{a}}}, "b": {{{b}, "pose": {pose}}}}}"#);
                        let run = run(&line);
                        check(&run, s, &line);
                        long += usize::from(run.steps.len() > 3);
                        overlaps += usize::from(run.answer.status == "overlapping");
                    }
                }
            }
        }
        assert!(long > 2000 && overlaps > 1000, "idle: {long} long runs, {overlaps} overlaps");
    }

    fn check(run: &Run, s: f64, line: &str) {
        for step in &run.steps {
            assert!(step.lower <= step.upper, "{:e} {:e} {line}", step.lower, step.upper);
            assert!(step.direction.iter().all(|c| c.is_finite()), "{:?} {line}", step.direction);
            assert!(step.direction.iter().any(|&c| c != 0.0), "{line}");
            assert!(step.simplex.iter().all(|vertex| vertex.weight.is_finite()), "{line}");
        }
        let Some(last) = run.steps.last() else { return };
        let radius = run.answer.radius_a + run.answer.radius_b;
        let [least, most] = [last.lower - radius, last.upper - radius];
        // The radii come off in floats.
        let room = 1e-15 * s;
        let meets = least <= run.answer.upper + room && run.answer.lower - room <= most;
        assert!(meets, "{least:e} {most:e} {:e} {:e} {line}", run.answer.lower, run.answer.upper);
    }

    #[test]
    fn the_bracket_of_a_file_is_widened_by_what_its_curves_lost() {
        let line = r#"{"a": {"points": [[0, 0]]}, "b": {"points": [[3, 4]]}}"#;
        let pair = Pair::read(line).unwrap_or_else(|complaint| panic!("{complaint}"));
        let read = Approximation { outward: 1e-3, inward: 1e-6 };
        let run = Run::new(&pair, Precision::Float, read).unwrap_or_else(|complaint| panic!("{complaint}"));
        assert!(run.answer.lower < 4.999 && run.answer.lower > 4.9989, "{}", run.answer.lower);
        assert!(run.answer.upper > 5.000_001 && run.answer.upper < 5.000_002, "{}", run.answer.upper);
    }
}
