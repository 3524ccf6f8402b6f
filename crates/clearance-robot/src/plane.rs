//! Planes that prove cells, and which terms of theorem C they need.

use clearance::Vec3;

/// Which terms of the theorem a search may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Terms {
    /// All of them.
    #[default]
    All,
    /// Those that clearance-verify knows: no second derivatives at the centre. What the search did is recorded.
    #[cfg_attr(not(feature = "proof"), allow(dead_code, reason = "proofs alone ask for it"))]
    Checked,
}

/// A plane that stands still in the held link's frame, and lies between two nodes at every place of a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Proof {
    pub bound: f64,
    pub plane: Plane,
    /// The normal in the frame of the chain. Balls need none.
    #[cfg_attr(not(feature = "proof"), allow(dead_code, reason = "proofs alone write it"))]
    pub grid: Grid,
    /// Whoever checks the proof needs the same terms.
    #[cfg_attr(not(feature = "proof"), allow(dead_code, reason = "proofs alone write it"))]
    pub by: Order,
}

/// A direction of integers.
pub(crate) type Grid = [i32; 3];

/// Which terms of the theorem prove a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The ways of all points (Lipschitz), and balls around the nodes.
    Balls,
    /// The ways of all points along the normal.
    Way,
    /// The first derivatives at the centre, and a bound of the second ones.
    First,
    /// The second derivatives at the centre, and a bound of the third ones.
    Second,
}

/// A direction that is fixed in a link.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane {
    /// The held link is between the steps `held` − 1 and `held`.
    pub held: usize,
    /// The unit normal from A to B, in the frame of the held link: after the joint that moves it.
    pub normal: Vec3<f64>,
}

/// The direction of integers that is nearest to a unit vector: a proof can say it in few digits, and what was computed
/// with it holds for the numbers that are written.
pub(crate) fn on_grid(n: Vec3<f64>) -> (Vec3<f64>, Grid) {
    let grid = <[f64; 3]>::from(n * f64::from(GRID)).map(|x| x.round() as i32);
    let [x, y, z] = grid.map(f64::from);
    (clearance::vec3(x, y, z).normalized().unwrap_or(n), grid)
}

/// The length of directions on the grid. Larger: longer proofs. Smaller: planes are farther from the best ones.
const GRID: i32 = 1 << 30;
