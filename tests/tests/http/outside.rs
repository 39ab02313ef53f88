//! The first contact of an operator with the program: the first lines of the log, `--version`, completions
//! and man pages, ways of writing an address, and the service manager.

use super::*;
use crate::accounts::operator::{made, text};
use std::os::unix::net::UnixDatagram;
use std::process::Command;
use tests::served::operate;

fn say(arguments: &[&str]) -> String {
    let output = Command::new(PROGRAM).args(arguments).output().expect("run");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The line of the log with the addresses and the sources of the server.
fn listening(server: &Served) -> Value {
    let log = server.log();
    let line = log.lines().find(|line| line.contains("\"listening\"")).unwrap_or_else(|| panic!("{log}"));
    let line: Value = serde_json::from_str(line).expect("JSON");
    line.get("fields").unwrap_or(&line).clone()
}

#[test]
fn the_log_begins_with_the_files_that_are_used_and_what_is_in_them() {
    let server = start(&["--log-format", "json"]);
    assert!(server.log_so_far().contains("creating an empty one"), "{}", server.log_so_far());
    let said = listening(&server);
    for (name, expected) in [
        ("accounts_at", Value::from(server.accounts().to_string_lossy())),
        ("artifacts", tests::built().to_string_lossy().into()),
        ("dataset", super::dataset(&server).into()),
        ("accounts", 0.into()),
        ("keys", 0.into()),
    ] {
        assert_eq!(said[name], expected, "{name}");
    }
    let observed = said["delta_t_observed_until"].as_str().expect("a date");
    assert!(observed.len() == 10 && observed.starts_with("20"), "{observed}");

    let (account, ..) = made(&server.accounts(), "pro");
    text(&server.accounts(), &["keys", "create", "--account", &account, "--nickname", "second"]);
    made(&server.accounts(), "free");
    let again = Served::start_in(server.kill(), PROGRAM, tests::built(), &["--log-format", "json"]);
    let said = listening(&again);
    assert_eq!((&said["accounts"], &said["keys"]), (&2.into(), &3.into()));
    assert!(!again.log().contains("creating an empty one"));
}

#[test]
fn the_program_describes_itself_for_people_shells_and_man() {
    let version = say(&["--version"]);
    let newest = artifacts::FORMAT_VERSION;
    let formats = format!("{newest}, of terrain ");
    for part in [env!("CARGO_PKG_VERSION"), &formats, "accounts of schema ", "features demo"] {
        assert!(version.contains(part), "{version}");
    }
    assert_eq!(say(&["-V"]).lines().count(), 1);
    for shell in ["bash", "zsh", "fish"] {
        let text = say(&["completions", shell]);
        assert!(text.contains("admin-listen") && text.contains("accounts"), "{shell}");
    }
    let folder = tempfile::tempdir().expect("folder");
    say(&["man", &folder.path().to_string_lossy()]);
    for page in ["server.1", "server-accounts-create.1", "server-backup.1"] {
        let text = std::fs::read_to_string(folder.path().join(page)).expect(page);
        assert!(text.contains(".TH"), "{page}");
    }
    let (code, said) = operate(PROGRAM, &folder.path().join("accounts"), &["man", "/dev/null/man"], "");
    assert!(code == 1 && said.contains("/dev/null/man: cannot write into"), "{said}");
}

/// Spellings are tested in `command/address.rs`.
#[test]
fn an_address_in_use_is_named() {
    let listen = format!("localhost:{}", demo().address.port());
    for (listen, code, says) in
        [(&*listen, 1, "cannot listen on this address"), ("8080", 2, "localhost:8080, or :8080")]
    {
        let arguments = ["--demo", "--admin-listen", "localhost:0", "--listen", listen, "--artifacts"];
        let output = Command::new(PROGRAM).args(arguments).arg(tests::built()).output().expect("run");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(code) && said.contains(says), "{listen}: {said}");
    }
}

#[test]
fn the_service_manager_is_notified_when_the_server_is_ready() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("notify");
    let manager = UnixDatagram::bind(&path).expect("a socket");
    manager.set_read_timeout(Some(tests::PATIENCE)).expect("patience");
    let mut server = Command::new(PROGRAM)
        .args(["--demo", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--artifacts"])
        .arg(tests::built())
        .env("NOTIFY_SOCKET", &path)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("run");
    let mut message = [0; 64];
    let length = manager.recv(&mut message);
    server.kill().and_then(|()| server.wait()).expect("killed");
    assert_eq!(&message[..length.expect("a message")], b"READY=1\n");
}
