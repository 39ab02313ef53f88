//! The parameters `fields` and `digits`: they select and round the fields of a response in the envelope.

use crate::api::documentation::LazyDocumentation;
use crate::api::filter::{EACH, Filter, Selection};
use crate::api::operation::Operation;
use crate::api::parameter::{DIGITS, FIELDS};
use crate::api::prelude::*;
use crate::api::prepared::{JSON, Prepared};
use crate::api::value::Value;
use artifacts::batch::listed;
use serde_json::Value as Json;

/// Members of `query` that a response with selected fields keeps.
const KEPT_OF_QUERY: [&str; 3] = ["name", "cost", "note"];

/// The fields that a request selects, and the decimals of their numbers.
pub(crate) struct ChosenFields {
    /// The paths of selected fields below `response`.
    paths: Option<Vec<String>>,
    digits: Option<u32>,
}

impl ChosenFields {
    /// Reads both parameters; none if the request has neither.
    pub(crate) fn read(
        input: &mut Input,
        operation: &Operation,
        documentation: &LazyDocumentation,
    ) -> Option<Self> {
        if !operation.has_fields {
            return None;
        }
        let (names, digits) = (input.text(&FIELDS), u32::read(input, &DIGITS));
        if names.is_none() && digits.is_none() {
            return None;
        }
        let paths = names.and_then(|names| {
            let response = Objects::of_response(&documentation.openapi, operation);
            let found = listed("field", &names, &[], |name| response.path(name));
            found.map_err(|problem| input.wrong(FIELDS.name, problem)).ok()
        });
        Some(Self { paths, digits })
    }

    /// Refuses a response that is not in the envelope.
    pub(crate) fn check(&self, prepared: Prepared) -> Result<Prepared, Problem> {
        if prepared.form.has_envelope {
            return Ok(prepared);
        }
        let name = if self.paths.is_some() { FIELDS.name } else { DIGITS.name };
        let essence = web::accept::essence(prepared.form.media_type);
        let detail = format!(
            "only JSON has {name}, and the response is {essence}; leave out {name}, or \
            request application/json"
        );
        Err(Problem::parameter(name, detail))
    }

    /// Selects and rounds the fields of a response. Its echo, and so its validator, gets both parameters.
    pub(crate) fn apply(self, prepared: &mut Prepared) {
        let Self { paths, digits } = self;
        let mut selection = Selection::default();
        match &paths {
            None => selection.keep([]),
            Some(paths) => {
                prepared.add_to_echo(FIELDS.name, paths);
                KEPT_OF_QUERY.iter().for_each(|name| selection.keep(["query", name]));
                let below = |path: &String| selection.keep(["response"].into_iter().chain(path.split('.')));
                paths.iter().for_each(below);
            }
        }
        if let Some(digits) = digits {
            prepared.add_to_echo(DIGITS.name, &digits);
        }
        prepared.filter = Some(Box::new(Filter::new(selection, digits)));
    }
}

/// The schemas of the objects that a value may be, or that its elements may be.
struct Objects<'a> {
    /// The OpenAPI document, which names schemas.
    document: &'a Json,
    all: Vec<&'a Json>,
}

impl<'a> Objects<'a> {
    /// The objects of the response of an operation without its envelope.
    fn of_response(document: &'a Json, operation: &Operation) -> Self {
        let described = &document["paths"][operation.paths[0]]["get"]["responses"]["200"];
        let schema = &described["content"][JSON.media_type]["schema"];
        Self { document, all: Vec::new() }.with([schema].into_iter()).named("response")
    }

    /// The objects of other schemas of the document.
    fn with(&self, schemas: impl Iterator<Item = &'a Json>) -> Self {
        let mut objects = Self { document: self.document, all: Vec::new() };
        schemas.for_each(|schema| objects.collect(schema));
        objects
    }

    fn collect(&mut self, schema: &'a Json) {
        if let Some(found) = schema["$ref"].as_str().and_then(|r| self.document.pointer(&r[1..])) {
            return self.collect(found);
        }
        if schema["properties"].is_object() || schema["additionalProperties"].is_object() {
            self.all.push(schema);
        }
        let parts = ["allOf", "oneOf", "anyOf"].into_iter().filter_map(|of| schema[of].as_array());
        for part in parts.flatten().chain(schema.get("items")) {
            self.collect(part);
        }
    }

    /// Returns the path of a member with [`EACH`] in place of keys that are data. The error lists the names
    /// where the path leaves the schema.
    fn path(&self, path: &str) -> Result<String, String> {
        let (name, rest) = path.split_once('.').map_or((path, None), |(name, rest)| (name, Some(rest)));
        if !self.properties().any(|(known, _)| known == name) {
            let each = self.with(self.all.iter().filter_map(|object| object.get("additionalProperties")));
            return match each.all[..] {
                [] => Err(self.names().join(", ")),
                _ => each.path(path).map(|path| format!("{EACH}.{path}")),
            };
        }
        let Some(rest) = rest else { return Ok(name.to_owned()) };
        let below = |known: &str| format!("{name}.{known}");
        match self.named(name).path(rest) {
            Ok(path) => Ok(below(&path)),
            Err(known) if known.is_empty() => Err(name.to_owned()),
            Err(known) => Err(known.split(", ").map(below).collect::<Vec<_>>().join(", ")),
        }
    }

    fn properties(&self) -> impl Iterator<Item = (&'a String, &'a Json)> {
        self.all.iter().filter_map(|object| object["properties"].as_object()).flatten()
    }

    /// The objects that are members of this name.
    fn named(&self, name: &str) -> Self {
        self.with(self.properties().filter(|(known, _)| *known == name).map(|(_, schema)| schema))
    }

    /// The names of all members, each once.
    fn names(&self) -> Vec<&'a str> {
        let mut names: Vec<&str> = Vec::new();
        for (name, _) in self.properties() {
            if !names.contains(&&**name) {
                names.push(name);
            }
        }
        names
    }
}
