//! Clients of HTTP/2 that read no response.

use tests::served::Served;
use tokio::runtime::{Builder, Runtime};

/// Threads for clients that open no flow-control window. Their connections end with it.
pub(super) fn runtime() -> Runtime {
    Builder::new_multi_thread().enable_all().build().expect("a runtime")
}

/// Connects an HTTP/2 client that opens no flow-control window and acknowledges pings.
pub(super) fn unread(runtime: &Runtime, server: &Served, paths: &[String]) {
    runtime.block_on(async {
        let stream = tokio::net::TcpStream::connect(server.address).await.expect("connected");
        let mut builder = h2::client::Builder::new();
        builder.initial_window_size(0);
        let (client, connection) = builder.handshake::<_, &'static [u8]>(stream).await.expect("a handshake");
        let driver = tokio::spawn(async move {
            // Broken off by the server at last.
            let _ = connection.await;
        });
        let mut answers = Vec::new();
        for path in paths {
            let mut client = client.clone().ready().await.expect("ready");
            let request = http::Request::get(format!("http://test{path}")).body(()).expect("a request");
            answers.push(client.send_request(request, true).expect("sent").0);
        }
        tokio::spawn(async move {
            let mut held = Vec::new();
            for answer in answers {
                held.extend(answer.await);
            }
            let _ = driver.await;
        });
    });
}
