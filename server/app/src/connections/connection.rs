//! State of one connection, shared by its stream and its requests.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::task::{Context, Waker};
use std::time::Duration;

use bytes::Bytes;
use tokio::time::Instant;

/// One connection. Stream and requests run on the same thread, so no locks are needed.
#[derive(Debug)]
pub struct Connection {
    head_timeout: Duration,
    /// When a response was last written, a handler last ended, or a head began; initially the time of the accept.
    active_at: Cell<Instant>,
    /// Bytes have arrived since the last handler ended.
    has_begun: Cell<bool>,
    in_handlers: Cell<usize>,
    has_left_http: Cell<bool>,
    is_websocket: Cell<bool>,
    /// Bytes of a websocket that were read but not yet passed to its decoder.
    unread_bytes: Cell<usize>,
    /// The reader's waker, while it waits for the decoder.
    reader: RefCell<Option<Waker>>,
    /// Bytes of a websocket that are to be written as they are.
    outgoing: RefCell<VecDeque<Bytes>>,
}

impl Connection {
    pub(super) fn new(head_timeout: Duration) -> Rc<Self> {
        Rc::new(Self {
            head_timeout,
            active_at: Cell::new(Instant::now()),
            has_begun: Cell::new(false),
            in_handlers: Cell::new(0),
            has_left_http: Cell::new(false),
            is_websocket: Cell::new(false),
            unread_bytes: Cell::new(0),
            reader: RefCell::default(),
            outgoing: RefCell::default(),
        })
    }

    /// Marks a request as being handled or its response as being sent, until the mark is dropped.
    pub fn enter_handler(self: &Rc<Self>) -> InHandler {
        self.in_handlers.set(self.in_handlers.get().saturating_add(1));
        InHandler(Rc::clone(self))
    }

    /// Returns whether the connection can become a websocket: the HTTP library has handed it over. It doesn't do so for a
    /// handshake with a body.
    pub fn has_left_http(&self) -> bool {
        self.has_left_http.get()
    }

    pub(super) fn leaves_http(&self) {
        self.has_left_http.set(true);
    }

    /// Marks the connection as a websocket, which has deadlines of its own.
    pub fn becomes_websocket(&self) {
        self.is_websocket.set(true);
    }

    /// Writes encoded frames of the websocket. Must be called by the body of the handshake's response, which the connection
    /// polls before it writes.
    pub fn write(&self, bytes: Bytes) {
        self.outgoing.borrow_mut().push_back(bytes);
    }

    pub(super) fn next_outgoing(&self) -> Option<Bytes> {
        self.outgoing.borrow_mut().pop_front()
    }

    pub(super) fn is_websocket(&self) -> bool {
        self.is_websocket.get()
    }

    /// Records bytes of the websocket that were passed to its decoder.
    pub fn handed_on(&self, bytes: usize) {
        self.unread_bytes.set(self.unread_bytes.get().saturating_sub(bytes));
        let reader = self.reader.borrow_mut().take();
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    /// Deadline of the next request's head; `None` while no head is awaited.
    pub(super) fn head_deadline(&self) -> Option<Instant> {
        let waits = self.in_handlers.get() == 0 && !self.is_websocket.get();
        waits.then(|| self.active_at.get() + self.head_timeout)
    }

    /// Returns whether a part of the awaited head has arrived.
    pub(super) fn has_begun(&self) -> bool {
        self.has_begun.get()
    }

    pub(super) fn head_timeout(&self) -> Duration {
        self.head_timeout
    }

    pub(super) fn is_active(&self) {
        self.active_at.set(Instant::now());
    }

    /// Number of bytes that may be read now. If it is 0, the reader is woken as soon as more may be
    /// read.
    pub(super) fn read_capacity(&self, bytes_max: usize, cx: &Context<'_>) -> usize {
        if !self.is_websocket.get() {
            return usize::MAX;
        }
        let capacity = bytes_max.saturating_sub(self.unread_bytes.get());
        if capacity == 0 {
            self.reader.replace(Some(cx.waker().clone()));
        }
        capacity
    }

    pub(super) fn has_read(&self, bytes: usize) {
        if self.is_websocket.get() {
            self.unread_bytes.set(self.unread_bytes.get().saturating_add(bytes));
        } else if bytes > 0 && self.in_handlers.get() == 0 && !self.has_begun.replace(true) {
            self.is_active();
        }
    }
}

/// Mark of a request in its handler.
#[derive(Debug)]
pub struct InHandler(Rc<Connection>);

impl Drop for InHandler {
    fn drop(&mut self) {
        let Self(connection) = self;
        connection.in_handlers.set(connection.in_handlers.get().saturating_sub(1));
        connection.has_begun.set(false);
        connection.is_active();
    }
}
