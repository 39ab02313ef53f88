//! The host under which the reader has come, encoded for the calls that show it.

use crate::http::blocks::Block;
use maud::html;
use std::sync::{Arc, Mutex, PoisonError};

/// Hosts whose encoded forms are kept: a server is known under few names, whatever clients write.
const MOST_KEPT: usize = 4;
/// The address that is shown to a reader who has named no host: the usual one of the server.
const USUAL: &str = "http://127.0.0.1:8080";

/// Scheme and host as a stretch of a page. A page has it dozens of times, so it is encoded once.
pub(crate) fn block(site: &str) -> Arc<Block> {
    static KEPT: Mutex<Vec<(String, Arc<Block>)>> = Mutex::new(Vec::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, block)) = kept.iter().find(|(known, _)| known == site) {
        return Arc::clone(block);
    }
    let text = html! { (if site.is_empty() { USUAL } else { site }) }.into_string();
    let block = Arc::new(Block::new(text.into()));
    if kept.len() < MOST_KEPT && block.encode().is_ok() {
        kept.push((site.to_owned(), Arc::clone(&block)));
    }
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_text_and_few_are_kept_encoded() {
        assert_eq!(&**block("http://a<b").plain(), b"http://a&lt;b");
        assert_eq!(&**block("").plain(), USUAL.as_bytes());
        let all: Vec<_> = (0..9).map(|k| block(&format!("http://{k}"))).collect();
        assert!(all.iter().filter(|block| block.is_encoded()).count() <= MOST_KEPT);
    }
}
