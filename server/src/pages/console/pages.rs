//! The pages as HTML.

use super::chart;
use crate::accounts::clock::Month;
use crate::accounts::meter::Balance;
use crate::accounts::plan::Plan;
use crate::accounts::secret::Secret;
use crate::accounts::snapshot::{Account, Key};
use crate::accounts::store::UsageRow;
use crate::api::instant::Instant;
use crate::pages::html::{STYLE, escaped};
use std::fmt::Write;
use std::sync::Arc;

/// What only scripts can do: the buttons for copying appear, and deleting asks first. Everything else works
/// without.
pub const SCRIPT: &str = "for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const field = document.getElementById(button.dataset.copy);
    try { await navigator.clipboard.writeText(field.value); button.textContent = 'Copied'; }
    catch { field.type = 'text'; field.select(); button.textContent = 'Press Ctrl+C'; }
  });
}
for (const form of document.querySelectorAll('form[data-ask]'))
  form.addEventListener('submit', event => { if (!confirm(form.dataset.ask)) event.preventDefault(); });
";

const OWN_STYLE: &str = "
header { display: flex; flex-wrap: wrap; gap: .3rem 1rem; align-items: baseline; justify-content: space-between }
h1 { margin: 0; font-size: 1.4rem } h2 { margin: 2rem 0 .6rem; font-size: 1.2rem }
.notice { border-left: .3rem solid var(--accent); background: var(--soft); padding: .6rem 1rem; margin: 1rem 0; overflow-wrap: anywhere }
.notice.bad { border-color: light-dark(#b3261e, #ff8a80) } .notice p { margin: .2rem 0 }
.key { border: 1px solid var(--line); border-radius: .5rem; padding: .8rem 1rem; margin: .8rem 0 } .key h3 { margin: 0; font-size: 1.05rem }
.state { font-weight: 400; font-size: .85rem; padding: .1rem .5rem; border-radius: 1rem; background: var(--soft) } .off { opacity: .75 }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .6rem 0 0 } .row form { margin: 0 }
label { display: block; margin: .6rem 0 } label small { display: block; opacity: .8 }
input, textarea { font: inherit; width: 100%; padding: .4rem .5rem; border: 1px solid var(--line); border-radius: .3rem; background: Field; color: FieldText }
button { font: inherit; padding: .4rem .9rem; border: 1px solid var(--line); border-radius: .3rem; background: ButtonFace; color: ButtonText; cursor: pointer }
button.main { background: var(--accent); color: light-dark(#fff, #000); border-color: var(--accent) }
.secret { display: flex; flex-wrap: wrap; gap: .5rem } .secret input { flex: 1 1 16rem; width: auto; min-width: 0; font-family: monospace }
progress { width: 100%; height: .8rem } .narrow { max-width: 26rem; margin: 4rem auto } dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .4rem 0 }
dt { opacity: .8 } dd { margin: 0; overflow-wrap: anywhere }
.chart { width: 100%; height: auto } .chart text { font-size: 11px; fill: currentColor } .end { text-anchor: end } .middle { text-anchor: middle }
.grid { stroke: var(--line) } .swatch { width: .8em; height: .8em } @media (max-width: 40rem) { .chart text { font-size: 18px } }
";

/// What there is to say about the last request.
pub enum Notice {
    /// Nothing.
    None,
    /// Something was done.
    Done(&'static str),
    /// Something was wrong.
    Bad(String),
    /// A key was made: its secret is shown now and never again.
    Created(Secret),
    /// A key was tried.
    Tested {
        /// Its name.
        nickname: String,
        /// What was requested.
        path: String,
        /// What came back.
        status: u16,
        /// What came back.
        body: String,
    },
}

impl Notice {
    /// From the word in the address after a form was taken.
    pub fn done(word: &str) -> Self {
        match word {
            "enabled" => Self::Done("The key is enabled."),
            "disabled" => Self::Done(
                "The key is disabled. Requests with it and with its tokens are refused from now on.",
            ),
            "deleted" => Self::Done("The key is deleted for ever."),
            "saved" => Self::Done("The changes are saved."),
            _ => Self::None,
        }
    }

    fn html(&self) -> String {
        match self {
            Self::None => String::new(),
            Self::Done(text) => format!("<div class=\"notice\" role=\"status\"><p>{text}</p></div>"),
            Self::Bad(text) => {
                format!("<div class=\"notice bad\" role=\"alert\"><p>{}</p></div>", escaped(text))
            }
            Self::Created(Secret { id, text }) => format!(
                "<div class=\"notice\" role=\"status\"><p><b>Your new key.</b> It is shown only now: copy it and keep it secret.</p>\
                 <div class=\"secret\"><input id=\"secret\" type=\"password\" readonly autocomplete=\"off\" aria-label=\"The key\" value=\"{text}\">\
                 <button type=\"button\" class=\"main\" data-copy=\"secret\" hidden>Copy</button></div>\
                 <p><code>{}</code></p><details><summary>Show it</summary><code>{text}</code></details></div>",
                id.masked()
            ),
            Self::Tested { nickname, path, status, body } => format!(
                "<div class=\"notice\" role=\"status\"><p><b>{}</b> requested the current Julian Day: <code>GET {}</code> was answered with <b>{status}</b>.</p><pre><code>{}</code></pre></div>",
                escaped(nickname),
                escaped(path),
                escaped(body)
            ),
        }
    }
}

fn document(title: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{} · Umbra</title><style>{STYLE}{OWN_STYLE}</style></head><body>{body}<script src=\"/console/script.js\"></script></body></html>",
        escaped(title)
    )
}

/// The form for signing in.
pub fn sign_in(notice: &Notice, email: &str) -> String {
    let body = format!(
        "<main class=\"narrow\"><h1>Umbra console</h1>{}<form method=\"post\" action=\"/console/sign-in\">\
         <label>Email address<input name=\"email\" type=\"email\" required autocomplete=\"username\" value=\"{}\"></label>\
         <label>Password<input name=\"password\" type=\"password\" required autocomplete=\"current-password\"></label>\
         <button class=\"main\">Sign in</button></form><p><a href=\"/docs\">Reference</a></p></main>",
        notice.html(),
        escaped(email)
    );
    document("Sign in", &body)
}

/// A page that only says something.
pub fn problem(text: &str) -> String {
    document(
        "Console",
        &format!(
            "<main class=\"narrow\"><h1>Umbra console</h1><p>{}</p><p><a href=\"/console\">To the console</a></p></main>",
            escaped(text)
        ),
    )
}

/// Everything about an account.
pub struct Overview<'a> {
    /// The account.
    pub account: &'a Account,
    /// Its keys, oldest first.
    pub keys: &'a [&'a Arc<Key>],
    /// The hidden field of every form.
    pub csrf: &'a str,
    /// The present month.
    pub month: Month,
    /// Credits used and left.
    pub balance: Balance,
    /// By day, key and operation.
    pub usage: &'a [UsageRow],
}

