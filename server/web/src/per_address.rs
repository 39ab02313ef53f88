//! Numbers of open connections by address.

use crate::counts::{Counted, Counts};
use std::net::IpAddr;

/// Limits the connections of each address.
#[derive(Debug)]
pub(crate) struct PerAddress {
    open: Counts<IpAddr>,
    most: usize,
}

/// A connection in the limit of its address, released on drop.
pub type AddressSlot = Counted<IpAddr>;

impl PerAddress {
    /// No connection yet; an address may have `most`.
    pub fn new(most: usize) -> Self {
        Self { open: Counts::new(), most }
    }

    /// A place for a connection from an address, unless its limit is reached. An IPv6 /64 counts as one
    /// address, because one client usually owns all of it.
    pub fn place(&self, address: IpAddr) -> Option<AddressSlot> {
        self.open.more(counted(address), 1, |open| open < self.most)
    }
}

/// The address under which a connection is counted.
fn counted(address: IpAddr) -> IpAddr {
    // A mapped address (::ffff:192.0.2.1) is an IPv4 client; by its /64 all of them would share one limit.
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let network = v6.to_bits() & !u128::from(u64::MAX);
            IpAddr::V6(network.into())
        }
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_so_many_places_and_gets_them_back() {
        let places = PerAddress::new(2);
        let of = |text: &str| places.place(text.parse().expect("an address"));
        let (first, second) = (of("192.0.2.1"), of("::ffff:192.0.2.1"));
        assert!(first.is_some() && second.is_some());
        assert!(of("192.0.2.1").is_none());
        let others = (of("2001:db8::1"), of("2001:db8::2"));
        assert!(others.0.is_some() && others.1.is_some());
        assert!(of("2001:db8::3").is_none(), "the same /64");
        assert!(of("2001:db8:0:1::1").is_some());
        drop(first);
        assert!(of("192.0.2.1").is_some());
        drop((second, others));
        assert!(places.open.counts().is_empty());
    }
}
