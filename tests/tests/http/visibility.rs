//! The visible part of an eclipse at a place. `eclipses.rs` compares searches with the engine.

use super::*;

#[test]
fn what_is_visible_of_an_eclipse_is_said() {
    for (jd, place, reason, visible) in [
        // Murmansk 2037: the Sun is down at both ends, and yet the eclipse is seen.
        ("2465074.5", "68.970,33.075", "sunrise-and-sunset", "-1 +0 -4"),
        // Castile 2026: the Sun sets before the end.
        ("2461264.5", "41.86953,-2.70656", "sunset", "+1 +2 +0 +3 -4"),
        // Nothing: on the night side, and outside of the penumbra.
        ("2460408.5", "40,120", "below-horizon", ""),
        ("2460408.5", "-60,0", "no-eclipse", ""),
    ] {
        let found = response(&format!("/solar-eclipse/local-circumstances/details/{jd}?obs={place}"));
        assert_eq!(found["visibility"]["reason"], reason, "{jd} {place}");
        let contacts = found["contacts"].as_array().expect("contacts").iter();
        let sign = |c: &Value| if c["visible"] == true { '+' } else { '-' };
        let contacts: Vec<_> = contacts.map(|c| format!("{}{}", sign(c), c["contact"])).collect();
        assert_eq!(contacts.join(" "), visible, "{jd} {place}");
    }
}
