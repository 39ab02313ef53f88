//! A tool: operations with some of their parameters, defaults, and a sentence about the result.

use super::client::Client;
use super::sentence::{find, sentence};
use crate::api::parameter::Place;
use crate::api::problem_document;
use crate::pages::prelude::*;
use accounts::access::KEY_PARAMETER;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use rmcp::model::ErrorData;
use serde_json::Map;
use web::problem::ParameterProblem;

/// Maximum sizes of structured content and of the text, bytes: together less than 2,000 tokens of three
/// bytes.
const MAX_BYTES: usize = 3_400;
const MAX_TEXT_BYTES: usize = 1_500;
/// Members of `query` that the result contains.
const ECHO: [&str; 3] = ["obs", "cost", "note"];
/// The meaning of `obs`.
const OBSERVER: &str = "`place:NAME` or LAT,LNG,HEIGHT in degrees (negative south and west) and metres";
/// Characters of values that addresses contain as they are.
const PLAIN: AsciiSet =
    NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b',').remove(b':');

static TOOLS: LazyLock<Vec<Tool>> =
    LazyLock::new(|| serde_json::from_str(include_str!("tools.json")).expect("the file has tools"));

/// A tool.
#[derive(Deserialize)]
pub(super) struct Tool {
    name: String,
    title: String,
    /// The use of it.
    text: String,
    /// Names of the arguments for the parameters in the path, in order, with their meaning.
    path: Arguments,
    /// Further parameters that its schema shows. It accepts all of the operation.
    shown: Vec<String>,
    /// Its operations. The argument `kind` chooses one if there are several; the first is the default.
    operations: Vec<Variant>,
}

/// An operation of a tool.
#[derive(Deserialize)]
struct Variant {
    kind: String,
    /// Id of the operation.
    operation: String,
    /// Values of arguments that are left out.
    #[serde(default)]
    defaults: Arguments,
    /// Fields of the result and decimals of their numbers, unless arguments choose them.
    #[serde(default)]
    result: Arguments,
    /// The result in words; see [`sentence`].
    sentence: String,
    /// An entry of a list in words.
    #[serde(default)]
    row: String,
    /// The path to the date of the solar eclipse of the map; empty without a map.
    #[serde(default)]
    map_date: String,
}

/// All tools, as `tools/list` describes them.
pub(super) fn list(operations: Operations) -> Value {
    json!({ "tools": TOOLS.iter().map(|tool| tool.described(operations)).collect::<Vec<_>>() })
}

/// Finds a tool.
pub(super) fn find_tool(name: &str) -> Result<&'static Tool, ErrorData> {
    TOOLS.iter().find(|tool| tool.name == name).ok_or_else(|| {
        let names: Vec<_> = TOOLS.iter().map(|tool| &*tool.name).collect();
        ErrorData::invalid_params(format!("no tool has this name; there are {}", names.join(", ")), None)
    })
}

/// All operations.
type Operations = &'static [&'static Operation];

/// The arguments of a call.
pub(super) type Arguments = Map<String, Value>;

/// The result of a refused call: the text of HTTP, and its document.
pub(super) fn refused(problem: &Problem) -> Value {
    refused_with(problem_document::value(problem, "/mcp"))
}

fn refused_with(mut document: Value) -> Value {
    // The path of a request to an operation has its arguments.
    document["instance"] = "/mcp".into();
    let content = json!([{ "type": "text", "text": document["detail"] }]);
    json!({ "content": content, "structuredContent": document, "isError": true })
}

