//! Computing a skyline in pieces before the response that needs it.

use crate::generation::skylines::{Eye, SkylineGuard};
use crate::vocabulary::prelude::*;
use geography::sight::{RAYS, Skyline};
use std::time::{Duration, Instant};

/// Duration of a piece, which computes at least one ray: a few rays from memory, or about one from a slow
/// disk.
const PIECE: Duration = Duration::from_millis(1);

pub(crate) type ResponsePieces = Box<dyn Iterator<Item = Bytes> + Send + Sync>;

/// Makes the response from the skyline.
type Make = Box<dyn FnOnce(Arc<Skyline>) -> ResponsePieces + Send + Sync>;

/// Computes a skyline, then yields the response.
struct Sweep {
    skyline: Arc<Skyline>,
    /// The remaining rays.
    rays: std::vec::IntoIter<usize>,
    /// Makes the response after the rays; the guard marks the skyline as being computed.
    make: Option<(Make, SkylineGuard)>,
    answer: ResponsePieces,
}

/// Returns the pieces of a response that needs a whole skyline: empty pieces while it is computed, then those
/// of `make`. Concurrent responses for the same skyline share the work, each ray once; later ones find it
/// cached.
pub(crate) fn after_skyline(
    data: Arc<Data>,
    eye: Eye,
    make: impl FnOnce(Arc<Skyline>) -> ResponsePieces + Send + Sync + 'static,
) -> ResponsePieces {
    after_rays(&data, eye, (0..RAYS).collect(), make)
}

/// Returns the pieces of a response that needs the skyline between successive directions, degrees: the
/// shorter arc from each to the next. Other rays are computed on demand.
pub(crate) fn after_arc_of_skyline(
    data: Arc<Data>,
    eye: Eye,
    azimuths_deg: &[f64],
    make: impl FnOnce(Arc<Skyline>) -> ResponsePieces + Send + Sync + 'static,
) -> ResponsePieces {
    after_rays(&data, eye, rays_of(azimuths_deg), make)
}

fn after_rays(
    data: &Arc<Data>,
    eye: Eye,
    mut rays: Vec<usize>,
    make: impl FnOnce(Arc<Skyline>) -> ResponsePieces + Send + Sync + 'static,
) -> ResponsePieces {
    let skyline = data.skylines.of(&eye, &data.elevation);
    rays.retain(|ray| !skyline.is_known(*ray));
    if rays.is_empty() {
        return make(skyline);
    }
    let making = data.skylines.making(&eye);
    let answer = Box::new(std::iter::empty());
    Box::new(Sweep { skyline, rays: rays.into_iter(), make: Some((Box::new(make), making)), answer })
}

/// The rays on both sides of directions, degrees, and those between one direction and the next, each once.
fn rays_of(azimuths_deg: &[f64]) -> Vec<usize> {
    let mut is_needed = [false; RAYS];
    let firsts: Vec<_> = azimuths_deg.iter().map(|azimuth_deg| Skyline::beside(*azimuth_deg).0[0]).collect();
    for (k, first) in firsts.iter().enumerate() {
        let next = firsts.get(k + 1).unwrap_or(first);
        let east = (next + RAYS - first) % RAYS;
        let (from, count) = if east <= RAYS / 2 { (first, east) } else { (next, RAYS - east) };
        for step in 0..=count + 1 {
            is_needed[(from + step) % RAYS] = true;
        }
    }
    (0..RAYS).filter(|ray| is_needed[*ray]).collect()
}

impl Iterator for Sweep {
    type Item = Bytes;

    fn next(&mut self) -> Option<Bytes> {
        let Some((make, making)) = self.make.take() else { return self.answer.next() };
        let begun = Instant::now();
        for ray in self.rays.by_ref() {
            self.skyline.sweep(ray);
            if begun.elapsed() >= PIECE {
                self.make = Some((make, making));
                return Some(Bytes::new());
            }
        }
        // Rays that other threads are computing are awaited on use, at most one per thread.
        drop(making);
        self.answer = make(Arc::clone(&self.skyline));
        Some(Bytes::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arc_has_the_rays_between_its_directions_the_shorter_way() {
        assert_eq!(rays_of(&[90.0, 91.1, 92.3]), (180..=185).collect::<Vec<_>>());
        assert_eq!(rays_of(&[92.3, 90.1]), (180..=185).collect::<Vec<_>>());
        assert_eq!(rays_of(&[359.2, 0.6]), [0, 1, 2, 718, 719]);
        assert_eq!(rays_of(&[0.2, 359.9]), [0, 1, 719]);
        assert_eq!(rays_of(&[45.25]), [90, 91]);
        assert!(rays_of(&[]).is_empty());
        assert_eq!(rays_of(&[0.0, 120.0, 240.0, 0.0]).len(), RAYS);
    }
}
