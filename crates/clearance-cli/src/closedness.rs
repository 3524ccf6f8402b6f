//! Why a mesh is open, and what was put right so that it bounds a solid: sentences for people.

use clearance_scene::Mesh;

/// The open edges that are named. More hide the sentence.
const NAMED: usize = 3;

/// What there is to say about a mesh: nothing if its triangles bound a solid as they are. `shift` was
/// subtracted from its vertices.
pub fn remarks(mesh: &Mesh, shift: [f64; 3]) -> Vec<String> {
    if mesh.is_closed_as_it_is() {
        return Vec::new();
    }
    let report = mesh.report();
    let mut remarks = Vec::new();
    if let open @ 1.. = report.open_edges {
        let end = |vertex: u32| {
            let [x, y, z]: [f64; 3] = mesh.vertices()[vertex as usize].into();
            let [x, y, z] = [x + shift[0], y + shift[1], z + shift[2]];
            format!("({x:?}, {y:?}, {z:?})")
        };
        let edges = mesh.open_edges();
        let named: Vec<String> =
            edges.iter().take(NAMED).map(|&[from, to]| format!("{} to {}", end(from), end(to))).collect();
        let (has, more) = (if open == 1 { "edge has" } else { "edges have" }, if open > NAMED { ", ..." } else { "" });
        let named = named.join(", ");
        remarks.push(format!(
            "the surface is open, so it has no inside: {open} {has} an odd number of triangles: {named}{more}"
        ));
    }
    if let turned @ 1.. = report.turned_triangles {
        remarks.push(format!("{} turned, so that neighbours show the same side", counted(turned)));
    }
    if let repeated @ 1.. = report.left_out_triangles {
        remarks.push(format!("{} left out, because it closes the surface only once", counted(repeated)));
    }
    if report.is_inside_by_parity() {
        remarks.push(
            "some triangles are turned, and no turn makes all agree: a point counts as inside if a ray from it crosses \
             the surface an odd number of times"
                .to_owned(),
        );
    }
    remarks
}

fn counted(count: usize) -> String {
    if count == 1 { "1 triangle is".to_owned() } else { format!("{count} triangles are") }
}