impl Tool {
    fn described(&self, operations: Operations) -> Value {
        let Self { name, title, text, .. } = self;
        let all: Vec<_> = self.operations.iter().map(|variant| variant.operation(operations)).collect();
        let (mut properties, mut required) = (Map::new(), Vec::new());
        if let [first, _, ..] = &self.operations[..] {
            let kinds: Vec<_> = self.operations.iter().map(|variant| &variant.kind).collect();
            properties.insert("kind".to_owned(), json!({ "enum": kinds, "default": first.kind }));
        }
        let path = self
            .path
            .iter()
            .map(|(name, text)| (name, None, json!({ "type": ["number", "string"], "description": text })));
        let shown = self.shown.iter().map(|name| {
            let found = all.iter().find_map(|operation| parameter(operation, name));
            let found = found.expect("an operation of the tool has the parameter");
            (name, Some(found), schema(found))
        });
        for (name, of, mut schema) in path.chain(shown) {
            let is_optional = |of: &Parameter| {
                of.place == Place::Query { required: false } || parameter(all[0], of.name).is_none()
            };
            match self.operations[0].defaults.get(name) {
                Some(default) => schema["default"] = default.clone(),
                None if of.is_some_and(is_optional) => {}
                None => required.push(name),
            }
            properties.insert(name.clone(), schema);
        }
        json!({
            "name": name,
            "title": title,
            "description": format!("{text} Price: from {} credits.", all[0].cost),
            "inputSchema": { "type": "object", "properties": properties, "required": required },
            "annotations": { "readOnlyHint": true, "idempotentHint": true, "openWorldHint": false },
        })
    }

    /// Requests the operation, and selects what the result contains.
    pub(super) async fn call(&self, client: &Client, mut arguments: Arguments) -> Result<Value, Problem> {
        arguments.retain(|_, value| !value.is_null());
        let kind = arguments.remove("kind").filter(|_| self.operations.len() > 1);
        let named = |variant: &&Variant| kind.as_ref().is_none_or(|kind| *kind == variant.kind);
        let variant = self.operations.iter().find(named).ok_or_else(|| {
            let kinds: Vec<_> = self.operations.iter().map(|variant| &*variant.kind).collect();
            Problem::parameter("kind", format!("must be one of {}", kinds.join(", ")))
        })?;
        let operation = variant.operation(client.operations());
        // Selected fields are JSON.
        let none = Map::new();
        let result = if arguments.contains_key("format") { &none } else { &variant.result };
        let address = self.address(operation, &arguments, [&variant.defaults, result])?;
        let (is_error, body) = client.get(&address).await?;
        let found = serde_json::from_slice(&body).ok().filter(Value::is_object);
        let text_of = |body| shortened(&String::from_utf8_lossy(body), MAX_BYTES / 2);
        let mut found = found.unwrap_or_else(|| json!({ "response": text_of(&body) }));
        if is_error {
            return Ok(refused_with(self.with_own_names(operation, found)));
        }
        arguments.remove(KEY_PARAMETER);
        let whole = self.address(operation, &arguments, [&variant.defaults, &none])?;
        // Names of places may mean others, and the selected fields do not say it.
        let observer = ["obs", "observer"].iter().find_map(|name| arguments.get(*name)).map(text);
        let is_named = observer.as_ref().is_some_and(|obs| obs.starts_with("place:"));
        if is_named && found["query"]["obs"].is_null() {
            found["query"]["obs"] = client.observer(&whole).await.unwrap_or_default();
        }
        found["arguments"] = Value::Object(arguments);
        Ok(variant.result(client, &whole, observer, found))
    }

    /// Replaces the names of parameters in the path by those of the tool.
    fn with_own_names(&self, operation: &Operation, document: Value) -> Value {
        let mut text = document.to_string();
        for (own, parameter) in self.path.keys().zip(in_path(operation)) {
            text = text.replace(parameter.name, own);
        }
        serde_json::from_str(&text).unwrap_or(document)
    }

