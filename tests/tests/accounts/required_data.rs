//! A server that requires a data generation, and a demonstration, beside others.

use super::*;
use std::process::Command;
use tests::served::Served;
use tests::until_true;

#[test]
fn a_server_without_the_required_data_is_not_ready() {
    let folder = tests::copy_of_artifacts();
    let current = std::fs::read_link(folder.path().join("current")).expect("a link");
    let id = current.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
    let start =
        |required: &str| Served::start(PROGRAM, folder.path(), &["--demo", "--require-dataset", required]);
    for right in [&id[..], &id[..6]] {
        assert_eq!(start(right).get("/readyz").status, 200, "{right}");
    }
    let other = format!("{}{id}", if id.starts_with('0') { "1" } else { "0" });
    let server = start(&other);
    for answer in [server.get("/readyz"), server.admin("/readyz")] {
        let said = answer.text();
        assert!(answer.status == 503 && said.contains(&id) && said.contains(&other), "{said}");
    }
    assert_eq!(server.get(FREE).status, 200, "it still answers");
    until_true("a warning", || server.log_so_far().contains("--require-dataset requires"));
    // A server starts with the required generation. SIGHUP then loads the old one, and it is no longer ready.
    tests::publish_another(folder.path());
    let next = std::fs::read_link(folder.path().join("current")).expect("a link");
    let next = next.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
    let server = start(&next);
    assert_eq!(server.get("/readyz").status, 200);
    let back = Command::new("ln").arg("-sfn").arg(&current).arg(folder.path().join("current")).status();
    assert!(back.is_ok_and(|status| status.success()), "ln failed");
    server.signal("HUP");
    until_true("the other generation", || server.get("/readyz").status == 503);
    assert_eq!(server.get("/version").json()["response"]["dataset"], id.as_str());
}

#[test]
fn a_program_says_what_it_cannot_serve() {
    let run = |arguments: &[&str]| {
        let done = Command::new(PROGRAM).args(arguments).output().expect("run");
        (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned())
    };
    let (code, said) = run(&["--accounts", "postgres://umbra:hidden@127.0.0.1:1/umbra"]);
    assert!(code == Some(2) && said.contains("--accounts") && !said.contains("hidden"), "{said}");
    assert!(
        said.contains("was built without PostgreSQL: give a file, or build a program with it: cargo build"),
        "{said}"
    );
    let (code, said) = run(&["--demo", "--require-dataset", "umbra"]);
    assert!(code == Some(2) && said.contains("--require-dataset"), "{said}");
}
