//! Measures of thickened shapes, sums, sweeps and hulls of two: against other formulas of the crate, against sums over
//! a grid of cells, and against integrals over slices.

use crate::random::Random;
use clearance::*;
use std::f64::consts::PI;

type P2 = Vec2<f64>;
type P3 = Vec3<f64>;

#[track_caller]
fn assert_holds(found: Bounded<f64>, right: f64, width: f64) {
    let slack = 1e-15 * right.abs();
    assert!(found.lower <= right + slack && right - slack <= found.upper, "{found:?} does not hold {right}");
    assert!(found.upper - found.lower <= width * right.abs(), "{found:?} is wide");
}

fn entry(of: &Bounded<[[f64; 3]; 3]>, i: usize, j: usize) -> Bounded<f64> {
    Bounded { value: of.value[i][j], lower: of.lower[i][j], upper: of.upper[i][j] }
}

/// Two computations of one number have brackets with a common point. Both are narrow beside `size`.
#[track_caller]
fn assert_meet(a: Bounded<f64>, b: Bounded<f64>, size: f64) {
    assert!(a.lower <= b.upper && b.lower <= a.upper, "{a:?} and {b:?}");
    assert!(a.upper - a.lower <= size && b.upper - b.lower <= size, "{a:?} and {b:?} are wide for {size}");
}

/// Two computations of all measures of one shape.
#[track_caller]
fn assert_same<V: Vector>(a: &impl Measure<V>, b: &impl Measure<V>) {
    let (p, q) = (a.moments(), b.moments());
    assert_meet(p.volume, q.volume, 1e-12 * q.volume.value);
    let surface = b.surface_area();
    assert_meet(a.surface_area(), surface, 1e-12 * surface.value);
    let scale = (0..3).fold(0.0, |scale: f64, k| scale.max(q.inertia.value[k][k]));
    for (i, j) in (0..9).map(|k| (k / 3, k % 3)) {
        assert_meet(entry(&p.inertia, i, j), entry(&q.inertia, i, j), 1e-11 * scale);
    }
    for axis in 0..V::Wide::DIM {
        let along = |c: &Bounded<V>| {
            let [value, lower, upper] = [c.value, c.lower, c.upper].map(|v| *v.widen().coordinate(axis));
            Bounded { value, lower, upper }
        };
        assert_meet(along(&p.centroid), along(&q.centroid), 1e-12 * surface.value.max(1.0));
    }
}

#[test]
fn a_thick_point_is_a_ball_and_a_thick_segment_a_capsule() {
    let (a, b) = (vec3(1.0, -2.0, 0.5), vec3(0.25, 1.0, 3.0));
    assert_same(&Point::new(a).unwrap().rounded(0.75).unwrap(), &Ball::new(a, 0.75).unwrap());
    assert_same(&Segment::new(a, b).unwrap().rounded(0.75).unwrap(), &Capsule::new(a, b, 0.75).unwrap());
    assert_same(&Segment::new(a, a).unwrap().rounded(0.75).unwrap(), &Ball::new(a, 0.75).unwrap());
    let (a, b) = (vec2(1.0, -2.0), vec2(0.25, 1.0));
    assert_same(&Point::new(a).unwrap().rounded(0.75).unwrap(), &Ball::new(a, 0.75).unwrap());
    assert_same(&Segment::new(a, b).unwrap().rounded(0.75).unwrap(), &Capsule::new(a, b, 0.75).unwrap());
    // A ball and a capsule that are thickened are a ball and a capsule.
    assert_same(&Ball::new(a, 0.5).unwrap().rounded(0.25).unwrap(), &Ball::new(a, 0.75).unwrap());
    assert_same(&Capsule::new(a, b, 0.5).unwrap().rounded(0.25).unwrap(), &Capsule::new(a, b, 0.75).unwrap());
}

