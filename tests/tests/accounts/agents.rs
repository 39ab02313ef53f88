//! Agents: the keys, prices, rates and refusals of tools are those of HTTP.

use super::*;
use crate::http::mcp::{HEADERS, message};
use serde_json::json;
use server::testing::KeyId;

/// The call of [`FREE`], which costs half a credit.
fn tool() -> String {
    let arguments = json!({ "kind": "julian-day", "date": "2024-04-08" });
    message("tools/call", &json!({ "name": "time_and_dates", "arguments": arguments }))
}

fn post(site: &Site, path: &str, body: &str, further: Headers) -> Raw {
    site.tick();
    site.send("POST", path, &[&HEADERS, further].concat(), body, CLIENT)
}

fn refusal(answer: &Raw) -> String {
    let json = answer.json();
    assert_eq!(json["result"]["isError"], true, "{json}");
    json["result"]["structuredContent"]["code"].as_str().unwrap_or_default().to_owned()
}

fn used(site: &Site, secret: &str) -> f64 {
    site.tick();
    site.with_key(FREE, secret, &[]).header("x-credits-used").parse().expect("a number")
}

#[test]
fn a_tool_costs_what_its_operation_costs_and_only_once() {
    let site = Site::open();
    let (account, _, secret) = site.account(Plan::Free);
    let bearer = format!("Bearer {secret}");
    let before = used(&site, &secret);
    for (path, header) in [("/mcp".to_owned(), Some(&bearer)), (format!("/mcp?apiKey={secret}"), None)] {
        let headers: Vec<_> = header.iter().map(|bearer| ("authorization", bearer.as_str())).collect();
        let answer = post(&site, &path, &tool(), &headers);
        assert_eq!(answer.json()["result"]["structuredContent"]["response"]["julianDay"], 2460408.5);
        assert!(!answer.text().contains(&secret), "no response repeats a key");
        let limits = ["ratelimit", "ratelimit-policy", "x-credits-used", "x-credits-remaining"];
        assert!(limits.iter().all(|name| answer.header(name).is_some()), "the limits are those of HTTP");
    }
    // Two calls of tools, and the one that reads the balance.
    assert_eq!(used(&site, &secret) - before, 1.5);
    let token = site.token(&account, &secret).json["token"].as_str().expect("a token").to_owned();
    let answer = post(&site, "/mcp", &tool(), &[("authorization", &format!("Bearer {token}"))]);
    assert!(answer.json()["result"]["isError"].is_null(), "{}", answer.text());
    for method in ["initialize", "tools/list", "resources/list", "prompts/list", "ping"] {
        post(&site, "/mcp", &message(method, &json!({})), &[("authorization", &bearer)]);
    }
    assert_eq!(used(&site, &secret) - before, 2.5, "everything but tools is free");
    // The name of a place is looked up in a second request, which is free.
    let before = used(&site, &secret);
    let named = json!({ "name": "day_of_sun_and_moon", "arguments": { "obs": "place:Burgos,ES" } });
    let found = post(&site, "/mcp", &message("tools/call", &named), &[("authorization", &bearer)]).json();
    let content = &found["result"]["structuredContent"];
    assert!(content["obs"]["place"]["name"].is_string(), "{found}");
    assert_eq!(used(&site, &secret) - before - 0.5, content["cost"].as_f64().expect("a price"));
    let before = used(&site, &secret);
    let all = json!({ "name": "catalog", "arguments": { "from": -1999, "to": 3000 } });
    let refused = post(&site, "/mcp", &message("tools/call", &all), &[("authorization", &bearer)]);
    assert_eq!(refusal(&refused), "too-large");
    assert_eq!(used(&site, &secret) - before - 0.5, 41.0, "what is too long for a tool has been computed");
}

#[test]
fn refusals_of_keys_plans_and_credits_are_those_of_http() {
    let site = Site::open();
    let (_, _, secret) = site.account(Plan::Free);
    let bearer = format!("Bearer {secret}");
    let of_key: Headers = &[("authorization", &bearer)];
    assert_eq!(refusal(&post(&site, "/mcp", &tool(), &[])), "credentials-required");
    let wrong: Headers = &[("authorization", "Bearer umbra_wrong")];
    assert_eq!(refusal(&post(&site, "/mcp", &tool(), wrong)), "credentials-invalid");
    let gated = json!({ "name": "eclipse_at_place", "arguments": { "date": "2024-04-08", "obs": "1,1" } });
    assert_eq!(refusal(&post(&site, "/mcp", &message("tools/call", &gated), of_key)), "plan-required");
    site.allow(Plan::Free, 0.2);
    assert_eq!(refusal(&post(&site, "/mcp", &tool(), of_key)), "credits-exhausted");
}

#[test]
fn visitors_without_a_key_use_the_public_key() {
    let mut site = Site::open();
    let (_, id, secret) = site.account(Plan::Pro);
    site.rules.public_key = KeyId::parse(&id);
    let site = site.restart();
    let before = used(&site, &secret);
    let answer = post(&site, "/mcp", &tool(), &[]);
    assert!(answer.json()["result"]["isError"].is_null(), "{}", answer.text());
    assert_eq!(used(&site, &secret) - before, 1.0);
    // Over HTTP, the operation needs a key all the same.
    assert_eq!(site.get(FREE).status, 401);
}

#[test]
fn every_message_counts_once_against_the_rate() {
    let few = Policy { quota: 5, window_s: 10, back_off_s: 60 };
    let site = Site::with(|rules| rules.standard = few);
    let (_, _, secret) = site.account(Plan::Free);
    let bearer = format!("Bearer {secret}");
    let of_key: Headers = &[("authorization", &bearer)];
    let unknown = message("tools/call", &json!({ "name": "none" }));
    let guide = message("resources/read", &json!({ "uri": "umbra://docs/agents" }));
    for body in [&tool(), &tool(), &message("tools/list", &json!({})), &guide, &unknown] {
        assert_eq!(post(&site, "/mcp", body, of_key).status, 200, "{body}");
    }
    assert_eq!(refusal(&post(&site, "/mcp", &tool(), of_key)), "rate-limited");
    let refused = post(&site, "/mcp", &message("ping", &json!({})), of_key);
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("60")));
    assert_eq!(refused.header("access-control-allow-origin"), Some("*"));
    assert_eq!(refused.json()["error"]["data"]["code"], "rate-limited");
    assert_eq!(post(&site, "/mcp", &unknown, of_key).status, 429);
}
