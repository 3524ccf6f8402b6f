//! Bodies in many configurations, on the false device: poses and pairs as other libraries have them, and their answers.
#![allow(unsafe_code, reason = "addresses of the false device")]

mod on_cores;

use clearance::{AnyShape, Placement, Pose, Proximity, Quaternion, ShapeSet, Solver, Status, vec3};
use clearance_cuda::{
    Address, Column, Configurations, DeviceNumbers, Error, ForeignStream, ListedPairs, PoseRow, Precision, Question,
    Wanted,
};
use clearance_kernels::V;
use lab::random::Random;
use on_cores::{driver, shapes};

const PAIRS: [[u32; 2]; 7] = [[0, 1], [0, 0], [3, 4], [1, 5], [2, 0], [4, 2], [5, 3]];
const ALL: Wanted = Wanted { status: true, lengths: [true; 3], vectors: [true; 3], precision: Precision::Double };

/// Rows of x, y, z and a quaternion xyzw, whose length is about 1.
fn rows(count: usize, seed: u64) -> Vec<[f64; 7]> {
    let mut random = Random::new(seed);
    let mut row = || {
        let q = [(); 4].map(|()| random.signed());
        let length = q.iter().map(|x| x * x).sum::<f64>().sqrt() * (1.0 + 0.25 * random.signed());
        let [x, y, z, w] = q.map(|number| number / length);
        [2.0 * random.signed(), 2.0 * random.signed(), 2.0 * random.signed(), x, y, z, w]
    };
    (0..count).map(|_| row()).collect()
}

/// A pose of its own for each body; that of the first one is the identity.
fn own() -> Vec<PoseRow> {
    let turned = |[a, b, c, x, y, z, w]: [f64; 7]| {
        let q = Quaternion::<f64>::new(x, y, z, w).unwrap();
        [q.x, q.y, q.z, q.w, a, b, c]
    };
    let mut own: Vec<PoseRow> = rows(6, 11).into_iter().map(turned).collect();
    own[0] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
    own
}

fn pose_of([x, y, z, w, a, b, c]: PoseRow) -> Pose<V> {
    Pose { rotation: Quaternion { x, y, z, w }, translation: vec3(a, b, c) }
}

/// The bodies where a configuration puts them, by the core alone.
fn places(set: &mut ShapeSet<V>, rows: &[[f64; 7]]) -> Vec<Placement<V>> {
    let place = |((shape, own), &[a, b, c, x, y, z, w]): ((AnyShape<V>, PoseRow), &[f64; 7])| {
        let pose = Pose { rotation: Quaternion::new(x, y, z, w).unwrap(), translation: vec3(a, b, c) };
        Placement { shape: set.insert(shape), pose: pose.after(&pose_of(own)) }
    };
    shapes().into_iter().zip(own()).zip(rows).map(place).collect()
}

fn numbers<T>(of: &[T], precision: Precision) -> DeviceNumbers {
    // SAFETY: the memory of the false device is that of the process.
    DeviceNumbers { address: unsafe { Address::new(of.as_ptr() as u64) }, precision }
}

fn doubles(column: &Option<Column>, count: usize) -> Vec<f64> {
    let mut bytes = vec![0; 8 * count];
    column.as_ref().unwrap().download(&mut bytes).unwrap();
    bytes.chunks_exact(8).map(|number| f64::from_ne_bytes(number.try_into().unwrap())).collect()
}

fn singles(column: &Option<Column>, count: usize) -> Vec<f32> {
    let mut bytes = vec![0; 4 * count];
    column.as_ref().unwrap().download(&mut bytes).unwrap();
    bytes.chunks_exact(4).map(|number| f32::from_ne_bytes(number.try_into().unwrap())).collect()
}

fn signs(column: &Option<Column>, count: usize) -> Vec<i8> {
    let mut bytes = vec![0; count];
    column.as_ref().unwrap().download(&mut bytes).unwrap();
    bytes.into_iter().map(|byte| byte as i8).collect()
}

