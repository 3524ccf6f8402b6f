use super::*;

/// A post beside an arm: the shoulder at the origin, the upper arm 1 long, the forearm 0.9.
fn arm(cells: u32) -> Arm {
    let post = [1.2, -0.1, 1.4, -0.1, 1.4, 0.1, 1.2, 0.1];
    let forearm = [0.0, -0.05, 0.9, -0.05, 0.9, 0.05, 0.0, 0.05];
    Arm::new(&post, &forearm, &[0.0, 0.0], 1.0, &[-1.5, 1.5, -2.5, 2.5], cells).unwrap()
}

#[test]
fn the_cells_that_are_not_cut_fill_the_box_without_gap() {
    let cells = arm(2000).cells();
    let mut areas = [0.0; 4];
    for row in cells.as_chunks::<6>().0 {
        areas[row[4] as usize] += (row[1] - row[0]) * (row[3] - row[2]);
    }
    let [apart, meeting, _, open] = areas;
    assert!((apart + meeting + open - 15.0).abs() < 1e-9, "{areas:?}");
    assert!(apart > 8.0 && meeting > 0.2 && open < 2.0, "{areas:?}");
}

/// Along the normal of a line the gap is as wide as was proven, wherever the joints are in the cell; in the middle of the
/// cell the line is in it.
#[test]
fn the_normal_of_a_cell_parts_the_shapes_everywhere_in_it() {
    let arm = arm(600);
    let mut lines = 0;
    for (number, row) in arm.cells().as_chunks::<6>().0.iter().enumerate().filter(|(_, row)| row[4] == 0.0) {
        let middle = (0.5 * (row[0] + row[1]), 0.5 * (row[2] + row[3]));
        for at in [middle, (row[0], row[2]), (row[0], row[3]), (row[1], row[2]), (row[1], row[3])] {
            let (shoulder, elbow) = at;
            let found = arm.lines(number, shoulder, elbow);
            let [[nx, ny, c, _]] = found.as_chunks::<4>().0 else { continue };
            lines += 1;
            let post = [[1.2, -0.1], [1.4, -0.1], [1.4, 0.1], [1.2, 0.1]];
            let most = post.iter().map(|[x, y]| nx * x + ny * y).fold(f64::MIN, f64::max);
            let (sin, cos) = (shoulder + elbow).sin_cos();
            let place = |[x, y]: [f64; 2]| [shoulder.cos() + cos * x - sin * y, shoulder.sin() + sin * x + cos * y];
            let forearm = [[0.0, -0.05], [0.9, -0.05], [0.9, 0.05], [0.0, 0.05]].map(place);
            let least = forearm.iter().map(|[x, y]| nx * x + ny * y).fold(f64::MAX, f64::min);
            assert!(least - most >= row[5] - 1e-12, "{row:?}");
            assert!(at != middle || (most < *c && *c < least), "{row:?}");
        }
    }
    assert!(lines > 200, "{lines}");
}

#[test]
fn a_polygon_that_is_none_is_refused_in_words() {
    let refused = Arm::new(&[0.0, 0.0, 1.0, 0.0], &[], &[0.0, 0.0], 1.0, &[0.0, 1.0, 0.0, 1.0], 10);
    assert_eq!(refused.err().unwrap(), "expected a polygon with at least three corners");
}
