//! The elements of a picture as polygons: chords in place of curves, transforms applied, holes by the fill rule.

use super::form::Form;
use super::{IDENTITY, Matrix};
use crate::fault::Fault;
use crate::plane::Point;
use crate::readers::curve::{self, Curve, FINENESS};
use crate::readers::fill::{self, FillRule};
use crate::readers::parts::Drawing;
use crate::readers::region::{Approximation, Region};

/// The most chords of a picture. A picture that needs more gets coarser ones, and the bounds include the error.
const MOST_CHORDS: f64 = 2e6;

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
    /// The length of a unit of the coordinates in metres, if the picture says it.
    pub metres_per_unit: Option<f64>,
}

impl Picture {
    /// How far chords may be from their curves, as a share of these.
    fn fineness(&self) -> f64 {
        let chords: f64 = self.outlines.iter().map(|outline| outline.chords(FINENESS)).sum();
        // If chords may be twice as far from the curve, their number falls by the root of 2.
        FINENESS * (chords / MOST_CHORDS).powi(2).max(1.0)
    }

    /// Each outline as a part.
    pub fn drawing(self) -> Result<Drawing, Fault> {
        let (fineness, mut drawing, mut all) = (self.fineness(), Drawing::default(), Approximation::default());
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
        let (fineness, mut region) = (self.fineness(), Region::default());
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
        let passed_over = format!("text and image elements, of which there are {count}, were passed over");
        let unpainted = format!("{} elements that paint nothing were left out", self.unpainted);
        let told = [(count > 0).then_some(passed_over), (self.unpainted > 0).then_some(unpainted)];
        curved.into_iter().chain(told.into_iter().flatten()).collect()
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
