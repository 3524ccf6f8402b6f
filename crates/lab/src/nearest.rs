//! The point of a hull nearest to the origin, exactly. The distance loop tries every subset of the simplex.
//!
//! Over rational numbers the loop needs no tolerance. |v| falls strictly, so the loop ends at a v with v·w ≥ v·v for
//! all w. This inequality is the proof.
//!
//! A simplex of at most four points has at most fifteen subsets. For each subset, take the foot of the perpendicular
//! from the origin. Its barycentric coordinates are quotients of determinants (Cramer). The nearest foot inside its
//! subset is the answer (Gilbert, Johnson and Keerthi 1988). Brute force replaces Johnson's subalgorithm, which is a
//! shorter way to do the same.

use crate::exact::Rational;
use clearance::{Ring, Space};
use std::cmp::Ordering;

/// The nearest point of a hull to the origin.
#[derive(Clone, Debug)]
pub struct Nearest<E> {
    /// The point times `denominator`. It is zero when the hull holds the origin.
    pub point: E,
    /// Positive.
    pub denominator: Rational,
    /// The squared distance.
    pub square: Rational,
}

/// Two lists of vertices, and approximations that choose candidates among them.
pub struct Pair<E> {
    a: Scan<E>,
    b: Scan<E>,
}

/// Vertices with their nearest floats. Only candidates are compared exactly.
struct Scan<E> {
    exact: Vec<E>,
    rounded: Vec<[f64; 3]>,
    largest: f64,
}

fn rounded<E: Space<Scalar = Rational>>(v: &E) -> [f64; 3] {
    std::array::from_fn(|i| if i < E::DIM { v.coordinate(i).to_f64() } else { 0.0 })
}

impl<E: Space<Scalar = Rational>> Scan<E> {
    fn new(exact: Vec<E>) -> Self {
        let rounded: Vec<_> = exact.iter().map(rounded).collect();
        let largest = rounded.iter().flatten().fold(0.0, |m: f64, c| m.max(c.abs()));
        Self { exact, rounded, largest }
    }

    /// The products of the rounded vertices with a direction in floats.
    fn products(&self, unit: [f64; 3]) -> impl Iterator<Item = f64> + Clone + '_ {
        self.rounded.iter().map(move |p| (0..3).map(|i| p[i] * unit[i]).sum())
    }

    /// The error bound of a product with a direction of length at most √3. Each of three terms has 2ε of the largest
    /// coordinate. Underflow adds the smallest floats.
    fn error(&self) -> f64 {
        8.0 * f64::EPSILON * self.largest + 8.0 * f64::MIN_POSITIVE
    }

    /// The vertex with the greatest product with `direction`. If several are equal, it is the first.
    fn support(&self, direction: &E) -> &E {
        let unit = unit(direction);
        let best = self.products(unit).fold(f64::NEG_INFINITY, f64::max);
        let candidates =
            self.exact.iter().zip(self.products(unit)).filter(|(_, along)| *along >= best - 2.0 * self.error());
        let mut winner: Option<(Rational, &E)> = None;
        for (vertex, _) in candidates {
            let product = vertex.dot(direction);
            if winner.as_ref().is_none_or(|(greatest, _)| product > *greatest) {
                winner = Some((product, vertex));
            }
        }
        winner.map_or(&self.exact[0], |(_, vertex)| vertex)
    }
}

/// The direction in floats, divided by its largest coordinate. So products neither overflow nor vanish.
fn unit<E: Space<Scalar = Rational>>(direction: &E) -> [f64; 3] {
    let largest = (0..E::DIM).map(|i| direction.coordinate(i).abs()).max().unwrap_or_default();
    if largest.is_zero() {
        return [0.0; 3];
    }
    std::array::from_fn(|i| if i < E::DIM { direction.coordinate(i).over(&largest).to_f64() } else { 0.0 })
}

impl<E: Space<Scalar = Rational>> Pair<E> {
    /// The Minkowski difference of the hulls of two lists. Neither list is empty.
    pub fn new(a: Vec<E>, b: Vec<E>) -> Self {
        Self { a: Scan::new(a), b: Scan::new(b) }
    }

    /// max over A of n·a.
    pub fn reach_of_a(&self, normal: &E) -> Rational {
        self.a.support(normal).dot(normal)
    }

    /// min over B of n·b.
    pub fn reach_of_b(&self, normal: &E) -> Rational {
        self.b.support(&normal.negated()).dot(normal)
    }

    /// min over B of n·b − max over A of n·a. The normal may have any length.
    pub fn separation(&self, normal: &E) -> Rational {
        self.reach_of_b(normal).minus(&self.reach_of_a(normal))
    }

    /// The vertices of A.
    pub fn points_of_a(&self) -> &[E] {
        &self.a.exact
    }

    /// The vertices of B.
    pub fn points_of_b(&self) -> &[E] {
        &self.b.exact
    }

    /// [`Pair::separation`] for the unit normal, computed in floats.
    pub fn rough_separation(&self, normal: &E) -> f64 {
        let mut unit = unit(normal);
        let length = unit.iter().map(|c| c * c).sum::<f64>().sqrt();
        unit.iter_mut().for_each(|c| *c /= length);
        let a = self.a.products(unit).fold(f64::NEG_INFINITY, f64::max);
        let b = self.b.products(unit).fold(f64::INFINITY, f64::min);
        b - a
    }

    /// The greatest error of two rough separations together.
    pub fn rough_error(&self) -> f64 {
        4.0 * (self.a.error() + self.b.error())
    }

