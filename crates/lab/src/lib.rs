//! What clearance is tested with: the exact corpus and its judge, exact oracles, random generators. Never published.
//!
//! Nothing here calls the solver's own mathematics: numbers are `dashu` rationals, nearest points come from brute force
//! over subsets of vertices, depths from brute force over all candidate normals. Slow, and short enough to be believed.

pub mod any;
pub mod corpus;
pub mod depth;
pub mod exact;
pub mod generators;
pub mod judge;
pub mod nearest;
pub mod random;
pub mod soak;
pub mod space;
pub mod table;
pub mod truth;

/// Every law for every vector, as a test of its own.
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
