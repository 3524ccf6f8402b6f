//! The structs and numbers of Rust are those of the header: a C file with an assertion for each, given to C compilers.

use crate::fault;
use crate::layout::*;
use core::mem::offset_of;
use std::fmt::Write;
use std::process::Command;

/// The assertions about structs: the size of each, and the place of each member. The members of the Rust structs fill them,
/// so equal sizes leave no member of C without a partner.
macro_rules! structs {
    ($($c:literal = $rust:ident { $($member:ident),+ $(,)? })+) => {{
        let mut text = String::new();
        $(
            let _ = writeln!(text, "A(sizeof({}) == {});", $c, size_of::<$rust>());
            $(let _ = writeln!(text, "A(offsetof({}, {}) == {});", $c, stringify!($member), offset_of!($rust, $member));)+
            // All members are named here, or this does not compile.
            let _ = |own: $rust| { let $rust { $($member: _),+ } = own; };
        )+
        text
    }};
}

macro_rules! numbers {
    ($($c:literal = $rust:expr;)+) => {{
        let mut text = String::new();
        $(let _ = writeln!(text, "A({} == {});", $c, $rust);)+
        text
    }};
}

fn assertions() -> String {
    let structs = structs! {
        "cl_pose" = Pose { translation, rotation }
        "cl_shape" = Shape { kind, flags, size, radius, pointer, stride, count, support, user, pose }
        "cl_motion" = Motion { travel, turn, center }
        "cl_options" = Options { size, precision, start, max_iterations, tolerance, max_distance, target, cache }
        "cl_answer" = Answer {
            status, iterations, leaf_a, leaf_b, distance, lower, upper, normal, point_a, point_b,
        }
        "cl_contact" = Contact { point_a, point_b, separation, feature_a, index_a, feature_b, index_b }
        "cl_gradient_answer" = GradientAnswer {
            size, regular, translation_a, turn_a, translation_b, turn_b, witness_margin, facet_margin, answer,
        }
        "cl_cast_answer" = CastAnswer { size, outcome, fraction, lower, upper, has_contact, reserved, contact }
        "cl_clearance_answer" = ClearanceAnswer { size, reserved, distance, lower, upper, fraction, answer }
        "cl_crossing_answer" = CrossingAnswer {
            size, is_crossing, entry, exit, normal_in, normal_out, leaves_in, leaves_out,
        }
        "cl_relation_answer" = RelationAnswer { size, relation, is_open, has_point, leaf_a, leaf_b, point }
        "cl_overlap_answer" = OverlapAnswer { size, is_open, diameter, lower, upper, has_middle, reserved, middle }
        "cl_way_out_answer" = WayOutAnswer { size, reserved, distance, lower, upper, normal }
        "cl_mesh_report" = MeshReport {
            size, is_closed, inside_out, reserved, open_edges, crowded_edges, turned_edges, degenerate_triangles,
            repeated_triangles, parts,
        }
        "cl_rule" = Rule { size, flags, a, b, below, above, overlap_above, contact }
        "cl_finding" = Finding { size, kind, a, b, relation, exact_relation, flags, reserved, overlap, answer }
        "cl_proven" = Proven { size, planes, lower, upper, subject, is_rest }
        "cl_robot_answer" = RobotAnswer {
            size, contact, link_a, link_b, distance, lower, upper, normal, point_a, point_b,
        }
    };
    let numbers = numbers! {
        "CL_ABI_VERSION" = ABI_VERSION; "CL_NO_LEAF" = NO_LEAF;
        "CL_PLANE" = PLANE; "CL_FLOAT32" = FLOAT32; "CL_UINT16" = UINT16; "CL_OPEN" = OPEN;
        "CL_BALL" = kind::BALL; "CL_BOX" = kind::BOX; "CL_CAPSULE" = kind::CAPSULE; "CL_TRIANGLE" = kind::TRIANGLE;
        "CL_ELLIPSOID" = kind::ELLIPSOID; "CL_CYLINDER" = kind::CYLINDER; "CL_CONE" = kind::CONE;
        "CL_HALF_SPACE" = kind::HALF_SPACE; "CL_POINTS" = kind::POINTS; "CL_HULL" = kind::HULL; "CL_OWN" = kind::OWN;
        "CL_MESH" = kind::MESH; "CL_OUTLINE" = kind::OUTLINE; "CL_COMPOUND" = kind::COMPOUND;
        "CL_RULE_SKIP" = rule::SKIP; "CL_RULE_BELOW" = rule::BELOW; "CL_RULE_ABOVE" = rule::ABOVE;
        "CL_RULE_OVERLAP_ABOVE" = rule::OVERLAP_ABOVE; "CL_RULE_CONTACT_LENGTH" = rule::CONTACT_LENGTH;
        "CL_RULE_CONTACT_AUTO" = rule::CONTACT_AUTO;
        "CL_BROKEN" = finding::BROKEN; "CL_TOO_FAR" = finding::TOO_FAR; "CL_IS_OPEN" = finding::OPEN;
        "CL_NEAR_BAND" = finding::NEAR_BAND; "CL_HAS_OVERLAP" = finding::HAS_OVERLAP;
        "CL_OK" = fault::OK; "CL_NULL_POINTER" = fault::NULL_POINTER; "CL_UNALIGNED" = fault::UNALIGNED;
        "CL_UNKNOWN" = fault::UNKNOWN; "CL_NOT_FINITE" = fault::NOT_FINITE; "CL_NEGATIVE" = fault::NEGATIVE;
        "CL_EMPTY" = fault::EMPTY; "CL_TOO_MANY" = fault::TOO_MANY; "CL_BAD_INDEX" = fault::BAD_INDEX;
        "CL_BAD_STRIDE" = fault::BAD_STRIDE; "CL_BAD_ROTATION" = fault::BAD_ROTATION; "CL_MIXED" = fault::MIXED;
        "CL_WRONG_HANDLE" = fault::WRONG_HANDLE; "CL_UNSUPPORTED" = fault::UNSUPPORTED; "CL_CALLBACK" = fault::CALLBACK;
        "CL_BUSY" = fault::BUSY; "CL_BAD_NAME" = fault::BAD_NAME; "CL_BAD_NUMBER" = fault::BAD_NUMBER;
        "CL_BAD_FILE" = fault::BAD_FILE; "CL_UNDECIDED" = fault::UNDECIDED; "CL_BUG" = fault::BUG;
    };
    let head = "#include \"clearance.h\"\n#ifdef __cplusplus\n#define A(x) static_assert(x, #x)\n#else\n#define A(x) \
                _Static_assert(x, #x)\n#endif\n";
    format!("{head}{structs}{numbers}int main(void) {{ return 0; }}\n")
}

#[test]
fn structs_and_numbers_are_those_of_the_header_for_every_compiler_that_is_here() {
    let folder = std::env::temp_dir().join(format!("clearance-layouts-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("layouts.c");
    std::fs::write(&file, assertions()).unwrap();
    let include = concat!(env!("CARGO_MANIFEST_DIR"), "/include");
    let mut asked = 0;
    for (compiler, language, standard) in
        [("gcc", "c", "c11"), ("clang", "c", "c11"), ("g++", "c++", "c++17"), ("clang++", "c++", "c++17")]
    {
        let strict = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-I", include, "-x", language];
        let mut command = Command::new(compiler);
        command.args(strict).arg(format!("-std={standard}")).arg(&file);
        // A machine without the compiler cannot ask it.
        let Ok(output) = command.output() else { continue };
        assert!(output.status.success(), "{compiler}: {}", String::from_utf8_lossy(&output.stderr));
        asked += 1;
    }
    std::fs::remove_dir_all(&folder).unwrap();
    println!("{asked} compilers were asked");
}
