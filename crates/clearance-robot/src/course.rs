//! How joints depend on parameters: boxes of joints, and stretches of a path.
//!
//! The value of a joint is `offset + Σ slopeᵢ·xᵢ + curve(x₀)`. For a box of joints the parameters are coordinates of the
//! configuration, and there is no curve. For a path the first parameter is the time on a stretch. A tube around a path
//! adds a parameter for each coordinate, which is never cut.

use crate::frame::{U, UP};
use crate::tree::{Drive, Robot};

/// The values of the moving joints of a chain, as functions of the parameters.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    /// One for each step of the chain.
    pub joints: Vec<Moved>,
    /// The least and the greatest value of each parameter.
    pub box_: Vec<[f64; 2]>,
    /// So many parameters may be cut; the others are those of a tube.
    pub cut: usize,
}

/// The value of a joint.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moved {
    pub offset: f64,
    pub offset_error: f64,
    pub terms: Vec<Term>,
    pub curve: Option<Cubic>,
}

/// slope · parameter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub parameter: usize,
    pub slope: f64,
    pub error: f64,
}

/// a₁x + a₂x² + a₃x³ of the first parameter, which is between 0 and 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cubic {
    pub a: [f64; 3],
    /// Of the value and of the derivatives, for x between 0 and 1.
    pub error: f64,
}

/// A joint over a cell.
#[derive(Clone, Debug, Default)]
pub(crate) struct Local {
    /// At the centre, and its error.
    pub value: f64,
    pub error: f64,
    /// The derivatives by the parameters at the centre.
    slopes: [(usize, f64); 2],
    slope_count: usize,
    /// The sum of their errors times the half-widths.
    pub slope_error: f64,
    /// The joint's value is not farther than this from that at the centre.
    pub sway: f64,
    /// The greatest second derivative, times the square of the half-width.
    pub bend: f64,
}

impl Local {
    /// A joint that stands still at this value, which has at most this error.
    #[cfg(feature = "proof")]
    pub fn at(value: f64, error: f64) -> Self {
        Self { value, error, ..Self::default() }
    }

    /// The parameters on which the joint depends, with the derivatives at the centre.
    pub fn slopes(&self) -> &[(usize, f64)] {
        &self.slopes[..self.slope_count]
    }

    /// A joint depends on a parameter of a box or on the time, and on that of its tube.
    fn add_slope(&mut self, parameter: usize, slope: f64) {
        self.slopes[self.slope_count] = (parameter, slope);
        self.slope_count += 1;
    }
}

impl Course {
    /// The box of joints. `range` gives the range of a coordinate.
    pub fn of_box(robot: &Robot, steps: &[usize], range: &dyn Fn(usize) -> [f64; 2]) -> Self {
        let (mut coordinates, mut joints) = (Vec::<usize>::new(), Vec::new());
        for &joint in steps {
            let Drive::Along(map) = robot.joints[joint].drive else {
                joints.push(Moved::default());
                continue;
            };
            let known = coordinates.iter().position(|&coordinate| coordinate == map.coordinate);
            let parameter = known.unwrap_or_else(|| {
                coordinates.push(map.coordinate);
                coordinates.len() - 1
            });
            let term = Term { parameter, slope: map.factor, error: map.factor_error };
            joints.push(Moved { offset: map.offset, offset_error: map.offset_error, terms: vec![term], curve: None });
        }
        let box_: Vec<[f64; 2]> = coordinates.iter().map(|&coordinate| range(coordinate)).collect();
        Self { joints, cut: box_.len(), box_ }
    }

    /// The coordinates that are the parameters of [`Self::of_box`], in their order.
    pub fn coordinates(robot: &Robot, steps: &[usize]) -> Vec<usize> {
        let mut coordinates = Vec::new();
        for &joint in steps {
            if let Drive::Along(map) = robot.joints[joint].drive
                && !coordinates.contains(&map.coordinate)
            {
                coordinates.push(map.coordinate);
            }
        }
        coordinates
    }

