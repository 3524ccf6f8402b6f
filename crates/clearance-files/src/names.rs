//! Names that differ.

use std::collections::{HashMap, HashSet};

/// Adds `#2`, `#3` and so on to names that have occurred before.
pub fn make_unique<'a>(names: impl Iterator<Item = &'a mut String>) {
    let mut taken: HashSet<String> = HashSet::new();
    // The number to try next for a name, so that a million equal names take no quadratic time.
    let mut next: HashMap<String, usize> = HashMap::new();
    for name in names {
        if taken.contains(name.as_str()) {
            let number = next.entry(name.clone()).or_insert(2);
            let numbered = (*number..).map(|number| (number, format!("{name}#{number}")));
            let free = numbered.into_iter().find(|(_, name)| !taken.contains(name));
            let (found, free) = free.expect("there are more numbers than names");
            *number = found + 1;
            *name = free;
        }
        taken.insert(name.clone());
    }
}
