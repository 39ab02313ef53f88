//! Short texts: dates, and the rules of keys.

use super::target::Target;
use server::testing::date_time::{MOST_MS, parse};
use server::testing::{Instant, IpRules, OriginRules};

pub(super) fn dates(name: &'static str) {
    let samples = [
        "2024-04-08T18:18:00.000Z",
        "-000584-05-28",
        "+275760-09-13T00:00:00Z",
        "Mon, 08 Apr 2024 14:18:00 GMT-0400 (EDT)",
        "April 8, 2024 2:18 pm",
        "4/8/2024 18:18:00",
        "2024-04-08T18:18+05:30",
    ];
    let samples = samples.map(|text| text.as_bytes().to_vec()).into();
    Target { name, samples, cases: 1000, spare_bytes: 10_000 }.run(|bytes| {
        let Some(unix_ms) = parse(&String::from_utf8_lossy(bytes)) else {
            return Err("not a date".into());
        };
        assert!(unix_ms.abs() <= MOST_MS, "{unix_ms}");
        assert_eq!(parse(&Instant { unix_ms }.iso()), Some(unix_ms));
        Ok(())
    });
}

pub(super) fn access_rules(name: &'static str) {
    let samples = [
        "203.0.113.7, 198.51.100.0/24;2001:db8::/32",
        "::ffff:198.51.100.0/120",
        "app.example.org; *.example.org",
        "[2001:db8::1]",
    ];
    let samples = samples.map(|text| text.as_bytes().to_vec()).into();
    Target { name, samples, cases: 500, spare_bytes: 10_000 }.run(|bytes| {
        let text = String::from_utf8_lossy(bytes);
        let (addresses, origins) = (IpRules::parse(&text), OriginRules::parse(&text));
        if let Ok(rules) = &addresses {
            assert_eq!(IpRules::parse(&rules.text()).as_ref(), Ok(rules));
        }
        if let Ok(rules) = &origins {
            assert_eq!(OriginRules::parse(&rules.text()).as_ref(), Ok(rules));
        }
        addresses.map(drop).or(origins.map(drop))
    });
}
