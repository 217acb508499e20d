//! The stream below HTTP: it ends when a head doesn't arrive in time, and limits how far a
//! websocket is read ahead of its decoder.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use actix_web::rt::net::TcpStream;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

use super::connection::Connection;
use super::places::Place;
use super::transport::Transport;

/// Most bytes of a websocket that may be read and not yet passed to its decoder.
pub const READ_AHEAD_BYTES_MAX: usize = 32 * 1024;

/// How long input is still read and dropped after a response that closes the connection, so that
/// the response is not lost.
pub(super) const LINGER: Duration = Duration::from_secs(1);

/// A client's stream.
#[derive(Debug)]
pub(super) struct Watched {
    stream: Transport,
    connection: Rc<Connection>,
    /// Fires at the head deadline or earlier.
    timer: Pin<Box<Sleep>>,
    /// Released with the stream.
    _place: Option<Place>,
}

impl Watched {
    pub(super) fn new(stream: Transport, connection: Rc<Connection>, place: Option<Place>) -> Self {
        let timer = Box::pin(sleep(connection.head_timeout()));
        Self { stream, connection, timer, _place: place }
    }

    pub(super) fn tcp(&self) -> &TcpStream {
        self.stream.tcp()
    }

    pub(super) fn connection(&self) -> &Rc<Connection> {
        &self.connection
    }

    /// Returns whether an awaited head has missed its deadline. Otherwise registers the task to be
    /// woken.
    fn is_late(&mut self, cx: &mut Context<'_>) -> bool {
        if self.timer.as_mut().poll(cx).is_pending() {
            return false;
        }
        let now = Instant::now();
        let next = self.connection.head_deadline().unwrap_or(now + self.connection.head_timeout());
        if next <= now {
            return true;
        }
        self.timer.as_mut().reset(next);
        // Only registers the task: the deadline is not reached.
        self.timer.as_mut().poll(cx).is_ready()
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let is_late = !this.connection.is_websocket() && this.is_late(cx);
        if is_late && this.connection.has_begun() {
            return too_late();
        }
        let capacity = this.connection.read_capacity(READ_AHEAD_BYTES_MAX, cx);
        if capacity == 0 {
            return Poll::Pending;
        }
        let before = buf.filled().len();
        let mut limited = (&mut this.stream).take(u64::try_from(capacity).unwrap_or(u64::MAX));
        match Pin::new(&mut limited).poll_read(cx, buf) {
            // The machine may have stalled: a request that has arrived meanwhile is read, not refused.
            Poll::Pending if is_late => return too_late(),
            read => ready!(read)?,
        }
        this.connection.has_read(buf.filled().len().saturating_sub(before));
        Poll::Ready(Ok(()))
    }
}

/// Tells the HTTP library that the client has closed.
fn too_late() -> Poll<io::Result<()>> {
    tracing::debug!("a request did not arrive in time");
    Poll::Ready(Ok(()))
}

impl AsyncWrite for Watched {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = ready!(Pin::new(&mut this.stream).poll_write(cx, bytes))?;
        if !this.connection.is_websocket() {
            this.connection.is_active();
        }
        Poll::Ready(Ok(written))
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use std::task::Waker;

    use tokio::io::AsyncWriteExt;
    use tokio::net::TcpListener;

    use super::*;

    /// Reads until nothing more may be read or `most` bytes were read.
    async fn read(stream: &mut Watched, most: usize) -> usize {
        let mut total = 0;
        while total < most {
            let mut bytes = vec![0; 8_192];
            let mut buf = ReadBuf::new(&mut bytes);
            let polled = std::future::poll_fn(|cx| {
                if stream
                    .connection
                    .read_capacity(READ_AHEAD_BYTES_MAX, &Context::from_waker(Waker::noop()))
                    == 0
                {
                    return Poll::Ready(None);
                }
                Pin::new(&mut *stream).poll_read(cx, &mut buf).map(Some)
            });
            match polled.await {
                Some(read) => read.unwrap(),
                None => break,
            }
            total += buf.filled().len();
        }
        total
    }

    #[actix_web::test]
    async fn a_head_that_has_arrived_when_its_deadline_is_noticed_is_read_and_one_that_drips_is_not()
     {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        let connection = Connection::new(Duration::ZERO);
        let mut stream = Watched::new(Transport::Plain(stream), Rc::clone(&connection), None);
        let mut arrived = Vec::new();
        client.write_all(b"GET").await.unwrap();
        stream.tcp().readable().await.unwrap();
        stream.timer.as_mut().await;
        assert_eq!(stream.read_buf(&mut arrived).await.unwrap(), 3);
        client.write_all(b" /").await.unwrap();
        stream.tcp().readable().await.unwrap();
        assert_eq!(stream.read_buf(&mut arrived).await.unwrap(), 0, "the end, for the library");
        assert_eq!(arrived, b"GET");
        drop(connection.enter_handler());
        assert_eq!(stream.read_buf(&mut arrived).await.unwrap(), 2);
        drop(connection.enter_handler());
        assert_eq!(stream.read_buf(&mut arrived).await.unwrap(), 0, "idle for too long");
    }

    #[actix_web::test]
    async fn a_websocket_is_read_no_further_than_its_decoder_can_follow() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        let sending = tokio::spawn(async move {
            // More than both kernel buffers hold, so this doesn't complete before the other side
            // has read.
            let _ = client.write_all(&vec![7; 1 << 20]).await;
            client
        });
        let connection = Connection::new(Duration::from_secs(60));
        let mut stream = Watched::new(Transport::Plain(stream), Rc::clone(&connection), None);
        assert_eq!(read(&mut stream, 100_000).await / 100_000, 1, "HTTP is not limited here");
        connection.becomes_websocket();
        assert_eq!(read(&mut stream, usize::MAX).await, READ_AHEAD_BYTES_MAX);
        assert_eq!(read(&mut stream, usize::MAX).await, 0);
        connection.handed_on(1_000);
        assert_eq!(read(&mut stream, usize::MAX).await, 1_000);
        sending.abort();
    }
}
