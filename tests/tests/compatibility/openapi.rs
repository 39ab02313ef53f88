//! Breaking changes between two OpenAPI 3.1 descriptions, by the rules of COMPATIBILITY.md.

use serde_json::Value;
use server::testing::unit;
use std::collections::{BTreeSet, HashSet};

/// Returns the breaking changes as lines: a JSON pointer into the earlier description, and the rule.
pub(super) fn breaks(old: &Value, new: &Value) -> BTreeSet<String> {
    let mut comparison = Comparison { old, new, found: BTreeSet::new(), seen: HashSet::new() };
    comparison.paths();
    comparison.found
}

/// The sender of a value. Of a client everything must be accepted that was; a server returns no more than it
/// did.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Sender {
    Client,
    Server,
}
use Sender::{Client, Server};

struct Comparison<'a> {
    old: &'a Value,
    new: &'a Value,
    found: BTreeSet<String>,
    /// Pairs of components that are compared already.
    seen: HashSet<(String, String, Sender)>,
}

/// A schema without references and `allOf`, with null apart.
struct Flat {
    /// Address of the component that it refers to.
    address: Option<String>,
    schema: Value,
    is_nullable: bool,
}

impl Comparison<'_> {
    fn fails(&mut self, place: &str, is_broken: bool, rule: &str) {
        if is_broken {
            self.found.insert(format!("{place}: {rule}"));
        }
    }

    fn paths(&mut self) {
        for (path, item) in entries(&self.old["paths"]) {
            let (place, after) = (below("/paths", path), &self.new["paths"][path]);
            self.fails(&place, after.is_null(), "path removed");
            for (method, old) in entries(item).filter(|_| after.is_object()) {
                match (below(&place, method), &after[method]) {
                    (place, Value::Null) => self.fails(&place, true, "method removed"),
                    (place, new) => self.operation(&place, old, new),
                }
            }
        }
    }

    fn operation(&mut self, place: &str, old: &Value, new: &Value) {
        let is_renamed = old["operationId"] != new["operationId"];
        self.fails(&below(place, "operationId"), is_renamed, "operationId changed");
        let is_enough = |had: &BTreeSet<_>| schemes(new).iter().any(|needed| needed.is_subset(had));
        self.fails(&below(place, "security"), !schemes(old).iter().all(is_enough), "security added");
        self.parameters(place, &parameters(self.old, old, place), &parameters(self.new, new, place));
        let (had, has) = (&old["requestBody"], &new["requestBody"]);
        self.fails(place, had.is_null() && !has.is_null(), "body required");
        self.content(&below(place, "requestBody"), had, has, Client);
        for (status, before) in entries(&old["responses"]) {
            let (place, after) = (below(&below(place, "responses"), status), &new["responses"][status]);
            // An error may end, a result may not.
            if !after.is_null() || status.starts_with('2') {
                self.content(&place, before, after, Server);
            }
        }
    }

    fn parameters(&mut self, place: &str, old: &[(String, &Value)], new: &[(String, &Value)]) {
        let is_same = |a: &Value, b: &Value| a["name"] == b["name"] && a["in"] == b["in"];
        let is_required = |p: &Value| p["required"] == true;
        for (place, before) in old {
            match new.iter().find(|(_, after)| is_same(before, after)) {
                None => self.fails(place, true, "parameter removed"),
                Some((_, after)) => {
                    self.fails(place, is_required(after) && !is_required(before), "parameter required");
                    self.unit(place, &before["schema"], (before, after));
                    self.schema(&below(place, "schema"), &before["schema"], &after["schema"], Client);
                }
            }
        }
        for (_, after) in new.iter().filter(|(_, after)| is_required(after)) {
            let is_new = !old.iter().any(|(_, before)| is_same(before, after));
            let rule = format!("required parameter {} added", after["name"]);
            self.fails(&below(place, "parameters"), is_new, &rule);
        }
    }

    fn content(&mut self, place: &str, old: &Value, new: &Value, sender: Sender) {
        let ((address, old), (_, new)) = (resolved(self.old, old), resolved(self.new, new));
        let place = address.as_deref().unwrap_or(place);
        for (media_type, before) in entries(&old["content"]) {
            match (below(&below(place, "content"), media_type), &new["content"][media_type]) {
                (place, Value::Null) => self.fails(&place, true, "media type removed"),
                (place, after) => {
                    self.schema(&below(&place, "schema"), &before["schema"], &after["schema"], sender);
                }
            }
        }
    }

    /// Compares the units of numbers, which descriptions name.
    fn unit(&mut self, place: &str, schema: &Value, (old, new): (&Value, &Value)) {
        let kinds = format!("{}{}", schema["type"], schema["items"]["type"]);
        let of = |described: &Value| unit::of(described["description"].as_str().unwrap_or_default());
        let is_number = kinds.contains("number") || kinds.contains("integer");
        self.fails(place, is_number && of(old).is_some() && of(old) != of(new), "unit changed");
    }

    fn schema(&mut self, place: &str, old: &Value, new: &Value, sender: Sender) {
        let (before, after) = (flat(self.old, old), flat(self.new, new));
        // All values of the first must be among those of the second.
        let [narrow, wide] = match sender {
            Client => [&before, &after],
            Server => [&after, &before],
        };
        self.fails(place, narrow.is_nullable && !wide.is_nullable, "null added or removed");
        if let (Some(from), Some(to)) = (&before.address, &after.address)
            && !self.seen.insert((from.clone(), to.clone(), sender))
        {
            return;
        }
        let place = before.address.as_deref().unwrap_or(place);
        let (old, new) = (&before.schema, &after.schema);
        self.unit(place, old, (old, new));

        let [few, many] = [narrow, wide].map(|flat| texts(&flat.schema["type"]));
        let is_among = |kind: &String| many.contains(kind) || (kind == "integer" && many.contains("number"));
        let is_other = !many.is_empty() && (few.is_empty() || !few.iter().all(is_among));
        let is_reformed = !old["format"].is_null() && old["format"] != new["format"];
        self.fails(place, is_other || is_reformed, "type changed");
        let [had, has] = [old, new].map(|schema| texts(&schema["enum"]));
        let is_lost = !had.is_subset(&has) || (had.is_empty() && sender == Client);
        self.fails(&below(place, "enum"), is_lost && !has.is_empty(), "value removed");
        for (name, sign) in [("min", 1.0), ("max", -1.0)].into_iter().filter(|_| sender == Client) {
            for bound in ["imum", "Items", "Length"].map(|end| format!("{name}{end}")) {
                let of = |schema: &Value| schema[&bound].as_f64().map_or(f64::NEG_INFINITY, |b| b * sign);
                self.fails(&below(place, &bound), of(new) > of(old), "bound narrower");
            }
        }

        let fields = below(place, "properties");
        let [few, many] = [narrow, wide].map(|flat| texts(&flat.schema["required"]));
        for name in many.difference(&few).filter(|name| !new["properties"][name].is_null()) {
            self.fails(&below(&fields, name), true, "field required or optional");
        }
        for (name, before) in entries(&old["properties"]) {
            match (below(&fields, name), &new["properties"][name]) {
                (place, Value::Null) => self.fails(&place, true, "field removed"),
                (place, after) => self.schema(&place, before, after, sender),
            }
        }
        for part in ["items", "additionalProperties"].into_iter().filter(|part| old[part].is_object()) {
            match (below(place, part), &new[part]) {
                (place, after @ Value::Object(_)) => self.schema(&place, &old[part], after, sender),
                (place, _) => self.fails(&place, sender == Server, "type changed"),
            }
        }
        for part in ["oneOf", "anyOf"] {
            let [had, has] = [old, new].map(|schema| schema[part].as_array().map_or(&[][..], Vec::as_slice));
            for (index, before) in had.iter().enumerate() {
                let is_same = |after: &&Value| before["$ref"].is_string() && after["$ref"] == before["$ref"];
                match has.iter().find(is_same).or(has.get(index)) {
                    None => self.fails(&format!("{place}/{part}/{index}"), true, "alternative removed"),
                    Some(after) => self.schema(&format!("{place}/{part}/{index}"), before, after, sender),
                }
            }
        }
    }
}

