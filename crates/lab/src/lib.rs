//! The tests' tools: the exact corpus and its judge, exact oracles, random generators. This crate is never published.
//!
//! Nothing here calls the solver's own mathematics. Numbers are `dashu` rationals. Nearest points come from brute force
//! over subsets of vertices, and depths from brute force over all candidate normals. The code is slow, and short enough
//! to be checked by reading.

pub mod answers;
pub mod any;
pub mod corpus;
pub mod curved;
pub mod depth;
pub mod exact;
pub mod files;
pub mod generators;
pub mod judge;
pub mod many_motions;
pub mod motion;
pub mod nearest;
pub mod points;
pub mod random;
pub mod rivals;
pub mod robots;
pub mod scenes;
pub mod soak;
pub mod space;
pub mod table;
pub mod truth;

/// Makes one test of every law for every vector type.
#[macro_export]
macro_rules! for_all_vectors {
    ($($law:ident),+ $(,)?) => {
        $crate::for_all_vectors!(@ plane_single, clearance::Vec2<f32>, $($law),+);
        $crate::for_all_vectors!(@ plane_double, clearance::Vec2<f64>, $($law),+);
        $crate::for_all_vectors!(@ space_single, clearance::Vec3<f32>, $($law),+);
        $crate::for_all_vectors!(@ space_double, clearance::Vec3<f64>, $($law),+);
    };
    (@ $name:ident, $vector:ty, $($law:ident),+) => {
        mod $name {
            $(#[test]
            fn $law() {
                super::$law::<$vector>();
            })+
        }
    };
}
