//! What an operator meets before the first request: the first lines of the log, `--version`, completions and
//! man pages, ways of writing an address, and the service manager.

use super::{demo, start, start_on};
use crate::PROGRAM;
use serde_json::Value;
use std::os::unix::net::UnixDatagram;
use std::process::Command;
use tests::served::{Served, operate};

fn say(arguments: &[&str]) -> String {
    let output = Command::new(PROGRAM).args(arguments).output().expect("run");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The line of the log with the addresses and the sources of the server.
fn listening(server: &Served) -> Value {
    let log = server.log();
    let line = log.lines().find(|line| line.contains("\"listening\"")).unwrap_or_else(|| panic!("{log}"));
    serde_json::from_str(line).expect("JSON")
}

#[test]
fn the_log_begins_with_the_files_that_are_used_and_what_is_in_them() {
    let server = start(&["--log-format", "json"]);
    assert!(server.log_so_far().contains("creating an empty one"), "{}", server.log_so_far());
    let said = listening(&server);
    let field = |name: &str| said.get(name).or(said["fields"].get(name)).cloned().unwrap_or_default();
    assert_eq!(field("accounts_at"), *server.accounts().to_string_lossy());
    assert_eq!(field("artifacts"), *tests::built().to_string_lossy());
    assert_eq!(field("dataset"), super::dataset(&server));
    assert_eq!((field("accounts"), field("keys")), (0.into(), 0.into()));
    let observed = field("delta_t_observed_until");
    assert!(observed.as_str().is_some_and(|date| date.len() == 10 && date.starts_with("20")), "{observed}");

    for (name, keys) in [("ada", 2), ("grace", 1)] {
        let email = format!("{name}@example.org");
        let create = ["accounts", "create", "--name", name, "--email", &email, "--plan", "pro"];
        assert_eq!(server.operate(&create).0, 0);
        for number in 0..keys {
            let nickname = format!("key{number}");
            let create = ["keys", "create", "--account", &email, "--nickname", &nickname];
            assert_eq!(server.operate(&create).0, 0);
        }
    }
    let again = Served::start_in(server.kill(), PROGRAM, tests::built(), &["--log-format", "json"]);
    let said = listening(&again);
    let field = |name: &str| said.get(name).or(said["fields"].get(name)).cloned().unwrap_or_default();
    assert_eq!((field("accounts"), field("keys")), (2.into(), 3.into()));
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

#[test]
fn addresses_are_accepted_in_common_spellings() {
    let port = demo().address.port();
    let busy = |listen: &str| {
        let arguments = ["--demo", "--admin-listen", "localhost:0", "--listen", listen, "--artifacts"];
        let output = Command::new(PROGRAM).args(arguments).arg(tests::built()).output().expect("run");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for listen in [format!("localhost:{port}"), format!(":{port}")] {
        let (code, said) = busy(&listen);
        assert!(code == Some(1) && said.contains("cannot listen on this address"), "{listen}: {said}");
    }
    for listen in ["8080", "localhost", "nowhere.invalid:80"] {
        let (code, said) = busy(listen);
        assert!(code == Some(2) && said.contains("localhost:8080, or :8080"), "{listen}: {said}");
    }
}

#[test]
fn a_copy_of_a_generation_was_built_when_the_original_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let copied = Command::new("cp").arg("-R").arg(tests::built().join(".")).arg(folder.path()).status();
    assert!(copied.is_ok_and(|s| s.success()), "cp failed");
    let current = std::fs::canonicalize(folder.path().join("current")).expect("current");
    // The times of the files have no effect.
    for entry in std::fs::read_dir(&current).expect("list").flatten() {
        let touched = Command::new("touch").args(["-d", "2001-01-01"]).arg(entry.path()).status();
        assert!(touched.is_ok_and(|s| s.success()), "touch failed");
    }
    let built_at = |server: &Served| server.get("/version").json()["response"]["builtAt"].clone();
    let copy = start_on(folder.path(), &["--demo"]);
    assert_eq!(built_at(&copy), built_at(demo()));
    // A generation from before there was a record has nothing else.
    std::fs::remove_file(current.join(artifacts::built::BUILT)).expect("removed");
    let old = start_on(folder.path(), &["--demo"]);
    assert!(built_at(&old).as_str().is_some_and(|at| at.starts_with("200")), "{}", built_at(&old));
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
