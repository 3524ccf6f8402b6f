//! The libraries that answer for meshes and outlines.

use std::hint::black_box;

use clearance::{Pose, Solver, Vec2, Vec3};
use clearance_scene::{Mesh, NearestCache, Outline, distance_cached, distance_with, is_below};
use geo::{Coord, Distance, Euclidean, LineString, Polygon};

use super::placings::outline;
use super::{Part, Question, Workload};
use crate::engines::{OURS, OURS_WARM, Runner};
use crate::space::FromData;
use crate::workloads::Placement;

/// A way to answer some questions.
pub struct Engine {
    /// The name of the library.
    pub name: &'static str,
    /// Prepares a workload. It is `None` if the engine cannot answer the question.
    pub prepare: fn(&Workload, Question) -> Option<Box<dyn Runner>>,
}

impl Engine {
    /// Whether it is this library.
    pub fn is_ours(&self) -> bool {
        self.name == OURS || self.name == OURS_WARM
    }
}

/// Every engine, ours first.
pub fn all() -> Vec<Engine> {
    vec![
        Engine { name: OURS, prepare: ours },
        Engine { name: OURS_WARM, prepare: ours_warm },
        Engine { name: "parry", prepare: parry },
        Engine { name: "geo", prepare: geo },
    ]
}

/// A function of the number of a pair.
struct Asked<F> {
    pairs: usize,
    answer: F,
}

impl<F: FnMut(usize) -> f64> Runner for Asked<F> {
    fn stream(&mut self, answers: &mut [f64]) {
        for (pair, answer) in answers.iter_mut().enumerate() {
            *answer = (self.answer)(pair);
        }
    }
    fn hot(&mut self, pair: usize, repetitions: usize) {
        for _ in 0..repetitions {
            black_box((self.answer)(black_box(pair)));
        }
    }
    fn pairs(&self) -> usize {
        self.pairs
    }
}

fn asked(pairs: usize, answer: impl FnMut(usize) -> f64 + 'static) -> Option<Box<dyn Runner>> {
    Some(Box::new(Asked { pairs, answer }))
}

/// The placings of a workload in an engine's own type.
fn poses<P>(workload: &Workload, pose: impl Fn(&Placement) -> P) -> Vec<[P; 2]> {
    workload.pairs.iter().map(|pair| pair.poses.each_ref().map(&pose)).collect()
}

fn verdict(yes: bool) -> f64 {
    f64::from(u8::from(yes))
}

fn mesh(part: &Part) -> Mesh {
    Mesh::new(&part.vertices, &part.triangles).expect("a mesh")
}

/// Ours, in the plane and in space: the same text for both.
macro_rules! ours {
    ($workload:ident, $question:ident, $vector:ty, $thing:ty, $make:expr, $warm:expr) => {{
        let pairs = $workload.pairs.len();
        if $question == Question::Build {
            let parts = $workload.parts.clone();
            let build = move |_| parts.iter().map(|part| black_box($make(part)).tree_leaves()).sum::<usize>() as f64;
            return if $warm { None } else { asked(1, build) };
        }
        let things: Vec<$thing> = $workload.parts.iter().map($make).collect();
        let poses = poses($workload, <$vector as FromData>::pose);
        let placed = move |pair: usize| -> [_; 2] {
            let [a, b]: [Pose<$vector>; 2] = poses[pair];
            [(0, a), (1, b)]
        };
        match $question {
            Question::Distance if $warm => {
                let tracks: Vec<usize> = $workload.pairs.iter().map(|pair| pair.track).collect();
                let mut caches: Vec<NearestCache> = Vec::new();
                caches.resize_with(tracks.iter().max()? + 1, NearestCache::default);
                asked(pairs, move |pair| {
                    let [(a, pose_a), (b, pose_b)] = placed(pair);
                    let cache = &mut caches[tracks[pair]];
                    let (a, b) = (things[a].at(pose_a), things[b].at(pose_b));
                    black_box(distance_cached(&Solver::default(), &a, &b, cache)).distance
                })
            }
            Question::Distance => asked(pairs, move |pair| {
                let [(a, pose_a), (b, pose_b)] = placed(pair);
                let (a, b) = (things[a].at(pose_a), things[b].at(pose_b));
                black_box(distance_with(&Solver::default(), &a, &b)).distance
            }),
            Question::Below(_) if $warm => None,
            Question::Below(factor) => {
                let limits: Vec<f64> = $workload.reference.iter().map(|distance| factor * distance).collect();
                asked(pairs, move |pair| {
                    let [(a, pose_a), (b, pose_b)] = placed(pair);
                    verdict(is_below(&things[a].at(pose_a), &things[b].at(pose_b), limits[pair]))
                })
            }
            Question::Build => unreachable!("it is answered above"),
        }
    }};
}

