//! The entries of the response.

use crate::endpoints::meteor_showers::query::ListedShower;
use crate::endpoints::prelude::*;
use astro::sky::events::showers::Shower;
use astro::sky::events::watch::{MeteorWatch, ViewingConditions};
use astro::sky::events::{SunMoonCourse, solar_longitude};
use astro::sky::phase;

/// An active shower.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MeteorShower {
    /// Code of the IAU Meteor Data Center.
    pub(super) code: &'static str,
    /// Number of the IAU Meteor Data Center.
    iau_number: u16,
    /// Name of the shower.
    pub(super) name: &'static str,
    /// Start of the activity, UTC, ISO 8601.
    pub(super) from: String,
    /// Local time of `from`; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    from_local: Option<String>,
    /// End of the activity, UTC, ISO 8601.
    pub(super) to: String,
    /// Local time of `to`; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    to_local: Option<String>,
    /// Instant of the peak, UTC, ISO 8601.
    pub(super) peak: String,
    /// Local time of `peak`; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    peak_local: Option<String>,
    /// Solar longitude (J2000.0) of the peak, degrees.
    solar_longitude: f64,
    /// Radiant at the peak.
    pub(super) radiant: Radiant,
    /// Speed of entry into the atmosphere, km/s.
    velocity: f64,
    /// Population index: ratio of the number of meteors in successive magnitudes, a pure number.
    population_index: f64,
    /// Zenithal hourly rate at the peak, meteors per hour; null if it varies.
    pub(super) zhr: Option<f64>,
    /// Parent body, or null.
    parent: Option<&'static str>,
    /// `true` for a daytime shower.
    daytime: bool,
    /// The Moon at the peak.
    pub(super) moon: MoonAtPeak,
    /// The observer's view; only with `obs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) local: Option<LocalShower>,
    /// Accuracy of the instant of the peak. It combines the errors of ΔT, of the Sun's position and of the
    /// rounded solar longitude in the list. The actual peak may differ by several hours, which is not
    /// predictable.
    pub(super) accuracy: Accuracy,
}

/// Right ascension and declination (J2000.0) at the peak, degrees, and their drift.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Radiant {
    /// Right ascension, degrees, J2000.
    pub(super) ra: f64,
    /// Declination, degrees, J2000.
    pub(super) decl: f64,
    /// Drift of the right ascension, degrees per degree of solar longitude, which is about a day.
    drift_ra: f64,
    /// Drift of the declination, degrees per degree of solar longitude.
    drift_decl: f64,
}

/// The Moon at a peak.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MoonAtPeak {
    /// Illuminated fraction of the disc, 0 … 1.
    pub(super) illuminated_fraction: f64,
    /// `true` if the Moon is waxing.
    waxing: bool,
}

/// The observer's view of a shower.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LocalShower {
    /// Position of the radiant at the peak.
    az_alt: LocalHorizontal,
    /// The best time to watch, or null if there is none.
    pub(super) best: Option<BestTimeOfShower>,
}

/// The best time to watch a shower; altitudes are in degrees, for centres, without refraction.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BestTimeOfShower {
    /// Instant, UTC, ISO 8601.
    pub(super) date: String,
    /// Local time in the zone of `tz`, ISO 8601 with the offset from UTC; only with `tz`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    local: Option<String>,
    /// Altitude of the radiant, degrees.
    pub(super) radiant_altitude: f64,
    /// Altitude of the Sun, degrees.
    sun_altitude: f64,
    /// Altitude of the Moon, degrees.
    moon_altitude: f64,
    /// Estimated rate, meteors per hour; null if `zhr` is.
    pub(super) rate: Option<f64>,
}

/// Builds entries of appearances.
pub(super) struct ShowerBuilder {
    /// The generation.
    pub(super) data: Arc<Data>,
    pub(super) delta_t: DeltaTInForce,
    pub(super) site: Option<Site>,
    /// The zone of local times, with `tz`.
    pub(super) zone: Option<Zone>,
}

impl ShowerBuilder {
    pub(super) fn peak(&self, (_, appearance): &ListedShower) -> Instant {
        self.instant(appearance.peak)
    }

