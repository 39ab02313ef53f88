//! The intermediate quantities of local circumstances.

use super::keys::ContactNumber;
use super::seen::Seen;
use crate::generation::elements::EclipseElements;
use astro::eclipse::local::Circumstances;
use serde::Serialize;
use utoipa::ToSchema;

/// Intermediate quantities: Earth radii, hours, degrees, and rates per hour.
#[derive(Serialize, ToSchema)]
#[schema(as = Circumstances)]
pub(super) struct Quantities {
    pub(super) t: f64,
    x: f64,
    #[serde(rename = "xʹ")]
    x_rate: f64,
    y: f64,
    #[serde(rename = "yʹ")]
    y_rate: f64,
    d: f64,
    #[serde(rename = "sinD")]
    sin_d: f64,
    #[serde(rename = "cosD")]
    cos_d: f64,
    #[serde(rename = "dʹ")]
    d_rate: f64,
    #[serde(rename = "μ")]
    mu: f64,
    #[serde(rename = "μʹ")]
    mu_rate: f64,
    l1: f64,
    l2: f64,
    #[serde(rename = "θ")]
    theta: f64,
    #[serde(rename = "θrad")]
    theta_rad: f64,
    #[serde(rename = "cosθ")]
    cos_theta: f64,
    #[serde(rename = "ξ")]
    xi: f64,
    #[serde(rename = "η")]
    eta: f64,
    #[serde(rename = "ζ")]
    zeta: f64,
    #[serde(rename = "ξʹ")]
    xi_rate: f64,
    #[serde(rename = "ηʹ")]
    eta_rate: f64,
    u: f64,
    v: f64,
    #[serde(rename = "uʹ")]
    u_rate: f64,
    #[serde(rename = "vʹ")]
    v_rate: f64,
    m: f64,
    n: f64,
    #[serde(rename = "L1")]
    penumbra: f64,
    #[serde(rename = "L2")]
    umbra: f64,
    #[serde(rename = "D")]
    approach: f64,
    #[serde(rename = "Δ")]
    delta: f64,
    #[serde(rename = "ψ1")]
    psi1: Option<f64>,
    #[serde(rename = "ψ2")]
    psi2: Option<f64>,
    f1: f64,
    f2: f64,
    #[serde(rename = "ΔTcorrection")]
    delta_t_correction: f64,
    #[serde(rename = "ρcosΦʹ")]
    rho_cos: f64,
    #[serde(rename = "ρsinΦʹ")]
    rho_sin: f64,
    #[schema(value_type = ContactNumber)]
    contact: u8,
}

impl Seen<'_> {
    /// The quantities at a contact of that number.
    pub(super) fn quantities(
        &self,
        elements: &EclipseElements,
        c: &Circumstances,
        contact: u8,
    ) -> Quantities {
        let constants = self.local.constants();
        let degrees = f64::to_degrees;
        let turn = |angle: f64| angle.to_degrees().rem_euclid(360.0);
        Quantities {
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
