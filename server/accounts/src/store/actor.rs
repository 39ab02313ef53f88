//! The author of a change in the store. Every change records its author.

use std::net::IpAddr;

/// The author of a change, with place and time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// The kind of person or program.
    pub who: Who,
    /// The name of the operator's user, or the id of the holder's account.
    pub name: String,
    /// The origin of the change: the command line, or the address of a client.
    pub place: String,
    /// The time of the change, milliseconds since 1970.
    pub now_ms: i64,
}

/// A kind of person or program that changes something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// The operator, with a command.
    Operator,
    /// The holder of an account, in the console.
    Holder,
    /// The server, without a request from a person.
    Server,
}

impl Who {
    /// The word for it in the store.
    pub fn word(self) -> &'static str {
        match self {
            Self::Operator => "operator",
            Self::Holder => "holder",
            Self::Server => "server",
        }
    }
}

impl Actor {
    /// An operator with the name of a user of the system, at the command line.
    pub fn operator(name: &str, now_ms: i64) -> Self {
        Self { who: Who::Operator, name: name.into(), place: "command line".into(), now_ms }
    }

    /// The holder of an account, at the address of a client.
    pub fn holder(account: &str, client: IpAddr, now_ms: i64) -> Self {
        let place = client.to_canonical().to_string();
        Self { who: Who::Holder, name: account.into(), place, now_ms }
    }

    /// The server, for a visitor without an account at the address of a client.
    pub fn visitor(client: IpAddr, now_ms: i64) -> Self {
        Self { place: client.to_canonical().to_string(), ..Self::server(now_ms) }
    }

    /// The server, without a request from a person.
    pub fn server(now_ms: i64) -> Self {
        Self { who: Who::Server, name: String::new(), place: "server".into(), now_ms }
    }
}
