//! Units of length: which one the coordinates of a file have, and which one an answer has.

use clearance_files::thing::Surface;

use crate::failure::Failure;

/// A unit of length that the command line can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Unit {
    /// A millionth of a metre.
    Um,
    /// A millimetre.
    Mm,
    /// A centimetre.
    Cm,
    /// A metre.
    M,
    /// An inch, 25.4 millimetres.
    In,
    /// A foot, 12 inches.
    Ft,
}

impl Unit {
    const ALL: [Self; 6] = [Self::Um, Self::Mm, Self::Cm, Self::M, Self::In, Self::Ft];

    /// As the command line and the answers have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Um => "um",
            Self::Mm => "mm",
            Self::Cm => "cm",
            Self::M => "m",
            Self::In => "in",
            Self::Ft => "ft",
        }
    }

    fn metres(self) -> f64 {
        match self {
            Self::Um => 1e-6,
            Self::Mm => 1e-3,
            Self::Cm => 1e-2,
            Self::M => 1.0,
            Self::In => 0.0254,
            Self::Ft => 0.3048,
        }
    }

    /// The unit of so many metres, if it has a name.
    fn of_metres(metres: f64) -> Option<Self> {
        Self::ALL.into_iter().find(|unit| unit.metres() == metres)
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
    let metres = asked.map(Unit::metres).or(first);
    let factor = |known: Known| match (known, metres) {
        // Equal units are not rounded.
        (Known::Metres(own), Some(metres)) if own != metres => own / metres,
        _ => 1.0,
    };
    Ok((asked.or_else(|| metres.and_then(Unit::of_metres)), known.map(factor)))
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
        assert_eq!(common(None, [inch, metre]), Some((Some(Unit::In), [1.0, 1.0 / 0.0254])));
        assert_eq!(common(Some(Unit::Mm), [metre, Known::Nothing]), Some((Some(Unit::Mm), [1000.0, 1.0])));
        assert_eq!(common(None, [Known::Literal, metre]), Some((Some(Unit::M), [1.0; 2])));
        assert_eq!(common(None, [Known::Nothing, metre]), None);
    }
}
