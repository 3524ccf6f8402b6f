//! Where the pieces of a style sheet end. Quotes, brackets and braces hide what is inside them.

/// A character that is not inside quotes or brackets.
struct Level {
    quote: Option<char>,
    brackets: usize,
    is_escaped: bool,
}

impl Level {
    const OUTERMOST: Self = Self { quote: None, brackets: 0, is_escaped: false };

    /// Whether the next character is outside of quotes and brackets, and no bracket or quote itself.
    fn is_open(&mut self, character: char) -> bool {
        if std::mem::take(&mut self.is_escaped) {
            return false;
        }
        match (self.quote, character) {
            (_, '\\') => self.is_escaped = true,
            (Some(quote), _) => self.quote = self.quote.filter(|_| character != quote),
            (None, '"' | '\'') => self.quote = Some(character),
            (None, '(' | '[') => self.brackets += 1,
            (None, ')' | ']') => self.brackets = self.brackets.saturating_sub(1),
            (None, _) => return self.brackets == 0,
        }
        false
    }
}

/// The place of the first of some characters.
pub fn find(text: &str, stops: &[char]) -> Option<usize> {
    let mut level = Level::OUTERMOST;
    text.char_indices().find(|&(_, character)| level.is_open(character) && stops.contains(&character)).map(|(at, _)| at)
}

/// The pieces between separators.
pub fn pieces(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = find(text, &[separator]);
        rest = end.map(|end| &text[end + separator.len_utf8()..]);
        Some(&text[..end.unwrap_or(text.len())])
    })
}

/// What is inside a block, and what follows it. The text begins behind the brace that opens the block.
pub fn block(text: &str) -> (&str, &str) {
    let (mut level, mut depth) = (Level::OUTERMOST, 0_usize);
    for (at, character) in text.char_indices() {
        if level.is_open(character) {
            match character {
                '{' => depth += 1,
                '}' if depth == 0 => return (&text[..at], &text[at + 1..]),
                '}' => depth -= 1,
                _ => {}
            }
        }
    }
    (text, "")
}

/// The text with a space in the place of each comment.
pub fn without_comments(text: &str) -> String {
    let (mut plain, mut quote, mut rest) = (String::with_capacity(text.len()), None, text);
    while let Some(character) = rest.chars().next() {
        if quote.is_none() && rest.starts_with("/*") {
            plain.push(' ');
            rest = rest[2..].find("*/").map_or("", |end| &rest[2 + end + 2..]);
            continue;
        }
        let length = match (quote, character) {
            (_, '\\') => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            _ => character.len_utf8(),
        };
        match (quote, character) {
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            _ => {}
        }
        plain.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    plain
}
