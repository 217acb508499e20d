//! The test rig: a real server on a free port of 127.0.0.1 with its own folder and clock, the calls
//! that drive it, and the real program for what only a process can do.

mod answer;
mod counterpart;
mod description;
mod members;
mod patience;
mod post_office;
mod program;
mod server;

pub(crate) use answer::{Answer, Call};
pub(crate) use counterpart::{Asked, Counterpart, Reply};
pub(crate) use members::{Member, PASSWORD, planted_draws, planted_roll};
pub(crate) use patience::Patience;
pub(crate) use post_office::{Authority, MAIL_PASSWORD, PostOffice};
pub(crate) use program::{Finished, Program, Serving, free_port};
pub(crate) use server::{OWNER_PASSWORD, Server};

/// 2026-03-10 01:00 UTC: noon in Sydney, the middle of a site day.
pub(crate) const NOON: i64 = 1_773_104_400_000;
pub(crate) const SECOND: i64 = 1000;
pub(crate) const HOUR: i64 = 3600 * SECOND;
pub(crate) const DAY: i64 = 24 * HOUR;

/// A client of this process's tests. None of them leaves 127.0.0.1, but a client has to know how.
pub(crate) fn client() -> reqwest::ClientBuilder {
    pointhouse::external::prepare_tls();
    reqwest::Client::builder()
}

/// As [`client`], for tests without a runtime.
pub(crate) fn blocking_client() -> reqwest::blocking::Client {
    pointhouse::external::prepare_tls();
    reqwest::blocking::Client::new()
}
