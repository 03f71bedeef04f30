//! Where a server listens, for clients that outlive it.

use std::net::SocketAddr;

use tokio::sync::watch;

/// The address of a server that may be down at the moment.
#[derive(Clone, Debug)]
pub struct Address(watch::Receiver<Option<SocketAddr>>);

/// Sets an [`Address`].
#[derive(Debug)]
pub(crate) struct AddressSetter(watch::Sender<Option<SocketAddr>>);

impl Address {
    /// The address of a server that never goes down.
    #[must_use]
    pub fn fixed(address: SocketAddr) -> Address {
        // A receiver keeps the last value after its sender is gone.
        Address(watch::channel(Some(address)).1)
    }

    /// Waits until the server is up and returns its address.
    ///
    /// # Panics
    ///
    /// If the server is down for good.
    pub async fn current(&self) -> SocketAddr {
        let mut receiver = self.0.clone();
        let address = receiver.wait_for(Option::is_some).await.expect("the server is started again");
        (*address).expect("the address was waited for")
    }

    /// Whether the server is up, as far as is known.
    #[must_use]
    pub fn is_up(&self) -> bool {
        self.0.borrow().is_some()
    }
}

impl AddressSetter {
    pub(crate) fn new() -> AddressSetter {
        AddressSetter(watch::channel(None).0)
    }

    pub(crate) fn address(&self) -> Address {
        Address(self.0.subscribe())
    }

    pub(crate) fn set(&self, address: Option<SocketAddr>) {
        self.0.send_replace(address);
    }
}
