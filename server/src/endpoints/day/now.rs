//! The operation `/now`: the Sun and the Moon of a place as they are at an instant, and what comes next.

use super::day_of;
use super::moon_phase::{PhaseName, principal_phases};
use super::place::{PlaceFinder, PlaceInput};
use crate::endpoints::prelude::*;
use almanac::RiseTransitSetKey;
use astro::math::vector::norm;
use astro::sky::phase::illuminated_fraction;
use std::collections::BTreeSet;

const COST: f64 = 10.0;

/// The operation `/now`.
pub(crate) const OPERATION: Operation = Operation::json::<NowQuery, SkyNow>("now", &["/now"], prepare)
    .documented(Group::SunAndMoon, include_str!("now.md"))
    .cost(COST)
    .refusals(&[Code::OutsideEphemeris]);

/// The parameters of `/now`.
#[derive(Parameters)]
struct NowQuery {
    /// The instant, Universal Time. The default is `now`.
    #[param(example = "2026-08-12T12:00Z", shown)]
    date: Option<Instant>,
    #[param(flatten)]
    place: PlaceInput,
}

/// The Sun and the Moon at a place, and the next events. Times are local times, to the second, ISO 8601 with
/// the offset from UTC; null if there is none within two years or before the end of the ephemeris.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SkyNow {
    /// The instant.
    local: String,
    sun: BodyNow,
    moon: MoonNow,
    twilights: NextTwilights,
    phases: NextPhases,
    /// The next solar eclipse that is visible from the place; or null after the last one of the tables.
    solar_eclipse: Option<NextEclipse>,
    /// The next lunar eclipse that is visible from the place; or null after the last one of the ephemeris.
    lunar_eclipse: Option<NextEclipse>,
    /// The states because of which an event is null; only if one is.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    #[schema(value_type = Vec<RiseTransitSetKey>, required = false)]
    reasons: BTreeSet<&'static str>,
}

/// A body at the instant, and its next events.
#[derive(Serialize, ToSchema)]
struct BodyNow {
    /// Azimuth from north through east, degrees.
    azimuth: f64,
    /// Apparent altitude of the centre, with parallax and refraction, degrees.
    altitude: f64,
    /// The next rise of the upper limb, or null.
    rise: Option<String>,
    /// The next upper transit.
    transit: Option<String>,
    /// The next set of the upper limb, or null.
    set: Option<String>,
    /// The body as it is seen; only with `extras=appearance`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    appearance: Option<Appearance>,
}

/// The Moon at the instant, and its next events.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MoonNow {
    /// Illuminated fraction of its disc, 0 … 1.
    illuminated_fraction: f64,
    /// A principal phase on the local day of its instant, or the phase between two of them.
    phase: PhaseName,
    /// Distance from the centre of the Earth, km.
    distance: f64,
    #[serde(flatten)]
    body: BodyNow,
}

/// The next twilights: altitudes of the Sun's centre, without refraction.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NextTwilights {
    /// The next rise through −6°, or null.
    civil_dawn: Option<String>,
    /// The next fall through −6°, or null.
    civil_dusk: Option<String>,
    /// The next rise through −12°, or null.
    nautical_dawn: Option<String>,
    /// The next fall through −12°, or null.
    nautical_dusk: Option<String>,
    /// The next rise through −18°, or null.
    astronomical_dawn: Option<String>,
    /// The next fall through −18°, or null.
    astronomical_dusk: Option<String>,
}

/// The next principal phases of the Moon.
#[derive(Serialize, ToSchema)]
struct NextPhases {
    /// The next new moon.
    new_moon: Option<String>,
    /// The next first quarter.
    first_quarter: Option<String>,
    /// The next full moon.
    full_moon: Option<String>,
    /// The next last quarter.
    last_quarter: Option<String>,
}

/// An eclipse that the place sees.
#[derive(Serialize, ToSchema)]
struct NextEclipse {
    /// Julian Day that identifies the eclipse: midnight UTC of its date.
    jd: f64,
    /// Local time of the greatest visible phase.
    local: String,
    /// Type of the eclipse at the place.
    #[serde(rename = "type")]
    kind: &'static str,
}

