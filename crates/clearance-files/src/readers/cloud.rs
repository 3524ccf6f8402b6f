//! Points of scans: XYZ, a line a point, and PCD of the Point Cloud Library.
//!
//! **XYZ.** A line has x, y and z, separated by white space, commas or semicolons. Commas that may stand for decimal
//! points are refused. Further columns, such as colours, are left out. A first line with the words x, y and z, empty lines, and lines that begin with `#` or `//`, say nothing.
//!
//! **PCD** (<https://pointclouds.org/documentation/tutorials/pcd_file_format.html>). The header names the fields of a
//! point, and the points follow as text or as little-endian numbers. `binary_compressed` is refused. Points that are not
//! finite stand for no measurement, and are left out.

use super::words::{is_wide, text_of_any_encoding};
use crate::fault::Fault;
use crate::space::Point;

/// Points, and what is to be said of them.
#[derive(Debug, Default, PartialEq)]
pub struct Cloud {
    /// In the order of the file.
    pub points: Vec<Point>,
    /// A sentence each.
    pub remarks: Vec<String>,
}

impl Cloud {
    /// Points, triangles whose corners are all at one of them, and remarks that say so.
    #[cfg(feature = "assembly")]
    pub fn into_triangles(self) -> (Vec<Point>, Vec<[u32; 3]>, Vec<String>) {
        let Self { points, mut remarks } = self;
        let said = if points.len() == 1 { "point takes part as a point" } else { "points take part as points" };
        remarks.push(format!("{} {said}", points.len()));
        let triangles = (0..points.len() as u32).map(|point| [point; 3]).collect();
        (points, triangles, remarks)
    }

    /// Those points that are finite. The others stand for no measurement, and are told.
    fn of_finite(all: Vec<Point>) -> Self {
        let found = all.len();
        let points: Vec<Point> = all.into_iter().filter(|point| point.iter().all(|x| x.is_finite())).collect();
        let remark = match found - points.len() {
            0 => None,
            1 => Some("1 point is left out: it is no measurement".to_owned()),
            lost => Some(format!("{lost} points are left out: they are no measurements")),
        };
        Self { points, remarks: remark.into_iter().collect() }
    }

    fn or_nothing(self) -> Result<Self, Fault> {
        if self.points.is_empty() { Err(Fault::new("expected at least one point, found none")) } else { Ok(self) }
    }
}

/// Reads lines of x, y and z.
pub fn read_xyz(bytes: &[u8]) -> Result<Cloud, Fault> {
    let (mut points, mut has_more, mut is_first) = (Vec::new(), false, true);
    for (line, text) in text_of_any_encoding(bytes)?.lines().enumerate() {
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') || text.starts_with("//") {
            continue;
        }
        if std::mem::take(&mut is_first) && names_columns(text) {
            continue;
        }
        if has_decimal_commas(text) {
            let found = format!("expected x, y and z with decimal points, found commas between digits in {text:?}");
            return Err(Fault::new(found).under(&at(line)));
        }
        let mut words = words(text);
        let mut point = [0.0; 3];
        for place in &mut point {
            let fault = |found: &str| Fault::new(format!("expected x, y and z, found {found}")).under(&at(line));
            let word = words.next().ok_or_else(|| fault(&format!("{text:?}")))?;
            *place = word.parse().map_err(|_| fault(&format!("{word:?}")))?;
        }
        has_more |= words.next().is_some();
        points.push(point);
    }
    let mut cloud = Cloud::of_finite(points);
    if has_more {
        cloud.remarks.push("the columns after x, y and z are left out".to_owned());
    }
    cloud.or_nothing()
}

/// The columns of a line.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty())
}

/// Whether a line has the words x, y and z, with or without quotes.
fn names_columns(text: &str) -> bool {
    let own = words(text).take(3).map(|word| word.trim_matches('"').to_ascii_lowercase());
    own.eq(["x", "y", "z"])
}

