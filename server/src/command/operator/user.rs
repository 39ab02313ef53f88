//! Who gives a command, as the system knows it.

/// The name of the user whose process this is; with sudo, whose wish it was. A user without a name is told by
/// number.
pub(super) fn name() -> String {
    let id = rustix::process::getuid();
    let name = whoami::fallible::username().unwrap_or_else(|_| format!("user {}", id.as_raw()));
    // Only root can make root believe another name.
    match std::env::var("SUDO_USER") {
        Ok(asked) if id.is_root() && !asked.is_empty() && asked != name => format!("{asked} as {name}"),
        _ => name,
    }
}
