//! Manifolds and ways out of every pair of kinds of shapes in thousands of random places, compared with what they
//! promise.

use clearance::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Pose, Quaternion, Segment, Shape, Solver, SupportMap,
    Triangle, Vec3, contacts, signed_distance, vec3,
};

/// Xorshift (Marsaglia 2003): the same places in every run.
struct Random(u64);

impl Random {
    /// Evenly spread over −1 ≤ x < 1.
    fn signed(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 * 2.0f64.powi(-52) - 1.0
    }
    fn size(&mut self) -> f64 {
        0.7 + 0.5 * self.signed()
    }
    fn point(&mut self) -> Vec3<f64> {
        vec3(self.signed(), self.signed(), self.signed())
    }
    fn pose(&mut self, spread: f64) -> Pose<Vec3<f64>> {
        let [x, y, z, w] = [0; 4].map(|_| self.signed());
        let length = (x * x + y * y + z * z + w * w).sqrt();
        let turn = Quaternion::new(x / length, y / length, z / length, w / length).unwrap();
        Pose::new(turn, vec3(spread * self.signed(), spread * self.signed(), spread * self.signed())).unwrap()
    }
    fn shape(&mut self, kind: usize) -> Box<dyn SupportMap<Vec3<f64>>> {
        let (x, y, z) = (self.size(), self.size(), self.size());
        let [p, q, r] = [0; 3].map(|_| self.point());
        match kind {
            0 => Box::new(Cuboid::new(vec3(x, y, z)).unwrap()),
            1 => Box::new(Cylinder::new(x, y).unwrap()),
            2 => Box::new(Cone::new(x, y).unwrap()),
            3 => Box::new(Capsule::new(p, q, x).unwrap()),
            4 => Box::new(Triangle::new(p, q, r).unwrap()),
            5 => Box::new(Hull::new(&[0; 12].map(|_| self.point())).unwrap()),
            6 => Box::new(Ball::new(p, x).unwrap()),
            7 => Box::new(Ellipsoid::new(vec3(x, y, z)).unwrap()),
            8 => Box::new(Cuboid::new(vec3(x, y, z)).unwrap().rounded(0.1).unwrap()),
            9 => Box::new(Cylinder::new(x, y).unwrap().rounded(0.2).unwrap()),
            _ => Box::new(Segment::new(p, q).unwrap()),
        }
    }
    /// Every pair of kinds, `rounds` times.
    fn pairs(
        rounds: usize,
        spread: f64,
        mut check: impl FnMut([&dyn SupportMap<Vec3<f64>>; 2], &mut Self, [usize; 2]),
    ) {
        let mut random = Self(0x9e37_79b9_7f4a_7c15);
        for kinds in (0..rounds).flat_map(|_| (0..KINDS * KINDS).map(|k| [k / KINDS, k % KINDS])) {
            let [a, b] = kinds.map(|kind| random.shape(kind));
            let (a, b) = (a.at(random.pose(spread)), b.at(random.pose(spread)));
            check([&a, &b], &mut random, kinds);
        }
    }
}

const KINDS: usize = 11;

#[test]
fn every_manifold_has_the_deepest_point_and_no_deeper_one_in_either_order() {
    const REACH: f64 = 0.2;
    Random::pairs(60, 1.5, |[a, b], _, kinds| {
        let (found, nearest) = (contacts(&a, &b, REACH), signed_distance(&a, &b));
        assert_eq!(contacts(&b, &a, REACH).swapped(), found, "{kinds:?}");
        assert_eq!(found.contacts.is_empty(), nearest.distance > REACH, "{kinds:?}");
        let least = |separations: &[clearance::Contact<Vec3<f64>>]| {
            separations.iter().map(|contact| contact.separation).fold(f64::INFINITY, f64::min)
        };
        if nearest.distance <= REACH {
            let slack = 2.0 * (nearest.upper - nearest.lower) + 4e-9;
            assert!((least(&found.contacts) - nearest.distance).abs() <= slack, "{kinds:?} {found:?} {nearest:?}");
        }
        assert!(found.contacts.windows(2).all(|pair| pair[0].id < pair[1].id), "{kinds:?} {found:?}");
        let solver = Solver::default();
        for contact in &found.contacts {
            assert!(contact.separation <= REACH);
            // Two nearly parallel segments share corners. Such a corner may lie beside one of them by a hundredth of
            // its length.
            let beside = solver.closest_point(&a, contact.point_a).distance;
            let beside = beside.max(solver.closest_point(&b, contact.point_b).distance);
            assert!(beside <= 1e-2 * 4.0, "{kinds:?} {beside:e} {contact:?}");
        }
        let reduced = found.clone().reduced();
        assert!(reduced.contacts.len() <= 4);
        assert_eq!(least(&reduced.contacts), least(&found.contacts));
    });
}

#[test]
fn the_way_out_is_certified_tightly_and_no_shorter_than_the_depth() {
    let mut overlaps = 0;
    Random::pairs(60, 0.5, |[a, b], random, kinds| {
        let (direction, nearest) = (random.point(), signed_distance(&a, &b));
        if nearest.distance > -1e-3 {
            return;
        }
        overlaps += 1;
        let found = Solver::default().way_out(&a, &b, direction);
        assert!(found.lower <= found.distance && found.distance <= found.upper, "{kinds:?} {found:?}");
        assert!(found.upper - found.lower <= 1e-4, "{kinds:?} {found:?}");
        assert!(found.upper >= -nearest.upper, "{kinds:?} {found:?} {nearest:?}");
    });
    assert!(overlaps > 2000, "{overlaps} pairs overlapped");
}

#[test]
fn a_cylinder_that_rocks_on_wide_ground_touches_at_its_rim() {
    for wide in [10.0f64, 1e3, 1e6] {
        let ground = Cuboid::new(vec3(wide, 1.0, wide)).unwrap();
        for tilt in [1e-1, 1e-2, 1e-3, 1e-4] {
            let turn = Quaternion::new(0.3 * tilt, 0.0, 0.13 * tilt, 1.0).unwrap();
            let cylinder = Cylinder::new(1.0, 0.5).unwrap().at(Pose::new(turn, vec3(0.0, 2.0, 0.0)).unwrap());
            let (found, nearest) = (contacts(&ground, &cylinder, 0.02), signed_distance(&ground, &cylinder));
            let least = found.contacts.iter().map(|contact| contact.separation).fold(f64::INFINITY, f64::min);
            assert!((least - nearest.distance).abs() <= 2e-9, "{wide} {tilt}: {:e}", least - nearest.distance);
        }
    }
}
