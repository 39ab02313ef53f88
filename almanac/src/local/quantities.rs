//! The intermediate quantities of local circumstances.

use crate::schema::ContactNumber;
use astro::eclipse::local::{Circumstances, ObservedEclipse};
use astro::math::portable::Portable;
use serde::Serialize;
use utoipa::ToSchema;

/// Intermediate quantities: Earth radii, hours, degrees, and rates per hour.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Circumstances)]
pub struct LocalQuantities {
    /// Hours of TD from t0.
    pub t: f64,
    /// Axis of the shadow on the fundamental plane, eastward, equatorial radii of the Earth.
    pub x: f64,
    /// Rate of `x`, equatorial radii of the Earth an hour.
    #[serde(rename = "xʹ")]
    pub x_rate: f64,
    /// Axis of the shadow on the fundamental plane, northward, equatorial radii of the Earth.
    pub y: f64,
    /// Rate of `y`, equatorial radii of the Earth an hour.
    #[serde(rename = "yʹ")]
    pub y_rate: f64,
    /// Declination of the axis, degrees.
    pub d: f64,
    /// Sine of `d`, a pure number.
    #[serde(rename = "sinD")]
    pub sin_d: f64,
    /// Cosine of `d`, a pure number.
    #[serde(rename = "cosD")]
    pub cos_d: f64,
    /// Rate of `d`, degrees an hour.
    #[serde(rename = "dʹ")]
    pub d_rate: f64,
    /// Ephemeris hour angle of the axis, degrees.
    #[serde(rename = "μ")]
    pub mu: f64,
    /// Rate of `μ`, degrees an hour.
    #[serde(rename = "μʹ")]
    pub mu_rate: f64,
    /// Radius of the penumbra on the fundamental plane, equatorial radii of the Earth.
    pub l1: f64,
    /// Radius of the umbra on the fundamental plane, equatorial radii of the Earth; negative if total.
    pub l2: f64,
    /// Hour angle of the axis for the observer, degrees.
    #[serde(rename = "θ")]
    pub theta: f64,
    /// `θ` in radians.
    #[serde(rename = "θrad")]
    pub theta_rad: f64,
    /// Cosine of `θ`, a pure number.
    #[serde(rename = "cosθ")]
    pub cos_theta: f64,
    /// The observer on the fundamental plane, eastward, equatorial radii of the Earth.
    #[serde(rename = "ξ")]
    pub xi: f64,
    /// The observer on the fundamental plane, northward, equatorial radii of the Earth.
    #[serde(rename = "η")]
    pub eta: f64,
    /// The observer above the fundamental plane, towards the Moon, equatorial radii of the Earth.
    #[serde(rename = "ζ")]
    pub zeta: f64,
    /// Rate of `ξ`, equatorial radii of the Earth an hour.
    #[serde(rename = "ξʹ")]
    pub xi_rate: f64,
    /// Rate of `η`, equatorial radii of the Earth an hour.
    #[serde(rename = "ηʹ")]
    pub eta_rate: f64,
    /// `x` − `ξ`, equatorial radii of the Earth.
    pub u: f64,
    /// `y` − `η`, equatorial radii of the Earth.
    pub v: f64,
    /// Rate of `u`, equatorial radii of the Earth an hour.
    #[serde(rename = "uʹ")]
    pub u_rate: f64,
    /// Rate of `v`, equatorial radii of the Earth an hour.
    #[serde(rename = "vʹ")]
    pub v_rate: f64,
    /// Distance of the observer from the axis, equatorial radii of the Earth.
    pub m: f64,
    /// Speed of the observer relative to the axis, equatorial radii of the Earth an hour.
    pub n: f64,
    /// Radius of the penumbra at the height of the observer, equatorial radii of the Earth.
    #[serde(rename = "L1")]
    pub penumbra: f64,
    /// Radius of the umbra at the height of the observer, equatorial radii of the Earth; negative if total.
    #[serde(rename = "L2")]
    pub umbra: f64,
    /// `u` `uʹ` + `v` `vʹ`, square equatorial radii of the Earth an hour.
    #[serde(rename = "D")]
    pub approach: f64,
    /// (`u` `vʹ` − `uʹ` `v`) / `n`: least distance from the axis if the motion stayed as it is, equatorial
    /// radii of the Earth.
    #[serde(rename = "Δ")]
    pub delta: f64,
    /// Angle whose sine is `Δ` / `L1`, degrees; null where the penumbra would pass by.
    #[serde(rename = "ψ1")]
    pub psi1: Option<f64>,
    /// Angle whose sine is `Δ` / `L2`, degrees; null where the umbra would pass by.
    #[serde(rename = "ψ2")]
    pub psi2: Option<f64>,
    /// Angle of the cone of the penumbra, degrees.
    pub f1: f64,
    /// Angle of the cone of the umbra, degrees.
    pub f2: f64,
    /// ΔT as an angle of the turning Earth, degrees.
    #[serde(rename = "ΔTcorrection")]
    pub delta_t_correction: f64,
    /// Distance of the observer from the axis of the Earth, equatorial radii of the Earth.
    #[serde(rename = "ρcosΦʹ")]
    pub rho_cos: f64,
    /// Distance of the observer from the plane of the equator, equatorial radii of the Earth; negative south
    /// of it.
    #[serde(rename = "ρsinΦʹ")]
    pub rho_sin: f64,
    /// Number of the contact to which the quantities belong.
    #[schema(value_type = ContactNumber)]
    pub contact: u8,
}

impl LocalQuantities {
    /// The quantities at the contact with this number.
    pub(super) fn new(local: &ObservedEclipse, c: &Circumstances, contact: u8) -> Self {
        let constants = local.constants();
        let degrees = f64::to_degrees;
        let turn = |angle: f64| angle.to_degrees().rem_euclid(360.0);
        Self {
            t: c.t,
            x: c.x,
            x_rate: c.x_rate,
            y: c.y,
            y_rate: c.y_rate,
            d: degrees(c.d),
            sin_d: c.sin_d,
            cos_d: c.cos_d,
            d_rate: degrees(c.d_rate),
            mu: turn(c.mu),
            mu_rate: degrees(c.mu_rate),
            l1: c.l1,
            l2: c.l2,
            theta: turn(c.theta),
            theta_rad: astro::math::angle::normalize(c.theta),
            cos_theta: c.cos_theta,
            xi: c.xi,
            eta: c.eta,
            zeta: c.zeta,
            xi_rate: c.xi_rate,
            eta_rate: c.eta_rate,
            u: c.u,
            v: c.v,
            u_rate: c.u_rate,
            v_rate: c.v_rate,
            m: c.m,
            n: c.n,
            penumbra: c.penumbra,
            umbra: c.umbra,
            approach: c.approach,
            delta: c.delta,
            psi1: c.psi1().map(degrees),
            psi2: c.psi2().map(degrees),
            f1: degrees(local.elements().tan_f1.arctangent()),
            f2: degrees(local.elements().tan_f2.arctangent()),
            delta_t_correction: degrees(constants.delta_t_correction),
            rho_cos: constants.rho_cos,
            rho_sin: constants.rho_sin,
            contact,
        }
    }
}
