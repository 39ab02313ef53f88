//! A real Chromium without a screen, driven over its DevTools protocol.

use crate::{PATIENCE, until};
use serde_json::{Value, json};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// A browser with one page.
pub struct Browser {
    child: Child,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    next: u64,
    /// Addresses that the page has asked for.
    pub requested: Vec<String>,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// Starts Chromium. Tests that need it are ignored where it is absent.
    pub fn start() -> Self {
        let profile = tempfile::tempdir().unwrap_or_else(|e| panic!("no temporary folder: {e}"));
        let child = Command::new(env!("CHROMIUM"))
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
            ])
            .args([
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|e| panic!("{}: {e}", env!("CHROMIUM")));
        // It writes its port and the path of its socket into this file.
        let file = profile.path().join("DevToolsActivePort");
        let port = until("the browser", || {
            std::fs::read_to_string(&file).ok().and_then(|t| t.lines().next()?.parse::<u16>().ok())
        });
        let list = until("its page", || pages(port));
        let (socket, _) = tungstenite::connect(&list).unwrap_or_else(|e| panic!("{list}: {e}"));
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(PATIENCE)).unwrap_or_else(|e| panic!("{e}"));
        }
        let mut browser = Self { child, socket, next: 0, requested: Vec::new(), _profile: profile };
        for domain in ["Page", "Runtime", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// A call of the protocol that must succeed.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.try_call(method, parameters).unwrap_or_else(|e| panic!("{method}: {e}"))
    }

    /// A call of the protocol, or why it fails: one that meets a change of pages does. Events that come
    /// meanwhile are looked at for requests.
    fn try_call(&mut self, method: &str, parameters: Value) -> Result<Value, Value> {
        self.next += 1;
        let id = self.next;
        let text = json!({ "id": id, "method": method, "params": parameters }).to_string();
        self.socket.send(Message::text(text)).unwrap_or_else(|e| panic!("{method}: {e}"));
        loop {
            let message = self.read();
            if message["id"] == id {
                return if message["error"].is_null() {
                    Ok(message["result"].clone())
                } else {
                    Err(message["error"].clone())
                };
            }
        }
    }

    fn read(&mut self) -> Value {
        let message = self.socket.read().unwrap_or_else(|e| panic!("the browser says nothing: {e}"));
        let value: Value = serde_json::from_str(message.to_text().unwrap_or("")).unwrap_or(Value::Null);
        if value["method"] == "Network.requestWillBeSent" {
            self.requested.extend(value["params"]["request"]["url"].as_str().map(str::to_owned));
        }
        value
    }

    /// Goes to an address and waits until the page is there.
    pub fn open(&mut self, url: &str) {
        self.value("window.before = true");
        self.call("Page.navigate", json!({ "url": url }));
        self.next_page();
    }

    /// Waits until another page than the marked one is loaded.
    fn next_page(&mut self) {
        let question = json!({
            "expression": "document.readyState === 'complete' && !window.before",
            "returnByValue": true,
        });
        until("the next page", || {
            self.try_call("Runtime.evaluate", question.clone())
                .ok()
                .filter(|r| r["result"]["value"] == true)
                .map(drop)
        });
    }

    /// The value of an expression in the page.
    pub fn value(&mut self, expression: &str) -> Value {
        let question = json!({
            "expression": expression, "returnByValue": true, "awaitPromise": true, "userGesture": true,
        });
        let result = self.call("Runtime.evaluate", question);
        assert!(result["exceptionDetails"].is_null(), "{expression}: {result}");
        result["result"]["value"].clone()
    }

    /// Waits until an expression is true in the page.
    pub fn wait_for(&mut self, expression: &str) {
        until(expression, || (self.value(expression) == true).then_some(()));
    }

    /// The text of the page.
    pub fn text(&mut self) -> String {
        self.value("document.body.innerText").as_str().unwrap_or("").to_owned()
    }

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
        for kind in ["mousePressed", "mouseReleased"] {
            // The page that follows may be there before the answer to the click.
            let _ = self.try_call(
                "Input.dispatchMouseEvent",
                json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 }),
            );
        }
    }

    /// Clicks and waits for the page that follows.
    pub fn click_through(&mut self, selector: &str) {
        self.value("window.before = true");
        self.click(selector);
        self.next_page();
    }

    /// Sets the size of the screen in pixels.
    pub fn resize(&mut self, width: u32, height: u32, is_phone: bool) {
        self.call(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone }),
        );
    }

    /// A picture of the whole page into the folder that `UMBRA_SCREENSHOTS` names, if it does.
    pub fn picture(&mut self, name: &str) {
        let Ok(folder) = std::env::var("UMBRA_SCREENSHOTS") else { return };
        let shot =
            self.call("Page.captureScreenshot", json!({ "format": "png", "captureBeyondViewport": true }));
        let data = shot["data"].as_str().expect("a picture as text");
        let bytes = data_encoding::BASE64.decode(data.as_bytes()).unwrap_or_else(|e| panic!("{name}: {e}"));
        std::fs::write(Path::new(&folder).join(format!("{name}.png")), bytes)
            .unwrap_or_else(|e| panic!("{folder}: {e}"));
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Address of the socket of the first page.
fn pages(port: u16) -> Option<String> {
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    TcpStream::connect(address).ok()?;
    // The addresses in the answer have the host of the request.
    let host = address.to_string();
    let list = crate::served::send(address, "GET", "/json/list", &[("host", &host)], "").json();
    let page = list.as_array()?.iter().find(|t| t["type"] == "page")?;
    page["webSocketDebuggerUrl"].as_str().map(str::to_owned)
}
