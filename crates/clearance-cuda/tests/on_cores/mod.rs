//! The false driver, compiled from C, with the kernels on the processor; and shapes to ask about.
#![allow(dead_code, reason = "not every test asks for all of it")]

pub mod run;

use clearance::{AnyShape, Ball, Capsule, Cuboid, Ellipsoid, Hull, Shape, vec3};
use clearance_cuda::{Error, Gpu};
use clearance_kernels::V;
use lab::random::Random;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, OnceLock};

unsafe extern "C" {
    pub fn dlopen(name: *const c_char, flags: c_int) -> *mut c_void;
    pub fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// The false driver. One test at a time uses it: what fails is told to the whole library.
pub struct FalseDriver {
    pub path: CString,
    fails: extern "C" fn(*const c_char, c_int, c_int),
    pub has_capability: extern "C" fn(c_int),
    /// The bytes of the device, which tell how much memory is kept for calls to come.
    pub has_memory: extern "C" fn(usize),
    living: extern "C" fn() -> i64,
}

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// The driver with nothing that fails. `None` where there is no C compiler.
pub fn driver() -> Option<(MutexGuard<'static, ()>, &'static FalseDriver)> {
    static DRIVER: OnceLock<Option<FalseDriver>> = OnceLock::new();
    let alone = ONE_AT_A_TIME.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let driver = DRIVER.get_or_init(compile).as_ref();
    if let Some(driver) = driver {
        driver.fail(c"", 0, 0);
        (driver.has_capability)(9);
        (driver.has_memory)(0);
    } else {
        println!("not checked: there is no C compiler `cc` for the false driver");
    }
    Some((alone, driver?))
}

fn compile() -> Option<FalseDriver> {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let library = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("libfalse_driver.so");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(here.join("tests/false_driver.c"));
    let status = compiler.status().ok()?;
    assert!(status.success(), "the false driver does not compile");
    let path = CString::new(library.to_str().unwrap()).unwrap();
    // SAFETY: the library is the one of `false_driver.c`, and the functions have the types that are written there.
    unsafe {
        let handle = dlopen(path.as_ptr(), 2);
        assert!(!handle.is_null());
        let function = |name: &CStr| {
            let found = dlsym(handle, name.as_ptr());
            assert!(!found.is_null());
            found
        };
        let runs: extern "C" fn(extern "C" fn(*const c_char, u64, *mut *mut c_void)) =
            std::mem::transmute(function(c"false_driver_runs"));
        runs(run::run);
        let fails = std::mem::transmute::<*mut c_void, extern "C" fn(*const c_char, c_int, c_int)>(function(
            c"false_driver_fails",
        ));
        let has_capability =
            std::mem::transmute::<*mut c_void, extern "C" fn(c_int)>(function(c"false_driver_has_capability"));
        let has_memory = std::mem::transmute::<*mut c_void, extern "C" fn(usize)>(function(c"false_driver_has_memory"));
        let living = std::mem::transmute::<*mut c_void, extern "C" fn() -> i64>(function(c"false_driver_living"));
        Some(FalseDriver { path, fails, has_capability, has_memory, living })
    }
}

impl FalseDriver {
    /// From now on the call of a function after so many others fails with this code, and so do all that follow.
    pub fn fail(&self, function: &'static CStr, after: i32, code: i32) {
        (self.fails)(function.as_ptr(), after, code);
    }

    pub fn open(&self) -> Result<Gpu, Error> {
        Gpu::open_library(&self.path)
    }

    pub fn living(&self) -> i64 {
        (self.living)()
    }
}

pub fn shapes() -> Vec<AnyShape<V>> {
    let mut random = Random::new(7);
    let points: Vec<V> = (0..20).map(|_| vec3(random.signed(), random.signed(), random.signed())).collect();
    vec![
        Cuboid::new(vec3(1.0, 0.75, 0.5)).unwrap().into(),
        Ball::new(vec3(0.0, 0.0, 0.0), 0.5).unwrap().into(),
        Capsule::new(vec3(-0.5, 0.0, 0.0), vec3(0.5, 0.0, 0.25), 0.25).unwrap().into(),
        Hull::new(&points).unwrap().into(),
        Hull::new(&points[..8]).unwrap().rounded(0.125).unwrap().into(),
        // No kernel knows it.
        Ellipsoid::new(vec3(1.0, 0.5, 0.25)).unwrap().into(),
    ]
}
