//! How much each address may do.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// A network address as limits count it. A home has many addresses of IPv6, all with the same first half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Address(IpAddr);

impl From<IpAddr> for Address {
    fn from(address: IpAddr) -> Address {
        Address(match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = u128::from(address) >> 64 << 64;
                IpAddr::V6(Ipv6Addr::from(network))
            }
            v4 @ IpAddr::V4(_) => v4,
        })
    }
}

impl Address {
    /// The address as bytes, for a hash.
    pub(crate) fn bytes(self) -> Vec<u8> {
        match self.0 {
            IpAddr::V4(address) => address.octets().to_vec(),
            IpAddr::V6(address) => address.octets().to_vec(),
        }
    }
}

/// An allowance that refills steadily, for each key.
///
/// A library would do, but those that are well kept cannot look at an allowance without using it up, which is needed for
/// codes: only wrong ones count.
pub(crate) struct Allowance<K> {
    /// `None` for no limit.
    most: Option<NonZeroU32>,
    /// How long it takes to refill all of it.
    period: Duration,
    /// When an allowance will be full again. Keys with a full allowance are not kept.
    full_at: Mutex<HashMap<K, Instant>>,
}

impl<K: Eq + Hash> Allowance<K> {
    pub(crate) fn new(most: Option<NonZeroU32>, period: Duration) -> Allowance<K> {
        Allowance { most, period, full_at: Mutex::default() }
    }

    /// Uses one up, or returns how long to wait.
    pub(crate) fn take(&self, key: K) -> Result<(), Duration> {
        self.look(key, true)
    }

    /// Returns how long to wait if there is none left.
    pub(crate) fn check(&self, key: K) -> Result<(), Duration> {
        self.look(key, false)
    }

    fn look(&self, key: K, takes: bool) -> Result<(), Duration> {
        let Some(most) = self.most else { return Ok(()) };
        let one = self.period / most.get();
        let now = Instant::now();
        let mut full_at = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        // Only addresses of the last period are kept, so the map is bounded by what the network delivers.
        if full_at.len() >= 1024 && full_at.len() == full_at.capacity() {
            full_at.retain(|_, at| *at > now);
        }
        let at = full_at.get(&key).copied().filter(|at| *at > now).unwrap_or(now);
        let after = at + one;
        if after > now + self.period {
            return Err(after - now - self.period);
        }
        if takes {
            full_at.insert(key, after);
        }
        Ok(())
    }
}

/// Connections, counted by address and in all.
#[derive(Clone)]
pub(crate) struct Admission {
    per_address: Option<NonZeroU32>,
    in_all: Option<NonZeroU32>,
    counts: Arc<Mutex<Counts>>,
}

#[derive(Default)]
struct Counts {
    by_address: HashMap<Address, u32>,
    in_all: u32,
}

/// A connection that was admitted. Dropping it makes room.
pub(crate) struct Admitted {
    address: Option<Address>,
    counts: Arc<Mutex<Counts>>,
}

impl Admission {
    pub(crate) fn new(per_address: Option<NonZeroU32>, in_all: Option<NonZeroU32>) -> Admission {
        Admission { per_address, in_all, counts: Arc::default() }
    }

    /// Admits a connection if there is room. Without an address it counts only in all.
    pub(crate) fn admit(&self, address: Option<Address>) -> Option<Admitted> {
        let mut counts = lock(&self.counts);
        let own = address.and_then(|address| counts.by_address.get(&address)).copied().unwrap_or(0);
        let is_full = |count: u32, most: Option<NonZeroU32>| most.is_some_and(|most| count >= most.get());
        if is_full(counts.in_all, self.in_all) || address.is_some() && is_full(own, self.per_address) {
            return None;
        }
        counts.in_all += 1;
        if let Some(address) = address {
            counts.by_address.insert(address, own + 1);
        }
        Some(Admitted { address, counts: Arc::clone(&self.counts) })
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let mut counts = lock(&self.counts);
        counts.in_all -= 1;
        let Some(address) = self.address else { return };
        let left = counts.by_address.get(&address).map_or(0, |count| count.saturating_sub(1));
        if left == 0 {
            counts.by_address.remove(&address);
        } else {
            counts.by_address.insert(address, left);
        }
    }
}

fn lock(counts: &Mutex<Counts>) -> MutexGuard<'_, Counts> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Address {
        text.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn addresses_of_one_home_count_as_one() {
        assert_eq!(address("2001:db8::1"), address("2001:db8::ffff:1"));
        assert_ne!(address("2001:db8::1"), address("2001:db8:0:1::1"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
        assert_ne!(address("192.0.2.1"), address("192.0.2.2"));
    }

    #[tokio::test(start_paused = true)]
    async fn an_allowance_is_used_up_and_refills() {
        let allowance = Allowance::new(NonZeroU32::new(3), Duration::from_secs(60));
        for _ in 0..3 {
            assert_eq!((allowance.check("a"), allowance.take("a")), (Ok(()), Ok(())));
        }
        assert_eq!(allowance.take("a"), Err(Duration::from_secs(20)));
        assert_eq!(allowance.check("a"), Err(Duration::from_secs(20)));
        assert_eq!(allowance.take("b"), Ok(()), "another key");
        tokio::time::advance(Duration::from_secs(20)).await;
        assert_eq!(allowance.take("a"), Ok(()));
        assert!(allowance.take("a").is_err());
    }

    #[test]
    fn without_a_limit_everything_is_allowed() {
        let allowance = Allowance::new(None, Duration::from_secs(60));
        assert!((0..10_000).all(|_| allowance.take("a").is_ok()));
    }

    #[test]
    fn connections_are_counted_by_address_and_in_all() {
        let admission = Admission::new(NonZeroU32::new(2), NonZeroU32::new(3));
        let (one, other) = (address("192.0.2.1"), address("192.0.2.2"));
        let first = admission.admit(Some(one));
        let second = admission.admit(Some(one));
        assert!(first.is_some() && second.is_some());
        assert!(admission.admit(Some(one)).is_none(), "the address has two");
        let third = admission.admit(Some(other));
        assert!(third.is_some());
        assert!(admission.admit(None).is_none(), "there are three in all");
        drop(first);
        assert!(admission.admit(Some(one)).is_some());
    }
}
