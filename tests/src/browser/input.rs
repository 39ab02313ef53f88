//! Mouse, keys and fingers.

use super::Browser;
use serde_json::{Value, json};

impl Browser {
    /// Types into a field, found by a selector.
    pub fn fill(&mut self, selector: &str, text: &str) {
        self.value(&format!(
            "(e => {{ e.focus(); e.value = ''; }})(document.querySelector({}))",
            json!(selector)
        ));
        self.call("Input.insertText", json!({ "text": text }));
    }

    /// Clicks with the mouse on what a selector finds.
    pub fn click(&mut self, selector: &str) {
        let place = self.value(&format!(
            "(e => {{ e.scrollIntoView({{block: 'center'}}); const r = e.getBoundingClientRect(); \
             return [r.x + r.width / 2, r.y + r.height / 2]; }})(document.querySelector({}))",
            json!(selector)
        ));
        let at = |k: usize| place[k].as_f64().unwrap_or_else(|| panic!("{selector}: {place}"));
        self.click_at(at(0), at(1));
    }

    /// Clicks with the mouse on a pixel of the page.
    pub fn click_at(&mut self, x: f64, y: f64) {
        for kind in ["mousePressed", "mouseReleased"] {
            self.mouse(kind, x, y);
        }
    }

    /// Draws with the mouse from one pixel to another.
    pub fn drag(&mut self, from: (f64, f64), to: (f64, f64)) {
        const STEPS: u32 = 8;
        self.mouse("mousePressed", from.0, from.1);
        for step in 1..=STEPS {
            let part = f64::from(step) / f64::from(STEPS);
            self.mouse("mouseMoved", from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1));
        }
        self.mouse("mouseReleased", to.0, to.1);
    }

    fn mouse(&mut self, kind: &str, x: f64, y: f64) {
        // The page that follows may be there before the answer to the click.
        let _ = self.try_call(
            "Input.dispatchMouseEvent",
            json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 }),
        );
    }

    /// Taps with a finger on a pixel of the page.
    pub fn tap(&mut self, x: f64, y: f64) {
        let touch = |points: Value, kind| json!({ "type": kind, "touchPoints": points });
        self.call("Input.dispatchTouchEvent", touch(json!([{ "x": x, "y": y }]), "touchStart"));
        self.call("Input.dispatchTouchEvent", touch(json!([]), "touchEnd"));
    }

    /// Makes the screen one that fingers touch.
    pub fn has_touch(&mut self, is_so: bool) {
        self.call(
            "Emulation.setTouchEmulationEnabled",
            json!({ "enabled": is_so, "maxTouchPoints": if is_so { 5 } else { 1 } }),
        );
    }

    /// Presses a key by its name, as `KeyboardEvent.key` has it: "Tab", "Enter", "ArrowLeft", "+".
    pub fn press(&mut self, key: &str) {
        const CODES: [(&str, u32); 12] = [
            ("Tab", 9),
            ("Enter", 13),
            ("Escape", 27),
            (" ", 32),
            ("PageUp", 33),
            ("Home", 36),
            ("ArrowLeft", 37),
            ("ArrowUp", 38),
            ("ArrowRight", 39),
            ("ArrowDown", 40),
            ("+", 187),
            ("-", 189),
        ];
        let code = CODES.iter().find(|(name, _)| *name == key).map_or(0, |(_, code)| *code);
        let text = match key {
            "Enter" => "\r",
            _ if key.chars().count() == 1 => key,
            _ => "",
        };
        let (down, code_name) = (if text.is_empty() { "rawKeyDown" } else { "keyDown" }, named(key));
        for (kind, text) in [(down, text), ("keyUp", "")] {
            self.call(
                "Input.dispatchKeyEvent",
                json!({
                    "type": kind, "key": key, "code": code_name, "text": text,
                    "windowsVirtualKeyCode": code, "nativeVirtualKeyCode": code,
                }),
            );
        }
    }
}

/// The place of a key on the keyboard, which Leaflet asks for.
fn named(key: &str) -> &str {
    match key {
        "+" => "Equal",
        "-" => "Minus",
        " " => "Space",
        other => other,
    }
}
