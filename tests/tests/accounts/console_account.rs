//! The page of an account: its name, email address, password and sessions.

use super::console::{
    Console, EMAIL, PASSWORD, Visitor, cookie_in, csrf_in, make_key, post, sign_in, signed_in, start,
};
use super::operator::{failure, json, text};
use super::*;
use server::testing::{DAY_MS, password};

const NEW_PASSWORD: &str = "another good password";

/// Sends a form of the page of the account.
fn change(server: &Console, visitor: &Visitor, action: &str, fields: &str) -> Raw {
    server.submit(visitor, &format!("/console/account/{action}"), fields)
}

#[test]
fn a_holder_changes_name_and_email_address() {
    let server = start(Plan::Free);
    let visitor = signed_in(&server);
    let page = || server.page(&visitor, "/console/account");
    assert!(page().contains(EMAIL) && page().contains("Ada &lt;b&gt;Lovelace&lt;/b&gt;"), "{}", page());
    let done = change(&server, &visitor, "name", "name=Countess+of+Lovelace");
    assert_eq!((done.status, done.header("location")), (303, Some("/console/account")));
    let email = "email=countess%40example.org";
    assert_eq!(change(&server, &visitor, "email", email).status, 403, "without the password");
    assert_eq!(change(&server, &visitor, "email", &format!("{email}&password=wrong")).status, 403);
    let done = change(&server, &visitor, "email", &format!("{email}&password=correct+horse+battery"));
    assert_eq!(done.header("location"), Some("/console/account"), "{}", done.text());
    assert_eq!(sign_in(&server, EMAIL, PASSWORD).status, 401);
    assert_eq!(sign_in(&server, "countess@example.org", PASSWORD).status, 303);
    // A wrong field is reported and changes nothing. The form is open and contains the typed text.
    server.store(|store| store.create_account("Eve", "eve@example.org", Plan::Free, None, &by()));
    let refused = change(&server, &visitor, "name", "name=%1B%5B2J");
    assert!(refused.status == 400 && refused.text().contains("control characters"), "{}", refused.text());
    let email = "email=EVE%40example.org&password=correct+horse+battery";
    let refused = change(&server, &visitor, "email", email);
    assert_eq!(refused.status, 400);
    for part in ["exists", "class=\"card\" open>", "aria-invalid=\"true\"", "value=\"EVE@example.org\""] {
        assert!(refused.text().contains(part), "{part}: {}", refused.text());
    }
    assert!(page().contains("Countess of Lovelace") && page().contains("countess@example.org"));
    assert_eq!(change(&server, &visitor, "nonsense", "").status, 404);
}

#[test]
fn a_new_password_needs_the_old_one_and_ends_all_other_sessions() {
    let server = start(Plan::Free);
    let (visitor, other) = (signed_in(&server), signed_in(&server));
    let password = |old: &str, new: &str| {
        change(&server, &visitor, "password", &format!("password={old}&new-password={new}"))
    };
    assert_eq!(password("wrong", "another+good+password").status, 403);
    for weak in ["short", "ada%40example.org"] {
        let refused = password("correct+horse+battery", weak);
        assert!(refused.status == 400 && refused.text().contains("password"), "{weak}");
    }
    let done = password("correct+horse+battery", "another+good+password");
    assert_eq!((done.status, done.header("location")), (303, Some("/console/account")));
    let cookie = cookie_in(&done);
    assert_ne!(cookie, visitor.0);
    for ended in [&visitor, &other] {
        assert!(server.page(ended, "/console").contains("Password"), "{}", ended.0);
    }
    assert_eq!(sign_in(&server, EMAIL, PASSWORD).status, 401);
    assert_eq!(sign_in(&server, EMAIL, NEW_PASSWORD).status, 303);
    // Guessing the old one is braked like signing in, and counted with it.
    let page = server.get_with("/console/account", &[("Cookie", &cookie)]).text();
    let visitor = (cookie, csrf_in(&page));
    let wrong = || change(&server, &visitor, "password", "password=x&new-password=y").status;
    assert!((0..10).filter(|_| wrong() == 429).count() >= 5);
}

