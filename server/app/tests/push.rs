//! Live push end to end: the product's broadcaster on a free port of 127.0.0.1, driven by the stock
//! client in node and by raw connections that send what no stock client sends.
//!
//! The stock client is installed by `npm ci` in `tests/push`; without it, or without node, the
//! tests that need it fail with a message.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::as_conversions
)]

#[path = "push/browser.rs"]
mod browser;
#[path = "push/hostile.rs"]
mod hostile;
#[path = "push/input.rs"]
mod input;
#[path = "push/limits.rs"]
mod limits;
#[path = "push/raw.rs"]
mod raw;
#[path = "push/site.rs"]
mod site;
#[path = "push/stock.rs"]
mod stock;