#[test]
fn a_thick_box_has_slabs_quarter_cylinders_and_eighths_of_a_ball() {
    let ([a, b, c], r) = ([1.0, 2.0, 3.0], 0.5);
    let soft = Cuboid::new(vec3(a, b, c)).unwrap().rounded(r).unwrap();
    let surface = 8.0 * (a * b + b * c + c * a);
    let volume = 8.0 * a * b * c + surface * r + 2.0 * PI * r * r * (a + b + c) + 4.0 / 3.0 * PI * r.powi(3);
    assert_holds(soft.volume(), volume, 1e-13);
    assert_holds(soft.surface_area(), surface + 4.0 * PI * r * (a + b + c) + 4.0 * PI * r * r, 1e-13);
    let centroid = soft.centroid();
    assert!(centroid.lower.length() < 1e-13 && centroid.upper.length() < 1e-13);
    // ∫ x² of each part: a disc's quarter has its centroid 4r/3π from the corner.
    let x2 = |a: f64, b: f64, c: f64| {
        let core = 8.0 * b * c * ((a + r).powi(3) / 3.0) + 8.0 * a.powi(3) / 3.0 * r * (b + c);
        // Around the edges along x, and around the edges along y and z.
        let along = 2.0 * a.powi(3) / 3.0 * PI * r * r;
        let across = |l: f64| 2.0 * l * (PI * r * r * a * a + 2.0 * a * 4.0 / 3.0 * r.powi(3) + PI * r.powi(4) / 4.0);
        // A half ball's first moment is π r⁴ / 4.
        let corners = 4.0 / 3.0 * PI * r.powi(3) * a * a + 2.0 * a * PI * r.powi(4) / 2.0 + 4.0 * PI * r.powi(5) / 15.0;
        core + along + across(b) + across(c) + corners
    };
    let [x, y, z] = [x2(a, b, c), x2(b, c, a), x2(c, a, b)];
    assert_holds(entry(&soft.inertia(), 0, 0), y + z, 1e-13);
    assert_holds(entry(&soft.inertia(), 1, 1), z + x, 1e-13);
    assert_holds(entry(&soft.inertia(), 2, 2), x + y, 1e-13);

    let soft = Cuboid::new(vec2(a, b)).unwrap().rounded(r).unwrap();
    assert_holds(soft.volume(), 4.0 * a * b + 4.0 * (a + b) * r + PI * r * r, 1e-13);
    assert_holds(soft.surface_area(), 4.0 * (a + b) + 2.0 * PI * r, 1e-13);
}

/// Volume, ∫ x and ∫ x xᵀ, as a sum over cells.
struct Cells {
    volume: f64,
    first: P3,
    second: [[f64; 3]; 3],
}

/// The sum over the cells of a grid, `count` along the longest side. In the plane the grid has one layer at z = 0.
///
/// A cell at the boundary counts by a ramp of its distance. A ramp blurs the boundary, and that adds volume in
/// proportion to the square of its width. Of two ramps the second one takes that away.
fn cells(signed_distance: impl Fn(P3) -> f64, bounds: &Aabb<P3>, count: usize) -> Cells {
    let size = bounds.upper - bounds.lower;
    let step = size.max_abs() / count as f64;
    let in_plane = size.z == 0.0;
    let counts = [size.x, size.y, size.z].map(|side| (side / step).ceil() as usize);
    let mut sums = Cells { volume: 0.0, first: vec3(0.0, 0.0, 0.0), second: [[0.0; 3]; 3] };
    // One more cell on each side, for the ramp.
    let counts = if in_plane { [counts[0] + 2, counts[1] + 2, 1] } else { counts.map(|count| count + 2) };
    for k in 0..counts[0] * counts[1] * counts[2] {
        let at = [k % counts[0], k / counts[0] % counts[1], k / counts[0] / counts[1]];
        let place = at.map(|index| (index as f64 - 0.5) * step);
        let x = bounds.lower + vec3(place[0], place[1], if in_plane { 0.0 } else { place[2] });
        let far = signed_distance(x) / step;
        let ramps = [1.0, 2.0].map(|width| (0.5 - far / width).clamp(0.0, 1.0));
        let share = (4.0 * ramps[0] - ramps[1]) / 3.0 * step.powi(if in_plane { 2 } else { 3 });
        sums.volume += share;
        sums.first += x * share;
        for (i, j) in (0..9).map(|k| (k / 3, k % 3)) {
            let own = if i == j && !(in_plane && i == 2) { step * step / 12.0 } else { 0.0 };
            sums.second[i][j] += share * (x.coordinate(i) * x.coordinate(j) + own);
        }
    }
    sums
}

