//! Servers that share limits: the responses to a client, also when Valkey fails.

use super::*;
use std::time::{Duration, Instant};

/// The time within which servers must be back with a Valkey that is back.
const RECOVERY: Duration = Duration::from_secs(5);
/// The key of a client on this machine.
const KEY: &str = "umbra:{rate}:standard:127.0.0.1";

#[test]
#[cfg_attr(not(all(has_valkey, has_postgres)), ignore = "needs PostgreSQL and Valkey")]
fn one_client_of_two_servers_has_one_quota_and_one_back_off() {
    let fleet = Fleet::start(2, &["--rate-standard", "40/30s,60s"]);
    let [one, other] = &fleet.servers[..] else { panic!("two servers") };
    for k in 0..20 {
        assert_eq!(one.get("/version").status, 200, "request {k}");
    }
    fleet.until_in_valkey(KEY, "count", 20);
    // A server reads the count of the fleet when it reports its own requests. So its first request after a
    // while relies on an old count, and the next one on the count of the fleet.
    assert_eq!(counted(other, "/version").status, 200);
    let answer = counted(other, "/version");
    assert_eq!((answer.status, remaining(&answer)), (200, 40 - 22), "the other counts the first's requests");
    assert_eq!(counted(one, "/version").status, 200);
    let answer = counted(one, "/version");
    assert_eq!((answer.status, remaining(&answer)), (200, 40 - 24), "the first counts the other's requests");
    assert_eq!(counted(other, "/version").status, 200);
    for left in (0..15).rev() {
        let answer = other.get("/version");
        assert_eq!((answer.status, remaining(&answer)), (200, left));
    }
    fleet.until_in_valkey(KEY, "count", 40);
    assert_eq!(counted(one, "/version").status, 200);
    let refused = one.get("/version");
    let is_of_back_off = |answer: &Answer| {
        let seconds = answer.header("retry-after").and_then(|text| text.parse().ok());
        answer.status == 429 && seconds.is_some_and(|seconds: u32| (50..=60).contains(&seconds))
    };
    assert!(is_of_back_off(&refused), "{refused:?}");
    fleet.until_in_valkey(KEY, "back-off", 1);
    assert!(fleet.answers(3, "/version").iter().all(is_of_back_off), "more requests do not prolong it");
    // Pages and files have separate limits.
    assert!(fleet.answers(1, "/docs").iter().all(|answer| answer.status == 200));
}

#[test]
#[cfg_attr(not(all(has_valkey, has_postgres)), ignore = "needs PostgreSQL and Valkey")]
fn servers_use_local_windows_while_valkey_is_down() {
    let mut fleet = Fleet::start(2, &["--rate-standard", "30/20s,60s"]);
    fleet.until_up(true);
    for answer in fleet.answers(5, "/version") {
        assert_eq!(answer.status, 200);
    }
    fleet.until_in_valkey(KEY, "count", 10);
    fleet.valkey.kill();
    for answer in fleet.answers(5, "/version") {
        assert_eq!(answer.status, 200, "without Valkey");
    }
    fleet.until_up(false);
    let log = fleet.servers[0].log();
    let complaints = log.lines().filter(|line| line.contains("Valkey does not answer about rates"));
    assert_eq!(complaints.count(), 1, "{log}");
    // Each server goes on from its last count: its ten requests, up to five of the other server, and the
    // request by which its log was read.
    let own = |server: &Served| (0..40).filter(|_| server.get("/version").status == 200).count();
    let left: Vec<usize> = fleet.servers.iter().map(own).collect();
    let most = 30 - 10;
    assert!(left.iter().all(|left| (most - 5 - 1..=most).contains(left)), "{left:?}");
    let begun = Instant::now();
    fleet.valkey.run();
    fleet.until_up(true);
    assert!(begun.elapsed() < RECOVERY, "{:?}", begun.elapsed());
    // The servers report the back-off without another request, so that a third server would learn of it.
    fleet.until_in_valkey(KEY, "back-off", 1);
    let left = fleet.valkey.ask(&["PTTL", KEY]);
    let left: u64 = left.trim().parse().expect("milliseconds");
    assert!((1..=60_000).contains(&left), "{left}");
}

