use super::*;
use crate::result::Status;
use crate::shape::Points;
use crate::space::vector::{Vec3, vec3};

const TETRAHEDRON: [Vec3<f64>; 4] =
    [vec3(0.0, 0.0, 0.0), vec3(3.0, 0.0, 0.0), vec3(0.0, 3.0, 0.0), vec3(0.0, 0.0, 3.0)];

/// The place of a point in the tetrahedron, and the status of the answer, for each order of the two shapes.
fn places(point: Vec3<f64>) -> [(Place, Status); 2] {
    let point = [point];
    let (a, b) = (Points::new(&TETRAHEDRON).unwrap(), Points::new(&point).unwrap());
    [ExactPair::new(&a, &b), ExactPair::new(&b, &a)].map(|pair| {
        let pair = pair.unwrap();
        let nearest = pair.nearest(vec3(1.0, 0.5, 0.25), Watch::NOBODY);
        (nearest.place, ExactAnswer::new(&pair, &nearest).status)
    })
}

#[test]
fn a_point_on_the_boundary_is_touching_not_inside() {
    let on_boundary = [
        vec3(3.0, 0.0, 0.0),
        vec3(1.5, 1.5, 0.0),
        vec3(1.0, 1.0, 1.0),
        vec3(0.5, 0.25, 2.25),
        vec3(1.0, 0.0, 1.0),
        vec3(0.0, 0.0, 0.0),
    ];
    for point in on_boundary {
        assert_eq!(places(point), [(Place::Boundary, Status::Touching); 2], "{point:?}");
    }
    let one_bit = 2f64.powi(-52);
    for point in [vec3(1.0, 1.0, 1.0 - one_bit), vec3(1.0, 1.0, f64::MIN_POSITIVE)] {
        assert_eq!(places(point), [(Place::Inside, Status::Overlapping); 2], "{point:?}");
    }
    for point in [vec3(1.0, 1.0, 1.0 + one_bit), vec3(1.0, 1.0, -f64::MIN_POSITIVE)] {
        assert_eq!(places(point), [(Place::Outside, Status::Separated); 2], "{point:?}");
    }
}

#[test]
fn a_flat_difference_through_the_origin_is_touching() {
    let (a, b) = (&TETRAHEDRON[..3], [vec3(1.0, 1.0, 0.0)]);
    let (a, b) = (Points::new(a).unwrap(), Points::new(&b).unwrap());
    let pair = ExactPair::new(&a, &b).unwrap();
    let nearest = pair.nearest(vec3(0.0, 0.0, 1.0), Watch::NOBODY);
    assert_eq!(ExactAnswer::new(&pair, &nearest).status, Status::Touching);
    assert!(nearest.around.is_empty());
}

#[test]
fn heights_that_floats_cannot_tell_apart_are_compared_exactly() {
    let tiny = 2f64.powi(-80);
    let points = [vec3(1.0, 0.0, 0.0), vec3(1.0, 1.0, 0.0), vec3(1.0, 1.0, 0.0), vec3(1.0, -1.0, 0.0)];
    let origin = [vec3(0.0, 0.0, 0.0)];
    let (a, b) = (Points::new(&points).unwrap(), Points::new(&origin).unwrap());
    let pair = ExactPair::new(&a, &b).unwrap();
    let farthest = |direction: Vec3<f64>| pair.support(&direction.exact()).indices.0;
    assert_eq!(vec3(1.0, tiny, 0.0).dot(&points[1]), vec3(1.0, tiny, 0.0).dot(&points[0]));
    assert_eq!(farthest(vec3(1.0, tiny, 0.0)), 1);
    assert_eq!(farthest(vec3(1.0, -tiny, 0.0)), 3);
    assert_eq!(farthest(vec3(1.0, 0.0, 0.0)), 0);
}
