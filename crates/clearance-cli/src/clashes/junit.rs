//! Findings as JUnit XML, which programs of continuous integration read.
//!
//! Each finding is a test case. It fails if it breaks its limit; if an earlier run had it, it counts as skipped. What
//! was resolved is a case that passes, and so is a scene without findings. What nobody looked at again is skipped.

use super::baseline::Gone;
use super::formats::Summary;
use super::row::{Row, plain};

/// The document.
pub fn document(summary: &Summary, rows: &[Row], gone: &[Gone]) -> String {
    let failures = rows.iter().filter(|row| row.counts()).count();
    let skipped = rows.iter().filter(|row| row.finding.is_broken && !row.counts()).count()
        + gone.iter().filter(|gone| !gone.is_resolved).count();
    let mut cases: Vec<String> = rows.iter().map(|row| case(summary, row)).collect();
    cases.extend(gone.iter().map(|gone| {
        let end = if gone.is_resolved { "/>" } else { "><skipped message=\"not tested again\"/></testcase>" };
        format!("{}{end}\n", opened(gone.names()))
    }));
    if cases.is_empty() {
        let all = format!("all {} pairs of {} objects", summary.pairs, summary.objects);
        cases.push(format!("    <testcase classname=\"clearance\" name=\"{all}\"/>\n"));
    }
    let tests = cases.len();
    let counts = format!("name=\"clearance\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\"");
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n  \
         <testsuite {counts} skipped=\"{skipped}\">\n{}  </testsuite>\n</testsuites>\n",
        cases.concat()
    )
}

fn opened([a, b]: [&str; 2]) -> String {
    format!("    <testcase classname=\"clearance\" name=\"{} and {}\"", escaped(a), escaped(b))
}

fn case(summary: &Summary, row: &Row) -> String {
    let open = opened([&row.names[0], &row.names[1]]);
    if !row.finding.is_broken {
        return format!("{open}/>\n");
    }
    let nearest = &row.finding;
    let unit = summary.unit.map_or(String::new(), |unit| format!(" {unit}"));
    let (relation, limit) = (nearest.relation.name(), row.limit());
    let message = format!("{relation}, distance {}{unit}, limit {limit}{unit}", nearest.distance);
    if !row.counts() {
        return format!("{open}><skipped message=\"known: {}\"/></testcase>\n", escaped(&message));
    }
    format!("{open}><failure message=\"{}\">{}</failure></testcase>\n", escaped(&message), escaped(&row.json()))
}

/// The text as XML, in attributes, too. Characters that XML cannot hold are written as escapes.
pub fn escaped(text: &str) -> String {
    let allowed: String = plain(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}");
    allowed
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&apos;")
}