    pub(super) fn entry(&self, (shower, appearance): &ListedShower) -> MeteorShower {
        let iso = |t| self.instant(t).iso();
        let local = |t| self.local_time(self.instant(t));
        let ((ra, decl), (drift_ra, drift_decl)) = (shower.radiant_deg, shower.drift());
        let [drift_ra, drift_decl] = [drift_ra, drift_decl].map(|drift| (drift * 100.0).round() / 100.0);
        MeteorShower {
            code: shower.code,
            iau_number: shower.number,
            name: shower.name,
            from: iso(appearance.from),
            from_local: local(appearance.from),
            to: iso(appearance.to),
            to_local: local(appearance.to),
            peak: iso(appearance.peak),
            peak_local: local(appearance.peak),
            solar_longitude: shower.peak_deg,
            radiant: Radiant { ra, decl, drift_ra, drift_decl },
            velocity: shower.velocity_km_s,
            population_index: shower.population_index,
            zhr: shower.zenithal_hourly_rate,
            parent: shower.parent,
            daytime: shower.is_daytime,
            moon: self.moon(appearance.peak),
            local: self.site.map(|site| self.local(site, shower, appearance.peak)),
            accuracy: self.accuracy(shower, appearance.peak),
        }
    }

    fn local_time(&self, at: Instant) -> Option<String> {
        self.zone.as_ref()?.iso(at)
    }

    fn accuracy(&self, shower: &Shower, peak: Tt) -> Accuracy {
        let ut = self.instant(peak).ut1();
        let delta_t = (self.delta_t.at_tt(peak), self.delta_t.sigma_s(ut));
        let basis = AccuracyBasis::of(Theory::Precise, Target::Sun, peak, delta_t);
        let course = SunMoonCourse { sky: self.data.sky(Theory::Precise) };
        let longitude = |t: Tt| solar_longitude::at(&course, t).expect(COVERED);
        let rates = AngularRates::of(|_, t| longitude(t), ut, peak);
        let of_list_s = rates.seconds(shower.peak_sigma_deg() * 3600.0);
        basis.of_event(self.site, rates.seconds(basis.theory_sigma_arcsec).hypot(of_list_s))
    }

    fn sky(&self) -> Sky<'_> {
        self.data.sky(Theory::Precise)
    }

    fn instant(&self, t: Tt) -> Instant {
        Instant::from_ut1(t.to_ut1(self.delta_t.at_tt(t)))
    }

    fn moon(&self, t: Tt) -> MoonAtPeak {
        let (sun, moon) = (self.sky().sun(t).expect(COVERED), self.sky().moon(t).expect(COVERED));
        let obliquity = moon.coordinates().obliquity;
        let pole = [0.0, -obliquity.sin(), obliquity.cos()];
        MoonAtPeak {
            illuminated_fraction: phase::illuminated_fraction(sun.body_km(), moon.body_km()),
            waxing: phase::is_waxing(sun.body_km(), moon.body_km(), pole),
        }
    }

    fn local(&self, site: Site, shower: &Shower, peak: Tt) -> LocalShower {
        let (horizon, delta_t_s) = (Horizon::new(site.observer()), self.delta_t.at_tt(peak));
        let ut = peak.to_ut1(delta_t_s);
        let watch = MeteorWatch { sky: self.sky(), horizon, delta_t_s };
        let best = watch.best(shower, ut).expect(COVERED);
        LocalShower {
            az_alt: LocalHorizontal::new(&horizon, shower.radiant(0.0).place(ut, peak)),
            best: best.map(|look| BestTimeOfShower {
                local: self.local_time(Instant::from_ut1(look.ut)),
                ..BestTimeOfShower::new(shower, &look)
            }),
        }
    }
}

impl BestTimeOfShower {
    fn new(shower: &Shower, look: &ViewingConditions) -> Self {
        Self {
            date: Instant::from_ut1(look.ut).iso(),
            local: None,
            radiant_altitude: look.radiant_altitude.to_degrees(),
            sun_altitude: look.sun_altitude.to_degrees(),
            moon_altitude: look.moon_altitude.to_degrees(),
            rate: shower.zenithal_hourly_rate.map(|zhr| zhr * look.share),
        }
    }
}
