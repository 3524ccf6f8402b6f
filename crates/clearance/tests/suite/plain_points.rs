//! Points as people write them: vectors, arrays and tuples give the same shapes, to the bit.

use clearance::*;

#[test]
fn points_of_arrays_tuples_and_vectors_answer_with_the_same_bits() {
    let vectors: Vec<Vec3<f32>> =
        (0..11).map(|k| vec3(k as f32 * 0.3, (k * k) as f32 * 0.1, 1.0 / (k + 1) as f32)).collect();
    let arrays: Vec<[f32; 3]> = vectors.iter().map(|v| [v.x, v.y, v.z]).collect();
    let tuples: Vec<(f32, f32, f32)> = vectors.iter().map(|v| (v.x, v.y, v.z)).collect();
    let other = Cuboid::new(vec3(0.1f32, 0.2, 0.3)).unwrap().at(Pose::translation([-4.0, 1.0, 0.5]));
    let of_vectors = Points::new(&vectors).unwrap();
    let right = signed_distance(&of_vectors, &other);
    assert_eq!(signed_distance(&Points::new(&arrays).unwrap(), &other), right);
    assert_eq!(signed_distance(&Points::new(&tuples).unwrap(), &other), right);
    let clouds = [
        PointCloud::new(vectors.clone()).unwrap(),
        PointCloud::new(arrays.iter().copied()).unwrap(),
        PointCloud::new(tuples).unwrap(),
        Points::new(&arrays).unwrap().into(),
    ];
    assert!(clouds.iter().all(|cloud| *cloud == PointCloud::from(of_vectors)));
    assert_eq!(AnyShape::from(Points::new(&arrays).unwrap()), AnyShape::from(of_vectors));
    assert_eq!(Points::new(&arrays).unwrap().as_slice(), arrays);
}

#[test]
fn points_of_arrays_are_polytopes_with_measures() {
    let square = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];
    let (square, arrow) = (Points::new(&square).unwrap(), Points::new(&[(0.0, 0.0), (1.0, 0.0)]).unwrap());
    assert_eq!(square.volume().value, 4.0);
    assert_eq!(minkowski_sum(&square, &arrow).vertices().len(), 4);
}

#[test]
fn a_bad_coordinate_of_an_array_is_named() {
    assert_eq!(Points::new(&[[0.0, 0.0], [f64::NAN, 0.0]]).unwrap_err(), ShapeError::NotFinite { index: 1 });
    assert_eq!(PointCloud::new([(0.0, f32::INFINITY)]).unwrap_err(), ShapeError::NotFinite { index: 0 });
    assert_eq!(PointCloud::new(Vec::<[f64; 3]>::new()).unwrap_err(), ShapeError::Empty);
}
