//! Local circumstances in words and as a table.

use super::calendar;
use super::request::Observer;
use super::words;
use crate::generation::elements::ElementsTheory;
use crate::generation::limb;
use crate::pages::prelude::*;
use artifacts::tables::theory::TheoryKind as Ephemeris;
use astro::constants::SECONDS_PER_HOUR;
use astro::eclipse::besselian::Radii;
use astro::eclipse::local::limb::LimbContact;
use astro::eclipse::local::{
    CentralContacts, Circumstances, LocalContacts, LocalEclipseType, LocalView, ObservedEclipse, Visibility,
};
use astro::time::delta_t::DeltaTOrigin;
use maps::EclipseClock;

/// An eclipse as one observer sees it.
pub(crate) struct Local<'a> {
    eclipse: ObservedEclipse<'a>,
    clock: EclipseClock,
    /// Greatest eclipse, whose date is in the title of the page.
    greatest: Instant,
    zone: Option<Zone>,
    contacts: Option<LocalContacts>,
}

/// C2 and C3 with the mountains of the Moon.
#[derive(Clone, Copy)]
pub(crate) enum LimbCentral {
    Contacts([LimbContact; 2]),
    /// The mountains prevent totality or annularity.
    Prevented,
}

/// A contact or greatest eclipse in the table.
struct Row {
    /// Letter and number: C1, C2, max, C3, C4.
    key: &'static str,
    name: &'static str,
    at: Instant,
    view: LocalView,
}

impl<'a> Local<'a> {
    /// The eclipse at a place.
    pub(crate) fn new(eclipse: &'a EclipseElements, observer: &Observer) -> Self {
        let observed =
            ObservedEclipse::new(&eclipse.polynomials, observer.site.observer(), eclipse.delta_t_s);
        let clock = EclipseClock::new(eclipse.polynomials.t0, eclipse.delta_t_s);
        let contacts = observed.contacts();
        let greatest = words::greatest(eclipse);
        Self { eclipse: observed, clock, greatest, zone: observer.zone.clone(), contacts }
    }

    /// Sets C2 and C3 of a limb with mountains, if given, or removes them if these prevent them.
    pub(crate) fn with_limb(mut self, limb: Option<LimbCentral>) -> Self {
        match (self.contacts.as_mut(), limb) {
            (Some(contacts), Some(LimbCentral::Contacts(limb))) => {
                limb::replace_central(contacts, &self.eclipse, &limb);
            }
            (Some(contacts), Some(LimbCentral::Prevented)) => {
                contacts.kind = LocalEclipseType::Partial;
                contacts.central = None;
            }
            _ => {}
        }
        self
    }

    /// Returns the eclipse for a page whose title has the local date of an instant.
    pub(crate) fn titled_at(self, hours: f64) -> Self {
        Self { greatest: self.shown(self.instant(hours)), ..self }
    }

    /// The date in the title of the page.
    pub(crate) fn title_date(&self) -> String {
        calendar::date(self.greatest)
    }

