//! Configurations from arguments: files of rows under the names of joints, and states of the SRDF.

use std::fs;
use std::path::Path;

use clearance_robot::files::Loaded;

use super::Asked;
use crate::clashes::plain;
use crate::failure::Failure;

/// A configuration and what it is called.
pub struct Named {
    pub name: String,
    pub numbers: Vec<f64>,
}

/// The configurations of the arguments, in their order. `home` is the robot's own if no state is called so.
pub fn read(asked: &Asked<'_>, arguments: &[String]) -> Result<Vec<Named>, Failure> {
    let loaded = asked.loaded;
    let mut all = Vec::new();
    for argument in arguments {
        let path = Path::new(argument);
        if path.is_file() || argument == "-" || argument.ends_with(".csv") {
            all.extend(of_file(asked, path)?);
            continue;
        }
        let is_own = argument == "home" && !loaded.state_names().contains(&"home");
        let numbers = if is_own { loaded.robot.home() } else { loaded.state(argument)? };
        all.push(Named { name: argument.clone(), numbers });
    }
    Ok(all)
}

/// The rows of a file, called by their numbers.
fn of_file(asked: &Asked<'_>, path: &Path) -> Result<Vec<Named>, Failure> {
    let loaded = asked.loaded;
    let (mut header, mut rows) = table(path)?;
    // A path is a list of configurations, too: its times do not count.
    if let Some(column) = header.iter().position(|name| is_time(loaded, name)) {
        header.remove(column);
        for row in &mut rows {
            row.remove(column);
        }
    }
    let configurations = rows_of(asked, path, &header, &rows)?;
    let named = |(row, numbers): (usize, Vec<f64>)| Named { name: format!("row {}", row + 1), numbers };
    Ok(configurations.into_iter().enumerate().map(named).collect())
}

/// The configurations of the rows of a file. Those beyond the limits are told about.
pub fn rows_of(asked: &Asked<'_>, path: &Path, header: &[String], rows: &[Vec<f64>]) -> Result<Vec<Vec<f64>>, Failure> {
    let found = asked.loaded.configurations(header, rows).map_err(|why| Failure::file(path, why))?;
    if let Some(beyond) = asked.loaded.beyond_limits(&found) {
        let name = path.display().to_string();
        asked.progress.suspend(|| eprintln!("clearance: {}: {}", plain(&name), plain(&beyond)));
    }
    Ok(found)
}

/// Whether a column has the times of a path.
pub fn is_time(loaded: &Loaded, name: &str) -> bool {
    ["t", "time"].contains(&name) && loaded.robot.joint(name).is_none()
}

/// The header of a CSV file and its rows of numbers.
pub fn table(path: &Path) -> Result<(Vec<String>, Vec<Vec<f64>>), Failure> {
    let failed = |error: &std::io::Error| Failure::io(path.display(), error);
    let text = match path.as_os_str() == "-" {
        true => std::io::read_to_string(std::io::stdin()).map_err(|error| failed(&error))?,
        false => fs::read_to_string(path).map_err(|error| failed(&error))?,
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let separator = |line: &str| {
        if line.contains(';') {
            ';'
        } else if line.contains('\t') {
            '\t'
        } else {
            ','
        }
    };
    let (_, first) =
        lines.next().ok_or_else(|| Failure::file(path, "expected a header of joint names, found nothing"))?;
    let mark = separator(first);
    let header: Vec<String> = first.split(mark).map(|word| word.trim().trim_matches('"').to_owned()).collect();
    let mut rows = Vec::new();
    for (index, line) in lines {
        let at = |why: String| Failure::file(path, format!("line {}: {why}", index + 1));
        let words: Vec<&str> = line.split(mark).map(str::trim).collect();
        if words.len() != header.len() {
            return Err(at(format!("expected {} numbers, found {}", header.len(), words.len())));
        }
        let number = |(name, word): (&String, &&str)| match word.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(at(format!("{name}: expected a finite number, found {word:?}"))),
        };
        rows.push(header.iter().zip(&words).map(number).collect::<Result<Vec<_>, _>>()?);
    }
    if rows.is_empty() {
        return Err(Failure::file(path, "expected at least one row of numbers, found none"));
    }
    Ok((header, rows))
}
