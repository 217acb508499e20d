//! Prints the figures of ARCHITECTURE.md: `scripts/bench NAME [ARGUMENTS]`. One program, because each is linked with
//! the whole site.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::indexing_slicing,
    clippy::print_stderr,
    clippy::print_stdout,
    unreachable_pub
)]

mod accounts;
mod bare;
mod bets;
mod calls;
mod cluster;
mod games;
mod growth;
mod leaderboard;
mod load;
mod logins;
#[path = "../../../cluster/tests/members/mod.rs"]
mod members;
mod old;
mod pages;
// The soak uses more of it.
#[allow(dead_code)]
mod product;
mod push;

/// That of the product, for everything it is compared with.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let arguments: Vec<String> = arguments.collect();
    match name.as_str() {
        "accounts" => accounts::bench(&arguments),
        bare::NAME => bare::serve(&arguments[0]),
        "bets" => bets::bench(&arguments),
        "calls" => calls::bench(&arguments),
        "cluster" => cluster::bench(&arguments),
        "games" => games::bench(&arguments),
        growth::NAME => growth::bench(&arguments),
        "leaderboard" => leaderboard::bench(&arguments),
        "old" => old::bench(&arguments),
        "logins" => logins::bench(&arguments),
        "pages" => pages::bench(&arguments),
        push::NAME => push::bench(&arguments),
        _ => panic!("no such bench: {name}"),
    }
}
