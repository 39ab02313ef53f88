//! Requests of visitors to the operator: for an account, or for a new password.

use super::reply::{failed, message, page, wait};
use crate::pages::console::prelude::*;
use accounts::account::{check_email, check_name};
use accounts::clock::iso;
use accounts::store::Actor;

/// The page with the form.
pub(super) fn show(status: StatusCode, name: &str, email: &str, wrong: &Wrong) -> Response<ResponseBody> {
    let field = |name, label, value| FormField {
        is_required: true,
        ..FormField::text("request", name, label, value)
    };
    let fields = [
        FormField { length: (0, 200), autocomplete: "name", ..field("name", "Name", name) },
        FormField {
            kind: "email",
            length: (0, 254),
            autocomplete: "email",
            ..field("email", "Email address", email)
        },
    ];
    let hint = "The operator answers by email: with an account, or with a link for a new password if this \
                address has an account.";
    page(status, frame::visitors_form("Ask the operator", "/console/request", &fields, wrong, hint))
}

/// Logs a request, and passes it to the webhook. The response does not reveal whether there is an account.
pub(super) async fn send(service: &Service, call: &Call<'_>, form: &SubmittedForm) -> Response<ResponseBody> {
    let (name, email) = (form.field("name"), form.field("email"));
    let mut wrong = Wrong::default();
    check_name(&name).unwrap_or_else(|e| wrong.add("name", &e));
    check_email(&email).unwrap_or_else(|e| wrong.add("email", &e));
    if !wrong.is_empty() {
        return show(StatusCode::BAD_REQUEST, &name, &email, &wrong);
    }
    let (gate, tried) = (&service.gate, Attempt::Request(email.to_ascii_lowercase()));
    let digester = gate.ledger.snapshot().digester.clone();
    if let Err(seconds) = gate.sign_ins.attempt(&tried, call.client, &digester, call.now_ms) {
        let refused = message(StatusCode::TOO_MANY_REQUESTS, "Too many requests. Try again later.");
        return wait(refused, seconds.into());
    }
    let by = Actor::visitor(call.client, call.now_ms);
    let mut request = json!({ "name": name, "email": email, "createdAt": iso(call.now_ms) });
    match gate.ledger.ask(move |store| store.request(&name, &email, &by)).await {
        Ok(account) => {
            request["request"] = json!(if account.is_some() { "password" } else { "account" });
            request["account"] = json!(account);
            gate.ledger.requests.push(request.to_string());
            message(StatusCode::OK, "Your request was sent to the operator of this service.")
        }
        Err(e) => failed(&e, None),
    }
}
