//! Proofs of what two solids have in common: true ones are accepted by the checker, and changed ones are refused or say
//! something else that is true.

use crate::blocks::{Map, block, fine_block, turned, wall_with_window};
use clearance::{Pose, Quaternion, Vec2};
use clearance_scene::proof::{Facets, ProofWriter, Unproven};
use clearance_scene::{Mesh, Outline, overlap};
use clearance_verify::{Proven, Subject, Surface, check, end_of};

const SAME: Map = &|p| p;
/// Bounds that exclude no volume.
const ANY: [f64; 2] = [0.0, f64::INFINITY];

/// The facets of two bodies, and a writer that knows them.
struct Two([Facets; 2]);

impl Two {
    fn meshes(a: &Mesh, b: &Mesh) -> Self {
        Self([a, b].map(|mesh| Facets::from(&mesh.at(Pose::identity()))))
    }

    fn surfaces(&self) -> [Surface<'_>; 2] {
        self.0.each_ref().map(Facets::surface)
    }

    fn proof(&self, write: impl FnOnce(&mut ProofWriter, [usize; 2])) -> String {
        let mut writer = ProofWriter::default();
        let surfaces = self.surfaces();
        let bodies = [0, 1].map(|side| {
            let surface = writer.surface(["a.obj", "b.obj"][side], surfaces[side]);
            writer.body(surface, ["a", "b"][side], &self.0[side].pose).unwrap()
        });
        write(&mut writer, bodies);
        writer.finish()
    }

    fn check(&self, text: &str) -> Result<Vec<Proven>, String> {
        check(text, &self.surfaces())
    }
}

/// The overlap of two meshes with its proof, and what the checker says.
fn proven(a: &Mesh, b: &Mesh) -> (Two, String, Proven) {
    let two = Two::meshes(a, b);
    let found = overlap(&a.at(Pose::identity()), &b.at(Pose::identity())).unwrap();
    let text = two.proof(|writer, bodies| {
        let [lower, upper] = writer.overlap(bodies, found.middle.map(Into::into), Some(found.upper)).unwrap();
        // A cover proves 1.1 times the lower bound where several faces together prove less.
        assert!(upper == found.upper || upper > found.upper && upper <= 1.1 * lower, "no proof of {found:?}");
        assert!(lower >= 0.999 * found.lower, "{lower} {found:?}");
    });
    let claims = two.check(&text).unwrap();
    assert_eq!(claims.len(), 1);
    let claim = claims[0].clone();
    assert_eq!(claim.subject, Subject::Overlap);
    (two, text, claim)
}

/// Pairs of solids with the overlap that they have.
fn cases() -> Vec<(Mesh, Mesh, f64)> {
    let mut cases = Vec::new();
    for map in [SAME, &turned as Map] {
        let wall = || block([0.0; 3], [5.0, 0.2, 3.0], map);
        cases.push((wall(), block([3.0, -0.9, 1.0], [3.4, 1.1, 1.4], map), 0.2));
        cases.push((wall(), block([0.2, 0.075, 2.0], [1.2, 0.125, 2.05], map), 0.05));
        cases.push((wall(), fine_block([4.9, -1.0, 2.5], [6.0, 2.0, 5.0], 3, map), 0.1));
        let d = 1e-3;
        let window = block([1.5 - d, 0.06, 0.9 - d], [2.5 + d, 0.14, 2.1 + d], map);
        cases.push((wall_with_window(map), window, (4.0 - 8f64.sqrt()) * d));
    }
    cases
}

#[test]
fn overlaps_of_walls_with_ducts_pipes_and_windows_are_proven() {
    for (a, b, right) in cases() {
        let (_, text, claim) = proven(&a, &b);
        let (low, high) = (right * (1.0 - 1e-9), right * (1.0 + 1e-9));
        assert!(claim.lower <= high && low <= claim.upper, "{claim:?} {right}");
        assert!(claim.upper <= 1.102 * claim.lower, "{claim:?} {right}");
        assert!(text.contains("\nball "), "{text}");
    }
}

