//! Settings of the site: stored at the first start, changed in the panel while the site runs.

mod bounds;
mod community;
mod cycles;
mod first_start;
mod folders;
mod games;
mod kills;
mod locks;
mod mail;
mod owner_keys;
mod panel;
mod read_only;
mod refusals;
mod saves;
mod secrets;
mod services;
mod transfer;
mod zones;

pub(crate) use panel::{Panel, with};
