//! A real Chromium without a screen, driven over its DevTools protocol.

mod input;
pub mod look;

use crate::{PATIENCE, until, until_true};
use serde_json::{Value, json};
use std::io::ErrorKind;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

const ARGUMENTS: &str = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync \
    --disable-background-networking --disable-renderer-backgrounding --disable-component-update \
    --disable-backgrounding-occluded-windows --disable-dev-shm-usage --hide-scrollbars \
    --remote-debugging-port=0";

/// A page in a context of its own, with separate cookies, permissions and cache. All contexts of a test
/// program share one process.
pub struct Browser {
    socket: Socket,
    next: u64,
    context: String,
    /// Addresses of all requests of the page.
    pub requested: Vec<String>,
    /// The complaints of the page and the browser: violations of the policy, uncaught errors, files that did
    /// not come.
    pub complaints: Vec<String>,
    /// Names of the sessions with frames of other sites.
    frames: Vec<String>,
}

type Socket = WebSocket<MaybeTlsStream<TcpStream>>;

struct Process {
    _child: Child,
    socket: Socket,
    host: String,
    next: u64,
}

impl Process {
    /// The process, started by the first test and killed when the test program ends.
    fn of_all() -> MutexGuard<'static, Self> {
        static PROCESS: OnceLock<Mutex<Process>> = OnceLock::new();
        PROCESS.get_or_init(|| Mutex::new(Self::start())).lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start() -> Self {
        let profile = crate::temporary_folder().keep();
        let program = crate::program("UMBRA_CHROMIUM", &["chromium", "chromium-browser", "google-chrome"]);
        let child = Command::new(&program)
            .args(ARGUMENTS.split_whitespace())
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|e| panic!("{}: {e}", program.display()));
        let (process, end) = (child.id().to_string(), "kill -9 \"$0\"; rm -rf \"$1\"");
        crate::at_end(["sh", "-c", end, &process].map(Path::new).into_iter().chain([profile.as_path()]));
        // It writes its port and the path of its socket into this file.
        let file = profile.join("DevToolsActivePort");
        let (port, path) = until("the browser", || {
            let text = std::fs::read_to_string(&file).ok()?;
            let (port, path) = text.split_once('\n')?;
            Some((port.parse::<u16>().ok()?, path.trim().to_owned()))
        });
        let host = format!("127.0.0.1:{port}");
        Self { _child: child, socket: connected(&format!("ws://{host}{path}")), host, next: 0 }
    }

    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.next += 1;
        let message = json!({ "id": self.next, "method": method, "params": parameters }).to_string();
        self.socket.send(Message::text(message)).unwrap_or_else(|e| panic!("{method}: {e}"));
        loop {
            let answer = read(&mut self.socket);
            if answer["id"] == self.next {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
        }
    }
}

/// Connects to an address of the browser.
fn connected(address: &str) -> Socket {
    let (socket, _) = tungstenite::connect(address).unwrap_or_else(|e| panic!("{address}: {e}"));
    if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
        stream.set_read_timeout(Some(PATIENCE)).unwrap_or_else(|e| panic!("{e}"));
    }
    socket
}

/// The next message of the browser.
fn read(socket: &mut Socket) -> Value {
    let message = loop {
        match socket.read() {
            Ok(message) => break message,
            // A signal, such as that a child has ended, may interrupt a read with a timeout.
            Err(tungstenite::Error::Io(e)) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) => panic!("the browser says nothing: {e}"),
        }
    };
    serde_json::from_str(message.to_text().unwrap_or("")).unwrap_or(Value::Null)
}

impl Browser {
    /// Opens a page. Tests that need it are ignored where Chromium is absent.
    pub fn start() -> Self {
        let mut process = Process::of_all();
        let text = |value: &Value| value.as_str().unwrap_or_else(|| panic!("no name: {value}")).to_owned();
        let context = text(&process.call("Target.createBrowserContext", json!({}))["browserContextId"]);
        let target = json!({ "url": "about:blank", "browserContextId": context, "newWindow": true });
        let target = text(&process.call("Target.createTarget", target)["targetId"]);
        let mut browser = Self {
            socket: connected(&format!("ws://{}/devtools/page/{target}", process.host)),
            next: 0,
            context,
            requested: Vec::new(),
            complaints: Vec::new(),
            frames: Vec::new(),
        };
        drop(process);
        for domain in ["Page", "Runtime", "Network", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        // Pages of other tests may be in front.
        browser.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }));
        browser
    }

    /// A call of the protocol that must succeed.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.try_call(method, parameters).unwrap_or_else(|e| panic!("{method}: {e}"))
    }

    /// A call of the protocol, or why it fails: one that meets a change of pages does. Events that come
    /// meanwhile are looked at for requests.
    fn try_call(&mut self, method: &str, parameters: Value) -> Result<Value, Value> {
        self.send(json!({ "method": method, "params": parameters }))
    }

    /// Sends a message; returns the result or the error that answers it.
    fn send(&mut self, mut message: Value) -> Result<Value, Value> {
        self.next += 1;
        message["id"] = self.next.into();
        if message["method"].as_str().is_some_and(|method| method.starts_with("Browser.")) {
            message["params"]["browserContextId"] = self.context.as_str().into();
        }
        let text = message.to_string();
        self.socket.send(Message::text(text)).unwrap_or_else(|e| panic!("{message}: {e}"));
        loop {
            let answer = read(&mut self.socket);
            self.notice(&answer);
            if answer["id"] == message["id"] {
                let error = &answer["error"];
                return if error.is_null() { Ok(answer["result"].clone()) } else { Err(error.clone()) };
            }
        }
    }

    /// Keeps what an event says about requests and complaints.
    fn notice(&mut self, event: &Value) {
        let what = &event["params"];
        match event["method"].as_str() {
            Some("Network.requestWillBeSent") => {
                self.requested.push(what["request"]["url"].as_str().unwrap_or("").to_owned());
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
        self.value("window.before = true");
        self.call("Page.navigate", json!({ "url": url }));
        self.next_page();
    }

    /// Loads the page again.
    pub fn reload(&mut self) {
        self.value("window.before = true");
        self.call("Page.reload", json!({}));
        self.next_page();
    }

    /// Waits until another page than the marked one is loaded.
    fn next_page(&mut self) {
        let expression = "document.readyState === 'complete' && !window.before";
        let question = json!({ "expression": expression, "returnByValue": true });
        until_true("the next page", || {
            let answer = self.try_call("Runtime.evaluate", question.clone());
            answer.is_ok_and(|answer| answer["result"]["value"] == true)
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
        // Events about frames come with responses.
        self.value("0");
        let session = self.frames.last()?.clone();
        let question = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let message = json!({ "method": "Runtime.evaluate", "params": question, "sessionId": session });
        let answer = self.send(message).ok()?;
        Some(answer["result"]["value"].clone()).filter(|_| answer["exceptionDetails"].is_null())
    }

    /// Waits until the page has drawn some frames, in which an animation would move.
    pub fn draw_frames(&mut self) {
        self.value(
            "new Promise(done => { let left = 10; \
             const next = () => left-- ? requestAnimationFrame(next) : done(); next(); })",
        );
    }

    /// Waits until an expression is true in the page.
    pub fn wait_for(&mut self, expression: &str) {
        until_true(expression, || self.value(expression) == true);
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
        Process::of_all().call("Target.disposeBrowserContext", json!({ "browserContextId": self.context }));
    }
}
