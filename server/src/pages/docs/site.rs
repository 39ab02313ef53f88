//! The host in the reader's request, compressed once for the example calls that contain it.

use maud::html;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use web::blocks::Block;

/// Number of cached hosts. A server has few names, but clients can send any `Host`.
const MAX_CACHED: usize = 4;
/// Scheme and host for requests without `Host`.
const DEFAULT: &str = "http://127.0.0.1:8080";

/// Hosts and their compressed forms, the most recently used last.
struct Cache(Mutex<Vec<(String, Arc<Block>)>>);

/// Scheme and host as shown, with a default for requests without `Host`.
pub(crate) fn or_default(site: &str) -> &str {
    if site.is_empty() { DEFAULT } else { site }
}

/// Scheme and host as part of a page. A page contains it dozens of times, so it is compressed once.
pub(crate) fn block(site: &str) -> Arc<Block> {
    static CACHE: Cache = Cache(Mutex::new(Vec::new()));
    CACHE.block(site)
}

impl Cache {
    fn all(&self) -> MutexGuard<'_, Vec<(String, Arc<Block>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the block of a host. The lock is not held during compression, so concurrent requests for a
    /// new host may each compress it.
    fn block(&self, site: &str) -> Arc<Block> {
        if let Some(block) = self.get(site) {
            return block;
        }
        let text = html! { (or_default(site)) }.into_string();
        let block = Arc::new(Block::new(text.into()));
        if block.encode().is_err() {
            // Each request then compresses it.
            return block;
        }
        let mut all = self.all();
        all.retain(|(cached, _)| cached != site);
        if all.len() >= MAX_CACHED {
            all.remove(0);
        }
        all.push((site.to_owned(), Arc::clone(&block)));
        block
    }

    /// Returns the block of a cached host and marks it as the most recently used.
    fn get(&self, site: &str) -> Option<Arc<Block>> {
        let mut all = self.all();
        let at = all.iter().position(|(cached, _)| cached == site)?;
        let found = all.remove(at);
        let block = Arc::clone(&found.1);
        all.push(found);
        Some(block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_escaped() {
        assert_eq!(&**block("http://a<b").plain(), b"http://a&lt;b");
        assert_eq!(&**block("").plain(), DEFAULT.as_bytes());
    }

    #[test]
    fn the_most_recently_used_hosts_stay_cached() {
        let cache = Cache(Mutex::new(Vec::new()));
        let of = |host: &str| cache.block(&format!("http://{host}"));
        let (used, unused) = (of("umbra"), of("other"));
        for scanned in 0..9 {
            assert!(of(&scanned.to_string()).is_encoded());
            assert!(Arc::ptr_eq(&used, &of("umbra")), "a host in use stays");
        }
        assert!(!Arc::ptr_eq(&unused, &of("other")), "an unused host goes");
        assert_eq!(cache.all().len(), MAX_CACHED);
    }
}
