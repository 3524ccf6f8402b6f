//! The simplex code over exact rational numbers, compared with brute force, and with itself in floats.

use clearance::simplex::{Face, nearest_face, weights};
use clearance::{Ring, Space, Vec2, Vec3, WideVector, vec2, vec3};
use lab::exact::Rational;
use lab::nearest::nearest_of_simplex;
use lab::random::Random;
use lab::space::Lab;

/// Small integers. They make ties, flat simplices, and the origin on a face common.
fn lattice<V: Lab>(random: &mut Random, size: i32) -> V {
    let coordinates: Vec<f64> = (0..3).map(|_| f64::from(random.integer(-size, size))).collect();
    V::from_coordinates(&coordinates)
}

/// The vertices of the face, the newest first. It is `None` when the simplex holds the origin or when nothing is clear.
fn members<W: Clone>(face: &Face<impl Sized>, newest: &W, older: &[W]) -> Option<Vec<W>> {
    let with: Vec<usize> = match face {
        Face::Vertex => vec![],
        Face::Edge { with, .. } => vec![*with],
        Face::Triangle { with, .. } => with.to_vec(),
        Face::Inside | Face::Unclear => return None,
    };
    Some(std::iter::once(newest.clone()).chain(with.into_iter().map(|i| older[i].clone())).collect())
}

/// Simplices as the distance loop meets them. The older vertices are a nearest face. The newest vertex lies strictly
/// beyond it.
fn simplices<V: Lab>(seed: u64, count: usize, mut use_one: impl FnMut(&V, &[V])) {
    let mut random = Random::new(seed);
    let mut used = 0;
    while used < count {
        let older: Vec<V> = (0..1 + random.below(<V::Exact as Space>::DIM)).map(|_| lattice(&mut random, 4)).collect();
        let newest: V = lattice(&mut random, 4);
        let exact: Vec<V::Exact> = older.iter().map(|v| v.exactly()).collect();
        let (carriers, nearest) = nearest_of_simplex(&exact);
        // v·w < v·v means that the newest vertex is progress. Every older vertex must carry the nearest point, too.
        let along = newest.exactly().dot(&nearest.point).times(&nearest.denominator);
        if carriers.len() == older.len() && along < nearest.point.length_squared() {
            used += 1;
            use_one(&newest, &older);
        }
    }
}

fn the_nearest_face_is_the_one_that_brute_force_finds<V: Lab>() {
    let mut counts = [0; 4];
    simplices::<V>(7, 3000, |newest, older| {
        let exact: Vec<V::Exact> = older.iter().map(|v| v.exactly()).collect();
        let face = nearest_face(&newest.exactly(), &exact.iter().collect::<Vec<_>>());
        let all: Vec<V::Exact> = std::iter::once(newest.exactly()).chain(exact.iter().cloned()).collect();
        let (_, truth) = nearest_of_simplex(&all);
        match members(&face, &newest.exactly(), &exact) {
            None => assert!(truth.square.is_zero(), "{newest:?} {older:?} {face:?}"),
            Some(members) => {
                let (_, found) = nearest_of_simplex(&members);
                assert_eq!(found.square, truth.square, "{newest:?} {older:?} {face:?}");
                let (numerators, sum) = weights(&members.iter().collect::<Vec<_>>());
                let weighted = members.iter().zip(&numerators).fold(V::Exact::zero(), |v, (p, w)| v.plus(&p.scaled(w)));
                assert_eq!(weighted.length_squared(), truth.square.times(&sum.times(&sum)), "{newest:?} {older:?}");
                let (total, zero) = (numerators.iter().fold(Rational::zero(), |t, w| t.plus(w)), Rational::zero());
                assert!(total == sum && numerators.iter().all(|w| *w >= zero), "{newest:?} {older:?}");
                counts[members.len()] += 1;
            }
        }
        counts[0] += usize::from(truth.square.is_zero());
    });
    assert!(counts[..<V::Exact as Space>::DIM + 1].iter().all(|&count| count > 50), "idle: {counts:?}");
}

