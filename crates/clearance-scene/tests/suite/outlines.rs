//! Outlines in the plane: polygons with holes and open lines.

use crate::shapes::Random;
use crate::shapes_in_the_plane::{Polygon, outline, polygons, pose};
use clearance::{Pose, Proximity, Segment, Shape, Solver, Status, Vec2, vec2};
use clearance_scene::{
    Nearest, NearestCache, Outline, OutlineBody, OutlineError, distance, distance_cached, is_below, nearest_pairs,
    overlaps, pairs_within, within,
};

fn segment(body: &OutlineBody, edge: u32) -> impl clearance::SupportMap<Vec2<f64>> {
    let [start, end] = body.ends(edge);
    Segment::new(start, end).unwrap().at(body.pose)
}

/// The answers for all pairs of edges, by the core.
fn all_pairs(a: &OutlineBody, b: &OutlineBody) -> Vec<(Proximity<Vec2<f64>>, [u32; 2])> {
    let counts = [a, b].map(|body| body.outline.edges().len() as u32);
    let pairs = (0..counts[0]).flat_map(|i| (0..counts[1]).map(move |j| [i, j]));
    pairs.map(|[i, j]| (clearance::distance(&segment(a, i), &segment(b, j)), [i, j])).collect()
}

/// Law: the distance of two outlines is the least distance of their edges, and all other answers agree with it.
#[test]
fn the_distance_of_outlines_is_the_least_of_all_pairs_of_edges() {
    let mut random = Random(31);
    let (mut meeting, mut apart) = (0, 0);
    for round in 0..60 {
        let reach = [0.3, 2.0, 6.0][round % 3];
        let outlines = [0, 1].map(|_| outline(&polygons(&mut random, 1 + round % 3)));
        let [a, b] = [outlines[0].at(pose(&mut random, reach)), outlines[1].at(pose(&mut random, reach))];
        let all = all_pairs(&a, &b);
        let truth = all.iter().map(|(answer, _)| answer.distance).fold(f64::INFINITY, f64::min);
        let answer = distance(&a, &b);
        let size = 3.0 + a.pose.translation.length() + b.pose.translation.length();
        assert!((answer.distance - truth).abs() <= 4.0 * f64::EPSILON * size, "{answer:?} {truth}");
        let nearest = all.iter().find(|(answer, _)| answer.distance == truth).expect("one is the least").0;
        assert!(answer.lower <= nearest.upper && nearest.lower <= answer.upper, "{answer:?} {nearest:?}");
        assert!(answer.upper - answer.lower <= 4.0 * f64::EPSILON * size, "{answer:?}");
        assert_eq!(overlaps(&a, &b), truth == 0.0);
        if truth > 0.0 {
            apart += 1;
            assert!(within(&a, &b, answer.lower * 0.999).is_none() && !is_below(&a, &b, answer.lower));
            assert_eq!(within(&a, &b, answer.upper * 1.001), Some(answer));
            assert!(is_below(&a, &b, answer.upper * 1.001));
        } else {
            meeting += 1;
            // The first pair that meets is named: by the numbers of one outline, and then by those of the other.
            let meets = |answer: &Proximity<Vec2<f64>>| answer.status != Status::Separated;
            let pairs = all.iter().filter(|(answer, _)| meets(answer)).map(|(_, pair)| *pair);
            let first = [pairs.clone().min(), pairs.min_by_key(|&[i, j]| [j, i])];
            assert!(first.contains(&Some([answer.leaf_a, answer.leaf_b])), "{first:?} {answer:?}");
        }
        let mut sorted: Vec<_> = all.iter().map(|(answer, pair)| (answer.distance, *pair)).collect();
        sorted.sort_by(|left, right| left.partial_cmp(right).unwrap());
        let of = |pairs: Vec<Nearest<Vec2<f64>>>| -> Vec<(f64, [u32; 2])> {
            pairs.iter().map(|pair| (pair.distance, [pair.leaf_a, pair.leaf_b])).collect()
        };
        assert_eq!(of(nearest_pairs(&a, &b, 20)), sorted[..20.min(sorted.len())]);
        let near: Vec<_> = sorted.iter().copied().take_while(|(distance, _)| *distance <= truth + 0.2).collect();
        assert_eq!(of(pairs_within(&a, &b, truth + 0.2)), near);
    }
    assert!(meeting >= 8 && apart >= 8, "{meeting} {apart}");
}

