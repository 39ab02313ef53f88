//! The visible part of an eclipse at a place. `local.rs` checks it with the engine.

use super::{number, response};

#[test]
fn what_is_visible_of_an_eclipse_is_said() {
    for (jd, place, reason, visible) in [
        // Murmansk 2037: the Sun is down at both ends, and yet the eclipse is seen.
        ("2465074.5", "68.970,33.075", "sunrise-and-sunset", &[(1, false), (0, true), (4, false)][..]),
        // Castile 2026: the Sun sets before the end.
        (
            "2461264.5",
            "41.86953,-2.70656",
            "sunset",
            &[(1, true), (2, true), (0, true), (3, true), (4, false)],
        ),
        // Nothing: on the night side, and outside of the penumbra.
        ("2460408.5", "40,120", "below-horizon", &[]),
        ("2460408.5", "-60,0", "no-eclipse", &[]),
    ] {
        let found = response(&format!("/solar-eclipse/local-circumstances/details/{jd}?obs={place}"));
        assert_eq!(found["visibility"]["reason"], reason, "{jd} {place}");
        let contacts = found["contacts"].as_array().expect("contacts").iter();
        let contacts: Vec<_> =
            contacts.map(|c| (number(&c["contact"]) as u32, c["visible"] == true)).collect();
        assert_eq!(contacts, visible, "{jd} {place}");
    }
}
