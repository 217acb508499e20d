//! The words of letters, as text and as simple HTML: one link, and how long it works.

const HOUR_MILLIS: i64 = 60 * 60 * 1000;

/// A letter with one link.
#[derive(Clone)]
pub struct Letter {
    /// Address.
    pub to: String,
    /// The member's name.
    pub name: String,
    /// What it is about.
    pub kind: Kind,
    /// Where the link leads.
    pub link: String,
}

/// What a letter is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An address is to be confirmed.
    Verify,
    /// A password is to be set anew.
    Reset,
}

struct Words {
    subject: &'static str,
    why: &'static str,
    act: &'static str,
    expiry: &'static str,
    otherwise: &'static str,
}

const VERIFY: Words = Words {
    subject: "Confirm your email address",
    why: "Please confirm that this is your email address.",
    act: "Confirm my address",
    expiry: "The link works once and for 24 hours.",
    otherwise: "If you have no account there, you can ignore this letter.",
};

const RESET: Words = Words {
    subject: "Set a new password",
    why: "Somebody, hopefully you, asked for a new password for your account.",
    act: "Set a new password",
    expiry: "The link works once and for 1 hour.",
    otherwise: "If it was not you, ignore this letter: your password stays as it is.",
};

impl Kind {
    /// How long the link of a letter works, in milliseconds.
    pub const fn millis(self) -> i64 {
        match self {
            Self::Verify => 24 * HOUR_MILLIS,
            Self::Reset => HOUR_MILLIS,
        }
    }
}

impl Letter {
    const fn words(&self) -> &'static Words {
        match self.kind {
            Kind::Verify => &VERIFY,
            Kind::Reset => &RESET,
        }
    }

    pub(super) fn subject(&self, site: &str) -> String {
        format!("{}: {}", site, self.words().subject)
    }

    pub(super) fn text(&self, site: &str) -> String {
        let Words { why, act, expiry, otherwise, .. } = self.words();
        let Self { name, link, .. } = self;
        format!("Hello {name},\n\n{why}\n\n{act}:\n{link}\n\n{expiry} {otherwise}\n\n{site}\n")
    }

    pub(super) fn html(&self, site: &str) -> String {
        let Words { why, act, expiry, otherwise, .. } = self.words();
        let (name, link, site) = (escaped(&self.name), escaped(&self.link), escaped(site));
        let button = "display:inline-block;padding:12px 20px;border-radius:10px;\
            background:#e0b23c;color:#1b160b;font-weight:700;text-decoration:none";
        format!(
            "<!doctype html>\n<html lang=\"en\"><body style=\"font-family:system-ui,sans-serif;\
             line-height:1.5;color:#1c1a17\">\n<p>Hello {name},</p>\n<p>{why}</p>\n\
             <p><a href=\"{link}\" style=\"{button}\">{act}</a></p>\n<p>{expiry} {otherwise}</p>\n\
             <p style=\"color:#6b655c\">{link}</p>\n<p>{site}</p>\n</body></html>\n"
        )
    }
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            other => safe.push(other),
        }
    }
    safe
}
