//! The cache of skylines, shared by concurrent requests for the same observer.

use super::cache::LruCache;
use super::elevation::{Elevation, FineGround};
use geography::sight::{Skyline, Viewpoint};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Number of cached skylines, 2 MB.
const MAX_CACHED: usize = 64;
/// Maximum number of skylines that are computed at a time: a second or two of work on a core.
const MAX_IN_PROGRESS: usize = 16;

/// The observer of a skyline, and its ground.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Eye {
    /// The place and the height of the eye.
    pub(crate) viewpoint: Viewpoint,
    /// `true` if the ground is the grid of the generation, and not the operator's heights.
    pub(crate) is_coarse: bool,
}

/// The identity of a skyline: the bits of latitude, longitude and height of the eye, and the ground.
type EyeKey = ([u64; 3], bool);

fn key(eye: &Eye) -> EyeKey {
    let Viewpoint { place, elevation_m } = eye.viewpoint;
    ([place.latitude_deg, place.longitude_deg, elevation_m].map(f64::to_bits), eye.is_coarse)
}

pub(crate) struct Skylines {
    kept: LruCache<EyeKey, Skyline>,
    in_progress: Mutex<Vec<(EyeKey, Weak<()>)>>,
}

/// A guard that marks a skyline as being computed until its last clone is dropped.
pub(crate) type SkylineGuard = Arc<()>;

impl Skylines {
    pub(crate) fn new() -> Self {
        Self { kept: LruCache::new(MAX_CACHED), in_progress: Mutex::default() }
    }

    /// Returns the skyline of an eye: a cached one, or a new one without rays.
    pub(crate) fn of(&self, eye: &Eye, elevation: &Arc<Elevation>) -> Arc<Skyline> {
        let skyline = || match eye.is_coarse {
            true => elevation.coarse_skyline(eye.viewpoint),
            false => Skyline::new(eye.viewpoint, Box::new(FineGround(Arc::clone(elevation)))),
        };
        self.kept.get_or_keep(key(eye), || Arc::new(skyline()))
    }

    /// Returns whether the skyline of an eye may be computed now: it is cached, or few are in progress.
    pub(crate) fn has_room(&self, eye: &Eye) -> bool {
        self.kept.get(&key(eye)).is_some() || self.running(|running| running.len() < MAX_IN_PROGRESS)
    }

    /// Marks the skyline of an eye as being computed.
    pub(crate) fn making(&self, eye: &Eye) -> SkylineGuard {
        let key = key(eye);
        self.running(|running| {
            let same = running.iter().find(|(of, _)| *of == key);
            same.and_then(|(_, making)| making.upgrade()).unwrap_or_else(|| {
                let making = SkylineGuard::default();
                running.push((key, Arc::downgrade(&making)));
                making
            })
        })
    }

    /// Calls a function with the list of the skylines in progress.
    fn running<T>(&self, with: impl FnOnce(&mut Vec<(EyeKey, Weak<()>)>) -> T) -> T {
        let mut running = self.in_progress.lock().unwrap_or_else(PoisonError::into_inner);
        running.retain(|(_, making)| making.strong_count() > 0);
        with(&mut running)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geography::sight::GroundPlace;

    fn eye(elevation_m: f64) -> Eye {
        let place = GroundPlace { latitude_deg: 1.0, longitude_deg: 2.0 };
        Eye { viewpoint: Viewpoint { place, elevation_m }, is_coarse: false }
    }

    #[test]
    fn equal_places_share_a_skyline_and_few_others_are_made_at_a_time() {
        let (skylines, nothing) = (Skylines::new(), Arc::new(Elevation::default()));
        let first = skylines.of(&eye(0.0), &nothing);
        assert!(Arc::ptr_eq(&first, &skylines.of(&eye(0.0), &nothing)));
        let coarse = Eye { is_coarse: true, ..eye(0.0) };
        assert!(!Arc::ptr_eq(&first, &skylines.of(&coarse, &nothing)), "of another ground");
        let making: Vec<_> = (0..MAX_IN_PROGRESS).map(|k| skylines.making(&eye(k as f64))).collect();
        let same = skylines.making(&eye(0.0));
        assert!(Arc::ptr_eq(&making[0], &same), "counted once");
        assert!(!skylines.has_room(&eye(1e4)) && skylines.has_room(&eye(0.0)));
        drop(making);
        assert!(skylines.has_room(&eye(1e4)));
    }
}