impl Overview<'_> {
    /// The page.
    pub fn page(&self, notice: &Notice) -> String {
        let Self { account, csrf, balance, .. } = self;
        let mut html = format!(
            "<header><h1>Umbra console</h1><span>{} · plan <b>{}</b> · account <code>{}</code></span><form method=\"post\" action=\"/console/sign-out\">{}<button>Sign out</button></form></header><main>{}",
            escaped(&account.name),
            account.plan,
            account.id,
            hidden(csrf),
            notice.html()
        );
        html.push_str("<h2>Keys</h2>");
        if self.keys.is_empty() {
            html.push_str("<p>There is no key yet. Make one below.</p>");
        }
        for key in self.keys {
            self.key(&mut html, key);
        }
        let _ = write!(
            html,
            "<details class=\"key\"{}><summary><b>New key</b></summary><form method=\"post\" action=\"/console/keys\">{}{}<button class=\"main\">Make the key</button></form></details>",
            if self.keys.is_empty() { " open" } else { "" },
            hidden(csrf),
            naming("", "")
        );
        let ends = Instant { unix_ms: self.month.end_ms() }.iso();
        let _ = write!(
            html,
            "<h2>Usage of this month</h2><p>{} of {} credits are used; {} are left. The allowance is new on {} at midnight UTC.</p><progress max=\"{}\" value=\"{}\" aria-label=\"Credits used\"></progress>{}</main>",
            balance.used,
            account.allowance,
            balance.remaining,
            &ends[..10],
            account.allowance.to_f64().max(1e-9),
            balance.used.to_f64(),
            chart::of_month(self.month, self.usage)
        );
        document("Console", &html)
    }

    fn key(&self, html: &mut String, key: &Key) {
        let id = key.id;
        let (state, class, turn, action) = if key.enabled {
            ("enabled", "", "Disable", "disable")
        } else {
            ("disabled", " off", "Enable", "enable")
        };
        let of_key = self
            .usage
            .iter()
            .filter(|u| u.key == id.as_str())
            .fold((0, 0.0), |sum, u| (sum.0 + u.calls, sum.1 + u.credits));
        let entitlements = if key.entitlements.words().is_empty() {
            "none".to_owned()
        } else {
            key.entitlements.words().join(", ")
        };
        let _ = write!(
            html,
            "<article class=\"key{class}\" id=\"key-{id}\"><h3>{} <span class=\"state\">{state}</span></h3><p>{}</p><dl><dt>Key</dt><dd><code>{}</code></dd>\
             <dt>Entitlements</dt><dd>{}</dd><dt>Origins</dt><dd>{}</dd><dt>Addresses</dt><dd>{}</dd><dt>This month</dt><dd>{} calls, {} credits</dd></dl><div class=\"row\">",
            escaped(&key.nickname),
            escaped(&key.description),
            id.masked(),
            escaped(&entitlements),
            any(&key.origins.text()),
            any(&key.ips.text()),
            of_key.0,
            of_key.1,
        );
        let button = |action: &str, text: &str, ask: &str| {
            let ask = if ask.is_empty() { String::new() } else { format!(" data-ask=\"{ask}\"") };
            format!(
                "<form method=\"post\" action=\"/console/keys/{id}/{action}\"{ask}>{}<button>{text}</button></form>",
                hidden(self.csrf)
            )
        };
        html.push_str(&button("test", "Test", ""));
        html.push_str(&button(action, turn, ""));
        html.push_str(&button(
            "delete",
            "Delete",
            "Delete this key for ever? Programs that use it will be refused.",
        ));
        let has_rules = key.entitlements.open(Plan::Pro);
        let rules = if has_rules {
            format!(
                "<label>Allowed origins<small>Hosts separated by semicolons, each with at most one *: app.example.org; *.example.net. Empty: any.</small><input name=\"origins\" value=\"{}\"></label>\
                 <label>Allowed addresses<small>IPv4 and IPv6 addresses and CIDR blocks separated by commas: 203.0.113.7, 2001:db8::/32. Empty: any.</small><input name=\"ips\" value=\"{}\"></label>",
                escaped(&key.origins.text()),
                escaped(&key.ips.text())
            )
        } else {
            "<p><small>Rules for origins and addresses come with the plans pro and enterprise.</small></p>"
                .to_owned()
        };
        let _ = write!(
            html,
            "</div><details><summary>Edit</summary><form method=\"post\" action=\"/console/keys/{id}/update\">{}{}{rules}<button class=\"main\">Save</button></form></details></article>",
            hidden(self.csrf),
            naming(&key.nickname, &key.description)
        );
    }
}

fn hidden(csrf: &str) -> String {
    format!("<input type=\"hidden\" name=\"csrf\" value=\"{csrf}\">")
}

fn naming(nickname: &str, description: &str) -> String {
    format!(
        "<label>Nickname<small>1 to 32 letters and digits; usage is told by it.</small><input name=\"nickname\" required maxlength=\"32\" pattern=\"[A-Za-z0-9]+\" value=\"{}\"></label>\
         <label>Description<input name=\"description\" maxlength=\"1000\" value=\"{}\"></label>",
        escaped(nickname),
        escaped(description)
    )
}

fn any(rules: &str) -> String {
    if rules.is_empty() { "any".to_owned() } else { format!("<code>{}</code>", escaped(rules)) }
}
