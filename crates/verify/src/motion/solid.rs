//! Convex bodies, as far as a checker knows them: how far they reach along a direction.

use crate::motion::fixed::Fixed;
use crate::motion::turn::{Matrix, Vector, difference, image, length, sum, transposed, vector};
use crate::number::Number;
use crate::placed::Map;

/// A convex body. Lengths are in one unit; a body of the plane has 0 for all third coordinates.
#[derive(Clone, Debug)]
pub enum Solid {
    /// The hull of points: at least one.
    Points(Vec<[f64; 3]>),
    /// Its half axes, along the axes.
    Ellipsoid([f64; 3]),
    /// About the y axis: half of the height, and the radius.
    Cylinder([f64; 2]),
    /// The same with the apex at y = half of the height, and the base at y = minus that.
    Cone([f64; 2]),
    /// The sum of two bodies.
    Sum(Box<[Self; 2]>),
    /// The hull of two bodies.
    Hull(Box<[Self; 2]>),
    /// All points at most so far from a body.
    Round(Box<Self>, f64),
    /// A body at a pose, as docs/proof.md says: the translation, and a rotation of two or four numbers.
    Placed(Box<Self>, Vec<f64>),
}

/// The same in the numbers of the check, with its poses as matrices.
pub(crate) enum Body {
    Points(Vec<Vector>),
    Ellipsoid(Vector),
    Cylinder([Fixed; 2]),
    Cone([Fixed; 2]),
    Sum(Box<[Self; 2]>),
    Hull(Box<[Self; 2]>),
    Round(Box<Self>, Fixed),
    Placed { body: Box<Self>, inverse: Box<Matrix>, translation: Box<Vector> },
}

impl Solid {
    /// The greatest coordinate or size, with NaN as infinite.
    pub(crate) fn size(&self) -> f64 {
        let most = |numbers: &[f64]| {
            numbers.iter().fold(0.0, |most: f64, x| if x.is_finite() { most.max(x.abs()) } else { f64::INFINITY })
        };
        match self {
            Self::Points(points) => most(points.as_flattened()),
            Self::Ellipsoid(axes) => most(axes),
            Self::Cylinder(sizes) | Self::Cone(sizes) => most(sizes),
            Self::Sum(parts) | Self::Hull(parts) => parts[0].size().max(parts[1].size()),
            Self::Round(solid, radius) => solid.size().max(most(&[*radius])),
            Self::Placed(solid, pose) => solid.size().max(most(&pose[..pose.len().min(3)])),
        }
    }

    /// The body with lengths divided by 2^`exponent`. `None` if it has no point, a negative size, or no sound pose.
    pub(crate) fn scaled(&self, exponent: i32) -> Option<Body> {
        let both = |parts: &[Self; 2]| Some(Box::new([parts[0].scaled(exponent)?, parts[1].scaled(exponent)?]));
        let size = |x: f64| (x >= 0.0).then(|| Fixed::of(scaled(x, exponent)));
        let sizes = |[x, y]: [f64; 2]| Some([size(x)?, size(y)?]);
        Some(match self {
            Self::Points(points) if points.is_empty() => return None,
            Self::Points(points) => {
                Body::Points(points.iter().map(|point| vector(point.map(|x| scaled(x, exponent)))).collect())
            }
            Self::Ellipsoid([x, y, z]) => Body::Ellipsoid([size(*x)?, size(*y)?, size(*z)?]),
            Self::Cylinder(round) => Body::Cylinder(sizes(*round)?),
            Self::Cone(round) => Body::Cone(sizes(*round)?),
            Self::Sum(parts) => Body::Sum(both(parts)?),
            Self::Hull(parts) => Body::Hull(both(parts)?),
            Self::Round(solid, radius) => Body::Round(Box::new(solid.scaled(exponent)?), size(*radius)?),
            Self::Placed(solid, pose) => {
                let mut pose = pose.clone();
                pose.iter_mut().take(3).for_each(|x| *x = scaled(*x, exponent));
                solid.scaled(exponent)?.placed(Map::new(&pose)?)
            }
        })
    }
}

/// A length divided by 2^`exponent`, in two steps that both stay in the range of floats. What falls below the least
/// float is far below the last place of the check.
pub(crate) fn scaled(x: f64, exponent: i32) -> f64 {
    let half = exponent / 2;
    x * 2f64.powi(-half) * 2f64.powi(half - exponent)
}

