//! HTTP/2: many streams at a time, streams that are reset, and a window that stays closed.

use super::good::{PATHS, is_busy};
use super::*;
use h2::client::SendRequest;
use h2::{Reason, RecvStream};

/// A long response, of which only a part is read.
pub(crate) const LONG: &str = "/body-position/2024-01-01/2024-01-08?body=sun,moon&interval=60";
/// Windows of a connection and of a stream: all responses but the last fit, and the long one does not.
const CONNECTION_BYTES: u32 = 1 << 25;
const STREAM_BYTES: u32 = 1 << 20;
/// The time for which a window stays closed.
const HELD: Duration = Duration::from_secs(2);

/// Opens one connection after the other until the end.
pub(crate) fn run(soak: &Soak) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.unwrap_or_else(|e| panic!("no runtime: {e}"));
    while !soak.is_over() {
        if let Err(e) = runtime.block_on(connection(soak)) {
            soak.fault(format!("HTTP/2: {e}"));
        }
    }
}

async fn connection(soak: &Soak) -> Result<(), Box<dyn std::error::Error>> {
    let stream = tokio::net::TcpStream::connect(soak.server.address).await?;
    let (client, connection) = h2::client::Builder::new()
        .initial_connection_window_size(CONNECTION_BYTES)
        .initial_window_size(STREAM_BYTES)
        .handshake(stream)
        .await?;
    let driver = tokio::spawn(connection);
    let mut client = client.ready().await?;
    let mut open = Vec::new();
    for path in PATHS.iter().copied() {
        open.push((path, sent(&mut client, path, &soak.whole).await?));
    }
    for (path, answer) in open {
        let answer = answer.await?;
        match answer.status().as_u16() {
            200 => {
                let body = read(answer.into_body()).await?;
                soak.whole.answered.fetch_add(1, Ordering::Relaxed);
                soak.compare(path, body);
            }
            status if is_busy(status) => {}
            status => soak.fault(format!("HTTP/2: {path}: {status}")),
        }
    }
    // A stream that is reset after its first bytes.
    if let Some(mut body) = begun(&mut client, &soak.cut).await? {
        body.data().await.transpose()?;
    }
    // A stream whose window is never opened again, and a connection that ends with it.
    let held = begun(&mut client, &soak.cut).await?;
    tokio::time::sleep(HELD).await;
    drop(held);
    driver.abort();
    Ok(())
}

async fn sent(
    client: &mut SendRequest<bytes::Bytes>,
    path: &str,
    key: &Key,
) -> Result<h2::client::ResponseFuture, Box<dyn std::error::Error>> {
    let uri = format!("http://{}{}", tests::served::HOST, with_key(path, key));
    let (answer, _) = client.clone().ready().await?.send_request(http::Request::get(uri).body(())?, true)?;
    Ok(answer)
}

/// The body of a long response, if it has begun.
async fn begun(
    client: &mut SendRequest<bytes::Bytes>,
    key: &Key,
) -> Result<Option<RecvStream>, Box<dyn std::error::Error>> {
    let answer = sent(client, LONG, key).await?.await?;
    if answer.status() != 200 {
        return Ok(None);
    }
    key.answered.fetch_add(1, Ordering::Relaxed);
    Ok(Some(answer.into_body()))
}

/// All bytes of a body.
async fn read(mut body: RecvStream) -> Result<Vec<u8>, h2::Error> {
    let mut all = Vec::new();
    while let Some(piece) = body.data().await {
        let piece = piece?;
        body.flow_control().release_capacity(piece.len())?;
        all.extend_from_slice(&piece);
    }
    match body.trailers().await? {
        None => Ok(all),
        Some(_) => Err(Reason::PROTOCOL_ERROR.into()),
    }
}
