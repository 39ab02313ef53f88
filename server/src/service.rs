//! The service: what all requests share, and how a request is answered, counted and logged.

mod handling;

use crate::api::chain::{self, Answered, Reply, Sender, Shared};
use crate::api::documentation::{DocsPage, Documentation};
use crate::api::operation::Operation;
use crate::api::readiness::{Readiness, other_dataset};
use crate::api::registry::Registry;
use crate::api::respond::{RefusalPage, refused};
use crate::api::settings::Settings;
use crate::endpoints::catalog::write_records;
use crate::error::Error;
use crate::generation::Data;
use crate::generation::basemap::Origin;
use crate::observe::log;
use crate::observe::metrics::Metrics;
use accounts::gate::Gate;
use accounts::snapshot::Key;
use arc_swap::{ArcSwap, Guard};
use hyper::Response;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use web::blocks::Block;
use web::body::Answer;
use web::call::Call;
use web::compute::{ComputePool, MostLongAnswers};
use web::problem::{Code, Problem};

/// Answers all requests from a generation that can be replaced while it runs.
pub struct Service {
    origin: Origin,
    data: ArcSwap<Data>,
    stopping: AtomicBool,
    registry: Registry,
    pages: Vec<Box<dyn Page>>,
    pool: ComputePool,
    /// Long bodies that are the same for everybody, beside those of a generation.
    documents: Vec<Arc<Block>>,
    /// Held by whoever encodes ahead: one generation after the other.
    encoding: Arc<Mutex<()>>,
    /// What the operator has set for pages.
    settings: Settings,
    refusal_page: fn(&Problem, &str) -> RefusalPage,
    /// Decides who may ask what, and how often.
    pub gate: Gate,
    /// Counters for the operator.
    pub(crate) metrics: Metrics,
}

/// A page for people. It makes its whole response, after the chain has admitted the request.
pub(crate) trait Page: Send + Sync {
    /// Name of the page in metrics and in the log.
    fn name(&self) -> &'static str;

    /// Paths of the page, in the syntax of the registry.
    fn paths(&self) -> &'static [&'static str];

    /// Makes the response to a request for the page.
    fn respond<'a>(&'a self, request: PageRequest<'a>) -> PageResponse<'a>;

    /// Makes the response to a request that is refused before the page sees it: one too many, or too large.
    fn refuse(&self, problem: &Problem) -> Response<Answer>;
}

/// A response of a page in the making.
pub(crate) type PageResponse<'a> = Pin<Box<dyn Future<Output = Response<Answer>> + Send + 'a>>;

/// A request for a page.
pub(crate) struct PageRequest<'a> {
    /// The service, whose accounts and operations the page may use.
    pub(crate) service: &'a Arc<Service>,
    /// The request without its body.
    pub(crate) call: &'a Call<'a>,
    /// Body of the request: the fields of a form.
    pub(crate) form: &'a [u8],
    /// Whether the client has come over TLS, as far as a trusted proxy says.
    pub(crate) is_over_tls: bool,
}

