//! Subscriptions to the platform's events. They can vanish without notice, so they are checked
//! regularly and missing ones are created again.

use bytes::Bytes;
use parking_lot::Mutex;

use super::error::HostError;
use super::host::Host;
use super::platform::{list_call, read_list, read_subscribed, subscribe_call, unsubscribe_call};
use super::records::HostRow;
use crate::clock::{Clock, Millis};
use crate::external::{ExternalError, ExternalService};
use crate::locks::Lock;

/// A chat message.
pub(super) const MESSAGE: &str = "chat.message.sent";
/// The stream begins or ends.
pub(super) const STATUS: &str = "livestream.status.updated";
const WANTED: [&str; 2] = [MESSAGE, STATUS];
/// Most subscriptions to end when the channel is disconnected.
const ENDED_MAX: usize = 50;

/// State of the subscription to an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    Active,
    Missing,
    Failed(String),
}

#[derive(Clone, Debug)]
pub(super) struct Subscription {
    pub(super) event: &'static str,
    pub(super) state: State,
    pub(super) checked_at: Option<Millis>,
}

pub(super) struct Subscriptions {
    clock: Clock,
    states: Mutex<Vec<Subscription>>,
    /// One check at a time: two would make the same subscription twice.
    checking: Lock,
}

impl Subscriptions {
    pub(super) fn new(clock: &Clock) -> Self {
        Self { clock: clock.clone(), states: Mutex::new(unknown()), checking: Lock::default() }
    }

    pub(super) fn states(&self) -> Vec<Subscription> {
        self.states.lock().clone()
    }

    /// Forgets the states, because the channel was changed or disconnected.
    pub(super) fn reset(&self) {
        *self.states.lock() = unknown();
    }

    /// Checks the subscriptions and creates missing ones. Returns the number created; subscriptions
    /// still missing are an error.
    pub(super) async fn check(&self, host: &Host) -> Result<usize, HostError> {
        let _checking = self.checking.lock().await;
        let Some(channel) = host.connected().map(|row| row.user_id) else { return Ok(0) };
        let checked = check_subscriptions(host, channel).await;
        // The channel may have been disconnected meanwhile.
        if host.connected().is_none_or(|row| row.user_id != channel) {
            return Ok(0);
        }
        let now = Some(self.clock.now());
        let found = match &checked {
            Ok((states, _)) => states.clone(),
            Err(error) => vec![State::Failed(error.to_string()); WANTED.len()],
        };
        let states = WANTED.into_iter().zip(found);
        *self.states.lock() =
            states.map(|(event, state)| Subscription { event, state, checked_at: now }).collect();
        let (states, made) = checked?;
        let named = |(event, state): (&str, State)| match state {
            State::Active => None,
            State::Missing => Some(event.to_owned()),
            State::Failed(reason) => Some(format!("{event} ({reason})")),
        };
        let lacking: Vec<String> = WANTED.into_iter().zip(states).filter_map(named).collect();
        if lacking.is_empty() { Ok(made) } else { Err(HostError::NotDelivered(lacking.join(", "))) }
    }

    /// Ends the subscriptions of a disconnected channel as far as the platform allows, unless it is
    /// connected again meanwhile.
    pub(super) async fn end_all(&self, host: &Host, api: &ExternalService, row: &HostRow) {
        let _checking = self.checking.lock().await;
        let is_back = || host.connected().is_some_and(|now| now.user_id == row.user_id);
        let ended = async {
            let answer = api.call(&list_call().bearer(row.access())).await?;
            for one in read_list(&answer, row.user_id).unwrap_or_default().iter().take(ENDED_MAX) {
                if is_back() {
                    break;
                }
                api.call(&unsubscribe_call(&one.id).bearer(row.access())).await?;
            }
            Ok::<_, ExternalError>(())
        };
        if is_back() {
            return;
        }
        if let Err(reason) = ended.await {
            tracing::warn!(%reason, "cannot end all chat subscriptions; the platform may deliver for a while");
        }
    }
}

fn unknown() -> Vec<Subscription> {
    let unknown = |event| Subscription { event, state: State::Missing, checked_at: None };
    WANTED.into_iter().map(unknown).collect()
}

async fn check_subscriptions(host: &Host, channel: u64) -> Result<(Vec<State>, usize), HostError> {
    let list = |answer: &Bytes| read_list(answer, channel).ok_or("no list of subscriptions");
    let listed = host.call(|_| list_call(), list).await?;
    let is_there = |event: &str| listed.iter().any(|one| one.event == event);
    let missing: Vec<&str> = WANTED.into_iter().filter(|event| !is_there(event)).collect();
    if missing.is_empty() {
        return Ok((vec![State::Active; WANTED.len()], 0));
    }
    let each = |answer: &Bytes| read_subscribed(answer).ok_or("no answer for each event");
    let subscribed = host.call(|_| subscribe_call(channel, &missing), each).await?;
    let state = |event: &str| {
        if is_there(event) {
            return State::Active;
        }
        match subscribed.iter().find(|one| one.event == event) {
            Some(one) => one.error.clone().map_or(State::Active, State::Failed),
            None => State::Missing,
        }
    };
    let states: Vec<State> = WANTED.into_iter().map(state).collect();
    let active = states.iter().filter(|state| **state == State::Active).count();
    Ok((states, (active + missing.len()).saturating_sub(WANTED.len())))
}