impl Body {
    /// Vertices are moved; for other bodies directions are turned back.
    fn placed(self, map: Map<Fixed>) -> Self {
        match self {
            Self::Points(points) => Self::Points(points.into_iter().map(|point| map.image_of(point)).collect()),
            body => {
                let (matrix, translation) = map.parts();
                let (inverse, translation) = (Box::new(transposed(&matrix)), Box::new(translation));
                Self::Placed { body: Box::new(body), inverse, translation }
            }
        }
    }

    /// The greatest n·x over all points x.
    pub fn height(&self, n: &Vector) -> Fixed {
        let round = |[half, radius]: &[Fixed; 2]| {
            let across = n[0].times(&n[0]).plus(&n[2].times(&n[2])).root();
            (half.times(&n[1]), radius.times(&across))
        };
        match self {
            Self::Points(points) => {
                let heights = points.iter().map(|point| Fixed::dot(n, point));
                heights.reduce(|x, y| x.max(&y)).expect("there is a point")
            }
            Self::Ellipsoid(axes) => length(&std::array::from_fn(|k| axes[k].times(&n[k]))),
            Self::Cylinder(sizes) => {
                let (along, across) = round(sizes);
                along.abs().plus(&across)
            }
            Self::Cone(sizes) => {
                let (along, across) = round(sizes);
                along.max(&across.minus(&along))
            }
            Self::Sum(parts) => parts[0].height(n).plus(&parts[1].height(n)),
            Self::Hull(parts) => parts[0].height(n).max(&parts[1].height(n)),
            Self::Round(body, radius) => body.height(n).plus(&radius.times(&length(n))),
            Self::Placed { body, inverse, translation } => {
                body.height(&image(inverse, n)).plus(&Fixed::dot(n, translation))
            }
        }
    }

    /// A bound of the distance of all points from a centre: that of the farthest corner of a box, or a better one.
    pub fn reach(&self, center: &Vector) -> Fixed {
        let axis = |k: usize, sign: f64| {
            let mut n = vector([0.0; 3]);
            n[k] = Fixed::of(sign);
            self.height(&n).minus(&Fixed::dot(&n, center))
        };
        let boxed = length(&[0, 1, 2].map(|k| axis(k, 1.0).max(&axis(k, -1.0))));
        let own = match self {
            Self::Points(points) => {
                let lengths = points.iter().map(|point| length(&difference(point, center)));
                lengths.reduce(|x, y| x.max(&y)).expect("there is a point")
            }
            Self::Round(body, radius) => body.reach(center).plus(radius),
            Self::Placed { body, inverse, translation } => {
                let inner = body.reach(&vector([0.0; 3])).times(&norm(inverse));
                length(&difference(translation, center)).plus(&inner)
            }
            _ => return boxed,
        };
        if boxed.is_above(&own) { own } else { boxed }
    }

    /// About the middle of the body.
    pub fn middle(&self) -> Vector {
        [0, 1, 2].map(|k| {
            let mut n = vector([0.0; 3]);
            n[k] = Fixed::of(1.0);
            let high = self.height(&n);
            n[k] = Fixed::of(-1.0);
            high.minus(&self.height(&n)).halved(1)
        })
    }
}

/// A bound of how far a matrix stretches a vector: |M|² ≤ the greatest sum of a row of |M·Mᵀ|.
fn norm(matrix: &Matrix) -> Fixed {
    let sum = |row: &Vector| matrix.each_ref().map(|other| Fixed::dot(row, other).abs());
    let sums = matrix.each_ref().map(|row| sum(row).into_iter().reduce(|x, y| x.plus(&y)).expect("three numbers"));
    sums.into_iter().reduce(|x, y| x.max(&y)).expect("three rows").root()
}

impl Map<Fixed> {
    fn image_of(&self, point: Vector) -> Vector {
        let turned = self.rows.as_ref().map(|rows| image(rows, &point)).unwrap_or(point);
        sum(&turned, &self.translation)
    }
    fn parts(self) -> (Matrix, Vector) {
        let unit = || [0, 1, 2].map(|i| [0, 1, 2].map(|j| Fixed::of(if i == j { 1.0 } else { 0.0 })));
        (self.rows.unwrap_or_else(unit), self.translation)
    }
}
