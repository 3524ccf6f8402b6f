//! Scenes: many bodies with names, and rules for their pairs. One thread at a time; a mark in each scene tells others.

use crate::answer::nearest;
use crate::fault::{BAD_INDEX, BAD_NAME, BAD_ROTATION, Fault, Found, MIXED, UNKNOWN, UNSUPPORTED, guarded};
use crate::given::{Given, Name, known_flags};
use crate::handle::{Borrowed, Owned, borrowed, checked, free, give, opened, tagged};
use crate::layout::{self, Code, PLANE, Shape, Sized32, finding as found_flags, kind, rule as rule_flags};
use crate::read::{Growing, Rows, bad_number, place, seen, text};
use crate::shape::pose_of;
use crate::solids::number;
use crate::things::{self, In, Plane, Space};
use crate::world::World;
use clearance_scene::{Clash, Contact, Finding, Mesh, Outline, Rule, Rules, SceneError, Solid};
use core::ffi::c_char;
use std::ffi::CString;
use std::sync::atomic::AtomicBool;

/// A scene, its rules, and the names as C has them.
pub struct Held {
    is_used: AtomicBool,
    scene: In<clearance_scene::Scene<Outline>, clearance_scene::Scene<Mesh>>,
    rules: Vec<Rule>,
    names: Vec<CString>,
}

tagged! {
    Held: b"cl:scene", "cl_scene";
}

/// `cl_scene`
pub type Scene = Owned<Held>;

/// The scene of a handle, for this thread alone.
///
/// # Safety
/// The handle is one, and lives as long as the borrow.
unsafe fn held<'a>(scene: *mut Scene) -> Found<(Borrowed<'a>, &'a mut Held)> {
    // SAFETY: the caller vouches for the handle. Nothing but the flag is read before the mark is set.
    unsafe {
        checked(scene.cast_const(), &"scene")?;
        let is_used: &'a AtomicBool = &(*scene).value.is_used;
        let mark = borrowed(is_used, "scene")?;
        Ok((mark, &mut (*scene).value))
    }
}

/// The same expression for a scene of either dimension.
macro_rules! each_scene {
    ($scene:expr, $inner:ident => $answer:expr) => {
        match $scene {
            In::Plane($inner) => $answer,
            In::Space($inner) => $answer,
        }
    };
}

