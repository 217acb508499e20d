//! The public surface of the server: the real server on a free port with a temporary data folder
//! and a clock that the test moves, driven by HTTP; and the real program for what only a process
//! can do. One binary, because linking the server is what takes long.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::as_conversions,
    clippy::print_stdout
)]

mod account_races;
mod accounts;
mod admin;
mod admin_accounts;
mod admin_lists;
mod allowance;
mod architecture;
mod budget;
mod calendar;
mod casino_names;
mod challenges;
mod chat;
mod closed_site;
mod code_tries;
mod command_line;
mod connections;
mod content_encoding;
mod copies;
mod copy_encryption;
mod crashes;
mod days;
mod demo;
mod dice;
mod doctor;
mod economy;
mod events;
mod every_game;
mod external;
mod external_timeouts;
mod fairness;
mod first_restore;
mod formats;
mod giveaways;
mod giveaways_admin;
mod giveaways_crashes;
mod giveaways_load;
mod giveaways_old_proof;
mod giveaways_proof;
mod giveaways_trust;
mod global_points;
mod golden;
mod grants;
mod headers;
mod health;
mod hunts;
mod hunts_answers;
mod hunts_external;
mod idempotency;
mod inactive;
mod list_orders;
mod logins;
mod long_lists;
mod mail_server;
mod metrics;
mod middleware;
mod moderation;
mod modules;
mod open_rounds;
mod outbox;
mod overlay_alerts;
mod overlay_line;
mod overlay_sources;
mod own_accounts;
mod pages;
mod panel_logins;
mod passivation;
mod passwords;
mod people;
mod picture_memory;
mod pictures;
mod plain_texts;
mod play_limits;
mod point_names;
mod points_files;
mod points_imports;
mod points_interrupted;
mod points_lines;
mod privacy;
mod profiles;
mod projections;
mod proof;
mod recovery;
mod refolding;
mod rehearsal;
mod restored;
mod restoring;
mod rig;
mod roles;
mod rows;
mod same_person;
mod sealed_seeds;
mod second_factors;
mod sessions;
mod settings;
mod shop;
mod site_pictures;
mod site_settings;
mod starting;
mod stream_page;
mod supply_chain;
mod take_over;
mod time_zones;
mod tls;
mod wager_months;
mod wager_tracking;
mod wagers;
mod wallets;
