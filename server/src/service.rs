//! The service: state shared by all requests, and how requests are answered, counted and logged.

mod handling;
pub(crate) mod pipeline;

use crate::api::batch::Bodies;
use crate::api::documentation::{Documentation, LazyDocumentation};
use crate::api::headers::{RefusalPage, Reply};
use crate::api::operation::Operation;
use crate::api::readiness::{Readiness, other_dataset};
use crate::api::registry::Registry;
use crate::api::settings::Settings;
use crate::error::Error;
use crate::generation::Data;
use crate::generation::basemap::DataOrigin;
use crate::observe::log;
use crate::observe::metrics::Metrics;
use accounts::access::Access;
use accounts::gate::Gate;
use arc_swap::{ArcSwap, Guard};
use artifacts::manifest::Verification;
use artifacts::reader::Generation;
use hyper::Response;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};
use web::body::ResponseBody;
use web::call::Call;
use web::compute::{ComputePool, MaxLongResponses};
use web::problem::Problem;

/// Interval between two looks at the delay of tasks.
const DELAY_INTERVAL: Duration = Duration::from_millis(50);

/// Answers requests from a data generation that can be replaced at run time.
pub struct Service {
    origin: DataOrigin,
    data: ArcSwap<Data>,
    stopping: AtomicBool,
    pub(crate) registry: Registry,
    documentation: LazyDocumentation,
    pages: Vec<Box<dyn Page>>,
    pool: ComputePool,
    /// Memory and temporary files of the bodies of `POST`.
    bodies: Arc<Bodies>,
    /// The operator's settings for pages.
    pub(crate) settings: Settings,
    refusal_page: fn(&Problem, &str) -> RefusalPage,
    /// Controls access and rates.
    pub gate: Gate,
    /// Metrics for the operator.
    pub(crate) metrics: Metrics,
    /// The first generation, if its files were not verified when it was opened.
    unverified: Mutex<Option<Arc<Generation>>>,
}

/// A page for people. It builds its whole response after the request is admitted.
pub(crate) trait Page: Send + Sync {
    /// Name of the page in metrics and in the log.
    fn name(&self) -> &'static str;

    /// Paths of the page, in the syntax of the registry.
    fn paths(&self) -> &'static [&'static str];

    /// The access to a request with a `form`; none if the operation that the page calls for it has its own.
    fn access(&self, _form: &[u8]) -> Option<Access> {
        Some(Access::Page)
    }

    fn respond<'a>(&'a self, request: PageRequest<'a>) -> PageResponse<'a>;

    /// Returns the response to a request that is rejected before it reaches the page, such as one above the
    /// rate limit.
    fn refuse(&self, problem: &Problem, call: &Call) -> Response<ResponseBody>;
}

pub(crate) type PageResponse<'a> = Pin<Box<dyn Future<Output = Reply> + Send + 'a>>;

pub(crate) struct PageRequest<'a> {
    /// The service, with its accounts and operations.
    pub(crate) service: &'a Arc<Service>,
    /// The request without its body.
    pub(crate) call: &'a Call<'a>,
    /// The request body: the fields of a form.
    pub(crate) form: &'a [u8],
    /// `true` if the client uses TLS, according to a trusted proxy.
    pub(crate) is_over_tls: bool,
}