#[test]
fn signing_out_everywhere_ends_all_sessions_of_the_account() {
    let server = start(Plan::Free);
    let (visitor, other) = (signed_in(&server), signed_in(&server));
    let done = change(&server, &visitor, "sign-out-everywhere", "");
    assert_eq!((done.status, done.header("location")), (303, Some("/console")));
    assert!(done.header("set-cookie").is_some_and(|c| c.contains("Max-Age=0")));
    for ended in [&visitor, &other] {
        assert!(server.page(ended, "/console").contains("Password"));
    }
    assert!(server.get("/console/account").text().contains("Password"), "signed out");
}

#[test]
fn rules_of_a_lowered_plan_are_shown_stay_and_can_be_cleared() {
    let server = start(Plan::Pro);
    let visitor = signed_in(&server);
    let (id, _) = make_key(&server, &visitor, "one");
    let page = || server.page(&visitor, "/console");
    assert!(!page().contains("keep or clear them"));
    let update = |rules: &str| {
        let fields = format!("nickname=two&description=&{rules}");
        server.submit(&visitor, &format!("/console/keys/{id}/update"), &fields).status
    };
    assert_eq!(update("origins=*.example.org&ips=192.0.2.0/24"), 303);
    text(&server.accounts(), &["accounts", "set-plan", EMAIL, "free"]);
    for part in ["set with a higher plan", "value=\"*.example.org\"", "value=\"192.0.2.0/24\""] {
        assert!(page().contains(part), "{part}: {}", page());
    }
    assert_eq!(update("origins=*.example.org&ips=192.0.2.0/24"), 303, "as they are");
    assert_eq!(update("origins=*.example.net&ips="), 400, "no others");
    assert_eq!(["origins=&ips=192.0.2.0/24", "origins=&ips="].map(update), [303; 2]);
    assert!(page().contains("available with the plans pro and enterprise"), "{}", page());
}

#[test]
fn an_account_has_a_hundred_keys_at_most() {
    let site = Site::open();
    let (account, first, _) = site.account(Plan::Starter);
    let made = site.store(move |store| {
        let made = (0..150).take_while(|n| store.create_key(&account, &format!("key{n}"), "", &by()).is_ok());
        let made = made.count();
        let refused = store.create_key(&account, "more", "", &by()).err().map(|e| e.to_string());
        assert!(refused.is_some_and(|e| e.contains("100 keys")));
        store.delete_key(&first, &by())?;
        store.create_key(&account, "more", "", &by()).map(|_| made)
    });
    assert_eq!(made, 99);
}

#[test]
fn a_holder_deletes_the_account_with_the_password() {
    let server = start(Plan::Free);
    let visitor = signed_in(&server);
    let path = format!("{FREE}?apiKey={}", make_key(&server, &visitor, "main").1);
    let refused = change(&server, &visitor, "delete", "password=wrong");
    assert!(refused.status == 403 && refused.text().contains("Nothing was changed"), "{}", refused.text());
    assert_eq!(server.get(&path).status, 200);
    let done = change(&server, &visitor, "delete", "password=correct+horse+battery");
    assert!(done.status == 200 && done.text().contains("were deleted"), "{}", done.text());
    assert!(done.header("set-cookie").is_some_and(|c| c.contains("Max-Age=0")));
    assert_eq!(server.get(&path).status, 401);
    assert!(server.page(&visitor, "/console").contains("Sign in"));
    assert_eq!(sign_in(&server, EMAIL, PASSWORD).status, 401);
}

/// Sends the form of a visitor for an account or a password.
fn request(server: &Console, name: &str, email: &str) -> u16 {
    let form = format!("name={name}&email={}", email.replace('@', "%40"));
    post(server, "/console/request", &form, &[]).status
}

