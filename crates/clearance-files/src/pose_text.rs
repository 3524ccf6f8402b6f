//! Placements as people write them on a command line: JSON, numbers, a matrix, or URDF's `xyz` and `rpy`.

use std::str::FromStr;

use clearance::{Pose, PoseError, Quaternion, Rotation, Vec2, Vec3, vec3};

use crate::document::{Numbers, PoseDocument, read};

/// How far a number of MᵀM − 1 may be from 0, where M is the rotation of a matrix. Matrices that are written with five
/// decimals are within 2·10⁻⁵. If larger, a matrix that scales by 0.01 % is taken. If smaller, rounded ones are refused.
const MOST_ROUNDING: f64 = 1.0 / 16384.0;

impl FromStr for PoseDocument {
    type Err = String;

    /// One of these:
    ///
    /// * a JSON object;
    /// * `x,y`, `x,y,c,s`, `x,y,z` or `x,y,z,qx,qy,qz,qw`;
    /// * a matrix, row by row: a JSON list of 4 rows, or 16 numbers; in the plane 3 rows, or 9 numbers;
    /// * `xyz=1,2,3 rpy=0,0,1.57`: first the turn by roll about x, then by pitch about y, then by yaw about z, each about
    ///   the fixed axis and in radians, then the travel. Either may be left out.
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.starts_with('{') {
            return read(text).map_err(|fault| fault.to_string());
        }
        if text.starts_with(['x', 'r']) {
            return of_urdf(text);
        }
        let numbers = if text.starts_with('[') { list(text)? } else { separated(text)? };
        let (translation, rotation): (Numbers, Option<Numbers>) = match *numbers {
            [x, y] => ([x, y].into(), None),
            [x, y, z] => ([x, y, z].into(), None),
            [x, y, c, s] => ([x, y].into(), Some([c, s].into())),
            [x, y, z, i, j, k, w] => ([x, y, z].into(), Some([i, j, k, w].into())),
            [a, b, c, d, e, f, g, h, i] => return of_plane([[a, b, c], [d, e, f], [g, h, i]]),
            [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] => {
                return of_space([[a, b, c, d], [e, f, g, h], [i, j, k, l], [m, n, o, p]]);
            }
            _ => {
                return Err(format!(
                    "expected x,y or x,y,c,s or x,y,z or x,y,z,qx,qy,qz,qw or the 16 numbers of a matrix, found {} \
                     numbers",
                    numbers.len()
                ));
            }
        };
        Ok(Self { translation: Some(translation), rotation })
    }
}

/// Numbers between commas or white space.
fn separated(text: &str) -> Result<Vec<f64>, String> {
    // White space alone may part numbers, too. A comma without a number beside it is a mistake.
    let words = text.split(',').flat_map(|part| match part.trim() {
        "" => vec![""],
        part => part.split_whitespace().collect(),
    });
    words.map(number).collect()
}

fn number(word: &str) -> Result<f64, String> {
    match word.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err(format!("expected a number, found {word:?}")),
    }
}

/// The numbers of a JSON list, or of a list of rows.
fn list(text: &str) -> Result<Vec<f64>, String> {
    let wrong = |error: serde_json::Error| format!("expected a list of numbers, or of the rows of a matrix: {error}");
    let numbers = match serde_json::from_str::<Vec<f64>>(text) {
        Ok(numbers) => numbers,
        Err(_) => {
            let rows: Vec<Vec<f64>> = serde_json::from_str(text).map_err(wrong)?;
            if rows.iter().any(|row| row.len() != rows.len()) {
                return Err("expected a matrix of as many rows as columns, found another one".to_owned());
            }
            rows.concat()
        }
    };
    match numbers.iter().find(|number| !number.is_finite()) {
        Some(number) => Err(format!("expected finite numbers, found {number}")),
        None => Ok(numbers),
    }
}

