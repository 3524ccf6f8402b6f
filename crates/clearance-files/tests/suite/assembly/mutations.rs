//! Broken files: cut at every byte, and with random faults. None panics, and what is read keeps its laws.

use super::cubes;
use super::read;
use crate::random::Random;

#[test]
fn files_cut_at_any_byte_are_refused_or_read_but_never_panic() {
    for (name, bytes) in cubes::all() {
        let refused = (0..bytes.len()).filter(|&length| read(name, &bytes[..length]).is_err()).count();
        // A text without an announced end may end anywhere between two of its lines.
        let least = if name == "a.obj" || name == "a.stl" { bytes.len() / 3 } else { bytes.len() - 2 };
        assert!(refused >= least, "{name}: {refused} of {}", bytes.len());
    }
}

impl Random {
    /// A file with one or two faults: a changed byte or digit, a piece that is missing or repeated, a number that is
    /// too large.
    fn broken(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..=self.below(2) {
            let start = self.below(bytes.len());
            let end = (start + 1 + self.below(12)).min(bytes.len());
            match self.below(7) {
                0 => bytes[start] = self.below(256) as u8,
                1 => bytes[start] = b"0123456789-.e \"<>{}[]#/"[self.below(23)],
                2 => drop(bytes.drain(start..end)),
                3 => {
                    let piece = bytes[start..end].repeat(1 + self.below(20));
                    bytes.splice(start..start, piece);
                }
                4 | 5 => {
                    let digit = bytes[start..].iter_mut().find(|byte| byte.is_ascii_digit());
                    digit.into_iter().for_each(|digit| *digit = b'0' + self.below(10) as u8);
                }
                _ => {
                    let number = ["4000000000", "-1", "1e999", "nan", "1e300", "18446744073709551615"][self.below(6)];
                    bytes.splice(start..end, number.bytes());
                }
            }
            if bytes.is_empty() {
                bytes.push(0);
            }
        }
        bytes
    }
}

/// Reads files with random faults. Both outcomes must be common, or the faults are too mild or too heavy to tell.
fn break_often(name: &str, rounds: usize, mut make: impl FnMut(&mut Random) -> Vec<u8>) {
    let mut random = Random(14);
    let accepted = (0..rounds).filter(|_| read(name, make(&mut random)).is_ok()).count();
    let refused = rounds - accepted;
    assert!(50 * accepted > rounds && 5 * refused > rounds, "{name}: {accepted} accepted, {refused} refused");
}

#[test]
fn files_with_random_faults_are_refused_or_keep_the_laws_of_an_assembly() {
    for (name, bytes) in cubes::all() {
        break_often(name, 3_000, |random| random.broken(&bytes));
    }
}

#[test]
fn scenes_with_random_faults_are_refused_or_keep_the_laws_of_an_assembly() {
    let nodes = r#"[{"name": "a", "children": [1, 2], "scale": [1, -1, 1]}, {"mesh": 0, "rotation": [0, 0, 1, 0]}, {"mesh": 0}]"#;
    let document = cubes::gltf_of(nodes, None);
    // The document is broken, and then the binary file is whole again.
    break_often("a.glb", 3_000, |random| cubes::glb_of(&String::from_utf8_lossy(&random.broken(document.as_bytes()))));
    let resources = format!(
        "<object id=\"1\">{}</object><object id=\"2\"><components><component objectid=\"1\" \
         transform=\"1 0 0 0 1 0 0 0 1 0 0 5\"/><component objectid=\"1\"/></components></object>",
        cubes::mesh_of_3mf()
    );
    let model = cubes::model_of_3mf("unit=\"inch\"", &resources, "<item objectid=\"2\"/><item objectid=\"1\"/>");
    break_often("a.3mf", 1_500, |random| {
        let model = random.broken(model.as_bytes());
        cubes::archive(&[("3D/3dmodel.model", &String::from_utf8_lossy(&model))])
    });
    let library =
        "<library_nodes><node id=\"n\"><scale>1 -1 1</scale><instance_geometry url=\"#cube\"/></node></library_nodes>";
    let nodes =
        "<node name=\"a\"><rotate>0 0 1 30</rotate><instance_node url=\"#n\"/><instance_node url=\"#n\"/></node>";
    let dae = cubes::dae_with(library, nodes);
    break_often("a.dae", 3_000, |random| random.broken(&dae));
}
