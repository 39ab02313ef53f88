//! What the holder of an account does with its keys.

use super::form::Form;
use super::key_form::KeyForm;
use super::notice::Notice;
use super::overview::{Overview, Refused};
use super::trial::Trial;
use super::visit::Visit;
use crate::accounts::key::Key;
use crate::accounts::store::{StoreError, Stored};
use crate::http::body::Answer;
use hyper::{Response, StatusCode};
use std::sync::Arc;

/// The page of the keys.
pub(super) fn show(visit: &Visit, status: StatusCode, notice: Option<Notice>) -> Response<Answer> {
    page(visit, status, notice, None)
}

fn page(
    visit: &Visit,
    status: StatusCode,
    notice: Option<Notice>,
    refused: Option<Refused>,
) -> Response<Answer> {
    Overview::of(visit, refused.as_ref()).page(visit, status, notice)
}

/// Makes a key. Its secret is shown after a redirect, so that no reload makes another.
pub(super) async fn create(visit: &Visit<'_>, form: &Form) -> Response<Answer> {
    let mut typed = KeyForm::typed(form);
    typed.check(None, nicknames(visit, None).iter().map(String::as_str));
    if !typed.wrong.is_empty() {
        return refuse(visit, None, typed);
    }
    let (nickname, description) = typed.naming();
    let (account, now_ms, name) = (visit.account.id.to_string(), visit.call.now_ms, nickname.clone());
    match visit.store(move |store| store.create_key(&account, &nickname, &description, now_ms)).await {
        Ok(secret) => {
            visit.done("/console", Notice::Secret { what: format!("The key “{name}” is made."), secret })
        }
        Err(StoreError::Invalid(text)) => {
            let notice = Notice::Bad(format!("No key was made. {}", super::words::sentence(&text)));
            page(visit, StatusCode::BAD_REQUEST, Some(notice), Some(Refused { key: None, form: typed }))
        }
        Err(e) => visit.failed(&e),
    }
}

/// Does with a key what the visitor asks.
pub(super) async fn change(visit: &Visit<'_>, key: Arc<Key>, action: &str, form: &Form) -> Response<Answer> {
    let (id, now_ms, name) = (key.id.to_string(), visit.call.now_ms, &key.nickname);
    match action {
        "enable" => {
            let stored = visit.store(move |s| s.set_enabled(&id, true)).await;
            outcome(visit, stored, format!("The key “{name}” is enabled."))
        }
        "disable" => {
            let done = format!("“{name}” is disabled. Requests with it and with its tokens are refused.");
            outcome(visit, visit.store(move |s| s.set_enabled(&id, false)).await, done)
        }
        "delete" => {
            let stored = visit.store(move |s| s.delete_key(&id, now_ms)).await;
            outcome(visit, stored, format!("The key “{name}” is deleted for ever."))
        }
        "update" => update(visit, &key, form).await,
        "test" => {
            let trial = Trial::of(key, visit.service, visit.call);
            visit.done("/console", Notice::Tried(trial))
        }
        _ => missing(visit, "There is no such action."),
    }
}

/// Changes the fields of a key, all or none. What was typed stays where something is wrong.
async fn update(visit: &Visit<'_>, key: &Arc<Key>, form: &Form) -> Response<Answer> {
    let mut typed = KeyForm::typed(form);
    typed.check(Some(key), nicknames(visit, Some(key)).iter().map(String::as_str));
    if !typed.wrong.is_empty() {
        return refuse(visit, Some(key), typed);
    }
    let (id, change) = (key.id.to_string(), typed.change());
    let (nickname, _) = typed.naming();
    let stored = visit.store(move |s| s.update_key(&id, &change)).await;
    outcome(visit, stored, format!("The changes of “{nickname}” are saved."))
}

/// Nicknames of the account's keys but one.
fn nicknames(visit: &Visit, but: Option<&Key>) -> Vec<String> {
    let snapshot = visit.snapshot();
    let others =
        snapshot.keys_of(&visit.account.id).into_iter().filter(|k| but.is_none_or(|but| k.id != but.id));
    others.map(|k| k.nickname.clone()).collect()
}

/// The page with the form that was refused, open and as it was typed.
fn refuse(visit: &Visit, key: Option<&Key>, form: KeyForm) -> Response<Answer> {
    let what = match key {
        Some(key) => format!("The changes of “{}” were not saved", key.nickname),
        None => "No key was made".to_owned(),
    };
    let notice = Notice::of_form(&what, &form.wrong);
    let refused = Refused { key: key.map(|k| k.id), form };
    page(visit, StatusCode::BAD_REQUEST, Some(notice), Some(refused))
}

/// The page for a visitor who asks for what is not there.
pub(super) fn missing(visit: &Visit, text: &str) -> Response<Answer> {
    show(visit, StatusCode::NOT_FOUND, Some(Notice::Bad(text.into())))
}

fn outcome(visit: &Visit, stored: Stored<()>, done: String) -> Response<Answer> {
    match stored {
        Ok(()) => visit.done("/console", Notice::Done(done)),
        Err(e @ (StoreError::Invalid(_) | StoreError::NotFound { .. })) => {
            show(visit, StatusCode::BAD_REQUEST, Some(Notice::of_store("Nothing was changed", &e)))
        }
        Err(e) => visit.failed(&e),
    }
}
