//! Texts of emails, as plain text and simple HTML: one link, and how long it works.

use crate::clock::Millis;
use crate::config::Brand;
use crate::html::escape;

const HOUR_MILLIS: i64 = 60 * 60 * 1000;

/// An email with one link.
#[derive(Clone)]
pub struct Email {
    /// Recipient.
    pub to: String,
    /// The member's name.
    pub name: String,
    /// Kind of the email.
    pub kind: Kind,
    /// Address of the link.
    pub link: String,
    /// Address of the link "This wasn't me".
    pub not_me: Option<String>,
}

/// Kind of an email.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Confirms an address.
    Verify,
    /// Sets a new password.
    Reset,
    /// A login from a new kind of device.
    NewDevice {
        /// Browser family.
        browser: &'static str,
        /// Operating system.
        system: &'static str,
        /// Time of the login.
        at: Millis,
    },
    /// The member won a giveaway.
    GiveawayWon {
        /// Title of the giveaway.
        title: String,
        /// The prize.
        prize: String,
    },
    /// A staff member made unusually many points.
    UnusualGrant {
        /// Name of the person.
        person: String,
        /// What the person did, after the name.
        what: String,
        /// Why it is unusual: the end of a sentence.
        reason: &'static str,
        /// Whether the points are in a file that was imported.
        is_import: bool,
    },
    /// The streaming platform refuses the tokens of the connected channel.
    ChatEnded {
        /// Name of the channel's owner on the platform.
        channel: String,
    },
    /// An admin tries whether emails arrive.
    Test,
}

struct Words {
    subject: &'static str,
    why: &'static str,
    act: &'static str,
    /// Text after the link.
    footnote: &'static str,
}

const VERIFY: Words = Words {
    subject: "Confirm your email address",
    why: "Please confirm that this is your email address.",
    act: "Confirm my address",
    footnote: "The link works for 24 hours. \
        If you have no account there, you can ignore this email.",
};

const RESET: Words = Words {
    subject: "Set a new password",
    why: "We received a request to set a new password for your account.",
    act: "Set a new password",
    footnote: "The link works once and for 1 hour. \
        If this wasn't you, ignore this email: your password stays the same.",
};

const NEW_DEVICE: Words = Words {
    subject: "New sign-in to your account",
    why: "Someone signed in to your account from a kind of device that we haven't seen on it before:",
    act: "Review your account",
    footnote: "If this was you, there is nothing to do. If it wasn't, change your password now: \
        that signs out every other device.",
};

const GIVEAWAY_WON: Words = Words {
    subject: "You won a giveaway",
    why: "Congratulations, you won",
    act: "See the draw",
    footnote: "There is nothing to do: the site's team can see that you won. \
        If you don't hear from them, write to them.",
};

const UNUSUAL_GRANT: Words = Words {
    subject: "Unusual points given by hand",
    why: "",
    act: "See it in the audit",
    footnote: "Points can be taken back in the audit's entry or on the member's page. \
        You get this email because your address is set under Settings, Points by hand.",
};

const LARGE_IMPORT: Words = Words {
    subject: "Large import of points",
    footnote: "The list of imports in the panel says what was credited, and an import can be taken back there. \
        You get this email because your address is set under Settings, Points by hand.",
    ..UNUSUAL_GRANT
};

const CHAT_ENDED: Words = Words {
    subject: "Kick has ended the connection of your channel",
    why: "Kick no longer accepts the connection of",
    act: "Connect the channel again",
    footnote: "Until then nobody gets points for chatting, and chat commands have no reply. \
        You get this email because your address is set under Settings, Points by hand.",
};

const TEST: Words = Words {
    subject: "Test email",
    why: "This is a test from the settings of the site. If you can read it, emails arrive.",
    act: "Open the site",
    footnote: "There is nothing to do.",
};

const NOT_ME_WHY: &str = "You didn't sign up, but someone used your address? Set a password of your own: \
    it removes every other way into the account. The link works for 7 days.";
const NOT_ME: &str = "This wasn't me";

