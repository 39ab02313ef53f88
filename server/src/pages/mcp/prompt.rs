//! Prompts: questions that need several tools, with gaps `{argument}`.

use super::tool::Arguments;
use crate::pages::prelude::*;

static PROMPTS: LazyLock<Vec<Prompt>> =
    LazyLock::new(|| serde_json::from_str(include_str!("prompts.json")).expect("the file has prompts"));

#[derive(Deserialize)]
struct Prompt {
    name: String,
    title: String,
    /// The result.
    about: String,
    text: String,
    /// Names of the arguments and their meaning. All are required.
    arguments: Arguments,
}

/// All prompts, as `prompts/list` describes them.
pub(super) fn list() -> Value {
    let described = PROMPTS.iter().map(|Prompt { name, title, about, arguments, .. }| {
        let argument = |(name, text)| json!({ "name": name, "description": text, "required": true });
        let arguments: Vec<_> = arguments.iter().map(argument).collect();
        json!({ "name": name, "title": title, "description": about, "arguments": arguments })
    });
    json!({ "prompts": described.collect::<Vec<_>>() })
}

/// The text of a prompt with its arguments, or an error.
pub(super) fn text(name: &str, arguments: &Arguments) -> Result<String, String> {
    let prompt = PROMPTS.iter().find(|prompt| prompt.name == name);
    let prompt = prompt.ok_or("no prompt has this name; prompts/list has all")?;
    let parts = prompt.text.split(['{', '}']).enumerate().map(|(index, part)| {
        let is_gap = index % 2 == 1;
        let value = if is_gap { arguments.get(part).and_then(Value::as_str) } else { Some(part) };
        let meaning = || prompt.arguments[part].as_str().unwrap_or_default();
        value.ok_or_else(|| format!("{part}: required: {}", meaning()))
    });
    parts.collect()
}
