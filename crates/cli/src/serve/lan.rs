//! The local network: under which addresses other devices reach this machine, and the invitation to open them.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use anyhow::{Context, Result};
use server::PublicUrl;

use super::{qr, url};

/// Where other devices can open the game.
pub(super) struct Places {
    /// The addresses, the most likely one first.
    pub(super) urls: Vec<String>,
    /// Whether other networks may reach them.
    is_public: bool,
}

impl Places {
    /// The public address, if the operator knows one, or else the addresses of this machine.
    ///
    /// # Errors
    ///
    /// If the system does not list its network interfaces.
    pub(super) fn find(public: Option<&PublicUrl>, port: u16) -> Result<Places> {
        if let Some(public) = public {
            return Ok(Places { urls: vec![format!("{}/", public.origin())], is_public: false });
        }
        let interfaces = if_addrs::get_if_addrs().context("cannot determine the addresses of this machine")?;
        let up = interfaces.into_iter().filter(if_addrs::Interface::is_oper_up);
        let addresses = up.filter_map(|interface| match interface.ip() {
            IpAddr::V4(address) => Some(address),
            IpAddr::V6(_) => None,
        });
        let addresses = chosen(addresses.collect(), way_out());
        let is_public = addresses.iter().any(|address| !address.is_private());
        Ok(Places {
            urls: addresses.iter().map(|address| url(SocketAddr::from((*address, port)))).collect(),
            is_public,
        })
    }

    /// Prints the addresses, and the first one also as a QR code if `has_code`.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub(super) fn invite(&self, has_code: bool, output: &mut impl Write) -> io::Result<()> {
        let Some((first, others)) = self.urls.split_first() else {
            return writeln!(
                output,
                "This machine has no address in a local network, so other devices cannot open the game. Is it connected?"
            );
        };
        writeln!(output, "Everyone in this network can open it at {first}")?;
        if self.is_public {
            writeln!(output, "This is not a private address: other networks may reach it, too.")?;
        }
        if let Some(code) = has_code.then(|| qr::drawing(first)).flatten() {
            writeln!(output, "\n{code}")?;
        }
        if !others.is_empty() {
            writeln!(output, "Other addresses of this machine: {}", others.join(", "))?;
        }
        Ok(())
    }
}

/// Private addresses, or others if there are none. The one that leads out comes first: virtual networks have private
/// addresses, too.
fn chosen(mut addresses: Vec<Ipv4Addr>, way_out: Option<Ipv4Addr>) -> Vec<Ipv4Addr> {
    addresses.retain(|address| !address.is_loopback() && !address.is_link_local() && !address.is_unspecified());
    if addresses.iter().any(Ipv4Addr::is_private) {
        addresses.retain(Ipv4Addr::is_private);
    }
    addresses.sort_by_key(|address| (Some(*address) != way_out, *address));
    addresses.dedup();
    addresses
}

/// The address from which this machine would reach other networks.
fn way_out() -> Option<Ipv4Addr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // This only looks up the route and sends nothing. The address is reserved for documentation.
    socket.connect((Ipv4Addr::new(203, 0, 113, 1), 9)).ok()?;
    match socket.local_addr().ok()?.ip() {
        IpAddr::V4(address) => Some(address),
        IpAddr::V6(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(addresses: &[&str], way_out: Option<&str>, expected: &[&str]) {
        let parse = |text: &str| text.parse::<Ipv4Addr>().unwrap();
        let addresses = addresses.iter().map(|text| parse(text)).collect();
        let chosen: Vec<String> = chosen(addresses, way_out.map(parse)).iter().map(Ipv4Addr::to_string).collect();
        assert_eq!(chosen, expected);
    }

    #[test]
    fn private_addresses_are_preferred_and_the_one_that_leads_out_comes_first() {
        let all = ["127.0.0.1", "172.17.0.1", "169.254.3.4", "192.168.1.23", "203.0.113.9"];
        check(&all, Some("192.168.1.23"), &["192.168.1.23", "172.17.0.1"]);
        check(&all, Some("203.0.113.9"), &["172.17.0.1", "192.168.1.23"]);
        check(&all, None, &["172.17.0.1", "192.168.1.23"]);
    }

    #[test]
    fn other_addresses_do_if_there_is_no_private_one() {
        check(&["127.0.0.1", "203.0.113.9"], None, &["203.0.113.9"]);
        check(&["127.0.0.1", "169.254.3.4"], None, &[]);
    }

    fn invitation(urls: &[&str], has_code: bool) -> String {
        let urls: Vec<String> = urls.iter().map(|&url| url.to_owned()).collect();
        let mut output = vec![];
        Places { urls, is_public: false }.invite(has_code, &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn all_addresses_are_listed_and_the_first_one_has_a_code() {
        let urls = ["http://192.168.1.23:8717/", "http://10.0.0.5:8717/"];
        assert_eq!(
            invitation(&urls, false),
            "Everyone in this network can open it at http://192.168.1.23:8717/\n\
             Other addresses of this machine: http://10.0.0.5:8717/\n"
        );
        let with_code = invitation(&urls, true);
        assert_eq!(qr::decoded(&with_code), urls[0]);
        assert!(with_code.contains(urls[1]));
    }

    #[test]
    fn the_public_url_is_the_only_place() {
        let public = "https://floors.example.org".parse().unwrap();
        assert_eq!(Places::find(Some(&public), 80).unwrap().urls, ["https://floors.example.org/"]);
    }

    #[test]
    fn a_machine_without_a_network_is_reported() {
        assert!(invitation(&[], true).starts_with("This machine has no address in a local network"));
    }
}
