//! Proofs of distances: true ones are accepted by the checker, and changed ones are refused.

use crate::shapes::{Parts, Random, mesh, sheet, soup, times, torus};
use clearance::{Pose, Precision, Rotation2, Solver, Vec3};
use clearance_scene::proof::{Facets, ProofWriter, Unproven};
use clearance_scene::{Mesh, NearestCache, Outline, distance, distance_cached};
use clearance_verify::{Proven, Surface, check, end_of};

/// Two meshes, and what the checker takes of them.
struct Scene {
    meshes: [Mesh; 2],
    facets: [Facets; 2],
    poses: [Pose<Vec3<f64>>; 2],
}

impl Scene {
    fn new(parts: [&Parts; 2], poses: [Pose<Vec3<f64>>; 2]) -> Self {
        let meshes = parts.map(mesh);
        let facets = [0, 1].map(|side| Facets::from(&meshes[side].at(poses[side])));
        Self { meshes, facets, poses }
    }

    fn surfaces(&self) -> [Surface<'_>; 2] {
        self.facets.each_ref().map(Facets::surface)
    }

    fn writer(&self) -> (ProofWriter<'_>, [usize; 2]) {
        let mut writer = ProofWriter::default();
        let bodies = [0, 1].map(|side| {
            let surface = writer.surface(["a.obj", "b part.obj"][side], self.surfaces()[side]);
            writer.body(surface, ["a", "b"][side], &self.facets[side].pose).unwrap()
        });
        (writer, bodies)
    }

    /// A proof of the library's own bracket.
    fn proof_by(&self, solver: &Solver) -> String {
        let [a, b] = [0, 1].map(|side| self.meshes[side].at(self.poses[side]));
        let answer = distance_cached(solver, &a, &b, &mut NearestCache::default());
        let (mut writer, bodies) = self.writer();
        let claim = [answer.lower, answer.upper];
        let proven = writer.bracket(bodies, claim, [answer.leaf_a, answer.leaf_b]).unwrap();
        assert_eq!(proven[0], answer.lower);
        assert!(proven[1] <= answer.upper * (1.0 + 1e-14), "{proven:?} {claim:?}");
        writer.finish()
    }

    fn proof(&self) -> String {
        self.proof_by(&Solver::default())
    }

    fn check(&self, text: &str) -> Result<Vec<Proven>, String> {
        check(text, &self.surfaces())
    }
}

fn identity() -> Pose<Vec3<f64>> {
    Pose::identity()
}

/// The text with the checksum that it needs, so that the check goes on to what it says.
fn sealed(text: &str) -> String {
    let lines = &text[..text.trim_end().rfind('\n').unwrap() + 1];
    format!("{lines}{}\n", end_of(lines))
}

fn refusal(scene: &Scene, text: &str) -> String {
    scene.check(text).unwrap_err()
}

#[test]
fn proofs_of_random_meshes_are_accepted_and_say_what_the_library_says() {
    let mut random = Random(1);
    let (mut apart, mut meeting) = (0, 0);
    for round in 0..60 {
        let counts = [1 + random.bits() % 40, 1 + random.bits() % 40].map(|count| count as usize);
        let parts = counts.map(|count| soup(&mut random, count));
        let reach = [0.5, 3.0][round % 2];
        let scene = Scene::new(parts.each_ref(), [random.pose(reach), random.pose(reach)]);
        let proven = scene.check(&scene.proof()).unwrap().remove(0);
        let [a, b] = [0, 1].map(|side| scene.meshes[side].at(scene.poses[side]));
        let answer = distance(&a, &b);
        assert_eq!(proven.lower, answer.lower);
        assert!(proven.upper <= answer.upper * (1.0 + 1e-14));
        apart += u32::from(proven.lower > 0.0);
        meeting += u32::from(proven.upper == 0.0);
    }
    assert!(apart > 20 && meeting > 10, "{apart} {meeting}");
}

#[test]
fn exact_answers_are_proven_to_the_last_places() {
    let mut random = Random(2);
    let solver = Solver { precision: Precision::Exact, ..Solver::default() };
    let mut narrow = 0;
    for _ in 0..20 {
        let parts = [soup(&mut random, 12), soup(&mut random, 12)];
        let scene = Scene::new(parts.each_ref(), [random.pose(1.5), random.pose(1.5)]);
        let proven = scene.check(&scene.proof_by(&solver)).unwrap().remove(0);
        let is_narrow = proven.lower > 0.0 && proven.upper <= proven.lower * (1.0 + 4.0 * f64::EPSILON);
        narrow += u32::from(is_narrow);
        assert!(is_narrow || proven.upper == 0.0, "{proven:?}");
    }
    assert!(narrow > 5, "{narrow}");
}