    /// The point of A − B farthest along `direction`.
    fn support(&self, direction: &E) -> E {
        self.a.support(direction).minus(self.b.support(&direction.negated()))
    }

    /// The point of A − B nearest to the origin.
    pub fn nearest(&self) -> Nearest<E> {
        let mut simplex = vec![self.a.exact[0].minus(&self.b.exact[0])];
        loop {
            let (kept, nearest) = nearest_of_simplex(&simplex);
            if nearest.square.is_zero() {
                return nearest;
            }
            let vertex = self.support(&nearest.point.negated());
            // w·v ≥ v·v, both times the denominator squared.
            let along = vertex.dot(&nearest.point).times(&nearest.denominator);
            if along >= nearest.point.length_squared() {
                return nearest;
            }
            simplex = kept;
            simplex.push(vertex);
        }
    }
}

/// The point nearest to the origin in the hull of at most four points, and the points that carry it.
pub fn nearest_of_simplex<E: Space<Scalar = Rational>>(simplex: &[E]) -> (Vec<E>, Nearest<E>) {
    let mut best: Option<(Vec<E>, Nearest<E>)> = None;
    for subset in 1u32..1 << simplex.len() {
        let points: Vec<&E> = (0..simplex.len()).filter(|i| subset >> i & 1 == 1).map(|i| &simplex[i]).collect();
        let Some(foot) = foot(&points) else { continue };
        if best.as_ref().is_none_or(|(_, nearest)| foot.square < nearest.square) {
            best = Some((points.into_iter().cloned().collect(), foot));
        }
    }
    best.expect("a lone vertex is its own foot")
}

/// The foot of the perpendicular from the origin on the affine hull of `points`, if it lies in their convex hull.
///
/// It is `None` also if the points are affinely dependent. Then a smaller subset has the same foot.
fn foot<E: Space<Scalar = Rational>>(points: &[&E]) -> Option<Nearest<E>> {
    let (base, edges) = (points[0], points[1..].iter().map(|p| p.minus(points[0])).collect::<Vec<_>>());
    if edges.len() > E::DIM {
        return None;
    }
    // Gram · λ = −(eᵢ · base). λᵢ = det(Gram with column i replaced) / det(Gram), and det(Gram) is positive.
    let gram: Vec<Vec<Rational>> = edges.iter().map(|e| edges.iter().map(|f| e.dot(f)).collect()).collect();
    let right: Vec<Rational> = edges.iter().map(|e| e.dot(base).negated()).collect();
    let denominator = determinant(&gram);
    if denominator.is_zero() {
        return None;
    }
    let mut rest = denominator.clone();
    let mut point = E::zero();
    for (i, vertex) in points[1..].iter().enumerate() {
        let mut replaced = gram.clone();
        for (row, value) in replaced.iter_mut().zip(&right) {
            row[i] = value.clone();
        }
        let weight = determinant(&replaced);
        if weight.is_negative() {
            return None;
        }
        rest = rest.minus(&weight);
        point = point.plus(&vertex.scaled(&weight));
    }
    if rest.cmp(&Rational::zero()) == Ordering::Less {
        return None;
    }
    let point = point.plus(&base.scaled(&rest));
    let square = point.length_squared().over(&denominator.times(&denominator));
    Some(Nearest { point, denominator, square })
}

/// The determinant by the first row, at most 3 × 3. The empty determinant is 1.
fn determinant(rows: &[Vec<Rational>]) -> Rational {
    let Some((first, others)) = rows.split_first() else { return Rational::one() };
    let mut sum = Rational::zero();
    for (column, factor) in first.iter().enumerate() {
        let minor: Vec<Vec<Rational>> = others
            .iter()
            .map(|row| row.iter().enumerate().filter(|(i, _)| *i != column).map(|(_, x)| x.clone()).collect())
            .collect();
        let term = factor.times(&determinant(&minor));
        sum = if column % 2 == 0 { sum.plus(&term) } else { sum.minus(&term) };
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::{Vec3, vec3};

    fn point(x: f64, y: f64, z: f64) -> Vec3<Rational> {
        vec3(x.into(), y.into(), z.into())
    }

    #[test]
    fn the_origin_is_found_inside_a_tetrahedron_and_before_its_faces() {
        let corners = [(0.0, 0.0, 0.0), (4.0, 0.0, 0.0), (0.0, 4.0, 0.0), (0.0, 0.0, 4.0)];
        let moved = |d: f64| corners.map(|(x, y, z)| point(x + d, y + d, z + d)).to_vec();
        let square = |d: f64| Pair::new(moved(d), vec![point(0.0, 0.0, 0.0)]).nearest().square;
        assert!(square(-1.0).is_zero());
        assert_eq!(square(1.0), Rational::from(3.0));
        // The face x + y + z = 4 − 9 lies 5/√3 away.
        assert_eq!(square(-3.0), Rational::from_strings("25", "3", 0).unwrap());
    }

    #[test]
    fn the_exact_filter_tells_vertices_apart_that_floats_cannot() {
        let pair = Pair::new(vec![point(1.0, 0.0, 0.0), point(1.0, 1e-300, 0.0)], vec![point(0.0, 0.0, 0.0)]);
        assert_eq!(
            pair.reach_of_a(&point(1.0, 1e-300, 0.0)),
            Rational::one().plus(&Rational::from(1e-300).times(&1e-300.into()))
        );
    }
}
