//! The float tests that leave pairs of triangles out, against exact ones, and how much work a relation is.

use super::contact::contacts;
use super::itself::are_meeting;
use super::placed::{Placed, Vertex};
use super::relation;
use super::verdict::{Judge, Seen};
use crate::composite::overlaps;
use crate::mesh::{Body, Mesh};
use crate::signs::sign;
use clearance::{Pose, Quaternion, Vec3, vec3};

/// Whole numbers from 0 to 4, the same in every run (Knuth's linear congruences).
struct Random(u64);

impl Random {
    fn point(&mut self) -> [f64; 3] {
        [0; 3].map(|_| {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            f64::from((self.0 >> 33) as u32 % 5)
        })
    }
}

fn corners(placed: &Placed, side: usize, triangle: u32) -> [Vertex; 3] {
    placed.corners(side, triangle)
}

/// Law: triangles that a plane in floats parts have no common point, or the corner that they share alone.
#[test]
fn triangles_that_a_plane_parts_meet_in_nothing_but_a_shared_corner() {
    let mut random = Random(91);
    let tilted = Pose::new(Quaternion::from_axis_angle(vec3(1.0, 2.0, 3.0), 0.7), Vec3::default()).unwrap();
    let (mut at_edges, mut at_corners, mut kept) = (0, 0, 0);
    for round in 0..6000 {
        let mut points = [[0.0; 3]; 5].map(|_| random.point());
        if round % 2 == 0 {
            // In one plane.
            points.iter_mut().for_each(|point| point[2] = point[0] - point[1]);
        }
        let pose = if round % 3 == 0 { tilted } else { Pose::identity() };
        let pair = Mesh::new(&points, &[[0, 1, 2], [0, 3, 4]]).unwrap();
        let apart = [Mesh::new(&points[..3], &[[0, 1, 2]]).unwrap(), Mesh::new(&points[2..], &[[0, 1, 2]]).unwrap()];
        let bodies: [Body; 2] = [apart[0].at(pose), apart[1].at(pose)];
        let placed = Placed::new([&bodies[0], &bodies[1]]);
        let triangles = [corners(&placed, 0, 0), corners(&placed, 1, 0)];
        // The last corner of the first one is a corner of the other, too: a plane never parts them strictly.
        assert!(!placed.part_at_an_edge(triangles) || !overlaps(&bodies[0], &bodies[1]));
        let body = pair.at(pose);
        let placed = Placed::new([&body, &body]);
        let triangles = [corners(&placed, 0, 0), corners(&placed, 1, 1)];
        if triangles.iter().any(|&triangle| placed.view(triangle).is_none()) {
            continue;
        }
        if placed.part_at_a_corner(triangles) {
            at_corners += 1;
            contacts(&placed, triangles, |contact| panic!("{points:?} {contact:?}"));
        } else {
            kept += 1;
        }
        // Moved by one along x, the second one may be clear of the first.
        let moved = [points[0], points[3], points[4]].map(|[x, y, z]| [x + 1.0, y, z]);
        let other = Mesh::new(&moved, &[[0, 1, 2]]).unwrap();
        let bodies = [body, other.at(pose)];
        let placed = Placed::new([&bodies[0], &bodies[1]]);
        if placed.part_at_an_edge([corners(&placed, 0, 0), corners(&placed, 1, 0)]) {
            at_edges += 1;
            let first = Mesh::new(&points[..3], &[[0, 1, 2]]).unwrap();
            assert!(!overlaps(&first.at(pose), &bodies[1]), "{points:?}");
        }
    }
    assert!(at_corners > 500 && at_edges > 500 && kept > 500, "{at_corners} {at_edges} {kept}");
}

/// Vertices and triangles.
type Parts = (Vec<[f64; 3]>, Vec<[u32; 3]>);