/// The measures agree with the sum over cells to the accuracy of the cells.
#[track_caller]
fn assert_agrees(found: &Moments<P3>, sums: &Cells, accuracy: f64) {
    let Cells { volume, first, second } = sums;
    assert!((found.volume.value / volume - 1.0).abs() < accuracy, "{:?} {volume}", found.volume);
    assert!(found.volume.upper - found.volume.lower < 1e-12 * volume);
    let centroid = *first / *volume;
    assert!((found.centroid.value - centroid).length() < accuracy, "{:?} {centroid:?}", found.centroid);
    for (i, j) in (0..9).map(|k| (k / 3, k % 3)) {
        let spread = |i: usize, j: usize| second[i][j] - volume * centroid.coordinate(i) * centroid.coordinate(j);
        let trace = spread(0, 0) + spread(1, 1) + spread(2, 2);
        let right = if i == j { trace - spread(i, i) } else { -spread(i, j) };
        let inertia = entry(&found.inertia, i, j);
        assert!((inertia.value - right).abs() < accuracy * trace, "{i} {j}: {inertia:?} {right}");
        assert!(inertia.upper - inertia.lower < 1e-11 * trace, "{i} {j}: {inertia:?}");
    }
}

#[test]
fn thick_polyhedra_have_the_moments_of_a_sum_over_cells() {
    let mut random = Random(5);
    let flat = Hull::new(&[[0.0, 0.0, 0.0], [2.0, 0.0, 1.0], [2.5, 1.0, 1.25], [0.0, 1.0, 0.0]]).unwrap();
    let triangle = Triangle::new(random.point(), random.point(), random.point()).unwrap();
    let shapes: [Box<dyn Measure<P3>>; 5] = [
        Box::new(random.hull(5).rounded(0.25).unwrap()),
        Box::new(random.hull(20).rounded(0.5).unwrap()),
        Box::new(flat.rounded(0.3).unwrap()),
        Box::new(triangle.rounded(0.4).unwrap()),
        Box::new(random.hull(4).sum(random.hull(5)).unwrap().rounded(0.5).unwrap()),
    ];
    for shape in shapes {
        let sums = cells(|x| Solver::default().closest_point(&shape, x).distance, &shape.aabb(), 28);
        assert_agrees(&shape.moments(), &sums, 3e-3);
    }
}

#[test]
fn thick_polygons_have_the_moments_of_a_sum_over_cells() {
    // No side has a slope that the grid repeats.
    let corners = [[0.1, 0.2], [3.03, -0.37], [4.17, 1.21], [1.29, 2.53]];
    let polygon = Hull::new(&corners).unwrap().rounded(0.75).unwrap();
    let far = |x: P3| Solver::default().closest_point(&polygon, vec2(x.x, x.y)).distance;
    let bounds = polygon.aabb();
    let bounds =
        Aabb { lower: vec3(bounds.lower.x, bounds.lower.y, 0.0), upper: vec3(bounds.upper.x, bounds.upper.y, 0.0) };
    let sums = cells(far, &bounds, 200);
    let found = polygon.moments();
    let widen = |v: P2| vec3(v.x, v.y, 0.0);
    let centroid = found.centroid;
    let centroid = Bounded { value: widen(centroid.value), lower: widen(centroid.lower), upper: widen(centroid.upper) };
    assert_agrees(&Moments { volume: found.volume, centroid, inertia: found.inertia }, &sums, 2e-4);
}

/// Volume, height of the centroid, inertia about the axis and across it of a solid of revolution about y, by slices.
fn slices(bottom: f64, top: f64, radius: impl Fn(f64) -> f64) -> [f64; 4] {
    let count = 200_000;
    // Slices are thin at both ends, where the profile is round.
    let height = |k: f64| bottom + (top - bottom) * (1.0 - (PI * k / count as f64).cos()) / 2.0;
    let [mut volume, mut first, mut second, mut turning] = [0.0; 4];
    for k in 0..count {
        let (y, thick) = (height(k as f64 + 0.5), height(k as f64 + 1.0) - height(k as f64));
        let area = PI * radius(y).powi(2);
        volume += area * thick;
        first += area * thick * y;
        second += area * thick * y * y;
        turning += area * thick * radius(y).powi(2) / 2.0;
    }
    let centroid = first / volume;
    [volume, centroid, turning, turning / 2.0 + second - volume * centroid * centroid]
}

