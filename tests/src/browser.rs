//! A real Chromium without a screen, driven over its DevTools protocol.

use serde_json::{Value, json};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// Longer than anything takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

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
    /// Starts Chromium; says loudly that the test is left out if there is none.
    pub fn start() -> Option<Self> {
        let named = std::env::var("UMBRA_CHROMIUM").ok();
        let program = named
            .into_iter()
            .chain(["chromium", "chromium-browser", "google-chrome"].map(str::to_owned))
            .find(|p| {
                Command::new(p)
                    .arg("--version")
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .status()
                    .is_ok_and(|s| s.success())
            });
        let Some(program) = program else {
            println!(
                "NO CHROMIUM: the pages are not tried in a browser; install chromium or set UMBRA_CHROMIUM"
            );
            return None;
        };
        let profile = tempfile::tempdir().unwrap_or_else(|e| panic!("no temporary folder: {e}"));
        let child = Command::new(program)
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
            .unwrap_or_else(|e| panic!("chromium: {e}"));
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
        Some(browser)
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
        let question = json!({ "expression": "document.readyState === 'complete' && !window.before", "returnByValue": true });
        until("the next page", || {
            self.try_call("Runtime.evaluate", question.clone())
                .ok()
                .filter(|r| r["result"]["value"] == true)
                .map(drop)
        });
    }

    /// The value of an expression in the page.
    pub fn value(&mut self, expression: &str) -> Value {
        let result = self.call("Runtime.evaluate", json!({ "expression": expression, "returnByValue": true, "awaitPromise": true, "userGesture": true }));
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
            "(e => {{ e.scrollIntoView({{block: 'center'}}); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})(document.querySelector({}))",
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
        use std::io::Write;
        let Ok(folder) = std::env::var("UMBRA_SCREENSHOTS") else { return };
        let shot =
            self.call("Page.captureScreenshot", json!({ "format": "png", "captureBeyondViewport": true }));
        let mut decoder = Command::new("base64")
            .arg("-d")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|e| panic!("base64: {e}"));
        let data = shot["data"].as_str().unwrap_or("").to_owned();
        let mut stdin = decoder.stdin.take();
        let writer = std::thread::spawn(move || stdin.as_mut().map(|s| s.write_all(data.as_bytes())));
        let bytes = decoder.wait_with_output().unwrap_or_else(|e| panic!("base64: {e}")).stdout;
        drop(writer.join());
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
    use std::io::{Read, Write};
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    // The addresses in the answer have the host and port of the request.
    stream
        .write_all(
            format!("GET /json/list HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n")
                .as_bytes(),
        )
        .ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    let mut raw = Vec::new();
    // It keeps the connection open longer than it must: what has come counts.
    let mut piece = [0; 4096];
    while let Ok(n @ 1..) = stream.read(&mut piece) {
        raw.extend_from_slice(&piece[..n]);
        if let Some(answer) = crate::served::parse(&raw)
            && let Ok(list) = serde_json::from_slice::<Value>(&answer.body)
        {
            let page = list.as_array()?.iter().find(|t| t["type"] == "page")?;
            return page["webSocketDebuggerUrl"].as_str().map(str::to_owned);
        }
    }
    None
}

fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        if let Some(found) = look() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("{what} does not come")
}