/// Whether x, y or z may have a comma for its point: a digit follows a comma, and something else separates columns.
fn has_decimal_commas(text: &str) -> bool {
    let Some(third) = words(text).nth(2) else { return false };
    // The words are parts of the text, so their distance is the length up to the third one.
    let end = third.as_ptr() as usize - text.as_ptr() as usize + third.len();
    let has_other = text[..end].contains([' ', '\t', ';']);
    // A comma behind z may belong to it.
    let mut pairs = text.as_bytes().windows(2).take(end + 1);
    has_other && pairs.any(|pair| pair[0] == b',' && pair[1].is_ascii_digit())
}

fn at(line: usize) -> String {
    format!("line {}", line + 1)
}

fn text(bytes: &[u8]) -> Result<&str, Fault> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|_| Fault::new("expected a text in UTF-8"))
}

/// A field of a PCD point: where it begins, in bytes and in words, its type and its size.
#[derive(Clone, Copy)]
struct Field {
    offset: usize,
    word: usize,
    kind: (char, usize),
}

/// What the header of a PCD file says.
struct Header {
    /// x, y and z.
    fields: [Field; 3],
    /// The bytes of a point.
    stride: usize,
    points: usize,
    is_binary: bool,
    /// Where the points begin.
    end: usize,
}

/// Reads a PCD file.
pub fn read_pcd(bytes: &[u8]) -> Result<Cloud, Fault> {
    if is_wide(bytes) {
        return read_pcd(text_of_any_encoding(bytes)?.as_bytes());
    }
    let header = Header::read(bytes)?;
    let data = &bytes[header.end..];
    let all: Vec<Point> = if header.is_binary { header.binary(data)? } else { header.lines(data)? };
    Cloud::of_finite(all).or_nothing()
}

impl Header {
    fn read(bytes: &[u8]) -> Result<Self, Fault> {
        let (mut names, mut sizes, mut kinds, mut counts): (Vec<String>, Vec<usize>, Vec<char>, Vec<usize>) =
            Default::default();
        let (mut points, mut area, mut start) = (None, 1usize, 0);
        loop {
            let rest = &bytes[start..];
            let length = rest.iter().position(|&byte| byte == b'\n');
            let length = length.ok_or_else(|| Fault::new("expected a PCD header that ends with DATA"))?;
            let line = text(&rest[..length]).map_err(|_| Fault::new("expected a PCD header"))?;
            start += length + 1;
            let mut words = line.split_ascii_whitespace();
            let key = words.next().unwrap_or("#");
            let words: Vec<&str> = words.collect();
            let whole = || -> Result<Vec<usize>, Fault> {
                let fault = || Fault::new("expected whole numbers").under(key);
                words.iter().map(|word| word.parse().map_err(|_| fault())).collect()
            };
            match key {
                "FIELDS" => names = words.iter().map(|&word| word.to_owned()).collect(),
                "SIZE" => sizes = whole()?,
                "COUNT" => counts = whole()?,
                "TYPE" => kinds = words.iter().filter_map(|word| word.chars().next()).collect(),
                "WIDTH" | "HEIGHT" => area = area.saturating_mul(whole()?.first().copied().unwrap_or(0)),
                "POINTS" => points = whole()?.first().copied(),
                "DATA" => {
                    let is_binary = match words.first() {
                        Some(&"ascii") => false,
                        Some(&"binary") => true,
                        other => {
                            let found = other.copied().unwrap_or("nothing");
                            let fault = format!(
                                "expected ascii or binary, found {found}; pcl_convert_pcd_ascii_binary converts it"
                            );
                            return Err(Fault::new(fault).under("DATA"));
                        }
                    };
                    counts.resize(names.len(), 1);
                    if names.len() != sizes.len() || names.len() != kinds.len() {
                        return Err(Fault::new("expected as many entries of SIZE and TYPE as of FIELDS"));
                    }
                    if counts.contains(&0) {
                        return Err(Fault::new("expected at least 1 of each field, found 0").under("COUNT"));
                    }
                    let (mut offset, mut word, mut fields) = (0usize, 0usize, [None; 3]);
                    for (place, name) in names.iter().enumerate() {
                        let axis = ["x", "y", "z"].iter().position(|axis| axis == name);
                        if let Some(axis) = axis {
                            fields[axis] = Some(Field { offset, word, kind: (kinds[place], sizes[place]) });
                        }
                        offset = offset.saturating_add(sizes[place].saturating_mul(counts[place]));
                        word = word.saturating_add(counts[place]);
                    }
                    let [Some(x), Some(y), Some(z)] = fields else {
                        return Err(Fault::new("expected the fields x, y and z").under("FIELDS"));
                    };
                    let points = points.unwrap_or(area);
                    return Ok(Self { fields: [x, y, z], stride: offset, points, is_binary, end: start });
                }
                _ => {}
            }
        }
    }