#[test]
fn thick_cylinders_and_cones_have_the_moments_of_their_slices() {
    let round = |x: f64| x.max(0.0).sqrt();
    for (half, radius, r) in [(1.0f64, 0.5f64, 0.25f64), (0.5, 2.0, 1.0), (0.0, 1.0, 0.5), (2.0, 0.0, 0.5)] {
        let cylinder = Cylinder::new(half, radius).unwrap().rounded(r).unwrap();
        let profile =
            |y: f64| if y.abs() <= half { radius + r } else { radius + round(r * r - (y.abs() - half).powi(2)) };
        let cone = Cone::new(half, radius).unwrap().rounded(r).unwrap();
        // The side is moved outward along its normal. Below it is the rim, above it the apex.
        let slant = radius.hypot(2.0 * half);
        let normal = (2.0 * half / slant, radius / slant);
        let slope = |y: f64| {
            if y < -half + r * normal.1 {
                radius + round(r * r - (y + half).powi(2))
            } else if y < half + r * normal.1 {
                r * normal.0 + radius * (half + r * normal.1 - y) / (2.0 * half)
            } else {
                round(r * r - (y - half).powi(2))
            }
        };
        let slope = |y: f64| if half == 0.0 { profile(y) } else { slope(y) };
        let reach = half + r;
        let both: [(Moments<P3>, [f64; 4]); 2] =
            [(cylinder.moments(), slices(-reach, reach, profile)), (cone.moments(), slices(-reach, reach, slope))];
        for (found, [volume, height, along, across]) in both {
            let near = |found: Bounded<f64>, right: f64| {
                assert!((found.value - right).abs() < 1e-8 * right.abs().max(1e-3), "{found:?} {right}");
                assert!(found.upper - found.lower < 1e-12 * right.abs().max(1.0), "{found:?}");
            };
            near(found.volume, volume);
            near(entry(&found.inertia, 1, 1), along);
            near(entry(&found.inertia, 0, 0), across);
            near(entry(&found.inertia, 2, 2), across);
            assert!((found.centroid.value.y - height).abs() < 1e-9, "{:?} {height}", found.centroid);
        }
        // The surface is the rate at which the volume grows.
        let grown = |s: f64| Cone::new(half, radius).unwrap().rounded(r + s).unwrap().volume().value;
        let rate = (grown(1e-4) - grown(-1e-4)) / 2e-4;
        assert!((cone.surface_area().value / rate - 1.0).abs() < 1e-7, "{:?} {rate}", cone.surface_area());
        let grown = |s: f64| Cylinder::new(half, radius).unwrap().rounded(r + s).unwrap().volume().value;
        let rate = (grown(1e-4) - grown(-1e-4)) / 2e-4;
        assert!((cylinder.surface_area().value / rate - 1.0).abs() < 1e-7);
    }
    // Without a size they are balls; without a radius they are capsules; without a height they are the same disc.
    let ball = Ball::new(vec3(0.0, 0.0, 0.0), 0.5).unwrap();
    assert_same(&Cylinder::new(0.0, 0.0).unwrap().rounded(0.5).unwrap(), &ball);
    assert_same(&Cone::new(0.0, 0.0).unwrap().rounded(0.5).unwrap(), &ball);
    let rod = Capsule::new(vec3(0.0, -2.0, 0.0), vec3(0.0, 2.0, 0.0), 0.5).unwrap();
    assert_same(&Cylinder::new(2.0, 0.0).unwrap().rounded(0.5).unwrap(), &rod);
    assert_same(&Cone::new(2.0, 0.0).unwrap().rounded(0.5).unwrap(), &rod);
    let disc = Cylinder::new(0.0, 2.0).unwrap().rounded(0.5).unwrap();
    assert_same(&Cone::new(0.0, 2.0).unwrap().rounded(0.5).unwrap(), &disc);
}