    /// A stretch of a path: each coordinate is a cubic of the parameter from 0 to 1, with a bound of its error and of its
    /// derivatives' errors.
    pub fn of_cubics(robot: &Robot, steps: &[usize], cubics: &[[f64; 4]], errors: &[f64], tube: &[f64]) -> Self {
        let (mut box_, mut wide) = (vec![[0.0, 1.0]], Vec::<usize>::new());
        let mut joints = Vec::new();
        for &joint in steps {
            let map = match robot.joints[joint].drive {
                Drive::Along(map) if robot.moves(joint) => map,
                // It follows a joint that is fixed.
                Drive::Along(map) => {
                    joints.push(Moved { offset: map.offset, offset_error: map.offset_error, ..Moved::default() });
                    continue;
                }
                _ => {
                    joints.push(Moved::default());
                    continue;
                }
            };
            let [a, b, c, d] = cubics[map.coordinate];
            let error = errors[map.coordinate];
            let (offset, offset_error) = map.at(a);
            let [b, c, d] = [b, c, d].map(|x| map.factor * x);
            let most = b.abs() + c.abs() + d.abs();
            let error = (map.factor.abs() * error + (map.factor_error + 4.0 * U * map.factor.abs()) * most) * UP;
            let mut terms = Vec::new();
            let curve = if c == 0.0 && d == 0.0 {
                terms.push(Term { parameter: 0, slope: b, error });
                None
            } else {
                Some(Cubic { a: [b, c, d], error: 6.0 * error })
            };
            if let Some(&half) = tube.get(map.coordinate).filter(|&&half| half > 0.0) {
                let known = wide.iter().position(|&coordinate| coordinate == map.coordinate);
                let parameter = 1 + known.unwrap_or_else(|| {
                    wide.push(map.coordinate);
                    box_.push([-half, half]);
                    wide.len() - 1
                });
                terms.push(Term { parameter, slope: map.factor, error: map.factor_error });
            }
            joints.push(Moved { offset, offset_error, terms, curve });
        }
        Self { joints, box_, cut: 1 }
    }
}

impl Moved {
    /// The joint over the cell with this centre and these half-widths.
    pub fn local(&self, centre: &[f64], half: &[f64]) -> Local {
        let mut local = Local { value: self.offset, error: self.offset_error, ..Local::default() };
        let mut size = self.offset.abs();
        for &Term { parameter, slope, error } in &self.terms {
            let (c, h) = (centre[parameter], half[parameter]);
            local.value += slope * c;
            size += (slope * c).abs();
            local.error += error * c.abs();
            local.add_slope(parameter, slope);
            local.slope_error += error * h;
            local.sway += (slope.abs() + error) * h;
        }
        if let Some(Cubic { a: [a, b, c], error }) = self.curve {
            let (x, h) = (centre[0], half[0]);
            local.value += ((c * x + b) * x + a) * x;
            size += a.abs() + b.abs() + c.abs();
            local.error += error;
            let slope = (3.0 * c * x + 2.0 * b) * x + a;
            // The second derivative is linear, so an end of the cell has the greatest.
            let second = |x: f64| (6.0 * c * x + 2.0 * b).abs();
            let bend = second(x - h).max(second(x + h)) * UP + 8.0 * error + 32.0 * U * (b.abs() + c.abs());
            local.add_slope(0, slope);
            local.slope_error += (error + 8.0 * U * (a.abs() + b.abs() + c.abs())) * h;
            local.sway += (slope.abs() + error + bend * h) * h;
            local.bend = bend * h * h * UP;
        }
        let terms = 2.0 + self.terms.len() as f64 + 4.0;
        let exact = self.terms.len() == 1 && self.terms[0].slope == 1.0 && self.offset == 0.0 && self.curve.is_none();
        local.error = if exact { local.error } else { (local.error + terms * U * size) * UP };
        local.sway = (local.sway + local.slope_error) * UP;
        local
    }
}
