//! Price and required credentials of a call, in words.

use crate::api::examples;
use crate::pages::prelude::*;
use crate::pages::words::credits;

/// Price, credentials and plan of an operation.
pub(super) fn facts(operation: &Operation) -> Markup {
    html! {
        ul.facts {
            li { (least(operation)) @if let Some(cost) = of_example(operation) { ", the example " (cost) } }
            li { (who(operation.access)) }
        }
    }
}

/// The lowest price of a call.
pub(super) fn least(operation: &Operation) -> String {
    match operation.cost {
        0.0 => "free".to_owned(),
        cost => {
            let from = if rule(operation).is_some() { "from " } else { "" };
            format!("{from}{}", credits(Credits::from_f64(cost)))
        }
    }
}

/// The price rule in the description, without its first words "The cost".
pub(super) fn rule(operation: &Operation) -> Option<String> {
    let text = operation.description();
    let begin = ["The cost is ", "the cost is "].iter().filter_map(|words| text.find(words)).min()?;
    let rest = &text[begin + "The cost ".len()..];
    let end = rest.find(". ").or_else(|| rest.find(".\n")).or_else(|| rest.find(';'));
    Some(rest[..end.unwrap_or(rest.len())].trim_end_matches('.').to_owned())
}

/// The recorded price of the example, if it differs from the lowest price.
fn of_example(operation: &Operation) -> Option<String> {
    let cost = examples::answer(operation.id)?["query"]["cost"].as_f64()?;
    (cost != operation.cost).then(|| Credits::from_f64(cost).to_string())
}

/// The credentials that a call requires.
pub(super) fn who(access: Access) -> String {
    match (access, access.plan()) {
        (Access::Account, _) => "account and key".to_owned(),
        (_, Some(plan)) => format!("key of the {plan} plan or higher"),
        (access, None) if access > Access::Open => "any key".to_owned(),
        _ => "no key needed".to_owned(),
    }
}
