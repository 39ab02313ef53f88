//! The network of a client, whose requests share one count.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The network whose requests are counted together: an IPv4 address, or the first half of an IPv6 address.
/// The numbers of the two families do not collide: no IPv6 network in use begins with four zero octets.
pub fn network(address: IpAddr) -> u64 {
    match address.to_canonical() {
        IpAddr::V4(v4) => u64::from(v4.to_bits()),
        IpAddr::V6(v6) => (v6.to_bits() >> 64) as u64,
    }
}

/// The usual notation of a network.
pub fn network_name(network: u64) -> String {
    match u32::try_from(network) {
        Ok(v4) => Ipv4Addr::from_bits(v4).to_string(),
        Err(_) => format!("{}/64", Ipv6Addr::from_bits(u128::from(network) << 64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_named_as_people_write_it() {
        for (address, name) in [
            ("192.0.2.1", "192.0.2.1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"),
        ] {
            assert_eq!(network_name(network(address.parse().expect("an address"))), name);
        }
    }
}
