//! Changes at one server hold at all servers.

use super::*;
use tests::fleet::holder::CALL;
use tests::served::Served;
use tests::until_true;

fn fleet() -> Fleet {
    Fleet::start(PROGRAM, tests::built(), 3, &["--rate-pages", "1000000/10s,1s"])
}

/// A token issued by a server for a key.
fn token(server: &Served, holder: &Holder) -> String {
    let credentials = format!("ServiceAuth {}:{}", holder.account, holder.secret);
    let answer = server.get_with("/auth/access-token", &[("Authorization", &credentials)]);
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["token"].as_str().expect("a token").to_owned()
}

/// The status of each server for a call with a token.
fn statuses(fleet: &Fleet, token: &str) -> Vec<u16> {
    let header = format!("ServiceAuth {token}");
    fleet.servers().iter().map(|s| s.get_with(CALL, &[("Authorization", &header)]).status).collect()
}

#[test]
#[ignore = "night: needs PostgreSQL, a real fleet"]
fn keys_tokens_and_accounts_are_the_same_at_every_server() {
    let fleet = fleet();
    let holder = Holder::new(&fleet, "ada", "free");
    let other = Holder::with_new_key(&fleet, holder.account.clone(), "other");
    other.until_all(&fleet, 200);
    // All servers accept the token of any server, also after a rotation of the signing secret.
    let tokens: Vec<String> = fleet.servers().iter().map(|server| token(server, &other)).collect();
    for token in &tokens {
        assert_eq!(statuses(&fleet, token), [200; 3]);
    }
    fleet.json(&["tokens", "rotate-secret"]);
    assert_eq!(statuses(&fleet, &tokens[0]), [200; 3]);
    until_true("tokens under the new secret", || {
        fleet.servers().iter().all(|s| statuses(&fleet, &token(s, &other)) == [200; 3])
    });
    fleet.json(&["accounts", "suspend", &holder.account]);
    other.until_all(&fleet, 403);
    until_true("the token's end", || statuses(&fleet, &tokens[0]) == [403; 3]);
    fleet.json(&["accounts", "resume", &holder.account]);
    other.until_all(&fleet, 200);
    fleet.json(&["keys", "delete", &other.key, "--yes"]);
    other.until_all(&fleet, 401);
    assert_eq!(statuses(&fleet, &tokens[0]), [401; 3]);
    assert_eq!(holder.statuses(&fleet), [200; 3], "the other key of the account");
}
