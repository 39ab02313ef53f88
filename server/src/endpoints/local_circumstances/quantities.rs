//! The intermediate quantities of local circumstances.

use super::keys::ContactNumber;
use super::observation::Observation;
use crate::endpoints::prelude::*;
use astro::eclipse::local::Circumstances;

/// Intermediate quantities: Earth radii, hours, degrees, and rates per hour.
#[derive(Serialize, ToSchema)]
#[schema(as = Circumstances)]
pub(super) struct LocalQuantities {
    /// Hours of TD from t0.
    pub(super) t: f64,
    /// Axis of the shadow on the fundamental plane, eastward, equatorial radii of the Earth.
    x: f64,
    /// Rate of `x`, equatorial radii of the Earth an hour.
    #[serde(rename = "xʹ")]
    x_rate: f64,
    /// Axis of the shadow on the fundamental plane, northward, equatorial radii of the Earth.
    y: f64,
    /// Rate of `y`, equatorial radii of the Earth an hour.
    #[serde(rename = "yʹ")]
    y_rate: f64,
    /// Declination of the axis, degrees.
    d: f64,
    /// Sine of `d`, a pure number.
    #[serde(rename = "sinD")]
    sin_d: f64,
    /// Cosine of `d`, a pure number.
    #[serde(rename = "cosD")]
    cos_d: f64,
    /// Rate of `d`, degrees an hour.
    #[serde(rename = "dʹ")]
    d_rate: f64,
    /// Ephemeris hour angle of the axis, degrees.
    #[serde(rename = "μ")]
    mu: f64,
    /// Rate of `μ`, degrees an hour.
    #[serde(rename = "μʹ")]
    mu_rate: f64,
    /// Radius of the penumbra on the fundamental plane, equatorial radii of the Earth.
    l1: f64,
    /// Radius of the umbra on the fundamental plane, equatorial radii of the Earth; negative if total.
    l2: f64,
    /// Hour angle of the axis for the observer, degrees.
    #[serde(rename = "θ")]
    theta: f64,
    /// `θ` in radians.
    #[serde(rename = "θrad")]
    theta_rad: f64,
    /// Cosine of `θ`, a pure number.
    #[serde(rename = "cosθ")]
    cos_theta: f64,
    /// The observer on the fundamental plane, eastward, equatorial radii of the Earth.
    #[serde(rename = "ξ")]
    xi: f64,
    /// The observer on the fundamental plane, northward, equatorial radii of the Earth.
    #[serde(rename = "η")]
    eta: f64,
    /// The observer above the fundamental plane, towards the Moon, equatorial radii of the Earth.
    #[serde(rename = "ζ")]
    zeta: f64,
    /// Rate of `ξ`, equatorial radii of the Earth an hour.
    #[serde(rename = "ξʹ")]
    xi_rate: f64,
    /// Rate of `η`, equatorial radii of the Earth an hour.
    #[serde(rename = "ηʹ")]
    eta_rate: f64,
    /// `x` − `ξ`, equatorial radii of the Earth.
    u: f64,
    /// `y` − `η`, equatorial radii of the Earth.
    v: f64,
    /// Rate of `u`, equatorial radii of the Earth an hour.
    #[serde(rename = "uʹ")]
    u_rate: f64,
    /// Rate of `v`, equatorial radii of the Earth an hour.
    #[serde(rename = "vʹ")]
    v_rate: f64,
    /// Distance of the observer from the axis, equatorial radii of the Earth.
    m: f64,
    /// Speed of the observer relative to the axis, equatorial radii of the Earth an hour.
    n: f64,
    /// Radius of the penumbra at the height of the observer, equatorial radii of the Earth.
    #[serde(rename = "L1")]
    penumbra: f64,
    /// Radius of the umbra at the height of the observer, equatorial radii of the Earth; negative if total.
    #[serde(rename = "L2")]
    umbra: f64,
    /// `u` `uʹ` + `v` `vʹ`, square equatorial radii of the Earth an hour.
    #[serde(rename = "D")]
    approach: f64,
    /// (`u` `vʹ` − `uʹ` `v`) / `n`: least distance from the axis if the motion stayed as it is, equatorial
    /// radii of the Earth.
    #[serde(rename = "Δ")]
    delta: f64,
    /// Angle whose sine is `Δ` / `L1`, degrees; null where the penumbra would pass by.
    #[serde(rename = "ψ1")]
    psi1: Option<f64>,
    /// Angle whose sine is `Δ` / `L2`, degrees; null where the umbra would pass by.
    #[serde(rename = "ψ2")]
    psi2: Option<f64>,
    /// Angle of the cone of the penumbra, degrees.
    f1: f64,
    /// Angle of the cone of the umbra, degrees.
    f2: f64,
    /// ΔT as an angle of the turning Earth, degrees.
    #[serde(rename = "ΔTcorrection")]
    delta_t_correction: f64,
    /// Distance of the observer from the axis of the Earth, equatorial radii of the Earth.
    #[serde(rename = "ρcosΦʹ")]
    rho_cos: f64,
    /// Distance of the observer from the plane of the equator, equatorial radii of the Earth; negative south
    /// of it.
    #[serde(rename = "ρsinΦʹ")]
    rho_sin: f64,
    /// Number of the contact to which the quantities belong.
    #[schema(value_type = ContactNumber)]
    contact: u8,
}

impl Observation<'_> {
    /// Returns the quantities at the contact with this number.
    pub(super) fn quantities(
        &self,
        elements: &EclipseElements,
        c: &Circumstances,
        contact: u8,
    ) -> LocalQuantities {
        let constants = self.local.constants();
        let degrees = f64::to_degrees;
        let turn = |angle: f64| angle.to_degrees().rem_euclid(360.0);
        LocalQuantities {
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
            f1: degrees(elements.polynomials.tan_f1.atan()),
            f2: degrees(elements.polynomials.tan_f2.atan()),
            delta_t_correction: degrees(constants.delta_t_correction),
            rho_cos: constants.rho_cos,
            rho_sin: constants.rho_sin,
            contact,
        }
    }
}
