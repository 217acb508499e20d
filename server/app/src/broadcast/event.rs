//! Events and their audiences.

use bytestring::ByteString;
use pointhouse_socketio::{Frame, event};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

use crate::calls::Schemas;
use crate::ids::{SourceId, UserId};

/// The payload of one event. Each module declares its events in its `events.rs` and lists
/// them in its `MODULE` for the description.
pub trait SocketEvent: Serialize + ToSchema {
    /// The event's name on the wire. A published name never changes.
    const NAME: &'static str;

    /// Who may receive the event: [`Everyone`], [`OneMember`], [`Admins`] or [`OneSource`].
    type Audience: AudienceKind;
}

/// An event as the description of the site needs it.
pub(crate) struct DeclaredEvent {
    pub(crate) name: &'static str,
    pub(crate) audience: &'static str,
    /// Name and schema of the payload.
    pub(crate) payload: (String, RefOr<Schema>),
    /// Adds the schemas that the payload refers to.
    pub(crate) add_parts: fn(&mut Schemas),
}

impl DeclaredEvent {
    /// As an event declares itself.
    pub(crate) fn of<E: SocketEvent>() -> Self {
        Self {
            name: E::NAME,
            audience: E::Audience::NAME,
            payload: (E::name().into_owned(), E::schema()),
            add_parts: E::schemas,
        }
    }

    /// When the event is sent, and to whom: the doc comment of the payload.
    pub(crate) fn description(&self) -> &str {
        match &self.payload.1 {
            RefOr::Ref(reference) => &reference.description,
            RefOr::T(Schema::Object(object)) => object.description.as_deref().unwrap_or_default(),
            RefOr::T(Schema::Array(array)) => array.description.as_deref().unwrap_or_default(),
            RefOr::T(_) => "",
        }
    }
}

/// A kind of audience. It selects the method of [`Broadcaster`](super::Broadcaster) that publishes
/// the event, so an event for admins or for one member does not compile as a broadcast.
pub trait AudienceKind {
    /// The audience's name in the API description.
    const NAME: &'static str;
}

/// An audience that includes the admins, so that an event can be sent to them alone.
pub trait IncludesAdmins: AudienceKind {}

/// All connected browsers, logged in or not.
#[derive(Debug)]
pub enum Everyone {}

/// The browsers of one member.
#[derive(Debug)]
pub enum OneMember {}

/// The browsers with an admin token.
#[derive(Debug)]
pub enum Admins {}

/// The pages of one source of the overlay.
#[derive(Debug)]
pub enum OneSource {}

impl AudienceKind for Everyone {
    const NAME: &'static str = "everyone";
}

impl AudienceKind for OneMember {
    const NAME: &'static str = "member";
}

impl AudienceKind for Admins {
    const NAME: &'static str = "admins";
}

impl AudienceKind for OneSource {
    const NAME: &'static str = "source";
}

impl IncludesAdmins for Everyone {}

impl IncludesAdmins for Admins {}

/// An encoded event, shared by all its receivers.
#[derive(Clone, Debug)]
pub(super) struct Event {
    name: &'static str,
    text: Option<ByteString>,
}

impl Event {
    /// Encodes an event of the main namespace. The payload becomes its only argument.
    ///
    /// A payload that has no JSON form (a map whose keys are not strings) is a bug: it is logged,
    /// and the event counts as dropped.
    pub(super) fn of<E: SocketEvent>(payload: &E) -> Self {
        let name = E::NAME;
        let text = event("/", name, payload)
            .inspect_err(|error| tracing::error!(name, %error, "an event could not be encoded"))
            .ok();
        Self { name, text }
    }

    /// The event's name.
    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    /// The encoded packet, shared; `None` when the payload has no JSON form.
    pub(super) fn frame(&self) -> Option<Frame> {
        self.text.clone().map(Frame::Text)
    }
}

/// The receivers of one event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Audience {
    Everyone,
    Member(UserId),
    Admins,
    Source(SourceId),
}
