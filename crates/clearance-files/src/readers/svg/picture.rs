//! The elements of a picture as polygons: chords in place of curves, transforms applied, holes by the fill rule.

use super::form::Form;
use super::{IDENTITY, Matrix};
use crate::fault::Fault;
use crate::plane::Point;
use crate::readers::curve::{self, Curve, FINENESS};
use crate::readers::fill::{self, FillRule};
use crate::readers::parts::Drawing;
use crate::readers::region::{Approximation, Region};

/// Chords of a picture from which on they are coarser, as long as they stay within a millionth of the whole picture: of many
/// small curves nobody asks for a millionth of each. Larger: more time and memory. Smaller: wider bounds.
const MANY_CHORDS: f64 = 2e5;

/// The most chords of a picture. A picture that needs more gets coarser ones, and the bounds include the error.
const MOST_CHORDS: f64 = 2e6;

/// Chords that only tell how large a curve is.
const ROUGH: f64 = 0.05;

/// What an element fills.
pub struct Outline {
    pub form: Form,
    pub transform: Matrix,
    pub rule: FillRule,
    /// The `id` of the element.
    pub name: Option<String>,
    /// The nearest group with an `id`: its place among the picture's groups.
    pub named: Option<usize>,
}

/// What a picture draws.
#[derive(Default)]
pub struct Picture {
    pub outlines: Vec<Outline>,
    /// The names of groups.
    pub groups: Vec<String>,
    /// How many elements have no outline that could be read.
    pub passed_over: usize,
    /// How many outlines neither a fill nor a line paints.
    pub unpainted: usize,
    /// How many elements a condition excludes, without those inside them.
    pub excluded: usize,
    /// How many open lines without a fill became closed.
    pub closed: usize,
    /// The length of a unit of the coordinates in metres, if the picture says it.
    pub metres_per_unit: Option<f64>,
}

impl Picture {
    /// How far chords may be from their curves, as a share of these.
    fn fineness(&self) -> Result<f64, Fault> {
        let chords: f64 = self.outlines.iter().map(|outline| outline.chords(FINENESS)).sum();
        // If chords may be twice as far from the curve, their number falls by the root of 2.
        let coarser = |most: f64| (chords / most).powi(2).max(1.0);
        let many = if chords > MANY_CHORDS { coarser(MANY_CHORDS).min(self.larger_than_curves()?) } else { 1.0 };
        Ok(FINENESS * many.max(coarser(MOST_CHORDS)))
    }

    /// How many times larger the picture is than the largest element with a curve, at least 1.
    fn larger_than_curves(&self) -> Result<f64, Fault> {
        let nothing = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
        let with = |[low, high]: [Point; 2], point: &Point| {
            [[0, 1].map(|i| low[i].min(point[i])), [0, 1].map(|i| high[i].max(point[i]))]
        };
        let side = |[low, high]: [Point; 2]| (high[0] - low[0]).max(high[1] - low[1]);
        let (mut all, mut largest) = (nothing, 0.0f64);
        for outline in &self.outlines {
            let mut region = Region::default();
            outline.add_to(&mut region, ROUGH)?;
            let points = || region.polygons.iter().flatten().flatten();
            all = points().fold(all, with);
            if outline.is_curved() {
                largest = largest.max(side(points().fold(nothing, with)));
            }
        }
        let times = side(all) / largest;
        Ok(if times > 1.0 && times < f64::INFINITY { times } else { 1.0 })
    }

    /// Each outline as a part.
    pub fn drawing(self) -> Result<Drawing, Fault> {
        let (fineness, mut drawing, mut all) = (self.fineness()?, Drawing::default(), Approximation::default());
        for outline in &self.outlines {
            let mut region = Region::default();
            outline.add_to(&mut region, fineness)?;
            all = all.and(region.approximation);
            let own = outline.name.clone().unwrap_or_else(|| drawing.parts.len().to_string());
            let group = outline.named.map(|group| format!("{}/", self.groups[group])).unwrap_or_default();
            drawing.add(Some(group + &own), region);
        }
        drawing.metres_per_unit = self.metres_per_unit;
        drawing.remarks = self.remarks(all);
        drawing.is_curved = self.outlines.iter().any(Outline::is_curved);
        Ok(drawing)
    }

    /// All outlines as rings.
    pub fn region(self) -> Result<Region, Fault> {
        let (fineness, mut region) = (self.fineness()?, Region::default());
        for outline in &self.outlines {
            outline.add_to(&mut region, fineness)?;
        }
        region.metres_per_unit = self.metres_per_unit;
        region.remarks = self.remarks(region.approximation);
        Ok(region)
    }

