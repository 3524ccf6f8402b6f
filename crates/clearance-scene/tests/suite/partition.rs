//! Polygons in convex pieces, against whole numbers.

use clearance_scene::{Outline, Partition, PartitionError, PartitionStep, Piece, partition, partition_with};
use std::collections::{HashMap, HashSet};

type Point = [i64; 2];
type Rings = Vec<Vec<Point>>;

/// A generator of numbers below a limit (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: i64) -> i64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) % limit as u64) as i64
    }
}

fn turn([a, b, c]: [Point; 3]) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn double_area(ring: &[Point]) -> i64 {
    (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()])).map(|(p, q)| p[0] * q[1] - p[1] * q[0]).sum()
}

fn outline(polygons: &[Rings]) -> Outline {
    let float = |ring: &Vec<Point>| ring.iter().map(|p| [p[0] as f64, p[1] as f64]).collect::<Vec<_>>();
    let polygons: Vec<Vec<Vec<[f64; 2]>>> = polygons.iter().map(|rings| rings.iter().map(float).collect()).collect();
    Outline::new(&polygons).unwrap()
}

fn corners(piece: &Piece, outline: &Outline) -> Vec<Point> {
    let at = |&corner: &u32| outline.vertices()[corner as usize];
    piece.corners.iter().map(at).map(|v| [v.x as i64, v.y as i64]).collect()
}

/// The pieces of a polygon of whole numbers, checked in whole numbers: each strictly convex, areas that add up.
fn checked(rings: &Rings) -> Partition {
    let outline = outline(std::slice::from_ref(rings));
    let parts = partition(&outline).unwrap_or_else(|error| panic!("{error}: {rings:?}"));
    assert_eq!(parts.check(&outline), Ok(()), "{rings:?}");
    let mut area = 0;
    for piece in &parts.pieces {
        let ring = corners(piece, &outline);
        let count = ring.len();
        assert!((0..count).all(|i| turn([ring[i], ring[(i + 1) % count], ring[(i + 2) % count]]) > 0), "{ring:?}");
        area += double_area(&ring);
    }
    let holes: i64 = rings[1..].iter().map(|hole| double_area(hole).abs()).sum();
    assert_eq!(area, double_area(&rings[0]).abs() - holes, "{rings:?}");
    assert!(parts.pieces.len() >= parts.lower_bound, "{rings:?}");
    // Hertel and Mehlhorn: each notch keeps at most two diagonals.
    assert!(parts.pieces.len() <= 2 * parts.notches + parts.lower_bound, "{} {rings:?}", parts.pieces.len());
    parts
}

/// How many pieces go around a point that is given in seventieths, strictly.
fn pieces_around(parts: &Partition, outline: &Outline, point: Point) -> usize {
    let around = |piece: &&Piece| {
        let ring: Vec<Point> = corners(piece, outline).iter().map(|p| p.map(|x| 70 * x)).collect();
        (0..ring.len()).all(|i| turn([ring[i], ring[(i + 1) % ring.len()], point]) > 0)
    };
    parts.pieces.iter().filter(around).count()
}

/// The boundary rings of a set of cells of the grid, with the inside on the left. Where four cells meet and two are
/// inside across the corner, rings turn left if `splits`, so that they touch themselves or each other at the corner.
fn rings_of_cells(cells: &HashSet<Point>, splits: bool) -> Vec<Vec<Point>> {
    let mut sides: HashMap<Point, Vec<Point>> = HashMap::new();
    let has = |x: i64, y: i64| cells.contains(&[x, y]);
    let mut sorted: Vec<&Point> = cells.iter().collect();
    sorted.sort();
    for &&[x, y] in &sorted {
        let around = [
            ([x, y], [x + 1, y], has(x, y - 1)),
            ([x + 1, y], [x + 1, y + 1], has(x + 1, y)),
            ([x + 1, y + 1], [x, y + 1], has(x, y + 1)),
            ([x, y + 1], [x, y], has(x - 1, y)),
        ];
        around.iter().filter(|side| !side.2).for_each(|side| sides.entry(side.0).or_default().push(side.1));
    }
    let mut starts: Vec<Point> = sides.keys().copied().collect();
    starts.sort();
    let mut rings = Vec::new();
    for start in starts {
        while let Some(mut to) = sides.get_mut(&start).and_then(Vec::pop) {
            let (mut ring, mut from) = (vec![start], start);
            while to != start {
                ring.push(to);
                let ways = sides.get_mut(&to).unwrap();
                let best = (0..ways.len()).max_by_key(|&way| turn([from, to, ways[way]]) * if splits { 1 } else { -1 });
                (from, to) = (to, ways.swap_remove(best.unwrap()));
            }
            rings.push(ring);
        }
    }
    rings
}

