//! Random shapes of all kinds: every question has the bytes of the Rust crate.

use super::{Space, ask, bits, core_bits, nothing, said, view};
use crate::convex::{cl_contacts, cl_gradient};
use crate::fault::OK;
use crate::layout::*;
use crate::motion::{cl_cast, cl_impact, cl_least_clearance, cl_ray};
use crate::questions::{cl_distance, cl_signed_distance};
use crate::world::three;
use clearance::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Pose as CorePose, Proximity, Quaternion, Shape as _,
    Solver, SupportMap, Triangle, vec3,
};
use core::ptr::null;

/// Random numbers, the same in each run.
struct Random(lab::random::Random);

impl Random {
    fn signed(&mut self) -> f64 {
        self.0.signed()
    }
    fn size(&mut self) -> f64 {
        0.25 + self.0.unit()
    }
    fn vector(&mut self) -> [f64; 3] {
        [0; 3].map(|_| self.signed())
    }
    fn pose(&mut self) -> Pose {
        let turn = Quaternion { x: self.signed(), y: self.signed(), z: self.signed(), w: 1.0 }.normalized().unwrap();
        Pose { translation: self.vector().map(|number| 2.0 * number), rotation: [turn.x, turn.y, turn.z, turn.w] }
    }
}

const KINDS: [u32; 8] = [
    kind::BALL,
    kind::BOX,
    kind::CAPSULE,
    kind::TRIANGLE,
    kind::ELLIPSOID,
    kind::CYLINDER,
    kind::CONE,
    kind::HALF_SPACE,
];

/// A random shape as a view, and as the Rust crate has it. `corners` are those of a triangle.
fn both(random: &mut Random, which: u32, radius: f64, corners: &[[f64; 3]; 3]) -> (Shape, Box<dyn SupportMap<Space>>) {
    let mut shape = view(which);
    shape.pose = random.pose();
    shape.radius = radius;
    shape.size = [0; 3].map(|_| random.size());
    let ([x, y, z], [p, q, r, w]) = (shape.size, shape.pose.rotation);
    let pose = CorePose::new(Quaternion::new(p, q, r, w).unwrap(), shape.pose.translation.into()).unwrap();
    fn thick<S: SupportMap<Space> + 'static>(
        shape: S,
        radius: f64,
        pose: CorePose<Space>,
    ) -> Box<dyn SupportMap<Space>> {
        if radius == 0.0 { Box::new(shape.at(pose)) } else { Box::new(shape.rounded(radius).unwrap().at(pose)) }
    }
    let size = vec3(x, y, z);
    let core: Box<dyn SupportMap<Space>> = match which {
        kind::BALL => Box::new(Ball::new(size, radius).unwrap().at(pose)),
        kind::BOX => thick(Cuboid::new(size).unwrap(), radius, pose),
        kind::CAPSULE => Box::new(Capsule::new(-size, size, radius).unwrap().at(pose)),
        kind::TRIANGLE => {
            (shape.pointer, shape.count) = (corners.as_ptr().cast(), 3);
            let [a, b, c] = corners.map(Space::from);
            thick(Triangle::new(a, b, c).unwrap(), radius, pose)
        }
        kind::ELLIPSOID => thick(Ellipsoid::new(size).unwrap(), radius, pose),
        kind::CYLINDER => thick(Cylinder::new(y, x).unwrap(), radius, pose),
        kind::CONE => thick(Cone::new(y, x).unwrap(), radius, pose),
        _ => Box::new(HalfSpace::new(size, radius).unwrap().at(pose)),
    };
    (shape, core)
}

