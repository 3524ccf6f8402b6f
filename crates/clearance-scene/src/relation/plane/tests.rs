//! What outlines that enclose nothing are beside a polygon.

use super::relation_of_outlines;
use crate::outline::Outline;
use crate::relation::Relation;
use clearance::Pose;

/// The outline of these rings, each a polygon of its own. A line is a ring there and back.
fn outline(rings: &[&[[f64; 2]]]) -> Outline {
    Outline::new(&rings.iter().map(|ring| vec![ring.to_vec()]).collect::<Vec<_>>()).unwrap()
}

fn related(a: &Outline, b: &Outline) -> Relation {
    let [one, other] = [[a, b], [b, a]].map(|[first, second]| {
        relation_of_outlines(&first.at(Pose::identity()), &second.at(Pose::identity())).unwrap().relation
    });
    assert_eq!(one, other.swapped(), "exchanged");
    one
}

const SQUARE: &[[f64; 2]] = &[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]];

/// Cause: a point or a line encloses nothing on either side, and only what is enclosed was noted. So outlines with some of
/// their points or lines in a polygon counted as apart, and those that reached out of it beside a polygon in it as inside.
/// Law: what has points inside the open body and points outside of it crosses it.
#[test]
fn points_and_lines_partly_inside_a_polygon_cross_it() {
    let square = outline(&[SQUARE]);
    let (inner, beyond): (&[[f64; 2]], &[[f64; 2]]) =
        (&[[2.0, 2.0], [3.0, 2.0], [3.0, 3.0]], &[[20.0, 20.0], [21.0, 20.0], [21.0, 21.0]]);
    for (rings, right) in [
        (vec![&inner[..1], &beyond[..1]], Relation::Crossing),
        (vec![&inner[..2], &beyond[..2]], Relation::Crossing),
        (vec![&inner[..1], beyond], Relation::Crossing),
        (vec![inner, &beyond[..1]], Relation::Crossing),
        (vec![inner, &beyond[..2]], Relation::Crossing),
        (vec![inner, &inner[..1]], Relation::BInA),
        (vec![&inner[..1], &inner[2..]], Relation::BInA),
        (vec![&beyond[..1], beyond], Relation::Apart),
        (vec![&inner[..1], &[[10.0, 5.0]]], Relation::BInA),
        (vec![&beyond[..1], &[[10.0, 5.0]]], Relation::Touching),
        // A point twice is that point, and a polygon holds its own points.
        (vec![&[[2.0, 2.0], [2.0, 2.0]][..], &beyond[..1]], Relation::Crossing),
        (vec![&[[4.0, 4.0]][..], &[[3.0, 3.0], [5.0, 3.0], [5.0, 5.0], [3.0, 5.0]]], Relation::BInA),
    ] {
        assert_eq!(related(&square, &outline(&rings)), right, "{rings:?}");
    }
}

/// Cause: as above, where the edges meet. Law: a line that enters a polygon and leaves it crosses it. One along its rim or
/// outside of it touches it, and one that nowhere leaves it is in it.
#[test]
fn a_line_through_a_polygon_crosses_it() {
    let square = outline(&[SQUARE]);
    for (line, right) in [
        (vec![[2.0, 2.0], [15.0, 5.0]], Relation::Crossing),
        (vec![[-5.0, 5.0], [15.0, 5.0]], Relation::Crossing),
        (vec![[-5.0, -5.0], [15.0, 15.0]], Relation::Crossing),
        (vec![[2.0, 2.0], [15.0, 5.0], [15.0, 8.0], [15.0, 5.0]], Relation::Crossing),
        (vec![[0.0, 5.0], [5.0, 5.0]], Relation::BInA),
        (vec![[0.0, 5.0], [10.0, 5.0]], Relation::BInA),
        (vec![[10.0, 5.0], [15.0, 5.0]], Relation::Touching),
        (vec![[0.0, 0.0], [10.0, 0.0]], Relation::Touching),
        (vec![[-1.0, 0.0], [12.0, 0.0]], Relation::Touching),
        (vec![[-5.0, 5.0], [5.0, -5.0]], Relation::Touching),
    ] {
        assert_eq!(related(&square, &outline(&[&line])), right, "{line:?}");
    }
    // Two polygons with a common side are one region: a line along that side is inside.
    let halves = outline(&[
        &[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]],
        &[[4.0, 0.0], [8.0, 0.0], [8.0, 4.0], [4.0, 4.0]],
    ]);
    assert_eq!(related(&halves, &outline(&[&[[4.0, 1.0], [4.0, 3.0]]])), Relation::BInA);
    assert_eq!(related(&halves, &outline(&[&[[4.0, 1.0], [4.0, 6.0]]])), Relation::Crossing);
    // Lines enclose nothing: no two of them cross.
    let [one, other] = [[[0.0, 0.0], [4.0, 4.0]], [[0.0, 4.0], [4.0, 0.0]]].map(|line| outline(&[&line]));
    assert_eq!(related(&one, &other), Relation::Touching);
}