/// A random set of cells that hang together by sides.
fn cells(random: &mut Random, size: i64, count: usize) -> HashSet<Point> {
    let mut cells = HashSet::from([[size / 2, size / 2]]);
    while cells.len() < count {
        let cell = [random.below(size), random.below(size)];
        let neighbours = [[1, 0], [-1, 0], [0, 1], [0, -1]].map(|way| [cell[0] + way[0], cell[1] + way[1]]);
        if neighbours.iter().any(|neighbour| cells.contains(neighbour)) {
            cells.insert(cell);
        }
    }
    cells
}

#[test]
fn regions_of_grid_cells_with_holes_and_touching_corners_are_partitioned_exactly() {
    let (mut random, mut holes, mut touches) = (Random(1), 0, 0);
    for round in 0..600 {
        let size = 4 + random.below(8);
        let cells = cells(&mut random, size, (size * size / 2) as usize);
        let mut rings = rings_of_cells(&cells, round % 2 == 0);
        // The outer ring is the one that turns left; the others are holes. A ring that touches itself may enclose one.
        rings.sort_by_key(|ring| -double_area(ring));
        if rings.iter().skip(1).any(|ring| double_area(ring) > 0) {
            continue;
        }
        let repeated = rings.concat();
        touches += usize::from(repeated.iter().collect::<HashSet<_>>().len() < repeated.len());
        let parts = checked(&rings);
        holes += parts.holes;
        let outline = outline(std::slice::from_ref(&rings));
        for x in -1..=size {
            for y in -1..=size {
                let inside = usize::from(cells.contains(&[x, y]));
                assert_eq!(pieces_around(&parts, &outline, [70 * x + 11, 70 * y + 31]), inside, "{rings:?}");
            }
        }
    }
    assert!(holes > 150 && touches > 100, "idle: {holes} holes, {touches} regions that touch themselves");
}

/// A random simple polygon on a grid: a tour of random points without crossings, by 2-opt moves.
fn simple_polygon(random: &mut Random, count: usize, size: i64) -> Option<Vec<Point>> {
    let mut points: Vec<Point> = Vec::new();
    while points.len() < count {
        let point = [random.below(size), random.below(size)];
        if !points.contains(&point) {
            points.push(point);
        }
    }
    let length = |p: Point, q: Point| (((p[0] - q[0]).pow(2) + (p[1] - q[1]).pow(2)) as f64).sqrt();
    for _ in 0..200 {
        let mut improved = false;
        for i in 0..count - 1 {
            for j in i + 1..count {
                let (a, b, c, d) = (points[i], points[i + 1], points[j], points[(j + 1) % count]);
                if length(a, c) + length(b, d) < length(a, b) + length(c, d) - 1e-9 {
                    points[i + 1..=j].reverse();
                    improved = true;
                }
            }
        }
        if !improved {
            break;
        }
    }
    // Corners on other edges and runs back on the same line are possible. Those with a corner on an edge are left out.
    let sides = || (0..count).map(|i| [points[i], points[(i + 1) % count]]);
    let lies_on = |[p, q]: [Point; 2], r: Point| {
        turn([p, q, r]) == 0 && r != p && r != q && (0..2).all(|axis| (r[axis] - p[axis]) * (r[axis] - q[axis]) <= 0)
    };
    let touches = sides().any(|side| points.iter().any(|&point| lies_on(side, point)));
    (!touches).then_some(points)
}