/// A plate of `steps`² squares above and below, between two heights. Its faces are on no axis, and its coordinates are
/// whole numbers.
fn plate(steps: u32, heights: [f64; 2]) -> Parts {
    let places = (0..=steps).flat_map(|i| (0..=steps).map(move |j| [f64::from(i), f64::from(j)]));
    let places: Vec<[f64; 2]> = places.collect();
    let points = heights.iter().flat_map(|&z| places.iter().map(move |&[x, y]| [x + y, y + 2.0 * z, x - y + z]));
    let vertex = |i: u32, j: u32| i * (steps + 1) + j;
    let above = (steps + 1) * (steps + 1);
    let mut triangles = Vec::new();
    for (i, j) in (0..steps).flat_map(|i| (0..steps).map(move |j| (i, j))) {
        let [a, b, c, d] = [vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)];
        triangles.extend([[a, c, b], [a, d, c], [a + above, b + above, c + above], [a + above, c + above, d + above]]);
    }
    for i in 0..steps {
        let sides = [
            [vertex(i, 0), vertex(i + 1, 0)],
            [vertex(i + 1, steps), vertex(i, steps)],
            [vertex(0, i + 1), vertex(0, i)],
            [vertex(steps, i), vertex(steps, i + 1)],
        ];
        triangles.extend(sides.iter().flat_map(|&[p, q]| [[p, q, q + above], [p, q + above, p + above]]));
    }
    (points.collect(), triangles)
}

/// A point of a circle of radius 5.
fn on_circle(place: u32, count: u32, z: f64) -> [f64; 3] {
    let angle = std::f64::consts::TAU * f64::from(place) / f64::from(count);
    [5.0 * angle.cos(), 5.0 * angle.sin(), z]
}

/// A pin of so many flats, with a fan of triangles on each end.
fn pin(count: u32, heights: [f64; 2]) -> Parts {
    let mut vertices: Vec<_> = heights.iter().flat_map(|&z| (0..count).map(move |i| on_circle(i, count, z))).collect();
    vertices.extend(heights.map(|z| [0.0, 0.0, z]));
    let flat = |i: u32| {
        let j = (i + 1) % count;
        [[i, j, count + j], [i, count + j, count + i], [j, i, 2 * count], [count + i, count + j, 2 * count + 1]]
    };
    (vertices, (0..count).flat_map(flat).collect())
}

/// A tube around the pin.
fn bore(count: u32, heights: [f64; 2]) -> Parts {
    let ring = |radius: f64, z: f64| (0..count).map(move |i| on_circle(i, count, z).map(|x| x * radius));
    let place = |ring: u32, i: u32| ring * count + i % count;
    let mut vertices = Vec::new();
    for radius in [1.0, 2.0] {
        vertices.extend(heights.iter().flat_map(|&z| ring(radius, z / radius)));
    }
    let flat = |i: u32| {
        let quad = |a: u32, b: u32, c: u32, d: u32| [[a, b, c], [a, c, d]];
        let [low, high, outer_low, outer_high] = [0, 1, 2, 3].map(|ring| [place(ring, i), place(ring, i + 1)]);
        let outside = quad(outer_low[0], outer_low[1], outer_high[1], outer_high[0]);
        let inside = quad(low[1], low[0], high[0], high[1]);
        let top = quad(high[0], outer_high[0], outer_high[1], high[1]);
        let bottom = quad(low[0], low[1], outer_low[1], outer_low[0]);
        [outside, inside, top, bottom].concat()
    };
    (vertices, (0..count).flat_map(flat).collect())
}

fn mesh((vertices, triangles): &Parts) -> Mesh {
    let mesh = Mesh::new(vertices, triangles).unwrap();
    assert!(mesh.is_closed_as_it_is());
    mesh
}

/// What is seen of two meshes that meet, and the numbers of exact signs and of rays.
fn work(a: &Parts, b: &Parts) -> (Seen, u32, u32) {
    let [a, b] = [mesh(a), mesh(b)];
    let [a, b] = [a.at(Pose::identity()), b.at(Pose::identity())];
    let mut judge = Judge::new(Placed::new([&a, &b]));
    judge.look_at_meeting_surfaces();
    (judge.seen, judge.placed.exact_signs.get(), judge.placed.rays.get())
}

/// The number of exact signs that tell that a mesh does not meet itself.
fn own_work(parts: &Parts) -> u32 {
    let mesh = mesh(parts);
    let body = mesh.at(Pose::identity());
    let placed = Placed::new([&body, &body]);
    assert!(!are_meeting(&placed, &body.surface()));
    placed.exact_signs.get()
}

