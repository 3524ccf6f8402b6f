//! Most tests of the core as one program: it is compiled and linked once. `batch_cuts` stands alone, since it runs with
//! and without the features that change how batches are answered.

mod algebra;
mod allocations;
mod any_shape;
mod batch;
mod batch_columns;
mod bodies_that_move;
mod both_scalars;
mod casts;
mod casts_in_floats;
mod casts_of_all_kinds;
mod casts_of_polytopes;
mod closest_story;
mod common_point;
mod contact_sweep;
mod contacts;
mod conversions;
#[cfg(feature = "serde")]
mod documented_form;
mod floats_alone;
mod found_from_outside;
mod gradient;
mod half_spaces;
mod hull_geometry;
mod long_edges;
mod measures;
mod minimum;
mod morphs;
mod motion_batches;
mod not_finite;
mod one_frame;
mod one_view;
mod own_shapes;
mod plain_points;
mod public_items;
mod random;
mod scale;
mod shapes;
mod solver_fields;
mod sums_of_radii;
mod thick_measures;
mod through_contact;
mod warm_batches;