/// A flush window: its overlap is no more than a band, though the hulls overlap by the depth of the wall.
#[test]
fn flush_pairs_are_proven_to_overlap_by_no_more_than_their_band() {
    for map in [SAME, &turned as Map] {
        let d = 1e-7;
        let window = block([1.5 - d, 0.06, 0.9], [2.5 + d, 0.14, 2.1 + d], map);
        let wall = wall_with_window(map);
        let two = Two::meshes(&wall, &window);
        let text = two.proof(|writer, bodies| {
            assert_eq!(writer.overlap(bodies, None, Some(1e-5)), Ok([0.0, 1e-5]));
        });
        assert_eq!(two.check(&text).unwrap()[0].upper, 1e-5);
        // A tenth of what there is has no proof.
        let none = two.proof(|writer, bodies| {
            assert_eq!(writer.overlap(bodies, None, Some(1e-8)), Err(Unproven::NoBounds));
        });
        assert_eq!(two.check(&none), Ok(Vec::new()));
    }
}

/// Faces that lie on each other exactly: no ball of any size is in both.
#[test]
fn bodies_on_both_sides_of_a_plane_are_proven_to_have_no_common_interior() {
    let two = Two::meshes(&block([0.0; 3], [1.0; 3], SAME), &block([1.0, 0.5, 0.5], [2.0; 3], SAME));
    let text = two.proof(|writer, bodies| assert_eq!(writer.overlap(bodies, None, Some(0.0)), Ok([0.0, 0.0])));
    assert_eq!(two.check(&text).unwrap()[0].upper, 0.0);
}

#[test]
fn bodies_that_are_apart_are_proven_so_and_nested_ones_are_not() {
    let outer = block([0.0; 3], [4.0; 3], SAME);
    for (low, is_apart) in [(5.0, true), (1.0, false)] {
        let inner = block([low; 3], [low + 1.0; 3], SAME);
        let two = Two::meshes(&outer, &inner);
        let text = two.proof(|writer, bodies| {
            writer.at_least(bodies, 0.5).unwrap();
            assert_eq!(writer.parted(bodies).is_ok(), is_apart);
        });
        assert_eq!(two.check(&text).unwrap().len(), 1 + usize::from(is_apart));
        // The same words about the nested ones, and without the claim about the surfaces.
        let text = sealed(&text.replace("overlap 0 1\nparted\n", "").replace("\nend ", "\noverlap 0 1\nparted\nend "));
        assert_eq!(two.check(&text).is_ok(), is_apart);
        let alone = two.proof(|writer, bodies| writer.at_least(bodies, 0.0).unwrap());
        let alone = sealed(&alone.replace("\nend ", "\noverlap 0 1\nparted\nend "));
        assert!(two.check(&alone).unwrap_err().contains("nothing shows that the bodies are apart"));
    }
}

#[test]
fn a_body_and_the_same_one_with_other_triangles_are_proven_to_be_the_same() {
    for map in [SAME, &turned as Map] {
        let plain = block([0.0; 3], [4.0, 2.0, 1.0], map);
        let fine = fine_block([1e-6, 0.0, 0.0], [4.0, 2.0, 1.0], 3, map);
        let two = Two::meshes(&plain, &fine);
        let text = two.proof(|writer, bodies| writer.same(bodies, 1e-5).unwrap());
        let claim = two.check(&text).unwrap().remove(0);
        assert_eq!((claim.subject, claim.upper), (Subject::Sameness, 1e-5));
        two.proof(|writer, bodies| assert!(writer.same(bodies, 1e-7).is_err()));
        let tighter = sealed(&text.replace("tiles 1e-5", "tiles 1e-7"));
        assert!(two.check(&tighter).unwrap_err().contains("the cell is not where the step says"));
    }
}

#[test]
fn open_bodies_have_no_proof_of_an_overlap() {
    let open = Mesh::new(&[[0.0, 0.0, 0.5], [3.0, 0.0, 0.5], [0.0, 3.0, 0.5]], &[[0, 1, 2]]).unwrap();
    let two = Two::meshes(&block([0.0; 3], [1.0; 3], SAME), &open);
    let text = two.proof(|writer, bodies| {
        assert_eq!(writer.overlap(bodies, None, Some(9.0)), Err(Unproven::NoBounds));
        assert_eq!(writer.volume(bodies, ANY), Err(Unproven::NoBounds));
    });
    // Nor does the checker take the claims from others.
    for claim in ["overlap 0 1\ncover 9e0\n", "common 0 1\nvolume 0e0 9e0\ncells u\n"] {
        let forged = sealed(&text.replace("\nend ", &format!("\n{claim}end ")));
        assert!(two.check(&forged).unwrap_err().contains("a body is not closed"), "{forged}");
    }
}

