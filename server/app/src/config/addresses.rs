//! Address ranges, such as those of trusted proxies.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use ipnet::{IpNet, Ipv4Net};
use serde::Deserialize;

/// Bits of `::ffff:0:0/96`, the IPv4 addresses written as IPv6.
const MAPPED_BITS: u8 = 96;

/// An address or a range in CIDR notation. An IPv4 address written as IPv6 is treated as IPv4.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(try_from = "String")]
pub struct AddressRange(IpNet);

/// The text is neither an address nor a range.
#[derive(Debug, thiserror::Error)]
#[error("{0:?} must be an address or a range such as 10.0.0.0/8 or fd00::/8")]
pub struct NoRange(String);

impl AddressRange {
    /// Returns whether the address is in the range.
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

impl FromStr for AddressRange {
    type Err = NoRange;

    fn from_str(text: &str) -> Result<Self, NoRange> {
        let text = text.trim();
        let range = text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
        range.map(|range| Self(canonical(range))).map_err(|_| NoRange(text.to_owned()))
    }
}

impl TryFrom<String> for AddressRange {
    type Error = NoRange;

    fn try_from(text: String) -> Result<Self, NoRange> {
        text.parse()
    }
}

impl fmt::Display for AddressRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

fn canonical(range: IpNet) -> IpNet {
    let mapped = match range {
        IpNet::V4(_) => None,
        IpNet::V6(v6) => v6.addr().to_ipv4_mapped().zip(v6.prefix_len().checked_sub(MAPPED_BITS)),
    };
    let v4 = mapped.and_then(|(address, bits)| Ipv4Net::new(address, bits).ok());
    v4.map_or(range, IpNet::V4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_ranges_of_both_families_are_read() {
        for (range, inside, outside) in [
            ("127.0.0.1", "127.0.0.1", "127.0.0.2"),
            ("10.0.0.0/8", "10.255.0.1", "11.0.0.1"),
            ("10.1.2.3/8", "10.255.0.1", "11.0.0.1"),
            ("10.0.0.0/8", "::ffff:10.1.1.1", "::10.1.1.1"),
            ("::ffff:10.0.0.0/104", "10.1.1.1", "11.0.0.1"),
            ("::ffff:10.0.0.1", "10.0.0.1", "10.0.0.2"),
            ("fd00::/8", "fdff::1", "fe80::1"),
            ("0.0.0.0/0", "192.0.2.1", "2001:db8::1"),
            (" ::1 ", "::1", "::2"),
        ] {
            let range: AddressRange = range.parse().unwrap();
            assert!(range.contains(inside.parse().unwrap()), "{range} {inside}");
            assert!(!range.contains(outside.parse().unwrap()), "{range} {outside}");
        }
        for text in ["", "10.0.0.0/33", "10.0.0", "proxy.example", "10.0.0.1:80", "fd00::/129"] {
            assert!(text.parse::<AddressRange>().is_err(), "{text}");
        }
    }
}