/// The columns of answers, `None` beyond a limit.
fn columns(found: &[Option<Proximity<V>>], limit: f64) -> (Vec<i8>, [Vec<f64>; 3], [Vec<f64>; 3]) {
    let sign = |found: &Option<Proximity<V>>| match found.map(|found| found.status) {
        None | Some(Status::Separated) => 1,
        Some(Status::Touching) => 0,
        Some(Status::Overlapping) => -1,
    };
    let length =
        |of: fn(&Proximity<V>) -> f64, far: f64| found.iter().map(|own| own.as_ref().map_or(far, of)).collect();
    let vector = |of: fn(&Proximity<V>) -> V| {
        let row = |own: &Option<Proximity<V>>| own.as_ref().map_or([f64::NAN; 3], |own| of(own).into());
        found.iter().flat_map(row).collect()
    };
    let far = f64::INFINITY;
    (
        found.iter().map(sign).collect(),
        [length(|own| own.distance, far), length(|own| own.lower, limit), length(|own| own.upper, far)],
        [vector(|own| own.point_a), vector(|own| own.point_b), vector(|own| own.normal)],
    )
}

fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

#[test]
fn configurations_have_the_bits_of_the_batch_open_pairs_included() {
    let Some((_alone, driver)) = driver() else { return };
    let gpu = driver.open().unwrap();
    let bodies = gpu.bodies(&shapes(), &own()).unwrap();
    let (count, mut all) = (40, rows(240, 12));
    // In every fourth configuration two bodies stand at one place.
    (0..count).step_by(4).for_each(|k| all[6 * k] = all[6 * k + 1]);
    let listed: Vec<[i64; 2]> = PAIRS.iter().map(|pair| pair.map(i64::from)).collect();
    let pairs = ListedPairs::Device(PAIRS.len(), numbers(&listed, Precision::Double));
    let configurations = Configurations { count, poses: numbers(&all, Precision::Double) };
    let (mut set, mut open) = (ShapeSet::new(), 0);
    for question in [Question::Distance, Question::SignedDistance, Question::Within(0.5)] {
        let limit = if let Question::Within(limit) = question { limit } else { f64::INFINITY };
        let mut right = Vec::new();
        for rows in all.chunks(6) {
            let placed = places(&mut set, rows);
            let solver = Solver { max_distance: limit, ..Solver::default() };
            let batch = solver.batch(&set, &placed).unwrap();
            let (mut found, mut within) = ([Proximity::default(); 7], [None; 7]);
            match question {
                Question::Distance => batch.distances(&PAIRS, &mut found).unwrap(),
                Question::SignedDistance => batch.signed_distances(&PAIRS, &mut found).unwrap(),
                _ => batch.within(&PAIRS, &mut within).unwrap(),
            }
            right.extend(if limit < f64::INFINITY { within } else { found.map(Some) });
        }
        let (status, lengths, vectors) = columns(&right, limit);
        for listed in [pairs, ListedPairs::Host(&PAIRS)] {
            let found = bodies.ask(question, configurations, listed, &ALL, ForeignStream::default()).unwrap();
            assert_eq!(signs(&found.status, right.len()), status);
            for k in 0..3 {
                assert_eq!(bits(&doubles(&found.lengths[k], right.len())), bits(&lengths[k]), "{question:?} {k}");
                assert_eq!(bits(&doubles(&found.vectors[k], 3 * right.len())), bits(&vectors[k]), "{question:?} {k}");
            }
            assert!(found.open < right.len());
            open += found.open;
        }
        let beyond = right.iter().filter(|found| found.is_none()).count();
        assert!((limit < f64::INFINITY) == (beyond > 20), "{beyond} beyond");
    }
    // The ellipsoid is in two pairs of seven.
    assert!(open >= 3 * 2 * 80, "{open} open");
    let verdicts = bodies.overlaps(configurations, pairs, ForeignStream::default()).unwrap();
    let verdicts = signs(&Some(verdicts), count * 7);
    for (rows, found) in all.chunks(6).zip(verdicts.chunks(7)) {
        let placed = places(&mut set, rows);
        let mut meet = [false; 7];
        Solver::default().batch(&set, &placed).unwrap().overlaps(&PAIRS, &mut meet).unwrap();
        assert_eq!(found, meet.map(i8::from));
    }
    drop(bodies);
    drop(gpu);
    assert_eq!(driver.living(), 0, "memory of the device is left");
}

