//! The host under which the reader has come, encoded for the calls that show it.

use maud::html;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use web::blocks::Block;

/// Hosts whose encoded forms are kept: a server is known under few names, whatever clients write.
const MOST_KEPT: usize = 4;
/// The address that is shown to a reader who has named no host: the usual one of the server.
const USUAL: &str = "http://127.0.0.1:8080";

/// Hosts and their encoded forms, the one that was asked for last at the end.
struct Kept(Mutex<Vec<(String, Arc<Block>)>>);

/// Scheme and host as they are shown: the usual ones to a reader who has named no host.
pub(crate) fn or_usual(site: &str) -> &str {
    if site.is_empty() { USUAL } else { site }
}

/// Scheme and host as a stretch of a page. A page has it dozens of times, so it is encoded once.
pub(crate) fn block(site: &str) -> Arc<Block> {
    static KEPT: Kept = Kept(Mutex::new(Vec::new()));
    KEPT.block(site)
}

impl Kept {
    fn all(&self) -> MutexGuard<'_, Vec<(String, Arc<Block>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The block of a host. It is encoded while nobody waits for it; whoever asks meanwhile encodes it too.
    fn block(&self, site: &str) -> Arc<Block> {
        if let Some(block) = self.known(site) {
            return block;
        }
        let text = html! { (or_usual(site)) }.into_string();
        let block = Arc::new(Block::new(text.into()));
        if block.encode().is_err() {
            // It is encoded for each request instead.
            return block;
        }
        let mut all = self.all();
        all.retain(|(known, _)| known != site);
        if all.len() >= MOST_KEPT {
            all.remove(0);
        }
        all.push((site.to_owned(), Arc::clone(&block)));
        block
    }

    /// The block of a host that is kept; it is then the last to go.
    fn known(&self, site: &str) -> Option<Arc<Block>> {
        let mut all = self.all();
        let at = all.iter().position(|(known, _)| known == site)?;
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
    fn a_host_is_text() {
        assert_eq!(&**block("http://a<b").plain(), b"http://a&lt;b");
        assert_eq!(&**block("").plain(), USUAL.as_bytes());
    }

    #[test]
    fn hosts_are_kept_encoded_those_that_were_asked_for_last() {
        let kept = Kept(Mutex::new(Vec::new()));
        let of = |host: &str| kept.block(&format!("http://{host}"));
        let (own, other) = (of("umbra"), of("other"));
        for scanned in 0..9 {
            assert!(of(&scanned.to_string()).is_encoded());
            assert!(Arc::ptr_eq(&own, &of("umbra")), "the host of the readers stays");
        }
        assert!(!Arc::ptr_eq(&other, &of("other")), "one that nobody asks for goes");
        assert_eq!(kept.all().len(), MOST_KEPT);
    }
}
