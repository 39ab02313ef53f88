//! `server`: see `--help`.

/// Allocation is half of the cost of a request, apart from the network; mimalloc reduces it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Returns freed memory to the system. Without it, mimalloc keeps 60 MB of what opening a generation and
/// encoding ahead needed.
#[expect(unsafe_code, reason = "mimalloc has no safe interface for it")]
fn give_back_memory() {
    // SAFETY: it only frees pages that hold no allocation, and may be called at any time from any thread.
    unsafe { libmimalloc_sys::mi_collect(true) }
}

/// The justfile passes the commit. A build script that reads it from Git would recompile everything after
/// each commit.
fn main() -> std::process::ExitCode {
    server::main(option_env!("UMBRA_COMMIT"), Some(give_back_memory))
}
