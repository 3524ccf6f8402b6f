use super::*;
use crate::difference::{Indices, Pair, Vertex};
use crate::numbers::real::U;
use crate::random::Random;
use crate::shape::Points;
use crate::shape::view::View;
use crate::space::vector::{Space, Vec3, vec3};
use alloc::vec::Vec;

fn goal(limit: f64) -> Goal {
    Goal { tolerance: 0.0, radius: 0.0, limit, max_iterations: 100 }
}

fn cloud(random: &mut Random) -> Vec<Vec3<f64>> {
    (0..40).map(|_| random.point()).collect()
}

#[test]
fn the_loop_stops_at_the_limit_with_a_plane_beyond_it() {
    let (mut random, mut earlier) = (Random(1), 0);
    for _ in 0..200 {
        let shift = vec3(3.0 + random.signed(), random.signed(), random.signed());
        let (p, q) = (cloud(&mut random), cloud(&mut random));
        let q: Vec<_> = q.into_iter().map(|point| point + shift).collect();
        let (a, b) = (Points::new(&p).unwrap(), Points::new(&q).unwrap());
        let (a, b) = (View::of(&a), View::of(&b));
        let pair = Pair::new(&a, &b);
        let [mut full, mut limited] = [Search::begin(), Search::begin()];
        full.run(&pair, &goal(f64::INFINITY), None, Watch::NOBODY);
        let limit = 0.5 * full.lower;
        limited.run(&pair, &goal(limit), None, Watch::NOBODY);
        assert_eq!((full.verdict, limited.verdict), (Verdict::Apart, Verdict::Beyond));
        let unit = limited.direction.unit();
        let heights = p.iter().flat_map(|p| q.iter().map(move |q| unit.dot(&(*p - *q))));
        assert!(heights.fold(f64::INFINITY, f64::min) > limit && limited.lower > limit);
        earlier += u32::from(limited.iterations < full.iterations);
    }
    assert!(earlier > 150, "{earlier}");
}

/// A tetrahedron whose bottom is `height` below the origin.
fn tetrahedron(height: f64, size: f64) -> Simplex<Vec3<f64>> {
    let mut simplex = Simplex::empty();
    let corners = [vec3(3.0, 0.0, 0.0), vec3(-2.0, 2.0, 0.0), vec3(-2.0, -3.0, 0.0), vec3(0.1, 0.2, 4.0)];
    for (index, corner) in corners.into_iter().enumerate() {
        let a = corner * size - vec3(0.0, 0.0, height);
        simplex.push(Vertex { point: a, a, b: Space::zero(), indices: Indices::new(Some(index as u32), Some(0)) });
    }
    simplex
}

#[test]
fn a_hit_is_claimed_only_when_every_volume_exceeds_its_error() {
    let verdict = |height: f64, size: f64, displacement: f64| {
        let mut search = Search::begin();
        search.simplex = tetrahedron(height, size);
        let rounding = Rounding { size: 5.0 * size, displacement, polytopes: true };
        let stop = certify_hit(&mut search, &rounding);
        assert_eq!(search.verdict == Verdict::Inside, stop == Some(Stop::OriginInside));
        search.verdict
    };
    for size in [1e-9, 1.0, 1e9] {
        for part in [1e-6, 1e-9, 1e-12] {
            let displacement = part * size;
            // The true bottom may be above the origin.
            assert_eq!(verdict(displacement, size, displacement), Verdict::Unclear);
            assert_eq!(verdict(100.0 * displacement, size, displacement), Verdict::Inside);
        }
        assert_eq!(verdict(U * size, size, 0.0), Verdict::Unclear);
        assert_eq!(verdict(1000.0 * U * size, size, 0.0), Verdict::Inside);
        assert_eq!(verdict(-size, size, 0.0), Verdict::Unclear);
    }
}

#[test]
fn the_loop_ends_at_the_iteration_limit_with_bounds_that_contain_the_distance() {
    let mut random = Random(2);
    let (p, q) = (cloud(&mut random), cloud(&mut random));
    let q: Vec<_> = q.into_iter().map(|point| point + vec3(2.5, 1.0, 0.3)).collect();
    let (a, b) = (Points::new(&p).unwrap(), Points::new(&q).unwrap());
    let (a, b) = (View::of(&a), View::of(&b));
    let pair = Pair::new(&a, &b);
    let mut full = Search::begin();
    full.run(&pair, &goal(f64::INFINITY), None, Watch::NOBODY);
    assert!(full.iterations > 3, "{}", full.iterations);
    for max_iterations in 1..full.iterations {
        let mut short = Search::begin();
        short.run(&pair, &Goal { max_iterations, ..goal(f64::INFINITY) }, None, Watch::NOBODY);
        assert_eq!((short.iterations, short.verdict), (max_iterations, Verdict::Unclear));
        assert!(short.lower <= full.upper && full.lower <= short.upper);
    }
}
