//! The rules of the comparison. Each line of `seeds.jsonl` changes our own description: a JSON pointer, its
//! value (null removes, `-` appends), and the break of one rule that it must name, or none.

use super::openapi::breaks;
use serde_json::Value;

fn change(document: &mut Value, pointer: &str, value: Value) {
    let (parent, name) = pointer.rsplit_once('/').expect("a pointer");
    let index = || name.parse::<usize>().expect("an index");
    match document.pointer_mut(parent).unwrap_or_else(|| panic!("{parent} is absent")) {
        Value::Array(list) if value.is_null() => drop(list.remove(index())),
        Value::Array(list) if name == "-" => list.push(value),
        Value::Array(list) => list[index()] = value,
        members if value.is_null() => {
            let removed =
                members.as_object_mut().and_then(|members| members.remove(&name.replace("~1", "/")));
            assert!(removed.is_some(), "{pointer} is absent");
        }
        members => members[name.replace("~1", "/")] = value,
    }
}

#[test]
fn each_break_is_named_with_its_place_and_no_addition_is_one() {
    let old: Value = serde_json::from_slice(&server::testing::openapi()).expect("JSON");
    let mut grown = old.clone();
    for line in include_str!("seeds.jsonl").lines() {
        let (pointer, value, rule): (String, Value, String) = serde_json::from_str(line).expect("a seed");
        if rule.is_empty() {
            change(&mut grown, &pointer, value);
            assert_eq!(Vec::from_iter(breaks(&old, &grown)), [""; 0], "{line}");
        } else {
            let mut broken = old.clone();
            change(&mut broken, &pointer, value);
            assert_eq!(Vec::from_iter(breaks(&old, &broken)), [rule], "{line}");
        }
    }
}
