//! Rows of the published tables of paths: where the limits and the central line are at one instant.

use super::centre::{Central, CentralLine};
use super::error::Error;
use super::figure::Figure;
use super::hybrid::Sides;
use super::kind::Side;
use super::limit_curve::LimitCurve;
use super::sample::CurveVertex;

/// The places that have the middle of totality or annularity at one instant: on the limits and on the central
/// line. They are three places with the same instant of maximum, not three points of a straight line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PathRow {
    /// Hours of TD from t0.
    pub t: f64,
    /// On the northern limit.
    pub north: Option<CurveVertex>,
    /// On the southern limit.
    pub south: Option<CurveVertex>,
    /// On the central line, with the circumstances there.
    pub central: Option<(CurveVertex, Central)>,
}

/// Returns the vertex of a limit in a row, at a value of its parameter.
pub(super) type LimitAt<'l> = dyn Fn(&LimitCurve, f64) -> Result<Option<CurveVertex>, Error> + 'l;

/// The row of an instant.
///
/// Near its ends a limit can have the instant twice; the row then has the place with the higher Sun. An
/// eclipse with one limit has nothing on the other side: there its path ends on the horizon. In a hybrid
/// eclipse each stretch of a kind has its own side.
pub(super) fn at(
    umbra: &Figure,
    line: Option<CentralLine>,
    greatest: f64,
    t: f64,
    limit: &LimitAt,
) -> Result<PathRow, Error> {
    let mut row = PathRow { t, north: None, south: None, central: None };
    let mut highest = [f64::NEG_INFINITY; 2];
    for curve in &umbra.limits {
        let sides = Sides::of(curve, greatest)?;
        for (u, at) in curve.at_instant(t)? {
            let side = sides.at(u)?;
            let height = curve.limit.sin_altitude(at);
            if height > highest[side as usize] {
                highest[side as usize] = height;
                let place = limit(curve, u)?;
                match side {
                    Side::North => row.north = place,
                    Side::South => row.south = place,
                }
            }
        }
    }
    row.central = line.filter(|l| l.has(t)).map(|l| {
        let (frame, point) = l.point(t, true);
        (CurveVertex::new(t, frame.earth_fixed(point)), l.central(t, true))
    });
    Ok(row)
}

/// First and last instant of the limits and the central line.
pub(super) fn span(umbra: &Figure, line: Option<CentralLine>) -> Option<(f64, f64)> {
    let on_limits = umbra.limits.iter().flat_map(|c| c.nodes.iter().map(|n| n.at[0]));
    let on_line = line.iter().flat_map(|l| <[f64; 2]>::from(l.span()));
    on_limits.chain(on_line).fold(None, |span, t| match span {
        None => Some((t, t)),
        Some((from, to)) => Some((f64::min(from, t), f64::max(to, t))),
    })
}
