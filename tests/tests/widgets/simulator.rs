//! The simulator's page in a real browser, against the server's own responses.

mod hands;
mod picture;
mod places;
mod texts;

use super::*;

/// Opens the simulator and waits for its first picture.
pub(super) fn open(browser: &mut Browser, query: &str) {
    let (key, _) = demo().demo_credentials();
    browser.open(&format!("http://{}/eclipse-simulator?{query}&apiKey={key}", demo().address));
    browser.wait_for("Boolean(document.querySelector('#now')?.textContent)");
    modules(browser, &["simulator", "readout", "page"]);
}