#[test]
fn the_least_distance_of_a_configuration_is_that_of_the_batch() {
    let Some((_alone, driver)) = driver() else { return };
    let bodies = driver.open().unwrap().bodies(&shapes(), &own()).unwrap();
    let (count, all) = (60, rows(360, 13));
    let configurations = Configurations { count, poses: numbers(&all, Precision::Double) };
    let (mut set, mut beyond, mut meet) = (ShapeSet::new(), 0, 0);
    for limit in [f64::INFINITY, 0.125] {
        let right: Vec<_> = all
            .chunks(6)
            .map(|rows| {
                let placed = places(&mut set, rows);
                let solver = Solver { max_distance: limit, ..Solver::default() };
                solver.batch(&set, &placed).unwrap().minimum(&PAIRS[2..]).unwrap()
            })
            .collect();
        let listed = ListedPairs::Host(&PAIRS[2..]);
        let found = bodies.minimum(limit, configurations, listed, &ALL, ForeignStream::default()).unwrap();
        let number: Vec<i64> = doubles(&found.pair, count).iter().map(|bits| bits.to_bits() as i64).collect();
        let right_number = |least: &Option<clearance::Minimum<V>>| least.map_or(-1, |least| least.pair as i64);
        assert_eq!(number, right.iter().map(right_number).collect::<Vec<_>>());
        let answers: Vec<_> = right.iter().map(|least| least.map(|least| least.proximity)).collect();
        let (status, lengths, vectors) = columns(&answers, 0.0);
        assert_eq!(signs(&found.status, count), status);
        for k in 0..3 {
            assert_eq!(bits(&doubles(&found.lengths[k], count)), bits(&lengths[k]));
            assert_eq!(bits(&doubles(&found.vectors[k], 3 * count)), bits(&vectors[k]));
        }
        beyond += answers.iter().filter(|found| found.is_none()).count();
        meet += answers.iter().flatten().filter(|found| found.distance == 0.0).count();
    }
    assert!(beyond > 3 && meet > 10, "{beyond} beyond, {meet} meet");
}

#[test]
fn rows_of_f32_are_widened_and_answers_in_f32_hold_their_bounds() {
    let Some((_alone, driver)) = driver() else { return };
    let bodies = driver.open().unwrap().bodies(&shapes(), &own()).unwrap();
    let narrow: Vec<[f32; 7]> = rows(120, 14).iter().map(|row| row.map(|number| number as f32)).collect();
    let wide: Vec<[f64; 7]> = narrow.iter().map(|row| row.map(f64::from)).collect();
    let listed: Vec<[i32; 2]> = PAIRS.iter().map(|pair| pair.map(|body| body as i32)).collect();
    let pairs = ListedPairs::Device(PAIRS.len(), numbers(&listed, Precision::Single));
    let ask = |poses, wanted| {
        let configurations = Configurations { count: 20, poses };
        bodies.ask(Question::Distance, configurations, pairs, &wanted, ForeignStream::default()).unwrap()
    };
    let of_singles = ask(numbers(&narrow, Precision::Single), ALL);
    let of_doubles = ask(numbers(&wide, Precision::Double), ALL);
    let rounded = ask(numbers(&wide, Precision::Double), Wanted { precision: Precision::Single, ..ALL });
    let mut strict = 0;
    for k in 0..3 {
        let exact = doubles(&of_doubles.lengths[k], 140);
        assert_eq!(bits(&doubles(&of_singles.lengths[k], 140)), bits(&exact));
        for (&short, &long) in singles(&rounded.lengths[k], 140).iter().zip(&exact) {
            let held = [short == long as f32, f64::from(short) <= long, f64::from(short) >= long];
            assert!(held[k], "{k}: {short} {long}");
            strict += usize::from(f64::from(short) != long);
        }
        let exact = doubles(&of_doubles.vectors[k], 420);
        let nearest: Vec<f32> = exact.iter().map(|&number| number as f32).collect();
        assert_eq!(singles(&rounded.vectors[k], 420), nearest);
    }
    assert!(strict > 100, "{strict} numbers were rounded");
}