#[test]
fn thick_pyramids_of_many_sides_tend_to_the_thick_cone() {
    // The base has the area of the disc up to 1/n² of it. So the differences fall by four, and what they tend to is
    // known from two of them.
    let (half, radius, r) = (1.0, 0.75, 0.5);
    let measures = |shape: &dyn Measure<P3>| {
        let moments = shape.moments();
        let [across, along] = [0, 1].map(|k| moments.inertia.value[k][k]);
        [moments.volume.value, shape.surface_area().value, moments.centroid.value.y, across, along]
    };
    let pyramid = |count: u32| {
        let angle = |k: u32| 2.0 * PI * f64::from(k) / f64::from(count);
        let mut corners: Vec<P3> =
            (0..count).map(|k| vec3(radius * angle(k).cos(), -half, radius * angle(k).sin())).collect();
        corners.push(vec3(0.0, half, 0.0));
        measures(&Hull::new(&corners).unwrap().rounded(r).unwrap())
    };
    let (coarse, fine) = (pyramid(96), pyramid(192));
    let cone = measures(&Cone::new(half, radius).unwrap().rounded(r).unwrap());
    for k in 0..5 {
        let limit = fine[k] + (fine[k] - coarse[k]) / 3.0;
        assert!((fine[k] - cone[k]).abs() > 1e-6, "the test is not idle");
        assert!((limit - cone[k]).abs() < 1e-6 * cone[k].abs(), "{k}: {limit} {}", cone[k]);
    }
}

#[test]
fn a_thick_ellipsoid_has_a_volume_and_a_surface_and_no_known_inertia() {
    // A ball, and a disc that is known as a cylinder.
    let same = |a: Bounded<f64>, b: Bounded<f64>| assert_meet(a, b, 1e-12 * b.value);
    let ball = Ball::new(vec3(0.0, 0.0, 0.0), 2.5).unwrap();
    let round = Ellipsoid::new(vec3(2.0, 2.0, 2.0)).unwrap().rounded(0.5).unwrap();
    same(round.volume(), ball.volume());
    same(round.surface_area(), ball.surface_area());
    let disc = Cylinder::new(0.0, 2.0).unwrap().rounded(0.5).unwrap();
    let flat = Ellipsoid::new(vec3(2.0, 0.0, 2.0)).unwrap().rounded(0.5).unwrap();
    same(flat.volume(), disc.volume());
    same(flat.surface_area(), disc.surface_area());
    // In general: V = (1/3) ∮ h dS over the normals. For a spheroid by slices of its profile, a parallel curve.
    let (a, c, r) = (1.0f64, 2.0f64, 0.5f64);
    let count = 200_000;
    let at = |t: f64| {
        let n = (t.cos() / a, t.sin() / c);
        let length = n.0.hypot(n.1);
        (a * t.cos() + r * n.0 / length, c * t.sin() + r * n.1 / length)
    };
    let volume: f64 = (0..count)
        .map(|k| {
            let t = |k: f64| PI * (k / f64::from(count) - 0.5);
            let (p, q, m) = (at(t(f64::from(k))), at(t(f64::from(k) + 1.0)), at(t(f64::from(k) + 0.5)));
            PI * m.0 * m.0 * (q.1 - p.1)
        })
        .sum();
    let spheroid = Ellipsoid::new(vec3(a, c, a)).unwrap().rounded(r).unwrap();
    assert!((spheroid.volume().value / volume - 1.0).abs() < 1e-9, "{:?} {volume}", spheroid.volume());
    assert_eq!(spheroid.centroid().value, vec3(0.0, 0.0, 0.0));
    assert_eq!(spheroid.inertia().upper[0][0], f64::INFINITY);
    let ellipse = Ellipsoid::new(vec2(3.0, 3.0)).unwrap().rounded(1.0).unwrap();
    same(ellipse.volume(), Ball::new(vec2(0.0, 0.0), 4.0).unwrap().volume());
}

