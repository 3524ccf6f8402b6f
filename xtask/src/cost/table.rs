//! Tables of the kind that Markdown knows, and numbers in them.

/// A table: its head, and its rows. The first column is text, and the others are numbers.
pub fn text(head: &[&str], rows: &[Vec<String>]) -> String {
    let line = |cells: Vec<&str>| format!("| {} |\n", cells.join(" | "));
    let sides = head.iter().enumerate().map(|(column, _)| if column == 0 { "---" } else { "---:" });
    let body = rows.iter().map(|row| line(row.iter().map(String::as_str).collect()));
    line(head.to_vec()) + &line(sides.collect()) + &body.collect::<String>()
}

/// Seconds: three digits, or all before the point.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        0.0..10.0 => format!("{seconds:.2}"),
        10.0..100.0 => format!("{seconds:.1}"),
        _ => thousands(seconds.round() as u64),
    }
}

/// A size in thousands of bytes.
pub fn kilobytes(bytes: u64) -> String {
    format!("{} kB", thousands((bytes + 500) / 1000))
}

/// A whole number with a comma before each three digits.
pub fn thousands(number: u64) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", thousands(number / 1000), number % 1000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_a_line_for_its_head_one_for_its_sides_and_one_for_each_row() {
        let rows = [vec!["clearance".to_owned(), "34.0".to_owned()]];
        assert_eq!(text(&["crate", "s"], &rows), "| crate | s |\n| --- | ---: |\n| clearance | 34.0 |\n");
    }

    #[test]
    fn digits_stand_in_threes() {
        let numbers = [0, 999, 1000, 1_234_005].map(thousands);
        assert_eq!(numbers, ["0", "999", "1,000", "1,234,005"]);
    }

    #[test]
    fn seconds_have_three_digits() {
        assert_eq!([0.12, 18.64, 1230.4].map(seconds), ["0.12", "18.6", "1,230"]);
    }

    #[test]
    fn a_size_is_rounded_to_thousands_of_bytes() {
        assert_eq!([499, 1_499_500].map(kilobytes), ["0 kB", "1,500 kB"]);
    }
}