/// The least number of pieces by trying all sets of diagonals, for few corners.
fn least_by_trying(ring: &[Point]) -> usize {
    let count = ring.len();
    let is_inside = |p: Point, q: Point| {
        // The middle of the diagonal, by crossings of a ray, in doubled numbers.
        let m = [p[0] + q[0], p[1] + q[1]];
        let mut inside = false;
        for i in 0..count {
            let (a, b) = (ring[i].map(|x| 2 * x), ring[(i + 1) % count].map(|x| 2 * x));
            if (a[1] > m[1]) != (b[1] > m[1]) && (turn([a, b, m]) > 0) == (b[1] > a[1]) {
                inside = !inside;
            }
        }
        inside
    };
    let crosses = |[p, q]: [Point; 2], [r, s]: [Point; 2]| {
        turn([p, q, r]).signum() * turn([p, q, s]).signum() < 0
            && turn([r, s, p]).signum() * turn([r, s, q]).signum() < 0
    };
    let lies_on = |[p, q]: [Point; 2], r: Point| {
        turn([p, q, r]) == 0 && r != p && r != q && (0..2).all(|axis| (r[axis] - p[axis]) * (r[axis] - q[axis]) <= 0)
    };
    let mut diagonals = Vec::new();
    for i in 0..count {
        for k in i + 2..count {
            let way = [ring[i], ring[k]];
            let is_side = (i, k) == (0, count - 1);
            let is_free = (0..count).all(|j| !crosses(way, [ring[j], ring[(j + 1) % count]]));
            if !is_side && is_free && ring.iter().all(|&r| !lies_on(way, r)) && is_inside(way[0], way[1]) {
                diagonals.push([i, k]);
            }
        }
    }
    let is_convex = |chosen: &[[usize; 2]]| {
        (0..count).all(|corner| {
            let mut ends: Vec<usize> = vec![(corner + 1) % count];
            ends.extend(chosen.iter().filter(|ends| ends.contains(&corner)).map(|e| e[0] + e[1] - corner));
            ends.push((corner + count - 1) % count);
            // Neighbours in the order around the corner, which is that around the polygon.
            ends.sort_by_key(|&end| (end + count - corner) % count);
            ends.windows(2).all(|pair| turn([ring[corner], ring[pair[0]], ring[pair[1]]]) >= 0)
        })
    };
    let mut best = usize::MAX;
    let mut waiting = vec![(0, Vec::new())];
    while let Some((next, chosen)) = waiting.pop() {
        if chosen.len() + 1 < best && is_convex(&chosen) {
            best = chosen.len() + 1;
        }
        for (other, &[i, k]) in diagonals.iter().enumerate().skip(next) {
            let fits = |&[j, l]: &[usize; 2]| !((i < j && j < k && k < l) || (j < i && i < l && l < k));
            if chosen.len() + 2 < best && chosen.iter().all(fits) {
                waiting.push((other + 1, [chosen.clone(), vec![[i, k]]].concat()));
            }
        }
    }
    best
}

#[test]
fn polygons_without_holes_have_the_least_number_of_pieces_that_trying_all_cuts_finds() {
    let (mut random, mut tried, mut above_bound) = (Random(2), 0, 0);
    while tried < 400 {
        let count = 5 + random.below(6) as usize;
        let Some(mut ring) = simple_polygon(&mut random, count, 7) else { continue };
        if double_area(&ring) < 0 {
            ring.reverse();
        }
        let parts = checked(&vec![ring.clone()]);
        let least = least_by_trying(&ring);
        assert!(parts.is_least, "{ring:?}");
        assert_eq!(parts.pieces.len(), least, "{ring:?}");
        above_bound += usize::from(least > parts.lower_bound);
        tried += 1;
    }
    assert!(above_bound > 40, "idle: {above_bound} polygons need more pieces than the bound says");
}

