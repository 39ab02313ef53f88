//! A form on the page of widgets that builds the code to embed one, with a preview where no key is needed.

use super::marks::mark;
use super::reader::DocsReader;
use crate::api::documentation::Live;
use accounts::access::KEY_PARAMETER;
use maud::{Markup, html};

/// The eclipse and the place of the first preview.
const DATE: &str = "2026-08-12";
const PLACE: &str = "42.34,-3.70,860";

/// Paths of the widgets, and their names.
const WIDGETS: [(&str, &str); 2] = [("eclipse-path", "Map"), ("eclipse-simulator", "Simulator")];
/// Width and height of a frame, and their names.
const SIZES: [(&str, &str); 3] = [("900 600", "900 × 600"), ("640 480", "640 × 480"), ("390 640", "Phone")];

/// The form, the code and the preview. Without scripts, the code is that of the first preview.
pub(super) fn builder(reader: &DocsReader) -> Markup {
    let key = if reader.is_demo { String::new() } else { format!("&amp;{KEY_PARAMETER}=YOUR_KEY") };
    html! {
        section.builder #builder aria-labelledby="build" data-site=(mark(Live::Site)) data-key=(key) {
            h2 #build { "Build your frame" }
            div.build hidden {
                (choice("widget", "Widget", &WIDGETS))
                (field("date", "Date of the eclipse", DATE))
                (field("obs", "Place, or LAT,LNG,HEIGHT", PLACE))
                (field("z", "Zoom of the map, 0 … 19", ""))
                (choice("size", "Size", &SIZES))
            }
            p.answer-label { "Embed code" }
            pre.answer tabindex="0" role="group" aria-label="Embed code" {
                code #embed {
                    "<iframe src=\"" (mark(Live::Site)) "/eclipse-path?date=" (DATE) "&amp;obs=" (PLACE) (key)
                    "\"\n  width=\"900\" height=\"600\" allow=\"fullscreen; geolocation\"\n  "
                    "referrerpolicy=\"strict-origin\" title=\"Solar eclipse\"></iframe>"
                }
            }
            @if reader.is_demo {
                iframe #preview src={ "/eclipse-path?date=" (DATE) "&obs=" (PLACE) } width="900" height="600"
                    title="Preview of the widget" loading="lazy" allow="fullscreen; geolocation" {}
            } @else {
                p.notice {
                    "There is no preview here: a widget on your page needs your key, and opening it costs 10 "
                    "credits. Replace YOUR_KEY by a key from the " a href="/console" { "console" }
                    ". Give the key origin rules, because everyone who opens your page can read it."
                }
            }
        }
    }
}

fn field(name: &str, label: &str, value: &str) -> Markup {
    html! {
        label {
            (label)
            input type="text" name=(name) value=(value) autocomplete="off" spellcheck="false";
        }
    }
}

fn choice(name: &str, label: &str, values: &[(&str, &str)]) -> Markup {
    html! {
        label {
            (label)
            select name=(name) { @for (value, text) in values { option value=(value) { (text) } } }
        }
    }
}
