//! Units of length: what a file says, what the user says, and what the answers are in.

use crate::failure::Failure;
use crate::unit::Unit;

/// How the lengths of the files become those of the answers.
#[derive(Debug, PartialEq)]
pub struct Conversion {
    /// The unit of the answers, if it is known.
    pub unit: Option<Unit>,
    /// What the lengths of each file are multiplied by.
    pub factors: Vec<f64>,
}

/// The conversion for files with these lengths of a unit in metres.
///
/// If all files have the same unit, the answers have it. If they differ, the answers are in millimetres. `wanted` is
/// the unit of the answers and of the files that have none. Without it, files with a unit and files without one do not
/// mix.
pub fn conversion(files: &[(String, Option<f64>)], wanted: Option<Unit>) -> Result<Conversion, Failure> {
    let has = |(_, metres): &&(String, Option<f64>)| metres.is_some();
    let (with, without) = (files.iter().find(has), files.iter().find(|file| !has(file)));
    if let (None, Some((with, _)), Some((without, _))) = (wanted, with, without) {
        return Err(Failure::Input(format!(
            "{with} has a unit of length and {without} has none; --unit mm says that the latter is in millimetres"
        )));
    }
    let Some((_, Some(first))) = with else {
        return Ok(Conversion { unit: wanted, factors: vec![1.0; files.len()] });
    };
    let is_common = files.iter().all(|(_, metres)| *metres == Some(*first));
    let unit = wanted.or(if is_common { Unit::of_metres(*first) } else { None }).unwrap_or(Unit::Mm);
    let factors = files.iter().map(|(_, metres)| metres.map_or(1.0, |metres| unit.factor_from(metres))).collect();
    Ok(Conversion { unit: Some(unit), factors })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(metres: &[Option<f64>]) -> Vec<(String, Option<f64>)> {
        metres.iter().enumerate().map(|(file, &metres)| (format!("file {file}"), metres)).collect()
    }

    #[test]
    fn the_unit_of_the_answers_is_that_of_the_files_or_millimetres_or_what_is_asked_for() {
        let of = |metres: &[Option<f64>], wanted| {
            let Conversion { unit, factors } = conversion(&files(metres), wanted).unwrap();
            (unit, factors)
        };
        assert_eq!(of(&[None, None], None), (None, vec![1.0, 1.0]));
        assert_eq!(of(&[None, None], Some(Unit::In)), (Some(Unit::In), vec![1.0, 1.0]));
        assert_eq!(of(&[Some(1.0), Some(1.0)], None), (Some(Unit::M), vec![1.0, 1.0]));
        assert_eq!(of(&[Some(1.0), Some(0.001)], None), (Some(Unit::Mm), vec![1000.0, 1.0]));
        assert_eq!(of(&[Some(0.0254), None], Some(Unit::Mm)), (Some(Unit::Mm), vec![25.4, 1.0]));
        assert_eq!(of(&[Some(0.3048), None], Some(Unit::In)), (Some(Unit::In), vec![12.0, 1.0]));
        assert_eq!(of(&[Some(0.5)], None), (Some(Unit::Mm), vec![500.0]));
        assert!(conversion(&files(&[Some(1.0), None]), None).is_err());
    }
}
