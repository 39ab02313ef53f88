//! Metrics as Prometheus reads them, in both of its forms.

use super::*;
use tests::served::send;

fn metrics(server: &Served, accept: &str) -> Answer {
    send(server.admin, "GET", "/metrics", &[("Accept", accept)], "")
}

/// Types of the metrics by the names under which they are described.
fn types(text: &str) -> BTreeMap<&str, &str> {
    let all: Vec<_> = text.lines().filter_map(|l| l.strip_prefix("# TYPE ")?.split_once(' ')).collect();
    let by_name: BTreeMap<_, _> = all.iter().copied().collect();
    assert_eq!(all.len(), by_name.len(), "each is described once");
    by_name
}

fn samples(text: &str) -> impl Iterator<Item = (&str, f64)> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (name, value) = line.rsplit_once(' ').unwrap_or_else(|| panic!("no sample: {line}"));
        let value = value.parse().unwrap_or_else(|_| panic!("no number: {line}"));
        (name.split('{').next().unwrap_or(name), value)
    })
}

#[test]
fn every_sample_is_described_as_its_form_asks() {
    let server = demo();
    server.get("/julian-day/2024");
    // The header of Prometheus.
    let prometheus =
        "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.2,*/*;q=0.1";
    let [classic, open] = ["", prometheus].map(|accept| metrics(server, accept));
    assert_eq!(classic.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    assert_eq!(open.header("content-type"), Some(kind));
    let (classic, open) = (classic.text(), open.text());
    assert!(open.ends_with("\n# EOF\n") && !classic.contains("# EOF") && !classic.contains("# UNIT"));
    let (in_classic, in_open) = (types(&classic), types(&open));
    assert_eq!(in_open.get("umbra_http_requests"), Some(&"counter"));
    assert_eq!(in_open.get("umbra_build"), Some(&"info"));
    for (name, _) in samples(&classic) {
        let histogram = ["_bucket", "_sum", "_count"].into_iter().find_map(|end| name.strip_suffix(end));
        let is_described = match in_classic.get(name) {
            Some(&"counter") => name.ends_with("_total"),
            Some(&"gauge") => !name.ends_with("_total"),
            _ => histogram.is_some_and(|name| in_classic.get(name) == Some(&"histogram")),
        };
        assert!(is_described, "{name}");
    }
    for (name, kind) in &in_open {
        let suffix = if *kind == "info" { "_info" } else { "_total" };
        assert!(!name.ends_with(suffix), "{name}");
    }
    // Both contain the same values.
    let names = |text: &str| samples(text).map(|(name, _)| name.to_owned()).collect::<Vec<_>>();
    assert_eq!(names(&classic), names(&open));
}

#[test]
fn requests_are_counted_by_what_they_ask_and_how_they_are_answered() {
    let server = alone();
    let count = |operation: &str, status: u16| {
        let line = format!("umbra_http_requests_total{{operation=\"{operation}\",status=\"{status}\"}}");
        // Of other statuses than 200 there is a line after the first response.
        if status == 200 { server.metric(&line) } else { server.find_metric(&line).unwrap_or(0.0) }
    };
    let refusals = |code: &str| server.metric(&format!("umbra_refusals_total{{code=\"{code}\"}}"));
    let took = |part: &str| {
        server.metric(&format!("umbra_http_request_duration_seconds_{part}operation=\"julian-day\"}}"))
    };
    let durations = || ["count{", "bucket{le=\"+Inf\",", "sum{"].map(took);
    let refused = || ["bad-parameter", "no-such-path", "rate-limited"].map(refusals);
    let (refused_before, durations_before) = (refused(), durations());
    for (path, status, operation) in [
        ("/docs", 200, "docs"),
        ("/console", 200, "console"),
        ("/", 200, "landing"),
        ("/tiles/current", 200, "tiles/description"),
        ("/widget/look.css", 200, "widget-file"),
        ("/nowhere", 404, "unknown"),
        ("/julian-day/x", 400, "julian-day"),
    ] {
        let before = count(operation, status);
        assert_eq!(server.get(path).status, status, "{path}");
        assert_eq!(count(operation, status), before + 1.0, "{path}");
    }
    let [bad, absent, limited] = refused_before;
    assert_eq!(refused(), [bad + 1.0, absent + 1.0, limited]);
    let [[count, bucket, sum], after] = [durations_before, durations()];
    assert_eq!(after[..2], [count + 1.0, bucket + 1.0]);
    assert!(after[2] > sum, "{after:?}");
}

#[test]
fn bytes_and_requests_under_way_are_counted() {
    let server = alone();
    let bytes = || server.metric("umbra_http_response_bytes_total");
    until_true("an answer that is sent", || server.metric("umbra_http_requests_in_flight") == 0.0);
    let before = bytes();
    let length = server.get("/julian-day/2024").body.len() + server.get("/openapi/latest.json").body.len();
    until_true("the last bytes", || bytes() - before == length as f64);
    // A request with a missing body is under way.
    let slow = server.connect();
    let head = "GET /julian-day/2024 HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\n";
    std::io::Write::write_all(&mut &slow, head.as_bytes()).expect("sent");
    until_true("the request", || server.metric("umbra_http_requests_in_flight") == 1.0);
    drop(slow);
    until_true("its end", || server.metric("umbra_http_requests_in_flight") == 0.0);
}

#[test]
fn metrics_tell_of_the_generation_and_its_reloads() {
    let server = alone();
    assert_eq!(server.metric(&format!("umbra_generation_info{{dataset=\"{}\"}}", dataset(&server))), 1.0);
    let published = server.metric("umbra_generation_published_timestamp_seconds");
    let observed = server.metric("umbra_delta_t_observed_until_timestamp_seconds");
    let loaded = server.metric("umbra_reload_last_success_timestamp_seconds");
    // The last observation in the table of IERS, 2025 at the earliest.
    assert!(observed > 1.735e9, "{observed}");
    assert!(1.7e9 < published && published <= loaded, "{published} {loaded}");
    assert_eq!(server.metric("umbra_reload_last_successful"), 1.0);
    assert!(server.metric("umbra_reload_last_duration_seconds") > 0.0);
    server.signal("HUP");
    until_true("a reload", || server.metric("umbra_reload_last_success_timestamp_seconds") > loaded);
}

#[test]
fn metrics_tell_of_the_process() {
    let server = demo();
    let metric = |name: &str| server.metric(&format!("process_{name} "));
    assert!(metric("virtual_memory_bytes") >= metric("resident_memory_bytes"));
    assert!(metric("open_fds") >= 3.0 && metric("open_fds") < metric("max_fds"));
    assert!(metric("threads") >= 2.0 && metric("cpu_seconds_total") > 0.0);
    assert!(metric("start_time_seconds") > 1.7e9, "after this test was written");
}

#[test]
fn probes_may_ask_for_the_head_alone_and_ignore_what_supervisors_add() {
    let server = demo();
    for path in ["/livez?a&b=1&cost=7", "/readyz?t=123456"] {
        assert_eq!(server.get(path).status, 200, "{path}");
    }
    for path in ["/livez", "/readyz", "/metrics"] {
        let answer = send(server.admin, "HEAD", path, &[], "");
        assert_eq!((answer.status, answer.body.len()), (200, 0), "{path}");
    }
    assert_eq!(send(server.admin, "POST", "/livez", &[], "").status, 404);
}
