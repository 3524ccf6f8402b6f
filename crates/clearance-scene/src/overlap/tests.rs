//! How many cells it takes.

use super::{Goal, Matter, Pair};
use crate::mesh::Mesh;
use clearance::{Pose, vec3};

/// A box between two corners, turned by an angle of sine 0.6 around the third axis.
fn block(low: [f64; 3], high: [f64; 3]) -> Mesh {
    const SIDES: [[u32; 3]; 12] = [
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];
    let corner = |place: usize| {
        let [x, y, z] = std::array::from_fn(|axis| if place >> axis & 1 == 1 { high[axis] } else { low[axis] });
        [0.8 * x - 0.6 * y, 0.6 * x + 0.8 * y, z]
    };
    Mesh::new(&[0, 1, 2, 3, 4, 5, 6, 7].map(corner), &SIDES).unwrap()
}

/// A prism of n sides around the second axis.
fn pipe(n: u32, radius: f64, [low, high]: [f64; 2]) -> Mesh {
    let corner = |place: u32| {
        let (sine, cosine) = (std::f64::consts::TAU * f64::from(place / 2) / f64::from(n)).sin_cos();
        [radius * cosine, if place.is_multiple_of(2) { low } else { high }, radius * sine]
    };
    let mut triangles = Vec::new();
    for side in 0..n {
        let [a, b] = [2 * side, 2 * ((side + 1) % n)];
        triangles.extend([[a, a + 1, b], [b, a + 1, b + 1]]);
        if side > 1 {
            triangles.extend([[0, 2 * side - 2, 2 * side], [1, 2 * side + 1, 2 * side - 1]]);
        }
    }
    triangles.iter_mut().for_each(|corners| corners.swap(1, 2));
    Mesh::new(&(0..2 * n).map(corner).collect::<Vec<_>>(), &triangles).unwrap()
}

/// The cells for the bracket and for a decision.
fn cells(a: &Mesh, b: &Mesh, length: f64) -> [usize; 2] {
    let bodies = [a, b].map(|mesh| Matter::Mesh(mesh.at(Pose::identity())));
    let pair = Pair::new([bodies[0].parts()[0], bodies[1].parts()[0]]).unwrap();
    let radius = pair.own_length(0.5 * length);
    [Goal::Bracket, Goal::MoreThan(radius)].map(|goal| pair.search.radius(goal).cells)
}

/// Law: what is common in buildings takes few cells. The search has no other cost that grows.
#[test]
fn common_pairs_take_few_cells() {
    let wall = block([0.0; 3], [5.0, 0.2, 3.0]);
    let mut counts = Vec::new();
    for (low, high, most) in [
        ([3.0, -0.9, 1.0], [3.4, 1.1, 1.4], [30, 2]),
        ([0.2, 0.075, 2.0], [1.2, 0.125, 2.05], [30, 2]),
        ([-0.5, -2.0, 2.999_999], [5.5, 2.0, 3.25], [2, 2]),
        ([-0.5, 0.199_999, 0.0], [5.5, 2.0, 3.25], [600, 10]),
    ] {
        counts.push((cells(&wall, &block(low, high), 1e-5), most));
    }
    let plate = block([-1.0, -0.1, -1.0], [1.0, 0.1, 1.0]);
    for n in [8, 32, 128] {
        let pipe = pipe(n, 0.05, [-2.0, 2.0]);
        assert!(pipe.is_closed());
        counts.push((cells(&plate, &pipe, 1e-5), [2, 2]));
    }
    assert!(counts.iter().all(|(found, most)| found[0] <= most[0] && found[1] <= most[1]), "{counts:?}");
}

/// Cause: a cell about as far from a face everywhere was cut across, so a long prism took 20,000 cells and a bracket of 1.19.
/// Law: a beam in a slanting slab takes some hundred cells, however long it is.
#[test]
fn long_prisms_take_few_cells_and_a_narrow_bracket() {
    for length in [1.0, 12.0, 144.0] {
        let beam = block([0.0, -0.05, -0.1], [length, 0.05, 0.1]);
        let slab = block([-1.0, -5.0, 0.06], [length + 1.0, 5.0, 0.4]);
        let slab = slab.transformed(|p| vec3(p.x, p.y, p.z + 0.6 * p.y)).unwrap();
        let bodies = [&beam, &slab].map(|mesh| Matter::Mesh(mesh.at(Pose::identity())));
        let pair = Pair::new([bodies[0].parts()[0], bodies[1].parts()[0]]).unwrap();
        let found = pair.search.radius(Goal::Bracket);
        assert!(found.upper <= 1.1 * found.lower && found.cells <= 1000, "{length}: {found:?}");
    }
}

/// Cause: a face that came into a cell by a little less than what may be cut off kept the cell open however often it was cut
/// elsewhere, and a thin cell beside a face was not known to be outside. So a band took 20,000 cells where oblique faces lay
/// 1e-12 into each other.
/// Law: bodies that are flush but for noise take few cells, however small the noise is.
#[test]
fn oblique_faces_that_are_flush_but_for_noise_of_any_size_take_few_cells() {
    let skewed = |mesh: Mesh| mesh.transformed(|p| vec3(p.x + 0.7 * p.y, p.y + 0.3 * p.z, p.z + 0.2 * p.x)).unwrap();
    let wall = skewed(block([0.0; 3], [5.0, 0.2, 3.0]));
    let mut most = 0;
    for noise in (0..40).map(|step| 1e-6 * 0.6f64.powi(step)) {
        let other = skewed(block([1.0, 0.2 - noise, 0.5], [7.0, 0.9, 2.5]));
        let bodies = [&wall, &other].map(|mesh| Matter::Mesh(mesh.at(Pose::identity())));
        let pair = Pair::new([bodies[0].parts()[0], bodies[1].parts()[0]]).unwrap();
        let found = pair.search.radius(Goal::Judge(pair.own_length(5e-6)));
        assert!(pair.length(found.upper) <= 2e-6, "{noise:e} {found:?}");
        most = most.max(found.cells);
    }
    assert!(most <= 400, "{most}");
}