#[test]
#[cfg_attr(not(all(has_valkey, has_postgres)), ignore = "needs PostgreSQL and Valkey")]
fn guesses_of_passwords_are_counted_by_all_servers_and_valkey_learns_no_address() {
    let fleet = Fleet::start(2, &[]);
    let attempt = |server: &Served| {
        let (cookie, csrf) = form_of_sign_in(server);
        let form = format!("csrf={csrf}&email=ada%40example.org&password=guess");
        let headers = [("Cookie", cookie.as_str()), ("Content-Type", "application/x-www-form-urlencoded")];
        send(server.address, "POST", "/console/sign-in", &headers, &form).status
    };
    let mut attempts = Vec::new();
    for k in 0..14 {
        attempts.push(attempt(&fleet.servers[k % 2]));
        if attempts[k] == 401 {
            fleet.until_in_valkey("umbra:{rate}:sign-in-address:127.0.0.1", "count", k as u32 + 1);
        }
    }
    assert_eq!(attempts[..10], [401; 10], "ten attempts of one address at one account");
    // Each server may answer one more attempt before it reads the count of the fleet.
    assert_eq!(attempts[12..], [429; 2], "at both servers: {attempts:?}");
    let keys = fleet.valkey.ask(&["KEYS", "umbra:{rate}:sign-in-*"]);
    assert_eq!(keys.lines().count(), 3, "{keys}");
    assert!(!keys.contains("ada") && keys.contains("umbra:{rate}:sign-in-address:127.0.0.1"), "{keys}");
    let every_key = fleet.valkey.ask(&["KEYS", "*"]);
    assert!(every_key.lines().all(|key| key.starts_with("umbra:")), "{every_key}");
}

#[test]
#[cfg_attr(not(all(has_valkey, has_postgres)), ignore = "needs PostgreSQL and Valkey")]
fn a_password_opens_valkey_and_is_never_shown() {
    const WORD: &str = "correct-horse";
    let word = format!(">{WORD}");
    for (settings, good) in [
        (vec!["--requirepass", WORD], format!("valkey://:{WORD}@")),
        (vec!["--user", "umbra", "on", &word, "~umbra:*", "+@all"], format!("redis://umbra:{WORD}@")),
    ] {
        let valkey = Valkey::start_with(&settings);
        let place = format!("127.0.0.1:{}", valkey.port());
        let fleet = Fleet::with(1, &[], &format!("{good}{place}"), valkey);
        fleet.until_up(true);
        let server = &fleet.servers[0];
        assert_eq!(server.get("/version").status, 200);
        let shown = format!("{}{}", server.log(), server.admin("/metrics").text());
        assert!(!shown.contains(WORD), "{shown}");
        let wrong = good.replace(WORD, "wrong-horse");
        let refused = Served::start(
            PROGRAM,
            tests::built(),
            &["--accounts", &fleet._postgres.address(), "--limits", &format!("{wrong}{place}")],
        );
        tests::until_true("the complaint", || refused.log_so_far().contains("about rates"));
        let log = refused.log_so_far();
        assert!(log.contains("user name and the password of --limits") && !log.contains("horse"), "{log}");
        assert_eq!(refused.get("/version").status, 200, "it serves without Valkey");
    }
    let options = ["--limits", "valkey://:correct-horse@h:port"];
    let (code, said) = tests::served::operate(PROGRAM, "none".as_ref(), &options, "");
    assert!(code != 0 && said.contains("--limits") && !said.contains(WORD), "{said}");
}

#[test]
#[cfg_attr(not(all(has_valkey, has_postgres, has_openssl)), ignore = "needs PostgreSQL, Valkey and openssl")]
fn servers_that_trust_the_authority_use_valkey_over_tls() {
    let valkey = Valkey::start_with_tls();
    let (address, authority) = (format!("valkeys://localhost:{}", valkey.port()), valkey.authority());
    let postgres = Postgres::start();
    let accounts = postgres.address();
    let start = |address: &str, variables: &[(&str, &str)]| {
        Served::start_with(
            PROGRAM,
            tests::built(),
            &["--accounts", &accounts, "--limits", address],
            variables,
        )
    };
    let trusting = start(&address, &[("SSL_CERT_FILE", &authority)]);
    let up = |server: &Served| server.metric("umbra_valkey_up{purpose=\"rates\"}");
    trusting.get("/version");
    tests::until_true("a key", || valkey.ask(&["DBSIZE"]).trim() != "0");
    assert_eq!(up(&trusting), 1.0);
    assert!(!trusting.log().contains("Valkey does not answer"));
    // A server that does not trust the authority and a server without TLS use local windows.
    for (address, fix) in
        [(address.clone(), "SSL_CERT_FILE"), (address.replace("valkeys", "valkey"), "begins with valkeys://")]
    {
        let server = start(&address, &[]);
        tests::until_true("the complaint", || server.log_so_far().contains("about rates"));
        let log = server.log_so_far();
        assert!(log.contains(fix) && !log.contains("panicked"), "{log}");
        assert_eq!((server.get("/version").status, up(&server)), (200, 0.0));
    }
}