    /// The address of a request.
    fn address(
        &self,
        operation: &Operation,
        arguments: &Arguments,
        defaults: [&Arguments; 2],
    ) -> Result<String, Problem> {
        let is_given = |name: &str| {
            let answers = |given: &String| parameter(operation, name).is_some_and(|p| p.answers_to(given));
            arguments.keys().any(|given| given == name || answers(given))
        };
        let defaults = defaults.into_iter().flatten().filter(|(name, _)| !is_given(name));
        let encoded = |text: &str| utf8_percent_encode(text, &PLAIN).to_string();
        let all = arguments.iter().chain(defaults).map(|(name, value)| (&**name, encoded(&text(value))));
        let (in_path_of_tool, query): (Vec<_>, Vec<_>) =
            all.partition(|(name, _)| self.path.contains_key(*name));
        let (mut address, mut errors) = (operation.paths[0].to_owned(), Vec::new());
        for (name, parameter) in self.path.keys().zip(in_path(operation)) {
            match in_path_of_tool.iter().find(|(given, value)| given == name && !value.is_empty()) {
                Some((_, value)) => address = address.replace(&format!("{{{}}}", parameter.name), value),
                None => errors.push(ParameterProblem {
                    parameter: name.clone().into(),
                    detail: format!("required, for example {}", parameter.example),
                }),
            }
        }
        if !errors.is_empty() {
            return Err(Problem::parameters(errors, 0));
        }
        let pairs = query.iter().map(|(name, value)| format!("{}={value}", encoded(name)));
        let joint = if query.is_empty() { "" } else { "?" };
        Ok(format!("{address}{joint}{}", pairs.collect::<Vec<_>>().join("&")))
    }
}

fn in_path(operation: &Operation) -> impl Iterator<Item = &'static Parameter> {
    operation.parameters_of_paths().filter(|p| p.place == Place::Path)
}

fn parameter(operation: &Operation, name: &str) -> Option<&'static Parameter> {
    operation.parameters_of_paths().find(|p| p.answers_to(name))
}

impl Variant {
    fn operation(&self, operations: Operations) -> &'static Operation {
        operations.iter().find(|operation| operation.id == self.operation).expect("a tool has an operation")
    }

    /// The result: structured content, and a text with the sentence, notes, the source and links.
    fn result(&self, client: &Client, whole: &str, observer: Option<String>, mut found: Value) -> Value {
        let source = format!("Umbra {}, dataset {}", crate::VERSION, client.dataset());
        // A server without an address has no links.
        let url = Some(client.site()).filter(|site| !site.is_empty()).map(|site| site + whole);
        // The page of the map has the years of the ephemeris, in the Gregorian calendar.
        let is_of_page = ["era", "calendar"].iter().all(|name| found["arguments"].get(name).is_none());
        let date = find(&found, &self.map_date).filter(|_| is_of_page);
        let map = date.and_then(|date| client.map(date.as_str()?, observer));
        let arguments = &found["arguments"];
        let chosen = |name: &str| arguments.get(name).is_some();
        let said = match &found["response"] {
            _ if chosen("cost") => format!("Price: {} credits.", found["query"]["cost"]),
            response if chosen("fields") => shortened(&response.to_string(), MAX_TEXT_BYTES),
            Value::String(text) => shortened(text, MAX_TEXT_BYTES),
            _ => sentence(&self.sentence, &found).trim_start().to_owned(),
        };
        let rows = if chosen("fields") { String::new() } else { self.rows(&found["response"]) };
        let omitted = shorten(&mut found["response"]);
        let note = found["query"]["note"]
            .as_str()
            .map_or(String::new(), |note| format!("Note: {}.\n", note.trim_end_matches('.')));
        let links = [("Whole response", &url), ("Map", &map)];
        let links = links.iter().filter_map(|(name, link)| Some(format!("\n{name}: {}", link.as_ref()?)));
        let place = sentence("[Place: {query.obs.place.name}.\n]", &found);
        let text = format!("{said}\n{rows}{place}{note}Source: {source}.{}", links.collect::<String>());
        let mut content: Map<_, _> = ECHO
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), found["query"].get_mut(*name)?.take())))
            .collect();
        content.insert("response".to_owned(), found["response"].take());
        content.insert("source".to_owned(), source.into());
        let links = [("url", url), ("map", map)];
        content.extend(links.into_iter().filter_map(|(name, link)| Some((name.to_owned(), link?.into()))));
        if omitted > 0 {
            content.insert("omitted".to_owned(), omitted.into());
        }
        json!({ "content": [{ "type": "text", "text": text }], "structuredContent": content })
    }

    /// The first entries of a list in words, each in a line, and how many are not shown.
    fn rows(&self, list: &Value) -> String {
        let all = list.as_array().filter(|all| all.len() > 1 && !self.row.is_empty());
        let Some(all) = all else { return String::new() };
        let mut rows = String::new();
        for (shown, row) in all.iter().enumerate() {
            let line = format!("- {}\n", sentence(&self.row, row));
            if rows.len() + line.len() > MAX_TEXT_BYTES {
                rows.push_str(&format!("{} more are not shown here.\n", all.len() - shown));
                break;
            }
            rows.push_str(&line);
        }
        rows
    }
}