impl Kind {
    /// How long the email is retried and its link is valid, in milliseconds.
    pub const fn millis(&self) -> i64 {
        match self {
            Self::Reset | Self::Test => HOUR_MILLIS,
            Self::Verify => 24 * HOUR_MILLIS,
            // The links of these don't expire, but a later email would be of no use.
            Self::NewDevice { .. } | Self::UnusualGrant { .. } | Self::ChatEnded { .. } => {
                24 * HOUR_MILLIS
            }
            Self::GiveawayWon { .. } => 7 * 24 * HOUR_MILLIS,
        }
    }
}

impl Email {
    const fn words(&self) -> &'static Words {
        match self.kind {
            Kind::Verify => &VERIFY,
            Kind::Reset => &RESET,
            Kind::NewDevice { .. } => &NEW_DEVICE,
            Kind::GiveawayWon { .. } => &GIVEAWAY_WON,
            Kind::UnusualGrant { is_import: true, .. } => &LARGE_IMPORT,
            Kind::UnusualGrant { .. } => &UNUSUAL_GRANT,
            Kind::ChatEnded { .. } => &CHAT_ENDED,
            Kind::Test => &TEST,
        }
    }

    /// The sentence that says why the email was sent.
    fn why(&self) -> String {
        let why = self.words().why;
        match &self.kind {
            Kind::Verify | Kind::Reset | Kind::Test => why.to_owned(),
            Kind::NewDevice { browser, system, at } => {
                // 2026-03-10T01:00:00.000Z, down to the minute.
                let at = at.iso().replace('T', " ");
                let minute = at.get(..16).unwrap_or(&at);
                format!("{why} {browser} on {system}, at {minute} UTC.")
            }
            Kind::GiveawayWon { title, prize } => {
                format!("{why} {prize} in \u{201c}{title}\u{201d}.")
            }
            Kind::ChatEnded { channel } => format!("{why} {channel}."),
            Kind::UnusualGrant { person, what, reason, .. } => {
                format!("{person} {what}: {reason}.")
            }
        }
    }

    pub(super) fn subject(&self, site: &str) -> String {
        format!("{}: {}", site, self.words().subject)
    }

    pub(super) fn text(&self, site: &str) -> String {
        let Words { act, footnote, .. } = self.words();
        let (Self { name, link, .. }, why) = (self, self.why());
        let not_me = self
            .not_me
            .as_ref()
            .map_or_else(String::new, |link| format!("{NOT_ME_WHY}\n{NOT_ME}:\n{link}\n\n"));
        format!("Hello {name},\n\n{why}\n\n{act}:\n{link}\n\n{footnote}\n\n{not_me}{site}\n")
    }

    /// `logo` is the address of a picture above the text.
    pub(super) fn html(&self, brand: &Brand, logo: Option<&str>) -> String {
        let (Words { act, footnote, .. }, why) = (self.words(), escape(&self.why()));
        let (name, link, site) = (escape(&self.name), escape(&self.link), escape(&brand.name));
        let logo = logo.map_or_else(String::new, |logo| {
            let logo = escape(logo);
            // Logos are made for the site's dark pages.
            let backdrop = "display:inline-block;padding:10px 16px;border-radius:10px;\
                          background:#110e12;color:#fff";
            format!(
                "<p style=\"{backdrop}\"><img src=\"{logo}\" alt=\"{site}\" height=\"48\" \
                 style=\"display:block;height:48px\"></p>\n"
            )
        });
        let not_me = self.not_me.as_ref().map_or_else(String::new, |link| {
            let link = escape(link);
            format!("<p>{NOT_ME_WHY} <a href=\"{link}\">{NOT_ME}</a></p>\n")
        });
        let accent = escape(&brand.accent);
        let button = format!(
            "display:inline-block;padding:12px 20px;border-radius:10px;\
             background:{accent};color:#1b160b;font-weight:700;text-decoration:none"
        );
        format!(
            "<!doctype html>\n<html lang=\"en\"><body style=\"font-family:system-ui,sans-serif;\
             line-height:1.5;color:#1c1a17\">\n{logo}<p>Hello {name},</p>\n<p>{why}</p>\n\
             <p><a href=\"{link}\" style=\"{button}\">{act}</a></p>\n<p>{footnote}</p>\n\
             {not_me}<p style=\"color:#6b655c;overflow-wrap:anywhere\">{link}</p>\n<p>{site}</p>\n</body></html>\n"
        )
    }
}