/// The volumes that the pairs of `cases` share.
fn volumes() -> impl Iterator<Item = f64> {
    let d = 1e-3;
    [0.4 * 0.2 * 0.4, 0.05 * 0.05, 0.1 * 0.2 * 0.5, ((1.0 + 2.0 * d) * (1.2 + 2.0 * d) - 1.2) * 0.08]
        .into_iter()
        .cycle()
}

#[test]
fn the_volume_that_two_bodies_share_is_proven_with_bounds_that_differ_by_rounding() {
    let mut opened = 0;
    for ((a, b, _), right) in cases().into_iter().zip(volumes()) {
        let two = Two::meshes(&a, &b);
        let mut bounds = [0.0; 2];
        let text = two.proof(|writer, bodies| bounds = writer.volume(bodies, ANY).unwrap());
        let claim = two.check(&text).unwrap().remove(0);
        assert_eq!((claim.subject, [claim.lower, claim.upper]), (Subject::Volume, bounds));
        let [low, high] = [right * (1.0 - 1e-11), right * (1.0 + 1e-11)];
        assert!(claim.lower <= high && low <= claim.upper, "{claim:?} {right}");
        assert!(claim.upper - claim.lower <= 2e-9 * right, "{claim:?} {right}");
        opened += usize::from(text.contains(" u"));
        // Another volume, and cells that are said to be elsewhere.
        let [head, cells] = [format!("\nvolume {:e} {:e}\n", claim.lower, claim.upper), "\ncells ".to_owned()];
        assert!(text.contains(&head) && text.contains(&cells), "{text}");
        for [lower, upper] in [[1.0001 * right, 2.0 * right], [0.0, 0.9999 * right]] {
            let other = sealed(&text.replace(&head, &format!("\nvolume {lower:e} {upper:e}\n")));
            assert!(two.check(&other).unwrap_err().contains("the cells have another volume"));
        }
        let weaker = sealed(&text.replace(&head, &format!("\nvolume 0e0 {:e}\n", 2.0 * right)));
        assert_eq!(two.check(&weaker).unwrap()[0].lower, 0.0);
        for (from, to) in
            [("oa", "ob"), ("ob", "oa"), ("oa", "i"), ("ob", "i"), ("u", "i"), ("i", "oa"), ("i", "ob"), ("u", "oa")]
        {
            for place in places_of(&text, from) {
                let forged = format!("{}{to}{}", &text[..place], &text[place + from.len()..]);
                if (from, to) == ("oa", "ob") || (from, to) == ("ob", "oa") {
                    // It may be outside of both.
                    let claims = two.check(&sealed(&forged));
                    assert!(claims.is_err() || claims.is_ok_and(|claims| claims[0] == claim));
                } else {
                    assert!(two.check(&sealed(&forged)).unwrap_err().contains("where the step says"), "{from} {to}");
                }
            }
        }
    }
    // Turned bodies have faces in no plane of short numbers.
    assert!(opened >= 4, "{opened}");
}

/// Where a step stands in the lines of cells: the first five places.
fn places_of(text: &str, step: &str) -> Vec<usize> {
    let begin = text.find("\ncells ").unwrap();
    let is_word = |&place: &usize| {
        let [before, after] = [text.as_bytes()[place - 1], text.as_bytes()[place + step.len()]];
        before == b' ' && (after == b' ' || after == b'\n')
    };
    text.match_indices(step).map(|(place, _)| place).filter(|&place| place > begin).filter(is_word).take(5).collect()
}

