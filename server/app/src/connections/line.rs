//! The TCP connection beneath a websocket: what the kernel is told, and cutting it from outside.

use std::net::Shutdown;
use std::time::Duration;

use actix_web::rt::net::TcpStream;
use socket2::{SockRef, Socket};

/// How long sent data may stay without acknowledgement, or a closed window closed, before the
/// kernel gives the connection up.
pub const UNACKNOWLEDGED_MAX: Duration = Duration::from_secs(20);

/// A second handle on a client's TCP connection, held by the connection itself.
///
/// A client that no longer reads freezes the task that writes to it, and with it everything that
/// could be told to that task. Only the socket itself can still be told.
#[derive(Debug)]
pub struct Line {
    socket: Socket,
}

impl Line {
    /// A second handle on this stream; `None` when the system gives none. Then a stalled client is still
    /// forgotten, but its connection stays until the kernel gives up by itself.
    pub(super) fn of(stream: &TcpStream) -> Option<Self> {
        let socket = SockRef::from(stream);
        if let Err(error) = socket.set_tcp_user_timeout(Some(UNACKNOWLEDGED_MAX)) {
            tracing::debug!(%error, "a connection could not be given its time limit");
        }
        match socket.try_clone() {
            Ok(socket) => Some(Self { socket }),
            Err(error) => {
                tracing::warn!(%error, "a connection cannot be cut when it stalls");
                None
            }
        }
    }

    /// Drops the connection now, with what waits in the kernel for a client that does not read.
    pub fn cut(&self) {
        // Both fail only when the connection is gone already.
        let _ = self.socket.set_linger(Some(Duration::ZERO));
        let _ = self.socket.shutdown(Shutdown::Both);
    }

    /// Bounds what the kernel keeps for the client. The kernel takes twice the size.
    pub fn limit_send_buffer(&self, bytes: usize) {
        if let Err(error) = self.socket.set_send_buffer_size(bytes) {
            tracing::debug!(%error, "a send buffer could not be limited");
        }
    }
}
