//! What a widget may load, and who may show it in a frame.

use crate::api::context::Context;
use crate::api::prepared::Prepared;
use crate::api::settings::TileLayer;
use accounts::gate::embedder;
use accounts::rules::origin_of;
use hyper::header::{CONTENT_SECURITY_POLICY, HeaderValue, REFERRER_POLICY};
use std::fmt::Write;

/// Adds the headers of a widget. If the key has origin rules, only the site for which the page was asked may
/// show it: the rules have allowed that one, and wildcards such as theirs cannot be written here.
pub(super) fn secured(prepared: Prepared, context: &Context, layers: &[TileLayer]) -> Prepared {
    let policy = HeaderValue::try_from(policy(context, layers)).expect("origins are ASCII without controls");
    prepared
        .with_header(CONTENT_SECURITY_POLICY, policy)
        .with_header(REFERRER_POLICY, HeaderValue::from_static("strict-origin"))
}

fn policy(context: &Context, layers: &[TileLayer]) -> String {
    let mut policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'".to_owned();
    for layer in layers {
        write!(policy, " {}", layer.origin).expect("memory takes all that is written");
    }
    policy += "; connect-src 'self'; base-uri 'none'; form-action 'none'";
    if has_origin_rules(context) {
        let origin = embedder(context.call).and_then(origin_of).unwrap_or("'none'");
        write!(policy, "; frame-ancestors {origin}").expect("memory takes all that is written");
    }
    policy
}

/// Whether the caller's key says which sites may use it.
pub(super) fn has_origin_rules(context: &Context) -> bool {
    context.caller.key().is_some_and(|key| !key.origins.is_empty())
}
