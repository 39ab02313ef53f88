//! Vendored libraries equal the files in their packages.

use artifacts::manifest::sha256_of_file;

#[test]
fn vendored_files_are_those_of_their_packages() {
    let folder = tests::root().join("server/src/pages/widget/map/vendor");
    let table = std::fs::read_to_string(folder.join("README.md")).expect("a table of the libraries");
    let rows: Vec<Vec<&str>> = table
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.split('|').map(|cell| cell.trim().trim_matches('`')).collect())
        .collect();
    assert!(rows.len() >= 4, "{table}");
    for row in rows {
        let found = sha256_of_file(&folder.join(row[1])).unwrap_or_else(|e| panic!("{}: {e}", row[1]));
        assert_eq!(found, row[5], "{}", row[1]);
        let licence = row[4].split('`').nth(1).expect("the licence's file");
        assert!(folder.join(licence).is_file(), "{licence}");
    }
}
