//! A build by an installed builder, with the operator's kernel and seas and with renewed ΔT: one build shows
//! that each is used.

use super::seas::{WORLD, one_sea};
use super::spk;
use super::update_delta_t::finals;
use super::*;

/// Days past J2000.0 of a kernel for a summer without an eclipse: 2024 May 1 … September 1.
pub(crate) const SUMMER: (f64, f64) = (8887.0, 9011.0);

/// The folder in which the builder runs, without a folder of sources.
pub(crate) struct Operator {
    pub(crate) folder: PathBuf,
    pub(crate) summary: Value,
}

/// Installs, renews ΔT and builds once.
pub(crate) fn operator() -> &'static Operator {
    static OPERATOR: OnceLock<Operator> = OnceLock::new();
    OPERATOR.get_or_init(|| {
        let prefix = kept_folder("prefix");
        let operator = Operator { folder: prefix.join("elsewhere"), summary: Value::Null };
        copy(&sources(), &operator.sources());
        for path in [prefix.join("bin"), operator.folder.clone()] {
            std::fs::create_dir_all(path).expect("folder");
        }
        std::fs::copy(env!("CARGO_BIN_EXE_builder"), prefix.join("bin/builder")).expect("installed");
        std::fs::write(operator.folder.join("finals2000A.all"), finals(6)).expect("written");
        let said = text(&operator.run(&["update-delta-t", "finals2000A.all"]));
        for words in ["last observation    2026-10-01 → 2027-02-01", "greatest change", "rows"] {
            assert!(said.contains(words), "{words} in: {said}");
        }
        std::fs::write(operator.kernel(), spk::kernel(&spk::sky(SUMMER.0, SUMMER.1), true)).expect("written");
        let seas = one_sea(r#"{"MRGID":"77"}"#, WORLD);
        std::fs::write(operator.seas(), seas).expect("written");
        let summary = json(&operator.build(&["--kernel", "small.bsp", "--json"]));
        Operator { summary, ..operator }
    })
}

impl Operator {
    /// The sources of the installed builder.
    pub(crate) fn sources(&self) -> PathBuf {
        self.folder.with_file_name("share/umbra/catalog-src")
    }

    pub(crate) fn kernel(&self) -> PathBuf {
        self.folder.join("small.bsp")
    }

    pub(crate) fn seas(&self) -> PathBuf {
        self.folder.join("seas.geojson")
    }

    /// The folder of the generation.
    pub(crate) fn artifacts(&self) -> PathBuf {
        self.folder.join("artifacts")
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(self.folder.with_file_name("bin/builder"));
        command.current_dir(&self.folder).args(arguments);
        run(command)
    }

    fn build(&self, more: &[&str]) -> Output {
        let build = ["build", "--ephemeris-range", YEARS, "--seas", "seas.geojson"];
        self.run(&[&build[..], more].concat())
    }
}

#[test]
fn the_same_inputs_are_found_again_and_described() {
    let operator = operator();
    let again = json(&operator.build(&["--kernel", "small.bsp", "--json"]));
    assert_eq!((&again["unchanged"], &again["generation"]), (&true.into(), &operator.summary["generation"]));
    assert_eq!(again["kernel"], operator.summary["kernel"]);
    let said = text(&operator.build(&["--kernel", "small.bsp"]));
    for words in ["unchanged", "from small.bsp (SHA-256", "ΔT observed until 2027-02-01"] {
        assert!(said.contains(words), "{words} in: {said}");
    }
}

#[test]
fn an_installed_builder_finds_its_sources_but_prefers_the_current_folder() {
    let operator = operator();
    assert!(operator.artifacts().join("current").exists());
    // An empty folder is named.
    let mut command = Command::new(operator.folder.with_file_name("bin/builder"));
    let here = tempfile::tempdir().expect("folder");
    std::fs::create_dir(here.path().join("catalog-src")).expect("folder");
    command.current_dir(here.path()).arg("build");
    assert!(error_of(&run(command)).contains("catalog-src/SHA256SUMS: cannot be read"));
}
