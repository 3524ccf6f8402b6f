//! The bits of an answer depend only on its pair: not on the batch, the place in it, the order, or the number of
//! threads.

use clearance::{
    Ball, Capsule, Cuboid, Cylinder, Ellipsoid, Hull, Placement, Pose, Proximity, Quaternion, Real, Rotation2, Segment,
    Shape, ShapeId, ShapeSet, Solver, SupportMap, Triangle, Vec2, Vec3, Vector, vec2, vec3,
};
use std::fmt::Debug;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }
    /// A multiple of a sixteenth from −1 to 1. So faces are often parallel, and corners often lie at one height.
    fn signed(&mut self) -> f64 {
        self.below(33) as f64 / 16.0 - 1.0
    }
    fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            let other = self.below(last + 1);
            list.swap(last, other);
        }
    }
}

type Boxed<V> = Box<dyn SupportMap<V> + Send + Sync>;

/// The differences between the plane and space.
trait Scene: Vector {
    fn vector(coordinates: [f64; 3]) -> Self;
    fn turned(numbers: [f64; 4], translation: Self) -> Pose<Self>;
    /// Inserts a shape that only this dimension has, and also returns the shape alone.
    fn own(set: &mut ShapeSet<Self>) -> Option<(ShapeId, Boxed<Self>)>;
}

macro_rules! scenes {
    ($($scalar:ty),+) => {$(
        impl Scene for Vec2<$scalar> {
            fn vector([x, y, _]: [f64; 3]) -> Self {
                vec2(x as $scalar, y as $scalar)
            }
            fn turned([x, y, ..]: [f64; 4], translation: Self) -> Pose<Self> {
                let length = x.hypot(y);
                let rotation = Rotation2 { c: (x / length) as $scalar, s: (y / length) as $scalar };
                Pose { rotation, translation }
            }
            fn own(_set: &mut ShapeSet<Self>) -> Option<(ShapeId, Boxed<Self>)> {
                None
            }
        }
        impl Scene for Vec3<$scalar> {
            fn vector([x, y, z]: [f64; 3]) -> Self {
                vec3(x as $scalar, y as $scalar, z as $scalar)
            }
            fn turned(numbers: [f64; 4], translation: Self) -> Pose<Self> {
                let length = numbers.iter().map(|c| c * c).sum::<f64>().sqrt();
                let [x, y, z, w] = numbers.map(|c| (c / length) as $scalar);
                Pose { rotation: Quaternion { x, y, z, w }, translation }
            }
            fn own(set: &mut ShapeSet<Self>) -> Option<(ShapeId, Boxed<Self>)> {
                let cylinder = Cylinder::new(0.75 as $scalar, 0.5).unwrap();
                Some((set.insert(cylinder), Box::new(cylinder)))
            }
        }
    )+};
}
scenes!(f32, f64);

/// Bodies of mixed kinds and pairs of them. Half of the bodies are boxes.
struct Bodies<V: Scene> {
    set: ShapeSet<V>,
    placements: Vec<Placement<V>>,
    alone: Vec<Boxed<V>>,
    pairs: Vec<[u32; 2]>,
    /// So many placements at the beginning are boxes.
    boxes: u32,
}

const BODIES: usize = 48;

impl<V: Scene> Bodies<V> {
    fn new(random: &mut Random, count: usize) -> Self {
        let mut bodies =
            Self { set: ShapeSet::new(), placements: Vec::new(), alone: Vec::new(), pairs: Vec::new(), boxes: 0 };
        for index in 0..BODIES {
            let (shape, alone) = if index < BODIES / 2 { bodies.cuboid(random) } else { bodies.shape(random) };
            let far = if random.below(4) == 0 { 100.0 } else { 0.0 };
            let place = V::vector([2.5 * random.signed() + far, 2.5 * random.signed(), 2.5 * random.signed()]);
            let pose = match random.below(3) {
                0 => Pose::translation(place),
                _ => V::turned([random.signed(), random.signed(), random.signed(), 1.25], place),
            };
            bodies.placements.push(Placement { shape, pose });
            bodies.alone.push(alone);
        }
        bodies.boxes = BODIES as u32 / 2;
        bodies.pairs = (0..count)
            .map(|_| {
                let limit = if random.below(2) == 0 { BODIES / 2 } else { BODIES };
                [random.below(limit) as u32, random.below(limit) as u32]
            })
            .collect();
        bodies
    }

    fn cuboid(&mut self, random: &mut Random) -> (ShapeId, Boxed<V>) {
        let mut half = || 1.0 + 0.5 * random.signed();
        let cuboid = Cuboid::new(V::vector([half(), half(), half()])).unwrap();
        (self.set.insert(cuboid), Box::new(cuboid))
    }

    fn shape(&mut self, random: &mut Random) -> (ShapeId, Boxed<V>) {
        let mut point = || V::vector([random.signed(), random.signed(), random.signed()]);
        let [a, b, c] = [point(), point(), point()];
        let points: Vec<V> = (0..60).map(|_| point()).collect();
        let size = V::Scalar::narrow;
        match random.below(9) {
            0 => {
                let ball = Ball::new(a, size(0.5)).unwrap();
                (self.set.insert(ball), Box::new(ball))
            }
            1 | 2 => {
                let capsule = Capsule::new(a, b, size(0.25)).unwrap();
                (self.set.insert(capsule), Box::new(capsule))
            }
            kind @ 3..=5 => {
                let hull = Hull::new(&points[..[6, 14, 60][kind - 3]]).unwrap();
                (self.set.insert(hull.clone()), Box::new(hull))
            }
            6 => {
                let rounded = Triangle::new(a, b, c).unwrap().rounded(size(0.125)).unwrap();
                (self.set.insert(rounded), Box::new(rounded))
            }
            7 => V::own(&mut self.set).unwrap_or_else(|| {
                let segment = Segment::new(a, b).unwrap();
                (self.set.insert(segment), Box::new(segment))
            }),
            _ => {
                let ellipsoid = Ellipsoid::new(V::vector([0.5, 1.0, 0.75])).unwrap();
                (self.set.insert(ellipsoid), Box::new(ellipsoid))
            }
        }
    }

