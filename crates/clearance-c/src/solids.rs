//! Questions about solids: how they lie to each other, and how much they have in common.

use crate::body::{Body, Standing};
use crate::fault::{BAD_ROTATION, Fault, Found, UNDECIDED, UNSUPPORTED, guarded};
use crate::given::Given;
use crate::layout::{Code, NO_LEAF, OverlapAnswer, RelationAnswer, Shape};
use crate::pair::{in_world, pair, with_pair};
use crate::read::{Growing, bad_number, place};
use crate::things::{Plane, Space};
use crate::world::{World, three};
use clearance_scene::{CommonVolume, Overlap, Relation, common_volume, overlap};

/// The number of a relation.
pub fn number(relation: Relation) -> u32 {
    match relation {
        Relation::Apart => 0,
        Relation::Touching => 1,
        Relation::Crossing => 2,
        Relation::AInB => 3,
        Relation::BInA => 4,
    }
}

/// The same question for bodies of any kinds.
macro_rules! each_pair {
    ($pair:expr, $a:ident, $b:ident => $answer:expr) => {
        match $pair {
            (Standing::Single($a), Standing::Single($b)) => $answer,
            (Standing::Single($a), Standing::Surface($b)) => $answer,
            (Standing::Single($a), Standing::Compound($b)) => $answer,
            (Standing::Surface($a), Standing::Single($b)) => $answer,
            (Standing::Surface($a), Standing::Surface($b)) => $answer,
            (Standing::Surface($a), Standing::Compound($b)) => $answer,
            (Standing::Compound($a), Standing::Single($b)) => $answer,
            (Standing::Compound($a), Standing::Surface($b)) => $answer,
            (Standing::Compound($a), Standing::Compound($b)) => $answer,
        }
    };
}

/// Poses are checked when they are read, so this is a body whose products with its scale leave the range.
#[cold]
fn nothing_known() -> Fault {
    Fault::new(BAD_ROTATION, "a pose or a scale leaves the range of numbers, so that nothing is known")
}

/// Poses are checked when they are read. What is left are magnitudes whose exact numbers have no end.
#[cold]
fn undecided() -> Fault {
    let text = "a and b: coordinates differ in magnitude by more than 2^400, or a scale leaves the range of numbers; the exact \
                numbers of the relation exceed their budget, and it stays undecided";
    Fault::new(UNDECIDED, text)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_relation(a: *const Shape, b: *const Shape, out: *mut RelationAnswer) -> Code {
    fn ask<V: World<D>, const D: usize>(pair: &[Given<'_>; 2]) -> Found<RelationAnswer> {
        let mut found = None;
        with_pair::<V, D>(pair, &mut |one, other| {
            let (Body::Surface(a), Body::Surface(b)) = (one, other) else {
                let wrong = &pair[usize::from(matches!(one, Body::Surface(_)))];
                let text =
                    format_args!("{}.kind is {}: a mesh or an outline is expected", wrong.name, wrong.shape.kind);
                return Err(Fault::new(UNSUPPORTED, text));
            };
            found = V::related(a, b);
            Ok(())
        })?;
        let related = found.ok_or_else(undecided)?;
        let [leaf_a, leaf_b] = related.leaves.unwrap_or([NO_LEAF; 2]);
        Ok(RelationAnswer {
            size: 0,
            relation: number(related.relation),
            is_open: related.open.into(),
            has_point: related.point.is_some().into(),
            leaf_a,
            leaf_b,
            point: related.point.map_or([0.0; 3], three),
        })
    }
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let (pair, out) = unsafe { (pair(a, b)?, Growing::new(out, &"out")?) };
        out.write(in_world!(pair[0].is_flat(), ask(&pair))?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_overlap(a: *const Shape, b: *const Shape, out: *mut OverlapAnswer) -> Code {
    fn ask<V: World<D>, const D: usize>(pair: &[Given<'_>; 2]) -> Found<OverlapAnswer> {
        let mut found = None;
        with_pair::<V, D>(pair, &mut |one, other| {
            let (a, b) = (one.standing(), other.standing());
            found = each_pair!((&a, &b), x, y => overlap(x, y));
            Ok(())
        })?;
        Ok(of_overlap(&found.ok_or_else(nothing_known)?))
    }
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let (pair, out) = unsafe { (pair(a, b)?, Growing::new(out, &"out")?) };
        out.write(in_world!(pair[0].is_flat(), ask(&pair))?);
        Ok(())
    })
}

fn of_overlap<V: clearance::WideVector>(found: &Overlap<V>) -> OverlapAnswer {
    OverlapAnswer {
        size: 0,
        is_open: found.open.into(),
        diameter: found.diameter,
        lower: found.lower,
        upper: found.upper,
        has_middle: found.middle.is_some().into(),
        reserved: 0,
        middle: found.middle.map_or([0.0; 3], three),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_common_volume(
    a: *const Shape,
    b: *const Shape,
    most_cells: usize,
    lower: *mut f64,
    upper: *mut f64,
) -> Code {
    fn ask<V: World<D>, const D: usize>(pair: &[Given<'_>; 2], most_cells: usize) -> Found<CommonVolume> {
        let mut found = None;
        with_pair::<V, D>(pair, &mut |one, other| {
            let (a, b) = (one.standing(), other.standing());
            found = each_pair!((&a, &b), x, y => common_volume(x, y, most_cells));
            Ok(())
        })?;
        found.ok_or_else(|| Fault::new(UNSUPPORTED, "a or b is open, so that it encloses nothing"))
    }
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let (pair, lower, upper) = unsafe { (pair(a, b)?, place(lower, &"lower")?, place(upper, &"upper")?) };
        if most_cells == 0 {
            return Err(bad_number(&"most_cells", 0.0, "at least 1"));
        }
        let found = in_world!(pair[0].is_flat(), ask(&pair, most_cells))?;
        lower.write(found.lower);
        upper.write(found.upper);
        Ok(())
    })
}
