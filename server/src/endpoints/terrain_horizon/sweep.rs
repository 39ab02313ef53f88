//! Making a skyline in pieces, before the answer that needs it.

use super::ground_m;
use crate::generation::{Data, SkylineKey};
use bytes::Bytes;
use geography::sight::{RAYS, Skyline, SkylinePoint, Viewpoint};
use std::sync::Arc;

/// Rays that take about a millisecond.
const RAYS_A_PIECE: usize = 4;

/// Pieces of an answer.
pub(crate) type Pieces = Box<dyn Iterator<Item = Bytes> + Send + Sync>;

/// Makes the answer from the skyline.
type Make = Box<dyn FnOnce(Arc<Skyline>) -> Pieces + Send + Sync>;

/// A skyline in the making, then the answer.
struct Sweep {
    data: Arc<Data>,
    eye: Viewpoint,
    points: Vec<SkylinePoint>,
    make: Option<Make>,
    answer: Pieces,
}

/// The pieces of an answer that needs a skyline: empty ones while that is made, a few rays each, unless it is
/// kept from before; then those that `make` gives.
pub(crate) fn after_skyline(
    data: Arc<Data>,
    eye: Viewpoint,
    make: impl FnOnce(Arc<Skyline>) -> Pieces + Send + Sync + 'static,
) -> Pieces {
    match data.skylines.get(&key(&eye)) {
        Some(kept) => make(kept),
        None => Box::new(Sweep {
            data,
            eye,
            points: Vec::with_capacity(RAYS),
            make: Some(Box::new(make)),
            answer: Box::new(std::iter::empty()),
        }),
    }
}

fn key(eye: &Viewpoint) -> SkylineKey {
    [eye.place.latitude_deg, eye.place.longitude_deg, eye.elevation_m].map(f64::to_bits)
}

impl Iterator for Sweep {
    type Item = Bytes;

    fn next(&mut self) -> Option<Bytes> {
        let Some(make) = self.make.take() else { return self.answer.next() };
        let height_m = |at| ground_m(&self.data.elevation, at);
        for _ in 0..RAYS_A_PIECE.min(RAYS - self.points.len()) {
            let azimuth_deg = Skyline::azimuth_deg(self.points.len());
            self.points.push(SkylinePoint::towards(&self.eye, azimuth_deg, height_m));
        }
        if self.points.len() < RAYS {
            self.make = Some(make);
        } else {
            let skyline = Arc::new(Skyline::new(std::mem::take(&mut self.points)));
            self.data.skylines.keep(key(&self.eye), Arc::clone(&skyline));
            self.answer = make(skyline);
        }
        Some(Bytes::new())
    }
}
