//! Checks the licences and the sources of all dependencies against `deny.toml`, without its program and
//! without a network, and that all commands select the same features.

use serde_json::Value;
use spdx::{Expression, ParseMode};
use std::collections::BTreeSet;
use std::process::Command;

/// Strings in a list of `deny.toml`.
fn list(text: &str, name: &str) -> Vec<String> {
    let after =
        text.split(&format!("\n{name} = [")).nth(1).unwrap_or_else(|| panic!("deny.toml has no {name}"));
    after.split(']').next().unwrap_or("").split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn every_file_has_this_version() {
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    for (file, text) in [
        ("Cargo.toml", "\nartifacts = { version = \"=VERSION\""),
        ("almanac/mobile/Cargo.lock", "name = \"astro-mobile\"\nversion = \"VERSION\""),
        ("almanac/mobile/Cargo.toml", "\nversion = \"VERSION\""),
        ("almanac/npm/canon/package.json", "\"version\": \"VERSION\""),
        ("almanac/npm/package-lock.json", "\"version\": \"VERSION\""),
        ("almanac/npm/package.json", "\"version\": \"VERSION\""),
        ("almanac/npm/package.json", "\"umbra-eclipse-canon\": \"VERSION\""),
        ("almanac/python/Cargo.lock", "name = \"umbra-eclipse\"\nversion = \"VERSION\""),
        ("almanac/python/Cargo.toml", "\nversion = \"VERSION\""),
        ("almanac/python/pyproject.toml", "\nversion = \"VERSION\""),
        ("almanac/mobile/README.md", "umbra-almanac-VERSION.jar"),
        ("almanac/npm/README.md", "umbra-eclipse-VERSION.tgz"),
        ("almanac/python/README.md", "umbra_eclipse-VERSION-"),
        ("README.md", "umbra-VERSION-x86_64-linux.tar.gz"),
        ("deploy/README.md", "umbra-VERSION-x86_64-linux.tar.gz"),
        ("deploy/kubernetes/image/kustomization.yaml", "newTag: \"VERSION\""),
        ("server/src/pages/docs/guides/verification.json", "\"version\": \"VERSION\""),
        ("server/src/pages/docs/guides/verification.json", "\"holds\": true,\n  \"sections\""),
    ] {
        let (text, path) = (text.replace("VERSION", VERSION), tests::root().join(file));
        let found = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert!(found.contains(&text), "{file} has no {text:?}");
    }
}

#[test]
fn licences_and_sources_are_allowed() {
    check_licences(&[]);
}

#[test]
#[ignore = "landing: needs the packages of the driver of PostgreSQL"]
fn licences_and_sources_of_the_driver_are_allowed() {
    check_licences(&POSTGRES[4..]);
}

fn check_licences(features: &[&str]) {
    let version = Command::new("rustc").arg("-vV").output().expect("rustc");
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let host = version.lines().find_map(|l| l.strip_prefix("host: ")).expect("a host");
    let arguments = ["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", host];
    let metadata: Value = serde_json::from_str(&cargo(arguments.iter().chain(features))).expect("JSON");
    let deny = std::fs::read_to_string(tests::root().join("deny.toml")).expect("deny.toml");
    let (allowed, registries) = (list(&deny, "allow"), list(&deny, "allow-registry"));
    let mut problems = Vec::new();
    let mut checked = 0;
    for package in metadata["packages"].as_array().expect("packages") {
        let name = package["name"].as_str().unwrap_or("");
        let Some(source) = package["source"].as_str() else {
            let ours = metadata["workspace_members"].as_array().expect("packages");
            assert!(ours.contains(&package["id"]), "{name} is ours?");
            continue;
        };
        checked += 1;
        if !registries.iter().any(|r| source == format!("registry+{r}")) {
            problems.push(format!("{name} comes from {source}"));
        }
        let licence = package["license"].as_str().unwrap_or("");
        let is_allowed = |requirement: &spdx::LicenseReq| {
            let text = requirement.to_string();
            allowed.contains(&text) || (name == "tzf-dist" && text == "ODbL-1.0")
        };
        match Expression::parse_mode(licence, ParseMode::LAX) {
            Ok(expression) if expression.evaluate(is_allowed) => {}
            Ok(_) => problems
                .push(format!("{name} has the licence {licence}, of which deny.toml allows too little")),
            Err(e) => problems.push(format!("{name} has no licence that can be read: \"{licence}\": {e}")),
        }
    }
    println!("{checked} packages");
    assert!(checked > 100 && problems.is_empty(), "{}", problems.join("\n"));
}

/// Commands that people and scripts use, as packages and kinds of dependencies, beside `cargo test
/// --workspace`.
const COMMANDS: [(&[&str], &str); 3] = [
    (&["--workspace"], "normal,build"),
    (&["--package", "server"], "normal,build"),
    // The example `bare`.
    (&["--package", "server"], "normal,build,dev"),
];

/// The options of `cargo` for the programs in packages and images.
const POSTGRES: [&str; 6] =
    ["--package", "builder", "--package", "server-postgres", "--features", "server-postgres/postgres"];

#[test]
fn every_command_selects_the_features_of_the_tests_so_that_nothing_is_compiled_twice() {
    let others: Vec<String> = COMMANDS.iter().flat_map(|(packages, kinds)| others(packages, kinds)).collect();
    assert!(others.is_empty(), "Cargo.toml must name these features:\n{}", others.join("\n"));
}

#[test]
#[ignore = "landing: needs the packages of the driver of PostgreSQL"]
fn the_program_with_postgresql_selects_the_features_of_the_tests() {
    let others = others(&POSTGRES, "normal,build");
    assert!(others.is_empty(), "Cargo.toml must name these features:\n{}", others.join("\n"));
}

/// Packages of the tests that a command compiles with other features.
fn others(packages: &[&str], kinds: &str) -> Vec<String> {
    let tests = features(&["--workspace"], "normal,build,dev");
    assert!(tests.len() > 100, "{} packages", tests.len());
    let name = |package: &str| package.split(" [").next().map(str::to_owned);
    let compiled: BTreeSet<_> = tests.iter().map(|package| name(package)).collect();
    let is_other = |package: &String| {
        compiled.contains(&name(package)) && !tests.contains(package) && !package.contains("server-postgres")
    };
    let others = features(packages, kinds).into_iter().filter(is_other);
    others.map(|package| format!("{} ({kinds}): {package}", packages.join(" "))).collect()
}

/// The packages of a selection, each with its version and features.
fn features(packages: &[&str], kinds: &str) -> BTreeSet<String> {
    let fixed =
        ["tree", "--locked", "--offline", "--prefix", "none", "--format", "{p} [{f}]", "--edges", kinds];
    let text = cargo(fixed.iter().chain(packages));
    // Repeated packages are marked, and workspace members have a path.
    text.lines().map(|line| line.trim_end_matches(" (*)").replace(" (proc-macro)", "")).collect()
}

/// The output of a command of cargo in the root. A machine that builds the tests has all packages that they
/// need, so this needs no network.
fn cargo<'a>(arguments: impl IntoIterator<Item = &'a &'a str>) -> String {
    let program = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let output = Command::new(program).args(arguments).current_dir(tests::root()).output().expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}
