//! `server`: see `--help`.

fn main() -> std::process::ExitCode {
    server::command::main()
}