fn ours(workload: &Workload, question: Question) -> Option<Box<dyn Runner>> {
    start(workload, question, false)
}

/// From the end of the pair's last query, where bodies move.
fn ours_warm(workload: &Workload, question: Question) -> Option<Box<dyn Runner>> {
    let moves = workload.pairs.iter().any(|pair| pair.track > 0);
    if moves { start(workload, question, true) } else { None }
}

fn start(workload: &Workload, question: Question, warm: bool) -> Option<Box<dyn Runner>> {
    if workload.dimension == 2 {
        ours!(workload, question, Vec2<f64>, Outline, outline, warm)
    } else {
        ours!(workload, question, Vec3<f64>, Mesh, mesh, warm)
    }
}

/// The leaves of what was built: so the compiler cannot leave the work out.
trait TreeLeaves {
    fn tree_leaves(&self) -> usize;
}

impl TreeLeaves for Mesh {
    fn tree_leaves(&self) -> usize {
        self.triangles().len()
    }
}

impl TreeLeaves for Outline {
    fn tree_leaves(&self) -> usize {
        self.edges().len()
    }
}

/// `TriMesh`, and `query::closest_points` with a margin: any distance, or the limit. Its search in a mesh against a mesh
/// takes seconds on the largest ones, so it is not asked about those of more than 30,000 triangles.
fn parry(workload: &Workload, question: Question) -> Option<Box<dyn Runner>> {
    use crate::engines::parry::space_f64::space::{pose, vector};
    use parry3d_f64::query::{ClosestPoints, closest_points};
    use parry3d_f64::shape::TriMesh;
    let most = workload.parts.iter().map(Part::leaves).max()?;
    if workload.dimension != 3 || (most > 30_000 && question != Question::Build) {
        return None;
    }
    let build = |part: &Part| {
        let vertices = part.vertices.iter().map(|&vertex| vector(vertex)).collect();
        TriMesh::new(vertices, part.triangles.clone()).expect("a mesh")
    };
    let pairs = workload.pairs.len();
    if question == Question::Build {
        let parts = workload.parts.clone();
        return asked(1, move |_| {
            parts.iter().map(|part| black_box(build(part)).indices().len()).sum::<usize>() as f64
        });
    }
    let meshes: Vec<TriMesh> = workload.parts.iter().map(build).collect();
    let poses = poses(workload, pose);
    let nearest = move |pair: usize, margin: f64| {
        let [a, b] = &poses[pair];
        black_box(closest_points(a, &meshes[0], b, &meshes[1], margin)).expect("meshes have closest points")
    };
    match question {
        Question::Distance => asked(pairs, move |pair| match nearest(pair, f64::MAX) {
            ClosestPoints::Intersecting => 0.0,
            ClosestPoints::WithinMargin(a, b) => (a - b).length(),
            ClosestPoints::Disjoint => f64::NAN,
        }),
        Question::Below(factor) => {
            let limits: Vec<f64> = workload.reference.iter().map(|distance| factor * distance).collect();
            asked(pairs, move |pair| verdict(!matches!(nearest(pair, limits[pair]), ClosestPoints::Disjoint)))
        }
        Question::Build => None,
    }
}

/// `Euclidean.distance` of polygons. It has no poses, so the polygons of each pair are placed beforehand.
fn geo(workload: &Workload, question: Question) -> Option<Box<dyn Runner>> {
    if workload.dimension != 2 || question != Question::Distance {
        return None;
    }
    let placed = |part: &Part, pose: &Placement| {
        let ([c, s, ..], [x, y, _]) = (pose.rotation, pose.translation);
        let corner = |p: &[f64; 3]| Coord { x: c * p[0] - s * p[1] + x, y: s * p[0] + c * p[1] + y };
        Polygon::new(LineString(part.vertices.iter().map(corner).collect()), Vec::new())
    };
    let polygons: Vec<[Polygon<f64>; 2]> = workload
        .pairs
        .iter()
        .map(|pair| [0, 1].map(|side| placed(&workload.parts[pair.shapes[side]], &pair.poses[side])))
        .collect();
    asked(workload.pairs.len(), move |pair| {
        let [a, b] = &polygons[pair];
        black_box(Euclidean.distance(a, b))
    })
}
