//! Links from the landing page to the widgets.

use crate::pages::prelude::*;
use crate::pages::widget::shared::words;

/// Addresses of the widgets, which visitors can open in demo mode or with the operator's public key.
pub(super) struct Links {
    widgets: String,
    pub(super) is_open: bool,
}

impl Links {
    pub(super) fn of(context: &Context) -> Self {
        let port = context.call.host().rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok());
        let widgets = context.settings.widget_host.as_ref().map_or_else(String::new, |host| {
            format!("//{host}{}", port.map_or_else(String::new, |(_, port)| format!(":{port}")))
        });
        Self { widgets, is_open: context.gate.has_public_pages() }
    }

    /// The address of the map of an eclipse, if no key is needed, with a place.
    pub(super) fn map(&self, eclipse: &EclipseElements, obs: Option<&str>) -> Option<String> {
        let obs = obs.map_or_else(String::new, |obs| format!("&obs={obs}"));
        let date = words::iso_date(eclipse);
        self.is_open.then(|| format!("{}/eclipse-path?date={date}{obs}", self.widgets))
    }

    /// The address of the page of the lunar eclipse of a date, if no key is needed, with a place.
    pub(super) fn lunar(&self, date: &str, obs: Option<&str>) -> Option<String> {
        let obs = obs.map_or_else(String::new, |obs| format!("&obs={obs}"));
        self.is_open.then(|| format!("{}/lunar-eclipse?date={date}{obs}", self.widgets))
    }

    /// The address of the simulator at a place or at the place of greatest eclipse, if no key is needed.
    pub(super) fn simulator(&self, eclipse: &EclipseElements, obs: Option<&str>) -> Option<String> {
        let (lat, lng) = eclipse.greatest_deg();
        let obs = obs.map_or_else(|| format!("{lat:.3},{lng:.3}"), str::to_owned);
        let date = words::iso_date(eclipse);
        self.is_open.then(|| format!("{}/eclipse-simulator?date={date}&obs={obs}", self.widgets))
    }

    /// Links to the map and the simulator, if no key is needed.
    pub(super) fn buttons(&self, eclipse: &EclipseElements, obs: Option<&str>) -> Markup {
        html! {
            @if let (Some(map), Some(simulator)) = (self.map(eclipse, obs), self.simulator(eclipse, obs)) {
                p.open {
                    a.button href=(map) { "Open the map" }
                    a.button.second href=(simulator) { "See it in the sky" }
                }
            }
        }
    }
}
