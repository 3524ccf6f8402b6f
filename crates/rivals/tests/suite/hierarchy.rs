//! The hierarchy of nested hulls.

use crate::pairs::{Random, assert_near, body, for_random_pairs};
use clearance::{Hull, Status, SupportMap, Vec2, Vec3, WideVector};
use clearance_rivals::Verdict;
use clearance_rivals::hierarchy::{Hierarchies, Hierarchy};

fn distances_are_the_solvers<W: WideVector>() {
    for_random_pairs::<W>(200, 120, |pair, bodies, known| {
        let [a, b] = bodies.map(|body| Hierarchy::new(body.hull()));
        let answer = Hierarchies { a: &a, b: &b }.query(pair);
        assert_eq!(answer.verdict == Some(Verdict::Apart), known.status == Status::Separated, "{answer:?}, {known}");
        assert_near(answer.distance, known);
    });
}

#[test]
fn the_descent_of_both_hierarchies_has_the_solvers_distance_in_the_plane() {
    distances_are_the_solvers::<Vec2<f64>>();
}

#[test]
fn the_descent_of_both_hierarchies_has_the_solvers_distance_in_space() {
    distances_are_the_solvers::<Vec3<f64>>();
}

fn farthest_vertices_are_those_of_a_scan<W: WideVector>() {
    let mut random = Random(3);
    for count in [1, 2, 3, 5, 12, 60, 700] {
        let body = body::<W>(&mut random, count);
        let hierarchy = Hierarchy::new(body.hull());
        for _ in 0..200 {
            let direction = random.vector::<W>(1.0);
            let found = body.vertex(hierarchy.farthest(direction)).dot(&direction);
            let known = SupportMap::<W>::support(body.hull(), direction).dot(&direction);
            assert!((found - known).abs() <= 1e-15, "{count} vertices: {found}, {known}");
        }
    }
}

#[test]
fn the_farthest_vertex_is_that_of_a_scan_in_the_plane() {
    farthest_vertices_are_those_of_a_scan::<Vec2<f64>>();
}

#[test]
fn the_farthest_vertex_is_that_of_a_scan_in_space() {
    farthest_vertices_are_those_of_a_scan::<Vec3<f64>>();
}

#[test]
fn each_level_leaves_out_vertices_of_which_no_two_are_neighbours_and_they_shrink_geometrically() {
    let body = body::<Vec3<f64>>(&mut Random(1), 1000);
    let levels = Hierarchy::new(body.hull()).levels();
    assert_eq!(levels[0].vertices.len(), body.vertex_count());
    assert_eq!(levels[levels.len() - 1].left_out_next, []);
    let point = |vertex: u32| body.vertex(vertex);
    for pair in levels.windows(2) {
        let [fine, coarse] = [&pair[0], &pair[1]];
        assert_eq!(fine.vertices.len(), coarse.vertices.len() + fine.left_out_next.len());
        assert!(fine.vertices.len() < 12 || coarse.vertices.len() * 10 < fine.vertices.len() * 9);
        let hull = Hull::new(&fine.vertices.iter().map(|&vertex| point(vertex)).collect::<Vec<_>>()).unwrap();
        let is_left_out = |place: usize| fine.left_out_next.contains(&fine.vertices[hull.source(place)]);
        for place in (0..hull.vertices().len()).filter(|&place| is_left_out(place)) {
            assert!(hull.neighbours(place).len() <= 8);
            assert!(hull.neighbours(place).iter().all(|&neighbour| !is_left_out(neighbour as usize)));
        }
    }
    assert!(levels.len() < 40 && levels[levels.len() - 1].vertices.len() <= 8, "{} levels", levels.len());
}

#[test]
fn a_descent_compares_few_vertices_and_says_which() {
    let body = body::<Vec3<f64>>(&mut Random(2), 2000);
    let hierarchy = Hierarchy::new(body.hull());
    let mut random = Random(9);
    let mut compared = 0;
    for _ in 0..100 {
        let direction = random.vector(1.0);
        let descent = hierarchy.trace_farthest(direction);
        assert_eq!(descent.vertex, hierarchy.farthest(direction));
        assert_eq!(descent.levels.len(), hierarchy.levels().len());
        compared += descent.levels.iter().map(|(vertices, _)| vertices.len()).sum::<usize>();
    }
    assert!(compared > 100 && compared < 100 * 100, "{compared} vertices in 100 descents");
}

#[test]
fn a_trace_shows_the_levels_and_its_distance_never_grows() {
    let mut caps = 0;
    for_random_pairs::<Vec3<f64>>(60, 100, |pair, bodies, _| {
        let [a, b] = bodies.map(|body| Hierarchy::new(body.hull()));
        let (answer, steps) = Hierarchies { a: &a, b: &b }.trace(pair);
        let distances: Vec<f64> = steps.iter().map(|step| step.numbers[0].1).collect();
        assert!(distances.windows(2).all(|pair| pair[1] <= pair[0]), "{distances:?}");
        assert_eq!(answer.distance, distances.last().copied());
        caps += steps.iter().filter(|step| step.name.contains("its cap")).count();
    });
    assert!(caps > 60, "{caps} caps");
}