fn the_direction_is_orthogonal_to_the_face_and_leaves_the_origin<V: Lab>() {
    let mut directions = 0;
    simplices::<V>(8, 2000, |newest, older| {
        let exact: Vec<V::Exact> = older.iter().map(|v| v.exactly()).collect();
        let face = nearest_face(&newest.exactly(), &exact.iter().collect::<Vec<_>>());
        let Some(members) = members(&face, &newest.exactly(), &exact) else { return };
        let direction = match &face {
            Face::Edge { direction, .. } | Face::Triangle { direction, .. } => direction,
            _ => return,
        };
        for member in &members {
            assert!(member.minus(&members[0]).dot(direction).is_zero(), "{newest:?} {older:?}");
        }
        assert!(!members[0].dot(direction).is_negative(), "{newest:?} {older:?}");
        directions += 1;
    });
    assert!(directions > 500, "idle: {directions} directions");
}

fn floats_say_the_same_as_rationals_on_small_integers<V: Lab>() {
    // A float holds every product of these numbers, so no decision may differ.
    simplices::<V>(9, 3000, |newest, older| {
        let wide: Vec<V::Wide> = older.iter().map(|v| v.widen()).collect();
        let exact: Vec<V::Exact> = older.iter().map(|v| v.exactly()).collect();
        let in_floats = nearest_face(&newest.widen(), &wide.iter().collect::<Vec<_>>());
        let in_rationals = nearest_face(&newest.exactly(), &exact.iter().collect::<Vec<_>>());
        let same = match (&in_floats, &in_rationals) {
            (Face::Edge { with: i, direction: d }, Face::Edge { with: j, direction: e }) => i == j && equal::<V>(d, e),
            (Face::Triangle { with: i, direction: d }, Face::Triangle { with: j, direction: e }) => {
                i == j && equal::<V>(d, e)
            }
            (f, r) => std::mem::discriminant(f) == std::mem::discriminant(&rounded::<V>(r)),
        };
        assert!(same, "{newest:?} {older:?} {in_floats:?} {in_rationals:?}");
    });
}

fn equal<V: Lab>(float: &V::Wide, exact: &V::Exact) -> bool {
    (0..<V::Exact as Space>::DIM).all(|i| *float.coordinate(i) == exact.coordinate(i).to_f64())
}

fn rounded<V: Lab>(face: &Face<V::Exact>) -> Face<V::Wide> {
    let direction = V::Wide::axis(0);
    match face {
        Face::Vertex => Face::Vertex,
        Face::Edge { with, .. } => Face::Edge { with: *with, direction },
        Face::Triangle { with, .. } => Face::Triangle { with: *with, direction },
        Face::Inside => Face::Inside,
        Face::Unclear => Face::Unclear,
    }
}

#[test]
fn a_sliver_that_floats_misjudge_is_right_over_rationals() {
    // The origin lies 1e-40 outside an edge of length 2. That is far below the rounding of the edge's own coordinates.
    let (p, q) = (vec2(Rational::from(-1.0), Rational::from(1e-40)), vec2(Rational::from(1.0), Rational::from(1e-40)));
    let Face::Edge { direction, .. } = nearest_face(&q, &[&p]) else { panic!("the edge is nearest") };
    assert!(direction.x.is_zero() && direction.y.is_positive());
    let unit = vec3(Rational::one(), Rational::zero(), Rational::zero());
    assert!(matches!(nearest_face(&unit, &[]), Face::Vertex));
}

macro_rules! in_the_plane_and_in_space {
    ($($law:ident),+ $(,)?) => {
        mod plane {
            $(#[test]
            fn $law() {
                super::$law::<super::Vec2<f64>>();
            })+
        }
        mod space {
            $(#[test]
            fn $law() {
                super::$law::<super::Vec3<f64>>();
            })+
        }
    };
}
in_the_plane_and_in_space!(
    the_nearest_face_is_the_one_that_brute_force_finds,
    the_direction_is_orthogonal_to_the_face_and_leaves_the_origin,
    floats_say_the_same_as_rationals_on_small_integers,
);
