//! Casts of points that move on lines of their own, as cloth and mesh codes ask.

use clearance::{Morph, Outcome, Points, Solver, Vec2, Vec3, vec2, vec3};

use crate::random::Random;

fn places(random: &mut Random, count: usize) -> Vec<Vec3<f64>> {
    // Multiples of 1/8: sums and products in these tests are exact.
    (0..count).map(|_| random.point() * 64.0).map(|p| vec3(p.x.round(), p.y.round(), p.z.round()) * 0.125).collect()
}

/// Two bodies with a planted contact at 3/8, and the cast.
fn planted(random: &mut Random, counts: [usize; 2]) -> clearance::Cast<Vec3<f64>> {
    let (mut bodies, weights) = ([Vec::new(), Vec::new()], [0.25, 0.5, 0.25]);
    for (body, count) in bodies.iter_mut().zip(counts) {
        // The weighted middle of each body is at the origin at the moment of contact.
        let mut corners = places(random, count);
        let used = &weights[..count];
        let total: f64 = used.iter().sum();
        let sum = corners.iter().zip(used).fold(vec3(0.0, 0.0, 0.0), |sum, (p, &w)| sum + *p * w);
        let last = corners[count - 1];
        // The last corner closes the sum: Σ w·p = 0.
        corners[count - 1] = last - sum * (1.0 / used[count - 1]);
        assert!(total > 0.0);
        *body = corners;
    }
    let ways = [places(random, counts[0]), places(random, counts[1])];
    let at = |side: usize, t: f64| -> Vec<Vec3<f64>> {
        bodies[side].iter().zip(&ways[side]).map(|(p, w)| *p + *w * (t - 0.375)).collect()
    };
    let (a, b) = ([at(0, 0.0), at(0, 1.0)], [at(1, 0.0), at(1, 1.0)]);
    Solver::default().cast_morphs(&Morph::new(&a[0], &a[1]).unwrap(), &Morph::new(&b[0], &b[1]).unwrap())
}

#[test]
fn a_planted_contact_is_never_missed() {
    let mut random = Random(3);
    let (mut proven, mut there) = (0, 0);
    for round in 0..600 {
        let counts = if round % 2 == 0 { [3, 1] } else { [2, 2] };
        let cast = planted(&mut random, counts);
        assert!(cast.is_hit() && cast.lower <= 0.375, "{cast:?}");
        proven += u32::from(cast.outcome == Outcome::Hit);
        there += u32::from(cast.lower > 0.375 - 1e-12 && cast.upper < 0.375 + 1e-12);
    }
    assert!(proven > 590 && there > 300, "{proven} {there}");
}

#[test]
fn bodies_that_a_plane_keeps_apart_are_clear() {
    let mut random = Random(5);
    for round in 0..300 {
        let counts = if round % 2 == 0 { [3, 1] } else { [2, 2] };
        // One body stays below the plane x + y = 0, the other above it by a thousandth.
        let mut body = |count: usize, sign: f64| {
            let points = places(&mut random, count);
            let lifted = points.into_iter().map(|p| {
                let height = p.x + p.y;
                let shift = sign * (height.abs() + 0.0005) - height;
                vec3(p.x + 0.5 * shift, p.y + 0.5 * shift, p.z)
            });
            lifted.collect::<Vec<_>>()
        };
        let (a, b) = ([body(counts[0], -1.0), body(counts[0], -1.0)], [body(counts[1], 1.0), body(counts[1], 1.0)]);
        let cast =
            Solver::default().cast_morphs(&Morph::new(&a[0], &a[1]).unwrap(), &Morph::new(&b[0], &b[1]).unwrap());
        assert_eq!(cast.outcome, Outcome::Clear, "{cast:?}");
    }
}

#[test]
fn a_morph_that_only_travels_agrees_with_a_cast() {
    let mut random = Random(9);
    let mut hits = 0;
    for _ in 0..100 {
        let (a, b) = (random.hull(6), random.hull(5));
        let place = random.point().map_far();
        let start: Vec<_> = b.vertices().iter().map(|p| *p + place).collect();
        let way = (random.point() * 0.7 - place) * 2.0;
        let end: Vec<_> = start.iter().map(|p| *p + way).collect();
        let morph =
            Solver::default().cast_morphs(&Morph::still(a.vertices()).unwrap(), &Morph::new(&start, &end).unwrap());
        let cast = Solver::default().cast(&a, &Points::new(&start).unwrap(), way);
        if cast.outcome == Outcome::Clear {
            assert_ne!(morph.outcome, Outcome::Hit);
            continue;
        }
        assert_eq!(morph.outcome, Outcome::Hit, "{morph:?} {cast:?}");
        assert!(morph.lower <= cast.upper + 1e-13 && cast.lower <= morph.upper + 1e-13, "{morph:?} {cast:?}");
        assert!(morph.upper - morph.lower < 1e-12, "{morph:?}");
        hits += 1;
    }
    assert!(hits > 50, "{hits}");
}

trait Far {
    fn map_far(self) -> Self;
}
impl Far for Vec3<f64> {
    /// A point well outside of the unit ball.
    fn map_far(self) -> Self {
        self * (5.0 / self.length())
    }
}

#[test]
fn thick_morphs_and_targets_stop_earlier() {
    let (from, to) = ([vec2(0.0, 4.0)], [vec2(0.0, -4.0)]);
    let floor = [vec2(-1.0, 0.0), vec2(1.0, 0.0)];
    let (point, floor) = (Morph::new(&from, &to).unwrap(), Morph::still(&floor).unwrap());
    let check = |solver: Solver, point: Morph<'_, Vec2<f64>>, right: f64| {
        let cast = solver.cast_morphs(&floor, &point);
        assert!(cast.outcome == Outcome::Hit && cast.upper - cast.lower < 1e-14, "{cast:?}");
        assert!(cast.lower <= right && right <= cast.upper, "{cast:?}");
    };
    check(Solver::default(), point, 0.5);
    check(Solver::default(), point.rounded(1.0).unwrap(), 0.375);
    check(Solver { target: 0.5, ..Solver::default() }, point.rounded(1.0).unwrap(), 0.3125);
}

#[test]
fn lists_that_do_not_fit_are_refused() {
    let (one, two) = ([vec2(0.0, 0.0)], [vec2(0.0, 0.0), vec2(1.0, 0.0)]);
    assert!(Morph::new(&one, &two).is_err() && Morph::<Vec2<f64>>::new(&[], &[]).is_err());
    assert!(Morph::still(&[vec2(f64::NAN, 0.0)]).is_err());
}
