//! Where the parts stand: at a gap, turned at random, or in a slow motion.

use std::io;
use std::path::Path;

use clearance::{Pose, Precision, Rotation, Solver, Vec2, Vec3, WideVector};
use clearance_scene::{Mesh, Outline, distance_with};

use super::{Part, Workload, is_part, parts};
use crate::rng::Rng;
use crate::space::FromData;
use crate::workloads::{Pair, Placement};

/// A workload that is made when its turn comes.
pub struct Recipe {
    /// Names the parts.
    pub name: String,
    /// How they lie.
    pub class: String,
    /// Makes it.
    pub make: Box<dyn Fn() -> Workload>,
}

/// Gaps as parts of the size.
const GAPS: [f64; 3] = [1.0, 0.1, 0.001];
/// The class of the first gap.
pub const FIRST_CLASS: &str = "gap 1";
/// The gap at which a motion begins.
const MOVING_GAP: f64 = 0.05;
/// The step of a motion, as a part of the size and as an angle.
const STEP: f64 = 1e-3;
/// Queries of a motion. Half of them go the same way back.
const QUERIES: usize = 64;
/// Motions of a workload.
const TRACKS: usize = 4;

type Make = fn(&mut Rng) -> [Part; 2];

/// Every workload. A quick run has no parts of 83,000 triangles, and fewer placings.
pub fn recipes(quick: bool, directory: Option<&Path>) -> io::Result<Vec<Recipe>> {
    let small: [(&str, Make); 4] = [
        ("meshes spheres 1k", |_| [parts::sphere(36, 18), parts::sphere(34, 19)]),
        ("meshes tori 5k", |_| [parts::torus(72, 36), parts::torus(70, 37)]),
        ("meshes bumpy 20k", |_| [parts::bumpy(200, 50), parts::bumpy(210, 48)]),
        ("meshes plates 20k", |_| [parts::plate(70), parts::plate(71)]),
    ];
    let large: [(&str, Make); 2] = [
        ("meshes tori 83k", |_| [parts::torus(288, 144), parts::torus(290, 143)]),
        ("meshes spheres 83k", |_| [parts::sphere(288, 145), parts::sphere(290, 144)]),
    ];
    let placings = if quick { 10 } else { 40 };
    let mut recipes = Vec::new();
    for (name, make) in small.into_iter().chain(large.into_iter().filter(|_| !quick)) {
        recipes.extend(classes(name, 3, placings, move || make(&mut Rng::named(name))));
    }
    let coasts =
        || [(15_000, 1), (68_000, 2)].map(|(count, seed)| parts::coast(count, &mut Rng::named(&seed.to_string())));
    recipes.extend(classes("outlines 15k 68k", 2, placings, coasts));
    if let Some(directory) = directory {
        recipes.extend(of_directory(directory, placings)?);
    }
    Ok(recipes)
}

/// Each part of a directory against the next one, by name.
fn of_directory(directory: &Path, placings: usize) -> io::Result<Vec<Recipe>> {
    let mut paths: Vec<_> =
        std::fs::read_dir(directory)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    paths.retain(|path| is_part(path));
    paths.sort();
    let mut recipes = Vec::new();
    for pair in paths.windows(2) {
        let [a, b] = [&pair[0], &pair[1]];
        let stem = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let pair = [parts::read(a)?, parts::read(b)?];
        let name = format!("meshes {} {}", stem(a), stem(b));
        recipes.extend(classes(&name, 3, placings, move || pair.clone()));
    }
    Ok(recipes)
}

/// The classes of two parts: each gap, and a slow motion.
fn classes(
    name: &str,
    dimension: usize,
    placings: usize,
    parts: impl Fn() -> [Part; 2] + Clone + 'static,
) -> Vec<Recipe> {
    let standing = GAPS.map(|gap| (format!("gap {gap}"), gap, None));
    let moving = (format!("moving {STEP:e}"), MOVING_GAP, Some(TRACKS));
    let recipe = |(class, gap, tracks): (String, f64, Option<usize>)| {
        let (parts, name) = (parts.clone(), name.to_owned());
        let make = {
            let (name, class) = (name.clone(), class.clone());
            move || {
                let mut rng = Rng::named(&format!("{name} {class}"));
                let pool = parts();
                let of = |rng: &mut Rng| match dimension {
                    2 => pairs::<Vec2<f64>>(&of_outlines(&pool), gap, placings, tracks, rng),
                    _ => pairs::<Vec3<f64>>(&of_meshes(&pool), gap, placings, tracks, rng),
                };
                let (pairs, reference) = of(&mut rng);
                Workload { name: name.clone(), class: class.clone(), dimension, parts: pool.into(), pairs, reference }
            }
        };
        Recipe { name, class, make: Box::new(make) }
    };
    standing.into_iter().chain([moving]).map(recipe).collect()
}

