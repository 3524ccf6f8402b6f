//! The whole path without a GPU. A false driver, compiled from C by the test, runs the kernels' own text on the processor,
//! and fails where it is told to. What it cannot show: that a GPU computes the same. `bench/DEVICE.md` has that.
#![allow(unsafe_code, reason = "a false driver is a table of C functions")]

mod on_cores;

use clearance_cuda::{
    Address, Answers, Asker, DeviceColumns, DevicePairs, Error, ForeignStream, Gpu, Pairs, PoseRow, Question,
};
use lab::random::Random;
use on_cores::run::run;
use on_cores::{dlopen, dlsym, driver, shapes};
use std::ffi::{c_char, c_void};

/// Pairs and the memory that they lie in.
struct Rows {
    shapes: Vec<[u32; 2]>,
    poses: [Vec<PoseRow>; 2],
}

impl Rows {
    /// Random pairs; every fifth rests on the other along z, so that it is open.
    fn random(count: usize, shapes: u32, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut rows = Self { shapes: Vec::new(), poses: [Vec::new(), Vec::new()] };
        for row in 0..count {
            rows.shapes.push([(); 2].map(|()| random.below(shapes as usize) as u32));
            let mut pose = || {
                let q = [(); 4].map(|()| random.signed());
                let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
                let [x, y, z, w] = q.map(|number| number / length);
                [x, y, z, w, 3.0 * random.signed(), 3.0 * random.signed(), 3.0 * random.signed()]
            };
            let (a, mut b) = (pose(), pose());
            if row % 5 == 0 {
                b = a;
                b[4] += 2.0 * (1.0 - 2.0 * (a[1] * a[1] + a[2] * a[2]));
                b[5] += 4.0 * (a[0] * a[1] + a[2] * a[3]);
                b[6] += 4.0 * (a[0] * a[2] - a[1] * a[3]);
            }
            rows.poses[0].push(a);
            rows.poses[1].push(b);
        }
        rows
    }

    fn pairs(&self) -> Pairs<'_> {
        Pairs { shapes: &self.shapes, poses_a: &self.poses[0], poses_b: &self.poses[1] }
    }
}

const QUESTIONS: [Question; 4] =
    [Question::Distance, Question::SignedDistance, Question::Within(0.75), Question::Overlaps];

/// The same answers, whatever was open.
fn assert_same(found: &Answers, right: &Answers, question: Question) {
    assert_eq!(found.status, right.status, "{question:?}");
    let bits = |column: &Vec<f64>| column.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
    assert_eq!(found.lengths.each_ref().map(bits), right.lengths.each_ref().map(bits), "{question:?}");
    let bits = |column: &Vec<[f64; 3]>| column.iter().map(|row| row.map(f64::to_bits)).collect::<Vec<_>>();
    assert_eq!(found.vectors.each_ref().map(bits), right.vectors.each_ref().map(bits), "{question:?}");
}

#[test]
fn pairs_of_the_host_have_the_bits_of_the_cores_open_ones_included() {
    let Some((_alone, driver)) = driver() else { return };
    let gpu = driver.open().unwrap();
    assert_eq!(gpu.name(), "false device");
    let of_kinds = [shapes(), shapes()[..1].to_vec(), shapes()[3..5].to_vec()];
    for (kinds, all) in of_kinds.into_iter().enumerate() {
        let (there, here) = (gpu.shapes(&all).unwrap(), Asker::on_cores(all.clone()));
        for question in QUESTIONS {
            let rows = Rows::random(2000, all.len() as u32, 1);
            let (found, right) =
                (there.ask(question, rows.pairs()).unwrap(), here.ask(question, rows.pairs()).unwrap());
            assert_same(&found, &right, question);
            assert!(found.open < 1800 && right.open == 2000, "{question:?}: {} open", found.open);
            // Boxes rest on boxes. Random hulls rest on nothing.
            assert!(found.open > 0 || kinds == 2, "{question:?}: nothing is open");
        }
    }
    drop(gpu);
    assert_eq!(driver.living(), 0, "memory of the device is left");
}