    pub(crate) fn eclipse(&self) -> &ObservedEclipse<'a> {
        &self.eclipse
    }

    pub(crate) fn clock(&self) -> EclipseClock {
        self.clock
    }

    /// Returns whether any part of the eclipse is above the horizon.
    pub(crate) fn is_seen(&self) -> bool {
        self.first_seen().is_some()
    }

    /// The Sun and the Moon at greatest eclipse.
    pub(crate) fn greatest_view(&self) -> Option<LocalView> {
        self.contacts.as_ref().map(|contacts| self.eclipse.view(&contacts.greatest))
    }

    /// Azimuths of the Sun at the contacts, degrees, in order of time.
    pub(crate) fn sun_azimuths_deg(&self) -> Vec<f64> {
        self.rows().iter().map(|row| row.view.sun.azimuth.to_degrees()).collect()
    }

    pub(crate) fn instant_of(&self, key: &str) -> Option<Instant> {
        self.rows().into_iter().find(|row| row.key == key).map(|row| row.at)
    }

    /// The first instant at which the eclipsed Sun is up.
    pub(crate) fn first_seen(&self) -> Option<Instant> {
        match self.eclipse.visibility(self.contacts.as_ref()?) {
            Visibility::None => None,
            Visibility::Part { from, .. } | Visibility::Interrupted { from, .. } => Some(self.instant(from)),
        }
    }

    fn instant(&self, hours: f64) -> Instant {
        Instant { unix_ms: self.clock.unix_ms(hours) }
    }

    fn rows(&self) -> Vec<Row> {
        let Some(contacts) = &self.contacts else { return Vec::new() };
        let (second, third) = match contacts.kind {
            LocalEclipseType::Annular => ("Annularity begins", "Annularity ends"),
            _ => ("Totality begins", "Totality ends"),
        };
        let row = |key, name, c: &Circumstances| Row {
            key,
            name,
            at: self.instant(c.t),
            view: self.eclipse.view(c),
        };
        let central = &contacts.central;
        let mut rows = vec![row("C1", "Eclipse begins", &contacts.first)];
        rows.extend(central.iter().map(|c| row("C2", second, &c.second)));
        rows.push(row("max", "Greatest eclipse", &contacts.greatest));
        rows.extend(central.iter().map(|c| row("C3", third, &c.third)));
        rows.push(row("C4", "Eclipse ends", &contacts.fourth));
        // Behind mountains of the Moon, totality may be over before greatest eclipse.
        rows.sort_by_key(|row| row.at.unix_ms);
        rows
    }

    /// The most important facts in one sentence.
    pub(crate) fn summary(&self) -> String {
        let Some(contacts) = &self.contacts else {
            return "The shadow of the Moon passes by this place: no eclipse here.".to_owned();
        };
        let view = self.eclipse.view(&contacts.greatest);
        // Behind mountains of the Moon, totality may be over before greatest eclipse.
        let within = |t: f64| contacts.central.as_ref().map_or(t, |c| t.clamp(c.second.t, c.third.t));
        let greatest = self.instant(within(contacts.greatest.t));
        let day = match self.days_from_title(self.zone.as_ref(), greatest) {
            0 => String::new(),
            _ => format!("on {} ", calendar::day(self.shown(greatest))),
        };
        let at = format!("{day}at {}", self.clock_time(greatest));
        let (altitude, azimuth) = (view.sun.altitude.to_degrees(), view.sun.azimuth.to_degrees());
        let where_to_look = format!("Sun {} in the {}", words::height(altitude), words::compass(azimuth));
        let part = format!("{} of the Sun covered", percent(view.obscuration));
        match self.eclipse.visibility(contacts) {
            Visibility::None => "The Sun is below the horizon here throughout the eclipse.".to_owned(),
            _ if !view.is_up() => {
                let (from, to) = self.span();
                let (from, to) = (calendar::time(self.shown(from)), self.clock_time(to));
                format!("Seen in part from {from} to {to}; greatest eclipse is below the horizon.")
            }
            _ => match (&contacts.central, contacts.kind) {
                (Some(CentralContacts { second, third }), kind) => {
                    let duration = words::duration((third.t - second.t) * SECONDS_PER_HOUR);
                    let kind = if kind == LocalEclipseType::Annular { "Annular" } else { "Total" };
                    format!("{kind} for {duration} {at}, {where_to_look}.")
                }
                (None, _) => format!("Partial: {part} {at}, {where_to_look}."),
            },
        }
    }

    /// An instant in the local time of the place, or in UTC.
    fn shown(&self, at: Instant) -> Instant {
        self.zone.as_ref().and_then(|zone| zone.local(at)).unwrap_or(at)
    }

    /// The time of day with its clock: `12:17:20 local time`, `18:17:20 UTC`.
    fn clock_time(&self, at: Instant) -> String {
        let which = if self.zone.is_some() { "local time" } else { "UTC" };
        format!("{} {which}", calendar::time(self.shown(at)))
    }

    /// Days from the date in the title of the page to that of an instant in a zone, or in UTC.
    fn days_from_title(&self, zone: Option<&Zone>, at: Instant) -> i64 {
        let day = |at: Instant| at.unix_ms.div_euclid(MS_PER_DAY);
        day(at) - day(self.greatest) + zone.map_or(0, |zone| zone.days_ahead(at))
    }

    fn span(&self) -> (Instant, Instant) {
        let visibility = self.contacts.as_ref().map(|contacts| self.eclipse.visibility(contacts));
        match visibility {
            Some(Visibility::Part { from, to, .. } | Visibility::Interrupted { from, to, .. }) => {
                (self.instant(from), self.instant(to))
            }
            Some(Visibility::None) | None => (self.instant(0.0), self.instant(0.0)),
        }
    }

    /// The contacts with the Sun above the horizon, each with its local time.
    pub(crate) fn times(&self) -> Vec<(&'static str, String)> {
        let seen = self.rows().into_iter().filter(|row| row.view.is_up());
        seen.map(|row| (row.name, calendar::time(self.shown(row.at)))).collect()
    }

    pub(crate) fn table(&self) -> Markup {
        let rows = self.rows();
        html! {
            @if !rows.is_empty() {
                table #contacts {
                    thead {
                        tr {
                            th scope="col" { "Event" }
                            th scope="col" { "Local" }
                            th scope="col" { "UTC" }
                            th scope="col" { "Altitude" }
                            th scope="col" { "Azimuth" }
                        }
                    }
                    tbody { @for row in &rows { (self.row(row)) } }
                }
            }
        }
    }

    fn row(&self, row: &Row) -> Markup {
        let (at, is_up) = (row.at, row.view.is_up());
        let local = self.zone.as_ref().and_then(|zone| zone.local(at));
        html! {
            tr data-contact=(row.key) class=[(!is_up).then_some("below")] {
                th scope="row" {
                    (row.name)
                    @if !is_up { " " small { "below the horizon" } }
                    @else if row.view.sun.altitude < 0.0 {
                        " " small { "on the horizon, lifted by refraction" }
                    }
                }
                td {
                    @match local {
                        Some(local) => { (calendar::time(local)) (self.days(self.zone.as_ref(), at)) },
                        None => "–",
                    }
                }
                td { time datetime=(at.iso()) { (calendar::time(at)) } (self.days(None, at)) }
                td { (words::degrees(row.view.sun.altitude.to_degrees())) }
                td { (words::degrees(row.view.sun.azimuth.to_degrees())) }
            }
        }
    }

    /// A mark if the date in a zone, or in UTC, differs from that in the title of the page.
    fn days(&self, zone: Option<&Zone>, at: Instant) -> Markup {
        let days = self.days_from_title(zone, at);
        html! { @if days != 0 { " " small { (if days > 0 { "+1 day" } else { "−1 day" }) } } }
    }
}