#[test]
fn large_random_polygons_are_partitioned_exactly() {
    let (mut random, mut tried) = (Random(3), 0);
    while tried < 12 {
        let Some(mut ring) = simple_polygon(&mut random, 150, 4000) else { continue };
        if tried % 2 == 0 {
            ring.reverse();
        }
        let parts = checked(&vec![ring]);
        assert!(parts.is_least && parts.pieces.len() < 2 * parts.lower_bound, "{} pieces", parts.pieces.len());
        tried += 1;
    }
}

#[test]
fn combs_spirals_and_stars_have_known_numbers_of_pieces() {
    // A comb: one cut along the foot of each tooth. A cut can end at two notches only within a tooth.
    for teeth in 2..30 {
        let mut ring = vec![[0, 0], [4 * teeth - 2, 0]];
        for tooth in (0..teeth).rev() {
            let (left, right) = (4 * tooth, 4 * tooth + 2);
            ring.extend([[right, 9], [left, 9]]);
            if tooth > 0 {
                ring.extend([[left, 2], [left - 2, 2]]);
            }
        }
        let parts = checked(&vec![ring]);
        assert_eq!((parts.pieces.len() as i64, parts.notches as i64), (teeth + 1, 2 * (teeth - 1)), "{teeth} teeth");
    }
    // A square spiral, a corridor that always turns left: one cut at each turn, from the notch there.
    for turns in 1..40usize {
        let (mut at, mut way) = ([0, 0], [1, 0]);
        let (mut left, mut right) = (vec![[0, 1]], vec![[0, -1]]);
        for side in 0..=turns as i64 {
            let length = 4 * (side / 2 + 1);
            at = [at[0] + way[0] * length, at[1] + way[1] * length];
            let next = [-way[1], way[0]];
            if side < turns as i64 {
                left.push([at[0] - way[0] + next[0], at[1] - way[1] + next[1]]);
                right.push([at[0] + way[0] - next[0], at[1] + way[1] - next[1]]);
                way = next;
            } else {
                left.push([at[0] + next[0], at[1] + next[1]]);
                right.push([at[0] - next[0], at[1] - next[1]]);
            }
        }
        left.reverse();
        let parts = checked(&vec![[right, left].concat()]);
        assert_eq!((parts.pieces.len(), parts.notches), (turns + 1, turns));
        assert!(parts.is_least);
    }
    // A star with five spikes: its notches are at the inner corners.
    let star = vec![[0, 10], [-2, 3], [-10, 3], [-4, -2], [-6, -9], [0, -5], [6, -9], [4, -2], [10, 3], [2, 3]];
    let parts = checked(&vec![star]);
    assert_eq!((parts.notches, parts.lower_bound), (5, 4));
    assert_eq!(parts.pieces.len(), 4);
}

#[test]
fn a_square_ring_needs_four_pieces_and_the_bound_says_two() {
    let ring = vec![vec![[0, 0], [9, 0], [9, 9], [0, 9]], vec![[3, 3], [6, 3], [6, 6], [3, 6]]];
    let parts = checked(&ring);
    assert_eq!((parts.pieces.len(), parts.lower_bound, parts.notches, parts.holes), (4, 2, 4, 1));
    assert!(!parts.is_least);
}

#[test]
fn a_convex_polygon_with_repeated_and_straight_corners_is_one_piece_of_its_corners() {
    let ring = vec![[0, 0], [0, 0], [3, 0], [6, 0], [6, 0], [6, 6], [3, 6], [0, 6], [0, 3], [0, 0]];
    let outline = outline(&[vec![ring]]);
    let parts = partition(&outline).unwrap();
    assert_eq!(parts.check(&outline), Ok(()));
    assert_eq!(parts.pieces.len(), 1);
    assert_eq!(corners(&parts.pieces[0], &outline), [[0, 0], [6, 0], [6, 6], [0, 6]]);
}

