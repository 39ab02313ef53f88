//! The operator during the soak: generations, and the usage at the end.

use super::*;
use serde_json::Value;

/// The interval of reloads of the generation.
const RELOADS: Duration = Duration::from_secs(10);

/// Runs a command that must succeed; returns its JSON output.
pub(crate) fn run(server: &Served, arguments: &[&str]) -> Value {
    let (code, text) = server.operate(&[arguments, &["--json"]].concat());
    assert_eq!(code, 0, "{arguments:?}: {text}");
    serde_json::from_str(&text).unwrap_or(Value::Null)
}

/// Creates a key with a new account.
pub(crate) fn key(server: &Served, nickname: &str) -> Key {
    let email = format!("{nickname}@example.org");
    run(server, &["accounts", "create", "--name", nickname, "--email", &email, "--plan", "enterprise"]);
    let made = run(server, &["keys", "create", "--account", &email, "--nickname", nickname]);
    let text = |name: &str| made[name].as_str().unwrap_or_default().to_owned();
    Key { secret: text("secret"), name: text("key"), answered: 0.into(), sent: 0.into() }
}

/// Reloads the generation from time to time.
pub(crate) fn reload(soak: &Soak) {
    while !soak.is_over_after(RELOADS) {
        soak.server.signal("HUP");
    }
}

/// Compares the calls in the database with those that were answered.
pub(crate) fn compare_usage(soak: &Soak) -> Vec<String> {
    let usage = run(&soak.server, &["usage"]);
    let written = |key: &Key| -> u64 {
        let rows =
            usage["rows"].as_array().into_iter().flatten().filter(|row| row["key"] == key.name.as_str());
        rows.filter_map(|row| row["calls"].as_u64()).sum()
    };
    let mut faults = Vec::new();
    let (whole, answered) = (written(&soak.whole), soak.whole.answered.load(Ordering::Relaxed));
    if whole != answered {
        faults.push(format!("key whole: {answered} calls answered, {whole} in the database"));
    }
    let (least, written) = (soak.cut.answered.load(Ordering::Relaxed), written(&soak.cut));
    let most = soak.cut.sent.load(Ordering::Relaxed);
    if !(least..=most).contains(&written) {
        faults.push(format!("key cut: {least} calls seen, {most} sent, {written} in the database"));
    }
    faults
}
