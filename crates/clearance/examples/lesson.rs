//! A lesson: how GJK finds the distance of two triangles, step by step, in a terminal.
//!
//! It shows the Minkowski difference, the steps of the search with their bounds, and the Voronoi region of a point. Run
//! it with `cargo run --example lesson`; the tests run it, too.

use clearance::{
    Closest, Hull, Pose, Proximity, Shape, ShapeError, Solver, Step, Vec2, closest_on_triangle, minkowski_difference,
    signed_distance, vec2,
};

/// The triangle A, and the triangle B where it stands at first.
fn triangles() -> Result<[Hull<Vec2<f64>>; 2], ShapeError> {
    let a = Hull::new(&[[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])?;
    let b = Hull::new(&[[3.0, 1.0], [5.0, 2.0], [3.0, 3.0]])?;
    Ok([a, b])
}

/// 1. The distance of A and B is the distance of the origin from A − B.
fn show_difference(a: &Hull<Vec2<f64>>, b: &Hull<Vec2<f64>>) -> Proximity<Vec2<f64>> {
    let difference = minkowski_difference(a, b);
    println!("A − B has {} corners:", difference.vertices().len());
    difference.vertices().iter().for_each(|corner| println!("  {corner}"));
    let origin = Solver::default().closest_point(&difference, vec2(0.0, 0.0));
    println!("The origin is {} away from it; A and B are {} apart.", origin.distance, signed_distance(a, b).distance);
    origin
}

/// 2. The search: a simplex inside A − B comes near the origin, and planes close in from the other side.
fn show_search(a: &Hull<Vec2<f64>>, b: &Hull<Vec2<f64>>) -> (usize, Proximity<Vec2<f64>>) {
    let mut steps = 0;
    let answer = Solver::default().trace_distance(a, b, |step: &Step<'_, Vec2<f64>>| {
        steps += 1;
        let corners: Vec<String> = step.simplex.iter().map(|vertex| vertex.point.to_string()).collect();
        println!(
            "step {}: searched along {}, found {}, keeps [{}], distance between {:.4} and {:.4}",
            step.iteration,
            step.direction,
            step.vertex.point,
            corners.join(", "),
            step.lower,
            step.upper
        );
    });
    println!("{answer}");
    (steps, answer)
}

/// 3. Which corner, edge or face of a triangle is nearest to a point: its Voronoi regions.
fn show_regions() -> Vec<String> {
    let [a, b, c] = [vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(0.0, 2.0)];
    let points = [vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(2.0, 2.0), vec2(0.5, 0.5)];
    let told = points.map(|point| {
        let Closest { point: nearest, region, weights, .. } = closest_on_triangle(point, [a, b, c]);
        let line = format!("{point}: the {region}, at {nearest}, with the weights {weights:?}");
        println!("{line}");
        region.to_string()
    });
    told.to_vec()
}

fn main() -> Result<(), ShapeError> {
    let [a, b] = triangles()?;
    println!("1. The Minkowski difference");
    show_difference(&a, &b);
    println!("\n2. The search");
    show_search(&a, &b);
    println!("\n3. The regions of a triangle");
    show_regions();
    println!("\n4. The same shapes, closer and closer");
    for step in 0..=4 {
        let moved = (&b).at(Pose::translation([-0.5 * f64::from(step), 0.0]));
        println!("  B moved by {}: {}", -0.5 * f64::from(step), signed_distance(&a, &moved));
    }
    Ok(())
}

#[test]
fn the_lesson_says_one_distance_in_three_ways() -> Result<(), ShapeError> {
    let [a, b] = triangles()?;
    let right = 2f64.sqrt();
    let (steps, answer) = show_search(&a, &b);
    assert!((answer.distance - right).abs() < 1e-15 && answer.lower <= right && right <= answer.upper);
    assert_eq!(answer.iterations as usize, steps);
    assert!((show_difference(&a, &b).distance - right).abs() < 1e-15);
    let regions = show_regions();
    assert!(regions.windows(2).all(|pair| pair[0] != pair[1]), "{regions:?}");
    main()
}
