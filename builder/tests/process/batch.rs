//! The program `umbra batch`, killed and misused.

use super::*;
use std::time::{Duration, Instant};

fn batch(artifacts: &Path, out: &Path, shard: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_builder"));
    command.args(["batch", "--places", "towns", "--eclipses", "2000..2020", "--quiet", "--threads", "1"]);
    command.args(["--shard", shard]).arg("--artifacts").arg(artifacts).arg("--out").arg(out);
    command
}

#[test]
fn a_killed_batch_continues_and_ends_with_the_same_bytes() {
    let (artifacts, folder) = (with_generation(), tempfile::tempdir().expect("folder"));
    let [killed, whole] = ["killed", "whole"].map(|name| folder.path().join(name));
    let parts = |out: &Path| {
        let entries = std::fs::read_dir(out).into_iter().flatten().flatten();
        let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "parquet"));
        paths.sort();
        paths
    };
    let mut child = batch(artifacts.path(), &killed, "1/8").spawn().expect("start");
    let begin = Instant::now();
    while parts(&killed).is_empty() && begin.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("kill");
    child.wait().expect("wait");
    let before = parts(&killed).len();
    for out in [&killed, &whole] {
        let output = run(batch(artifacts.path(), out, "1/8"));
        assert!(output.status.success(), "{}", error_of(&output));
    }
    assert!(temporary(&killed).is_empty(), "the next run sweeps away what was left");
    let (killed, whole) = (parts(&killed), parts(&whole));
    assert!((1..whole.len()).contains(&before) && killed.len() == whole.len(), "{before} files at the kill");
    for (killed, whole) in killed.iter().zip(whole) {
        let read = |path: &Path| std::fs::read(path).expect("a file");
        assert!(read(killed) == read(&whole), "{}", killed.display());
    }
}

#[test]
fn a_shard_that_does_not_exist_is_refused() {
    for shard in ["9/8", "0/8", "3", "1/0"] {
        let output = run(batch(Path::new("absent"), Path::new("absent"), shard));
        let error = error_of(&output);
        assert!(!output.status.success(), "{shard}");
        assert!(error.contains("write K/N with K from 1 to N, for example 3/8"), "{error}");
    }
}