fn of_space(rows: [[f64; 4]; 4]) -> Result<PoseDocument, String> {
    let [a, b, c, _] = rows;
    check_rotation([a, b, c].map(|[x, y, z, _]| [x, y, z]))?;
    let pose = Pose::<Vec3<f64>>::from_row_major(rows).map_err(refused)?;
    Ok(PoseDocument {
        translation: Some(<[f64; 3]>::from(pose.translation).into()),
        rotation: Some(pose.rotation.components().into()),
    })
}

fn of_plane(rows: [[f64; 3]; 3]) -> Result<PoseDocument, String> {
    let [a, b, _] = rows;
    check_rotation([a, b].map(|[x, y, _]| [x, y]))?;
    let pose = Pose::<Vec2<f64>>::from_row_major(rows).map_err(refused)?;
    let [c, s, ..] = pose.rotation.components();
    Ok(PoseDocument { translation: Some(<[f64; 2]>::from(pose.translation).into()), rotation: Some([c, s].into()) })
}

/// A complaint if the columns are not of unit length and perpendicular, up to rounding.
fn check_rotation<const N: usize>(rows: [[f64; N]; N]) -> Result<(), String> {
    for i in 0..N {
        for j in 0..=i {
            let product: f64 = rows.iter().map(|row| row[i] * row[j]).sum();
            let wanted = if i == j { 1.0 } else { 0.0 };
            if !((product - wanted).abs() <= MOST_ROUNDING) {
                return Err(refused(PoseError::NotRigid));
            }
        }
    }
    Ok(())
}

fn refused(error: PoseError) -> String {
    format!("expected a matrix that only turns and moves, with the last row 0 0 0 1, row by row: {error}")
}

