use super::*;
use clearance::{Solver, signed_distance};

const HERE: [f64; 4] = [0.0, 0.0, 1.0, 0.0];

fn rectangle(w: f64, h: f64) -> [f64; 8] {
    [-w, -h, w, -h, w, h, -w, h]
}

/// The lesson's own.
const TURN: f64 = 7.0686;
const HEIGHT: f64 = 0.45;

/// A rod past a thin wall, with a turn, at a height.
fn flight(turn: f64, height: f64) -> Flight {
    let motion = [3.0, 0.0, turn, -1.5, height];
    let start = [-1.5, height, 0.5, 0.866];
    Flight::new(&rectangle(0.03, 0.5), &HERE, &rectangle(0.4, 0.04), &start, &motion)
        .unwrap_or_else(|it| panic!("{it}"))
}

/// The steps that are proven parts, with their indices.
fn parts(flight: &Flight) -> Vec<(usize, [f64; 9])> {
    let steps: Vec<f64> = flight.steps();
    let rows = steps.chunks_exact(9).map(|row| <[f64; 9]>::try_from(row).unwrap());
    rows.enumerate().filter(|(_, row)| row[0] == 1.0).collect()
}

#[test]
fn the_rod_hits_the_wall_between_two_samples_that_are_apart() {
    let flight = flight(TURN, HEIGHT);
    let answer = flight.answer();
    assert_eq!(answer[0], 1.0);
    assert!(answer[2] <= answer[1] && answer[1] <= answer[3] && answer[3] - answer[2] < 1e-13);
    let samples = [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0];
    assert!(samples[1] < answer[2] && answer[3] < samples[2]);
    let distances: Vec<f64> = flight.at(&samples).chunks_exact(13).map(|row| row[5]).collect();
    assert!(distances.iter().all(|&lower| lower > 0.0), "{distances:?}");
}

#[test]
fn the_parts_follow_each_other_up_to_the_contact_or_to_the_end() {
    let mut outcomes = [0; 3];
    for (tenth, height) in (-90..=90).flat_map(|tenth| [(tenth, HEIGHT), (tenth, 0.8)]) {
        let flight = flight(0.1 * f64::from(tenth), height);
        let answer = flight.answer();
        outcomes[answer[0] as usize] += 1;
        let mut end = 0.0;
        for (_, part) in parts(&flight) {
            assert_eq!(part[1], end);
            assert!(part[2] > end && part[6] > 0.0 && part[7] > 0.0);
            end = part[2];
        }
        // Without a turn the answer is that of another search.
        assert!(tenth == 0 || end == answer[2], "{tenth}: {end} and {answer:?}");
    }
    assert!(outcomes[0] > 10 && outcomes[1] > 10, "{outcomes:?}");
}

#[test]
fn a_bow_is_above_zero_and_below_the_band_and_that_is_below_the_clearance() {
    let mut counts = [0; 3];
    for (tenth, height) in (-90..=90).flat_map(|tenth| [(tenth, HEIGHT), (tenth, 0.8)]) {
        let flight = flight(0.1 * f64::from(tenth), height);
        for (index, part) in parts(&flight) {
            counts[part[3] as usize] += 1;
            let fractions = [0.0, 0.1, 0.3, 0.5, 0.8, 1.0].map(|share| part[1] + share * (part[2] - part[1]));
            let (carried, moments) = (flight.carried(index, &fractions), flight.at(&fractions));
            for (row, moment) in carried.chunks_exact(6).zip(moments.chunks_exact(13)) {
                let slack = 1e-14;
                assert!(row[1] > -slack, "the bow is at {} in {part:?}", row[1]);
                assert!(row[1] <= row[0] + slack, "{row:?} in {part:?}");
                assert!(row[0] <= moment[4] + slack, "{row:?} and {moment:?}");
                assert!((row[0] - (row[5] - row[4])).abs() <= slack);
            }
        }
    }
    // A is at rest: no direction turns with it.
    assert!(counts[0] > 100 && counts[1] == 0 && counts[2] > 100, "{counts:?}");
}

#[test]
fn a_look_carries_no_direction() {
    assert!(flight(TURN, HEIGHT).carried(0, &[0.5]).is_empty());
}

