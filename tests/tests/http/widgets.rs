//! The widgets, their files, and the landing page: what they say without scripts, who may show them, and how
//! they are refused.

use super::*;
mod files;
mod keys;
mod landing;
mod lunar;
mod options;
mod pages;
mod refusals;

const MAP: &str = "/eclipse-path?date=2024-04-08&obs=25.29,-104.15";
const SIMULATOR: &str = "/eclipse-simulator?date=2024-04-08&obs=25.29,-104.15";
const BROWSER: (&str, &str) = ("Accept", "text/html,application/xhtml+xml,*/*;q=0.8");

pub(super) fn browsed(path: &str) -> Answer {
    demo().get_with(path, &[BROWSER])
}

fn policy(answer: &Answer) -> &str {
    answer.header("content-security-policy").unwrap_or("")
}

fn data(answer: &Answer) -> serde_json::Value {
    let text = answer.text();
    let json = text.split("<script id=\"umbra\" type=\"application/json\">").nth(1);
    let json = json.and_then(|rest| rest.split("</script>").next()).unwrap_or_else(|| panic!("{text}"));
    serde_json::from_str(json).unwrap_or_else(|e| panic!("{e}: {json}"))
}

/// The part of a page before its data.
fn shown(answer: &Answer) -> String {
    answer.text().split("<script id=").next().unwrap_or_default().to_owned()
}