#[test]
fn sums_sweeps_and_hulls_of_two_are_measured_by_their_vertices() {
    let cuboid = |x: f64, y: f64, z: f64| Cuboid::new(vec3(x, y, z)).unwrap();
    assert_same(&cuboid(1.0, 2.0, 3.0).sum(cuboid(0.5, 0.25, 1.0)).unwrap(), &cuboid(1.5, 2.25, 4.0));
    let half = cuboid(1.0, 2.0, 3.0).at(Pose::translation([-4.0, 0.0, 0.0]));
    assert_same(&half.swept(vec3(8.0, 0.0, 0.0)).unwrap(), &cuboid(5.0, 2.0, 3.0));
    let other = cuboid(1.0, 2.0, 3.0).at(Pose::translation([4.0, 0.0, 0.0]));
    assert_same(&half.hull_with(other).unwrap(), &cuboid(5.0, 2.0, 3.0));
    // Radii are the radius of the whole.
    let (a, b) = (vec3(1.0, 2.0, 3.0), vec3(0.0, -1.0, 4.0));
    let rod = Capsule::new(a, b, 0.5).unwrap();
    assert_same(&Ball::new(a, 0.5).unwrap().swept(b - a).unwrap(), &rod);
    assert_same(&Ball::new(a, 0.5).unwrap().hull_with(Ball::new(b, 0.5).unwrap()).unwrap(), &rod);
    let origin = Ball::new(vec3(0.0, 0.0, 0.0), 0.5).unwrap();
    assert_same(&Segment::new(a, b).unwrap().sum(origin).unwrap(), &rod);
    assert_same(&cuboid(1.0, 2.0, 3.0).sum(origin).unwrap(), &cuboid(1.0, 2.0, 3.0).rounded(0.5).unwrap());
    // A tetrahedron, and a square that becomes a prism.
    let base = Triangle::new(vec3(0.0, 0.0, 0.0), vec3(2.0, 0.0, 0.0), vec3(0.0, 2.0, 0.0)).unwrap();
    let solid = base.hull_with(Point::new(vec3(0.0, 0.0, 3.0)).unwrap()).unwrap();
    assert_eq!((solid.volume().lower, solid.volume().upper), (2.0, 2.0));
    let prism = base.swept(vec3(7.0, 5.0, 3.0)).unwrap().volume();
    assert_eq!((prism.lower, prism.upper), (6.0, 6.0));
    // In the plane.
    let square = Cuboid::new(vec2(1.0, 1.0)).unwrap();
    let hexagon = square.swept(vec2(1.0, 1.0)).unwrap();
    assert_eq!((hexagon.volume().value, hexagon.centroid().value), (8.0, vec2(0.5, 0.5)));
    assert_holds(hexagon.surface_area(), 8.0 + 2.0 * 2f64.sqrt(), 1e-14);
}

#[test]
fn sums_of_turned_parts_are_the_written_out_sum() {
    let mut random = Random(3);
    for _ in 0..6 {
        let (a, b) = (random.hull(6).at(random.pose()), random.hull(5).at(random.pose()));
        let sum = a.clone().sum(b.clone()).unwrap();
        let written = minkowski_sum(&a, &b);
        assert_same(&sum, &written);
        // The vertices are no floats. Rounded, they measure nearly the same.
        let rounded = Hull::new(written.vertices()).unwrap();
        assert!((sum.volume().value / rounded.volume().value - 1.0).abs() < 1e-13);
        // Thickened before or after, and in two steps.
        let thick = sum.clone().rounded(0.75).unwrap();
        assert_same(&a.rounded(0.25).unwrap().sum(b.rounded(0.5).unwrap()).unwrap(), &thick);
        assert_same(&sum.rounded(0.5).unwrap().rounded(0.25).unwrap(), &thick);
    }
}