#[test]
fn requests_of_visitors_reach_the_operator_until_they_are_answered() {
    let server = start(Plan::Free);
    assert!(server.get("/console").text().contains("href=\"/console/request\""));
    assert!(server.get("/console/request").text().contains("Ask the operator"));
    assert_eq!(request(&server, "Eve", "nowhere"), 400);
    assert_eq!((request(&server, "Eve", "eve@example.org"), request(&server, "Ada", EMAIL)), (200, 200));
    let open = || -> Vec<_> {
        let open = json(&server.accounts(), &["accounts", "requests"]);
        let all = open.as_array().expect("requests").iter();
        all.map(|r| format!("{} {}", r["request"], r["detail"]).replace('"', "")).collect()
    };
    let expected = ["account.request Eve, eve@example.org", "password.request Ada, ada@example.org"];
    assert_eq!(open(), expected);
    // An account and a new password answer them.
    server.pass_ms(1);
    let (by, hash) = (server.operator(), password::hash(NEW_PASSWORD, EMAIL).expect("a good password"));
    server.store(move |store| {
        store.create_account("Eve", "eve@example.org", Plan::Free, None, &by)?;
        let ada = store.account(EMAIL)?.id;
        store.set_password(&ada, &hash, &by)
    });
    assert_eq!(open(), [""; 0]);
    assert!((0..12).any(|_| request(&server, "Mallory", "m@example.org") == 429), "requests are limited");
}

/// The address of a link for a new password.
fn link(server: &Console) -> String {
    let by = server.operator();
    let token = server.store(move |store| store.reset_token(EMAIL, &by));
    format!("/console/reset?token={token}")
}

#[test]
fn of_concurrent_uses_of_a_link_one_succeeds() {
    let server = start(Plan::Free);
    let link = link(&server);
    let set = |n| post(&server, &link, &format!("new-password=another+good+password+{n}"), &[]).status;
    let statuses = std::thread::scope(|scope| {
        let uses: Vec<_> = (0..8).map(|n| scope.spawn(move || set(n))).collect();
        uses.into_iter().map(|one| one.join().expect("a status")).collect::<Vec<_>>()
    });
    let successes: Vec<usize> = (0..8).filter(|n| statuses[*n] == 200).collect();
    assert!(successes.len() == 1 && statuses.iter().filter(|s| **s == 404).count() == 7, "{statuses:?}");
    assert_eq!(sign_in(&server, EMAIL, &format!("{NEW_PASSWORD} {}", successes[0])).status, 303);
}

#[test]
fn a_link_does_not_work_while_the_account_is_suspended() {
    let server = start(Plan::Free);
    let link = link(&server);
    let suspend = |is| {
        let by = server.operator();
        server.store(move |store| {
            let id = store.account(EMAIL)?.id;
            store.set_suspended(&id, is, &by)
        });
    };
    suspend(true);
    assert_eq!(server.get(&link).status, 404);
    assert_eq!(post(&server, &link, "new-password=another+good+password", &[]).status, 404);
    let refused = failure(&server.accounts(), &["accounts", "reset-password", EMAIL]);
    assert!(refused.contains("umbra accounts resume"), "{refused}");
    suspend(false);
    assert_eq!(sign_in(&server, EMAIL, PASSWORD).status, 303, "the password is the same");
    assert_eq!(post(&server, &link, "new-password=another+good+password", &[]).status, 200);
}

#[test]
fn a_link_of_the_operator_sets_a_new_password_once() {
    let server = start(Plan::Free);
    let link = || link(&server);
    let old = link();
    server.pass_ms(DAY_MS - 1);
    assert_eq!(server.get(&old).status, 200);
    server.pass_ms(1);
    assert_eq!(server.get(&old).status, 404, "a day later");
    let (link, other, visitor) = (link(), link(), signed_in(&server));
    assert!(server.get(&link).text().contains("Set a new password"));
    assert_eq!(post(&server, &link, "new-password=password12", &[]).status, 400);
    assert_eq!(sign_in(&server, EMAIL, PASSWORD).status, 303, "a weak password changes nothing");
    let done = post(&server, &link, "new-password=another+good+password", &[]);
    assert!(done.status == 200 && done.text().contains("was changed"), "{}", done.text());
    assert_eq!(sign_in(&server, EMAIL, NEW_PASSWORD).status, 303);
    assert!(server.page(&visitor, "/console").contains("Sign in"));
    for used in [&link, &other, "/console/reset?token=x.1.2", "/console/reset"] {
        assert_eq!(server.get(used).status, 404, "{used}");
        assert_eq!(post(&server, used, "new-password=a+third+password", &[]).status, 404, "{used}");
    }
}
