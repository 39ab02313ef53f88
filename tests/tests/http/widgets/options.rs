//! The operator's options for widgets: their host, and external tiles.

use super::super::start;
use super::{BROWSER, MAP, SIMULATOR, data, policy, shown};
use std::path::Path;

#[test]
fn widgets_answer_at_their_host_alone() {
    let server = start(&["--demo", "--widget-host", "Widgets.example.org"]);
    assert!(server.said("console: ").contains("streets: --map-tiles adds them"), "there is no layer yet");
    let get = |host: &str, path: &str| server.get_with(path, &[("Host", host), BROWSER]);
    assert_eq!(get("widgets.example.org:8443", MAP).status, 200);
    let elsewhere = get("api.example.org", MAP);
    assert_eq!(elsewhere.status, 404);
    assert!(elsewhere.text().contains("https://widgets.example.org/eclipse-path"), "{}", elsewhere.text());
    assert_eq!(get("api.example.org", "/widget/look.css").status, 200, "the files are everywhere");
    let first = get("api.example.org:8443", "/").text();
    assert!(first.contains("href=\"//widgets.example.org:8443/eclipse-path"), "{first}");
}

#[test]
fn outside_tiles_are_named_in_policy_data_and_credits() {
    let server = start(&[
        "--demo",
        "--map-tiles",
        "osm=https://tiles.example.org/{z}/{x}/{y}.png,max-zoom=18,attribution=© A & B, C",
        "--map-tiles",
        "top=https://topo.example.net:8443/{z}/{x}/{y},attribution=D",
    ]);
    assert!(!server.said("console: ").contains("--map-tiles"));
    let answer = server.get_with(MAP, &[BROWSER]);
    let images = "; img-src 'self' https://tiles.example.org https://topo.example.net:8443;";
    assert!(policy(&answer).contains(images), "{}", policy(&answer));
    assert!(shown(&answer).contains("© A &amp; B, C") && !shown(&answer).contains(" · D"));
    let layers = data(&answer)["layers"].clone();
    assert_eq!(layers[0]["maxZoom"], 18);
    assert_eq!(layers[1]["url"], "https://topo.example.net:8443/{z}/{x}/{y}");
    let simulator = server.get_with(SIMULATOR, &[BROWSER]);
    assert!(!policy(&simulator).contains("example"), "it shows no map");
}

#[test]
fn wrong_options_are_refused_at_the_start() {
    let twice = "top=https://a.org/{z}/{x}/{y},attribution=A";
    for (options, says) in [
        (&["--map-tiles", twice, "--map-tiles", twice][..], "top is given twice"),
        (&["--widget-host", "https://a.org"], "without scheme"),
        (&["--rate-tiles", "many"], "100/10s,60s"),
    ] {
        let (code, text) = tests::served::operate(crate::PROGRAM, Path::new("none"), options, "");
        assert!(code != 0 && text.contains(says), "{options:?}: {text}");
    }
}
