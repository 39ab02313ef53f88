//! `server`: see `--help`.

/// Half of what a request costs beyond the network is memory that is taken and given back.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    server::main()
}
