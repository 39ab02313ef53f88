//! Metrics of the exchange of credits between servers.

use accounts::lease::LeaseHealth;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::DescriptorEncoder;
use prometheus_client::metrics::MetricType;
use prometheus_client::registry::Registry;

/// Registers the metrics of the thread that agrees with other servers on credits.
pub(super) fn register(registry: &mut Registry, leases: &LeaseHealth) {
    registry.register(
        "credit_waits",
        "Calls that had to wait for credits from the other servers",
        leases.waits.clone(),
    );
    registry.register(
        "credits_granted",
        "Credits that this server may still spend without asking others",
        leases.granted.clone(),
    );
    registry.register(
        "credits_mode",
        "How servers agree on credits: 1 for postgres or alone",
        leases.modes.clone(),
    );
    registry.register_collector(Box::new(Age(leases.clone())));
}

/// Age of the last exchange with other servers.
#[derive(Debug)]
struct Age(LeaseHealth);

impl Collector for Age {
    fn encode(&self, mut encoder: DescriptorEncoder) -> std::fmt::Result {
        let help =
            "Time since credits were last agreed with other servers, a second at most where all is well.";
        let name = "credit_exchange_age_seconds";
        let mut metric = encoder.encode_descriptor(name, help, None, MetricType::Gauge)?;
        metric.encode_gauge(&self.0.exchanged.elapsed().as_secs_f64())
    }
}
