//! Connections that become websockets. After the handshake they carry bytes only; the HTTP library's part of a
//! connection, with its two buffers of 8 KiB, ends there.

use std::cell::RefCell;
use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::mem::{self, MaybeUninit};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use actix_codec::{Encoder, Framed, FramedParts};
use actix_http::h1::{Codec, Message};
use actix_http::{ConnectionType, Payload, Request, Response};
use actix_service::Service;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::error::PayloadError;
use actix_web::http::{Method, StatusCode};
use bytes::{Buf, Bytes, BytesMut};
use futures_util::Stream;
use futures_util::future::LocalBoxFuture;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::time::timeout;

use super::line::Line;
use super::stream::{LINGER, Watched};

/// Most bytes that one read takes.
const READ_BYTES: usize = 4 * 1024;

type Parts = FramedParts<Watched, Codec>;

/// Serves a request with `Upgrade: websocket`, and the websocket after it. Any other response than that of a handshake
/// closes the connection.
pub(super) fn serve<S, B>(
    application: Option<Rc<S>>,
    request: Request,
    framed: Framed<Watched, Codec>,
) -> LocalBoxFuture<'static, Result<(), Infallible>>
where
    S: Service<Request> + 'static,
    S::Error: Into<Response<BoxBody>>,
    S::Response: Into<Response<B>>,
    B: MessageBody + 'static,
{
    let parts = framed.into_parts();
    // In a box of its own, which a websocket doesn't keep.
    let answered = Box::pin(async move {
        match application {
            Some(application) => answer(&application, request, parts).await,
            // No request comes before the application has started.
            None => Ok(None),
        }
    });
    Box::pin(async move {
        let served = async {
            let Some(mut websocket) = answered.await? else { return Ok(()) };
            (&mut websocket).await?;
            Box::pin(end(websocket.stream)).await
        };
        if let Err(error) = served.await {
            tracing::debug!(%error, "a websocket's connection was lost");
        }
        Ok(())
    })
}

/// Sends the response to a handshake. Returns the websocket if it was accepted.
async fn answer<S, B>(
    application: &S,
    mut request: Request,
    parts: Parts,
) -> io::Result<Option<Websocket>>
where
    S: Service<Request>,
    S::Error: Into<Response<BoxBody>>,
    S::Response: Into<Response<B>>,
    B: MessageBody + 'static,
{
    let Parts { io: mut stream, mut codec, read_buf, write_buf: mut head, .. } = parts;
    // The handle to the socket lives as long as the websocket.
    let line = request.conn_data::<Arc<Line>>().cloned();
    stream.connection().leaves_http();
    let received = Received::default();
    received.push(&read_buf);
    drop(read_buf);
    // A request without a length has no body (RFC 9112, section 6.3).
    if request.method() == Method::GET {
        *request.payload() = Payload::Stream { payload: Box::pin(received.clone()) };
    }
    let response = application.call(request).await;
    let response = response.map_or_else(Into::into, |answer| answer.into().map_into_boxed_body());
    let (mut response, mut body) = response.into_parts();
    let is_accepted = response.status() == StatusCode::SWITCHING_PROTOCOLS;
    if !is_accepted {
        response.head_mut().set_connection_type(ConnectionType::Close);
    }
    codec.encode(Message::Item((response, body.size())), &mut head)?;
    // A client that reads nothing must not keep its place.
    timeout(stream.connection().head_timeout(), stream.write_all(&head)).await??;
    if is_accepted {
        return Ok(Some(Websocket::new(stream, body, received, line)));
    }
    send(&mut stream, &mut codec, &mut body).await?;
    end(stream).await?;
    Ok(None)
}

/// Sends the body of a response that refuses a handshake.
async fn send(stream: &mut Watched, codec: &mut Codec, body: &mut BoxBody) -> io::Result<()> {
    let mut part = BytesMut::new();
    loop {
        let chunk = std::future::poll_fn(|cx| Pin::new(&mut *body).poll_next(cx)).await;
        let chunk = chunk.transpose().map_err(|error| io::Error::other(error.to_string()))?;
        let is_last = chunk.is_none();
        codec.encode(Message::Chunk(chunk), &mut part)?;
        stream.write_all_buf(&mut part).await?;
        if is_last {
            return Ok(());
        }
    }
}