/// Law: exchanged outlines, another unit and a warm start give the same bits.
#[test]
fn outlines_have_the_same_bits_exchanged_in_another_unit_and_with_a_warm_start() {
    let mut random = Random(37);
    for exponent in [0, 1, -60, 400, -400] {
        let factor = 2f64.powi(exponent);
        let parts = [0, 1].map(|_| polygons(&mut random, 3));
        let times = |polygons: &[Polygon]| -> Vec<Polygon> {
            let ring = |ring: &Vec<[f64; 2]>| ring.iter().map(|point| point.map(|x| x * factor)).collect();
            polygons.iter().map(|polygon| polygon.iter().map(ring).collect()).collect()
        };
        let [small, large] =
            [parts.each_ref().map(|parts| outline(parts)), parts.each_ref().map(|parts| outline(&times(parts)))];
        let mut cache = NearestCache::default();
        for reach in [0.5, 3.0] {
            let poses = [pose(&mut random, reach), pose(&mut random, reach)];
            let answer = distance(&small[0].at(poses[0]), &small[1].at(poses[1]));
            assert_eq!(answer, distance(&small[1].at(poses[1]), &small[0].at(poses[0])).swapped());
            let bodies = [small[0].at(poses[0]), small[1].at(poses[1])];
            assert_eq!(answer, distance_cached(&Solver::default(), &bodies[0], &bodies[1], &mut cache));
            let far = poses.map(|pose| Pose { translation: pose.translation * factor, ..pose });
            let scaled = distance(&large[0].at(far[0]), &large[1].at(far[1]));
            assert_eq!([answer.leaf_a, answer.leaf_b], [scaled.leaf_a, scaled.leaf_b]);
            let bounds = [answer.distance, answer.lower, answer.upper].map(|x| x * factor);
            assert_eq!(bounds, [scaled.distance, scaled.lower, scaled.upper]);
            assert_eq!([answer.point_a * factor, answer.point_b * factor], [scaled.point_a, scaled.point_b]);
        }
    }
}

/// Law: edges are numbered ring after ring, the closing edge is the ring's last, and a repeated first point adds none.
#[test]
fn edges_are_numbered_ring_after_ring() {
    let open = vec![[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]];
    let mut closed = open.clone();
    closed.push(open[0]);
    let hole = vec![[1.0, 1.0], [1.0, 1.5], [1.5, 1.0]];
    let [first, second] = [vec![vec![open, hole.clone()]], vec![vec![closed, hole]]].map(|rings| outline(&rings));
    assert_eq!((first.vertices(), first.edges()), (second.vertices(), second.edges()));
    assert_eq!(first.edges(), [[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]]);
    assert_eq!(first.rings()[1].first_edge, 3);
    assert!(first.rings()[1].is_hole && first.is_closed());
    let line = Outline::polyline(&[[0.0, 0.0], [1.0, 0.0], [1.0, 0.0]]).unwrap();
    assert_eq!((line.edges(), line.is_closed()), (&[[0, 1], [1, 2]][..], false));
    assert_eq!((line.report().open_lines, line.report().zero_edges, line.report().polygons), (1, 1, 0));
    assert_eq!(Outline::polyline(&[[7.0, 0.0]]).unwrap().edges(), [[0, 0]]);
}

/// Law: what is no outline is refused with its place.
#[test]
fn what_is_no_outline_is_refused() {
    assert_eq!(Outline::new::<[f64; 2]>(&[]).unwrap_err(), OutlineError::Empty);
    assert_eq!(Outline::new::<[f64; 2]>(&[vec![vec![]]]).unwrap_err(), OutlineError::Empty);
    let error = Outline::new(&[vec![vec![[0.0, 0.0]]], vec![vec![[1.0, 1.0], [f64::NAN, 0.0]]]]).unwrap_err();
    assert_eq!(error, OutlineError::NotFinite { polygon: 1, ring: 0, point: 1 });
    assert_eq!(error.to_string(), "a coordinate of point 1 in ring 0 of polygon 1 is not finite");
}

/// The sum of the angles at a point over 2π: inaccurate near an edge, and independent.
fn by_angles(ring: &[[f64; 2]], point: Vec2<f64>) -> f64 {
    let corners = ring.iter().map(|&[x, y]| vec2(x, y) - point);
    let next = corners.clone().cycle().skip(1);
    corners.zip(next).map(|(p, q)| f64::atan2(p.cross(q), p.dot(q))).sum::<f64>() / std::f64::consts::TAU
}

/// Law: inside a polygon the number is 1, in holes and outside 0, whichever way rings are listed; polygons add up.
#[test]
fn the_winding_number_counts_the_polygons_around_a_point() {
    let mut random = Random(41);
    let mut counts = [0; 3];
    for _ in 0..40 {
        let polygons = polygons(&mut random, 4);
        let outline = outline(&polygons);
        for _ in 0..100 {
            let point = vec2(1.5 * random.signed(), 1.5 * random.signed());
            let around = |ring: &[[f64; 2]]| by_angles(ring, point).round().abs() as i32;
            let expected: i32 = polygons.iter().map(|rings| around(&rings[0]) - around(&rings[1])).sum();
            assert_eq!(outline.winding_number(point), Some(expected), "{point:?}");
            counts[(expected as usize).min(2)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
}

/// Law: points level with corners and on edges are told exactly, at every scale.
#[test]
fn points_level_with_corners_and_on_edges_are_told_exactly() {
    for scale in [2f64.powi(-500), 1.0, 2f64.powi(500)] {
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|corner| corner.map(|x| x * scale));
        let square = outline(&[vec![square.to_vec()]]);
        let steps = [-0.5, -1e-150, 0.0, f64::EPSILON, 0.5, 1.0 - f64::EPSILON, 1.0, 1.0 + f64::EPSILON];
        for x in steps {
            for y in steps {
                let inside = [x, y].iter().all(|&t| 0.0 < t && t < 1.0);
                let outside = [x, y].iter().any(|&t| !(0.0..=1.0).contains(&t));
                let expected = if inside || outside { Some(i32::from(inside)) } else { None };
                assert_eq!(square.winding_number(vec2(x * scale, y * scale)), expected, "{x} {y}");
            }
        }
        assert_eq!(square.winding_number(vec2(f64::NAN, 0.0)), None);
    }
}
