//! Contact manifolds, checked by geometry: the number of points, their places, their depths, and their identities.

use clearance::{
    Ball, Capsule, Contact, Cuboid, Cylinder, Hull, Manifold, Mark, Points, Pose, Quaternion, Rotation2, Segment,
    Shape, Solver, SupportMap, Triangle, Vec2, Vec3, Vector, WideVector, contacts, signed_distance, vec2, vec3,
};

const SCALES: [f64; 5] = [1e-6, 1e-3, 1.0, 1e3, 1e6];

fn above<V: Vector<Wide = Vec3<f64>, Scalar = f64>>(y: f64) -> Pose<V> {
    Pose::translation(V::narrow(vec3(0.0, y, 0.0)))
}

/// A small turn about an axis.
fn turned(x: f64, y: f64, z: f64) -> Quaternion<f64> {
    Quaternion::new(x / 2.0, y / 2.0, z / 2.0, 1.0).unwrap()
}

/// The manifold of two shapes, after the checks that every manifold must pass in both orders of the shapes.
fn checked<V: Vector<Scalar = f64>>(
    a: &impl SupportMap<V>,
    b: &impl SupportMap<V>,
    reach: f64,
    size: f64,
) -> Manifold<V> {
    let found = contacts(a, b, reach);
    let nearest = signed_distance(a, b);
    let normal = found.normal.widen();
    let least = found.contacts.iter().map(|c| c.separation).fold(f64::INFINITY, f64::min);
    for Contact { point_a, point_b, separation, .. } in &found.contacts {
        let gap = point_b.widen() - point_a.widen() - normal * *separation;
        assert!(gap.max_abs() <= 1e-14 * size, "{gap:?}");
        assert!(*separation >= nearest.distance - 1e-14 * size && *separation <= reach);
    }
    if nearest.distance <= reach {
        assert!(
            (least - nearest.distance).abs() <= 2e-9 * size,
            "the deepest point is there: {least:e} {:e}",
            nearest.distance
        );
    } else {
        assert!(found.contacts.is_empty());
    }
    assert_eq!(contacts(b, a, reach).swapped(), found, "exchanging the shapes exchanges the manifold");
    found
}

#[test]
fn a_box_rests_on_a_box_on_four_corners() {
    for s in SCALES {
        let ground = Cuboid::new(vec3(5.0 * s, s, 5.0 * s)).unwrap();
        for gap in [-0.01, 0.0, 0.01] {
            let block = Cuboid::new(vec3(s, s, s)).unwrap().at(above((2.0 + gap) * s));
            let found = checked(&ground, &block, 0.1 * s, s);
            assert_eq!(found.contacts.len(), 4);
            assert_eq!(found.normal, vec3(0.0, 1.0, 0.0));
            for contact in &found.contacts {
                assert!((contact.separation - gap * s).abs() <= 1e-14 * s);
                assert_eq!((contact.point_a.x.abs(), contact.point_a.z.abs()), (s, s));
                assert_eq!(contact.id.a, Mark::Face);
                assert!(matches!(contact.id.b, Mark::Vertex(_)));
            }
        }
    }
}

#[test]
fn crossed_planks_share_the_square_between_their_sides() {
    let plank = Cuboid::new(vec3(4.0f64, 0.5, 1.0)).unwrap();
    let quarter = Quaternion::new(0.0, 0.5f64.sqrt(), 0.0, 0.5f64.sqrt()).unwrap();
    let across = plank.at(Pose::new(quarter, vec3(0.0, 1.0, 0.0)).unwrap());
    let found = checked(&plank, &across, 0.1, 4.0);
    assert_eq!(found.contacts.len(), 4);
    assert!(
        found
            .contacts
            .iter()
            .all(|c| (c.point_a.x.abs() - 1.0).abs() < 1e-14 && (c.point_a.z.abs() - 1.0).abs() < 1e-14)
    );
    assert!(found.contacts.iter().all(|c| matches!((c.id.a, c.id.b), (Mark::Edge(_), Mark::Edge(_)))));
}

