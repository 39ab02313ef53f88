//! `server-postgres`: the program `server`, with accounts in PostgreSQL too. It is packed as `server`.

/// Allocation is half of the cost of a request, apart from the network; mimalloc reduces it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Returns freed memory to the system, as in `server`.
#[expect(unsafe_code, reason = "mimalloc has no safe interface for it")]
fn give_back_memory() {
    // SAFETY: it only frees pages that hold no allocation, and may be called at any time from any thread.
    unsafe { libmimalloc_sys::mi_collect(true) }
}

fn main() -> std::process::ExitCode {
    accounts::store::shared::support(&server_postgres::PostgreSql);
    server::main(option_env!("UMBRA_COMMIT"), Some(give_back_memory))
}
