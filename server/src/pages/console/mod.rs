//! The console: pages on which the holder of an account manages its keys. Rendered here, usable without
//! scripts, and nothing comes from another host.

mod chart;
mod forms;
mod key_card;
mod notice;
mod pages;
mod session;

use crate::accounts::clock::Month;
use crate::accounts::key::KeyChange;
use crate::accounts::password;
use crate::accounts::secret::KeyId;
use crate::accounts::snapshot::{Account, Key};
use crate::accounts::store::{Store, StoreError, Stored};
use crate::api::instant::Instant;
use crate::http::body::Answer;
use crate::http::call::Call;
use crate::service::{Page, PageRequest, PageResponse, Service};
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Method, Response, StatusCode, Uri};
use notice::Notice;
use pages::Overview;
use session::{SESSION_S, Session, Sessions, SignInLimits};
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::Semaphore;

const COOKIE: &str = "umbra_session";
/// Content-Security-Policy of the pages: their own style, the script of the console, and its forms.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; \
    form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/// Passwords that are hashed at a time; each takes 19 MiB.
const MAX_HASHES: usize = 2;

/// The console: sessions and attempts to sign in, in memory between requests.
pub struct Console {
    sessions: Sessions,
    sign_in_limits: SignInLimits,
    hashes: Semaphore,
}

/// A form that was sent.
type Form = HashMap<String, String>;

/// A request of somebody who is signed in.
struct Visit<'a> {
    service: &'a Arc<Service>,
    call: &'a Call<'a>,
    session: Session,
    account: Arc<Account>,
}

impl Console {
    /// Makes a console to which nobody is signed in.
    pub fn new() -> Self {
        Self {
            sessions: Sessions::default(),
            sign_in_limits: SignInLimits::default(),
            hashes: Semaphore::new(MAX_HASHES),
        }
    }
}

impl Page for Console {
    fn paths(&self) -> &'static [&'static str] {
        &["/console", "/console/", "/console/{*rest}"]
    }

    fn respond<'a>(&'a self, request: PageRequest<'a>) -> PageResponse<'a> {
        Box::pin(answer(self, request))
    }
}

impl Default for Console {
    fn default() -> Self {
        Self::new()
    }
}

/// Answers a request to the console.
async fn answer(console: &Console, request: PageRequest<'_>) -> Response<Answer> {
    let PageRequest { service, call, form, is_over_tls } = request;
    let parts: Vec<&str> = call.uri.path().split('/').filter(|p| !p.is_empty()).skip(1).collect();
    let is_post = match *call.method {
        Method::GET | Method::HEAD => false,
        Method::POST => true,
        _ => return method_not_allowed("GET, HEAD, POST"),
    };
    match (is_post, parts.as_slice()) {
        (false, []) => return overview(console, service, call).await,
        (false, ["script.js"]) => return script(),
        (true, ["script.js"]) => return method_not_allowed("GET, HEAD"),
        (false, ["sign-in" | "sign-out"] | ["keys", ..]) => return method_not_allowed("POST"),
        (true, []) => return method_not_allowed("GET, HEAD"),
        (true, ["sign-in" | "sign-out" | "keys"] | ["keys", _, _]) => {}
        _ => return page(StatusCode::NOT_FOUND, &pages::problem("There is no such page.")),
    }
    if !is_of_same_origin(call) {
        return page(StatusCode::FORBIDDEN, &pages::problem("This form was sent from another site."));
    }
    let form: Form = form_urlencoded::parse(form).into_owned().collect();
    if parts == ["sign-in"] {
        return sign_in(console, service, call, &form, is_over_tls).await;
    }
    let Some(visit) = visit(console, service, call) else { return redirect("/console", None) };
    if !visit.session.owns_form(form.get("csrf").map_or("", |c| c)) {
        return page(
            StatusCode::FORBIDDEN,
            &pages::problem("This form is too old. Go back, load the page again, and repeat what you did."),
        );
    }
    match parts.as_slice() {
        ["sign-out"] => {
            if let Some(token) = cookie(call.headers) {
                console.sessions.end(token);
            }
            redirect(
                "/console",
                Some(format!("{COOKIE}=; Path=/console; HttpOnly; SameSite=Strict; Max-Age=0")),
            )
        }
        ["keys"] => visit.create(&form).await,
        ["keys", id, action] => match visit.key(id) {
            Some(key) => visit.change(key, action, form).await,
            None => {
                visit
                    .overview(StatusCode::NOT_FOUND, Notice::Bad("This account has no such key.".into()))
                    .await
            }
        },
        _ => redirect("/console", None),
    }
}

