//! Any text is a date or none, without a panic; a date is read back from its own ISO form. Run: cargo
//! +nightly fuzz run date_time (in server/).
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Some(unix_ms) = server::testing::date_time::parse(text) {
        let iso = server::testing::Instant { unix_ms }.iso();
        assert_eq!(server::testing::date_time::parse(&iso), Some(unix_ms), "{iso}");
    }
});
