use super::{Class, Workload, recipes};

/// A few pairs of every workload whose hulls are small enough to be made quickly.
fn samples() -> Vec<Workload> {
    let small = |workload: &Workload| {
        workload.shapes.iter().all(|shape| !matches!(shape, super::ShapeData::Points(points) if points.len() > 128))
    };
    let recipes =
        recipes().into_iter().filter(|recipe| !["hull 512", "hull 2048", "hull 4096"].contains(&&*recipe.name));
    recipes.map(|recipe| (recipe.make)(64)).filter(small).collect()
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
    for workload in samples() {
        let Some(class) = Class::ALL.into_iter().find(|class| class.to_string() == workload.class) else { continue };
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
fn every_point_of_a_hull_is_a_vertex() {
    let mut hulls = 0;
    for workload in samples() {
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