#[test]
fn where_no_closed_form_is_known_the_bounds_say_so() {
    let cone = Cone::new(1.0, 1.0).unwrap();
    let tapered = Ball::new(vec3(0.0, 0.0, 0.0), 1.0).unwrap();
    let tapered = tapered.hull_with(Ball::new(vec3(3.0, 0.0, 0.0), 0.5).unwrap()).unwrap();
    let shapes: Vec<Box<dyn Measure<P3>>> = vec![
        Box::new(cone.sum(Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap()).unwrap()),
        Box::new(cone.swept(vec3(1.0, 0.0, 0.0)).unwrap().rounded(0.5).unwrap()),
        Box::new(tapered),
    ];
    for shape in shapes {
        assert_eq!((shape.volume().lower, shape.volume().upper), (0.0, f64::INFINITY));
        assert_eq!((shape.surface_area().lower, shape.surface_area().upper), (0.0, f64::INFINITY));
        assert_eq!(shape.centroid().lower.x, f64::NEG_INFINITY);
        assert_eq!(shape.inertia().upper[2][1], f64::INFINITY);
        assert!(shape.aabb().upper.x < 10.0, "every shape has a box");
    }
}

#[test]
fn a_thick_body_is_measured_the_same_in_every_pose() {
    let mut random = Random(13);
    for _ in 0..20 {
        let soft = random.hull(8).rounded(0.5).unwrap();
        let pose = random.pose();
        let placed = soft.clone().at(pose);
        assert_meet(placed.volume(), soft.volume(), 1e-11);
        assert_meet(placed.surface_area(), soft.surface_area(), 1e-11);
        let moved = pose.apply(soft.centroid().value);
        assert!((placed.centroid().value - moved).length() < 1e-13);
        let trace = |i: &Bounded<[[f64; 3]; 3]>| i.value[0][0] + i.value[1][1] + i.value[2][2];
        assert!((trace(&placed.inertia()) / trace(&soft.inertia()) - 1.0).abs() < 1e-12);
        // Rounded first and placed then is the same as the other way round.
        assert_eq!(placed.moments(), soft.shape().clone().at(pose).rounded(0.5).unwrap().moments());
    }
}

#[test]
fn a_rotation_that_stretches_is_inside_the_bounds() {
    // A quaternion that is not unit stretches the corners and not the radius. So the centroid moves.
    let corners = [vec3(0.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0), vec3(0.0, 0.125, 0.0)];
    let soft = Points::new(&corners).unwrap().rounded(0.5).unwrap();
    let mut moved = 0;
    for stretch in [1.0 - 1.0 / 128.0, 1.0 + 1.0 / 128.0] {
        // A half turn about z.
        let turn = Quaternion { x: 0.0, y: 0.0, z: stretch, w: 0.0 };
        let pose = Pose { rotation: turn, translation: vec3(0.0, 0.0, 0.0) };
        let placed = soft.at(pose).moments();
        // Both readings of such a pose: its formula p + 2 v × (v × p), and the nearest rotation.
        let readings = [1.0 - 2.0 * stretch * stretch, -1.0].map(|factor| corners.map(|corner| corner * factor));
        let [formula, nearest] = readings.each_ref().map(|c| Points::new(c).unwrap().rounded(0.5).unwrap().moments());
        moved += usize::from((formula.centroid.value - nearest.centroid.value).length() > 1e-4);
        for right in [formula, nearest] {
            let (wide, narrow) = (placed.volume, right.volume);
            assert!(wide.lower <= narrow.lower && narrow.upper <= wide.upper, "{wide:?} {narrow:?}");
            let (wide, narrow) = (placed.centroid, right.centroid);
            assert!(wide.lower.x <= narrow.lower.x && narrow.upper.x <= wide.upper.x);
            assert!(wide.upper.x - wide.lower.x < 12.0, "{wide:?}");
            for (i, j) in (0..9).map(|k| (k / 3, k % 3)) {
                assert!(placed.inertia.lower[i][j] <= right.inertia.lower[i][j], "{i} {j}");
                assert!(right.inertia.upper[i][j] <= placed.inertia.upper[i][j], "{i} {j}");
            }
        }
    }
    assert_eq!(moved, 2);
}

