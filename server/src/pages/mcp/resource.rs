//! Resources: the data dictionary, whole and by table, and the guides of the documentation.

use super::client::Client;
use crate::pages::docs::guides;
use artifacts::dictionary::schema_md;
use serde_json::{Value, json};

const SCHEMA: &str = "umbra://schema";
const DOCS: &str = "umbra://docs/";
/// The beginning of the section of a table.
const SECTION: &str = "\n## ";

/// All resources, as `resources/list` describes them.
pub(super) fn list() -> Value {
    let schema = (SCHEMA.to_owned(), "schema", "Tables of the published data");
    let guides = guides().map(|(name, title)| (format!("{DOCS}{name}"), name, title));
    let described = std::iter::once(schema).chain(guides).map(|(uri, name, text)| {
        json!({ "uri": uri, "name": name, "description": text, "mimeType": "text/markdown" })
    });
    json!({ "resources": described.collect::<Vec<_>>() })
}

/// The resource of each table, as `resources/templates/list` describes it.
pub(super) fn templates() -> Value {
    let text = "Columns of a table of the published data: types, units, meaning, sources, licence. If the \
        operator publishes the tables, they are at /tables/{table}.parquet";
    let table = json!({
        "uriTemplate": format!("{SCHEMA}/{{table}}"), "name": "table", "description": text,
        "mimeType": "text/markdown",
    });
    json!({ "resourceTemplates": [table] })
}

/// Returns the text of a resource, Markdown; none if there is no such resource.
pub(super) async fn read(client: &Client, uri: &str) -> Option<String> {
    if let Some(page) = uri.strip_prefix(DOCS) {
        let (name, _) = guides().find(|(name, _)| *name == page)?;
        let body = client.open(&format!("/docs/{name}.md")).await?;
        return Some(String::from_utf8_lossy(&body).into_owned());
    }
    let rest = uri.strip_prefix(SCHEMA)?;
    let whole = schema_md();
    let mut sections = whole.split(SECTION);
    let introduction = sections.next()?;
    match rest.strip_prefix('/') {
        Some(table) => sections.find(|section| section.lines().next() == Some(table)).map(str::to_owned),
        None if !rest.is_empty() => None,
        None => {
            let line = |section: &str| {
                let [name, _, title] = [0, 1, 2].map(|n| section.lines().nth(n).unwrap_or_default());
                format!("- [{name}]({SCHEMA}/{name}): {title}\n")
            };
            Some(format!("{introduction}\n## Tables\n\n{}", sections.map(line).collect::<String>()))
        }
    }
}
