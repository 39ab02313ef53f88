//! The reference as a page: the OpenAPI description as HTML, without scripts and without anything from
//! elsewhere.

use crate::api::documentation::Documentation;
use crate::http::problem::Code;
use crate::pages::html::{STYLE, escaped};
use bytes::Bytes;
use serde_json::Value;
use std::fmt::Write;
use std::sync::OnceLock;

/// What the page may load: nothing but its own style.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The page.
pub fn page_bytes(documentation: &Documentation) -> Bytes {
    static PAGE: OnceLock<Bytes> = OnceLock::new();
    PAGE.get_or_init(|| Bytes::from(page(documentation))).clone()
}

/// Beside the style of all pages.
const OWN_STYLE: &str = "
h1 { margin: 1rem 0 0 } h2 { margin: 3rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line) }
h3 { margin: 1.5rem 0 .5rem; font-size: 1rem } td:first-child { white-space: nowrap } .path { font-size: 1.1rem }
nav ul { columns: 2 18rem; padding-left: 1.2rem } @media (max-width: 40rem) { td:first-child { white-space: normal } }
";

fn page(documentation: &Documentation) -> String {
    let document = &documentation.openapi;
    let text = |v: &Value| v.as_str().unwrap_or_default().to_owned();
    let info = &document["info"];
    let mut html = String::with_capacity(64 * 1024);
    let title = format!("{} {}", text(&info["title"]), text(&info["version"]));
    let _ = write!(
        html,
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{0}</title><style>{STYLE}{OWN_STYLE}</style></head><body><header><h1>{0}</h1>{1}<p>For programs: <a href=\"/openapi/latest.json\">OpenAPI 3.1</a>.</p></header><main><nav><h3>Operations</h3><ul>",
        escaped(&title),
        markdown(&text(&info["description"]))
    );
    let empty = serde_json::Map::new();
    let operations: Vec<(&String, &Value)> = document["paths"]
        .as_object()
        .unwrap_or(&empty)
        .iter()
        .map(|(path, item)| (path, &item["get"]))
        .collect();
    for (path, operation) in &operations {
        let _ = write!(
            html,
            "<li><a href=\"#{}\">{}</a></li>",
            escaped(&text(&operation["operationId"])),
            escaped(path)
        );
    }
    html.push_str(
        "<li><a href=\"#problems\">Problems</a></li><li><a href=\"#schemas\">Schemas</a></li></ul></nav>",
    );
    for (path, operation) in operations {
        let example = documentation.examples.iter().find(|(of, _)| of == path);
        section(&mut html, path, operation, example.map_or("", |(_, address)| address));
    }
    problems(&mut html);
    html.push_str("<h2 id=\"schemas\">Schemas</h2>");
    for (name, schema) in document["components"]["schemas"].as_object().unwrap_or(&empty) {
        let _ = write!(
            html,
            "<details id=\"schema-{0}\"><summary><code>{0}</code> {1}</summary>{2}</details>",
            escaped(name),
            inline(&text(&schema["description"])),
            fields(schema)
        );
    }
    html.push_str("</main></body></html>");
    html
}

fn section(html: &mut String, path: &str, operation: &Value, example: &str) {
    let text = |v: &Value| v.as_str().unwrap_or_default().to_owned();
    let _ = write!(
        html,
        "<h2 id=\"{}\">{}</h2><p class=\"path\"><code>GET {}</code></p>{}",
        escaped(&text(&operation["operationId"])),
        escaped(&text(&operation["summary"])),
        escaped(path),
        markdown(&text(&operation["description"]))
    );
    let none = Vec::new();
    let parameters = operation["parameters"].as_array().unwrap_or(&none);
    html.push_str("<div class=\"scroll\"><table><thead><tr><th>Parameter</th><th>Meaning</th><th>Values</th></tr></thead><tbody>");
    for p in parameters {
        let required = if p["required"] == Value::Bool(true) { " <small>required</small>" } else { "" };
        let _ = write!(
            html,
            "<tr><td><code>{}</code>{required}</td><td>{}</td><td>{}</td></tr>",
            escaped(&text(&p["name"])),
            inline(&text(&p["description"])),
            values(&p["schema"])
        );
    }
    html.push_str("</tbody></table></div>");
    let _ = write!(
        html,
        "<h3>Example</h3><pre><a href=\"{0}\"><code>{0}</code></a></pre><h3>Answers</h3><ul>",
        escaped(example)
    );
    if let Some(responses) = operation["responses"].as_object() {
        for (status, response) in responses {
            let content = response["content"].as_object().and_then(|c| c.iter().next());
            let schema = content.map(|(_, media)| reference(&media["schema"])).unwrap_or_default();
            let _ =
                write!(html, "<li><b>{status}</b> {} {schema}</li>", inline(&text(&response["description"])));
        }
    }
    html.push_str("</ul>");
}

