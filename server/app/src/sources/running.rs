//! Keeps the states of the sources, and sends what changes.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use tokio::sync::broadcast::error::RecvError;
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::events::OverlaySourceState;
use super::happenings::is_for;
use super::state::{SourceFacts, SourceState};
use super::{Inner, Known, Sources, examples};
use crate::broadcast::Moment;
use crate::config::{OverlaySource, SourceOptions};
use crate::ids::{SourceId, UserId};

/// Shortest time between two states of a source.
const PAUSE: Duration = Duration::from_millis(250);
/// Longest time until a change without an event is seen: leaderboards, counts, the clock.
const BEAT: Duration = Duration::from_secs(2);
/// How long an example stays.
const EXAMPLE: Duration = Duration::from_secs(12);
/// How long the first half of an example in two parts stays.
const FIRST_HALF: Duration = Duration::from_secs(3);

/// Runs until the process ends.
pub async fn run(sources: Sources) {
    tokio::join!(keep_states(&sources), tell_moments(&sources));
}

async fn keep_states(sources: &Sources) {
    let mut beat = interval(BEAT);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = sources.inner.broadcaster.published_to_everyone() => {}
            _ = beat.tick() => {}
        }
        sources.refresh();
        sleep(PAUSE).await;
    }
}

async fn tell_moments(sources: &Sources) {
    let mut moments = sources.inner.broadcaster.moments();
    loop {
        match moments.recv().await {
            Ok(moment) => sources.tell(moment),
            // The newest are shown.
            Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

impl Sources {
    /// Reads the facts of all sources, and sends the states that have changed.
    fn refresh(&self) {
        let config = self.inner.facts.settings.now();
        let sources: HashMap<SourceId, &OverlaySource> =
            config.overlay.sources.iter().filter_map(|one| Some((one.id()?, one))).collect();
        self.inner.states.lock().retain(|id, _| sources.contains_key(id));
        self.inner.recent.lock().retain_sources(|id| sources.contains_key(id));
        self.watch(sources.values().copied());
        for (id, source) in sources {
            let state = self.inner.read(source);
            self.keep(id, state);
        }
    }

    /// Keeps a state, and sends it if it differs from the last one.
    fn keep(&self, id: SourceId, state: SourceState) {
        let text = compared(&state);
        let mut states = self.inner.states.lock();
        let is_new = states.get(&id).is_none_or(|known| known.text != text);
        if is_new {
            self.inner.broadcaster.publish_to_source(id, &OverlaySourceState(&state));
        }
        states.insert(id, Known { text, state });
    }

    /// Lets the games tell of the rounds that are shown.
    fn watch<'a>(&self, sources: impl Iterator<Item = &'a OverlaySource>) {
        let watched = sources.filter_map(|source| self.watched(&source.options));
        self.inner.broadcaster.watch(watched.collect::<HashSet<UserId>>());
    }

    fn watched(&self, options: &SourceOptions) -> Option<UserId> {
        match options {
            SourceOptions::Round { member, .. } => self.inner.facts.watched(member),
            _ => None,
        }
    }

    /// Sends a moment to the sources that show it.
    fn tell(&self, moment: Moment) {
        let (facts, broadcaster) = (&self.inner.facts, &self.inner.broadcaster);
        let kept = self.inner.recent.lock().add(moment, facts.clock.now());
        let config = facts.settings.now();
        for source in &config.overlay.sources {
            let Some(id) = source.id() else { continue };
            // A page of alerts may only be away for a moment.
            let is_alerts = matches!(source.options, SourceOptions::Alerts { .. });
            let is_open = broadcaster.source_sockets(id) > 0;
            if !(is_open || is_alerts)
                || !is_for(&kept, &source.options, self.watched(&source.options), &facts.auth)
            {
                continue;
            }
            if is_alerts {
                self.inner.recent.lock().announced(id, kept.clone());
            }
            let shown = kept.shown(&facts.auth);
            broadcaster.publish_to_source(id, &shown);
            // The next state is sent whatever it is: the member may withdraw the name before one has had it.
            if shown.is_named
                && let Some(known) = self.inner.states.lock().get_mut(&id)
            {
                known.text.clear();
            }
        }
    }

    /// Shows an example on one source, and nowhere else. Returns the number of pages that have it open; `None` for an
    /// unknown source.
    pub(super) fn send_example(&self, id: SourceId) -> Option<usize> {
        let config = self.inner.facts.settings.now();
        let source = config.overlay.sources.iter().find(|source| source.id() == Some(id))?;
        let broadcaster = &self.inner.broadcaster;
        let now = self.inner.facts.clock.now();
        if let Some(happening) = examples::happening(&source.options, now) {
            broadcaster.publish_to_source(id, &happening);
            return Some(broadcaster.source_sockets(id));
        }
        let state = self.inner.read(source);
        let mut examples = examples::states(&state, now).into_iter();
        if let Some(first) = examples.next() {
            broadcaster.publish_to_source(id, &OverlaySourceState(&first));
        }
        let (sources, second) = (self.clone(), examples.next());
        tokio::spawn(async move {
            if let Some(second) = second {
                sleep(FIRST_HALF).await;
                sources.inner.broadcaster.publish_to_source(id, &OverlaySourceState(&second));
            }
            sleep(EXAMPLE).await;
            sources.send_again(id);
        });
        Some(broadcaster.source_sockets(id))
    }

    fn send_again(&self, id: SourceId) {
        let state = self.inner.current(id);
        if let Some(state) = state {
            self.inner.broadcaster.publish_to_source(id, &OverlaySourceState(&state));
        }
    }
}

impl Inner {
    /// The state of a source as it was kept last, with the time and the last events now.
    pub(super) fn current(&self, id: SourceId) -> Option<SourceState> {
        let mut state = self.states.lock().get(&id)?.state.clone();
        state.now = self.facts.clock.now().iso();
        let (recent, auth) = (self.recent.lock(), &self.facts.auth);
        match &mut state.facts {
            SourceFacts::Ticker { items } => {
                let config = self.facts.settings.now();
                let source = config.overlay.sources.iter().find(|one| one.id() == Some(id))?;
                if let SourceOptions::Ticker { shows, least_multiplier, .. } = &source.options {
                    *items = recent.items(shows, *least_multiplier, auth);
                }
            }
            SourceFacts::Alerts { items } => *items = recent.alerts(id, auth),
            _ => {}
        }
        Some(state)
    }
}

/// What makes a state another one: everything but its time and number, and what comes as events. Events with the name of
/// a member count: the member may withdraw it.
fn compared(state: &SourceState) -> String {
    let mut compared = SourceState { now: String::new(), number: 0, ..state.clone() };
    if let SourceFacts::Ticker { items } | SourceFacts::Alerts { items } = &mut compared.facts {
        items.retain(|item| item.is_named);
    }
    // Shapes of the wire always have a JSON form.
    serde_json::to_string(&compared).unwrap_or_default()
}
