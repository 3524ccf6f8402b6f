//! Robots: how near the links come at a configuration, with bounds that include the kinematics.

use crate::fault::{BAD_FILE, BAD_INDEX, BAD_NAME, BAD_NUMBER, Fault, Found, NOT_FINITE, UNSUPPORTED, guarded};
use crate::handle::{Borrowed, Owned, borrowed, checked, free, give, opened, tagged};
use crate::layout::{Code, RobotAnswer};
use crate::read::{Growing, PointRows, bad_number, place, text};
use crate::world::three;
use clearance_robot::files::{Loaded, Source, load, read};
use clearance_robot::{Clearance, ConfigurationError, Contact, Watch as Watcher};
use core::ffi::c_char;
use std::ffi::CString;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A robot with its names as C has them.
pub struct Machine {
    loaded: Loaded,
    pairs: Vec<[usize; 2]>,
    links: Vec<CString>,
    coordinates: Vec<CString>,
}

/// A memory for one robot. The watcher goes first when it is dropped: it borrows from the robot.
pub struct Watching {
    is_used: AtomicBool,
    watcher: Watcher<'static>,
    _machine: Arc<Machine>,
}

tagged! {
    Arc<Machine>: b"cl:robot", "cl_robot";
    Watching: b"cl:watch", "cl_watch";
}

/// `cl_robot`
pub type Robot = Owned<Arc<Machine>>;
/// `cl_watch`
pub type Watch = Owned<Watching>;