#[test]
fn pairs_and_answers_may_lie_on_the_device() {
    let Some((_alone, driver)) = driver() else { return };
    let gpu = driver.open().unwrap();
    let (all, count) = (shapes(), 3000);
    let (there, here) = (gpu.shapes(&all).unwrap(), Asker::on_cores(all.clone()));
    let rows = Rows::random(count, all.len() as u32, 2);
    for question in QUESTIONS {
        let mut found = Answers { status: vec![9; count], ..Answers::default() };
        found.lengths = [vec![0.0; count], vec![0.0; count], vec![0.0; count]];
        found.vectors = [vec![[0.0; 3]; count], vec![[0.0; 3]; count], vec![[0.0; 3]; count]];
        // SAFETY: the memory of the false device is that of the process, and the columns have their rows.
        let place = |at: *const u8| unsafe { Address::new(at as u64) };
        let pairs = DevicePairs {
            count,
            shapes: place(rows.shapes.as_ptr().cast()),
            poses_a: place(rows.poses[0].as_ptr().cast()),
            poses_b: place(rows.poses[1].as_ptr().cast()),
        };
        let columns = DeviceColumns {
            status: place(found.status.as_mut_ptr()),
            lengths: [0, 1, 2].map(|k: usize| place(found.lengths[k].as_mut_ptr().cast())),
            vectors: [0, 1, 2].map(|k: usize| place(found.vectors[k].as_mut_ptr().cast())),
        };
        let open = there.ask_on_device(question, pairs, columns, ForeignStream::default()).unwrap();
        assert!(open > 0 && open < count);
        assert_same(&found, &here.ask(question, rows.pairs()).unwrap(), question);
        // Columns that are not asked for, the status among them.
        let mut distances = vec![0.0; count];
        let lengths = [place(distances.as_mut_ptr().cast()), Address::NONE, Address::NONE];
        let columns = DeviceColumns { status: Address::NONE, lengths, vectors: [Address::NONE; 3] };
        there.ask_on_device(question, pairs, columns, ForeignStream::default()).unwrap();
        assert_eq!(distances, found.lengths[0]);
    }
}

#[test]
fn resident_pairs_are_asked_again_without_a_transfer() {
    let Some((_alone, driver)) = driver() else { return };
    let gpu = driver.open().unwrap();
    let there = gpu.shapes(&shapes()).unwrap();
    let (rows, here) = (Rows::random(1000, 6, 8), Asker::on_cores(shapes()));
    let resident = there.resident(rows.pairs()).unwrap();
    for question in [Question::Distance, Question::SignedDistance, Question::Within(0.75)] {
        assert!(resident.ask(question).unwrap() > 0);
        let right = here.ask(question, rows.pairs()).unwrap();
        assert_same(&resident.answers().unwrap(), &right, question);
    }
    resident.ask(Question::Overlaps).unwrap();
    let right = here.ask(Question::Overlaps, rows.pairs()).unwrap();
    assert_eq!(resident.answers().unwrap().status, right.status);
}

#[test]
fn every_call_of_the_driver_that_fails_is_an_error_and_nothing_is_left_behind() {
    let Some((_alone, driver)) = driver() else { return };
    let rows = Rows::random(100, 6, 3);
    let functions = [
        c"cuInit",
        c"cuDeviceGet",
        c"cuDeviceGetName",
        c"cuDeviceGetAttribute",
        c"cuDeviceTotalMem_v2",
        c"cuDevicePrimaryCtxRetain",
        c"cuModuleLoadDataEx",
        c"cuModuleGetFunction",
        c"cuMemAlloc_v2",
        c"cuCtxSynchronize",
        c"cuMemsetD8Async",
        c"cuMemcpyHtoDAsync_v2",
        c"cuMemcpyDtoHAsync_v2",
        c"cuStreamCreate",
        c"cuStreamSynchronize",
        c"cuLaunchKernel",
    ];
    let (mut failed, mut passed) = (0, 0);
    for function in functions {
        for after in [0, 1, 2, 3, 5, 8, 13, 21, 29] {
            for code in [1, 2, 700] {
                driver.fail(function, after, code);
                let asked = driver.open().and_then(|gpu| gpu.shapes(&shapes())?.ask(Question::Distance, rows.pairs()));
                driver.fail(c"", 0, 0);
                match asked {
                    Ok(answers) => {
                        passed += 1;
                        assert_eq!(answers, {
                            let right = Asker::on_cores(shapes()).ask(Question::Distance, rows.pairs()).unwrap();
                            Answers { open: answers.open, ..right }
                        });
                    }
                    Err(error) => {
                        failed += 1;
                        let is_named = match (&error, code) {
                            (Error::Failed { code: 1, .. }, 1) | (Error::OutOfMemory { .. }, 2) => true,
                            (Error::Lost { name, .. }, 700) => name == "CUDA_ERROR_ILLEGAL_ADDRESS",
                            _ => false,
                        };
                        assert!(is_named, "{function:?} after {after} with {code}: {error:?}");
                    }
                }
                assert_eq!(driver.living(), 0, "{function:?} after {after} with {code}");
            }
        }
    }
    assert!(failed > 100 && passed > 100, "{failed} failed, {passed} did not");
}