#[test]
fn bodies_that_share_nothing_are_proven_to_share_no_volume() {
    let unit = block([0.0; 3], [1.0; 3], SAME);
    // Apart, flush, and a window that fills its wall: the boxes share a volume, and the bodies do not.
    let (wall, window) = (wall_with_window(SAME), block([1.5, 0.0, 0.9], [2.5, 0.2, 2.1], SAME));
    let others = [block([3.0; 3], [4.0; 3], SAME), block([1.0, 0.0, 0.0], [2.0, 1.0, 1.0], SAME)];
    for (a, b) in [(&unit, &others[0]), (&unit, &others[1]), (&wall, &window)] {
        let two = Two::meshes(a, b);
        let text = two.proof(|writer, bodies| assert_eq!(writer.volume(bodies, ANY), Ok([0.0; 2])));
        let claim = two.check(&text).unwrap().remove(0);
        assert_eq!((claim.subject, claim.lower, claim.upper), (Subject::Volume, 0.0, 0.0));
    }
}

#[test]
fn the_area_that_outlines_share_is_proven() {
    let outline =
        |rings: &[&[[f64; 2]]]| Outline::new(&[rings.iter().map(|ring| ring.to_vec()).collect::<Vec<_>>()]).unwrap();
    let square = |low: f64, high: f64| [[low, low], [high, low], [high, high], [low, high]];
    let frame = outline(&[&square(0.0, 9.0), &square(3.0, 6.0)]);
    let wheel: Vec<[f64; 2]> =
        (0..90).map(|k| (0.0698131700797732 * f64::from(k)).sin_cos()).map(|(s, c)| [c, s]).collect();
    let area =
        (0..90).map(|k| (wheel[k], wheel[(k + 1) % 90])).map(|(p, q)| 0.5 * (p[0] * q[1] - p[1] * q[0])).sum::<f64>();
    for (other, right) in [
        (outline(&[&square(2.0, 8.0)]), 27.0),
        (outline(&[&square(2.5, 6.5), &square(3.0, 6.0)]), 7.0),
        (outline(&[&square(9.0, 10.0)]), 0.0),
        (outline(&[&wheel]), area / 4.0),
    ] {
        let bodies = [&frame, &other].map(|outline| outline.at(Pose::<Vec2<f64>>::identity()));
        let two = Two(bodies.each_ref().map(Facets::from));
        let text = two.proof(|writer, numbers| assert!(writer.volume(numbers, ANY).is_ok()));
        let claim = two.check(&text).unwrap().remove(0);
        assert!(claim.lower <= right * (1.0 + 1e-11) && right * (1.0 - 1e-11) <= claim.upper, "{claim:?} {right}");
        assert!(claim.upper - claim.lower <= 1e-8 * right, "{claim:?} {right}");
    }
}

#[test]
fn overlaps_of_outlines_are_proven() {
    // A frame, and a square that is in its opening and a little in the frame.
    let frame = "0,0 9,0 9,9 0,9/3,3 3,6 6,6 6,3";
    for (other, right) in
        [("2,2 8,2 8,8 2,8", 8.0 - 32f64.sqrt()), ("2.5,4 7,4 7,5 2.5,5", 1.0), ("1,1 2,1 2,2 1,2", 1.0)]
    {
        let [a, b] = [frame, other].map(|text| {
            let ring = |ring: &str| -> Vec<[f64; 2]> {
                let point =
                    |word: &str| word.split_once(',').map(|(x, y)| [x.parse().unwrap(), y.parse().unwrap()]).unwrap();
                ring.split(' ').map(point).collect()
            };
            Outline::new(&[text.split('/').map(ring).collect::<Vec<_>>()]).unwrap()
        });
        let bodies = [&a, &b].map(|outline| outline.at(Pose::<Vec2<f64>>::identity()));
        let found = overlap(&bodies[0], &bodies[1]).unwrap();
        let two = Two(bodies.each_ref().map(Facets::from));
        let text = two.proof(|writer, numbers| {
            let middle = found.middle.map(|p| [p.x, p.y, 0.0]);
            let [lower, upper] = writer.overlap(numbers, middle, Some(found.upper)).unwrap();
            assert!(upper == found.upper || upper > found.upper && upper <= 1.1 * lower, "{upper} {found:?}");
            assert!(lower >= 0.999 * found.lower, "{lower} {found:?}");
        });
        let claim = two.check(&text).unwrap().remove(0);
        let (low, high) = (right * (1.0 - 1e-9), right * (1.0 + 1e-9));
        assert!(0.0 < claim.lower && claim.lower <= high && low <= claim.upper, "{claim:?} {right}");
    }
}