/// Everything that a service answers.
pub(crate) struct Offer {
    /// All operations, in the order of the documentation.
    pub(crate) operations: &'static [&'static Operation],
    /// All pages with forms.
    pub(crate) pages: Vec<Box<dyn Page>>,
    /// Renders the pages of the documentation; in a demonstration no call needs a key.
    pub(crate) docs: fn(&Documentation, &[&'static Operation], bool) -> Vec<DocsPage>,
    /// Long bodies beside the documentation that are the same for everybody.
    pub(crate) files: fn() -> Vec<Arc<Block>>,
    /// Makes the page that tells people why a page of a path is refused.
    pub(crate) refusal_page: fn(&Problem, &str) -> RefusalPage,
}

impl Service {
    /// Opens the current generation of an origin; `gate` decides who may use the operations and pages.
    pub(crate) fn open(
        origin: Origin,
        gate: Gate,
        offer: Offer,
        settings: Settings,
        most_long_answers: MostLongAnswers,
    ) -> Result<Arc<Self>, Error> {
        let Offer { operations, pages, docs, files, refusal_page } = offer;
        let begun = Instant::now();
        let data = Data::from(&origin, write_records)?;
        let mut registry = Registry::new(operations, pages.iter().map(|p| p.paths()))?;
        registry.documentation.pages = docs(&registry.documentation, operations, gate.is_demo);
        let documents = registry.documentation.blocks().chain(files()).collect();
        let (operation_names, page_names) =
            (operations.iter().map(|o| o.name), pages.iter().map(|p| p.name()));
        let metrics = Metrics::new(operation_names, page_names, &gate, log::dropped_lines);
        metrics.generation_taken(&data, begun.elapsed());
        let service = Arc::new(Self {
            origin,
            data: ArcSwap::from_pointee(data),
            stopping: AtomicBool::new(false),
            registry,
            pages,
            pool: ComputePool::new(most_long_answers)?,
            documents,
            encoding: Arc::default(),
            settings,
            refusal_page,
            gate,
            metrics,
        });
        service.warn_of_other_dataset();
        Ok(service)
    }

    /// The generation in force.
    pub(crate) fn data(&self) -> Guard<Arc<Data>> {
        self.data.load()
    }

    /// Whether the service wants requests, which `/readyz` reports.
    pub(crate) fn readiness(&self) -> Readiness<'_> {
        Readiness {
            is_stopping: self.stopping.load(Ordering::Relaxed),
            staleness: &self.gate.ledger.staleness,
            required_dataset: self.settings.required_dataset.as_deref(),
        }
    }

    /// Warns if another generation is in force than the operator asks for.
    fn warn_of_other_dataset(&self) {
        if let Some(warning) = other_dataset(self.settings.required_dataset.as_deref(), &self.data().id) {
            tracing::warn!("{warning}; until then /readyz answers 503");
        }
    }

    /// Makes the service report that it accepts no more requests.
    pub(crate) fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    fn shared(&self) -> Shared<'_> {
        Shared {
            data: &self.data,
            gate: &self.gate,
            registry: &self.registry,
            pool: &self.pool,
            settings: &self.settings,
            refusal_page: self.refusal_page,
            readiness: self.readiness(),
        }
    }

    /// Answers a request to an operation at once, by what is known of the account.
    pub fn answer(&self, call: &Call) -> Answered {
        let mut sender = Sender::Unknown;
        loop {
            match chain::answer(self.shared(), call, sender, None) {
                Reply::Answered(answered) => return answered,
                Reply::Page(..) => return page_asked(call),
                Reply::Waits(waiting) => sender = waiting.cut_short(),
            }
        }
    }

    /// Answers a request to an operation as if the holder of a key had sent it.
    pub(crate) async fn answer_to(&self, call: &Call<'_>, holder: Arc<Key>) -> Answered {
        let mut sender = Sender::Holder(holder);
        loop {
            match chain::answer(self.shared(), call, sender, None) {
                Reply::Answered(answered) => return answered,
                Reply::Page(..) => return page_asked(call),
                Reply::Waits(waiting) => sender = waiting.over().await,
            }
        }
    }

    /// Verifies the newest generation and puts it in force; a damaged one is refused and the old one stays.
    /// Requests under way keep the generation with which they began.
    pub(crate) async fn reload(self: &Arc<Self>) {
        let (origin, begun) = (self.origin.clone(), Instant::now());
        let opened = tokio::task::spawn_blocking(move || Data::from(&origin, write_records)).await;
        match opened {
            Ok(Ok(data)) => {
                let (old, new) = (self.data().id.clone(), data.id.clone());
                let terrain = data.elevation.terrain_id().map(str::to_owned);
                let limb = data.limb_id().map(str::to_owned);
                self.metrics.generation_taken(&data, begun.elapsed());
                self.data.store(Arc::new(data));
                self.encode_ahead();
                tracing::info!(old, new, terrain, limb, "took the newest generation");
                self.warn_of_other_dataset();
            }
            Ok(Err(e)) => self.refuse_generation(&e, "the newest generation is refused, the old one stays"),
            Err(e) => self.refuse_generation(&e, "opening the newest generation failed, the old one stays"),
        }
    }

    fn refuse_generation(&self, error: &dyn std::error::Error, what: &'static str) {
        self.metrics.generation_refused();
        tracing::error!(%error, kept = self.data().id, "{what}");
    }

    /// Encodes in the background what is the same for everybody: documents and the blocks of the catalogs.
    pub(crate) fn encode_ahead(self: &Arc<Self>) {
        self.metrics.encoded_ahead.set(0);
        let service = Arc::clone(self);
        tokio::task::spawn_blocking(move || {
            let _one_at_a_time = service.encoding.lock().unwrap_or_else(PoisonError::into_inner);
            let data = service.data.load_full();
            let is_in_force = || Arc::ptr_eq(&service.data(), &data);
            let documents = service.documents.iter().try_for_each(|document| document.encode());
            let solar = documents.and_then(|()| data.catalog.records.encode(is_in_force));
            match solar.and_then(|()| data.lunar_catalog.records.encode_blocks(is_in_force)) {
                Ok(()) if is_in_force() => drop(service.metrics.encoded_ahead.set(1)),
                // The newer generation has a task of its own, which waits for the end of this one.
                Ok(()) => {}
                Err(e) => tracing::error!(error = %e, "not everything could be encoded ahead of requests"),
            }
        });
    }
}

/// The refusal of a request for a page where an operation is wanted.
fn page_asked(call: &Call) -> Answered {
    let problem = Problem::new(Code::NoSuchPath, "this is the path of a page, not of an operation");
    Answered::free(refused(&problem, call), None, Some(problem.code))
}
