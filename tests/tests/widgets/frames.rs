//! The map in the frame of another site: allowed, refused, without Referer, in a sandbox; and the messages
//! between the two.

use super::*;
use crate::accounts::operator::{json, made, text};
use std::io::{Read, Write};
use std::net::TcpListener;
use tests::until_true;

/// A server with a key for any site and one for `localhost` only.
fn server() -> (Served, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let accounts = folder.path().join("accounts.sqlite");
    let (account, ruled_key, ruled) = made(&accounts, "pro");
    text(&accounts, &["keys", "set-origins", &ruled_key, "localhost"]);
    let open = json(&accounts, &["keys", "create", "--account", &account, "--nickname", "open"]);
    let open = open["secret"].as_str().expect("a secret").to_owned();
    (Served::start_in(folder, PROGRAM, tests::built(), &[]), open, ruled)
}

/// A separate site with one page, which contains a frame and records the frame's messages.
fn embedder(frame: &str) -> u16 {
    let page = format!(
        "<!doctype html><html lang=en><title>Site</title><script>window.messages = []; \
         addEventListener('message', e => messages.push(e.data));</script>{frame}"
    );
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("its address").port();
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let mut stream = stream;
            let mut request = [0; 4096];
            // A browser that disconnects during the response does no harm.
            let _ = stream.read(&mut request);
            let head = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: {}\r\nconnection: close\
                 \r\n\r\n",
                page.len()
            );
            let _ = stream.write_all(format!("{head}{page}").as_bytes());
        }
    });
    port
}

#[test]
#[ignore = "landing: needs Chromium"]
fn sites_show_the_map_as_the_rules_of_the_key_say() {
    let (server, open, ruled) = server();
    let mut browser = Browser::start();
    browser.resize(1000, 800, false);
    let address = |key: &str| {
        format!("http://{}/eclipse-path?date=2024-04-08&obs=31.9,-102.1&apiKey={key}", server.address)
    };
    for (host, key, attributes, status) in [
        ("localhost", &ruled, "", 200),
        ("127.0.0.1", &ruled, "", 403),
        ("localhost", &ruled, "referrerpolicy=no-referrer", 401),
        ("localhost", &ruled, "sandbox=allow-scripts", 200),
        ("localhost", &open, "sandbox=allow-scripts", 200),
        ("127.0.0.1", &open, "referrerpolicy=no-referrer", 200),
    ] {
        let case = format!("{host} {attributes} {}", if *key == open { "open" } else { "ruled" });
        let frame = format!(
            "<iframe {attributes} src='{}' width=900 height=700 onload='window.isLoaded = true'></iframe>",
            address(key).replace('&', "&amp;")
        );
        let answered = || {
            let line = format!("umbra_http_requests_total{{operation=\"eclipse-path\",status=\"{status}\"}}");
            server.find_metric(&line).unwrap_or(0.0)
        };
        let before = answered();
        let port = embedder(&frame);
        browser.open(&format!("http://{host}:{port}/"));
        let says = "messages.filter(m => m.type === 'umbra:place').length";
        browser.wait_for("window.isLoaded");
        assert_eq!(answered(), before + 1.0, "{case}");
        if status == 200 {
            until_true(&format!("{case}: the map's message"), || browser.value(says) == 1);
            let place = browser.value("messages.find(m => m.type === 'umbra:place')");
            assert_eq!(
                (&place["lat"], &place["kind"]),
                (&Value::from(31.9), &Value::from("partial")),
                "{case}: {place}"
            );
        } else {
            // A refusal is a page without scripts, which sends no message later either.
            assert_eq!(browser.value(says), 0, "{case}");
        }
    }
}

/// A browser at a site of another name that shows a page in a frame with some attributes.
pub(super) fn framed(attributes: &str, address: &str) -> Browser {
    let mut browser = Browser::start();
    browser.resize(1000, 800, false);
    let address = address.replace('&', "&amp;");
    let frame = format!("<iframe {attributes} src='http://{address}' width=900 height=700></iframe>");
    browser.follow_frames();
    browser.open(&format!("http://localhost:{}/", embedder(&frame)));
    browser
}