#[test]
fn the_moments_are_those_of_the_library() {
    let flight = flight(TURN, HEIGHT);
    let row = flight.at(&[0.4]);
    let pose = [row[0], row[1], row[2], row[3]];
    let [a, b] = [body(&rectangle(0.03, 0.5), &HERE).unwrap(), body(&rectangle(0.4, 0.04), &pose).unwrap()];
    assert!((signed_distance(&a, &b).distance - row[4]).abs() < 1e-15);
}

/// A ray past a box about the origin.
fn ray(origin: [f64; 2], travel: [f64; 2]) -> Ray {
    Ray::new(&rectangle(2.0, 1.0), &HERE, &origin, &HERE, &travel).unwrap_or_else(|it| panic!("{it}"))
}

#[test]
fn what_the_edges_leave_is_where_the_line_crosses() {
    let corners = rectangle(2.0, 1.0);
    let mut counts = [0; 2];
    for place in 0..400 {
        let [i, j] = [f64::from(place % 20) - 9.75, f64::from(place / 20) - 9.25];
        let ray = ray([-6.0, 0.5 * i], [12.0, 0.7 * j]);
        let (edges, crossing) = (ray.edges(&corners), ray.crossing());
        let [from, until] = [edges[edges.len() - 4], edges[edges.len() - 3]];
        counts[usize::from(crossing.is_empty())] += 1;
        match crossing.is_empty() {
            true => assert!(from > until - 1e-15),
            false => assert!((crossing[0] - from).abs() < 1e-14 && (crossing[3] - until).abs() < 1e-14),
        }
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
}

#[test]
fn a_ray_that_starts_inside_hits_at_once_and_its_line_enters_before() {
    let ray = ray([1.0, 0.0], [6.0, 0.0]);
    assert_eq!(ray.answer()[..4], [1.0, 0.0, 0.0, 0.0]);
    let crossing = ray.crossing();
    assert!((crossing[0] + 0.5).abs() < 1e-15 && (crossing[3] - 1.0 / 6.0).abs() < 1e-15);
    assert!(ray.parting().is_empty());
}

#[test]
fn a_miss_has_a_line_between_the_shape_and_the_whole_ray() {
    for (origin, travel) in [([-6.0, 2.0], [12.0, 0.5]), ([-6.0, 0.0], [3.0, 0.0]), ([6.0, 0.5], [2.0, 0.0])] {
        let ray = ray(origin, travel);
        assert_eq!(ray.answer()[0], 0.0);
        let &[x, y, farthest, least] = &ray.parting()[..] else {
            panic!("no line");
        };
        let along = |point: [f64; 2]| point[0] * x + point[1] * y;
        let corners = rectangle(2.0, 1.0);
        assert!(corners.chunks_exact(2).all(|corner| along([corner[0], corner[1]]) <= farthest + 1e-15));
        let ends = [origin, [origin[0] + travel[0], origin[1] + travel[1]]];
        assert!(farthest < least && ends.into_iter().all(|end| along(end) >= least - 1e-15));
    }
}

#[test]
fn the_answer_of_a_ray_is_that_of_the_library() {
    let ray = ray([-6.0, -1.75], [12.0, 3.0]);
    let shape = body(&rectangle(2.0, 1.0), &HERE).unwrap();
    let cast = Solver::default().cast_ray(&shape, vec2(-6.0, -1.75), vec2(12.0, 3.0));
    let answer = ray.answer();
    assert!(cast.is_hit() && cast.lower <= answer[3] && answer[2] <= cast.upper);
}

#[test]
fn what_is_wrong_is_named() {
    let refused =
        |a: &[f64], motion: &[f64]| Flight::new(a, &HERE, &[0.0, 0.0], &HERE, motion).err().unwrap_or_default();
    assert!(refused(&[], &[0.0; 5]).starts_with("A: "));
    assert!(refused(&[0.0, 0.0], &[0.0; 4]).contains("5 finite numbers"));
    assert!(refused(&[0.0, 0.0], &[f64::NAN; 5]).contains("5 finite numbers"));
    assert!(
        Ray::new(&[0.0, 0.0], &[0.0; 3], &[0.0, 0.0], &HERE, &[1.0, 0.0])
            .err()
            .unwrap_or_default()
            .starts_with("the shape: ")
    );
}
