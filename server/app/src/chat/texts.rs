//! Texts of the site's replies in the chat. Names are masked, addresses are absolute.

/// Most giveaways named in a reply.
const NAMED_MAX: usize = 5;
/// Longest giveaway title in a reply, in characters.
const TITLE_CHARS: usize = 60;

pub(super) const ASKED_TOO_OFTEN: &str = "You asked too often. Please try again in an hour.";
pub(super) const NOT_POSSIBLE_NOW: &str =
    "That is not possible at the moment. Please try again later.";
pub(super) const LINKED_ELSEWHERE: &str =
    "That account is linked to another Kick account. Unlink it on the site first.";
pub(super) const NOT_LINKED: &str = "You are not linked to an account of the site.";
pub(super) const DELETED_ACCOUNT: &str = "a deleted account";

pub(super) fn how_to_link(page: &str) -> String {
    format!("You are not linked yet: log in at {page} and write here what it says under Kick.")
}

pub(super) fn unknown_code(page: &str) -> String {
    format!("There is no account with this code. You'll find yours at {page}")
}

pub(super) fn link_requested(name: &str, page: &str, minutes: u32) -> String {
    format!(
        "If {name} is your account, confirm it at {page} within {minutes} minutes. \
        If it is not, write !unlink."
    )
}

pub(super) fn link_already_requested(name: &str, page: &str) -> String {
    format!("Confirm it at {page} if {name} is your account. If not, write !unlink.")
}

pub(super) fn linked_already(name: &str) -> String {
    format!("You are linked to {name} already. If that is not you: !unlink.")
}

/// Without a page where the link can be removed, it can be removed in the chat.
pub(super) fn sender_linked_elsewhere(name: &str, unlink_page: Option<&str>) -> String {
    let undo = match unlink_page {
        Some(page) => format!("Unlink it at {page} first."),
        None => "To end that, write !unlink.".to_owned(),
    };
    format!("This Kick account is linked to another account of the site, {name}. {undo}")
}

pub(super) fn request_withdrawn(name: &str) -> String {
    format!("Your request to be linked to {name} is withdrawn.")
}

pub(super) fn linked_on_site(name: &str, page: &str) -> String {
    format!("You linked {name} on the site. Unlink it at {page}")
}

pub(super) fn unlinked(name: &str) -> String {
    format!("You are no longer linked to {name}.")
}

pub(super) fn balance(points: u64) -> String {
    let unit = if points == 1 { "point" } else { "points" };
    format!("You have {} {unit}.", grouped(points))
}

/// Today's calendar claim, with its page while it is open, and the titles of the open giveaways.
pub(super) fn active_rewards(calendar_page: Option<&str>, giveaways: &[String]) -> String {
    let today = match calendar_page {
        None => "Today's calendar claim is done.".to_owned(),
        Some(page) => format!("Today's calendar claim is open: {page}"),
    };
    format!("{today} | {}", open_giveaways(giveaways))
}

fn open_giveaways(titles: &[String]) -> String {
    let short = |title: &String| title.chars().take(TITLE_CHARS).collect::<String>();
    let named: Vec<String> = titles.iter().take(NAMED_MAX).map(short).collect();
    let more = match titles.len().saturating_sub(NAMED_MAX) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    match named.as_slice() {
        [] => "No giveaway is open.".to_owned(),
        named => format!("Open giveaways: {}{more}.", named.join(", ")),
    }
}

/// Formats a number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in
            [(0, "0"), (999, "999"), (1000, "1,000"), (12_345, "12,345"), (1_234_567, "1,234,567")]
        {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn five_giveaways_are_named() {
        let titles: Vec<String> = (1..=7).map(|number| format!("G{number}")).collect();
        assert_eq!(open_giveaways(&titles), "Open giveaways: G1, G2, G3, G4, G5 and 2 more.");
    }
}
