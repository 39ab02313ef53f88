//! Logs and metrics, which contain no secrets.

use super::start;

#[test]
fn keys_and_tokens_are_in_no_log_and_no_metric() {
    const WRONG: &str = "Sesame0penNow";
    for format in ["human", "json"] {
        let server = start(&["--demo", "--log-format", format, "--log-level", "debug"]);
        let (key, account) = server.demo_credentials();
        let mut answers = vec![server.get(&format!("/julian-day/2024?apiKey={key}"))];
        assert_eq!(answers[0].status, 200);
        let authorized = |path: &str, value: &str| server.get_with(path, &[("Authorization", value)]);
        let token = authorized("/auth/access-token", &format!("ServiceAuth {account}:{key}")).json();
        let token = token["token"].as_str().expect("a token").to_owned();
        for secret in [&key, &token, WRONG] {
            let half = &secret[..secret.len() / 2];
            answers.extend([
                server.get(&format!("/julian-day/x?apiKey={secret}")),
                server.get(&format!("/nowhere?apiKey={secret}")),
                server.get(&format!("/julian-day/2024?apikey={secret}&cost={half}")),
                authorized("/delta-t/2024", &format!("ServiceAuth {secret}")),
                authorized("/auth/access-token", &format!("ServiceAuth {account}:{secret}")),
                authorized("/delta-t/2024", &format!("Bearer {secret}")),
            ]);
        }
        let log = server.log();
        let lines: Vec<&str> = log.lines().filter(|l| l.contains("request_id")).collect();
        assert_eq!(lines.len(), 20, "one line a request: {log}");
        for secret in [&key, &token, WRONG] {
            let shown = |text: &str| text.contains(secret);
            assert!(!shown(&log) && !shown(&server.admin("/metrics").text()));
            // A token is shown where it is given, and nothing in any other response.
            for answer in answers.iter().filter(|a| !a.text().contains("\"success\":true")) {
                assert!(!shown(&answer.text()) && !answer.headers.iter().any(|h| shown(&h.1)), "{secret}");
            }
        }
        assert!(lines[0].contains("/julian-day/2024") && lines[0].contains("200"));
        for line in log.lines().filter(|_| format == "json") {
            let value = serde_json::from_str::<serde_json::Value>(line).expect("JSON");
            assert!(value["timestamp"].is_string(), "{line}");
        }
    }
}
