//! The address of the map of an eclipse, for calendars.

use crate::api::context::Context;
use crate::api::instant::Instant;
use crate::api::settings::Settings;
use accounts::gate::Gate;
use web::call::Call;

/// The address of the map, without an eclipse.
pub(crate) struct MapLink(String);

impl MapLink {
    /// Returns the address at the host of the request, or at the host of widgets; none if maps need a key. A
    /// calendar must not contain the key, because people pass events on.
    pub(crate) fn of(context: &Context) -> Option<Self> {
        Self::at(context.call, context.settings, context.gate)
    }

    /// Returns the address for a request.
    pub(crate) fn at(call: &Call, settings: &Settings, gate: &Gate) -> Option<Self> {
        let (site, host) = (call.site(), call.host());
        let site = match &settings.widget_host {
            Some(widgets) => {
                let port = host.rfind(':').filter(|at| host[at + 1..].parse::<u16>().is_ok());
                let end = port.unwrap_or(host.len());
                site.replace(host, &format!("{widgets}{}", &host[end..]))
            }
            None => site,
        };
        (gate.has_public_pages() && !site.is_empty()).then(|| Self(format!("{site}/eclipse-path?date=")))
    }

    /// Returns the address of the map of the eclipse of a date.
    pub(crate) fn to(&self, date: Instant) -> String {
        format!("{}{}", self.0, date.date())
    }
}
