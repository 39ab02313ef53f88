//! What all requests share: the generation in force, the paths, the counters.

use crate::accounts::gate::Gate;
use crate::api::chain::{self, Answered, Call};
use crate::endpoints;
use crate::error::Error;
use crate::generation::Data;
use crate::http::coding::Coding;
use crate::observe::metrics::Metrics;
use crate::pages::console::Console;
use arc_swap::{ArcSwap, Guard};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The service.
pub struct Service {
    artifacts: PathBuf,
    data: ArcSwap<Data>,
    stopping: AtomicBool,
    /// Who may ask what, and how often.
    pub gate: Gate,
    /// The pages for holders of accounts.
    pub console: Console,
    /// Paths to indexes of operations.
    pub routes: matchit::Router<usize>,
    /// Counters.
    pub metrics: Metrics,
}

impl Service {
    /// Opens the current generation of a folder; `gate` says who may use it.
    pub fn open(artifacts: &Path, gate: Gate) -> Result<Arc<Self>, Error> {
        let data = Data::open(artifacts)?;
        let mut routes = matchit::Router::new();
        for (index, endpoint) in endpoints::ALL.iter().enumerate() {
            for path in endpoint.paths {
                routes.insert(*path, index).map_err(|e| Error::Routes { path, problem: e.to_string() })?;
            }
        }
        let metrics = Metrics::new(&data.id);
        Ok(Arc::new(Self {
            artifacts: artifacts.to_owned(),
            data: ArcSwap::from_pointee(data),
            stopping: AtomicBool::new(false),
            gate,
            console: Console::new(),
            routes,
            metrics,
        }))
    }

    /// The generation in force.
    pub fn data(&self) -> Guard<Arc<Data>> {
        self.data.load()
    }

    /// Whether requests are wanted.
    pub fn is_ready(&self) -> bool {
        !self.stopping.load(Ordering::Relaxed)
    }

    /// No more requests are wanted.
    pub fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    /// Answers a request.
    pub fn answer(&self, call: &Call) -> Answered {
        chain::answer(self, call)
    }

    /// Verifies the newest generation and puts it in force; a damaged one is refused and the old one stays.
    /// Requests under way keep the generation with which they began.
    pub async fn reload(self: &Arc<Self>) {
        let folder = self.artifacts.clone();
        let opened = tokio::task::spawn_blocking(move || Data::open(&folder)).await;
        match opened {
            Ok(Ok(data)) => {
                let (old, new) = (self.data().id.clone(), data.id.clone());
                self.metrics.generation(&new);
                self.data.store(Arc::new(data));
                self.encode_whole_catalog();
                tracing::info!(old, new, "took the newest generation");
            }
            Ok(Err(e)) => {
                self.metrics.reload_failures.inc();
                tracing::error!(error = %e, kept = self.data().id, "the newest generation is refused, the old one stays");
            }
            Err(e) => {
                self.metrics.reload_failures.inc();
                tracing::error!(error = %e, kept = self.data().id, "opening the newest generation failed, the old one stays");
            }
        }
    }

    /// Encodes the answer to the request for the whole catalog, in the background.
    pub fn encode_whole_catalog(self: &Arc<Self>) {
        let data = self.data.load_full();
        tokio::task::spawn_blocking(move || {
            let prepared = endpoints::catalog::whole(&data);
            for coding in Coding::ALL.into_iter().filter(|c| *c != Coding::Identity) {
                match chain::encoded_whole(&prepared, coding) {
                    Ok(bytes) => data.catalog.keep_whole(coding, bytes),
                    Err(e) => {
                        tracing::error!(error = %e, coding = coding.word(), "the catalog could not be encoded")
                    }
                }
            }
        });
    }
}
