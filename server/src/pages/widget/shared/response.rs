//! The response of a widget: its form, its cost, and its security headers.

use crate::api::settings::TileLayer;
use crate::pages::assets::Modules;
use crate::pages::prelude::*;
use accounts::gate::embedder;
use accounts::rules::origin_of;
use hyper::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY};
use std::fmt::Write;

pub(crate) static PAGE: Form =
    Form { media_type: "text/html; charset=utf-8", has_envelope: false, headers: &[] };
/// Credits of a page.
pub(crate) const COST: f64 = 10.0;

/// Adds the headers of a widget. If the key has origin rules, only the site that requested the page may
/// embed it: the rules have allowed that site, and CSP cannot express their wildcards.
pub(crate) fn secured(
    prepared: Prepared,
    context: &Context,
    modules: &Modules,
    layers: &[TileLayer],
) -> Prepared {
    let policy = policy(context, modules, layers);
    let policy = HeaderValue::try_from(policy).expect("origins are ASCII without controls");
    prepared
        .with_header(CONTENT_SECURITY_POLICY, policy)
        .with_header(REFERRER_POLICY, HeaderValue::from_static("strict-origin"))
}

fn policy(context: &Context, modules: &Modules, layers: &[TileLayer]) -> String {
    let import_map = modules.policy_source();
    let mut policy = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'{import_map}; style-src 'self'; \
         img-src 'self'"
    );
    for layer in layers {
        write!(policy, " {}", layer.origin).expect("writing to a string cannot fail");
    }
    policy += "; connect-src 'self'; base-uri 'none'; form-action 'none'";
    if has_origin_rules(context) {
        let origin = embedder(context.call).and_then(origin_of).unwrap_or("'none'");
        write!(policy, "; frame-ancestors {origin}").expect("writing to a string cannot fail");
    } else if context.caller.is_public() {
        // The operator pays: other sites need a key.
        policy += "; frame-ancestors 'self'";
    }
    policy
}

/// Returns whether the caller's key is restricted to certain sites.
pub(crate) fn has_origin_rules(context: &Context) -> bool {
    context.caller.key().is_some_and(|key| !key.origins.is_empty())
}