#[test]
fn memory_is_kept_for_calls_to_come_and_given_back_when_there_is_too_little() {
    let Some((_alone, driver)) = driver() else { return };
    (driver.has_memory)(1 << 30);
    let gpu = driver.open().unwrap();
    let (there, rows) = (gpu.shapes(&shapes()).unwrap(), Rows::random(2000, 6, 7));
    let right = there.ask(Question::Distance, rows.pairs()).unwrap();
    let kept = driver.living();
    for question in [Question::Distance, Question::Within(0.75), Question::Distance] {
        there.ask(question, rows.pairs()).unwrap();
        // A kernel that was not asked for before is one thing more.
        assert!(driver.living() <= kept + 2, "{question:?}: memory was taken anew");
    }
    assert_eq!(there.ask(Question::Distance, rows.pairs()).unwrap(), right);
    let more = Rows::random(9000, 6, 7);
    driver.fail(c"cuMemAlloc_v2", 0, 2);
    let refused = there.ask(Question::Distance, more.pairs());
    driver.fail(c"", 0, 0);
    assert!(matches!(refused, Err(Error::OutOfMemory { .. })), "{refused:?}");
    assert!(driver.living() < kept, "{} of {kept} are left", driver.living());
    assert!(there.ask(Question::Distance, more.pairs()).is_ok());
    drop((there, gpu));
    assert_eq!(driver.living(), 0, "memory of the device is left");
}

/// A kernel that the driver says it ran, and that wrote nothing.
#[test]
fn rows_that_no_kernel_wrote_are_an_error_and_no_answer() {
    let Some((_alone, driver)) = driver() else { return };
    extern "C" fn nothing(_: *const c_char, _: u64, _: *mut *mut c_void) {}
    let launches = |with: extern "C" fn(*const c_char, u64, *mut *mut c_void)| {
        // SAFETY: as in `compile`.
        unsafe {
            let handle = dlopen(driver.path.as_ptr(), 2);
            let runs: extern "C" fn(extern "C" fn(*const c_char, u64, *mut *mut c_void)) =
                std::mem::transmute(dlsym(handle, c"false_driver_runs".as_ptr()));
            runs(with);
        }
    };
    let there = driver.open().unwrap().shapes(&shapes()).unwrap();
    let rows = Rows::random(100, 6, 4);
    launches(nothing);
    let asked = there.ask(Question::Distance, rows.pairs());
    launches(run);
    assert!(matches!(asked, Err(Error::Lost { .. })), "{asked:?}");
    assert!(there.ask(Question::Distance, rows.pairs()).is_ok());
}

#[test]
fn without_a_driver_the_reason_is_told_and_the_cores_answer() {
    let none = Gpu::open_library(c"/nowhere/libcuda.so").unwrap_err();
    assert_eq!(none.to_string(), "no CUDA driver on this machine");
    // A library that is none.
    let other = Gpu::open_library(c"libc.so.6").unwrap_err().to_string();
    assert!(other.contains("lacks cuInit") || other == "no CUDA driver on this machine", "{other}");
    let asker = Asker::on_cores(shapes());
    assert!(asker.place().starts_with("the cores"));
    let rows = Rows::random(100, 6, 5);
    assert_eq!(asker.ask(Question::Distance, rows.pairs()).unwrap().status.len(), 100);
}

#[test]
fn a_device_that_is_too_old_is_told() {
    let Some((_alone, driver)) = driver() else { return };
    (driver.has_capability)(7);
    let error = driver.open().unwrap_err();
    assert!(
        matches!(error, Error::NoDriver(_)) && error.to_string().contains("compute capability 7, not 8"),
        "{error}"
    );
    assert_eq!(driver.living(), 0);
}

#[test]
fn pairs_that_name_what_is_not_there_are_refused() {
    let rows = Rows::random(10, 6, 6);
    let asker = Asker::on_cores(shapes()[..2].to_vec());
    assert!(matches!(asker.ask(Question::Distance, rows.pairs()), Err(Error::NoShape { .. })));
    let short = Pairs { poses_b: &rows.poses[1][..9], ..rows.pairs() };
    assert_eq!(asker.ask(Question::Distance, short), Err(Error::Lengths { shapes: 10, poses: [10, 9] }));
    let Some((_alone, driver)) = driver() else { return };
    let there = driver.open().unwrap().shapes(&shapes()[..2]).unwrap();
    assert!(matches!(there.ask(Question::Distance, rows.pairs()), Err(Error::NoShape { .. })));
    // SAFETY: the memory of the false device is that of the process, and the columns have their rows.
    let place = |at: *const u8| unsafe { Address::new(at as u64) };
    let pairs = DevicePairs {
        count: 10,
        shapes: place(rows.shapes.as_ptr().cast()),
        poses_a: place(rows.poses[0].as_ptr().cast()),
        poses_b: place(rows.poses[1].as_ptr().cast()),
    };
    let columns = DeviceColumns { status: Address::NONE, lengths: [Address::NONE; 3], vectors: [Address::NONE; 3] };
    let asked = there.ask_on_device(Question::Distance, pairs, columns, ForeignStream::default());
    let Err(Error::NoShape { row }) = asked else { panic!("{asked:?}") };
    assert!(rows.shapes[row].iter().any(|&shape| shape > 1));
}
