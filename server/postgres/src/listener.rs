//! Listens for changes of the accounts by other servers and by operators.

use super::line::ConnectionSettings;
use accounts::place::PostgresAddress;
use accounts::store::{StoreError, Stored};
use std::future::poll_fn;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio_postgres::AsyncMessage;

/// Time between two attempts to connect.
const PAUSE: Duration = Duration::from_millis(500);

/// A thread with a separate connection that calls a function at each change of the accounts. It ends when
/// this is dropped. The reader of the accounts also polls, so changes during a reconnection are not lost.
pub(crate) struct Listener {
    _stop: oneshot::Sender<()>,
}

/// The function that is called at each change.
type Callback = Arc<dyn Fn() + Send + Sync>;

impl Listener {
    /// Starts the thread.
    pub fn start(address: &PostgresAddress, call: impl Fn() + Send + Sync + 'static) -> Stored<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(StoreError::Thread)?;
        let (line, call): (_, Callback) = (ConnectionSettings::new(address), Arc::new(call));
        let (stop, stopping) = oneshot::channel();
        let run = move || {
            runtime.block_on(async {
                tokio::select! {
                    _ = stopping => {}
                    () = listen(&line, &call) => {}
                }
            });
        };
        std::thread::Builder::new().name("listener".into()).spawn(run).map_err(StoreError::Thread)?;
        Ok(Self { _stop: stop })
    }
}

/// Listens until the end. It does not report an unreachable PostgreSQL, because readers and writers do.
async fn listen(line: &ConnectionSettings, call: &Callback) {
    loop {
        if let Err(error) = listen_once(line, call).await {
            tracing::debug!(%error, "changes of the accounts arrive with a delay");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Listens until the connection breaks.
async fn listen_once(line: &ConnectionSettings, call: &Callback) -> Stored<()> {
    let (client, mut driven) = line.connect().await?;
    let caller = call.clone();
    let driver = tokio::spawn(async move {
        while let Some(Ok(message)) = poll_fn(|context| driven.poll_message(context)).await {
            if let AsyncMessage::Notification(_) = message {
                caller();
            }
        }
    });
    line.listen(&client).await?;
    // Catches up on changes during the reconnection.
    call();
    driver.await.map_err(|e| StoreError::Database(Box::new(e)))
}