#[test]
fn holes_that_touch_the_outer_ring_at_corners_and_along_edges_are_cut_out() {
    let square = vec![[0, 0], [12, 0], [12, 12], [0, 12]];
    for (hole, holes) in [
        (vec![[0, 0], [6, 3], [3, 6]], 0),           // at a corner
        (vec![[6, 0], [8, 4], [4, 4]], 0),           // a corner on an edge
        (vec![[6, 0], [12, 6], [6, 12], [0, 6]], 0), // four corners on edges: four triangles are left
        (vec![[4, 0], [8, 0], [8, 4], [4, 4]], 0),   // along an edge
        (vec![[4, 4], [8, 4], [8, 8], [4, 8]], 1),   // nowhere
    ] {
        let parts = checked(&vec![square.clone(), hole.clone()]);
        assert_eq!(parts.holes, holes, "{hole:?}");
    }
    let diamond = checked(&vec![square.clone(), vec![[6, 0], [12, 6], [6, 12], [0, 6]]]);
    assert_eq!((diamond.pieces.len(), diamond.lower_bound), (4, 4));
}

#[test]
fn edges_that_cross_are_named_with_the_place() {
    let bow_tie = outline(&[vec![vec![[0, 0], [4, 4], [4, 0], [0, 2]]]]);
    let error = partition(&bow_tie).unwrap_err();
    let PartitionError::Crossing { edges: [0, 2], point } = error else { panic!("{error:?}") };
    assert!((point.x - 4.0 / 3.0).abs() < 1e-15 && (point.y - 4.0 / 3.0).abs() < 1e-15, "{point:?}");
    // The hole leaves the square.
    let hole = outline(&[vec![vec![[0, 0], [4, 0], [4, 4], [0, 4]], vec![[1, 1], [9, 1], [9, 2], [1, 2]]]]);
    let error = partition(&hole).unwrap_err();
    assert!(matches!(error, PartitionError::Crossing { edges: [1, 4 | 6], .. }), "{error:?}");
}

#[test]
fn rings_that_overlap_without_crossing_are_refused_with_the_place() {
    let square = vec![[0, 0], [4, 0], [4, 4], [0, 4]];
    // Twice around; a hole outside; a hole in a hole; two loops that turn differently and meet at a corner.
    let twice = vec![[square.clone(), square.clone()].concat()];
    let outside = vec![square.clone(), vec![[5, 5], [6, 5], [6, 6]]];
    let nested = vec![vec![[-9, -9], [9, -9], [9, 9], [-9, 9]], square.clone(), vec![[1, 1], [2, 1], [2, 2]]];
    let loops = vec![vec![[0, 0], [4, 0], [4, 4], [0, 4], [0, 0], [0, -2], [-2, -2], [-2, 0]]];
    for (rings, windings, edges) in
        [(twice, 2..=2, 0..8), (outside, -1..=-1, 4..7), (nested, -1..=-1, 8..11), (loops, -1..=-1, 4..8)]
    {
        let error = partition(&outline(std::slice::from_ref(&rings))).unwrap_err();
        let PartitionError::Winding { edge, winding, .. } = error else { panic!("{error:?}") };
        assert!(windings.contains(&winding) && edges.contains(&edge), "{error:?} {rings:?}");
    }
}

#[test]
fn every_random_ring_is_partitioned_or_refused_with_its_fault() {
    let (mut random, mut counts) = (Random(5), [0; 3]);
    for _ in 0..8000 {
        let count = 3 + random.below(6);
        let ring: Vec<Point> = (0..count).map(|_| [random.below(5), random.below(5)]).collect();
        let outline = outline(&[vec![ring.clone()]]);
        match partition(&outline) {
            Ok(parts) => {
                assert_eq!(parts.check(&outline), Ok(()), "{ring:?}");
                counts[0] += 1;
            }
            Err(PartitionError::Crossing { edges: [first, second], .. }) => {
                let ends = |edge: u32| outline.ends(edge).map(|v| [v.x as i64, v.y as i64]);
                let ([p, q], [r, s]) = (ends(first), ends(second));
                let sides = [turn([p, q, r]), turn([p, q, s]), turn([r, s, p]), turn([r, s, q])].map(i64::signum);
                assert!(sides[0] * sides[1] <= 0 && sides[2] * sides[3] <= 0, "{ring:?} {first} {second}");
                counts[1] += 1;
            }
            Err(_) => counts[2] += 1,
        }
    }
    assert!(counts.iter().all(|&count| count > 300), "idle: {counts:?}");
}