/// A fraction as per cent. Has decimals near 0 and 100, and never rounds up to 100.
fn percent(part: f64) -> String {
    match part * 100.0 {
        p if p >= 100.0 => "100 %".to_owned(),
        p if p >= 99.0 => format!("{:.2} %", (p * 100.0).floor() / 100.0),
        p if p < 1.0 => format!("{p:.2} %"),
        p => format!("{p:.0} %"),
    }
}

/// The source and the uncertainty of the times.
pub(crate) fn accuracy(eclipse: &EclipseElements, delta_t: Node, is_smooth: bool) -> String {
    let theory = match (eclipse.theory, eclipse.source) {
        (ElementsTheory::Canon, _) => "",
        (ElementsTheory::Precise, Ephemeris::Kernel) => " Elements: a numerical ephemeris (theory=precise)",
        (ElementsTheory::Precise, _) => " Elements: ELP/MPP02 and VSOP87 (theory=precise)",
    };
    let radii = eclipse.polynomials.radii;
    let own = match radii == Radii::CANON {
        _ if theory.is_empty() => String::new(),
        true => ".".to_owned(),
        false => {
            let sun = radii.sun_semidiameter() / ARCSEC;
            format!(", k1 = {}, k2 = {}, Sun {sun:.2}″.", radii.k1, radii.k2)
        }
    };
    format!("{}{theory}{own}", uncertainty_of_contacts(eclipse, delta_t, is_smooth))
}