    fn binary(&self, data: &[u8]) -> Result<Vec<Point>, Fault> {
        let needed = self.stride.saturating_mul(self.points);
        if self.stride == 0 || data.len() < needed {
            let fault = format!("expected {needed} bytes of points, found {}", data.len());
            return Err(Fault::new(fault).under("DATA"));
        }
        let mut points = Vec::with_capacity(self.points);
        for bytes in data[..needed].chunks_exact(self.stride) {
            let mut point = [0.0; 3];
            for (place, Field { offset, kind, .. }) in point.iter_mut().zip(self.fields) {
                let number = &bytes[offset..];
                *place = match kind {
                    ('F', 4) => f64::from(f32::from_le_bytes(number[..4].try_into().expect("4 bytes"))),
                    ('F', 8) => f64::from_le_bytes(number[..8].try_into().expect("8 bytes")),
                    _ => return Err(Fault::new("expected x, y and z of TYPE F and SIZE 4 or 8")),
                };
            }
            points.push(point);
        }
        Ok(points)
    }

    fn lines(&self, data: &[u8]) -> Result<Vec<Point>, Fault> {
        let mut points = Vec::new();
        let lines = text(data)?.lines().filter(|line| !line.trim().is_empty());
        for (line, text) in lines.take(self.points).enumerate() {
            let words: Vec<&str> = text.split_ascii_whitespace().collect();
            let mut point = [0.0; 3];
            for (place, Field { word, .. }) in point.iter_mut().zip(self.fields) {
                let found = words.get(word).and_then(|word| word.parse().ok());
                *place = found.ok_or_else(|| {
                    Fault::new(format!("expected a number for each field, found {text:?}"))
                        .under(&format!("point {line}"))
                })?;
            }
            points.push(point);
        }
        if points.len() < self.points {
            let fault = format!("expected {} points, found {}", self.points, points.len());
            return Err(Fault::new(fault).under("DATA"));
        }
        Ok(points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_scan_are_points_and_bad_ones_are_named() {
        let cloud = read_xyz(b"# scan\n1 2 3\n\n4,5,6,255,0,0\r\n// end\n-1e3;0;.5\n").unwrap();
        assert_eq!(cloud.points, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [-1e3, 0.0, 0.5]]);
        assert_eq!(cloud.remarks.len(), 1);
        for (text, said) in
            [("1 2\n", "line 1"), ("1 2 3\n1 x 3\n", "line 2"), ("", "at least one"), ("1 2 inf", "at least one")]
        {
            let fault = read_xyz(text.as_bytes()).unwrap_err().to_string();
            assert!(fault.contains(said), "{fault}");
        }
    }

    /// Cause: the product of many widths left the range of numbers, and a field of which there are none lay behind the last byte of a
    /// point. Both stopped the program. Law: what a header says is refused or read, whatever its numbers are.
    #[test]
    fn headers_of_any_numbers_are_refused_or_read() {
        let header = "FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\n";
        let wide = format!("{header}{}POINTS 1\nDATA ascii\n1 2 3\n", "WIDTH 18446744073709551615\n".repeat(2));
        assert_eq!(read_pcd(wide.as_bytes()).unwrap().points, [[1.0, 2.0, 3.0]]);
        let many = wide.replace("POINTS 1\n", "");
        assert!(read_pcd(many.as_bytes()).unwrap_err().to_string().contains("expected 18446744073709551615 points"));
        for counts in ["1 1 0", "0 0 0", "0 1 1", "18446744073709551615 1 1"] {
            let text = format!("{header}COUNT {counts}\nPOINTS 1\nDATA binary\n123456789012345");
            assert!(read_pcd(text.as_bytes()).is_err(), "{counts}");
        }
    }

    /// Cause: `0,5 1,5 2,5` was the point (0, 5, 1). Law: a comma before a digit separates columns only where nothing else
    /// does.
    #[test]
    fn decimal_commas_are_refused() {
        for text in ["1234,5;1,5;2,5", "0,5 1,5 2,5", "1\t2\t3,5", ",5 1 2", "1 2;3,5", "1,5, 2,5, 3,5"] {
            let fault = read_xyz(format!("1 2 3\n{text}\n").as_bytes()).unwrap_err().to_string();
            assert!(fault.contains("line 2: expected x, y and z with decimal points"), "{text}: {fault}");
        }
        for text in ["1,2,3", "1, 2, 3", "1,2,3 4,5", "1;2;3;4,5", "1 2 3 4,5", "1,2,3,an oak,4"] {
            assert_eq!(read_xyz(text.as_bytes()).unwrap().points, [[1.0, 2.0, 3.0]], "{text}");
        }
    }

    /// Cause: a line that names the columns and rows of `nan` were refused, and so was UTF-16. Law: the first line may
    /// name x, y and z, and points that are not finite are left out, as in PCD.
    #[test]
    fn names_of_columns_and_points_that_are_no_measurements_are_left_out() {
        let text = "x,y,z,\"intensity\"\n1,2,3,7\nnan,nan,nan,0\n4,5,inf,1\n6,7,8,9\n";
        let cloud = read_xyz(text.as_bytes()).unwrap();
        assert_eq!(cloud.points, [[1.0, 2.0, 3.0], [6.0, 7.0, 8.0]]);
        assert_eq!(cloud.remarks[0], "2 points are left out: they are no measurements");
        assert_eq!(read_xyz(b"# scan\n\"X\" \"Y\" \"Z\"\n1 2 3").unwrap().points, [[1.0, 2.0, 3.0]]);
        for text in ["y,x,z\n1,2,3", "1,2,3\nx,y,z\n", "x y z"] {
            assert!(read_xyz(text.as_bytes()).is_err(), "{text}");
        }
        let wide = |text: &str| -> Vec<u8> {
            [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
        };
        assert_eq!(read_xyz(&wide(text)), read_xyz(text.as_bytes()));
        let pcd = "FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nWIDTH 1\nHEIGHT 1\nDATA ascii\n1 2 3\n";
        assert_eq!(read_pcd(&wide(pcd)).unwrap(), read_pcd(pcd.as_bytes()).unwrap());
    }

    #[test]
    fn pcd_is_read_as_text_and_as_numbers() {
        let head = "# .PCD v0.7\nVERSION 0.7\nFIELDS rgb x y z\nSIZE 4 4 4 4\nTYPE U F F F\nCOUNT 1 1 1 1\nWIDTH 2\nHEIGHT 1\n";
        let ascii = format!("{head}POINTS 2\nDATA ascii\n7 1 2 3\n7 nan 0 0\n");
        let cloud = read_pcd(ascii.as_bytes()).unwrap();
        assert_eq!((cloud.points.as_slice(), cloud.remarks.len()), ([[1.0, 2.0, 3.0]].as_slice(), 1));
        let mut binary = format!("{head}DATA binary\n").into_bytes();
        for point in [[1.0f32, 2.0, 3.0], [4.0, 5.0, 6.0]] {
            binary.extend_from_slice(&7u32.to_le_bytes());
            point.iter().for_each(|x| binary.extend_from_slice(&x.to_le_bytes()));
        }
        assert_eq!(read_pcd(&binary).unwrap().points, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
        binary.pop();
        for (bytes, said) in [
            (binary.as_slice(), "32 bytes"),
            (format!("{head}DATA binary_compressed\n").as_bytes(), "binary_compressed"),
            (b"FIELDS x y\nSIZE 4 4\nTYPE F F\nDATA ascii\n".as_slice(), "x, y and z"),
            (b"FIELDS x".as_slice(), "header"),
            (format!("{head}POINTS 99999999999\nDATA binary\n").as_bytes(), "bytes of points"),
        ] {
            let fault = read_pcd(bytes).unwrap_err().to_string();
            assert!(fault.contains(said), "{fault}");
        }
    }
}
