//! `server`: see `--help`.

/// Half of what a request costs beyond the network is memory that is taken and given back.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The recipes of the justfile name the commit: a build script that asks git would have everything compiled
/// again after each commit.
fn main() -> std::process::ExitCode {
    server::main(option_env!("UMBRA_COMMIT"))
}