#[test]
fn two_plates_are_proven_by_one_plane_at_every_gap() {
    for gap in [1.0, 1e-300, f64::EPSILON, 5e-324] {
        let scene = Scene::new([&sheet(4, 0.0), &sheet(4, gap)], [identity(); 2]);
        let proven = scene.check(&scene.proof()).unwrap().remove(0);
        assert!(proven.lower <= gap && gap <= proven.upper && proven.planes <= 1, "{gap:e} {proven:?}");
        // An exact claim about 9,800 triangles each is no harder: the ties are cut at once.
        let scene = Scene::new([&sheet(70, 0.0), &sheet(70, gap)], [identity(); 2]);
        let (mut writer, bodies) = scene.writer();
        assert_eq!(writer.bracket(bodies, [gap; 2], [0, 0]), Ok([gap; 2]));
        let proven = scene.check(&writer.finish()).unwrap().remove(0);
        assert_eq!((proven.lower, proven.upper, proven.planes), (gap, gap, 1));
    }
    // Turned and moved plates do not lie at equal heights to rounding, and do without it.
    let mut random = Random(3);
    let parts = [sheet(6, 0.0), sheet(6, 0.25)];
    let pose = random.pose(3.0);
    let scene = Scene::new(parts.each_ref(), [pose; 2]);
    let proven = scene.check(&scene.proof()).unwrap().remove(0);
    assert!(proven.planes < 40, "{}", proven.planes);
}

#[test]
fn curved_bodies_are_proven_at_every_gap_and_scale() {
    let ring = torus(32, 16, 0.25);
    for (gap, scale) in [(2.0, 1.0), (0.01, 1.0), (1e-9, 1.0), (0.01, 2f64.powi(-400)), (0.01, 2f64.powi(400))] {
        let parts = times(&ring, scale);
        let poses = [identity(), Pose::translation([(2.5 + gap) * scale, 0.0, 0.0])];
        let scene = Scene::new([&parts; 2], poses);
        let text = scene.proof();
        let proven = scene.check(&text).unwrap().remove(0);
        assert!((proven.lower / scale - gap).abs() <= 1e-14, "{proven:?}");
        // Linked rings: no plane parts them as a whole.
        let [x, z] = [scale, 0.0];
        let turn = clearance::Quaternion::new(0.5f64.sqrt(), 0.0, 0.0, 0.5f64.sqrt()).unwrap();
        let linked = Scene::new([&parts; 2], [identity(), Pose::new(turn, [x, z, z].into()).unwrap()]);
        let proven = linked.check(&linked.proof()).unwrap().remove(0);
        assert!(proven.lower > 0.4 * scale && proven.planes > 10, "{proven:?}");
    }
}

#[test]
fn touching_and_crossing_surfaces_have_a_common_point() {
    let ring = torus(16, 8, 0.25);
    let flat = sheet(4, 0.0);
    let touching = Scene::new([&flat; 2], [identity(), Pose::translation([1.0, 0.5, 0.0])]);
    let crossing = Scene::new([&ring; 2], [identity(), Random(4).pose(0.5)]);
    let same = Scene::new([&ring; 2], [identity(); 2]);
    for scene in [touching, crossing, same] {
        let proven = scene.check(&scene.proof()).unwrap().remove(0);
        assert_eq!((proven.lower, proven.upper), (0.0, 0.0));
    }
}

#[test]
fn a_claim_beyond_the_truth_cannot_be_written() {
    let parts = [sheet(4, 0.0), sheet(4, 0.5)];
    let scene = Scene::new(parts.each_ref(), [identity(); 2]);
    let (mut writer, bodies) = scene.writer();
    assert_eq!(writer.at_least(bodies, 0.5), Ok(()));
    assert!(matches!(writer.at_least(bodies, 0.5f64.next_up()), Err(Unproven::Nearer { .. })));
    assert!(matches!(
        writer.bracket(bodies, [0.25, 0.5f64.next_down() - 1e-10], [0, 0]),
        Err(Unproven::Farther { .. })
    ));
    assert_eq!(writer.bracket(bodies, [f64::NAN, 1.0], [0, 0]), Err(Unproven::NoBounds));
    assert_eq!(writer.at_least(bodies, f64::INFINITY), Err(Unproven::NoBounds));
    let proven = scene.check(&writer.finish()).unwrap();
    assert_eq!((proven.len(), proven[0].lower, proven[0].upper), (1, 0.5, f64::INFINITY));
}

