//! The loops of batches, compiled here for the four vector types.
//!
//! A [`Batch`] is generic over the vector. Its methods are doors: they check the lengths and call a function of
//! [`Batches`], so that no program compiles the loops again.

use super::motions::{Casts, Impacts};
use super::question::{Distance, Overlaps, SignedDistance, Within};
use super::sheet::{Answers, CachedAnswers, Manifolds};
use super::{Batch, Columns, Hit, Minimum};
use crate::contact::{Manifold, Room};
use crate::distance::cache::Cache;
use crate::motion::Motion;
use crate::result::Proximity;
use crate::result::cast::Cast;
use crate::shape::view::View;
use crate::space::vector::{Vec2, Vec3, Vector};

/// Declares the trait, and implements it for each vector type.
macro_rules! batches {
    ($($(#[$doc:meta])* fn $name:ident($batch:ident $(, $argument:ident: $type:ty)* $(,)?) $(-> $answer:ty)? $body:block)+) => {
        /// The loops that are compiled once for each vector type. What they are given has been checked.
        #[doc(hidden)]
        pub trait Batches: Sized {
            $($(#[$doc])* fn $name($batch: &Batch<'_, Self> $(, $argument: $type)*) $(-> $answer)? where Self: Vector;)+
        }
        batches!(@for Vec2<f32>; $(fn $name($batch $(, $argument: $type)*) $(-> $answer)? $body)+);
        batches!(@for Vec2<f64>; $(fn $name($batch $(, $argument: $type)*) $(-> $answer)? $body)+);
        batches!(@for Vec3<f32>; $(fn $name($batch $(, $argument: $type)*) $(-> $answer)? $body)+);
        batches!(@for Vec3<f64>; $(fn $name($batch $(, $argument: $type)*) $(-> $answer)? $body)+);
    };
    (@for $vector:ty; $(fn $name:ident($batch:ident $(, $argument:ident: $type:ty)*) $(-> $answer:ty)? $body:block)+) => {
        impl Batches for $vector {
            $(
                #[inline(never)]
                fn $name($batch: &Batch<'_, Self> $(, $argument: $type)*) $(-> $answer)? $body
            )+
        }
    };
}
batches! {
    /// [`Batch::distances`].
    fn answer_distances(batch, pairs: &[[u32; 2]], answers: &mut [Proximity<Self>]) {
        batch.answer(pairs, Answers::<Self, Distance>(answers));
    }
    /// [`Batch::signed_distances`].
    fn answer_signed_distances(batch, pairs: &[[u32; 2]], answers: &mut [Proximity<Self>]) {
        batch.answer(pairs, Answers::<Self, SignedDistance>(answers));
    }
    /// [`Batch::within`].
    fn answer_within(batch, pairs: &[[u32; 2]], answers: &mut [Option<Proximity<Self>>]) {
        batch.answer(pairs, Answers::<Self, Within>(answers));
    }
    /// [`Batch::overlaps`].
    fn answer_overlaps(batch, pairs: &[[u32; 2]], answers: &mut [bool]) {
        batch.answer(pairs, Answers::<Self, Overlaps>(answers));
    }
    /// [`Batch::distances_cached`].
    fn answer_distances_cached(
        batch, pairs: &[[u32; 2]], caches: &mut [Cache], answers: &mut [Proximity<Self>]
    ) {
        batch.answer(pairs, CachedAnswers::<Self, Distance> { caches, answers });
    }
    /// [`Batch::signed_distances_cached`].
    fn answer_signed_distances_cached(
        batch, pairs: &[[u32; 2]], caches: &mut [Cache], answers: &mut [Proximity<Self>]
    ) {
        batch.answer(pairs, CachedAnswers::<Self, SignedDistance> { caches, answers });
    }
    /// [`Batch::within_cached`].
    fn answer_within_cached(
        batch, pairs: &[[u32; 2]], caches: &mut [Cache], answers: &mut [Option<Proximity<Self>>]
    ) {
        batch.answer(pairs, CachedAnswers::<Self, Within> { caches, answers });
    }
    /// [`Batch::overlaps_cached`].
    fn answer_overlaps_cached(batch, pairs: &[[u32; 2]], caches: &mut [Cache], answers: &mut [bool]) {
        batch.answer(pairs, CachedAnswers::<Self, Overlaps> { caches, answers });
    }
    /// [`Batch::contacts`], and with caches [`Batch::contacts_cached`].
    fn answer_contacts(
        batch, pairs: &[[u32; 2]], speculative: <Self as Vector>::Scalar, caches: Option<&mut [Cache]>,
        manifolds: &mut [Manifold<Self>]
    ) {
        batch.answer(pairs, Manifolds { speculative, caches, manifolds, room: Room::default() });
    }
    /// [`Batch::distance_columns`].
    fn fill_distances(batch, pairs: &[[u32; 2]], columns: Columns<'_, Self>) {
        batch.fill::<Distance>(pairs, columns);
    }
    /// [`Batch::signed_distance_columns`].
    fn fill_signed_distances(batch, pairs: &[[u32; 2]], columns: Columns<'_, Self>) {
        batch.fill::<SignedDistance>(pairs, columns);
    }
    /// [`Batch::minimum`].
    fn minimum(batch, pairs: &[[u32; 2]]) -> Option<Minimum<Self>> {
        batch.minimum_of(pairs)
    }
    /// [`Batch::casts`].
    fn answer_casts(batch, pairs: &[[u32; 2]], travels: &[Self], answers: &mut [Cast<Self>]) {
        batch.answer(pairs, Casts { travels, answers });
    }
    /// [`Batch::impacts`], and with caches [`Batch::impacts_cached`].
    fn answer_impacts(
        batch, pairs: &[[u32; 2]], motions: &[Motion<Self>], caches: Option<&mut [Cache]>, answers: &mut [Cast<Self>]
    ) {
        batch.answer(pairs, Impacts { pairs, motions, caches, answers });
    }
    /// [`Batch::first_hit`].
    fn first_hit(batch, shape: &View<'_, <Self as Vector>::Wide>, travel: Self) -> Option<Hit<Self>> {
        batch.first_hit_of(shape, travel)
    }
    /// [`Batch::hits`].
    fn all_hits(batch, shape: &View<'_, <Self as Vector>::Wide>, travel: Self, found: &mut alloc::vec::Vec<Hit<Self>>) {
        batch.all_hits_of(shape, travel, found);
    }
    /// [`Batch::rays`].
    fn answer_rays(batch, origins: &[Self], travels: &[Self], answers: &mut [Option<Hit<Self>>]) {
        batch.rays_of(origins, travels, answers);
    }
}
