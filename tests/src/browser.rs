//! A real Chromium without a screen, driven over its DevTools protocol.

mod input;
pub mod look;

use crate::{PATIENCE, until};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// A browser with one page.
pub struct Browser {
    child: Child,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    next: u64,
    /// Addresses of all requests of the page.
    pub requested: Vec<String>,
    /// What the page and the browser complained of: violations of the policy, uncaught errors, files that did
    /// not come.
    pub complaints: Vec<String>,
    /// Bytes over the wire since the page was opened, by address; coded as they came.
    pub received: Vec<(String, u64)>,
    /// Names of the sessions with frames of other sites.
    frames: Vec<String>,
    /// Addresses of requests under way, by the browser's name for them.
    under_way: HashMap<String, String>,
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
        let mut browser = Self {
            child,
            socket,
            next: 0,
            requested: Vec::new(),
            complaints: Vec::new(),
            received: Vec::new(),
            frames: Vec::new(),
            under_way: HashMap::new(),
            _profile: profile,
        };
        for domain in ["Page", "Runtime", "Network", "Log"] {
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
        self.try_call_in(None, method, parameters)
    }

    /// The same in a session with a frame.
    fn try_call_in(
        &mut self,
        session: Option<&str>,
        method: &str,
        parameters: Value,
    ) -> Result<Value, Value> {
        self.next += 1;
        let id = self.next;
        let mut message = json!({ "id": id, "method": method, "params": parameters });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let text = message.to_string();
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
        self.notice(&value);
        value
    }

    /// Keeps what an event says about requests and complaints.
    fn notice(&mut self, event: &Value) {
        let what = &event["params"];
        let id = || what["requestId"].as_str().unwrap_or("").to_owned();
        match event["method"].as_str() {
            Some("Network.requestWillBeSent") => {
                let url = what["request"]["url"].as_str().unwrap_or("").to_owned();
                self.under_way.insert(id(), url.clone());
                self.requested.push(url);
            }
            Some("Network.loadingFinished") => {
                let bytes = what["encodedDataLength"].as_f64().unwrap_or(0.0) as u64;
                self.received.extend(self.under_way.remove(&id()).map(|url| (url, bytes)));
            }
            Some("Log.entryAdded") if what["entry"]["level"] == "error" => {
                let entry = &what["entry"];
                // Browsers ask for an icon by themselves.
                if !entry["url"].as_str().unwrap_or("").ends_with("/favicon.ico") {
                    self.complaints.push(format!("{} {}", entry["text"], entry["url"]));
                }
            }
            Some("Target.attachedToTarget") => {
                self.frames.extend(what["sessionId"].as_str().map(str::to_owned));
            }
            Some("Runtime.exceptionThrown") => {
                let details = &what["exceptionDetails"];
                self.complaints.push(format!("{} {}", details["text"], details["exception"]["description"]));
            }
            _ => {}
        }
    }

    /// Goes to an address and waits until the page is there.
    pub fn open(&mut self, url: &str) {
        self.received.clear();
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

    /// Attaches to frames of other sites, so that scripts can run in them.
    pub fn follow_frames(&mut self) {
        self.call(
            "Target.setAutoAttach",
            json!({ "autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true }),
        );
    }

    /// The value of an expression in the last frame of another site; none while there is no such frame, or
    /// if the expression fails.
    pub fn try_frame_value(&mut self, expression: &str) -> Option<Value> {
        // Events about frames come with answers.
        self.value("0");
        let session = self.frames.last()?.clone();
        let question = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.try_call_in(Some(&session), "Runtime.evaluate", question).ok()?;
        Some(answer["result"]["value"].clone()).filter(|_| answer["exceptionDetails"].is_null())
    }

    /// Waits until an expression is true in the page.
    pub fn wait_for(&mut self, expression: &str) {
        until(expression, || (self.value(expression) == true).then_some(()));
    }

    /// The text of the page.
    pub fn text(&mut self) -> String {
        self.value("document.body.innerText").as_str().unwrap_or("").to_owned()
    }

    /// Presses a key and waits for the page that follows.
    pub fn press_through(&mut self, key: &str) {
        self.value("window.before = true");
        self.press(key);
        self.next_page();
    }

    /// Clicks and waits for the page that follows.
    pub fn click_through(&mut self, selector: &str) {
        self.value("window.before = true");
        self.click(selector);
        self.next_page();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The process may have exited before.
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