/// Ends a connection. What the client still sends is dropped for a while, because unread input would make the kernel
/// discard the last bytes for the client.
async fn end(mut stream: Watched) -> io::Result<()> {
    let rest = async {
        stream.shutdown().await?;
        let mut dropped = [0; 512];
        loop {
            // Dropped bytes wait for no decoder.
            stream.connection().handed_on(usize::MAX);
            if stream.read(&mut dropped).await? == 0 {
                return Ok(());
            }
        }
    };
    timeout(LINGER, rest).await.unwrap_or(Ok(()))
}

/// Bytes of a websocket between its connection and the body of the response, which are polled by one task: the body after
/// each read, so no task has to be woken.
#[derive(Clone, Default)]
struct Received(Rc<RefCell<Queue>>);

#[derive(Default)]
struct Queue {
    bytes: BytesMut,
    has_ended: bool,
}

impl Received {
    fn push(&self, bytes: &[u8]) {
        self.0.borrow_mut().bytes.extend_from_slice(bytes);
    }

    fn end(&self) {
        self.0.borrow_mut().has_ended = true;
    }

    fn has_ended(&self) -> bool {
        self.0.borrow().has_ended
    }
}

impl Stream for Received {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut queue = self.0.borrow_mut();
        if !queue.bytes.is_empty() {
            // The queue keeps no buffer: it is empty most of the time.
            return Poll::Ready(Some(Ok(mem::take(&mut queue.bytes).freeze())));
        }
        if queue.has_ended { Poll::Ready(None) } else { Poll::Pending }
    }
}

/// An open websocket. It ends with the body of the response. It writes the frames that the body hands to the connection,
/// and the body's own bytes.
struct Websocket {
    stream: Watched,
    body: BoxBody,
    has_body_ended: bool,
    /// Not written yet.
    outgoing: Bytes,
    received: Received,
    _line: Option<Arc<Line>>,
}

impl Websocket {
    fn new(stream: Watched, body: BoxBody, received: Received, line: Option<Arc<Line>>) -> Self {
        let (has_body_ended, outgoing) = (false, Bytes::new());
        Self { stream, body, has_body_ended, outgoing, received, _line: line }
    }

    /// Reads what has come, as far as may be read ahead.
    fn read(&mut self, cx: &mut Context<'_>) -> io::Result<()> {
        while !self.received.has_ended() {
            let mut space = [const { MaybeUninit::uninit() }; READ_BYTES];
            let mut read = ReadBuf::uninit(&mut space);
            let Poll::Ready(done) = Pin::new(&mut self.stream).poll_read(cx, &mut read) else {
                break;
            };
            done?;
            match read.filled() {
                [] => self.received.end(),
                bytes => self.received.push(bytes),
            }
        }
        Ok(())
    }

    /// Writes until the body has nothing more to send. Ready at the body's end.
    fn write(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        // Polled again in this call, it would be pending again.
        let mut is_body_pending = false;
        loop {
            while !self.outgoing.is_empty() {
                match ready!(Pin::new(&mut self.stream).poll_write(cx, &self.outgoing))? {
                    0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                    written => self.outgoing.advance(written),
                }
            }
            let connection = self.stream.connection();
            if let Some(bytes) = connection.next_outgoing() {
                self.outgoing = bytes;
            } else if self.has_body_ended {
                return Poll::Ready(Ok(()));
            } else if is_body_pending {
                ready!(Pin::new(&mut self.stream).poll_flush(cx))?;
                return Poll::Pending;
            } else {
                match Pin::new(&mut self.body).poll_next(cx) {
                    // After the frames that it handed over before.
                    Poll::Ready(Some(bytes)) => connection
                        .write(bytes.map_err(|error| io::Error::other(error.to_string()))?),
                    Poll::Ready(None) => self.has_body_ended = true,
                    Poll::Pending => is_body_pending = true,
                }
            }
        }
    }
}

impl Future for Websocket {
    type Output = io::Result<()>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.get_mut();
        this.read(cx)?;
        match this.write(cx) {
            // A client that has closed reads nothing more. Without a blocked write, the body ends by itself after the last
            // frames.
            Poll::Pending if this.received.has_ended() && !this.outgoing.is_empty() => {
                Poll::Ready(Ok(()))
            }
            polled => polled,
        }
    }
}
