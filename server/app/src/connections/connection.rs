//! What is known of one connection, shared by its stream and the requests that come over it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::task::{Context, Waker};
use std::time::Duration;

use tokio::time::Instant;

/// One connection. Stream and requests are on one thread, so nothing is locked.
#[derive(Debug)]
pub struct Connection {
    head_timeout: Duration,
    /// When an answer was last written or a handler last ended; at first, when it was accepted.
    active_at: Cell<Instant>,
    in_handlers: Cell<usize>,
    is_websocket: Cell<bool>,
    /// Bytes of a websocket that are read and not yet handed to its decoder.
    unread_bytes: Cell<usize>,
    /// The reader, while it waits for the decoder.
    reader: RefCell<Option<Waker>>,
}

impl Connection {
    pub(super) fn new(head_timeout: Duration) -> Rc<Self> {
        Rc::new(Self {
            head_timeout,
            active_at: Cell::new(Instant::now()),
            in_handlers: Cell::new(0),
            is_websocket: Cell::new(false),
            unread_bytes: Cell::new(0),
            reader: RefCell::default(),
        })
    }

    /// A request is in its handler, or its answer is being sent, for as long as the mark lives.
    pub fn enter_handler(self: &Rc<Self>) -> InHandler {
        self.in_handlers.set(self.in_handlers.get().saturating_add(1));
        InHandler(Rc::clone(self))
    }

    /// From now on the connection carries a websocket, which has deadlines of its own.
    pub fn becomes_websocket(&self) {
        self.is_websocket.set(true);
    }

    /// Bytes of the websocket were handed to its decoder.
    pub fn handed_on(&self, bytes: usize) {
        self.unread_bytes.set(self.unread_bytes.get().saturating_sub(bytes));
        let reader = self.reader.borrow_mut().take();
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    /// When the next head has to be there; `None` while nothing is waited for.
    pub(super) fn head_deadline(&self) -> Option<Instant> {
        let waits = self.in_handlers.get() == 0 && !self.is_websocket.get();
        waits.then(|| self.active_at.get() + self.head_timeout)
    }

    pub(super) fn head_timeout(&self) -> Duration {
        self.head_timeout
    }

    pub(super) fn is_active(&self) {
        self.active_at.set(Instant::now());
    }

    /// How many bytes may be read now; with none, the reader is woken once there is room again.
    pub(super) fn room(&self, bytes_max: usize, cx: &Context<'_>) -> usize {
        if !self.is_websocket.get() {
            return usize::MAX;
        }
        let room = bytes_max.saturating_sub(self.unread_bytes.get());
        if room == 0 {
            self.reader.replace(Some(cx.waker().clone()));
        }
        room
    }

    pub(super) fn has_read(&self, bytes: usize) {
        if self.is_websocket.get() {
            self.unread_bytes.set(self.unread_bytes.get().saturating_add(bytes));
        }
    }
}

/// A request in its handler.
#[derive(Debug)]
pub struct InHandler(Rc<Connection>);

impl Drop for InHandler {
    fn drop(&mut self) {
        let Self(connection) = self;
        connection.in_handlers.set(connection.in_handlers.get().saturating_sub(1));
        connection.is_active();
    }
}
