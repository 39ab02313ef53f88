//! Keys in the console: refused forms keep their text, secrets are shown once, and deletions need
//! confirmation.

use super::console::{Console, Visitor, make_key, post, secret_in, signed_in, start};
use super::operator::json;
use super::*;

/// Sends a form about a key.
fn change(server: &Console, visitor: &Visitor, key: &str, action: &str, fields: &str) -> Raw {
    server.submit(visitor, &format!("/console/keys/{key}/{action}"), fields)
}

#[test]
fn a_refused_edit_keeps_what_was_typed_and_says_at_each_field_what_is_wrong() {
    let server = start(Plan::Pro);
    let visitor = signed_in(&server);
    let (id, _) = make_key(&server, &visitor, "main");
    make_key(&server, &visitor, "other");
    let fields = "nickname=other&description=%3Cshop%3E&origins=https%3A%2F%2Fshop.example.org%3A80%2Fa;\
        %20b.org&ips=300.1.2.3,%20192.0.2.1,%20x";
    let refused = change(&server, &visitor, &id, "update", fields);
    let text = refused.text();
    assert_eq!(refused.status, 400, "{text}");
    for part in [
        "The changes to “main” were not saved. Please correct the 3 fields marked below.",
        "value=\"&lt;shop&gt;\"",
        "value=\"https://shop.example.org:80/a; b.org\"",
        "<details open>",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    for (field, says) in [
        ("nickname", "another key with the nickname"),
        ("origins", "without scheme, port or path"),
        ("ips", "300.1.2.3"),
        ("ips", "&quot;x&quot;"),
    ] {
        let wrong = text.split(&format!("id=\"edit-{id}-{field}-wrong\">")).nth(1);
        let wrong = wrong.and_then(|p| p.split('<').next());
        assert!(wrong.is_some_and(|wrong| wrong.contains(says)), "{field}: {wrong:?}");
    }
    assert_eq!(text.matches("aria-invalid=\"true\"").count(), 3, "{text}");
    assert_eq!(text.matches(" autofocus").count(), 1, "the first field that is wrong: {text}");
    // Nothing was saved, and nothing of it is on the next page.
    assert!(!server.page(&visitor, "/console").contains("shop"));
    // The same holds for a new key.
    let refused = server.submit(&visitor, "/console/keys", "nickname=main&description=mine");
    assert_eq!(refused.status, 400);
    for part in ["The key was not created. Please correct the field below.", "value=\"mine\"", "new\" open>"]
    {
        assert!(refused.text().contains(part), "{part}: {}", refused.text());
    }
}

#[test]
fn a_secret_is_shown_once_after_a_redirect_and_reloading_makes_no_other() {
    let server = start(Plan::Free);
    let (visitor, other) = (signed_in(&server), signed_in(&server));
    let made = server.submit(&visitor, "/console/keys", "nickname=one&description=");
    assert_eq!((made.status, made.header("location")), (303, Some("/console")));
    assert!(made.body.is_empty() && made.header("cache-control") == Some("no-store"));
    // Another session or a HEAD request does not use up the display.
    assert!(!server.page(&other, "/console").contains("id=\"secret\""));
    server.send("HEAD", "/console", &[("Cookie", &visitor.0)], "");
    let shown = server.get_with("/console", &[("Cookie", &visitor.0)]);
    assert_eq!(shown.header("cache-control"), Some("no-store"));
    let secret = secret_in(&shown.text());
    assert_eq!(server.get(&format!("{FREE}?apiKey={secret}")).status, 200);
    let again = server.page(&visitor, "/console");
    assert!(!again.contains(&secret) && !again.contains("was created"), "{again}");
    assert_eq!(again.matches("<article").count(), 1);
}

#[test]
fn deleting_asks_first_and_needs_no_script() {
    let server = start(Plan::Free);
    let visitor = signed_in(&server);
    let (id, secret) = make_key(&server, &visitor, "main");
    let (path, form) = (format!("{FREE}?apiKey={secret}"), format!("/console/keys/{id}/delete"));
    assert_eq!(server.get(&path).status, 200);
    let question = server.page(&visitor, &form);
    for part in ["Delete “main”?", "Delete main permanently", "1 call."] {
        assert!(question.contains(part), "{part}: {question}");
    }
    assert_eq!(server.get(&path).status, 200, "a question deletes nothing");
    assert_eq!(server.submit(&visitor, &form, "").status, 303);
    assert!(server.page(&visitor, "/console").contains("The key “main” was deleted."));
    assert_eq!(server.get(&path).status, 401);
    // Its page no longer exists either, and requires a session.
    let gone = server.get_with(&form, &[("Cookie", &visitor.0)]);
    assert!(gone.status == 404 && gone.text().contains("This key does not exist."), "{}", gone.text());
    assert!(server.get(&form).text().contains("Sign in"));
}

#[test]
fn a_rotated_key_has_a_new_secret_and_the_same_rules_and_the_old_secret_has_its_time() {
    let server = start(Plan::Pro);
    let visitor = signed_in(&server);
    let (id, first) = make_key(&server, &visitor, "main");
    let fields = "nickname=main&description=&origins=&ips=127.0.0.1";
    assert_eq!(change(&server, &visitor, &id, "update", fields).status, 303);
    let question = server.page(&visitor, &format!("/console/keys/{id}/rotate"));
    assert!(question.contains("Rotate “main”?") && question.contains("24 hours"), "{question}");
    let status = |secret: &str| server.get(&format!("{FREE}?apiKey={secret}")).status;
    let rotated = change(&server, &visitor, &id, "rotate", "hours=1");
    assert_eq!((rotated.status, rotated.header("location")), (303, Some("/console")), "{}", rotated.text());
    let shown = server.page(&visitor, "/console");
    let second = secret_in(&shown);
    let notice = "“main” has a new secret. The old one keeps working for 1 hour.";
    for part in [notice, "Old secret", "<code>127.0.0.1</code>"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert_ne!(first, second);
    assert_eq!((status(&first), status(&second)), (200, 200));
    // At once: both from before end.
    assert_eq!(change(&server, &visitor, &id, "rotate", "hours=0").status, 303);
    let third = secret_in(&server.page(&visitor, "/console"));
    for wrong in ["", "hours=25", "hours=-1", "hours=x"] {
        let refused = change(&server, &visitor, &id, "rotate", wrong);
        assert!(refused.status == 400 && refused.text().contains("0 to 24 hours"), "{wrong}");
    }
    assert_eq!([&first, &second, &third].map(|secret| status(secret)), [401, 401, 200]);
}

#[test]
fn every_change_in_the_console_is_in_the_audit_log_and_its_holder_sees_it() {
    let server = start(Plan::Pro);
    let visitor = signed_in(&server);
    let send = |path: &str, fields: &str| {
        let form = format!("csrf={}&{fields}", visitor.1);
        let headers = [("Cookie", visitor.0.as_str()), ("X-Forwarded-For", "198.51.100.7")];
        let sent = post(&server, path, &form, &headers);
        assert_eq!(sent.status, 303, "{path}: {}", sent.text());
    };
    send("/console/keys", "nickname=main&description=");
    let id = secret_in(&server.page(&visitor, "/console"))["umbra_".len()..][..12].to_owned();
    send(&format!("/console/keys/{id}/update"), "nickname=second&description=&origins=a.org&ips=");
    for action in ["disable", "enable", "delete"] {
        send(&format!("/console/keys/{id}/{action}"), "");
    }
    send("/console/account/name", "name=Countess");
    send("/console/account/email", "email=countess%40example.org&password=correct+horse+battery");
    let lines = json(&server.accounts(), &["audit", "--account", "countess@example.org"]);
    let lines = &lines.as_array().expect("lines")[1..];
    for line in lines {
        assert_eq!((line["by"].as_str(), line["from"].as_str()), (Some("holder"), Some("198.51.100.7")));
        assert_eq!(line["name"], line["account"], "{line}");
    }
    let actions: Vec<_> = lines.iter().map(|line| line["action"].as_str().unwrap_or_default()).collect();
    let of_key = ["key.create", "key.change", "key.change", "key.change", "key.delete"];
    assert_eq!(actions, [&of_key[..], &["account.name", "account.email"]].concat());
    let history = server.page(&visitor, "/console/account");
    for part in [
        "Account created",
        "the operator",
        "Key deleted",
        "Name changed",
        "you, from 198.51.100.7",
        "Countess",
        "nickname: main → second",
    ] {
        assert!(history.contains(part), "{part}: {history}");
    }
}

#[test]
fn a_trial_says_that_a_key_is_good_where_its_rules_do_not_allow_the_console() {
    let server = start(Plan::Pro);
    let visitor = signed_in(&server);
    let (id, _) = make_key(&server, &visitor, "main");
    let origin = format!("http://{HOST}");
    let tried = |rules: &str| {
        let fields = format!("nickname=main&description=&{rules}");
        assert_eq!(change(&server, &visitor, &id, "update", &fields).status, 303);
        let (path, form) = (format!("/console/keys/{id}/test"), format!("csrf={}", visitor.1));
        let headers = [("Cookie", visitor.0.as_str()), ("Origin", &origin)];
        assert_eq!(post(&server, &path, &form, &headers).status, 303);
        server.page(&visitor, "/console")
    };
    let works = tried("origins=&ips=");
    assert!(works.contains("“main” works.") && works.contains("</code>: 200"), "{works}");
    let by_origin = tried("origins=app.example.org&ips=");
    assert!(by_origin.contains("“main” is valid.") && by_origin.contains(&origin), "{by_origin}");
    assert!(!server.page(&visitor, "/console").contains("is valid."), "shown once");
    assert_eq!(change(&server, &visitor, &id, "disable", "").status, 303);
    let disabled = tried("origins=&ips=");
    assert!(disabled.contains("was rejected.") && disabled.contains("the key is disabled"), "{disabled}");
}

#[test]
fn the_first_page_says_what_to_do_first_and_leads_on() {
    let server = start(Plan::Free);
    let visitor = signed_in(&server);
    let text = server.page(&visitor, "/console");
    let links = ["href=\"/docs\"", "href=\"/docs/widgets\"", "<nav aria-label=\"Console\">"];
    for part in
        links.into_iter().chain(["No keys yet", "apiKey=YOUR_KEY", "new\" open>", "0 of 5,000 credits"])
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    make_key(&server, &visitor, "main");
    let text = server.page(&visitor, "/console");
    assert!(!text.contains("No keys yet") && text.contains("0 calls, 0 credits"), "{text}");
    for action in ["Test", "Disable", "Rotate", "Delete", "Save"] {
        assert_eq!(text.matches(&format!("aria-label=\"{action} main\"")).count(), 1, "{action}: {text}");
    }
}

#[test]
fn visitors_are_warned_from_four_fifths_of_their_allowance_on() {
    let server = start(Plan::Free);
    server.allow(Plan::Free, 5.0);
    let visitor = signed_in(&server);
    let call = format!("{FREE}?apiKey={}", make_key(&server, &visitor, "main").1);
    for (calls, says) in [(7, ""), (1, "used 80 % of the credits"), (2, "used all credits of this month.")] {
        (0..calls).for_each(|_| assert_eq!(server.get(&call).status, 200));
        for path in ["/console", "/console/usage", "/console/account"] {
            let text = server.page(&visitor, path);
            assert!(text.contains(says), "{path}: {text}");
            assert_eq!(text.contains("redits of this month."), !says.is_empty(), "{path}: {text}");
        }
    }
    assert_eq!(server.get(&call).status, 402);
}

#[test]
fn usage_of_past_months_is_a_page_each() {
    let server = start(Plan::Free);
    let visitor = signed_in(&server);
    let (id, _) = make_key(&server, &visitor, "main");
    let db = rusqlite::Connection::open(server.accounts()).expect("the database");
    db.busy_timeout(std::time::Duration::from_secs(10)).expect("patience");
    // 2024-02-29, a day with 1,234 calls; the account is older.
    let filled = db.execute_batch(&format!(
        "INSERT INTO usage VALUES ('{id}', 19782, 'julian-day', 1234, 617000);
         UPDATE accounts SET created_ms = 1704067200000;"
    ));
    filled.expect("usage");
    let page = |query: &str| server.page(&visitor, &format!("/console/usage{query}"));
    let present = page("");
    assert!(present.contains("<option value=\"2024-01\">January 2024</option>"), "{present}");
    let february = page("?month=2024-02");
    for part in
        ["Usage in February 2024", "julian-day on day 29: 617 credits", ">1,234</td>", "<td>main</td>"]
    {
        assert!(february.contains(part), "{part}: {february}");
    }
    assert!(page("?month=2024-01").contains("No usage in this month"));
    // An invalid or future month shows the current month.
    let heading = |page: &str| page.split("<h1>").nth(1).and_then(|p| p.split('<').next()).map(str::to_owned);
    for other in ["2999-01", "nonsense", "%3Cscript%3E"] {
        assert_eq!(heading(&page(&format!("?month={other}"))), heading(&present), "{other}");
    }
}

#[test]
fn rules_of_a_new_key_hold_from_its_first_call() {
    let server = start(Plan::Pro);
    let visitor = signed_in(&server);
    assert!(server.page(&visitor, "/console").contains("Limit where it works"));
    let create = |origins: &str| {
        let fields = format!("nickname=shop&description=&origins={origins}&ips=");
        server.submit(&visitor, "/console/keys", &fields)
    };
    let refused = create("https%3A%2F%2Fshop.example.org%2Fa");
    assert_eq!(refused.status, 400);
    assert!(refused.text().contains("id=\"new-origins-wrong\""), "{}", refused.text());
    assert_eq!(create("https%3A%2F%2FShop.example.org%2F%3B+*.example.net").status, 303);
    let text = server.page(&visitor, "/console");
    assert!(text.contains("<code>shop.example.org; *.example.net</code>"), "{text}");
    let path = format!("{FREE}?apiKey={}", secret_in(&text));
    let from = |origin: &str| server.get_with(&path, &[("Origin", origin)]).status;
    assert_eq!((from("https://shop.example.org"), from("https://example.net")), (200, 403));
    // The free plan has no rules, even if a form sends some.
    let free = start(Plan::Free);
    let visitor = signed_in(&free);
    assert!(!free.page(&visitor, "/console").contains("Limit where it works"));
    let refused = free.submit(&visitor, "/console/keys", "nickname=one&description=&origins=a.org&ips=");
    assert!(refused.status == 400 && refused.text().contains("plan pro"), "{}", refused.text());
}