/// Cause: each pair of coplanar triangles took exact signs, and the surfaces were compared with themselves.
/// Law: plates face to face take one pass over the vertices, and no ray.
#[test]
fn plates_that_touch_over_a_face_take_a_sign_a_vertex_in_the_plane() {
    for steps in [4, 12] {
        let (seen, signs, rays) = work(&plate(steps, [0.0, 1.0]), &plate(steps, [1.0, 2.0]));
        let in_plane = 2 * (steps + 1) * (steps + 1);
        assert!(!seen.common && rays == 0 && signs <= 2 * in_plane, "{steps}: {seen:?} {signs} {rays}");
    }
    // Ends of two fans: each pair of triangles meets in the middle.
    let (seen, signs, rays) = work(&pin(64, [0.0, 1.0]), &pin(64, [1.0, 3.0]));
    assert!(!seen.common && signs <= 8 * 64 && rays == 0, "{seen:?} {signs} {rays}");
}

/// A box between two corners.
fn block([low, high]: [[f64; 3]; 2]) -> Parts {
    let at = |place: usize| [0, 1, 2].map(|axis| if place >> axis & 1 == 1 { high[axis] } else { low[axis] });
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    ((0..8).map(at).collect(), triangles)
}

/// Several boxes as one mesh.
fn blocks(boxes: &[[[f64; 3]; 2]]) -> Parts {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for (points, faces) in boxes.iter().map(|&ends| block(ends)) {
        let first = vertices.len() as u32;
        triangles.extend(faces.into_iter().map(|corners| corners.map(|corner| corner + first)));
        vertices.extend(points);
    }
    (vertices, triangles)
}

/// Cause: no plane parts a window from a wall of blocks around it. So the sectors around all contacts were looked at, those of the
/// blocks with each other, too: 4 s for a building.
/// Law: cells between the planes of the window's faces decide it with a few rays. A window that is larger than its opening crosses the wall.
#[test]
fn a_window_in_a_wall_of_blocks_is_decided_in_cells_with_a_few_rays() {
    let wall = blocks(&[
        [[0.0, 0.0, 0.0], [1.0, 1.0, 5.0]],
        [[4.0, 0.0, 0.0], [5.0, 1.0, 5.0]],
        [[1.0, 0.0, 0.0], [4.0, 1.0, 1.0]],
        [[1.0, 0.0, 4.0], [4.0, 1.0, 5.0]],
    ]);
    for shift in [0.0, 4096.0] {
        let moved = |(vertices, triangles): Parts| {
            (vertices.into_iter().map(|p| p.map(|x| x + shift)).collect::<Vec<[f64; 3]>>(), triangles)
        };
        let wall = moved(wall.clone());
        let (seen, signs, rays) = work(&wall, &moved(block([[1.0, 0.25, 1.0], [4.0, 0.75, 4.0]])));
        assert!(!seen.common && signs <= 40 && rays <= 12, "{seen:?} {signs} {rays}");
        let (seen, ..) = work(&wall, &moved(block([[1.0, 0.25, 1.0 - 2f64.powi(-30)], [4.0, 0.75, 4.0]])));
        assert!(seen.common, "{seen:?}");
    }
}

/// Law: a pin in a bore of its own diameter takes exact signs in proportion to its flats, and one ray a side of a surface.
#[test]
fn a_pin_in_a_bore_of_its_diameter_takes_few_rays_and_signs_a_flat() {
    for count in [32, 128] {
        let (seen, signs, rays) = work(&pin(count, [-4.0, 4.0]), &bore(count, [-1.0, 1.0]));
        assert!(!seen.common && rays <= 8 && signs <= 100 * count, "{count}: {seen:?} {signs} {rays}");
    }
}