/// `xyz=x,y,z` and `rpy=roll,pitch,yaw`, in either order. As in an XML attribute there may be quotes and white space.
fn of_urdf(text: &str) -> Result<PoseDocument, String> {
    let (mut xyz, mut rpy) = (None, None);
    let mut rest = text;
    while !rest.is_empty() {
        let known = ["xyz", "rpy"].into_iter().find_map(|key| {
            let value = rest.strip_prefix(key)?.trim_start().strip_prefix('=')?;
            Some((key, value.trim_start()))
        });
        let Some((key, value)) = known else {
            return Err(format!("expected xyz=x,y,z or rpy=roll,pitch,yaw, found {rest:?}"));
        };
        let (own, after) = match value.chars().next() {
            Some(quote @ ('"' | '\'')) => {
                let closed = value[1..].split_once(quote);
                closed.ok_or_else(|| format!("expected the end of what {quote} begins"))?
            }
            _ => value.split_at(value.find(['x', 'r']).unwrap_or(value.len())),
        };
        let numbers: [f64; 3] = separated(own.trim())?
            .try_into()
            .map_err(|numbers: Vec<f64>| format!("{key}: expected 3 numbers, found {}", numbers.len()))?;
        let place = if key == "xyz" { &mut xyz } else { &mut rpy };
        if place.replace(numbers).is_some() {
            return Err(format!("expected {key} once, found it twice"));
        }
        rest = after.trim_start();
    }
    let rotation = rpy.map(|[roll, pitch, yaw]| {
        let about = |axis, angle| Quaternion::<f64>::from_axis_angle(axis, angle);
        let [x, y, z] = [vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0)];
        about(z, yaw) * about(y, pitch) * about(x, roll)
    });
    match rotation.map(|rotation| rotation.components()) {
        Some(numbers) if !numbers.iter().all(|number| number.is_finite()) => {
            Err("rpy: expected angles of less than 2^50".to_owned())
        }
        components => Ok(PoseDocument {
            translation: Some(xyz.unwrap_or([0.0; 3]).into()),
            rotation: components.map(Numbers::from),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pose(text: &str) -> Result<PoseDocument, String> {
        text.parse()
    }

    fn numbers(text: &str) -> (Vec<f64>, Vec<f64>) {
        let PoseDocument { translation, rotation } = pose(text).unwrap();
        let list = |numbers: Option<Numbers>| numbers.map_or(Vec::new(), |numbers| numbers.as_slice().to_vec());
        (list(translation), list(rotation))
    }

    #[test]
    fn a_matrix_is_read_row_by_row_from_json_or_from_16_numbers() {
        let (translation, rotation) = numbers("[[0,-1,0,1],[1,0,0,2],[0,0,1,3],[0,0,0,1]]");
        let half = 0.5f64.sqrt();
        assert_eq!((translation, &rotation[..2]), (vec![1.0, 2.0, 3.0], &[0.0, 0.0][..]));
        assert!(rotation[2..].iter().all(|number| (number - half).abs() < 1e-15), "{rotation:?}");
        for text in ["0,-1,0,1,1,0,0,2,0,0,1,3,0,0,0,1", "0 -1 0 1  1 0 0 2  0 0 1 3  0 0 0 1"] {
            assert_eq!(numbers(text), (vec![1.0, 2.0, 3.0], rotation.clone()), "{text}");
        }
        assert_eq!(numbers("[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]"), (vec![0.0; 3], vec![0.0, 0.0, 0.0, 1.0]));
        assert_eq!(numbers("[[0,-1,5],[1,0,6],[0,0,1]]"), (vec![5.0, 6.0], vec![0.0, 1.0]));
        // Numbers of five decimals are no rotation, and meant as one.
        assert!(pose("0.86603,-0.5,0,0, 0.5,0.86603,0,0, 0,0,1,0, 0,0,0,1").is_ok());
    }

    #[test]
    fn a_matrix_that_scales_shears_mirrors_or_projects_is_refused_with_a_sentence() {
        for (text, said) in [
            ("2,0,0,0, 0,2,0,0, 0,0,2,0, 0,0,0,1", "scales"),
            ("1,0.1,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1", "shears"),
            ("-1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1", "reflection"),
            ("1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,1,1", "projects"),
            // The columns of a matrix of OpenGL.
            ("1,0,0,0, 0,1,0,0, 0,0,1,0, 5,0,0,1", "row by row"),
            ("1.001,0,0,0, 0,1.001,0,0, 0,0,1.001,0, 0,0,0,1", "scales"),
            ("[[1,0],[0,1,0]]", "as many rows as columns"),
            ("[[1,0],[0]", "expected a list"),
            ("1,2,3,4,5", "found 5 numbers"),
            ("1,,2", "expected a number"),
        ] {
            let found = pose(text).unwrap_err();
            assert!(found.contains(said), "{text}: {found}");
        }
    }

    /// Law: R = Rz(yaw) Ry(pitch) Rx(roll), as in URDF.
    #[test]
    fn xyz_and_rpy_are_those_of_urdf() {
        let quarter = std::f64::consts::FRAC_PI_2;
        let half = 0.5f64.sqrt();
        let near = |found: &[f64], wanted: [f64; 4]| found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-15);
        let (translation, rotation) = numbers(&format!("xyz=1,2,3 rpy=0,0,{quarter}"));
        assert_eq!(translation, [1.0, 2.0, 3.0]);
        assert!(near(&rotation, [0.0, 0.0, half, half]), "{rotation:?}");
        // Roll first: it takes y to z. Then yaw leaves z in place. The other order would take y to −x.
        let (_, rotation) = numbers(&format!("rpy=\"{quarter} 0 {quarter}\" xyz='0 0 0'"));
        assert!(near(&rotation, [0.5, 0.5, 0.5, 0.5]), "{rotation:?}");
        assert_eq!(numbers("xyz=1,2,3"), (vec![1.0, 2.0, 3.0], vec![]));
        for (text, said) in [
            ("xyz=1,2", "xyz: expected 3 numbers"),
            ("xyz=1,2,3 xyz=1,2,3", "twice"),
            ("rpy=1,2,3 pose=1", "expected a number"),
            ("rpy=\"1 2 3", "expected the end"),
            ("rpy=0,0,1e300", "2^50"),
        ] {
            let found = pose(text).unwrap_err();
            assert!(found.contains(said), "{text}: {found}");
        }
    }
}
