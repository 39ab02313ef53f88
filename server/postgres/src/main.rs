//! `server-postgres`: the program `server`, with accounts in PostgreSQL too. It is packed as `server`.

/// Allocation is half of the cost of a request, apart from the network; mimalloc reduces it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    server_postgres::support();
    server::main(option_env!("UMBRA_COMMIT"), Some(server::give_back_memory))
}