fn machine(loaded: Result<Loaded, String>) -> Found<Arc<Machine>> {
    let loaded = loaded.map_err(|error| Fault::new(BAD_FILE, error))?;
    let c = |name: &str| CString::new(name.replace('\0', "")).unwrap_or_default();
    let robot = &loaded.robot;
    let links = (0..robot.link_count()).map(|link| c(robot.link_name(link))).collect();
    let coordinates = loaded.coordinate_names().iter().map(|name| c(name)).collect();
    Ok(Arc::new(Machine { pairs: loaded.pairs(), links, coordinates, loaded }))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_robot_load(path: *const c_char, srdf: *const c_char, out: *mut *mut Robot) -> Code {
    guarded(|| {
        // SAFETY: the header demands these pointers; the second one may be null.
        let (path, srdf, out) = unsafe {
            let srdf = if srdf.is_null() { None } else { Some(text(srdf, &"srdf")?) };
            (text(path, &"path")?, srdf, place(out, &"out")?)
        };
        let source = Source { srdf: srdf.map(Into::into), ..Source::of(path) };
        give(out, machine(load(&source))?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_robot_read(urdf: *const c_char, srdf: *const c_char, out: *mut *mut Robot) -> Code {
    guarded(|| {
        // SAFETY: the header demands these pointers; the second one may be null.
        let (urdf, srdf, out) = unsafe {
            let srdf = if srdf.is_null() { None } else { Some(text(srdf, &"srdf")?) };
            (text(urdf, &"urdf")?, srdf, place(out, &"out")?)
        };
        // The names of the texts, in messages.
        let source = Source { srdf: srdf.map(|_| "srdf".into()), ..Source::of("urdf") };
        give(out, machine(read(&source, urdf.as_bytes(), srdf.map(str::as_bytes)))?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_robot_free(robot: *mut Robot) {
    // SAFETY: the header demands a handle that is not used again. A watch keeps the robot that it watches.
    unsafe { free(robot) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_robot_counts(
    robot: *const Robot,
    coordinates: *mut usize,
    links: *mut usize,
    pairs: *mut usize,
) -> Code {
    guarded(|| {
        // SAFETY: the header demands the handle.
        let machine = unsafe { opened(robot, &"robot") }?;
        let counts = [machine.coordinates.len(), machine.links.len(), machine.pairs.len()];
        for (out, count) in [coordinates, links, pairs].into_iter().zip(counts) {
            if !out.is_null() {
                // SAFETY: the header demands a place, or null.
                unsafe { place(out, &"coordinates, links or pairs") }?.write(count);
            }
        }
        Ok(())
    })
}

fn named(names: &[CString], index: u32, what: &str) -> Found<*const c_char> {
    match names.get(index as usize) {
        Some(name) => Ok(name.as_ptr()),
        None => Err(Fault::new(BAD_INDEX, format_args!("{what} is {index}: there are {}", names.len()))),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_robot_link_name(robot: *const Robot, link: u32, name: *mut *const c_char) -> Code {
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let (machine, name) = unsafe { (opened(robot, &"robot")?, place(name, &"name")?) };
        name.write(named(&machine.links, link, "link")?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_robot_coordinate_name(
    robot: *const Robot,
    coordinate: u32,
    name: *mut *const c_char,
) -> Code {
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let (machine, name) = unsafe { (opened(robot, &"robot")?, place(name, &"name")?) };
        name.write(named(&machine.coordinates, coordinate, "coordinate")?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_robot_link(robot: *const Robot, name: *const c_char, link: *mut u32) -> Code {
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let (machine, name, link) = unsafe { (opened(robot, &"robot")?, text(name, &"name")?, place(link, &"link")?) };
        let found = machine.loaded.robot.link(name);
        let found = found.ok_or_else(|| Fault::new(BAD_NAME, format_args!("name: no link is called {name:?}")))?;
        link.write(found as u32);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_watch_new(robot: *const Robot, out: *mut *mut Watch) -> Code {
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let (machine, out) = unsafe { (opened(robot, &"robot")?.clone(), place(out, &"out")?) };
        if machine.pairs.is_empty() {
            return Err(Fault::new(UNSUPPORTED, "robot: no pair of links counts"));
        }
        // SAFETY: the robot lies on the heap and does not move; `Watching` keeps it until the watcher is gone.
        let robot: &'static clearance_robot::Robot = unsafe { &*core::ptr::from_ref(&machine.loaded.robot) };
        let watcher = robot.watch(machine.pairs.clone());
        give(out, Watching { is_used: AtomicBool::new(false), watcher, _machine: machine });
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_watch_free(watch: *mut Watch) {
    // SAFETY: the header demands a handle that is not used again.
    unsafe { free(watch) }
}

/// The watcher of a handle, for this thread alone.
///
/// # Safety
/// The handle is one, and lives as long as the borrow.
unsafe fn watched<'a>(watch: *mut Watch) -> Found<(Borrowed<'a>, &'a mut Watcher<'static>)> {
    // SAFETY: the caller vouches for the handle. Nothing but the flag is read before the mark is set.
    unsafe {
        checked(watch.cast_const(), &"watch")?;
        let is_used: &'a AtomicBool = &(*watch).value.is_used;
        let mark = borrowed(is_used, "watch")?;
        Ok((mark, &mut (*watch).value.watcher))
    }
}

/// A configuration, copied.
///
/// # Safety
/// The pointer points to so many numbers.
unsafe fn configuration(numbers: *const f64, count: usize) -> Found<Vec<f64>> {
    // SAFETY: as the caller vouches.
    let rows = unsafe { PointRows::<1>::new(numbers.cast(), 0, count, 0, &"configuration") }?;
    Ok((0..count).map(|index| rows.at(index)[0]).collect())
}

fn wrong(error: &ConfigurationError) -> Fault {
    let code = if matches!(error, ConfigurationError::NotFinite(_)) { NOT_FINITE } else { BAD_NUMBER };
    Fault::new(code, format_args!("configuration: {error}"))
}

fn answer(found: &Clearance) -> RobotAnswer {
    RobotAnswer {
        size: 0,
        contact: match found.contact {
            Contact::Apart => 0,
            Contact::Meeting => 1,
            Contact::Unknown => 2,
            Contact::Inside => 3,
        },
        link_a: found.pair[0] as u32,
        link_b: found.pair[1] as u32,
        distance: found.distance,
        lower: found.lower,
        upper: found.upper,
        normal: three(found.normal),
        point_a: three(found.point_a),
        point_b: three(found.point_b),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_watch_clearance(
    watch: *mut Watch,
    numbers: *const f64,
    count: usize,
    out: *mut RobotAnswer,
) -> Code {
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let ((_mark, watcher), numbers, out) =
            unsafe { (watched(watch)?, configuration(numbers, count)?, Growing::new(out, &"out")?) };
        let found = watcher.clearance(&numbers).map_err(|error| wrong(&error))?;
        out.write(answer(&found.ok_or_else(|| Fault::new(UNSUPPORTED, "watch: no pair of links counts"))?));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_watch_below(
    watch: *mut Watch,
    numbers: *const f64,
    count: usize,
    limit: f64,
    is_below: *mut u32,
    out: *mut RobotAnswer,
) -> Code {
    guarded(|| {
        // SAFETY: the header demands these pointers; the last one may be null.
        let ((_mark, watcher), numbers, is_below, out) = unsafe {
            let out = if out.is_null() { None } else { Some(Growing::new(out, &"out")?) };
            (watched(watch)?, configuration(numbers, count)?, place(is_below, &"is_below")?, out)
        };
        if limit.is_nan() {
            return Err(bad_number(&"limit", limit, "a number or infinity"));
        }
        let found = watcher.below(&numbers, limit).map_err(|error| wrong(&error))?;
        is_below.write(found.is_some().into());
        if let (Some(out), Some(found)) = (out, found) {
            out.write(answer(&found));
        }
        Ok(())
    })
}