#[test]
fn rows_that_are_no_poses_and_pairs_of_no_bodies_are_told_and_nothing_is_answered() {
    let Some((_alone, driver)) = driver() else { return };
    let bodies = driver.open().unwrap().bodies(&shapes(), &own()).unwrap();
    let ask = |all: &[[f64; 7]], listed: &[[i64; 2]]| {
        let pairs = ListedPairs::Device(listed.len(), numbers(listed, Precision::Double));
        let configurations = Configurations { count: 5, poses: numbers(all, Precision::Double) };
        bodies.ask(Question::Distance, configurations, pairs, &ALL, ForeignStream::default()).map(|found| found.open)
    };
    let all = rows(30, 15);
    assert!(ask(&all, &[[0, 1]]).is_ok());
    for (place, number) in [(0, f64::NAN), (6, f64::INFINITY), (3, 7.0)] {
        let mut bad = all.clone();
        bad[17][place] = number;
        bad[23][place] = number;
        assert_eq!(ask(&bad, &[[0, 1]]), Err(Error::NoPose { row: 17 }));
    }
    for body in [6, -1, i64::MIN, 1 << 32] {
        assert_eq!(ask(&all, &[[0, 1], [2, body], [body, 0]]), Err(Error::NoShape { row: 1 }));
    }
    let host = ListedPairs::Host(&[[0, 6]]);
    let configurations = Configurations { count: 5, poses: numbers(&all, Precision::Double) };
    let asked = bodies.ask(Question::Distance, configurations, host, &ALL, ForeignStream::default());
    assert_eq!(asked.unwrap_err(), Error::NoShape { row: 0 });
    let none = Configurations { count: 0, ..configurations };
    let answers = bodies.minimum(1.0, none, host, &ALL, ForeignStream::default());
    assert_eq!(answers.unwrap_err(), Error::NoShape { row: 0 });
    let empty = bodies.minimum(1.0, configurations, ListedPairs::Host(&[]), &ALL, ForeignStream::default()).unwrap();
    assert_eq!(doubles(&empty.pair, 5).iter().map(|bits| bits.to_bits() as i64).collect::<Vec<_>>(), [-1; 5]);
}

/// Every call of the driver may fail: then there is an error and no answer, and no memory is left.
#[test]
fn a_call_of_the_driver_that_fails_is_an_error_and_no_memory_is_left() {
    let Some((_alone, driver)) = driver() else { return };
    let all = rows(12, 16);
    let (mut failed, mut passed) = (0, 0);
    for function in
        [c"cuMemAlloc_v2", c"cuMemsetD8Async", c"cuMemcpyHtoDAsync_v2", c"cuMemcpyDtoHAsync_v2", c"cuLaunchKernel"]
    {
        for after in 0..24 {
            driver.fail(function, after, 2);
            let asked = driver.open().and_then(|gpu| {
                let bodies = gpu.bodies(&shapes(), &own())?;
                let configurations = Configurations { count: 2, poses: numbers(&all, Precision::Double) };
                let wanted = Wanted { precision: Precision::Single, ..ALL };
                bodies.minimum(1.0, configurations, ListedPairs::Host(&PAIRS), &wanted, ForeignStream::default())
            });
            driver.fail(c"", 0, 0);
            match asked {
                Ok(answers) => {
                    drop(answers);
                    passed += 1;
                }
                Err(Error::OutOfMemory { .. }) => failed += 1,
                Err(other) => panic!("{function:?} after {after}: {other:?}"),
            }
            assert_eq!(driver.living(), 0, "{function:?} after {after}");
        }
    }
    assert!(failed > 40 && passed > 20, "{failed} failed, {passed} did not");
}

#[test]
fn an_address_is_told_by_its_device() {
    let Some((_alone, driver)) = driver() else { return };
    let gpu = driver.open().unwrap();
    // SAFETY: the addresses are not read.
    let [own, other, none] = [4096, 64, 0].map(|number| unsafe { Address::new(number) });
    assert_eq!((gpu.device_of(own), gpu.device_of(other)), (Ok(0), Ok(1)));
    assert!(matches!(gpu.device_of(none), Err(Error::Failed { code: 1, .. })));
    assert_eq!(gpu.wait_for(ForeignStream::default()), Ok(()));
}