fn of_scene(error: &SceneError) -> Fault {
    match error {
        SceneError::NameTaken(_) => Fault::new(BAD_NAME, format_args!("name: {error}")),
        SceneError::Pose(_) => Fault::new(BAD_ROTATION, format_args!("pose: {error}")),
        _ => Fault::new(BAD_INDEX, format_args!("object: {error}")),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_scene_new(flags: u32, out: *mut *mut Scene) -> Code {
    guarded(|| {
        known_flags(flags, PLANE, &"flags")?;
        // SAFETY: the header demands the place.
        let out = unsafe { place(out, &"out") }?;
        let scene = match flags & PLANE {
            0 => In::Space(clearance_scene::Scene::default()),
            _ => In::Plane(clearance_scene::Scene::default()),
        };
        give(out, Held { is_used: AtomicBool::new(false), scene, rules: Vec::new(), names: Vec::new() });
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_scene_free(scene: *mut Scene) {
    // SAFETY: the header demands a handle that is not used again.
    unsafe { free(scene) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_scene_add(
    scene: *mut Scene,
    name: *const c_char,
    body: *const Shape,
    number: *mut u32,
) -> Code {
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let ((_mark, held), name, given, out) = unsafe {
            let given = Given::new(seen(body, &"body")?, Name::Is("body"));
            (held(scene)?, text(name, &"name")?, given, place(number, &"number")?)
        };
        known_flags(given.shape.flags, PLANE, &given.field("flags"))?;
        let is_body = matches!(given.shape.kind, kind::MESH | kind::OUTLINE);
        if is_body && given.shape.size != [0.0; 3] {
            return Err(Fault::new(
                UNSUPPORTED,
                "body.size: a body of a scene has no factors; build its mesh with them",
            ));
        }
        if is_body {
            given.is_not_thick()?;
        }
        let own = match (&mut held.scene, given.shape.kind, given.is_flat()) {
            (In::Space(scene), kind::MESH, false) => {
                // SAFETY: the header demands a handle of this kind.
                let mesh = unsafe { opened(given.shape.pointer.cast::<things::Mesh>(), &"body.pointer") }?;
                scene.add(name, mesh.clone(), given.pose::<Space, 3>()?)
            }
            (In::Plane(scene), kind::OUTLINE, true) => {
                // SAFETY: as above.
                let outline = unsafe { opened(given.shape.pointer.cast::<things::Outline>(), &"body.pointer") }?;
                scene.add(name, outline.clone(), given.pose::<Plane, 2>()?)
            }
            (In::Space(_), _, true) | (In::Plane(_), _, false) => {
                return Err(Fault::new(MIXED, "body.flags: the scene and the body differ in the plane and space"));
            }
            _ => {
                let text =
                    format_args!("body.kind is {}: a mesh, or in the plane an outline, is expected", given.shape.kind);
                return Err(Fault::new(UNSUPPORTED, text));
            }
        };
        let own = own.map_err(|error| of_scene(&error))?;
        // Text that came with a zero at its end has none in it.
        held.names.push(CString::new(name).unwrap_or_default());
        out.write(own as u32);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_scene_add_to_group(scene: *mut Scene, object: u32, group: *const c_char) -> Code {
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let ((_mark, held), group) = unsafe { (held(scene)?, text(group, &"group")?) };
        let added = each_scene!(&mut held.scene, scene => scene.add_to_group(object as usize, group));
        added.map_err(|error| of_scene(&error))
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_scene_set_pose(scene: *mut Scene, object: u32, pose: *const layout::Pose) -> Code {
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let ((_mark, held), pose) = unsafe { (held(scene)?, seen(pose, &"pose")?) };
        let moved = match &mut held.scene {
            In::Space(scene) => scene.set_pose(object as usize, pose_of::<Space, 3>(pose, &"pose")?),
            In::Plane(scene) => scene.set_pose(object as usize, pose_of::<Plane, 2>(pose, &"pose")?),
        };
        moved.map_err(|error| of_scene(&error))
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_scene_count(scene: *const Scene, count: *mut usize) -> Code {
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let ((_mark, held), count) = unsafe { (held(scene.cast_mut())?, place(count, &"count")?) };
        count.write(held.names.len());
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_scene_name(scene: *const Scene, object: u32, name: *mut *const c_char) -> Code {
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let ((_mark, held), name) = unsafe { (held(scene.cast_mut())?, place(name, &"name")?) };
        let Some(own) = held.names.get(object as usize) else {
            return Err(of_scene(&SceneError::NoSuchObject(object as usize)));
        };
        name.write(own.as_ptr());
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_scene_add_rule(scene: *mut Scene, rule: *const layout::Rule) -> Code {
    guarded(|| {
        // SAFETY: the header demands the rule, whose first member is its size.
        let size = *unsafe { seen(rule.cast::<u32>(), &"rule") }?;
        if !layout::Rule::SIZES.contains(&size) {
            return Err(Fault::new(UNKNOWN, format_args!("rule->size is {size}: sizeof(cl_rule) is expected")));
        }
        // SAFETY: as above, and the size is that of the whole struct.
        let ((_mark, held), rule) = unsafe { (held(scene)?, seen(rule, &"rule")?) };
        known_flags(rule.flags, rule_flags::ALL, &"rule->flags")?;
        // SAFETY: the header demands text.
        let (a, b) = unsafe { (text(rule.a, &"rule->a")?, text(rule.b, &"rule->b")?) };
        let has = |flag: u32| rule.flags & flag != 0;
        let length = |flag: u32, number: f64, name: &str| match has(flag) {
            true if !(number >= 0.0) => Err(bad_number(&name, number, "a length that is not negative")),
            is_given => Ok(is_given.then_some(number)),
        };
        let contact = length(rule_flags::CONTACT_LENGTH, rule.contact, "rule->contact")?;
        let contact = match (contact, has(rule_flags::CONTACT_AUTO)) {
            (Some(_), true) => return Err(Fault::new(UNKNOWN, "rule->flags: a contact has a length, or is automatic")),
            (Some(length), false) => Contact::Length(length),
            (None, true) => Contact::Auto,
            (None, false) => Contact::Exact,
        };
        held.rules.push(Rule {
            below: length(rule_flags::BELOW, rule.below, "rule->below")?,
            above: length(rule_flags::ABOVE, rule.above, "rule->above")?,
            overlap_above: length(rule_flags::OVERLAP_ABOVE, rule.overlap_above, "rule->overlap_above")?,
            skip: has(rule_flags::SKIP),
            contact,
            ..Rule::new(a, b)
        });
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_scene_clear_rules(scene: *mut Scene) -> Code {
    guarded(|| {
        // SAFETY: the header demands the handle.
        let (_mark, held) = unsafe { held(scene) }?;
        held.rules.clear();
        Ok(())
    })
}

fn of_finding<V: World<D>, const D: usize>(found: &Finding<V>) -> layout::Finding {
    let flags = [
        (found.is_broken, found_flags::BROKEN),
        (found.is_too_far, found_flags::TOO_FAR),
        (found.open, found_flags::OPEN),
        (found.near_band, found_flags::NEAR_BAND),
        (found.overlap.is_some(), found_flags::HAS_OVERLAP),
    ];
    layout::Finding {
        size: 0,
        kind: match found.kind() {
            Clash::Hard => 0,
            Clash::Gap => 1,
            Clash::Touch => 2,
            Clash::Duplicate => 3,
        },
        a: found.a as u32,
        b: found.b as u32,
        relation: number(found.relation),
        exact_relation: number(found.exact),
        flags: flags.iter().map(|&(is_set, flag)| if is_set { flag } else { 0 }).sum(),
        reserved: 0,
        overlap: found.overlap.map_or(0.0, |overlap| overlap.diameter),
        answer: nearest::<V, D>(&found.nearest),
    }
}

/// Asks a scene with its rules, and writes what was found.
///
/// # Safety
/// As the header demands for `cl_scene_below`.
unsafe fn ask(
    scene: *mut Scene,
    below: Option<f64>,
    out: *mut layout::Finding,
    stride: usize,
    capacity: usize,
    count: *mut usize,
) -> Found<()> {
    fn found<S, V: World<D>, const D: usize>(
        scene: &clearance_scene::Scene<S>,
        rules: &Rules,
        capacity: usize,
    ) -> Vec<layout::Finding>
    where
        S: Solid<Vector = V>,
    {
        let found = match rules.below {
            Some(_) => scene.below(rules),
            None => scene.nearest(rules, capacity),
        };
        found.iter().map(of_finding::<V, D>).collect()
    }
    let stride = if stride == 0 { size_of::<layout::Finding>() } else { stride };
    // SAFETY: as the caller vouches.
    let ((_mark, held), count) = unsafe { (held(scene)?, place(count, &"count")?) };
    // SAFETY: as above. The rows are checked here, and written below.
    unsafe { Rows::new(out.cast_const(), stride, capacity, &"out") }?;
    // Every place is checked before the first one is written.
    let places = (0..capacity)
        // SAFETY: as above.
        .map(|index| unsafe { Growing::new(out.byte_add(index * stride), &Name::Row("out", index)) })
        .collect::<Found<Vec<_>>>()?;
    let rules = Rules { rules: held.rules.clone(), below };
    let all = match &held.scene {
        In::Space(scene) => found::<Mesh, Space, 3>(scene, &rules, capacity),
        In::Plane(scene) => found::<Outline, Plane, 2>(scene, &rules, capacity),
    };
    count.write(all.len());
    places.into_iter().zip(all).for_each(|(place, finding)| place.write(finding));
    Ok(())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_scene_below(
    scene: *mut Scene,
    below: f64,
    out: *mut layout::Finding,
    stride: usize,
    capacity: usize,
    count: *mut usize,
) -> Code {
    guarded(|| {
        if !(below >= 0.0 && below.is_finite()) {
            return Err(bad_number(&"below", below, "a finite length that is not negative"));
        }
        // SAFETY: the header demands these pointers.
        unsafe { ask(scene, Some(below), out, stride, capacity, count) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_scene_nearest(
    scene: *mut Scene,
    out: *mut layout::Finding,
    stride: usize,
    capacity: usize,
    count: *mut usize,
) -> Code {
    // SAFETY: the header demands these pointers.
    guarded(|| unsafe { ask(scene, None, out, stride, capacity, count) })
}
