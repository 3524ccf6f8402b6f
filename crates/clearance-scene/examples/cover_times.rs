//! Covers of meshes by convex hulls: `cargo run --release --example cover_times -- part.stl 0.01`. The number is the
//! greatest excess as a share of the diagonal.

use clearance_scene::{CornerType, Mesh, cover};
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, share, ..] = &arguments[..] else { panic!("expected a binary STL file and a share") };
    let bytes = std::fs::read(file).expect("the file is there");
    let share: f64 = share.parse().expect("a number");
    let count = u32::from_le_bytes(bytes[80..84].try_into().expect("four bytes")) as usize;
    let (mut places, mut vertices, mut triangles) = (std::collections::HashMap::new(), Vec::new(), Vec::new());
    for triangle in 0..count {
        let corner = |corner: usize| {
            let start = 84 + 50 * triangle + 12 + 12 * corner;
            [0, 4, 8]
                .map(|axis| f32::from_le_bytes(bytes[start + axis..start + axis + 4].try_into().expect("four bytes")))
        };
        triangles.push([0, 1, 2].map(corner).map(|corner| {
            *places.entry(corner.map(|x| (x + 0.0).to_bits())).or_insert_with(|| {
                vertices.push(corner);
                vertices.len() as u32 - 1
            })
        }));
    }
    let mesh = Mesh::new(&vertices, &triangles).expect("a mesh");
    let bound = |choose: fn(f32, f32) -> f32, start: f32| {
        [0, 1, 2].map(|axis| vertices.iter().fold(start, |most, vertex| choose(most, vertex[axis])))
    };
    let (low, high) = (bound(f32::min, f32::INFINITY), bound(f32::max, f32::NEG_INFINITY));
    let diagonal = (0..3).map(|axis| f64::from(high[axis] - low[axis]).powi(2)).sum::<f64>().sqrt();
    let begin = Instant::now();
    let cover = cover(&mesh, share * diagonal, CornerType::F64).expect("a cover");
    let seconds = begin.elapsed().as_secs_f64();
    assert!(cover.is_proven_to_hold(&mesh));
    println!(
        "{file}: {count} triangles, {} hulls, excess {:.5} of the diagonal, volume x {:.3}, {seconds:.2} s",
        cover.pieces.len(),
        cover.excess / diagonal,
        cover.volume_ratio.unwrap_or(f64::NAN),
    );
}