    fn singly<T: Debug>(&self, ask: impl Fn(&Placed<'_, V>, &Placed<'_, V>) -> T) -> Vec<String> {
        let body = |index: u32| (&*self.alone[index as usize]).at(self.placements[index as usize].pose);
        self.pairs.iter().map(|&[a, b]| format!("{:?}", ask(&body(a), &body(b)))).collect()
    }

    /// Answers the pairs in a random order and in batches of random sizes. Returns how many batches held one or two
    /// pairs of boxes more than a multiple of eight.
    fn cut<T: Clone + Debug>(
        &self,
        random: &mut Random,
        alone: &[String],
        empty: &T,
        ask: impl Fn(&[[u32; 2]], &mut [T]),
    ) -> usize {
        let mut order: Vec<usize> = (0..self.pairs.len()).collect();
        random.shuffle(&mut order);
        let (mut start, mut remainders) = (0, 0);
        while start < order.len() {
            let most = [3, 12, 40, 400][random.below(4)];
            let end = order.len().min(start + 1 + random.below(most));
            let places = &order[start..end];
            let pairs: Vec<[u32; 2]> = places.iter().map(|&place| self.pairs[place]).collect();
            let mut answers = vec![empty.clone(); pairs.len()];
            ask(&pairs, &mut answers);
            for (answer, &place) in answers.iter().zip(places) {
                assert_eq!(format!("{answer:?}"), alone[place], "pair {place} in a batch of {}", pairs.len());
            }
            let of_boxes = pairs.iter().filter(|pair| pair.iter().all(|&body| body < self.boxes)).count();
            remainders += usize::from(matches!(of_boxes % 8, 1 | 2));
            start = end;
        }
        remainders
    }
}

type Placed<'s, V> = clearance::Placed<&'s (dyn SupportMap<V> + Send + Sync), V>;

/// Checks all queries on random bodies. Debug text tells −0 from 0, and shows the witnesses and the iterations.
fn check<V: Scene>(seed: u64) {
    let mut random = Random(seed);
    let solver = Solver { max_distance: 1.0, ..Solver::default() };
    let bodies = Bodies::<V>::new(&mut random, 400);
    let batch = solver.batch(&bodies.set, &bodies.placements).unwrap();
    let plain = bodies.singly(|a, b| solver.distance(a, b));
    let signed = bodies.singly(|a, b| solver.signed_distance(a, b));
    let near = bodies.singly(|a, b| solver.within(a, b));
    let meet = bodies.singly(|a, b| solver.overlaps(a, b));
    let place = Proximity::default();
    let mut remainders = 0;
    for _ in 0..4 {
        remainders += bodies.cut(&mut random, &plain, &place, |pairs, out| batch.distances(pairs, out).unwrap());
        remainders +=
            bodies.cut(&mut random, &signed, &place, |pairs, out| batch.signed_distances(pairs, out).unwrap());
        remainders += bodies.cut(&mut random, &near, &None, |pairs, out| batch.within(pairs, out).unwrap());
        remainders += bodies.cut(&mut random, &meet, &false, |pairs, out| batch.overlaps(pairs, out).unwrap());
    }
    assert!(remainders >= 50, "only {remainders} batches left one or two pairs of boxes over");
}

#[test]
fn any_order_and_any_cut_of_batches_has_the_bits_of_the_single_query() {
    for seed in [1, 2] {
        check::<Vec2<f32>>(seed);
        check::<Vec2<f64>>(seed);
        check::<Vec3<f32>>(seed);
        check::<Vec3<f64>>(seed);
    }
}

/// Cause: of nine pairs of boxes, eight filled the lanes and one was left over. This pair went to the search at once
/// and skipped the axis test, which the single query does first. So it took 4 iterations and had another witness point.
/// Law: the bits of an answer depend only on its pair.
#[test]
fn a_pair_of_boxes_left_over_by_the_lanes_has_the_bits_of_the_single_query() {
    let mut set = ShapeSet::new();
    let unit = Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap();
    let wide = Cuboid::new(vec3(2.0, 1.0, 1.0)).unwrap();
    let shapes = [set.insert(unit), set.insert(wide)];
    let near = Pose::translation([0.5, 2.25, 0.25]);
    let placements = [
        Placement { shape: shapes[0], pose: Pose::identity() },
        Placement { shape: shapes[0], pose: Pose::translation([100.0, 0.0, 0.0]) },
        Placement { shape: shapes[1], pose: near },
    ];
    let solver = Solver::default();
    let alone = solver.signed_distance(&unit, &wide.at(near));
    assert_eq!(alone.iterations, 0, "the axes answer this pair");
    let batch = solver.batch(&set, &placements).unwrap();
    for count in 1..20 {
        let pairs: Vec<[u32; 2]> = (0..count).map(|place| if place < 6 { [0, 1] } else { [0, 2] }).collect();
        let mut answers = vec![Proximity::default(); pairs.len()];
        batch.signed_distances(&pairs, &mut answers).unwrap();
        for answer in answers.iter().skip(6) {
            assert_eq!(format!("{answer:?}"), format!("{alone:?}"), "of {count} pairs");
        }
    }
}
