//! A hook of tests at the moments of a publication.

use std::cell::RefCell;
use std::path::Path;

/// A function of a test, called at each moment.
type Look = Box<dyn FnMut(&Path)>;

thread_local! {
    static LOOK: RefCell<Option<Look>> = const { RefCell::new(None) };
}

pub(crate) fn changed(path: &Path) {
    // Set aside, because the test may publish in turn.
    if let Some(mut look) = LOOK.take() {
        look(path);
        LOOK.set(Some(look));
    }
}

/// Runs `work`, and `look` at each of its moments.
pub(crate) fn during(look: impl FnMut(&Path) + 'static, work: impl FnOnce()) {
    LOOK.set(Some(Box::new(look)));
    work();
    LOOK.take();
}
