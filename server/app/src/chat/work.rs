//! What is done for deliveries, one after the other, and what is written back, beside it: a platform
//! that takes its answers slowly does not hold up the work.

use futures_util::future::join;
use pointhouse_store::{Batch, Store, decode, encode};
use tokio::sync::mpsc::Receiver;

use super::Chat;
use super::commands::ANSWER_CHARS;
use super::deliveries::Event;
use super::error::{ChatError, inner};
use super::records::{LIVE, LiveRow};
use super::replies::Reply;
use crate::clock::Millis;
use crate::tables;

/// Deliveries that wait.
pub(super) const EVENTS_MAX: usize = 1000;
/// Answers that wait. Few: the last of them is still of use to who asked.
pub(super) const REPLIES_MAX: usize = 30;

/// What is worked on.
pub(super) struct Work {
    pub(super) events: Receiver<Event>,
    pub(super) replies: Receiver<Reply>,
}

impl Chat {
    /// Works for as long as the process lives.
    pub async fn run(self) {
        let Some(work) = self.inner.on.as_ref().and_then(|on| on.work.lock().take()) else {
            return;
        };
        let Work { mut events, mut replies } = work;
        let working = async {
            while let Some(event) = events.recv().await {
                self.do_for(event).await;
            }
        };
        let answering = async {
            while let Some(reply) = replies.recv().await {
                if let Ok(on) = self.on() {
                    on.replies.say(&on.host, &reply).await;
                    tokio::time::sleep(on.replies.pause).await;
                }
            }
        };
        join(working, answering).await;
    }

    async fn do_for(&self, event: Event) {
        let done = match &event {
            Event::Other => Ok(()),
            Event::Status { is_live, since, said_at } => {
                self.note_live(*is_live, *since, *said_at).await
            }
            Event::Message(message) => match self.hear(message).await {
                Ok(Some(text)) => self.answer(&message.id, &text),
                Ok(None) => Ok(()),
                Err(error) => Err(error),
            },
        };
        if let Err(reason) = done {
            tracing::error!(%reason, "a delivery of the chat was not worked on");
        }
    }

    fn answer(&self, to: &str, text: &str) -> Result<(), ChatError> {
        let on = self.on()?;
        let text = text.chars().take(ANSWER_CHARS).collect();
        if on.to_say.try_send(Reply { to: to.to_owned(), text }).is_err() {
            on.replies.failed("too many answers wait");
        }
        Ok(())
    }

    async fn note_live(
        &self,
        is_live: bool,
        since: Millis,
        said_at: Millis,
    ) -> Result<(), ChatError> {
        let before = self.on()?.live.lock().as_ref().map(|row| row.said_at);
        // What was said earlier may come later.
        if before.is_some_and(|before| before >= said_at.0) {
            return Ok(());
        }
        let row = LiveRow { is_live, since: since.0, said_at: said_at.0 };
        let mut batch = Batch::new();
        batch.put(tables::CHAT, LIVE, &encode(&row).map_err(inner)?).map_err(inner)?;
        self.inner.store.commit(batch).await.map_err(inner)?;
        *self.on()?.live.lock() = Some(row);
        Ok(())
    }
}

pub(super) fn load_live(store: &Store) -> Result<Option<LiveRow>, String> {
    let row = store.view().get(tables::CHAT, LIVE).map_err(|error| error.to_string())?;
    row.map(|row| decode(&row)).transpose().map_err(|error| error.to_string())
}