/// Cause: four corners on the sides of two prisms were compared in exact numbers, each of them. Law: points over one or two
/// points are in one plane, and need none. The sides of all others are those of exact numbers.
#[test]
fn points_over_two_points_are_in_one_plane() {
    let mut random = Random(17);
    let (mut upright, mut others, mut spared) = (0, 0, 0);
    for round in 0..3000 {
        let mut points = [[0.0; 3]; 4].map(|_| random.point().map(|x| x * 0.3 + 0.1));
        let axis = round % 3;
        if round % 2 == 0 {
            // Along this axis they are seen as two points.
            for place in 2..4 {
                let height = points[place][axis];
                points[place] = points[place - 2];
                points[place][axis] = height;
            }
        }
        let (a, b) = (Mesh::new(&points[..3], &[[0, 1, 2]]).unwrap(), Mesh::new(&points[1..], &[[0, 1, 2]]).unwrap());
        let bodies: [Body; 2] = [a.at(Pose::identity()), b.at(Pose::identity())];
        let placed = Placed::new([&bodies[0], &bodies[1]]);
        let (triangle, last) = (corners(&placed, 0, 0), corners(&placed, 1, 0)[2]);
        let side = placed.side(triangle, last);
        spared += usize::from(round % 2 == 0 && placed.exact_signs.get() == 0);
        assert_eq!(side, sign(&placed.volume(triangle, last)), "{points:?}");
        upright += usize::from(round % 2 == 0 && side.is_eq());
        others += usize::from(side.is_ne());
    }
    assert!(upright == 1500 && spared == 1500 && others > 1000, "{upright} {spared} {others}");
}

/// Law: the triangles around a corner are not compared with each other by exact signs. Few corners are no stars.
#[test]
fn a_mesh_is_compared_with_itself_by_few_exact_signs() {
    for count in [16, 64] {
        let parts = [pin(count, [0.0, 4.0]), bore(count, [0.0, 4.0]), plate(count / 4, [0.0, 1.0])];
        let signs = parts.each_ref().map(own_work);
        assert!(signs.iter().all(|&signs| signs <= 2 * count), "{count}: {signs:?}");
    }
}

/// The pairs of its triangles that are shown while a mesh is compared with itself.
fn shown(parts: &Parts) -> u32 {
    let mesh = mesh(parts);
    let body = mesh.at(Pose::identity());
    let placed = Placed::new([&body, &body]);
    assert!(!are_meeting(&placed, &body.surface()));
    placed.pairs.get()
}

/// Cause: all triangles of a flat end meet in its middle, and each pair of them was shown. Law: twice the flats take about
/// twice the pairs.
#[test]
fn the_ends_of_a_pin_are_not_compared_with_themselves_pair_by_pair() {
    let [few, many] = [256, 1024].map(|count| shown(&pin(count, [0.0, 4.0])));
    assert!(few > 1000 && many < 6 * few, "{few} {many}");
}

/// Cause: boxes of long triangles askew overlap, so those of a flat ring were shown pair by pair: 4 s for 8,192 sides. Law:
/// twice the flats take about twice the pairs.
#[test]
fn the_flat_rings_of_a_bore_are_not_compared_with_themselves_pair_by_pair() {
    let [few, many] = [256, 1024].map(|count| shown(&bore(count, [-4.0, 4.0])));
    assert!(few > 1000 && many < 6 * few, "{few} {many}");
}

/// Law: what a mesh has in common with itself is found, also where groups of triangles are parted by planes.
#[test]
fn a_ring_with_a_spike_across_it_meets_itself() {
    for count in [64, 256] {
        let (mut vertices, mut triangles) = bore(count, [-4.0, 4.0]);
        let first = vertices.len() as u32;
        // A thin tetrahedron through the upper ring.
        vertices.extend([[6.0, 1.5, 1.0], [7.0, 2.5, 6.0], [6.5, 3.0, 6.0], [6.25, 2.25, 6.0]]);
        triangles.extend([[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]].map(|face| face.map(|corner| first + corner)));
        let mesh = mesh(&(vertices, triangles));
        let body = mesh.at(Pose::identity());
        assert!(are_meeting(&Placed::new([&body, &body]), &body.surface()), "{count}");
    }
}

