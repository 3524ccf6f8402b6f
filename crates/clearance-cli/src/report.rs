//! What the reports of scenes and of robots share: a page that needs no network, with its data and a view in it.

use serde_json::Value;

/// The part of the script that all pages have.
const VIEW: &str = include_str!("report.js");

/// A page of a template in which `//VIEW` stands for the shared script, and `"DATA"` for the data.
pub fn filled(template: &str, data: &Value) -> String {
    // Inside a script element only `<` could end it; the line separators end a line of old scripts.
    let data = data.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029");
    template.replacen("//VIEW", VIEW, 1).replacen("\"DATA\"", &data, 1)
}
