//! The output of the program about itself, its options and published generations.

use super::*;

#[test]
fn the_program_describes_itself_for_people_shells_and_man() {
    let folder = tempfile::tempdir().expect("folder");
    let say = |arguments: &[&str]| text(&call(arguments));
    let version = say(&["--version"]);
    let format = format!("datasets of format {}", artifacts::FORMAT_VERSION);
    for part in [env!("CARGO_PKG_VERSION"), &format[..]] {
        assert!(version.contains(part), "{version}");
    }
    assert_eq!(say(&["-V"]).lines().count(), 1);
    for shell in ["bash", "zsh", "fish"] {
        assert!(say(&["completions", shell]).contains("ephemeris-range"), "{shell}");
    }
    say(&["man", &folder.path().to_string_lossy()]);
    for page in ["builder.1", "builder-build.1", "builder-verify.1"] {
        let text = std::fs::read_to_string(folder.path().join(page)).expect(page);
        assert!(text.contains(".TH"), "{page}");
    }
}

#[test]
fn options_out_of_range_say_what_would_be_right() {
    let error = error_of(&call(&["build", "--ephemeris-range", "2500..1500"]));
    assert!(error.contains("--ephemeris-range") && error.contains("1500..2500"), "{error}");
    assert!(!call(&["show", "2024-13-08", "--out", "absent"]).status.success());
}

#[test]
fn show_prints_the_curves_of_a_date_as_geojson_and_nothing_else() {
    let out = generation().0.to_string_lossy();
    let show = |date: &str| call(&["show", date, "--geojson", "--out", &out]);
    let output = show("2024-04-08");
    assert!(output.stderr.is_empty(), "{}", error_of(&output));
    let collection = json(&output);
    assert_eq!(collection["type"], "FeatureCollection");
    assert_eq!((&collection["eclipse"]["type"], &collection["eclipse"]["saros"]), (&8.into(), &139.into()));
    let features = collection["features"].as_array().expect("features");
    for id in ["c", "tn", "ts", "pn", "ps", "mh", "GE"] {
        assert!(features.iter().any(|f| f["id"] == id && f["geometry"]["type"].is_string()), "{id}");
    }
    // So does one of another year of the catalog.
    assert_eq!(json(&show("1133-08-02"))["eclipse"]["type"], 8);
    let output = show("2024-04-09");
    let problem =
        "no solar eclipse on 2024-04-09 (TD); the solar eclipse nearest to it is that of 2024-04-08";
    assert!(!output.status.success() && output.stdout.is_empty());
    assert!(error_of(&output).contains(problem), "{}", error_of(&output));
}

#[test]
fn the_report_is_one_file_that_loads_nothing() {
    let out = with_generation();
    let canon = out.path().join("canon.csv");
    let rows = "Catalog Number,Eclipse Time,Gamma\n9561,18:18:29,0.3431\n9562,18:46:13,-0.3509\n";
    std::fs::write(&canon, rows).expect("write");
    let mut command = Command::new(env!("CARGO_BIN_EXE_builder"));
    command.arg("report").arg("--out").arg(out.path()).arg("--canon").arg(&canon);
    command.args(["--site", "https://umbra.example/"]);
    let text = text(&run(command));
    for says in ["Greatest eclipses by country: 3920 in 137", "Greatest eclipses by sea: 7973 in 86"] {
        assert!(text.contains(says), "{text}");
    }
    let page = std::fs::read_to_string(out.path().join("current/report.html")).expect("the page");
    // Two maps, the Saros series, two by latitude, two of ΔT, two of fits, two of differences.
    assert_eq!(page.matches("<svg ").count(), 11);
    assert!(page.contains("68 total") && page.contains("72 annular") && page.contains("7 hybrid"));
    assert!(page.contains("11,898 times") && page.contains("2 eclipses of canon.csv"));
    for property in ["fill", "stroke", "stop-color"] {
        assert!(!page.contains(&format!("{property}=\"#")), "the page's style decides the colours of plots");
    }
    for attribute in ["src=", "<link", "@import", "url("] {
        assert!(!page.contains(attribute), "nothing from outside");
    }
    let link = "https://umbra.example/eclipse-path?date=2024-04-08\">2024-04-08</a>";
    assert!(page.contains(link), "eclipses link to their maps");
    assert_eq!(page.matches("data-counts=").count(), 50, "a line for each century");
    // The points of all eclipses, in the map and in the Saros series.
    let points = |section: &str| {
        let section = page.split(&format!("<section id=\"{section}\"")).nth(1).expect("a section");
        section.split("</section>").next().map_or(0, |text| text.matches("h0").count())
    };
    assert_eq!([points("where-eclipses-are-greatest"), points("saros-series")], [11_898; 2]);
    // The manifest does not cover the page, so a change does no harm.
    assert_eq!(published(out.path()), Generation::current(out.path()).expect("whole").manifest().id);
    assert!(temporary(out.path()).is_empty());
}

#[test]
fn released_options_of_the_builder_stay() {
    released::check("builder.txt", &released::options(env!("CARGO_BIN_EXE_builder")));
}
