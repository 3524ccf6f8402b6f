use clearance::{Hull, SupportMap, Vec3, vec3};

use super::{Climbing, Finder, Hierarchy, Scan, product};
use crate::rng::Rng;

/// Hulls that are round, thin or flat, that have large coplanar faces, or that have few vertices.
fn hulls(rng: &mut Rng) -> Vec<Hull<Vec3<f64>>> {
    let mut ellipsoid = |count: usize, [x, y, z]: [f64; 3]| -> Vec<_> {
        (0..count).map(|_| rng.unit()).map(|[a, b, c]: [f64; 3]| vec3(x * a, y * b, z * c)).collect()
    };
    let round = [4, 5, 8, 9, 12, 40, 300, 2000].map(|count| ellipsoid(count, [1.0, 1.1, 0.9]));
    let thin = [[1.0, 1.0, 0.01], [1.0, 0.01, 0.01]].map(|axes| ellipsoid(200, axes));
    let can = (0..64).map(|k| {
        let angle = std::f64::consts::TAU * f64::from(k / 2) / 32.0;
        vec3(angle.cos(), angle.sin(), f64::from(k % 2))
    });
    let disc = can.clone().step_by(2).collect();
    let all = round.into_iter().chain(thin).chain([can.collect(), disc]);
    all.map(|points| Hull::new(&points).expect("points are finite")).collect()
}

fn finds_the_greatest_product<F: Finder>() {
    let mut rng = Rng::named(F::NAME);
    for hull in hulls(&mut rng) {
        let finder = F::new(&hull);
        for _ in 0..5000 {
            let [x, y, z] = rng.unit();
            let direction = vec3(x, y, z);
            let found = product(hull.vertices()[finder.farthest(direction)], direction);
            let most = hull.vertices().iter().map(|&point| product(point, direction)).fold(f64::NEG_INFINITY, f64::max);
            assert!(found >= most - F::ROUNDING * hull.extent(), "{} of {}", F::NAME, hull.vertices().len());
        }
    }
}

#[test]
fn every_finder_finds_the_greatest_product() {
    finds_the_greatest_product::<Scan>();
    finds_the_greatest_product::<Climbing>();
    finds_the_greatest_product::<Hierarchy>();
}

#[test]
fn the_hierarchy_takes_memory_in_proportion_to_the_vertices() {
    let mut rng = Rng::named("memory");
    for count in [100, 1000, 3000] {
        let points: Vec<_> = (0..count).map(|_| rng.unit()).map(|[x, y, z]| vec3(x, y, z)).collect();
        let hierarchy = Hierarchy::new(&Hull::new(&points).expect("points are finite"));
        assert!(hierarchy.memory() < 100 * count, "{} bytes for {count} vertices", hierarchy.memory());
    }
}