/// A scene whose proof has all kinds of lines.
fn linked_rings() -> Scene {
    let rings = [torus(6, 3, 0.25), torus(5, 3, 0.125)];
    let turn = clearance::Quaternion::new(0.5, 0.5, 0.5, 0.5).unwrap();
    Scene::new(rings.each_ref(), [identity(), Pose::new(turn, [1.0, 0.125, 0.0].into()).unwrap()])
}

#[test]
fn every_flipped_bit_is_refused() {
    let scene = linked_rings();
    let text = scene.proof();
    assert!(scene.check(&text).is_ok());
    let (mut refused, mut beyond_text) = (0, 0);
    for place in 0..text.len() {
        for bit in 0..8 {
            let mut bytes = text.clone().into_bytes();
            bytes[place] ^= 1 << bit;
            match String::from_utf8(bytes) {
                Ok(changed) => {
                    assert!(scene.check(&changed).is_err(), "byte {place}, bit {bit}");
                    refused += 1;
                }
                // The command refuses what is no text.
                Err(_) => beyond_text += 1,
            }
        }
    }
    assert!(refused > 7 * text.len() - 8 && beyond_text > 0);
}

/// With a new checksum a changed step may be another proof of the same claim, for instance a split at another place. All
/// others are refused for what they say.
#[test]
fn every_dropped_or_changed_step_is_refused_even_if_the_checksum_is_made_new() {
    let scene = linked_rings();
    let text = scene.proof();
    let steps: Vec<(usize, &str)> = text
        .lines()
        .filter(|line| line.starts_with("steps "))
        .flat_map(|line| line["steps ".len()..].split(' '))
        .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
        .collect();
    assert!(steps.len() > 20, "{}", steps.len());
    for &(place, word) in &steps {
        let dropped = sealed(&format!("{}{}", &text[..place], &text[place + word.len()..]));
        assert!(scene.check(&dropped).is_err(), "{word}");
        let doubled = sealed(&format!("{}{word} {}", &text[..place], &text[place..]));
        assert!(scene.check(&doubled).is_err(), "{word}");
    }
    let (mut other_proofs, mut refused) = (0, 0);
    for &(place, word) in &steps {
        for bit in 0..8 * word.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[place + bit / 8] ^= 1 << (bit % 8);
            let Ok(changed) = String::from_utf8(bytes) else { continue };
            match scene.check(&sealed(&changed)) {
                // Then the claim is still that of the text, and it is true.
                Ok(proven) => {
                    assert_eq!(proven[0].lower, scene.check(&text).unwrap()[0].lower);
                    other_proofs += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 10 * other_proofs, "{refused} {other_proofs}");
}

#[test]
fn false_claims_are_refused_with_the_reason_even_if_the_checksum_is_made_new() {
    let scene = linked_rings();
    let text = scene.proof();
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        sealed(&text.replacen(from, to, 1))
    };
    let word = |kind: &str, place: usize| -> (&str, f64) {
        let line = text.lines().find(|line| line.starts_with(kind)).unwrap();
        (line, line.split(' ').nth(place).unwrap().parse().unwrap())
    };
    let ((pair, lower), (witness, upper)) = (word("pair ", 3), word("witness ", 1));
    let rest = witness.splitn(3, ' ').nth(2).unwrap();
    let claims = |lower: f64, upper: f64| {
        sealed(
            &text.replace(pair, &format!("pair 0 1 {lower:e}")).replace(witness, &format!("witness {upper:e} {rest}")),
        )
    };
    assert!(scene.check(&claims(lower * 0.5, upper * 2.0)).is_ok());
    for (text, reason) in [
        (claims(lower * (1.0 + 1e-13), upper), "the plane does not keep the parts as far apart"),
        (claims(lower, upper * (1.0 - 1e-13)), "the witness points are farther apart"),
        (claims(lower, f64::INFINITY), "expected a number"),
        (claims(f64::NAN, upper), "expected a number"),
        (claims(-1.0, upper), "expected a bound"),
        (claims(f64::INFINITY, upper), "expected a number"),
        (changed("direction ", "direction 0 0 0\ndirection "), "expected a direction, found zero"),
        (changed("witness ", "witness 9 9999 1 1 1 0 1 1 1\n"), "no such leaf"),
        (changed("order 0 ", "order 0 5 "), "named twice"),
        (changed("order 0 ", "order 0 4000000000-4294967295 "), "there is no leaf"),
        (changed("body 1 b", "body 7 b"), "no such surface above"),
        (changed("body 1 b ", "body 1 b 0 "), "expected a pose"),
        (changed("pair 0 1", "pair 0 9"), "the numbers of bodies above"),
        (changed("steps ", "steps a0 "), "a part would be empty"),
        (changed("steps ", "steps a18446744073709551615 "), "a part would be empty"),
        (changed("steps ", "steps p99999 "), "there is no such direction"),
        (changed("surface ", "surfaces "), "expected a kind of line"),
    ] {
        let found = refusal(&scene, &text);
        assert!(found.contains(reason), "{reason}: {found}");
    }
    let weights = text.lines().find(|line| line.starts_with("witness ")).unwrap();
    let negative = weights.split(' ').enumerate().map(|(place, word)| if place == 3 { "-1" } else { word });
    let negative = changed(weights, &negative.collect::<Vec<_>>().join(" "));
    assert!(refusal(&scene, &negative).contains("weights that are not negative"));
    let zeros = changed(weights, "witness 9 0 0 0 0 0 0 0 0");
    assert!(refusal(&scene, &zeros).contains("not all zero"));
    let order = text.lines().find(|line| line.starts_with("order 0 ")).unwrap();
    let shorter = changed(order, order.rsplit_once(' ').unwrap().0);
    assert!(refusal(&scene, &shorter).contains("is missing in its order"));
    let cut = text.lines().take(text.lines().count() - 1).fold(String::new(), |text, line| text + line + "\n");
    assert!(refusal(&scene, &cut).contains("cut off"));
}

#[test]
fn other_surfaces_are_refused_with_their_names() {
    let scene = linked_rings();
    let text = scene.proof();
    let [a, b] = scene.surfaces();
    let refused = |surfaces: &[Surface]| check(&text, surfaces).unwrap_err();
    assert!(refused(&[b, a]).contains("a.obj is not the surface of the proof"));
    assert!(refused(&[a, a]).contains("b%20part.obj is not the surface of the proof"));
    assert!(refused(&[a]).contains("b%20part.obj: this surface is not given"));
    let mut moved = a.vertices.to_vec();
    moved[7][1] = moved[7][1].next_up();
    assert!(refused(&[Surface { vertices: &moved, ..a }, b]).contains("its coordinates or indices differ"));
    let missing = [[0, 1, u32::MAX]];
    assert!(refused(&[Surface { leaves: &missing, ..a }, b]).contains("lacks a vertex"));
    moved[7][1] = f64::NAN;
    assert!(refused(&[Surface { vertices: &moved, ..a }, b]).contains("not finite"));
}

#[test]
fn outlines_are_proven_edge_by_edge_and_scaled_bodies_as_they_stand() {
    let square = vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let outline = Outline::new(&[vec![square]]).unwrap();
    let turn = Rotation2::new(0.6, 0.8).unwrap();
    let bodies = [
        outline.at(Pose::identity()).scaled(0.5),
        outline.at(Pose::new(turn, [3.0, -0.5].into()).unwrap()).mirrored([true, false]),
    ];
    let facets = bodies.each_ref().map(Facets::from);
    let answer = distance(&bodies[0], &bodies[1]);
    let mut writer = ProofWriter::default();
    let numbers = [0, 1].map(|side| {
        let surface = writer.surface("outline.svg", facets[side].surface());
        writer.body(surface, ["outline a", "outline b"][side], &facets[side].pose).unwrap()
    });
    let claim = [answer.lower, answer.upper];
    let proven = writer.bracket(numbers, claim, [answer.leaf_a, answer.leaf_b]).unwrap();
    assert!(proven[0] == answer.lower && proven[1] <= answer.upper.next_up(), "{proven:?} {claim:?}");
    let checked = check(&writer.finish(), &facets.each_ref().map(Facets::surface)).unwrap().remove(0);
    assert_eq!([checked.lower, checked.upper], proven);
    assert!(proven[0] > 1.0);
}
