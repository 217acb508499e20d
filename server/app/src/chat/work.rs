//! Processes messages one after the other. Replies are sent in parallel, so that a slow platform
//! doesn't delay the processing.

use std::pin::pin;

use futures_util::future::select;
use tokio::sync::mpsc::Receiver;

use super::Chat;
use super::commands::{ANSWER_CHARS, Message};
use super::error::{ChatError, ReplyError};
use super::replies::Reply;
use crate::job_states::{Beat, JobStates};

/// Most messages that may wait.
pub(super) const EVENTS_MAX: usize = 1000;
/// Most replies that may wait. Few, so that the last of them still arrives in time to be useful.
pub(super) const REPLIES_MAX: usize = 30;

/// Names of the two jobs.
const WORKING: &str = "chat_work";
const ANSWERING: &str = "chat_answers";

/// Accepted messages to process.
pub(super) struct Work {
    pub(super) events: Receiver<Message>,
    pub(super) replies: Receiver<Reply>,
}

impl Chat {
    /// Processes messages until [`Chat::close`], and then those already accepted.
    pub async fn run(self, jobs: JobStates) {
        let on = &self.inner.on;
        let Some(work) = on.work.lock().take() else { return };
        let Work { mut events, mut replies } = work;
        jobs.add(WORKING, "Process chat events", Beat::OnDemand(None));
        jobs.add(ANSWERING, "Write answers into the chat", Beat::OnDemand(None));
        let working = async {
            while let Some(message) = events.recv().await {
                let work = async {
                    let done = self.do_for(message).await;
                    done.map(|()| 1)
                };
                jobs.run(WORKING, work).await;
            }
        };
        let answering = async {
            while let Some(reply) = replies.recv().await {
                let work = async {
                    let written = on.replies.send(&on.host, &reply).await;
                    written.map(|()| 1)
                };
                jobs.run(ANSWERING, work).await;
                tokio::time::sleep(on.replies.pause).await;
            }
        };
        // At shutdown, waiting replies are dropped.
        select(pin!(working), pin!(answering)).await;
    }

    /// Accepts no more messages: the platform delivers them again.
    pub fn close(&self) {
        *self.inner.on.events.lock() = None;
    }

    async fn do_for(&self, message: Message) -> Result<(), ChatError> {
        match self.handle_message(&message).await? {
            Some(text) => self.answer(&message.id, &text),
            None => Ok(()),
        }
    }

    fn answer(&self, to: &str, text: &str) -> Result<(), ChatError> {
        let on = self.on()?;
        let text = text.chars().take(ANSWER_CHARS).collect();
        if on.to_say.try_send(Reply { to: to.to_owned(), text }).is_err() {
            on.replies.failed(ReplyError::QueueFull);
        }
        Ok(())
    }
}
