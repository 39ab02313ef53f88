//! The host in the reader's request, compressed once for the example calls that contain it.

use crate::generation::cache::LruCache;
use crate::pages::prelude::*;
use web::blocks::Block;
use web::coding::Effort;

/// Number of cached hosts. A server has few names, but clients can send any `Host`.
const MAX_CACHED: usize = 4;
/// Scheme and host for requests without `Host`.
const DEFAULT: &str = "http://127.0.0.1:8080";

/// Scheme and host as shown, with a default for requests without `Host`.
pub(crate) fn or_default(site: &str) -> &str {
    if site.is_empty() { DEFAULT } else { site }
}

/// Scheme and host as part of a page. A page contains it dozens of times, so it is compressed once.
pub(crate) fn block(site: &str) -> Arc<Block> {
    static CACHE: LazyLock<LruCache<String, Block>> = LazyLock::new(|| LruCache::new(MAX_CACHED));
    cached(&CACHE, site)
}

/// Returns the block of a host.
fn cached(cache: &LruCache<String, Block>, site: &str) -> Arc<Block> {
    let site = site.to_owned();
    if let Some(block) = cache.get(&site) {
        return block;
    }
    let text = html! { (or_default(&site)) }.into_string();
    let block = Arc::new(Block::new(text.into(), Effort::Once));
    cache.keep(site, Arc::clone(&block));
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_escaped() {
        assert_eq!(&**block("http://a<b").plain(), b"http://a&lt;b");
        assert_eq!(&**block("").plain(), DEFAULT.as_bytes());
    }
}