async fn overview(console: &Console, service: &Arc<Service>, call: &Call<'_>) -> Response<Answer> {
    match visit(console, service, call) {
        Some(visit) => {
            let done = form_urlencoded::parse(call.uri.query().unwrap_or("").as_bytes())
                .find(|(name, _)| name == "done")
                .map(|(_, value)| value);
            visit.overview(StatusCode::OK, Notice::done(done.as_deref().unwrap_or(""))).await
        }
        None => page(StatusCode::OK, &pages::sign_in(&Notice::None, "")),
    }
}

async fn sign_in(
    console: &Console,
    service: &Arc<Service>,
    call: &Call<'_>,
    form: &Form,
    is_over_tls: bool,
) -> Response<Answer> {
    let (email, password) =
        (form.get("email").cloned().unwrap_or_default(), form.get("password").cloned().unwrap_or_default());
    if let Err(seconds) = console.sign_in_limits.attempt(&email, call.client, call.now_ms) {
        let notice = Notice::Bad(format!(
            "Too many attempts to sign in. Try again in {} minutes.",
            seconds.div_ceil(60)
        ));
        let mut response = page(StatusCode::TOO_MANY_REQUESTS, &pages::sign_in(&notice, &email));
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        return response;
    }
    let found = service
        .gate
        .ledger
        .snapshot()
        .accounts
        .values()
        .find(|a| a.email.eq_ignore_ascii_case(email.trim()))
        .cloned();
    let hash = found.as_ref().and_then(|a| a.password_hash.clone());
    let _permit = console.hashes.acquire().await.expect("nobody closes it");
    let matches = tokio::task::spawn_blocking(move || password::matches(&password, hash.as_deref()))
        .await
        .unwrap_or(false);
    match found.filter(|_| matches) {
        Some(account) => {
            tracing::info!(account = &*account.id, "signed in to the console");
            let secure = if is_over_tls { "; Secure" } else { "" };
            let token = console.sessions.begin(&account, call.now_ms);
            redirect(
                "/console",
                Some(format!(
                    "{COOKIE}={token}; Path=/console; HttpOnly; SameSite=Strict; Max-Age={SESSION_S}{secure}"
                )),
            )
        }
        None => page(
            StatusCode::UNAUTHORIZED,
            &pages::sign_in(&Notice::Bad("Email address or password is wrong.".into()), &email),
        ),
    }
}

/// The visit of somebody who is signed in, if the request has a valid session.
fn visit<'a>(console: &Console, service: &'a Arc<Service>, call: &'a Call<'a>) -> Option<Visit<'a>> {
    let snapshot = service.gate.ledger.snapshot();
    let (session, account) = console.sessions.find(cookie(call.headers)?, &snapshot, call.now_ms)?;
    Some(Visit { service, call, session, account })
}

impl Visit<'_> {
    /// A key of this account, and of no other.
    fn key(&self, id: &str) -> Option<Arc<Key>> {
        let snapshot = self.service.gate.ledger.snapshot();
        snapshot.keys.get(&KeyId::parse(id)?).filter(|k| k.account.id == self.account.id).cloned()
    }

    /// Runs work on the store, away from the threads that answer requests.
    async fn store<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Store) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        let service = self.service.clone();
        tokio::task::spawn_blocking(move || service.gate.ledger.with(work))
            .await
            .unwrap_or(Err(StoreError::Stopping))
    }

    async fn overview(&self, status: StatusCode, notice: Notice) -> Response<Answer> {
        let month = Month::of(self.call.now_ms);
        let id = self.account.id.to_string();
        let usage = match self.store(move |store| store.usage(month, Some(&id))).await {
            Ok(usage) => usage,
            Err(e) => return self.failed(&e),
        };
        let snapshot = self.service.gate.ledger.snapshot();
        // What has just been changed may have changed the account, too.
        let account = snapshot.accounts.get(&self.account.id).unwrap_or(&self.account);
        let overview = Overview {
            account,
            keys: &snapshot.keys_of(&account.id),
            csrf: &self.session.csrf,
            month,
            balance: account.meter.balance(account.allowance, self.call.now_ms),
            usage: &usage,
        };
        page(status, &overview.page(&notice))
    }

    async fn create(&self, form: &Form) -> Response<Answer> {
        let (nickname, description) = (field(form, "nickname"), field(form, "description"));
        let (account, now_ms) = (self.account.id.to_string(), self.call.now_ms);
        match self.store(move |store| store.create_key(&account, &nickname, &description, now_ms)).await {
            Ok(secret) => self.overview(StatusCode::OK, Notice::Created(secret)).await,
            Err(e) => self.refused(&e).await,
        }
    }

    async fn change(&self, key: Arc<Key>, action: &str, form: Form) -> Response<Answer> {
        let (id, now_ms) = (key.id.to_string(), self.call.now_ms);
        let done = match action {
            "enable" => self.store(move |s| s.set_enabled(&id, true)).await.map(|()| "enabled"),
            "disable" => self.store(move |s| s.set_enabled(&id, false)).await.map(|()| "disabled"),
            "delete" => self.store(move |s| s.delete_key(&id, now_ms)).await.map(|()| "deleted"),
            "update" => self.store(move |s| s.update_key(&id, &key_change(&form))).await.map(|()| "saved"),
            "test" => return self.test(key).await,
            _ => {
                return self
                    .overview(StatusCode::NOT_FOUND, Notice::Bad("There is no such action.".into()))
                    .await;
            }
        };
        match done {
            Ok(done) => redirect(&format!("/console?done={done}"), None),
            Err(e) => self.refused(&e).await,
        }
    }

    /// Requests the current Julian Day with a key, exactly as its holder would from this browser.
    async fn test(&self, key: Arc<Key>) -> Response<Answer> {
        let now = Instant { unix_ms: self.call.now_ms }.iso();
        let path = format!("/julian-day/{now}");
        let uri: Uri = path.parse().expect("a path with a date");
        let headers = ["origin", "host"]
            .into_iter()
            .filter_map(|n| Some((n.parse().ok()?, self.call.headers.get(n)?.clone())))
            .collect();
        let call = Call { method: &Method::GET, uri: &uri, headers: &headers, ..*self.call };
        let nickname = key.nickname.clone();
        let response = self.service.answer_to(&call, key).response;
        let status = response.status();
        let body = match response.into_body() {
            Answer::Full(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Answer::Shared(_) | Answer::Streamed(_) => unreachable!("a Julian Day is a short answer"),
        };
        self.overview(StatusCode::OK, Notice::Tested { nickname, path, status: status.as_u16(), body }).await
    }

    async fn refused(&self, e: &StoreError) -> Response<Answer> {
        match e {
            StoreError::Invalid(_) | StoreError::NotFound { .. } => {
                self.overview(StatusCode::BAD_REQUEST, Notice::Bad(e.to_string())).await
            }
            _ => self.failed(e),
        }
    }

    fn failed(&self, e: &StoreError) -> Response<Answer> {
        tracing::error!(error = %e, account = &*self.account.id, "the console could not use the accounts");
        page(
            StatusCode::SERVICE_UNAVAILABLE,
            &pages::problem("The accounts cannot be used now. Try again in a minute."),
        )
    }
}

