//! The TCP connection of a websocket: kernel options, and cutting it from another task.

use std::net::Shutdown;
use std::time::Duration;

use actix_web::rt::net::TcpStream;
use socket2::{SockRef, Socket};

/// How long the kernel keeps a connection whose sent data is not acknowledged, or whose window
/// stays closed.
pub const UNACKNOWLEDGED_MAX: Duration = Duration::from_secs(20);

/// A second handle on a client's TCP connection, owned by the connection.
///
/// A client that stops reading blocks the task that writes to it, so messages to that task have no
/// effect. The connection can only be cut through the socket itself.
#[derive(Debug)]
pub struct Line {
    socket: Socket,
}

impl Line {
    /// Creates a second handle on this stream; `None` when the system refuses. A stalled client is
    /// then still removed from the hub, but its connection stays until the kernel closes it.
    pub(super) fn of(stream: &TcpStream) -> Option<Self> {
        let socket = SockRef::from(stream);
        if let Err(error) = socket.set_tcp_user_timeout(Some(UNACKNOWLEDGED_MAX)) {
            tracing::debug!(%error, "cannot set the time limit of a connection");
        }
        match socket.try_clone() {
            Ok(socket) => Some(Self { socket }),
            Err(error) => {
                tracing::warn!(%error, "cannot duplicate the socket of a connection: it will not be cut when it stalls");
                None
            }
        }
    }

    /// Drops the connection now, including unsent data in the kernel.
    pub fn cut(&self) {
        // Both calls fail only if the connection is closed already.
        let _ = self.socket.set_linger(Some(Duration::ZERO));
        let _ = self.socket.shutdown(Shutdown::Both);
    }

    /// Limits the kernel's send buffer. The kernel doubles the size.
    pub fn limit_send_buffer(&self, bytes: usize) {
        if let Err(error) = self.socket.set_send_buffer_size(bytes) {
            tracing::debug!(%error, "cannot limit a send buffer");
        }
    }
}
