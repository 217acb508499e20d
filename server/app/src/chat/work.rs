//! What is done for messages, one after the other, and what is written back, beside it: a platform
//! that takes its answers slowly does not hold up the work.

use std::pin::pin;

use futures_util::future::select;
use tokio::sync::mpsc::Receiver;

use super::Chat;
use super::commands::{ANSWER_CHARS, Message};
use super::error::{ChatError, ReplyError};
use super::replies::Reply;
use crate::job_states::{Beat, JobStates};

/// Messages that wait.
pub(super) const EVENTS_MAX: usize = 1000;
/// Answers that wait. Few: the last of them is still of use to who asked.
pub(super) const REPLIES_MAX: usize = 30;

/// What the two of them are called among the jobs.
const WORKING: &str = "chat_work";
const ANSWERING: &str = "chat_answers";

/// What is worked on.
pub(super) struct Work {
    pub(super) events: Receiver<Message>,
    pub(super) replies: Receiver<Reply>,
}

impl Chat {
    /// Works until [`Chat::close`], and then until all that was taken is done.
    pub async fn run(self, jobs: JobStates) {
        let Some(on) = self.inner.on.as_ref() else { return };
        let Some(work) = on.work.lock().take() else { return };
        let Work { mut events, mut replies } = work;
        jobs.add(WORKING, "Work on what the chat delivers", Beat::OnDemand(None));
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
                    let written = on.replies.say(&on.host, &reply).await;
                    written.map(|()| 1)
                };
                jobs.run(ANSWERING, work).await;
                tokio::time::sleep(on.replies.pause).await;
            }
        };
        // At the end nobody waits for answers.
        select(pin!(working), pin!(answering)).await;
    }

    /// Takes no more messages: the platform delivers them again.
    pub fn close(&self) {
        if let Some(on) = &self.inner.on {
            *on.events.lock() = None;
        }
    }

    async fn do_for(&self, message: Message) -> Result<(), ChatError> {
        match self.hear(&message).await? {
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
