//! `server`: see `--help`.

/// Allocation is half of the cost of a request, apart from the network; mimalloc reduces it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The justfile passes the commit. A build script that reads it from Git would recompile everything after
/// each commit.
fn main() -> std::process::ExitCode {
    server::main(option_env!("UMBRA_COMMIT"), Some(server::give_back_memory))
}
