use super::{Class, Recipe, Workload, recipes, touching};

/// A few pairs of every workload with hulls small enough to be made quickly.
fn samples() -> Vec<Workload> {
    let is_small = |recipe: &Recipe| {
        let corners = recipe.name.rsplit(' ').next().and_then(|count| count.parse().ok());
        !recipe.name.contains("hull") || corners.is_some_and(|corners: usize| corners < 512)
    };
    recipes().into_iter().filter(is_small).map(|recipe| (recipe.make)(64)).collect()
}

#[test]
fn the_same_recipe_makes_the_same_workload() {
    for recipe in recipes().into_iter().filter(|recipe| recipe.name == "boxes" || recipe.name == "hull 8") {
        assert_eq!((recipe.make)(32), (recipe.make)(32), "{} {}", recipe.name, recipe.class);
    }
}

#[test]
fn every_pair_lies_as_its_class_says() {
    let mut counted = 0;
    for workload in samples().into_iter().filter(|workload| !workload.name.starts_with(touching::PREFIX)) {
        let class = Class::ALL.into_iter().find(|class| workload.class.starts_with(&class.to_string())).unwrap();
        let (low, high) = class.range();
        for workload in [workload.rounded(), workload] {
            for &distance in &workload.reference {
                let relative = distance / workload.size;
                assert!(low <= relative && relative <= high, "{} {class}: {relative}", workload.name);
                counted += 1;
            }
        }
    }
    assert!(counted > 1000, "{counted} pairs only");
}

#[test]
fn shapes_that_touch_are_apart_by_rounding_at_most() {
    let mut counted = [0; 3];
    for workload in samples().into_iter().filter(|workload| workload.name.starts_with(touching::PREFIX)) {
        for &distance in &workload.reference {
            assert!(distance.abs() < 1e-14, "{} {}: {distance}", workload.name, workload.class);
            counted[if distance == 0.0 { 0 } else { 1 + usize::from(distance < 0.0) }] += 1;
        }
    }
    assert!(counted.iter().all(|&count| count > 50), "{counted:?}");
}

#[test]
fn every_point_of_a_hull_is_a_vertex() {
    let mut hulls = 0;
    // Those that touch have points inside, as Jolt's hulls have.
    for workload in samples().into_iter().filter(|workload| !workload.name.starts_with(touching::PREFIX)) {
        for shape in &workload.shapes {
            let super::ShapeData::Points(points) = shape else { continue };
            let vertices = if workload.dimension == 2 {
                crate::space::hull::<clearance::Vec2<f64>>(points).vertices().len()
            } else {
                crate::space::hull::<clearance::Vec3<f64>>(points).vertices().len()
            };
            assert_eq!(vertices, points.len(), "{}", workload.name);
            hulls += 1;
        }
    }
    assert!(hulls > 100, "{hulls} hulls only");
}

#[test]
fn a_track_moves_by_its_step_and_ends_where_it_began() {
    for recipe in recipes().into_iter().filter(|recipe| recipe.name.starts_with("moving")) {
        let workload = (recipe.make)(256);
        let step: f64 = recipe.class.split(' ').nth(1).unwrap().parse().unwrap();
        assert_eq!(workload.tracks(), 4);
        for track in 0..workload.tracks() {
            let way: Vec<_> = workload.pairs.iter().filter(|pair| pair.track == track).collect();
            assert_eq!(way.first(), way.last());
            for two in way.windows(2) {
                let [before, after] = [0, 1].map(|time| two[time].poses[0].rotation);
                let moved: f64 = (0..4).map(|i| (before[i] - after[i]).powi(2)).sum::<f64>().sqrt();
                let expected = if workload.dimension == 2 { step } else { 0.5 * step };
                let turning_point = before == after;
                assert!(turning_point || (moved / expected - 1.0).abs() < 1e-2, "{}: {moved}", recipe.name);
            }
        }
    }
}

#[test]
fn rounded_rotations_are_f32_and_ten_times_nearer_to_unit_than_f32() {
    for workload in samples().into_iter().filter(|workload| ["boxes", "polygon 16"].contains(&&*workload.name)) {
        let poses: Vec<_> = workload.rounded().pairs.iter().flat_map(|pair| pair.poses).collect();
        assert!(poses.iter().flat_map(|pose| pose.rotation).all(|number| f64::from(number as f32) == number));
        let square = |rotation: [f64; 4]| rotation.iter().map(|number| number * number).sum::<f64>();
        let excess = poses.iter().map(|pose| (square(pose.rotation) - 1.0).abs());
        let mean = excess.sum::<f64>() / poses.len() as f64;
        assert!(mean < 0.1 * f64::from(f32::EPSILON), "{}: {mean}", workload.name);
    }
}
