//! The time until a change at one server holds at every server.

use std::time::{Duration, Instant};
use tests::fleet::Fleet;
use tests::fleet::holder::Holder;
use tests::served::{Answer, Headers, Served};

/// Times from the start of a command that disables a key until every server refuses the key.
pub(super) fn disabled_by_command(fleet: &Fleet, holder: &Holder, times: usize) -> Vec<Duration> {
    let mut took = Vec::new();
    for _ in 0..times {
        holder.until_all(fleet, 200);
        let begun = Instant::now();
        fleet.json(&["keys", "disable", &holder.key]);
        holder.until_all(fleet, 401);
        took.push(begun.elapsed());
        fleet.json(&["keys", "enable", &holder.key]);
    }
    took
}

/// Times from sending the form that disables a key in the console of one server until every server refuses
/// the key; the servers take turns.
pub(super) fn disabled_in_console(
    fleet: &Fleet,
    visitor: &Visitor,
    holder: &Holder,
    times: usize,
) -> Vec<Duration> {
    let mut took = Vec::new();
    for server in fleet.servers().iter().cycle().take(times) {
        holder.until_all(fleet, 200);
        let begun = Instant::now();
        visitor.change(server, &holder.key, "disable");
        holder.until_all(fleet, 401);
        took.push(begun.elapsed());
        visitor.change(server, &holder.key, "enable");
    }
    took
}

/// A user who has signed in to the console.
pub(super) struct Visitor {
    cookie: String,
    csrf: String,
}

impl Visitor {
    /// Gives an account a password and signs in at a server.
    pub(super) fn sign_in(fleet: &Fleet, server: &Served, email: &str) -> Self {
        const PASSWORD: &str = "correct horse battery";
        let (code, said) = fleet.operate(&["accounts", "set-password", email], PASSWORD);
        assert_eq!(code, 0, "{said}");
        // The server may not have read the new password yet.
        tests::until("the password", || {
            let page = server.get("/console");
            let cookie = cookie(&page);
            let form = format!(
                "csrf={}&email={}&password={}",
                csrf(&page),
                email.replace('@', "%40"),
                PASSWORD.replace(' ', "+")
            );
            let answer = post(server, "/console/sign-in", &form, &[("Cookie", &cookie)]);
            let cookie = (answer.status == 303).then(|| self::cookie(&answer))?;
            let csrf = csrf(&server.get_with("/console", &[("Cookie", &cookie)]));
            Some(Self { cookie, csrf })
        })
    }

    /// Sends a form about a key.
    pub(super) fn change(&self, server: &Served, key: &str, action: &str) {
        let form = format!("csrf={}", self.csrf);
        let path = format!("/console/keys/{key}/{action}");
        let answer = post(server, &path, &form, &[("Cookie", &self.cookie)]);
        assert_eq!(answer.status, 303, "{path}: {}", answer.text());
    }
}

fn post(server: &Served, path: &str, form: &str, headers: Headers) -> Answer {
    let kind = [("Content-Type", "application/x-www-form-urlencoded")];
    server.send("POST", path, &[&kind, headers].concat(), form)
}

fn cookie(answer: &Answer) -> String {
    answer.header("set-cookie").and_then(|c| c.split(';').next()).expect("a cookie").to_owned()
}

fn csrf(page: &Answer) -> String {
    let text = page.text();
    let field = text.split("name=\"csrf\" value=\"").nth(1).and_then(|p| p.split('"').next());
    field.expect("a hidden field").to_owned()
}
