//! Two shapes of a question, and the plane or space that they are of.

use crate::body::Body;
use crate::fault::{Fault, Found, MIXED, UNSUPPORTED};
use crate::given::{Given, Name};
use crate::layout::Shape;
use crate::read::seen;
use crate::shape::with_body;
use crate::things::{Plane, Space};
use crate::world::World;
use clearance::SupportMap;

/// The same function of the plane or of space.
macro_rules! in_world {
    ($is_flat:expr, $function:ident($($argument:expr),* $(,)?)) => {
        if $is_flat {
            $function::<Plane, 2>($($argument),*)
        } else {
            $function::<Space, 3>($($argument),*)
        }
    };
}
pub(crate) use in_world;

/// Both shapes of a question.
///
/// # Safety
/// The pointers are null or point to shapes that the header allows, as long as they are asked about.
#[inline(always)]
pub unsafe fn pair<'a>(a: *const Shape, b: *const Shape) -> Found<[Given<'a>; 2]> {
    // SAFETY: as the caller vouches.
    let pair = unsafe { [Given::new(seen(a, &"a")?, Name::Is("a")), Given::new(seen(b, &"b")?, Name::Is("b"))] };
    same_world(pair)
}

/// The pair, if both are of the plane, or both of space.
#[inline(always)]
pub fn same_world(pair: [Given<'_>; 2]) -> Found<[Given<'_>; 2]> {
    if pair[0].is_flat() == pair[1].is_flat() { Ok(pair) } else { Err(mixed(pair)) }
}

#[cold]
fn mixed(pair: [Given<'_>; 2]) -> Fault {
    let [a, b] = pair.map(|given| if given.is_flat() { Plane::NAME } else { Space::NAME });
    Fault::new(MIXED, format_args!("{}.flags: of {b}, and {} is of {a} (CL_PLANE)", pair[1].name, pair[0].name))
}

/// What is done with two bodies while they are there.
pub type ThenPair<'t, V, const D: usize> = &'t mut dyn FnMut(&Body<'_, V, D>, &Body<'_, V, D>) -> Found<()>;

/// Shows both bodies to `then`.
#[inline(always)]
pub fn with_pair<V: World<D>, const D: usize>([a, b]: &[Given<'_>; 2], then: ThenPair<'_, V, D>) -> Found<()> {
    with_body(a, &mut |one| with_body(b, &mut |other| then(one, other)))
}

/// Both shapes, if they are convex.
pub fn convex<'b, V: World<D>, const D: usize>(
    pair: &[Given<'_>; 2],
    one: &'b Body<'_, V, D>,
    other: &'b Body<'_, V, D>,
    question: &str,
) -> Found<[&'b (dyn SupportMap<V> + Sync); 2]> {
    match (one, other) {
        (Body::Convex(a), Body::Convex(b)) => Ok([*a, *b]),
        (Body::Convex(_), _) => Err(not_convex(&pair[1], question)),
        _ => Err(not_convex(&pair[0], question)),
    }
}

#[cold]
pub fn not_convex(given: &Given<'_>, question: &str) -> Fault {
    let text =
        format_args!("{}.kind is {}: {question} of convex shapes alone is answered", given.name, given.shape.kind);
    Fault::new(UNSUPPORTED, text)
}