#[test]
fn all_kinds_have_the_bytes_of_the_rust_crate_in_every_question() {
    let mut random = Random(lab::random::Random::new(45));
    let (solver, mut hits, mut contacts) = (Solver::default(), 0, 0);
    for round in 0..6 {
        for (first, second) in KINDS.iter().flat_map(|&first| KINDS.map(|second| (first, second))) {
            let corners = [0; 6].map(|_| random.vector());
            let [one, other] = [0, 3].map(|at| [corners[at], corners[at + 1], corners[at + 2]]);
            let radius = if round % 2 == 0 { 0.0 } else { 0.125 };
            let ((p, a), (q, b)) = (both(&mut random, first, radius, &one), both(&mut random, second, 0.0625, &other));
            let (a, b) = (&a, &b);
            let same = |ours: &Answer, near: &Proximity<Space>| {
                assert_eq!(bits(ours), core_bits::<Space, 3>(near), "{first} {second}");
            };
            let near = solver.signed_distance(a, b);
            same(&ask(cl_signed_distance, &p, &q), &near);
            same(&ask(cl_distance, &p, &q), &solver.distance(a, b));
            let mut gradient = GradientAnswer {
                size: 0,
                regular: 0,
                translation_a: [0.0; 3],
                turn_a: [0.0; 3],
                translation_b: [0.0; 3],
                turn_b: [0.0; 3],
                witness_margin: 0.0,
                facet_margin: 0.0,
                answer: nothing(),
            };
            let way = random.vector().map(|number| 4.0 * number);
            let still = nothing();
            let cast = CastAnswer {
                size: size_of::<CastAnswer>() as u32,
                outcome: 9,
                fraction: 0.0,
                lower: 0.0,
                upper: 0.0,
                has_contact: 0,
                reserved: 0,
                contact: still,
            };
            let (mut cast, mut ray, mut impact) = (cast, cast, cast);
            let mut least = ClearanceAnswer {
                size: 0,
                reserved: 0,
                distance: 0.0,
                lower: 0.0,
                upper: 0.0,
                fraction: 0.0,
                answer: still,
            };
            let motion = Motion { travel: way, turn: random.vector(), center: [0.0; 3] };
            let core_motion = crate::world::motion::<Space>(&motion);
            let rest = clearance::Motion::still();
            let (mut normal, mut count) = ([0.0; 3], 0);
            let mut manifold = [Contact {
                point_a: [0.0; 3],
                point_b: [0.0; 3],
                separation: 0.0,
                feature_a: 0,
                index_a: 0,
                feature_b: 0,
                index_b: 0,
            }; 32];
            // SAFETY: the shapes borrow from this loop.
            unsafe {
                assert_eq!(cl_gradient(&p, &q, null(), null(), null(), &mut gradient), OK, "{}", said());
                assert_eq!(cl_cast(&p, &q, &way, null(), &mut cast), OK, "{}", said());
                assert_eq!(cl_ray(&p, &[3.0, 2.0, 1.0], &way, null(), &mut ray), OK, "{}", said());
                assert_eq!(cl_impact(&p, null(), &q, &motion, null(), &mut impact), OK, "{}", said());
                assert_eq!(cl_least_clearance(&p, null(), &q, &motion, null(), &mut least), OK, "{}", said());
                let code =
                    cl_contacts(&p, &q, 0.5, null(), &mut normal, manifold.as_mut_ptr(), 0, manifold.len(), &mut count);
                assert_eq!(code, OK, "{}", said());
            }
            let core = solver.gradient(a, b, &near, vec3(0.0, 0.0, 0.0), vec3(0.0, 0.0, 0.0));
            assert_eq!((gradient.turn_b, gradient.regular == 1), (three(core.turn_b), core.regular));
            let fraction = |cast: &CastAnswer, core: &clearance::Cast<Space>| {
                assert_eq!(
                    [cast.fraction, cast.lower, cast.upper].map(f64::to_bits),
                    [core.fraction, core.lower, core.upper].map(f64::to_bits)
                );
                same(&cast.contact, &core.contact);
            };
            fraction(&cast, &solver.cast(a, b, way.into()));
            fraction(&ray, &solver.cast_ray(a, vec3(3.0, 2.0, 1.0), way.into()));
            fraction(&impact, &solver.impact(a, &rest, b, &core_motion));
            let core = solver.clearance(a, &rest, b, &core_motion);
            assert_eq!([least.lower, least.upper].map(f64::to_bits), [core.lower, core.upper].map(f64::to_bits));
            same(&least.answer, &core.proximity);
            let core = solver.contacts(a, b, 0.5);
            assert_eq!((count, normal), (core.contacts.len(), three(core.normal)));
            for (own, core) in manifold.iter().zip(&core.contacts) {
                assert_eq!((own.point_a, own.separation), (three(core.point_a), core.separation));
            }
            hits += u32::from(cast.outcome == 1);
            contacts += count;
        }
    }
    assert!(hits > 50 && contacts > 100, "{hits} {contacts}");
}
