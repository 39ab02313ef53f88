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
        // The page that follows may be there before the response to the click.
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
        // The code of the key, and its place on the keyboard, which Leaflet asks for.
        let (code, place) = match key {
            "Tab" => (9, key),
            "Enter" => (13, key),
            "Escape" => (27, key),
            " " => (32, "Space"),
            "PageUp" => (33, key),
            "Home" => (36, key),
            "ArrowLeft" => (37, key),
            "ArrowUp" => (38, key),
            "ArrowRight" => (39, key),
            "ArrowDown" => (40, key),
            "+" => (187, "Equal"),
            "-" => (189, "Minus"),
            _ => (0, key),
        };
        let text = if key == "Enter" { "\r" } else { Some(key).filter(|key| key.len() == 1).unwrap_or("") };
        let down = if text.is_empty() { "rawKeyDown" } else { "keyDown" };
        for (kind, text) in [(down, text), ("keyUp", "")] {
            self.call(
                "Input.dispatchKeyEvent",
                json!({
                    "type": kind, "key": key, "code": place, "text": text,
                    "windowsVirtualKeyCode": code, "nativeVirtualKeyCode": code,
                }),
            );
        }
    }
}