fn prepare(input: &mut Input, context: &Context) -> Result<Prepared, Problem> {
    // Today is today at the place.
    input.default_tz = Some("auto");
    if !input.has(&NowQuery::DATE) {
        input.assume(&NowQuery::DATE, "now");
    }
    let mut query: NowQuery = input.parameters()?;
    query.place.without_others();
    let at = query.date.expect("the default is set");
    let place = query.place.finder((at, NowQuery::DATE.name), context)?;
    let echo = Prepared::echo(&query.in_query(OPERATION.name, COST));
    // At 0h UT it is an instant too, and not a date.
    let (_, day) = day_of(Instant { unix_ms: at.unix_ms | 1 }, &place.zone)?;
    let work = Work::json(false, move || SkyNow::new(&place, at, day));
    Ok(Prepared::new(&JSON, echo, COST, Freshness::Day, work))
}

impl SkyNow {
    /// Returns the response at an instant of a day, which the ephemeris covers with a lunation at both ends.
    fn new(place: &PlaceFinder, at: Instant, day: [Instant; 2]) -> Self {
        let (sky, ut) = (place.sky(), at.ut1());
        let (tt, horizon) = (ut.to_tt(place.delta_t.at_ut1(ut)), Horizon::new(place.site.observer()));
        let local = |at: Instant| place.zone.iso_s(at);
        let next = place.next(at, None, |_| true);
        let time = |key: &str| local(next.iter().find(|event| event.key == key)?.date?);
        let [sun, moon] = [Target::Sun, Target::Moon].map(|of| sky.place(of, ut, tt).expect(COVERED));
        let body = |target, place_of_body, [rise, transit, set]: [&str; 3]| {
            let seen = LocalHorizontal::new(&horizon, place_of_body).apparent;
            let [azimuth, altitude] = [seen.azimuth, seen.altitude].map(rounded);
            let [rise, transit, set] = [rise, transit, set].map(time);
            BodyNow { azimuth, altitude, rise, transit, set, appearance: place.appearance(at, target) }
        };
        let phases = principal_phases(place, [day[0], at], 0.0);
        let (solar, lunar) = place.eclipses(at);
        let eclipse = |jd, at, kind| NextEclipse { jd, local: local(at).unwrap_or_default(), kind };
        let phase = |of| local(phases.iter().find(|(name, t)| *name == of && *t >= at)?.1);
        Self {
            local: local(at).unwrap_or_default(),
            sun: body(Target::Sun, sun, ["sunrise", "solar_transit", "sunset"]),
            moon: MoonNow {
                illuminated_fraction: rounded(illuminated_fraction(sun.body_km, moon.body_km)),
                phase: PhaseName::of_day(&phases, day),
                distance: norm(moon.body_km).round(),
                body: body(Target::Moon, moon, ["moonrise", "lunar_transit", "moonset"]),
            },
            twilights: NextTwilights {
                civil_dawn: time("civil_dawn"),
                civil_dusk: time("civil_dusk"),
                nautical_dawn: time("nautical_dawn"),
                nautical_dusk: time("nautical_dusk"),
                astronomical_dawn: time("astronomical_dawn"),
                astronomical_dusk: time("astronomical_dusk"),
            },
            phases: NextPhases {
                new_moon: phase(PhaseName::NewMoon),
                first_quarter: phase(PhaseName::FirstQuarter),
                full_moon: phase(PhaseName::FullMoon),
                last_quarter: phase(PhaseName::LastQuarter),
            },
            solar_eclipse: solar.map(|found| eclipse(found.jd, found.max.date, found.local_type)),
            lunar_eclipse: lunar.map(|found| eclipse(found.jd, found.max.date, found.local_type)),
            reasons: next.iter().filter_map(|event| event.reason).collect(),
        }
    }
}

/// Rounds to a ten-thousandth: of a degree, finer than the refraction is known.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}
