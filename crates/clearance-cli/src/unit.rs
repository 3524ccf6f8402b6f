//! Units of length: which one the coordinates of a file have, and which one an answer has.

use clearance_files::thing::Surface;

use crate::failure::Failure;

/// A unit of length that the command line can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Unit {
    /// Micrometres.
    Um,
    /// Millimetres.
    Mm,
    /// Centimetres.
    Cm,
    /// Metres.
    M,
    /// Kilometres.
    Km,
    /// Inches of 25.4 mm.
    In,
    /// Feet of 12 inches.
    Ft,
}

impl Unit {
    const ALL: [Self; 7] = [Self::Um, Self::Mm, Self::Cm, Self::M, Self::Km, Self::In, Self::Ft];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        ["um", "mm", "cm", "m", "km", "in", "ft"][self as usize]
    }

    /// The length in units of 10⁻⁴ mm, a whole number. So the factor between two units is rounded once.
    fn tenths_of_um(self) -> f64 {
        [10.0, 1e4, 1e5, 1e7, 1e10, 254_000.0, 3_048_000.0][self as usize]
    }

    /// The unit of a name on the command line.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|unit| unit.name() == name)
    }

    /// The length in metres, rounded once.
    pub fn metres(self) -> f64 {
        self.tenths_of_um() / 1e7
    }

    /// The unit of this length in metres, if it has a name here.
    pub fn of_metres(metres: f64) -> Option<Self> {
        // The decimals of files, such as 0.0254, are rounded to the same float as here.
        Self::ALL.into_iter().find(|unit| metres == unit.tenths_of_um() / 1e7)
    }

    /// What lengths in another unit of so many metres are multiplied by. Between units with a name it is rounded once,
    /// and equal units have the factor 1.
    pub fn factor_from(self, metres: f64) -> f64 {
        match Self::of_metres(metres) {
            Some(own) => own.tenths_of_um() / self.tenths_of_um(),
            None => metres * (1e7 / self.tenths_of_um()),
        }
    }
}

/// What is known of the unit of one thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Known {
    /// It is written beside the other thing, so it has that one's unit.
    Literal,
    /// A file of a format without a unit.
    Nothing,
    /// A file whose unit is so many metres.
    Metres(f64),
}

impl Known {
    /// What is known of a surface from a file.
    pub fn of(surface: &Surface) -> Self {
        surface.metres_per_unit.map_or(Self::Nothing, Self::Metres)
    }
}

/// The unit of an answer about things, and the factor of each thing's coordinates. The unit is `None` if nobody said
/// it, or if it has no name.
pub fn common<const N: usize>(
    asked: Option<Unit>,
    known: [Known; N],
    names: [&str; N],
) -> Result<(Option<Unit>, [f64; N]), Failure> {
    let with_unit = (0..N).find(|&index| matches!(known[index], Known::Metres(_)));
    let without = (0..N).find(|&index| known[index] == Known::Nothing);
    if let (None, Some(with_unit), Some(without)) = (asked, with_unit, without) {
        return Err(Failure::Input(format!(
            "expected the unit of {} in an option such as --unit mm: {} has a unit, and the format of {0} has none",
            names[without], names[with_unit]
        )));
    }
    let first = with_unit.map(|index| match known[index] {
        Known::Metres(metres) => metres,
        _ => 1.0,
    });
    let unit = asked.or_else(|| first.and_then(Unit::of_metres));
    let factor = |known: Known| match (known, unit, first) {
        (Known::Metres(own), Some(unit), _) => unit.factor_from(own),
        // A unit without a name. Equal units are not rounded.
        (Known::Metres(own), None, Some(metres)) if own != metres => own / metres,
        _ => 1.0,
    };
    Ok((unit, known.map(factor)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_of_an_answer_is_the_one_that_was_asked_for_or_that_of_the_first_file_that_has_one() {
        let common = |asked, known| common(asked, known, ["a", "b"]).ok();
        let (metre, inch) = (Known::Metres(1.0), Known::Metres(0.0254));
        assert_eq!(common(None, [Known::Nothing; 2]), Some((None, [1.0; 2])));
        assert_eq!(common(Some(Unit::Mm), [Known::Nothing; 2]), Some((Some(Unit::Mm), [1.0; 2])));
        assert_eq!(common(None, [metre, metre]), Some((Some(Unit::M), [1.0; 2])));
        assert_eq!(common(None, [inch, metre]), Some((Some(Unit::In), [1.0, 1e4 / 254.0])));
        assert_eq!(common(Some(Unit::Mm), [metre, Known::Nothing]), Some((Some(Unit::Mm), [1000.0, 1.0])));
        assert_eq!(common(None, [Known::Literal, metre]), Some((Some(Unit::M), [1.0; 2])));
        assert_eq!(common(None, [Known::Nothing, metre]), None);
    }
}
