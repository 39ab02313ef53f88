//! [`almanac::call`] for JavaScript, as WebAssembly.
//!
//! Packs, calls and answers pass through one buffer of the module. The caller requests [`room`], writes,
//! calls [`open`] or [`call`], and reads [`length`] bytes at [`address`].

use almanac::{Canon, Error};
use std::cell::{OnceCell, RefCell};

/// A twentieth of the size of the usual allocator.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: lol_alloc::AssumeSingleThreaded<lol_alloc::FreeListAllocator> =
    // SAFETY: the module has no threads.
    unsafe { lol_alloc::AssumeSingleThreaded::new(lol_alloc::FreeListAllocator::new()) };

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static CANON: OnceCell<Canon> = const { OnceCell::new() };
}

/// The contents of the buffer after [`open`] or [`call`].
#[repr(u32)]
pub enum Outcome {
    /// The answer, JSON.
    Answer = 0,
    /// The message of an error: an argument has a wrong type, or its name is unknown.
    WrongType = 1,
    /// The message of an error: an argument has a wrong value.
    OutOfRange = 2,
}

/// Resizes the buffer for what the caller writes; returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.resize(bytes, 0);
        buffer.as_mut_ptr()
    })
}

/// Address of the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn address() -> *const u8 {
    BUFFER.with_borrow(|buffer| buffer.as_ptr())
}

/// Number of bytes in the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    BUFFER.with_borrow(Vec::len)
}

/// Opens the pack in the buffer; a module has the eclipses of one pack.
#[unsafe(no_mangle)]
pub extern "C" fn open() -> Outcome {
    answer(|pack| {
        let canon = Canon::read(pack)?;
        let is_first = CANON.with(|opened| opened.set(canon)).is_ok();
        is_first.then(String::new).ok_or_else(|| Error::Pack("one is open already".into()))
    })
}

/// Answers the call in the buffer: see [`almanac::call`]. Without a pack, it uses that of 1900 to 2100.
#[unsafe(no_mangle)]
pub extern "C" fn call() -> Outcome {
    answer(|call| {
        let call = String::from_utf8_lossy(call);
        CANON.with(|canon| almanac::call(canon.get().unwrap_or_else(|| Canon::embedded()), &call))
    })
}

fn answer(compute: impl FnOnce(&[u8]) -> Result<String, Error>) -> Outcome {
    // The buffer is not borrowed meanwhile: a call that traps leaves the module usable.
    let (outcome, text) = match compute(&BUFFER.take()) {
        Ok(text) => (Outcome::Answer, text),
        Err(error @ Error::Type { .. }) => (Outcome::WrongType, error.to_string()),
        Err(error) => (Outcome::OutOfRange, error.to_string()),
    };
    BUFFER.set(text.into_bytes());
    outcome
}