#[test]
fn identities_and_places_hold_under_small_motion() {
    let ground = Cuboid::new(vec3(5.0, 1.0, 5.0)).unwrap();
    let rest = |k: u32| {
        let wobble = 1e-5 * f64::from(k % 7) - 3e-5;
        let pose = Pose::new(turned(wobble, 0.3 + wobble, -wobble), vec3(0.2 + wobble, 2.0 - 1e-4, 0.1)).unwrap();
        checked(&ground, &Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap().at(pose), 0.01, 5.0)
    };
    let first = rest(3);
    assert_eq!(first.contacts.len(), 4);
    for k in 0..50 {
        let next = rest(k);
        assert_eq!(next.contacts.len(), 4);
        for (c, d) in first.contacts.iter().zip(&next.contacts) {
            assert_eq!(c.id, d.id);
            assert!((c.point_a - d.point_a).max_abs() < 1e-3);
        }
    }
}

#[test]
fn an_edge_on_a_face_is_two_contacts_and_a_corner_one() {
    let ground = Cuboid::new(vec3(5.0, 1.0, 5.0)).unwrap();
    let half = std::f64::consts::FRAC_PI_8;
    let on_edge =
        Pose::new(Quaternion::new(half.sin(), 0.0, 0.0, half.cos()).unwrap(), vec3(0.0, 1.0 + 2.0f64.sqrt(), 0.0));
    let block = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap();
    assert_eq!(checked(&ground, &block.at(on_edge.unwrap()), 0.01, 5.0).contacts.len(), 2);
    let on_corner = Pose::new(Quaternion::new(0.3, 0.1, 0.4, 0.8).unwrap(), vec3(0.0, 2.7, 0.0)).unwrap();
    let found = checked(&ground, &block.at(on_corner), 0.05, 5.0);
    assert_eq!(found.contacts.len(), 1);
}

#[test]
fn crossed_edges_touch_in_one_point() {
    let half = std::f64::consts::FRAC_PI_8;
    let (s, c) = (half.sin(), half.cos());
    let roof = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap().at(Pose::new(
        Quaternion::new(s, 0.0, 0.0, c).unwrap(),
        vec3(0.0, 0.0, 0.0),
    )
    .unwrap());
    let keel = Quaternion::new(0.0, 0.0, s, c).unwrap();
    let boat =
        Cuboid::new(vec3(1.0, 1.0, 1.0))
            .unwrap()
            .at(Pose::new(keel, vec3(0.0, 2.0 * 2.0f64.sqrt() - 0.01, 0.0)).unwrap());
    let found = checked(&roof, &boat, 0.0, 2.0);
    assert_eq!(found.contacts.len(), 1);
    assert!((found.contacts[0].separation + 0.01).abs() < 1e-14);
}

#[test]
fn a_capsule_lies_on_a_box_on_two_points_and_stands_on_one() {
    for s in SCALES {
        let ground = Cuboid::new(vec3(5.0 * s, s, 5.0 * s)).unwrap();
        let capsule = Capsule::new(vec3(-s, 0.0, 0.0), vec3(s, 0.0, 0.0), 0.5 * s).unwrap();
        let found = checked(&ground, &capsule.at(above(1.5 * s)), 0.01 * s, s);
        assert_eq!(found.contacts.len(), 2);
        assert!(
            found
                .contacts
                .iter()
                .all(|c| (c.point_a.x.abs() - s).abs() <= 1e-14 * s && c.separation.abs() <= 1e-14 * s)
        );
        let standing = Capsule::new(vec3(0.0, -s, 0.0), vec3(0.0, s, 0.0), 0.5 * s).unwrap();
        assert_eq!(checked(&ground, &standing.at(above(2.5 * s)), 0.01 * s, s).contacts.len(), 1);
    }
}

