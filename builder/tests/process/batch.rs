//! The program `umbra batch`, misused. `tests/tests/batch.rs` continues runs that a kill has ended.

use super::*;

#[test]
fn a_shard_that_does_not_exist_is_refused() {
    for shard in ["9/8", "0/8", "3", "1/0"] {
        let batch = ["batch", "--places", "towns", "--eclipses", "2000..2020", "--artifacts", "absent"];
        let output = call(&[&batch[..], &["--out", "absent", "--shard", shard]].concat());
        let error = error_of(&output);
        assert!(!output.status.success(), "{shard}");
        assert!(error.contains("write K/N with K from 1 to N, for example 3/8"), "{error}");
    }
}
