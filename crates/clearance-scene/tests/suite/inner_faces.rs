//! Convex shapes at faces that lie in a solid: they end nothing.

use crate::blocks::{block, joined};
use clearance::{Ball, Capsule, Cuboid, Pose, Shape, SupportMap, Vec2, Vec3, vec2, vec3};
use clearance_scene::{Mesh, Outline, Relation, Single, relation_to_shape};

fn related(mesh: &Mesh, shape: &(impl SupportMap<Vec3<f64>> + Sync)) -> Relation {
    relation_to_shape(&mesh.at(Pose::identity()), &Single::new(shape))
}

/// Cause: a curved shape that met any leaf crossed the body, while a polytope was told in it. Law: a shape is in a solid
/// wherever the faces in that are, and crosses what bounds it.
#[test]
fn a_shape_at_a_face_in_the_solid_is_in_the_solid() {
    let cube = |low: [f64; 3], high: [f64; 3]| block(low, high, &|p| p);
    let halves = [cube([0.0; 3], [4.0; 3]), cube([4.0, 0.0, 0.0], [8.0, 4.0, 4.0])];
    let quarters: Vec<Mesh> = [[0.0, 0.0], [4.0, 0.0], [0.0, 2.0], [4.0, 2.0]]
        .map(|[x, y]| cube([x, y, 0.0], [x + 4.0, y + 2.0, 4.0]))
        .to_vec();
    let whole = cube([0.0; 3], [8.0, 4.0, 4.0]);
    let sheet = [[4.0, 1.0, 1.0], [4.0, 3.0, 1.0], [4.0, 3.0, 3.0]];
    let doubled = Mesh::new(&sheet, &[[0, 1, 2], [0, 2, 1]]).unwrap();
    let bodies = [
        ("halves", joined(&halves)),
        ("quarters", joined(&quarters)),
        ("one in the other", joined(&[whole.clone(), cube([2.0, 1.0, 1.0], [4.0, 3.0, 3.0])])),
        ("overlapping", joined(&[cube([0.0; 3], [5.0, 4.0, 4.0]), cube([3.0, 0.0, 0.0], [8.0, 4.0, 4.0])])),
        ("a doubled face", joined(&[whole, doubled])),
    ];
    let mut met = 0;
    for (name, mesh) in &bodies {
        for ([x, y, z], radius, expected) in [
            ([4.0, 2.0, 2.0], 1.0, Relation::BInA),
            ([4.25, 2.25, 2.0], 1.0, Relation::BInA),
            ([4.0, 2.0, 2.0], 2.25, Relation::Crossing),
            ([4.0, 0.5, 2.0], 1.0, Relation::Crossing),
            ([4.0, -1.0, 2.0], 1.0, Relation::Touching),
        ] {
            let ball = Ball::new(vec3(x, y, z), radius).unwrap();
            let capsule = Capsule::new(vec3(x - 0.5, y, z), vec3(x + 0.5, y, z), radius).unwrap();
            let found = [related(mesh, &ball), related(mesh, &capsule)];
            let is_met = clearance_scene::distance(&mesh.at(Pose::identity()), &Single::new(&ball)).distance == 0.0;
            if is_met {
                met += 1;
                assert_eq!(found, [expected; 2], "{name} {x} {y} {z} {radius}");
            }
        }
        let cuboid = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap().at(Pose::translation([4.0, 2.0, 2.0]));
        assert_eq!(related(mesh, &cuboid), Relation::BInA, "{name}");
    }
    assert!(met >= 22, "{met}");
}

/// Law: what encloses nothing outside of the solid is crossed.
#[test]
fn a_shape_around_a_plate_without_thickness_crosses_it() {
    let cube = block([0.0; 3], [4.0; 3], &|p| p);
    let fin = Mesh::new(&[[4.0, 1.0, 1.0], [9.0, 1.0, 1.0], [9.0, 3.0, 1.0]], &[[0, 1, 2], [0, 2, 1]]).unwrap();
    let finned = joined(&[cube, fin]);
    let ball = |x: f64| Ball::new(vec3(x, 1.5, 1.0), 0.75).unwrap();
    assert_eq!([4.0, 7.0].map(|x| related(&finned, &ball(x))), [Relation::Crossing; 2]);
}

/// The same in the plane, where two regions share an edge.
#[test]
fn a_disk_at_an_edge_in_a_region_is_in_the_region() {
    let square = |x: f64, y: f64, side: f64| vec![vec![[x, y], [x + side, y], [x + side, y + side], [x, y + side]]];
    let related = |outline: &Outline, [x, y]: [f64; 2], radius: f64| {
        let disk = Ball::<Vec2<f64>>::new(vec2(x, y), radius).unwrap();
        relation_to_shape(&outline.at(Pose::identity()), &Single::new(&disk))
    };
    let pair = Outline::new(&[square(0.0, 0.0, 4.0), square(4.0, 0.0, 4.0)]).unwrap();
    let four = Outline::new(&[0.0, 4.0].map(|x| [0.0, 4.0].map(|y| square(x, y, 4.0))).concat()).unwrap();
    let nested = Outline::new(&[square(0.0, 0.0, 8.0), square(2.0, 1.0, 2.0)]).unwrap();
    for outline in [&pair, &four, &nested] {
        assert_eq!(related(outline, [4.0, 2.0], 1.0), Relation::BInA);
        assert_eq!(related(outline, [4.0, 2.0], 2.25), Relation::Crossing);
        assert_eq!(related(outline, [4.0, -1.0], 1.0), Relation::Touching);
    }
    assert_eq!(related(&four, [4.0, 4.0], 2.0), Relation::BInA);
}