#[test]
#[ignore = "landing: needs Chromium"]
fn the_map_hears_its_site_and_nothing_senseless() {
    let (server, open, _) = server();
    let mut browser = framed("", &format!("{}/eclipse-path?date=2024-04-08&apiKey={open}", server.address));
    until_true("the map in its frame", || {
        browser.try_frame_value("performance.getEntriesByName('umbra:ready').length === 1")
            == Some(true.into())
    });
    browser.value(
        "for (const m of [{ type: 'umbra:place', lat: 91, lng: 0 }, \
         { type: 'umbra:place', lat: '1', lng: 2 }, { type: 'umbra:place' }, \
         { type: 'umbra:time', t: 'never' }, null, 'umbra:place', 7, \
         { type: 'umbra:place', lat: 31.9, lng: 257.9 }, { type: 'umbra:time', t: '2024-04-08T18:00:00Z' }]) \
         frames[0].postMessage(m, '*')",
    );
    until_true("the place", || {
        browser
            .try_frame_value(&format!("{MODULE}('map').then(({{ map }}) => map.state.place?.lng.toFixed(3))"))
            == Some("-102.100".into())
    });
    until_true("the time", || {
        browser.try_frame_value(&format!(
            "{MODULE}('map').then(({{ map }}) => new Date(map.time()).toISOString())"
        )) == Some("2024-04-08T18:00:00.000Z".into())
    });
    assert_eq!(browser.value("messages.length"), 0, "a message of the site is not echoed");
    browser.try_frame_value("document.querySelector('[data-tick=GE]').click()");
    until_true("the message with the time", || {
        browser.value("messages.filter(m => m.type === 'umbra:time').length") == 1
    });
}

#[test]
#[ignore = "landing: needs Chromium"]
fn the_simulator_works_in_a_frame_and_in_a_sandbox() {
    let (server, open, _) = server();
    let query = format!("eclipse-simulator?date=2024-04-08&obs=32.8,-96.8&t=C1&apiKey={open}");
    for attributes in ["", "sandbox=allow-scripts"] {
        let mut browser = framed(attributes, &format!("{}/{query}", server.address));
        let count = |browser: &mut Browser, name: &str| {
            browser.value(&format!("messages.filter(m => m.type === 'umbra:{name}').length"))
        };
        until_true(&format!("{attributes}: the place of the address"), || count(&mut browser, "place") == 1);
        let kind = browser.value("messages.find(m => m.type === 'umbra:place').kind");
        assert_eq!(kind, "total", "{attributes}");
        // The typed text is a place.
        browser.try_frame_value(
            "(() => { document.querySelector('#search').value = '25.29, -104.14'; \
             document.querySelector('#go button').click(); })()",
        );
        until_true(&format!("{attributes}: the place typed"), || count(&mut browser, "place") == 2);
        assert_eq!(count(&mut browser, "time"), 1, "{attributes}: it begins anew there");
        // It plays and sends the time, until the site sets one.
        browser.try_frame_value("document.querySelector('.play').click()");
        until_true(&format!("{attributes}: it plays"), || {
            count(&mut browser, "time").as_u64().is_some_and(|count| count > 3)
        });
        browser.value(
            "for (const m of [{ type: 'umbra:place', lat: '1', lng: 2 }, \
             { type: 'umbra:place', lat: 91, lng: 2 }, { type: 'umbra:time', t: 5 }, \
             { type: 'umbra:time' }, null, { type: 'umbra:place', lat: 31.9, lng: 257.9 }, \
             { type: 'umbra:time', t: '2024-04-08T18:00:00Z' }]) frames[0].postMessage(m, '*')",
        );
        until_true(&format!("{attributes}: what the site says"), || {
            browser.try_frame_value(&format!(
                "{MODULE}('simulator').then(({{ simulator: {{ state: {{ obs, ms, isPlaying }} }} }}) => \
                 [obs.lat, obs.lng.toFixed(1), new Date(ms).toISOString(), isPlaying].join(' '))"
            )) == Some("31.9 -102.1 2024-04-08T18:00:00.000Z false".into())
        });
        assert_eq!(count(&mut browser, "place"), 2, "{attributes}: it is not echoed");
    }
}