#[test]
fn a_cylinder_stands_on_its_rim_points_lies_on_its_side_and_tips_on_one_point() {
    let ground = Cuboid::new(vec3(5.0, 1.0, 5.0)).unwrap();
    let cylinder = Cylinder::new(1.0, 0.5).unwrap();
    let standing = checked(&ground, &cylinder.at(above(2.0)), 0.01, 5.0);
    assert_eq!(standing.contacts.len(), 8);
    assert_eq!(standing.reduced().contacts.len(), 4);
    let quarter = Quaternion::new(0.0, 0.0, 0.5f64.sqrt(), 0.5f64.sqrt()).unwrap();
    let lying = cylinder.at(Pose::new(quarter, vec3(0.0, 1.5, 0.0)).unwrap());
    assert_eq!(checked(&ground, &lying, 0.01, 5.0).contacts.len(), 2);
    let tipped = cylinder.at(Pose::new(turned(0.3, 0.0, 0.1), vec3(0.0, 2.1, 0.0)).unwrap());
    let tip = checked(&ground, &tipped, 0.02, 5.0);
    assert!(tip.contacts.iter().any(|c| c.id.a == Mark::Deepest), "no corner of the octagon is as deep as the rim");
}

#[test]
fn balls_touch_in_one_point() {
    let ball = Ball::new(vec3(0.0, 0.0, 0.0), 1.0).unwrap();
    let found = checked(&ball, &ball.at(above(1.9)), 0.0, 2.0);
    assert_eq!(found.contacts.len(), 1);
    assert!((found.contacts[0].point_a - vec3(0.0, 1.0, 0.0)).max_abs() <= f64::EPSILON);
}

#[test]
fn polygons_of_the_plane_touch_in_up_to_two_points() {
    let ground = Cuboid::new(vec2(5.0, 1.0)).unwrap();
    let hexagon: Vec<Vec2<f64>> = (0..6)
        .map(|k| {
            let t = std::f64::consts::TAU * f64::from(k) / 6.0;
            vec2(t.cos(), t.sin())
        })
        .collect();
    let hexagon = Hull::new(&hexagon).unwrap();
    let height = 0.75f64.sqrt();
    let flat = checked(&ground, &(&hexagon).at(Pose::translation([0.3, 1.0 + height])), 0.01, 5.0);
    assert_eq!(flat.contacts.len(), 2);
    let corner = Rotation2::new(height, 0.5).unwrap();
    let tip = checked(&ground, &(&hexagon).at(Pose::new(corner, vec2(0.3, 2.0)).unwrap()), 0.01, 5.0);
    assert_eq!(tip.contacts.len(), 1);
    let edge = checked(&ground, &(&hexagon).at(Pose::translation([5.2, 1.0 + height])), 0.01, 5.0);
    assert_eq!(edge.contacts.len(), 2);
    assert!(edge.contacts.iter().any(|c| c.point_a == vec2(5.0, 1.0)));
}

/// Source: parry#378. Where the capsule just touched the box, the witness point was wrong by 1.96 units of length.
/// Law: the contact point lies straight under the end of the capsule.
#[test]
fn a_capsule_that_grazes_a_box_has_its_contact_under_its_own_end() {
    let capsule =
        Capsule::new(vec2(0.0f32, -0.25), vec2(0.0, 0.25), 0.5).unwrap().at(Pose::translation([2.0373735f32, 1.25]));
    let cuboid = Cuboid::new(vec2(4.0f32, 0.5)).unwrap();
    let found = contacts(&cuboid, &capsule, 0.002);
    assert_eq!(found.contacts.len(), 1);
    assert!((found.contacts[0].point_a.x - 2.0373735).abs() < 1e-6);
}

#[test]
fn points_without_faces_have_their_deepest_point() {
    let tetrahedron = [vec3(0.0, 0.0, 0.0), vec3(1.0, 1.0, 0.0), vec3(-1.0, 1.0, 0.5), vec3(0.0, 1.0, -1.0)];
    let points = Points::new(&tetrahedron).unwrap().at(above(0.95));
    let found = checked(&Cuboid::new(vec3(3.0, 1.0, 3.0)).unwrap(), &points, 0.1, 3.0);
    assert_eq!(found.contacts.len(), 1);
    assert_eq!(found.contacts[0].id.a, Mark::Deepest);
}