/// Cause: coordinates counted from the world's origin. So far from there each point within micrometres of a face took exact
/// numbers, and buildings at map coordinates took five times as long.
/// Law: bodies that are moved without rounding take the same signs and rays, by their vertices or by their poses.
#[test]
fn bodies_far_from_the_origin_take_no_more_exact_signs_or_rays() {
    let snapped = |(vertices, triangles): Parts| {
        let grid = 2f64.powi(20);
        (vertices.into_iter().map(|p| p.map(|x| (x * grid).round() / grid)).collect::<Vec<_>>(), triangles)
    };
    let tilted = |parts: Parts| {
        let (vertices, triangles) = parts;
        (vertices.into_iter().map(|[x, y, z]| [x + 0.25 * z, y - 0.5 * x, z + 0.125 * y]).collect(), triangles)
    };
    let mut total = 0;
    for parts in [
        [pin(32, [-4.0, 4.0]), bore(32, [-1.0, 1.0])],
        [pin(32, [-4.0, 4.0]), pin(32, [-2.0, 6.0])],
        [plate(8, [0.0, 1.0]), plate(8, [1.0, 2.0])],
    ] {
        let parts = parts.map(|parts| snapped(tilted(parts)));
        let meshes = parts.each_ref().map(mesh);
        let work = |meshes: [&Mesh; 2], poses: [Pose<Vec3<f64>>; 2]| {
            let bodies = [0, 1].map(|side| meshes[side].at(poses[side]));
            let mut judge = Judge::new(Placed::new([&bodies[0], &bodies[1]]));
            judge.look_at_meeting_surfaces();
            (judge.seen, judge.placed.exact_signs.get(), judge.placed.rays.get())
        };
        let here = Pose::identity();
        let near = work([&meshes[0], &meshes[1]], [here, here]);
        total += near.1 + near.2;
        for shift in [vec3(512_000.0, 5_412_000.0, 0.0), vec3(-3e6, 0.0, 7e6)] {
            let moved = meshes.each_ref().map(|mesh| mesh.transformed(|p| p + shift).unwrap());
            assert_eq!(work([&moved[0], &moved[1]], [here, here]), near);
            assert_eq!(work([&meshes[0], &meshes[1]], [Pose::translation(shift); 2]), near);
            assert_eq!(work([&moved[0], &meshes[1]], [here, Pose::translation(shift)]), near);
        }
    }
    assert!(total > 100, "{total}");
}

/// Coordinates from 10^308 to 10^-310 have exact numbers of 2,000 bits, and a surface that meets itself multiplies dozens of
/// them. It took minutes; now it is decided within the budget, or said to be undecided. The same surfaces with ordinary
/// coordinates are always decided.
#[test]
fn magnitudes_that_no_budget_holds_are_undecided_and_ordinary_ones_never() {
    let mut random = Random(45);
    let (mut undecided, mut decided) = (0, 0);
    for round in 0..4 {
        let corners: Vec<[f64; 3]> = (0..8).map(|_| random.point()).collect();
        let triangles: Vec<[u32; 3]> =
            (0..14).map(|_| random.point().map(|x| (x as u32 + 3 * (round % 2)) % 8)).collect();
        let mesh = |scale: &dyn Fn(usize, f64) -> f64| {
            let own: Vec<[f64; 3]> =
                corners.iter().enumerate().map(|(place, corner)| corner.map(|x| scale(place, x))).collect();
            // Every triangle, and turned, so that the surface is closed.
            let both: Vec<[u32; 3]> = triangles.iter().flat_map(|&[a, b, c]| [[a, b, c], [c, b, a]]).collect();
            Mesh::new(&own, &[both.as_slice(), &[[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]].concat()).unwrap()
        };
        let plain = mesh(&|_, x| x);
        let at = [Pose::identity(), Pose::translation([0.5, 0.25, 0.125])];
        assert!(relation(&plain.at(at[0]), &plain.at(at[1])).is_some(), "round {round}");
        let wide = mesh(&|place, x| {
            if place == 1 {
                x * 1e307
            } else if place == 2 {
                x * 1e-310
            } else {
                x
            }
        });
        match relation(&wide.at(at[0]), &wide.at(at[1])) {
            Some(_) => decided += 1,
            None => undecided += 1,
        }
    }
    println!("{decided} decided, {undecided} undecided");
    assert!(undecided > 0 && decided > 0, "{decided} decided, {undecided} undecided");
}