/// An argument as addresses write it.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Bool(is) => u8::from(*is).to_string(),
        Value::Array(all) => all.iter().map(text).collect::<Vec<_>>().join(","),
        // Clients may send whole numbers as 2000.0.
        Value::Number(number) => number.as_f64().unwrap_or_default().to_string(),
        other => other.to_string(),
    }
}

/// The schema of an argument: the type, words and bounds of the parameter, and the first sentence about it.
fn schema(parameter: &Parameter) -> Value {
    let whole = parameter.accepted().schema;
    let mut schema = Map::new();
    for name in ["type", "enum", "minimum", "maximum"] {
        schema.extend(whole.get(name).map(|value| (name.to_owned(), value.clone())));
    }
    // Lists are texts with commas.
    if schema.get("type").is_none_or(|kind| kind == "array") {
        schema.insert("type".to_owned(), "string".into());
    }
    let meaning = if parameter.answers_to("obs") { OBSERVER } else { parameter.meaning };
    let end = meaning.find(". ").into_iter().chain(meaning.find("; ")).min();
    let meaning = meaning[..end.unwrap_or(meaning.len())].trim_end_matches('.');
    schema.insert("description".to_owned(), format!("{meaning}, e.g. {}", parameter.example).into());
    Value::Object(schema)
}

/// The beginning of a text.
fn shortened(text: &str, most: usize) -> String {
    let mut short: String = text.chars().take(most).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// Halves the longest list until the whole is short enough, or removes the longest member. Returns the number
/// of entries that were left out.
fn shorten(whole: &mut Value) -> usize {
    let mut omitted = 0;
    while whole.to_string().len() > MAX_BYTES {
        if let Some(list) = longest(whole) {
            omitted += list.len().div_ceil(2);
            list.truncate(list.len() / 2);
        } else if let Value::Object(all) = whole
            && let Some(name) =
                all.iter().max_by_key(|(_, value)| value.to_string().len()).map(|(name, _)| name.clone())
        {
            all.remove(&name);
            omitted += 1;
        } else {
            break;
        }
    }
    omitted
}

/// The longest list in a value, by its bytes.
fn longest(value: &mut Value) -> Option<&mut Vec<Value>> {
    match value {
        Value::Array(list) if !list.is_empty() => Some(list),
        Value::Object(all) => {
            let with_length = all.values_mut().map(|value| (value.to_string().len(), value));
            let mut found: Vec<_> = with_length.collect();
            found.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
            found.into_iter().find_map(|(_, value)| longest(value))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_shortened() {
        let mut whole = json!({ "few": [1], "many": vec!["ten bytes"; 1000] });
        let omitted = shorten(&mut whole);
        let left = whole["many"].as_array().map(Vec::len);
        assert_eq!(left.map(|left| left + omitted), Some(1000));
        assert!(whole.to_string().len() <= MAX_BYTES && whole["few"] == json!([1]));
        let mut whole = json!({ "short": 1, "long": "x".repeat(MAX_BYTES) });
        assert_eq!((shorten(&mut whole), whole), (1, json!({ "short": 1 })));
    }
}
