use super::*;
use crate::rng::Rng;

/// How often each edge is used in each direction.
fn is_closed(part: &Part) -> bool {
    let edges = |turn: fn([u32; 2]) -> [u32; 2]| {
        let mut edges: Vec<[u32; 2]> =
            part.triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]].map(turn)).collect();
        edges.sort_unstable();
        edges
    };
    let there = edges(|edge| edge);
    there.windows(2).all(|pair| pair[0] != pair[1]) && there == edges(|[a, b]| [b, a])
}

#[test]
fn generated_meshes_are_closed_and_have_the_triangles_of_their_names() {
    for (part, triangles) in [
        (parts::sphere(36, 18), 1_224),
        (parts::torus(72, 36), 5_184),
        (parts::bumpy(200, 50), 20_000),
        (parts::plate(70), 20_160),
        (parts::torus(288, 144), 82_944),
        (parts::sphere(288, 145), 82_944),
    ] {
        assert_eq!(part.triangles.len(), triangles);
        assert!(is_closed(&part), "{triangles}");
    }
}

#[test]
fn a_gap_is_what_its_class_says_and_a_motion_comes_back() {
    let mut seen = [0; 2];
    for recipe in placings::recipes(true, None).expect("no directory is read") {
        if recipe.name != "meshes spheres 1k" {
            continue;
        }
        let workload = (recipe.make)();
        if let Some(gap) = recipe.class.strip_prefix("gap ") {
            let gap: f64 = gap.parse().expect("a number");
            assert!(workload.reference.iter().all(|distance| (distance - gap).abs() <= 1e-2 * gap), "{}", recipe.class);
            seen[0] += 1;
        } else {
            assert_eq!(
                workload.reference[0],
                workload.reference[workload.reference.len() - workload_tracks(&workload)]
            );
            seen[1] += 1;
        }
    }
    assert_eq!(seen, [3, 1]);
}

fn workload_tracks(workload: &Workload) -> usize {
    workload.pairs.iter().map(|pair| pair.track + 1).max().unwrap_or(0)
}

#[test]
fn a_coast_has_its_points() {
    assert_eq!(parts::coast(15_000, &mut Rng::named("1")).leaves(), 15_000);
}

#[test]
fn a_wrong_answer_to_below_is_counted() {
    let workload = Workload {
        name: String::new(),
        class: String::new(),
        dimension: 3,
        parts: Vec::new(),
        pairs: Vec::new(),
        reference: vec![1.0; 2],
    };
    assert_eq!(Question::Below(0.9).judge(&[0.0, 1.0], &workload).wrong_verdicts, 1);
    assert_eq!(Question::Below(1.1).judge(&[0.0, 1.0], &workload).wrong_verdicts, 1);
}
