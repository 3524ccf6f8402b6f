//! Questions about two convex shapes: contacts, gradients, the way out, and the check of a support function.

use crate::answer::answer;
use crate::asked::Asked;
use crate::body::Body;
use crate::fault::{BAD_NUMBER, Fault, Found, guarded};
use crate::given::{Given, Name};
use crate::layout::{Code, Contact, GradientAnswer, Options, Shape, WayOutAnswer};
use crate::pair::{convex, in_world, not_convex, pair, with_pair};
use crate::read::{Columns, Growing, finite, place, seen, vector};
use crate::shape::with_body;
use crate::things::{Plane, Space};
use crate::world::{World, three};
use clearance::{Mark, check_support_map};

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_contacts(
    a: *const Shape,
    b: *const Shape,
    margin: f64,
    options: *const Options,
    normal: *mut [f64; 3],
    out: *mut Contact,
    stride: usize,
    capacity: usize,
    count: *mut usize,
) -> Code {
    fn ask<V: World<D>, const D: usize>(
        pair: &[Given<'_>; 2],
        margin: f64,
        asked: &mut Asked<'_>,
    ) -> Found<([f64; 3], Vec<Contact>)> {
        let mut found = ([0.0; 3], Vec::new());
        with_pair::<V, D>(pair, &mut |one, other| {
            let ([a, b], solver) = (convex(pair, one, other, "contacts")?, asked.solver);
            let manifold = match asked.convex() {
                None => solver.contacts(&a, &b, margin),
                Some(cache) => solver.contacts_cached(&a, &b, margin, cache),
            };
            let mark = |mark: Mark| match mark {
                Mark::Face => [0, 0],
                Mark::Edge(index) => [1, index],
                Mark::Vertex(index) => [2, index],
                Mark::Deepest => [3, 0],
            };
            let contact = |contact: &clearance::Contact<V>| {
                let ([feature_a, index_a], [feature_b, index_b]) = (mark(contact.id.a), mark(contact.id.b));
                let (point_a, point_b) = (three(contact.point_a), three(contact.point_b));
                Contact { point_a, point_b, separation: contact.separation, feature_a, index_a, feature_b, index_b }
            };
            found = (three(manifold.normal), manifold.contacts.iter().map(contact).collect());
            Ok(())
        })?;
        Ok(found)
    }
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let (pair, normal, mut column, count, mut asked) = unsafe {
            let column = Columns::new(out, stride, capacity, &"out")?;
            (pair(a, b)?, place(normal, &"normal")?, column, place(count, &"count")?, Asked::new(options)?)
        };
        finite(margin, &"margin")?;
        let (along, found) = in_world!(pair[0].is_flat(), ask(&pair, margin, &mut asked))?;
        normal.write(along);
        count.write(found.len());
        found.into_iter().enumerate().for_each(|(index, contact)| column.write(index, contact));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_gradient(
    a: *const Shape,
    b: *const Shape,
    center_a: *const [f64; 3],
    center_b: *const [f64; 3],
    options: *const Options,
    out: *mut GradientAnswer,
) -> Code {
    fn ask<V: World<D>, const D: usize>(
        pair: &[Given<'_>; 2],
        centers: [&[f64; 3]; 2],
        asked: &mut Asked<'_>,
    ) -> Found<GradientAnswer> {
        vector(centers[0], D, &"center_a")?;
        vector(centers[1], D, &"center_b")?;
        let [center_a, center_b] = centers.map(|center| V::unpadded(*center));
        let mut found = None;
        with_pair::<V, D>(pair, &mut |one, other| {
            let ([a, b], solver) = (convex(pair, one, other, "the gradient")?, asked.solver);
            let near = match asked.convex() {
                None => solver.signed_distance(&a, &b),
                Some(cache) => solver.signed_distance_cached(&a, &b, cache),
            };
            let gradient = solver.gradient(&a, &b, &near, center_a, center_b);
            found = Some(GradientAnswer {
                size: 0,
                regular: gradient.regular.into(),
                translation_a: three(gradient.translation_a),
                turn_a: V::turn_vector(gradient.turn_a),
                translation_b: three(gradient.translation_b),
                turn_b: V::turn_vector(gradient.turn_b),
                witness_margin: gradient.witness_margin,
                facet_margin: gradient.facet_margin,
                answer: answer::<V, D>(&near),
            });
            Ok(())
        })?;
        found.ok_or_else(|| Fault::new(crate::fault::BUG, "no body was shown"))
    }
    guarded(|| {
        const ORIGIN: [f64; 3] = [0.0; 3];
        // SAFETY: the header demands these pointers. A centre may be null.
        let (pair, centers, out, mut asked) = unsafe {
            let center_a = if center_a.is_null() { &ORIGIN } else { seen(center_a, &"center_a")? };
            let center_b = if center_b.is_null() { &ORIGIN } else { seen(center_b, &"center_b")? };
            (pair(a, b)?, [center_a, center_b], Growing::new(out, &"out")?, Asked::new(options)?)
        };
        out.write(in_world!(pair[0].is_flat(), ask(&pair, centers, &mut asked))?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_way_out(
    a: *const Shape,
    b: *const Shape,
    direction: *const [f64; 3],
    options: *const Options,
    out: *mut WayOutAnswer,
) -> Code {
    fn ask<V: World<D>, const D: usize>(
        pair: &[Given<'_>; 2],
        direction: &[f64; 3],
        asked: &Asked<'_>,
    ) -> Found<WayOutAnswer> {
        vector(direction, D, &"direction")?;
        let mut found = None;
        with_pair::<V, D>(pair, &mut |one, other| {
            let [a, b] = convex(pair, one, other, "the way out")?;
            let way = asked.solver.way_out(&a, &b, V::unpadded(*direction));
            let (distance, lower, upper, normal) = (way.distance, way.lower, way.upper, three(way.normal));
            found = Some(WayOutAnswer { size: 0, reserved: 0, distance, lower, upper, normal });
            Ok(())
        })?;
        found.ok_or_else(|| Fault::new(crate::fault::BUG, "no body was shown"))
    }
    guarded(|| {
        // SAFETY: the header demands these pointers.
        let (pair, direction, out, asked) =
            unsafe { (pair(a, b)?, seen(direction, &"direction")?, Growing::new(out, &"out")?, Asked::new(options)?) };
        out.write(in_world!(pair[0].is_flat(), ask(&pair, direction, &asked))?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cl_check_support(shape: *const Shape) -> Code {
    fn ask<V: World<D>, const D: usize>(given: &Given<'_>) -> Found<()> {
        with_body::<V, D>(given, &mut |body| match body {
            Body::Convex(shape) => check_support_map::<V>(shape)
                .map_err(|error| Fault::new(BAD_NUMBER, format_args!("{}.support: {error}", given.name))),
            _ => Err(not_convex(given, "the support function")),
        })
    }
    guarded(|| {
        // SAFETY: the header demands this pointer.
        let given = unsafe { Given::new(seen(shape, &"shape")?, Name::Is("shape")) };
        in_world!(given.is_flat(), ask(&given))
    })
}