fn uncertainty_of_contacts(eclipse: &EclipseElements, delta_t: Node, is_smooth: bool) -> String {
    let errors = eclipse.errors(eclipse.delta_t_s, Some(delta_t.sigma_s));
    let shift_km = errors.east_west_km(eclipse.on_greatest_parallel()).unwrap_or(0.0);
    let text = uncertainty(eclipse.delta_t_s, delta_t, shift_km, errors.shadow_km());
    let limb = match words::kind(eclipse) {
        _ if !is_smooth => return text,
        "Partial" => return text,
        "Annular" => "annularity",
        _ => "totality",
    };
    format!(
        "{text} Smooth limb: mountains of the Moon shift the beginning and end of {limb} by a few seconds."
    )
}

/// Describes ΔT and how far one standard error of ΔT (`shift_km`, on the parallel of greatest eclipse) and of
/// the elements (`shadow_km`) moves the path.
fn uncertainty(delta_t_s: f64, delta_t: Node, shift_km: f64, shadow_km: f64) -> String {
    /// Below this, the error of ΔT is negligible.
    const NEGLIGIBLE_S: f64 = 0.05;
    let Node { sigma_s, source, .. } = delta_t;
    let (shift, of_elements) = (length(shift_km), length(shadow_km));
    let sigma = if sigma_s < 0.1 { format!("{sigma_s:.2}") } else { format!("{sigma_s:.1}") };
    match source {
        DeltaTOrigin::Observed if sigma_s < NEGLIGIBLE_S => {
            let both = length(shift_km.hypot(shadow_km));
            format!("ΔT = {delta_t_s:.1} s is measured. The path is accurate to {both} (standard error).")
        }
        DeltaTOrigin::Predicted => {
            format!(
                "ΔT = {delta_t_s:.1} s ± {sigma} s is a prediction. Its error shifts the path by {shift}, \
                 that of the elements by {of_elements}."
            )
        }
        _ => format!(
            "ΔT = {delta_t_s:.1} s ± {sigma} s. Its error shifts the path by {shift} at greatest eclipse, \
             that of the elements by {of_elements}."
        ),
    }
}

/// A length in metres, or in kilometres from 1 km.
fn length(km: f64) -> String {
    if km < 1.0 { format!("{:.0} m", km * 1000.0) } else { format!("{km:.0} km") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fraction_is_never_rounded_up_to_the_whole() {
        let expected = ["0.40 %", "50 %", "99 %", "99.99 %", "99.99 %", "100 %"];
        assert_eq!([0.004, 0.5, 0.9899, 0.99995, 0.999_999, 1.0].map(percent), expected);
    }

    #[test]
    fn only_an_observed_delta_t_is_called_measured() {
        let node = |sigma_s, source| Node { year: 2026.6, delta_t_s: 69.2, sigma_s, source };
        let equator = astro::earth::Observer::from_degrees(0.0, 0.0, 0.0);
        let shift_km = |sigma_s| astro::accuracy::east_west_km(sigma_s, equator);
        let text = |sigma_s, source| uncertainty(69.2, node(sigma_s, source), shift_km(sigma_s), 0.126);
        for (sigma_s, origin, part) in [
            (0.01, DeltaTOrigin::Observed, "69.2 s is measured. The path is accurate to 126 m"),
            (0.021, DeltaTOrigin::Predicted, "± 0.02 s is a prediction. Its error shifts the path by 10 m,"),
            (0.021, DeltaTOrigin::Predicted, "that of the elements by 126 m."),
            (0.1, DeltaTOrigin::Table, "± 0.1 s. Its error shifts the path by 47 m"),
            (20.0, DeltaTOrigin::Polynomial, "9 km"),
        ] {
            assert!(text(sigma_s, origin).contains(part), "{part}");
        }
    }
}