/// The members of an object.
fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// A pointer to a member.
fn below(place: &str, name: &str) -> String {
    format!("{place}/{}", name.replace('~', "~0").replace('/', "~1"))
}

/// The texts of a list, or a single one.
fn texts(value: &Value) -> BTreeSet<String> {
    let list = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
    list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The sets of credentials of which a caller needs one.
fn schemes(operation: &Value) -> Vec<BTreeSet<&String>> {
    let all = operation["security"].as_array().into_iter().flatten();
    let all: Vec<_> = all.map(|set| entries(set).map(|(name, _)| name).collect()).collect();
    if all.is_empty() { vec![BTreeSet::new()] } else { all }
}

/// Follows a reference; returns its address, too.
fn resolved<'a>(document: &'a Value, value: &'a Value) -> (Option<String>, &'a Value) {
    let address = value["$ref"].as_str().map(|address| address[1..].to_owned());
    let found = address.as_ref().map_or(Some(value), |address| document.pointer(address));
    (address, found.unwrap_or_else(|| panic!("{value} leads nowhere")))
}

/// The parameters of an operation with their places.
fn parameters<'a>(document: &'a Value, operation: &'a Value, place: &str) -> Vec<(String, &'a Value)> {
    let all = operation["parameters"].as_array().into_iter().flatten().enumerate();
    let placed = |(index, parameter)| {
        let (address, parameter) = resolved(document, parameter);
        (address.unwrap_or_else(|| format!("{place}/parameters/{index}")), parameter)
    };
    all.map(placed).collect()
}

fn flat(document: &Value, schema: &Value) -> Flat {
    let (mut address, schema) = resolved(document, schema);
    let (mut schema, mut is_nullable) = (schema.as_object().cloned().unwrap_or_default(), false);
    for name in ["type", "oneOf", "anyOf"] {
        let Some(list) = schema.get_mut(name).and_then(Value::as_array_mut) else { continue };
        let count = list.len();
        list.retain(|kind| *kind != "null" && kind["type"] != "null");
        is_nullable |= list.len() < count;
    }
    let mut parts = Vec::new();
    for name in ["allOf", "oneOf", "anyOf"] {
        let list = schema.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
        if name == "allOf" || (is_nullable && list.len() == 1) {
            schema.remove(name);
            parts.extend(list);
        }
    }
    let is_alone = parts.len() == 1 && !schema.contains_key("properties");
    for part in &parts {
        let part = flat(document, part);
        is_nullable |= part.is_nullable;
        address = address.or(part.address.filter(|_| is_alone));
        for (name, value) in entries(&part.schema) {
            match (schema.get_mut(name), value) {
                (Some(Value::Object(own)), Value::Object(more)) => own.extend(more.clone()),
                (Some(Value::Array(own)), Value::Array(more)) => own.extend_from_slice(more),
                (Some(_), _) => {}
                (None, value) => drop(schema.insert(name.clone(), value.clone())),
            }
        }
    }
    Flat { address, schema: schema.into(), is_nullable }
}
