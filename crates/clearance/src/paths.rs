//! The fast paths, each of which can be left out to learn what it gains. `cargo xtask cost paths` does so.
//!
//! A fast path answers some questions sooner than the way that all pairs can take. One that gains less than a tenth of the
//! instructions of a question that users ask goes. Every fast path asks [`is_left_out`] before it begins. Without
//! `--cfg judge` the answer is always no, and nothing of it is compiled.

macro_rules! paths {
    ($($(#[doc = $what:literal])* $name:ident,)+) => {
        /// A fast path.
        #[derive(Clone, Copy, Debug)]
        #[repr(u8)]
        #[cfg_attr(not(feature = "simd"), allow(dead_code, reason = "there are no lanes without it"))]
        pub enum FastPath {
            $($(#[doc = $what])* $name,)+
        }

        #[cfg(judge)]
        impl FastPath {
            /// All of them, with what they are.
            pub const ALL: &[(Self, &str)] = &[$((Self::$name, concat!($($what),*)),)+];
        }
    };
}
paths! {
    /// two balls in closed form (`axes/balls.rs`)
    Balls,
    /// far shapes by the balls around them (`query/far.rs`)
    FarBalls,
    /// boxes by their 15 axes (`axes/boxes.rs`)
    BoxAxes,
    /// boxes along common axes, without rounding (`axes/aligned.rs`)
    AlignedBoxes,
    /// polygons by their sides (`axes/polygons.rs`)
    PolygonAxes,
    /// the axis that a cache remembers (`axes/polygons.rs`)
    RememberedAxis,
    /// loops of their own for two boxes and for two hulls (`query/stages/floats.rs`)
    OwnLoops,
    /// buckets of vertices by direction (`shape/body/buckets.rs`)
    Buckets,
    /// touching polytopes as they are stored, in integers (`exact/touch.rs`)
    StoredTouch,
    /// the facet in double-double numbers (`exact/double.rs`)
    DoubleFacet,
    /// solids of revolution with parallel axes, by sections (`difference/sections.rs`)
    Sections,
    /// casts that balls prove clear (`motion/beside.rs`)
    FarCasts,
    /// casts of a point or a ball in closed form (`motion/closed`)
    PointCasts,
    /// casts of boxes and of polygons by their axes (`motion/closed/boxes.rs`)
    CastsByAxes,
    /// casts in floats (`motion/quick`)
    QuickCasts,
    /// of these: balls and capsules by quadratic equations (`motion/quick/quadratic.rs`)
    QuadraticCasts,
    /// of these: curved cores by small portals (`motion/quick/curved.rs`)
    CurvedCasts,
    /// impacts that balls prove clear (`motion/swept.rs`)
    FarImpacts,
    /// batches without far pairs (`batch/far.rs`)
    FarPairs,
    /// batches in lanes (`batch/lanes`)
    Lanes,
    /// verdicts of boxes in sixteen lanes of `f32` (`batch/lanes/verdicts.rs`)
    VerdictLanes,
}

/// Whether this path is to be left out.
#[cfg(not(judge))]
#[inline(always)]
pub(crate) const fn is_left_out(_: FastPath) -> bool {
    false
}

/// The paths that are left out, a bit each.
#[cfg(judge)]
static LEFT_OUT: core::sync::atomic::AtomicU32 = core::sync::atomic::AtomicU32::new(0);

/// Whether this path is to be left out.
#[cfg(judge)]
#[inline(always)]
pub(crate) fn is_left_out(path: FastPath) -> bool {
    LEFT_OUT.load(core::sync::atomic::Ordering::Relaxed) >> path as u32 & 1 == 1
}

/// Leaves one path out from now on.
#[cfg(judge)]
pub fn leave_out(path: FastPath) {
    LEFT_OUT.store(1 << path as u32, core::sync::atomic::Ordering::Relaxed);
}