#[test]
fn the_trace_cuts_all_triangles_and_judges_every_diagonal() {
    let mut random = Random(6);
    let cells = cells(&mut random, 12, 80);
    let mut rings = rings_of_cells(&cells, true);
    rings.sort_by_key(|ring| -double_area(ring));
    let outline = outline(&[rings]);
    let mut steps = Vec::new();
    let parts = partition_with(&outline, &mut |step| steps.push(step)).unwrap();
    let area = |corners: &[u32; 3]| {
        double_area(&corners.map(|corner| outline.vertices()[corner as usize]).map(|v| [v.x as i64, v.y as i64]))
    };
    let triangles: Vec<i64> = steps
        .iter()
        .filter_map(|step| if let PartitionStep::Triangle { corners, .. } = step { Some(area(corners)) } else { None })
        .collect();
    assert_eq!(triangles.iter().sum::<i64>(), 160);
    assert!(triangles.iter().all(|&area| area > 0));
    let stays = steps.iter().filter(|step| matches!(step, PartitionStep::Stays { .. })).count();
    let removed = steps.iter().filter(|step| matches!(step, PartitionStep::Removed { .. })).count();
    assert_eq!(triangles.len() - removed, stays + 1 - parts.holes);
    assert!(stays > 0 && removed > 0);
}

#[test]
fn a_wrong_piece_is_refused() {
    let outline = outline(&[vec![vec![[0, 0], [4, 0], [4, 2], [2, 2], [2, 4], [0, 4]]]]);
    let good = partition(&outline).unwrap();
    assert_eq!((good.pieces.len(), good.check(&outline)), (2, Ok(())));
    let with = |pieces: Vec<Vec<u32>>| {
        let pieces = pieces.into_iter().map(|corners| Piece { polygon: 0, corners }).collect();
        Partition { pieces, ..good.clone() }.check(&outline)
    };
    assert!(with(vec![vec![0, 1, 2, 3, 4, 5]]).is_err(), "a notch");
    assert!(with(vec![vec![0, 1, 2, 3]]).is_err(), "a part is missing");
    assert!(with(vec![vec![0, 1, 2, 3], vec![0, 3, 4, 5], vec![0, 3, 4]]).is_err(), "an overlap");
    assert!(with(vec![vec![0, 1, 2, 3], vec![0, 3, 4, 9]]).is_err(), "no such corner");
}

#[test]
fn scaling_by_a_power_of_two_to_the_ends_of_the_range_changes_no_piece() {
    let mut random = Random(7);
    for _ in 0..10 {
        let cells = cells(&mut random, 10, 60);
        let mut rings = rings_of_cells(&cells, true);
        rings.sort_by_key(|ring| -double_area(ring));
        let scaled = |exponent: i32| {
            let factor = 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2);
            let ring =
                |ring: &Vec<Point>| ring.iter().map(|p| p.map(|x| (x as f64 - 3.0) * factor)).collect::<Vec<_>>();
            let outline = Outline::new(&[rings.iter().map(ring).collect::<Vec<_>>()]).unwrap();
            let parts = partition(&outline).unwrap();
            assert_eq!(parts.check(&outline), Ok(()), "2^{exponent}");
            parts
        };
        let parts = scaled(0);
        for exponent in [-1074, -1000, -500, 1, 500, 1020] {
            assert_eq!(scaled(exponent), parts, "2^{exponent}");
        }
    }
}
