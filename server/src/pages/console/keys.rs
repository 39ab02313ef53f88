//! Actions on the keys of an account.

use super::key_form::KeyForm;
use super::overview::{Overview, Refused};
use super::trial::Trial;
use crate::pages::console::prelude::*;
use accounts::clock::HOUR_MS;
use accounts::key::MAX_OVERLAP_HOURS;

/// Shows the keys page.
pub(super) async fn show(
    visit: &Visit<'_>,
    status: StatusCode,
    notice: Option<Notice>,
) -> Response<ResponseBody> {
    page(visit, status, notice, None).await
}

async fn page(
    visit: &Visit<'_>,
    status: StatusCode,
    notice: Option<Notice>,
    refused: Option<Refused>,
) -> Response<ResponseBody> {
    match Overview::of(visit, refused.as_ref()).await {
        Ok(overview) => overview.page(visit, status, notice).await,
        Err(e) => visit.failed(&e),
    }
}

/// Creates a key. Its secret is shown after a redirect, so that a reload does not create another key.
pub(super) async fn create(visit: &Visit<'_>, form: &SubmittedForm) -> Response<ResponseBody> {
    let mut typed = KeyForm::typed(form);
    typed.check(None, visit.account_now().plan, nicknames(visit, None).iter().map(String::as_str));
    if !typed.wrong.is_empty() {
        return refuse(visit, None, typed).await;
    }
    let (account, by, fields) = (visit.account.id.to_string(), visit.actor(), typed.change());
    match visit.store(move |store| store.create_key_with(&account, &fields, &by)).await {
        Ok(secret) => {
            let what = format!("The key “{}” was created.", typed.nickname());
            visit.done("/console", Notice::Secret { what, text: secret.text }).await
        }
        Err(StoreError::Invalid(text)) => {
            let notice = Notice::Bad(format!("The key was not created. {}", words::sentence(&text)));
            page(visit, StatusCode::BAD_REQUEST, Some(notice), Some(Refused { key: None, form: typed })).await
        }
        Err(e) => visit.failed(&e),
    }
}

/// Performs an action on a key.
pub(super) async fn change(
    visit: &Visit<'_>,
    key: Arc<Key>,
    action: &str,
    form: &SubmittedForm,
) -> Response<ResponseBody> {
    let (id, by, name) = (key.id.to_string(), visit.actor(), &key.nickname);
    match action {
        "enable" => {
            let stored = visit.store(move |s| s.set_enabled(&id, true, &by)).await;
            outcome(visit, stored, format!("The key “{name}” is now enabled.")).await
        }
        "disable" => {
            let done =
                format!("“{name}” is now disabled. Requests with this key and its tokens are rejected.");
            outcome(visit, visit.store(move |s| s.set_enabled(&id, false, &by)).await, done).await
        }
        "delete" => {
            let stored = visit.store(move |s| s.delete_key(&id, &by)).await;
            outcome(visit, stored, format!("The key “{name}” was deleted.")).await
        }
        "rotate" => rotate(visit, &key, form).await,
        "update" => update(visit, &key, form).await,
        "test" => {
            let trial = Trial::of(key, visit.service, visit.call).await;
            visit.done("/console", Notice::Trial(trial)).await
        }
        _ => missing(visit, "This action does not exist.").await,
    }
}

/// Changes the fields of a key, all or none. After an error, the form keeps the submitted values.
async fn update(visit: &Visit<'_>, key: &Arc<Key>, form: &SubmittedForm) -> Response<ResponseBody> {
    let mut typed = KeyForm::typed(form);
    let plan = visit.account_now().plan;
    typed.check(Some(key), plan, nicknames(visit, Some(key)).iter().map(String::as_str));
    if !typed.wrong.is_empty() {
        return refuse(visit, Some(key), typed).await;
    }
    let (id, by, change) = (key.id.to_string(), visit.actor(), typed.change());
    let stored = visit.store(move |s| s.update_key(&id, &change, &by)).await;
    outcome(visit, stored, format!("The changes to “{}” were saved.", typed.nickname())).await
}

/// Rotates the secret of a key. The old one stays valid for the hours in the form.
async fn rotate(visit: &Visit<'_>, key: &Key, form: &SubmittedForm) -> Response<ResponseBody> {
    let hours = form.get("hours").and_then(|h| h.parse::<i64>().ok());
    let Some(hours) = hours.filter(|h| (0..=MAX_OVERLAP_HOURS).contains(h)) else {
        let text =
            format!("Nothing was changed. The old secret can stay valid for 0 to {MAX_OVERLAP_HOURS} hours.");
        return show(visit, StatusCode::BAD_REQUEST, Some(Notice::Bad(text))).await;
    };
    let (id, by) = (key.id.to_string(), visit.actor());
    match visit.store(move |s| s.rotate_key(&id, hours * HOUR_MS, &by)).await {
        Ok(secret) => {
            let old = match hours {
                0 => "The old one no longer works.".to_owned(),
                hours => format!("The old one keeps working for {}.", words::count(hours, "hour")),
            };
            let what = format!("“{}” has a new secret. {old}", key.nickname);
            visit.done("/console", Notice::Secret { what, text: secret.text }).await
        }
        Err(e) => outcome(visit, Err(e), String::new()).await,
    }
}

fn nicknames(visit: &Visit, but: Option<&Key>) -> Vec<String> {
    let snapshot = visit.snapshot();
    let others =
        snapshot.keys_of(&visit.account.id).into_iter().filter(|k| but.is_none_or(|but| k.id != but.id));
    others.map(|k| k.nickname.clone()).collect()
}

/// The page with the rejected form, open and with the submitted values.
async fn refuse(visit: &Visit<'_>, key: Option<&Key>, form: KeyForm) -> Response<ResponseBody> {
    let what = match key {
        Some(key) => format!("The changes to “{}” were not saved", key.nickname),
        None => "The key was not created".to_owned(),
    };
    let notice = Notice::of_form(&what, &form.wrong);
    let refused = Refused { key: key.map(|k| k.id), form };
    page(visit, StatusCode::BAD_REQUEST, Some(notice), Some(refused)).await
}

/// The page for a missing key or action.
pub(super) async fn missing(visit: &Visit<'_>, text: &str) -> Response<ResponseBody> {
    show(visit, StatusCode::NOT_FOUND, Some(Notice::Bad(text.into()))).await
}

async fn outcome(visit: &Visit<'_>, stored: Stored<()>, done: String) -> Response<ResponseBody> {
    match stored {
        Ok(()) => visit.done("/console", Notice::Done(done)).await,
        Err(e @ (StoreError::Invalid(_) | StoreError::NotFound { .. })) => {
            show(visit, StatusCode::BAD_REQUEST, Some(Notice::of_store("Nothing was changed", &e))).await
        }
        Err(e) => visit.failed(&e),
    }
}