/// Everything that a service serves.
pub(crate) struct Offer {
    /// All operations, in the order of the documentation.
    pub(crate) operations: &'static [&'static Operation],
    /// All pages with forms.
    pub(crate) pages: Vec<Box<dyn Page>>,
    /// Makes the documentation; the flag is set in demo mode.
    pub(crate) document: fn(&[&'static Operation], bool) -> Documentation,
    /// Returns the HTML page for an error at a path.
    pub(crate) refusal_page: fn(&Problem, &str) -> RefusalPage,
}

impl Service {
    /// Opens the current data generation, and at the same time what controls access to operations and pages.
    pub(crate) fn open(
        origin: DataOrigin,
        open_gate: impl FnOnce() -> Result<Gate, Error>,
        offer: Offer,
        settings: Settings,
    ) -> Result<Arc<Self>, Error> {
        let Offer { operations, pages, document, refusal_page } = offer;
        let open_data = || -> Result<_, artifacts::Error> {
            let begun = Instant::now();
            let generation = Arc::new(origin.generation(origin.verification)?);
            let unverified = (!generation.is_verified()).then(|| Arc::clone(&generation));
            let data = Data::from(&generation, &origin).or_else(|e| {
                // A wrong checksum explains more than its consequences.
                unverified.as_ref().map_or(Ok(()), |generation| generation.verify())?;
                Err(e)
            });
            Ok((data?, unverified, begun.elapsed()))
        };
        let (opened, gate) = std::thread::scope(|scope| {
            let opened = scope.spawn(open_data);
            let gate = open_gate();
            (opened.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), gate)
        });
        let (gate, (data, unverified, opening_time)) = (gate?, opened?);
        let registry = Registry::new(operations, pages.iter().map(|p| p.paths()))?;
        let is_demo = gate.is_demo;
        let (operation_names, page_names) =
            (operations.iter().map(|o| o.name), pages.iter().map(|p| p.name()));
        let metrics = Metrics::new(operation_names, page_names, &gate, log::dropped_lines);
        metrics.generation_loaded(&data, opening_time);
        let pool = ComputePool::new(MaxLongResponses::DEFAULT, settings.give_back_memory)?;
        let bodies = Arc::new(Bodies::new(settings.body_limits, pool.idle()));
        let (memory, spool) = (Arc::clone(&bodies), Arc::clone(&bodies.files));
        let help = "Memory that bodies of POST hold, of 128 MiB.";
        metrics.measured("umbra_body_memory_bytes", help, move || memory.used_bytes() as u64);
        let help = "Temporary files that bodies of POST hold, of --max-spool-bytes.";
        metrics.measured("umbra_spool_bytes", help, move || spool.used_bytes());
        let service = Arc::new(Self {
            origin,
            data: ArcSwap::from_pointee(data),
            stopping: AtomicBool::new(false),
            registry,
            documentation: LazyDocumentation::new(Box::new(move || document(operations, is_demo))),
            pages,
            pool,
            bodies,
            settings,
            refusal_page,
            gate,
            metrics,
            unverified: Mutex::new(unverified),
        });
        service.warn_of_other_dataset();
        service.give_back_memory();
        Ok(service)
    }

    /// The current data generation.
    pub(crate) fn data(&self) -> Guard<Arc<Data>> {
        self.data.load()
    }

    /// Readiness, as reported by `/readyz`.
    pub(crate) fn readiness(&self) -> Readiness<'_> {
        Readiness {
            is_stopping: self.stopping.load(Ordering::Relaxed),
            staleness: &self.gate.ledger.staleness,
            required_dataset: self.settings.required_dataset.as_deref(),
        }
    }

    /// Warns if the current generation is not the one in `--require-dataset`.
    fn warn_of_other_dataset(&self) {
        if let Some(warning) = other_dataset(self.settings.required_dataset.as_deref(), &self.data().id) {
            tracing::warn!("{warning}; until then /readyz returns 503");
        }
    }

    /// Makes `/readyz` report that the server is stopping.
    pub(crate) fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    /// Verifies the newest generation and switches to it. If it is damaged, the old one stays in use.
    /// Requests in progress keep the generation with which they started.
    pub(crate) async fn reload(self: &Arc<Self>) {
        let (origin, begun) = (self.origin.clone(), Instant::now());
        let open = move || Data::from(&origin.generation(Verification::First)?, &origin);
        let opened = tokio::task::spawn_blocking(open).await;
        match opened {
            Ok(Ok(data)) => {
                let (old, new) = (self.data().id.clone(), data.id.clone());
                let terrain = data.elevation.terrain_id().map(str::to_owned);
                let limb = data.limb_id().map(str::to_owned);
                self.metrics.generation_loaded(&data, begun.elapsed());
                self.data.store(Arc::new(data));
                self.give_back_memory();
                tracing::info!(old, new, terrain, limb, "loaded the newest generation");
                self.warn_of_other_dataset();
            }
            Ok(Err(e)) => self.refuse_generation(&e, "rejected the newest generation, keeping the old one"),
            Err(e) => self.refuse_generation(&e, "opening the newest generation failed, keeping the old one"),
        }
    }

    fn refuse_generation(&self, error: &dyn std::error::Error, what: &'static str) {
        self.metrics.generation_refused();
        tracing::error!(%error, kept = self.data().id, "{what}");
    }

    /// Verifies the first generation if that was left for later. Ends with the error if it is damaged and
    /// still in use, and never otherwise.
    pub(crate) async fn damage(&self) -> Error {
        let unverified = self.unverified.lock().unwrap_or_else(PoisonError::into_inner).take();
        let is_unverified = unverified.is_some();
        let first = Arc::downgrade(&self.data.load());
        let verify = move || unverified.map_or(Ok(()), |generation| generation.verify());
        let verified = tokio::task::spawn_blocking(verify).await;
        match verified {
            Err(panicked) => return panicked.into(),
            // A newer generation was verified before its first request.
            Ok(Err(error)) if first.as_ptr() != Arc::as_ptr(&self.data.load()) => {
                tracing::warn!(%error, "the generation before this one was damaged");
            }
            Ok(Err(damaged @ artifacts::Error::Damaged { .. })) => return damaged.into(),
            // The folder may have been removed; the server keeps its files open.
            Ok(Err(error)) => tracing::error!(%error, "cannot verify the generation"),
            Ok(Ok(())) if is_unverified => tracing::info!("verified the files of the generation"),
            Ok(Ok(())) => {}
        }
        std::future::pending().await
    }

    /// Counts how late a task that is due has its turn, until it is aborted.
    pub(crate) async fn watch_delay(self: Arc<Self>) {
        loop {
            let due = tokio::time::Instant::now() + DELAY_INTERVAL;
            tokio::time::sleep_until(due).await;
            self.metrics.delayed(due.elapsed());
        }
    }

    /// Makes the documentation ahead of requests.
    pub(crate) fn document(&self) {
        LazyLock::force(&self.documentation);
        self.give_back_memory();
    }

    /// Returns what opening needed to the system.
    fn give_back_memory(&self) {
        if let Some(give_back) = self.settings.give_back_memory {
            give_back();
        }
    }
}