    fn remarks(&self, Approximation { outward, .. }: Approximation) -> Vec<String> {
        let is_curved = self.outlines.iter().any(Outline::is_curved);
        let curved =
            is_curved.then(|| format!("curves became polygons within {outward:.1e}, which the bounds include"));
        let count = self.passed_over;
        let elements = |count: usize| format!("{count} element{}", if count == 1 { "" } else { "s" });
        let was = |count: usize| if count == 1 { "was" } else { "were" };
        let told = [
            (count, format!("text and image elements, of which there are {count}, were passed over")),
            (self.unpainted, format!("{} without paint {} left out", elements(self.unpainted), was(self.unpainted))),
            (
                self.excluded,
                format!(
                    "{} excluded by `switch`, `systemLanguage` or `requiredExtensions` {} left out",
                    elements(self.excluded),
                    was(self.excluded)
                ),
            ),
            (
                self.closed,
                format!("{} with open lines that nothing fills {} closed", elements(self.closed), was(self.closed)),
            ),
        ];
        let told = told.into_iter().filter(|(count, _)| *count > 0).map(|(_, remark)| remark);
        curved.into_iter().chain(told).collect()
    }
}

impl Outline {
    /// The number of chords of curves. Straight lines are not counted, because the file sets their number.
    fn chords(&self, fineness: f64) -> f64 {
        match &self.form {
            Form::Path(chains) => {
                let curves = chains.iter().flat_map(|(_, curves)| curves);
                curves.filter(|curve| !matches!(curve, Curve::Line(_))).map(|curve| curve.chords(fineness)).sum()
            }
            Form::Ellipse { .. } => curve::chords_of_angle(std::f64::consts::PI, fineness),
        }
    }

    fn is_curved(&self) -> bool {
        self.chords(FINENESS) > 0.0
    }

    /// Adds the polygons that the element fills, with chords in place of curves.
    fn add_to(&self, region: &mut Region, fineness: f64) -> Result<(), Fault> {
        let (mut rings, mut approximation) = (Vec::new(), Approximation::default());
        match &self.form {
            Form::Path(chains) => {
                for (start, curves) in chains {
                    let mut ring = vec![*start];
                    for curve in curves {
                        approximation = approximation.and(curve.push(fineness, &mut ring));
                    }
                    rings.push(ring);
                }
            }
            Form::Ellipse { center, radii } => {
                let (ring, error) = curve::ellipse(*center, *radii, fineness);
                approximation = error;
                rings.push(ring);
            }
        }
        let [a, b, c, d, e, f] = self.transform;
        if self.transform != IDENTITY {
            let moved = |p: &Point| [a * p[0] + c * p[1] + e, b * p[0] + d * p[1] + f];
            let terms =
                |p: &Point| [(a * p[0]).abs(), (c * p[1]).abs(), e.abs(), (b * p[0]).abs(), (d * p[1]).abs(), f.abs()];
            let greatest = rings.iter().flatten().flat_map(terms).fold(0.0, f64::max);
            rings.iter_mut().flatten().for_each(|point| *point = moved(point));
            // The Frobenius norm bounds how much a matrix stretches.
            let stretch = a.hypot(b).hypot(c.hypot(d)) * (1.0 + 1e-9);
            approximation.outward = approximation.outward * stretch + curve::ROUNDINGS * greatest;
            approximation.inward = approximation.inward * stretch + curve::ROUNDINGS * greatest;
        }
        let errors = [approximation.outward, approximation.inward];
        if !rings.iter().flatten().flatten().chain(&errors).all(|number| number.is_finite()) {
            return Err(Fault::new("expected numbers whose shape stays within the range of numbers"));
        }
        region.approximation = region.approximation.and(approximation);
        if self.is_curved() {
            // Chords that are shorter than the rounding of their ends have no length.
            rings.iter_mut().for_each(Vec::dedup);
        }
        rings.iter_mut().for_each(open_ring);
        fill::polygons(rings, self.rule).into_iter().for_each(|polygon| region.add_polygon(polygon));
        Ok(())
    }
}

/// Removes the last points of a ring if they repeat the first.
fn open_ring(ring: &mut Vec<Point>) {
    while ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circles(count: usize, radius: f64) -> Picture {
        let circle = |place: usize| Outline {
            form: Form::Ellipse { center: [place as f64 * 10.0, 0.0], radii: [radius; 2] },
            transform: IDENTITY,
            rule: FillRule::NonZero,
            name: None,
            named: None,
        };
        Picture { outlines: (0..count).map(circle).collect(), ..Picture::default() }
    }

    /// Law: few curves keep a millionth of themselves, many a millionth of the picture, and a picture has a bounded number
    /// of chords.
    #[test]
    fn chords_of_many_small_curves_are_within_a_millionth_of_the_picture() {
        for (count, radius) in [(1, 3.0), (50, 3.0), (800, 3.0), (800, 0.01), (20_000, 4.0), (300, 2000.0)] {
            let region = circles(count, radius).region().unwrap();
            let corners: usize = region.polygons.iter().flatten().map(Vec::len).sum();
            let extent = 10.0 * (count - 1) as f64 + 2.0 * radius;
            let error = region.approximation.outward;
            assert!(corners as f64 <= 1.01 * MOST_CHORDS, "{count} {corners}");
            match count {
                1 | 50 => assert!(error <= 1e-6 * radius, "{count} {error}"),
                _ => assert!(error <= 1e-6 * extent && corners < 700_000, "{count} {radius} {error} {corners}"),
            }
        }
    }
}
