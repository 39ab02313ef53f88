//! Fuzzing of all parsers that read bytes from strangers: requests, the builder's files, datasets.
//!
//! Each target changes valid samples and checks more than the absence of panics: errors name the parameter or
//! file, results are in range, written values are read back, and memory is bounded. An ordinary
//! test run replays `cases/` and then tries a fixed sequence; `just fuzz` tries random ones for minutes. A
//! failure leaves its input in `cases/TARGET/`. Coverage does not guide the changes: that needs a nightly
//! compiler.

mod datasets;
mod edit;
mod files;
mod requests;
mod target;
mod texts;

/// Makes one test for each target, and counts them: they share the time.
macro_rules! targets {
    ($($name:ident: $run:path;)+) => {
        const TARGETS: u32 = [$(stringify!($name)),+].len() as u32;
        $(#[test] fn $name() { $run(stringify!($name)) })+
    };
}

targets! {
    dates: texts::dates;
    access_rules: texts::access_rules;
    queries: requests::queries;
    headers: requests::headers;
    credentials: requests::credentials;
    forms: requests::forms;
    geotiff: files::geotiff;
    hgt: files::hgt;
    terrarium: files::terrarium;
    lunar_maps: files::lunar_maps;
    kernels: files::kernels;
    delta_t: files::delta_t;
    catalogs: files::catalogs;
    pmtiles: datasets::pmtiles;
    tables: datasets::tables;
    generation: datasets::generation;
    terrain: datasets::terrain;
    limb_profiles: datasets::limb_profiles;
}
