use super::*;
use clearance::Solver;

const HERE: [f64; 4] = [0.0, 0.0, 1.0, 0.0];
const SQUARE: [f64; 8] = [-1.0, -1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0];

/// A polygon of so many corners on an ellipse.
fn round(count: usize) -> Vec<f64> {
    let angle = |place: usize| std::f64::consts::TAU * place as f64 / count as f64;
    (0..count).flat_map(|place| [angle(place).cos() * 1.5, angle(place).sin()]).collect()
}

fn pair(count: usize, x: f64) -> Pair {
    let there = [x, 0.4, 0.8, 0.6];
    Pair::new(&round(count), &HERE, &round(count), &there).unwrap_or_else(|it| panic!("{it}"))
}

#[test]
fn the_gap_along_any_direction_is_at_most_the_distance_and_reaches_it() {
    let pair = pair(7, 5.0);
    let [a, b] = pair.0.placed();
    let truth = Solver::default().signed_distance(&a, &b);
    let angles = (0..720).map(|place| f64::from(place).to_radians() / 2.0);
    let mut directions: Vec<f64> = angles.flat_map(|angle| [angle.cos(), angle.sin()]).collect();
    directions.extend([truth.normal.x, truth.normal.y]);
    let gaps: Vec<f64> = pair.supports(&directions).chunks_exact(4).map(|row| row[3] - row[2]).collect();
    assert!(gaps.iter().all(|&gap| gap <= truth.distance + 1e-12));
    assert!((gaps[720] - truth.distance).abs() < 1e-12);
}

#[test]
fn the_methods_that_end_agree_about_two_polygons() {
    for x in [5.0, 2.0] {
        let methods: serde_json::Value = serde_json::from_str(&pair(9, x).compared()).unwrap();
        let methods = methods.as_array().unwrap();
        assert_eq!(methods.len(), 9);
        let ours = &methods[0]["ending"];
        for method in methods {
            let ending = &method["ending"];
            let (id, distance) = (&method["id"], ending["distance"].as_f64());
            assert_eq!(ending["verdict"], ours["verdict"], "{id}");
            let apart = (distance.unwrap_or(0.0) - ours["distance"].as_f64().unwrap()).abs();
            assert!(distance.is_none() || apart < 1e-5, "{id}: {distance:?}");
            for bound in method["bounds"].as_array().unwrap() {
                let lower = bound[0].as_f64().unwrap_or(0.0);
                assert!(lower <= ours["distance"].as_f64().unwrap() + 1e-5, "{id}");
            }
        }
    }
}

#[test]
fn the_descent_finds_the_farthest_corner_and_compares_few() {
    for angle in 0..36 {
        let (s, c) = f64::from(angle).to_radians().sin_cos();
        let pair = pair(48, 5.0);
        let found: serde_json::Value = serde_json::from_str(&pair.layers(c, s)).unwrap();
        assert_eq!(found["corner"].as_f64().unwrap(), pair.supports(&[c, s])[0]);
        let levels = found["levels"].as_array().unwrap();
        let compared: usize = levels.iter().map(|level| level["compared"].as_array().unwrap().len()).sum();
        assert!(levels.len() >= 4 && compared <= 16, "{} {compared}", levels.len());
        assert_eq!(levels.last().unwrap()["corners"].as_array().unwrap().len(), 48);
    }
}

#[test]
fn memory_saves_steps_when_a_body_moves_little_and_never_changes_the_distance() {
    // Two long bodies pass each other. The line of their middles seldom parts them.
    let long: Vec<f64> = round(24).chunks_exact(2).flat_map(|point| [2.0 * point[0], 0.3 * point[1]]).collect();
    let pair = Pair::new(&long, &HERE, &long, &HERE).unwrap_or_else(|it| panic!("{it}"));
    let poses: Vec<f64> = (0..40).flat_map(|frame| [3.0 - 0.15 * f64::from(frame), 0.8, 1.0, 0.0]).collect();
    let rows = pair.frames(&poses).unwrap_or_else(|it| panic!("{it}"));
    let sum = |column: usize| rows.chunks_exact(frames::ROW).map(|row| row[column]).sum::<f64>();
    assert_eq!(rows.len(), 40 * frames::ROW);
    assert!(sum(4) < sum(3), "ISA-GJK: {} remembered, {} cold", sum(4), sum(3));
    assert!(sum(6) < sum(5), "ours: {} remembered, {} cold", sum(6), sum(5));
    for row in rows.chunks_exact(frames::ROW) {
        assert!(row[1] <= row[0] && row[0] <= row[2]);
        assert!(row[11] - row[10] <= row[2] && row[11] > row[10], "the axis parts them");
    }
}

#[test]
fn the_loop_of_the_talk_does_not_end_on_the_talks_own_numbers() {
    let segment = [0.021119117736816406, 79.58432006835938, 0.020964622497558594, -31.51567840576172];
    let pair = Pair::new(&segment, &HERE, &[0.0, 0.0], &HERE).unwrap_or_else(|it| panic!("{it}"));
    let walk: serde_json::Value = serde_json::from_str(&pair.naive()).unwrap();
    assert_eq!(walk["ending"]["endless"], true);
    assert_eq!(walk["steps"].as_array().unwrap().len(), 200);
}

#[test]
fn the_distance_of_polygons_with_notches_is_the_least_of_all_pairs_of_pieces() {
    let hook = [0.0, 0.0, 4.0, 0.0, 4.0, 3.0, 3.0, 3.0, 3.0, 1.0, 1.0, 1.0, 1.0, 3.0, 0.0, 3.0];
    let hook = Region::new(&hook, &HERE).unwrap_or_else(|it| panic!("{it}"));
    let foot = Region::new(&SQUARE, &[2.0, 2.7, 0.8, 0.6]).unwrap_or_else(|it| panic!("{it}"));
    let pieces: serde_json::Value = serde_json::from_str(&hook.pieces()).unwrap();
    assert_eq!((pieces["notches"].as_u64(), pieces["pieces"].as_array().unwrap().len()), (Some(2), 3));
    let between: serde_json::Value = serde_json::from_str(&hook.between(&foot)).unwrap();
    let pairs = between["pairs"].as_array().unwrap();
    let least = pairs.iter().map(|pair| pair["distance"].as_f64().unwrap()).fold(f64::INFINITY, f64::min);
    assert_eq!(pairs.len(), 3);
    let (lower, upper) = (between["lower"].as_f64().unwrap(), between["upper"].as_f64().unwrap());
    assert!((least.max(0.0) - between["distance"].as_f64().unwrap()).abs() < 1e-12 && lower <= upper);
    let crossing = Region::new(&[0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0], &HERE).err().unwrap();
    assert!(crossing.contains("cross"), "{crossing}");
}

#[test]
fn a_line_of_points_is_a_shape() {
    let pair = Pair::new(&[0.0, 0.0, 2.0, 0.0], &HERE, &[1.0, 3.0], &HERE).unwrap_or_else(|it| panic!("{it}"));
    let walk: serde_json::Value = serde_json::from_str(&pair.walk()).unwrap();
    assert_eq!(walk["ending"]["distance"], 3.0);
}
