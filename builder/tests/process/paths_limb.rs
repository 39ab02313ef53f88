//! `umbra paths-limb`: rejected arguments. `tests/tests/limb.rs` and `tests/tests/http/limb.rs` read files.

use super::*;

#[test]
fn arguments_that_cannot_be_used_are_named_with_what_would_be_right() {
    let folder = tempfile::tempdir().expect("folder");
    let out = folder.path();
    let (limb, file) = (out.join("limb"), out.join("paths_limb.parquet"));
    let paths_limb = |arguments: &[&str], file: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_builder"));
        command.env_remove("UMBRA_LIMB").env_remove("UMBRA_TERRAIN");
        command.arg("paths-limb").args(arguments).arg("--out").arg(&generation().0).arg(file);
        let output = run(command);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!file.is_file() && temporary(out).is_empty(), "{arguments:?}");
        error_of(&output)
    };
    let limb = limb.to_string_lossy().into_owned();
    let years = "two years within −1999 … 3000, the first not after the last, for example 2017..2035";
    for (eclipses, says) in [
        ("2035..2017", years),
        ("2017..3001", years),
        ("-2000..2017", years),
        ("2017..", years),
        ("2018..2018", "no total, annular or hybrid eclipse; name more years, such as 2017..2035"),
        ("2024", "is not a date; write YYYY-MM-DD"),
        ("2024-04-08,2024-04-09", "the solar eclipse nearest to it is that of 2024-04-08"),
        (
            "2025-03-29",
            "the eclipse of 2025-03-29 is partial everywhere; name total, annular and hybrid ones",
        ),
    ] {
        let error = paths_limb(&["--limb", &limb, "--eclipses", eclipses], &file);
        assert!(error.contains(&format!("--eclipses {eclipses}: ")) && error.contains(says), "{error}");
    }
    let error = paths_limb(&[], &file);
    assert!(error.contains("--limb <FOLDER>"), "{error}");
    let error = paths_limb(&["--limb", &limb], &file);
    assert!(error.contains("--limb") && error.contains("umbra limb --lola LDEM_16.IMG"), "{error}");
    let error = paths_limb(&["--limb", &limb], &out.join("absent/paths_limb.parquet"));
    assert!(error.contains("absent/paths_limb.parquet: name a file in a folder that exists"), "{error}");
}
