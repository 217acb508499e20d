//! Texts of the site's replies in the chat, as the settings have them. Names are masked, addresses are absolute.

use std::sync::Arc;

use crate::config::{CommandReplies, Config};
use crate::counts::grouped;

/// Most giveaways named in a reply.
const NAMED_MAX: usize = 5;
/// Longest giveaway title in a reply, in characters.
const TITLE_CHARS: usize = 60;

pub(super) const DELETED_ACCOUNT: &str = "a deleted account";

/// The replies of the settings, filled in.
pub(super) struct Texts(pub(super) Arc<Config>);

impl Texts {
    fn replies(&self) -> &CommandReplies {
        &self.0.kick.replies
    }

    /// The word that unlinks.
    fn unlink(&self) -> (&'static str, &str) {
        ("unlink", &self.0.kick.words.unlink)
    }

    pub(super) fn asked_too_often(&self) -> String {
        self.replies().asked_too_often.clone()
    }

    pub(super) fn not_possible_now(&self) -> String {
        self.replies().not_possible_now.clone()
    }

    pub(super) fn account_linked_elsewhere(&self) -> String {
        self.replies().account_linked_elsewhere.clone()
    }

    pub(super) fn not_linked(&self) -> String {
        self.replies().not_linked.clone()
    }

    pub(super) fn how_to_link(&self, page: &str) -> String {
        filled(&self.replies().how_to_link, &[("page", page)])
    }

    pub(super) fn unknown_code(&self, page: &str) -> String {
        filled(&self.replies().unknown_code, &[("page", page)])
    }

    pub(super) fn link_requested(&self, name: &str, page: &str, minutes: u32) -> String {
        let minutes = minutes.to_string();
        let values = [("name", name), ("page", page), ("minutes", &minutes), self.unlink()];
        filled(&self.replies().link_requested, &values)
    }

    pub(super) fn link_already_requested(&self, name: &str, page: &str) -> String {
        let values = [("name", name), ("page", page), self.unlink()];
        filled(&self.replies().link_already_requested, &values)
    }

    pub(super) fn linked_already(&self, name: &str) -> String {
        filled(&self.replies().linked_already, &[("name", name), self.unlink()])
    }

    /// Without a page where the link can be removed, it can be removed in the chat.
    pub(super) fn sender_linked_elsewhere(&self, name: &str, unlink_page: Option<&str>) -> String {
        let replies = self.replies();
        match unlink_page {
            Some(page) => filled(&replies.sender_linked_on_site, &[("name", name), ("page", page)]),
            None => filled(&replies.sender_linked_in_chat, &[("name", name), self.unlink()]),
        }
    }

    pub(super) fn request_withdrawn(&self, name: &str) -> String {
        filled(&self.replies().request_withdrawn, &[("name", name)])
    }

    pub(super) fn linked_on_site(&self, name: &str, page: &str) -> String {
        filled(&self.replies().linked_on_site, &[("name", name), ("page", page)])
    }

    pub(super) fn unlinked(&self, name: &str) -> String {
        filled(&self.replies().unlinked, &[("name", name)])
    }

    pub(super) fn balance(&self, points: u64) -> String {
        let values = [("amount", &*grouped(points)), ("points", self.0.points.named(points))];
        filled(&self.replies().balance, &values)
    }

    /// Today's calendar claim, with its page while it is open, and the titles of the open giveaways; only of parts
    /// that are on.
    pub(super) fn active_rewards(
        &self,
        calendar_page: Option<&str>,
        giveaways: &[String],
    ) -> String {
        let (replies, modules) = (self.replies(), self.0.modules);
        let today = match calendar_page {
            None => replies.claim_done.clone(),
            Some(page) => filled(&replies.claim_open, &[("page", page)]),
        };
        let open = match named(giveaways) {
            titles if titles.is_empty() => replies.giveaways_none.clone(),
            titles => filled(&replies.giveaways_open, &[("titles", &titles)]),
        };
        let parts = [(modules.calendar, today), (modules.giveaways, open)];
        let on: Vec<String> =
            parts.into_iter().filter(|(is_on, _)| *is_on).map(|(_, it)| it).collect();
        on.join(" | ")
    }
}

/// Fills in what stands in braces. What is filled in is not read again. Nothing, such as the word of a command that
/// is off, leaves no gap.
fn filled(text: &str, values: &[(&str, &str)]) -> String {
    let mut whole = String::new();
    let mut parts = text.split('{');
    whole.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let Some((name, rest)) = part.split_once('}') else { continue };
        let value = values.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value);
        if value.is_empty() && !rest.starts_with(char::is_alphanumeric) {
            whole.truncate(whole.trim_end_matches(' ').len());
        }
        whole.push_str(value);
        // At the beginning there is nothing to keep apart.
        whole.push_str(if whole.is_empty() { rest.trim_start_matches(' ') } else { rest });
    }
    whole
}

/// Titles of giveaways, shortened.
fn named(titles: &[String]) -> String {
    let short = |title: &String| title.chars().take(TITLE_CHARS).collect::<String>();
    let named: Vec<String> = titles.iter().take(NAMED_MAX).map(short).collect();
    match titles.len().saturating_sub(NAMED_MAX) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_giveaways_are_named() {
        let titles: Vec<String> = (1..=7).map(|number| format!("G{number}")).collect();
        assert_eq!(named(&titles), "G1, G2, G3, G4, G5 and 2 more");
    }

    #[test]
    fn what_is_filled_in_is_not_read_again() {
        let values = [("titles", "{page} {x"), ("page", "P")];
        assert_eq!(filled("{titles}: {page}.", &values), "{page} {x: P.");
    }

    #[test]
    fn an_empty_word_leaves_no_gap() {
        let values = [("unlink", ""), ("name", "emu")];
        for (text, expected) in [
            ("Write {unlink} to end it, {name}.", "Write to end it, emu."),
            ("If not, write {unlink}.", "If not, write."),
            ("{unlink} ends it", "ends it"),
            ("End it: {unlink}", "End it:"),
            ("a {unlink} {unlink} b", "a b"),
            ("pre {unlink}fix", "pre fix"),
        ] {
            assert_eq!(filled(text, &values), expected, "{text}");
        }
    }
}