/// Cause: a contact was lifted from the core by the radius along the normal of the manifold, also where the core's edge
/// is not square to it.
/// Law: both points of a contact are on the surfaces.
#[test]
fn the_contacts_of_a_tilted_capsule_are_on_its_surface() {
    let floor = Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap();
    let capsule = Capsule::new(vec3(0.0, 1.2, 0.0), vec3(2.0, 2.2, 0.0), 0.5).unwrap();
    let found = on_the_surfaces(&floor, &capsule, 0.5, 1.0);
    assert_eq!(found.contacts.len(), 2);
    // The axis has the slope 1/2, so the surface is lower than it by 0.5·√1.25.
    let (expected, last) = (1.7 - 0.5 * 1.25f64.sqrt(), found.contacts[1]);
    assert!((last.point_b - vec3(1.0, expected, 0.0)).max_abs() <= 1e-15, "{last:?}");
    assert!((last.separation - (expected - 1.0)).abs() <= 1e-15);
}

/// The manifold of two shapes, after the checks of `checked`, and whose points are on the surfaces.
fn on_the_surfaces<V: Vector<Scalar = f64>>(
    a: &impl SupportMap<V>,
    b: &impl SupportMap<V>,
    reach: f64,
    size: f64,
) -> Manifold<V> {
    let found = checked(a, b, reach, size);
    for contact in &found.contacts {
        let beside: [f64; 2] = [
            Solver::default().closest_point(a, contact.point_a).distance,
            Solver::default().closest_point(b, contact.point_b).distance,
        ];
        assert!(beside.iter().all(|beside| beside.abs() <= 1e-13 * size), "{beside:?} {contact:?}");
    }
    found
}

/// A linear congruential generator.
struct Random(u64);

impl Random {
    /// A number from −1 to 1.
    fn signed(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
    fn point(&mut self, size: f64) -> Vec3<f64> {
        vec3(self.signed(), self.signed(), self.signed()) * size
    }
    /// A capsule, or a rounded segment, triangle, box or hull.
    fn rounded_shape(&mut self, kind: usize, s: f64) -> Box<dyn SupportMap<Vec3<f64>>> {
        let [p, q, r, half] = [(); 4].map(|()| self.point(s));
        let radius = 0.5 * s * self.signed().abs();
        let half = [half.x, half.y, half.z].map(|x| x.abs() + 0.1 * s);
        let cloud: Vec<Vec3<f64>> = (0..9).map(|_| self.point(s)).collect();
        match kind {
            0 => Box::new(Capsule::new(p, q, radius).unwrap()),
            1 => Box::new(Segment::new(p, q).unwrap().rounded(radius).unwrap()),
            2 => Box::new(Triangle::new(p, q, r).unwrap().rounded(radius).unwrap()),
            3 => Box::new(Cuboid::new(vec3(half[0], half[1], half[2])).unwrap().rounded(radius).unwrap()),
            _ => Box::new(Hull::new(&cloud).unwrap().rounded(radius).unwrap()),
        }
    }
}

/// Law: both points of a contact are on the surfaces, however the faces are tilted against the normal.
#[test]
fn the_contacts_of_rounded_shapes_are_on_their_surfaces() {
    let mut random = Random(31);
    let (mut all, mut tilted) = ([0; 5], [0; 5]);
    for round in 0..5000 {
        let (s, kind, margin) = (SCALES[round % 5], round / 5 % 5, round / 25 % 2);
        let ground = Cuboid::new(vec3(1.0, 0.5, 2.0) * s).unwrap().rounded(0.25 * s * margin as f64).unwrap();
        let shape = random.rounded_shape(kind, s);
        let turn = random.point(1.0);
        let start = Pose::new(turned(turn.x, turn.y, turn.z), random.point(4.0 * s)).unwrap();
        // The shape comes near along the normal, and stops at a small gap or overlap.
        let nearest = signed_distance(&ground, &(&*shape).at(start));
        let way = nearest.normal * (0.2 * s * random.signed() - nearest.distance);
        let shape = (&*shape).at(start).at(Pose::translation(way));
        let found = on_the_surfaces(&ground, &shape, 0.5 * s, 10.0 * s);
        for contact in &found.contacts {
            // The normal of the surface, from a point outside it.
            let outside = contact.point_b - found.normal * (0.01 * s);
            let tilt = 1.0 + Solver::default().closest_point(&shape, outside).normal.dot(found.normal);
            all[kind] += 1;
            tilted[kind] += usize::from(tilt > 1e-4);
        }
    }
    for kind in 0..5 {
        assert!(10 * tilted[kind] >= all[kind], "idle: {tilted:?} of {all:?}");
    }
}