fn problems(html: &mut String) {
    html.push_str("<h2 id=\"problems\">Problems</h2><div class=\"scroll\"><table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>");
    for code in Code::ALL {
        let (word, status, title) = code.describe();
        let _ = write!(
            html,
            "<tr id=\"{word}\"><td><code>{word}</code></td><td>{}</td><td>{}</td></tr>",
            status.as_u16(),
            escaped(title)
        );
    }
    html.push_str("</tbody></table></div>");
}

/// Properties of a schema as a table.
fn fields(schema: &Value) -> String {
    let mut html = String::new();
    let parts: Vec<&Value> =
        schema["allOf"].as_array().map_or_else(|| vec![schema], |all| all.iter().collect());
    for part in parts {
        match part["properties"].as_object() {
            Some(properties) => {
                html.push_str("<div class=\"scroll\"><table><tbody>");
                for (name, property) in properties {
                    let meaning = property["description"].as_str().unwrap_or_default();
                    let _ = write!(
                        html,
                        "<tr><td><code>{}</code></td><td>{}</td><td>{}</td></tr>",
                        escaped(name),
                        values(property),
                        inline(meaning)
                    );
                }
                html.push_str("</tbody></table></div>");
            }
            None => html.push_str(&reference(part)),
        }
    }
    html
}

/// Type and bounds in a few words.
fn values(schema: &Value) -> String {
    if let Some(words) = schema["enum"].as_array() {
        return words
            .iter()
            .map(|w| format!("<code>{}</code>", escaped(w.as_str().unwrap_or_default())))
            .collect::<Vec<_>>()
            .join(" ");
    }
    let linked = reference(schema);
    if !linked.is_empty() {
        return linked;
    }
    if schema["items"]["enum"].is_array() {
        return format!("list of {}", values(&schema["items"]));
    }
    let kind = match &schema["type"] {
        Value::String(s) => s.clone(),
        Value::Array(all) => all.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or "),
        _ => String::new(),
    };
    let bounds = match (&schema["minimum"], &schema["maximum"]) {
        (Value::Null, Value::Null) => String::new(),
        (from, to) => format!(" {from} … {to}"),
    };
    let described = schema["description"]
        .as_str()
        .filter(|_| schema["pattern"].is_string() || schema["minLength"].is_number())
        .unwrap_or_default();
    escaped(&format!("{kind}{bounds} {described}"))
}

/// Links to the named schemas within one.
fn reference(schema: &Value) -> String {
    let mut links = Vec::new();
    names(schema, &mut links);
    links
        .iter()
        .map(|name| format!("<a href=\"#schema-{0}\">{0}</a>", escaped(name)))
        .collect::<Vec<_>>()
        .join(" ")
}

fn names(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(map) => {
            if let Some(name) = map.get("$ref").and_then(Value::as_str).and_then(|r| r.rsplit('/').next()) {
                found.push(name.to_owned());
            }
            map.values().for_each(|v| names(v, found));
        }
        Value::Array(list) => list.iter().for_each(|v| names(v, found)),
        _ => {}
    }
}

/// Paragraphs, code and emphasis: all of Markdown that the descriptions use.
fn markdown(text: &str) -> String {
    text.split("\n\n").map(|p| format!("<p>{}</p>", inline(p))).collect()
}

fn inline(text: &str) -> String {
    let paired = |text: &str, mark: &str, open: &str, close: &str| -> String {
        text.split(mark)
            .enumerate()
            .map(|(i, part)| if i % 2 == 1 { format!("{open}{part}{close}") } else { part.to_owned() })
            .collect()
    };
    paired(&paired(&escaped(text), "`", "<code>", "</code>"), "**", "<b>", "</b>")
}
