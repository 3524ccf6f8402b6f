//! Comma-separated values, as this command and others write them.

/// Rows of cells (RFC 4180): quoted cells may hold commas, quotes and line feeds.
pub fn csv_rows(text: &str) -> Result<Vec<Vec<String>>, String> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut characters = text.chars().peekable();
    let mut is_quoted = false;
    while let Some(character) = characters.next() {
        match character {
            '"' if is_quoted && characters.peek() == Some(&'"') => {
                characters.next();
                cell.push('"');
            }
            '"' if is_quoted || cell.is_empty() => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !is_quoted && characters.peek() == Some(&'\n') => {}
            '\n' if !is_quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            other => cell.push(other),
        }
    }
    if is_quoted {
        return Err("expected the end of a quoted cell".to_owned());
    }
    if !cell.is_empty() || !row.is_empty() {
        row.push(cell);
        rows.push(row);
    }
    rows.retain(|row| row.iter().any(|cell| !cell.is_empty()));
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_cells_hold_commas_quotes_and_line_feeds() {
        let rows = csv_rows("a,b\r\n\"x,\"\"y\"\"\n\",z\n\n,last").unwrap();
        assert_eq!(rows, [vec!["a", "b"], vec!["x,\"y\"\n", "z"], vec!["", "last"]]);
        assert!(csv_rows("a,\"b").is_err());
    }
}