/// The text with the checksum that it needs, so that the check goes on to what it says.
fn sealed(text: &str) -> String {
    let lines = &text[..text.trim_end().rfind('\n').unwrap() + 1];
    format!("{lines}{}\n", end_of(lines))
}

/// Law: no number of a proof may change. The checksum tells; and a proof whose checksum is made to fit is refused, or what it
/// proves is true all the same.
#[test]
fn a_proof_with_any_other_number_is_refused_or_proves_what_is_true() {
    let (mut refused, mut other, mut moved) = (0, 0, 0);
    for (a, b, right) in cases().into_iter().take(4) {
        let (two, text, claim) = proven(&a, &b);
        let lines: Vec<&str> = text.lines().collect();
        for (number, line) in lines.iter().enumerate() {
            let words: Vec<&str> = line.split(' ').collect();
            // Of a long line of cells some words stand for all.
            for place in (1..words.len()).filter(|place| words.len() < 12 || place % 7 == 1) {
                for word in changed(words[place]).into_iter().filter(|word| word != words[place]) {
                    let mut words: Vec<&str> = words.clone();
                    words[place] = &word;
                    let line = words.join(" ");
                    let mut lines = lines.clone();
                    lines[number] = &line;
                    let text = lines.join("\n") + "\n";
                    assert!(two.check(&text).is_err(), "{line}");
                    if number + 1 == lines.len() {
                        continue;
                    }
                    match two.check(&sealed(&text)) {
                        Err(_) => refused += 1,
                        Ok(found) => {
                            let is_true = |found: &Proven| {
                                found.lower <= right * (1.0 + 1e-9) && right * (1.0 - 1e-9) <= found.upper
                            };
                            // The pose of a body is part of the claim: with another one it is about another pair.
                            match lines[number].strip_prefix("body ") {
                                Some(body) => moved += usize::from(is_true_of_moved([&a, &b], body, &found[0])),
                                None => assert!(found.iter().all(is_true), "{line} {found:?}"),
                            }
                            other += usize::from(found != [claim.clone()]);
                        }
                    }
                }
            }
        }
    }
    assert!(refused > 200 && other > 0 && moved > 0, "{refused} {other} {moved}");
}

/// Whether a line is about a body at another place, turned by a rotation. Then the claim must be true of that one.
fn is_true_of_moved(meshes: [&Mesh; 2], line: &str, claim: &Proven) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    let numbers: Vec<f64> = words[2..].iter().map(|word| word.parse().unwrap()).collect();
    let [x, y, z, qx, qy, qz, qw] = numbers[..] else { panic!("{line}") };
    let (Ok(side), Ok(turn)) = (words[0].parse::<usize>(), Quaternion::new(qx, qy, qz, qw)) else { return false };
    if words[1] != ["a", "b"][side] || [turn.x, turn.y, turn.z, turn.w] != [qx, qy, qz, qw] {
        return false;
    }
    let mut poses = [Pose::identity(); 2];
    poses[side] = Pose { translation: [x, y, z].into(), rotation: turn };
    let found = overlap(&meshes[0].at(poses[0]), &meshes[1].at(poses[1])).unwrap();
    assert!(
        found.lower <= claim.upper * (1.0 + 1e-9) && claim.lower * (1.0 - 1e-9) <= found.upper,
        "{line} {claim:?} {found:?}"
    );
    true
}

/// A word with another number.
fn changed(word: &str) -> Vec<String> {
    let end = word.len() - word.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (head, digits) = word.split_at(end);
    if digits.is_empty() {
        return vec![format!("{word}1")];
    }
    let last = digits.as_bytes()[digits.len() - 1];
    let next = if last == b'9' { '8' } else { char::from(last + 1) };
    let mut words = vec![format!("{head}{}{next}", &digits[..digits.len() - 1])];
    if let Ok(number) = word.parse::<f64>() {
        words.extend([format!("{:e}", number * 1.5), format!("{:e}", number * 0.5)]);
    }
    words
}