/// The fields of the form for a key; those for rules are absent where the plan has none.
fn key_change(form: &Form) -> KeyChange {
    KeyChange {
        nickname: Some(field(form, "nickname")),
        description: Some(field(form, "description")),
        origins: form.get("origins").cloned(),
        ips: form.get("ips").cloned(),
        enabled: None,
    }
}

fn field(form: &Form, name: &str) -> String {
    form.get(name).map(|v| v.trim().to_owned()).unwrap_or_default()
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let pairs =
        headers.get_all(header::COOKIE).iter().filter_map(|v| v.to_str().ok()).flat_map(|v| v.split(';'));
    pairs.filter_map(|p| p.trim().split_once('=')).find(|(name, _)| *name == COOKIE).map(|(_, value)| value)
}

/// Whether a form comes from a page of this host, as far as the browser says. (Cookies with `SameSite=Strict`
/// and the hidden field say it once more.)
fn is_of_same_origin(call: &Call) -> bool {
    let host = call.uri.authority().map(|a| a.as_str()).or_else(|| call.header(header::HOST)).unwrap_or("");
    let by_site =
        call.headers.get("sec-fetch-site").is_none_or(|s| matches!(s.as_bytes(), b"same-origin" | b"none"));
    let by_origin = call
        .header(header::ORIGIN)
        .is_none_or(|o| o.split_once("://").is_some_and(|(_, of)| of.eq_ignore_ascii_case(host)));
    by_site && by_origin
}

fn page(status: StatusCode, html: &str) -> Response<Answer> {
    let mut response = Response::new(Answer::Full(html.to_owned().into()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CONTENT_SECURITY_POLICY));
    // Without a referrer there would be no Origin in forms either.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    no_store(response)
}

fn script() -> Response<Answer> {
    let mut response = Response::new(Answer::Full(pages::SCRIPT.into()));
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static("text/javascript; charset=utf-8"));
    no_store(response)
}

fn redirect(place: &str, cookie: Option<String>) -> Response<Answer> {
    let mut response = Response::new(Answer::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    let headers = response.headers_mut();
    let value = |text: &str| HeaderValue::from_str(text).expect("paths and tokens of letters and digits");
    headers.insert(header::LOCATION, value(place));
    if let Some(cookie) = cookie {
        headers.insert(header::SET_COOKIE, value(&cookie));
    }
    no_store(response)
}

fn method_not_allowed(allowed: &'static str) -> Response<Answer> {
    let mut response =
        page(StatusCode::METHOD_NOT_ALLOWED, &pages::problem("This page cannot be used in that way."));
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allowed));
    response
}

fn no_store(mut response: Response<Answer>) -> Response<Answer> {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