#[test]
fn measures_of_thick_shapes_scale_and_lose_knowledge_only_beyond_the_range() {
    let mut random = Random(31);
    let points: Vec<P3> = (0..9).map(|_| random.point()).collect();
    let thick = |factor: f64| {
        let scaled: Vec<P3> = points.iter().map(|&p| p * factor).collect();
        Hull::new(&scaled).unwrap().rounded(0.25 * factor).unwrap()
    };
    let plain = thick(1.0);
    for power in [-60, -7, 7, 60] {
        let factor = 2f64.powi(power);
        assert_eq!(thick(factor).volume().lower, plain.volume().lower * factor.powi(3));
        assert_eq!(thick(factor).surface_area().upper, plain.surface_area().upper * factor.powi(2));
        assert_eq!(thick(factor).centroid().upper, plain.centroid().upper * factor);
        assert_eq!(thick(factor).inertia().lower[0][1], plain.inertia().lower[0][1] * factor.powi(5));
    }
    for size in [1e-200, 1e200] {
        for shape in [
            AnyShape::from(thick(size)),
            Cone::new(size, size).unwrap().rounded(size).unwrap().into(),
            Cylinder::new(size, size).unwrap().rounded(size).unwrap().into(),
            Ellipsoid::new(vec3(size, size, size)).unwrap().rounded(size).unwrap().into(),
        ] {
            let moments = shape.moments();
            assert!(moments.volume.lower >= 0.0 && moments.volume.lower < moments.volume.upper);
            assert!(moments.centroid.value.is_finite() && moments.inertia.lower[0][0] >= 0.0);
            assert!((moments.centroid.upper - moments.centroid.lower).max_abs() < 1e-12 * size);
        }
    }
    // A radius far smaller or far larger than the shape.
    let thin = Triangle::new(points[0], points[1], points[2]).unwrap();
    let area = thin.surface_area().value / 2.0;
    assert_holds(thin.rounded(1e-30).unwrap().volume(), 2e-30 * area, 1e-13);
    assert_holds(thin.rounded(1e30).unwrap().volume(), 4.0 / 3.0 * PI * 1e90, 1e-13);
    let needle = Triangle::new(vec3(0.0, 0.0, 0.0), vec3(1.0, 1.0, 0.0), vec3(0.5, 0.5 + 1e-14, 0.0)).unwrap();
    let centroid = needle.rounded(1e-25).unwrap().centroid();
    assert!((centroid.upper - centroid.lower).length() < 1e-10, "{centroid:?}");
    assert!((centroid.value - vec3(0.5, 0.5, 0.0)).length() < 1e-10);
}

#[test]
fn any_shape_has_the_measures_of_the_shape_in_it_to_the_bit() {
    let mut random = Random(17);
    #[track_caller]
    fn same(shape: impl Measure<P3> + Clone + Into<AnyShape<P3>>) {
        let any: AnyShape<P3> = shape.clone().into();
        assert_eq!(any.moments(), shape.moments());
        assert_eq!(any.surface_area(), shape.surface_area());
    }
    let pose = random.pose();
    same(Point::new(random.point()).unwrap());
    same(Ball::new(random.point(), 0.5).unwrap().at(pose));
    same(Capsule::new(random.point(), random.point(), 0.5).unwrap().rounded(0.1).unwrap());
    same(Cuboid::new(vec3(1.0, 2.0, 3.0)).unwrap());
    same(Cuboid::new(vec3(1.0, 2.0, 3.0)).unwrap().rounded(0.25).unwrap().at(pose));
    same(Ellipsoid::new(vec3(1.0, 2.0, 3.0)).unwrap().at(pose));
    same(Cylinder::new(1.0, 2.0).unwrap().rounded(0.1).unwrap());
    same(Cone::new(1.0, 2.0).unwrap().at(pose));
    same(random.hull(9).rounded(0.5).unwrap());
    same(random.hull(5).sum(random.hull(5)).unwrap());
    same(random.hull(5).swept(random.point()).unwrap().at(pose));
    same(random.hull(5).hull_with(random.hull(5).at(pose)).unwrap());
}

#[test]
fn shapes_of_f32_are_measured_with_their_exact_radius() {
    // The sum of the radii is no f32. The measure knows it exactly.
    let segment = Segment::new(vec3(0.0f32, 0.0, 0.0), vec3(1.0, 0.0, 0.0)).unwrap();
    let thick = segment.rounded(1.0).unwrap().rounded(1e-5).unwrap();
    let r = 1.0 + f64::from(1e-5f32);
    assert_holds(thick.volume(), PI * r * r + 4.0 / 3.0 * PI * r.powi(3), 1e-13);
}