/// The distance of the first part from the second one, by a solver.
type Distance<V> = Box<dyn Fn(&Solver, [Pose<V>; 2]) -> f64>;

/// That of meshes.
fn of_meshes([a, b]: &[Part; 2]) -> Distance<Vec3<f64>> {
    let mesh = |part: &Part| Mesh::new(&part.vertices, &part.triangles).expect("a mesh");
    let (a, b) = (mesh(a), mesh(b));
    Box::new(move |solver, [pose_a, pose_b]| distance_with(solver, &a.at(pose_a), &b.at(pose_b)).distance)
}

/// That of outlines.
fn of_outlines([a, b]: &[Part; 2]) -> Distance<Vec2<f64>> {
    let (a, b) = (outline(a), outline(b));
    Box::new(move |solver, [pose_a, pose_b]| distance_with(solver, &a.at(pose_a), &b.at(pose_b)).distance)
}

/// A ring of one polygon.
pub fn outline(part: &Part) -> Outline {
    let ring: Vec<[f64; 2]> = part.vertices.iter().map(|&[x, y, _]| [x, y]).collect();
    Outline::new(&[vec![ring]]).expect("an outline")
}

/// Placings with a gap, or motions that begin with it, and the true distances.
fn pairs<V: FromData + WideVector>(
    distance: &Distance<V>,
    gap: f64,
    placings: usize,
    tracks: Option<usize>,
    rng: &mut Rng,
) -> (Vec<Pair>, Vec<f64>) {
    let pairs: Vec<Pair> = match tracks {
        None => (0..placings).map(|_| placed(distance, gap, rng)).collect(),
        Some(tracks) => {
            let ways: Vec<Vec<Pair>> =
                (0..tracks).map(|track| way::<V>(Pair { track, ..placed(distance, gap, rng) }, rng)).collect();
            (0..QUERIES).flat_map(|time| ways.iter().map(move |way| way[time])).collect()
        }
    };
    let exact = Solver { precision: Precision::Exact, ..Solver::default() };
    let reference = pairs.iter().map(|pair| distance(&exact, pair.poses.each_ref().map(V::pose))).collect();
    (pairs, reference)
}

/// Both parts turned at random, and the second one moved toward the first until the gap is right.
fn placed<V: FromData + WideVector>(distance: &Distance<V>, gap: f64, rng: &mut Rng) -> Pair {
    let mut rotation = || match V::DIM {
        2 => {
            let [c, s] = rng.unit();
            [c, s, 0.0, 0.0]
        }
        _ => rng.unit(),
    };
    let rotations = [rotation(), rotation()];
    let way: [f64; 3] = match V::DIM {
        2 => {
            let [x, y] = rng.unit();
            [x, y, 0.0]
        }
        _ => rng.unit(),
    };
    let at = |along: f64| {
        let translations = [[0.0; 3], way.map(|coordinate| along * coordinate)];
        [0, 1].map(|side| Placement { rotation: rotations[side], translation: translations[side] })
    };
    // A distance changes by at most the motion, so no step goes too far.
    let mut along = 2.0 + gap;
    for _ in 0..60 {
        along -= distance(&Solver::default(), at(along).each_ref().map(V::pose)) - gap;
    }
    Pair { shapes: [0, 1], poses: at(along), track: 0 }
}

/// The queries of one motion: the second part moves and turns by a step each time, and goes the same way back.
fn way<V: FromData + WideVector>(start: Pair, rng: &mut Rng) -> Vec<Pair> {
    let mut there = vec![start];
    while there.len() < QUERIES / 2 {
        let mut pair = *there.last().expect("it is not empty");
        let [x, y, z] = rng.unit();
        let half = 0.5 * STEP;
        let turn = match V::DIM {
            2 => [STEP.cos(), STEP.sin().copysign(x), 0.0, 0.0],
            _ => [half.sin() * x, half.sin() * y, half.sin() * z, half.cos()],
        };
        let pose = &mut pair.poses[1];
        pose.rotation = V::rotation(turn).after(&V::rotation(pose.rotation)).components();
        let [x, y, z] = rng.unit();
        let step = if V::DIM == 2 { [x, y, 0.0] } else { [x, y, z] };
        pose.translation = std::array::from_fn(|axis| pose.translation[axis] + STEP * step[axis]);
        there.push(pair);
    }
    there.iter().chain(there.iter().rev()).copied().collect()
}
