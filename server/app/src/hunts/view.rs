//! Wire shapes of bonus hunts: the field names of the external services next to our own.

use std::collections::BTreeMap;

use pointhouse_rules::mask::mask_username;
use serde::Serialize;
use utoipa::ToSchema;

use super::model::{Hunt, times};
use super::records::{HuntStatus, SlotRow};
use crate::accounts::ShownNames;
use crate::cents::Cents;
use crate::clock::Millis;

/// Source of the hunts.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HuntSource {
    /// Stored by this site; editable.
    Local,
    /// Read from an external service; read-only.
    External,
}

/// A hunt without its slots. Money is in dollars, averages are multiples of the bet.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HuntSummary {
    id: String,
    name: String,
    description: String,
    streamer_name: String,
    /// ISO 8601.
    date: String,
    /// ISO 8601; the same as `date`.
    hunt_date: String,
    created_at: String,
    source: HuntSource,
    status: HuntStatus,
    /// Incremented by each change.
    revision: u64,
    /// Tag of the editable details; changes whenever one of them changes.
    details_tag: String,
    total_slots: usize,
    opened_slots: usize,
    remaining_slots: usize,
    starting_balance: f64,
    amount_won: f64,
    /// Total won minus the starting balance, in dollars.
    profit_loss: f64,
    /// Sum of all bets, in dollars.
    total_value: f64,
    highest_payout: f64,
    highest_multiplier: f64,
    running_average: f64,
    required_average: f64,
    #[serde(flatten)]
    external_names: HuntFigures,
}

/// The same figures under the field names of the external services.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HuntFigures {
    bonus_count_total: usize,
    bonus_count_opened: usize,
    bonus_count_remaining: usize,
    /// Formatted: `$1,234.50`.
    info_start_cost: String,
    /// Formatted: `$1,234.50`.
    info_amount_won: String,
    /// Formatted: `$1,234.50`.
    info_highest_payout: String,
    /// Formatted: `500x`.
    info_highest_multi: String,
    /// Formatted: `500x`.
    info_running_average: String,
    /// Formatted: `500x`.
    info_required_average: String,
}

/// A slot of a hunt.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HuntSlot {
    id: String,
    /// Incremented by each change of this slot.
    revision: u64,
    slot_name: String,
    provider: String,
    called_by: String,
    /// Formatted: `$1.00`.
    bet_amount: String,
    /// Bet in dollars.
    bet: f64,
    /// Win in dollars; 0 while unopened.
    amount_won: f64,
    /// Formatted: `500x`; `0x` while unopened.
    multiplier: String,
    /// Win divided by bet.
    times: f64,
    opened: bool,
    /// True when the caller gets a tip.
    has_tip: bool,
}

/// The same slot under the field names of the external services.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HuntBonus {
    id: String,
    name: String,
    provider_name: String,
    bet_size: String,
    payout: String,
    multiplier: String,
    /// The caller.
    note: String,
}

/// A hunt with its slots.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HuntAnswer {
    /// Message for the user.
    message: &'static str,
    #[serde(flatten)]
    summary: HuntSummary,
    slots: Vec<HuntSlot>,
    bonuses: Vec<HuntBonus>,
}

/// Converts hundredths to a number.
fn number(hundredths: u64) -> f64 {
    Cents(hundredths).dollars()
}

pub(super) fn summary(hunt: &Hunt) -> HuntSummary {
    let (row, figures) = (&hunt.row, hunt.figures());
    let date = Millis(row.hunt_date).iso();
    HuntSummary {
        id: row.id.clone(),
        name: row.name.clone(),
        description: row.description.clone(),
        streamer_name: row.streamer_name.clone(),
        hunt_date: date.clone(),
        date,
        created_at: Millis(row.created_at).iso(),
        source: match hunt.external_ids {
            None => HuntSource::Local,
            Some(_) => HuntSource::External,
        },
        status: hunt.status(),
        revision: row.revision,
        details_tag: row.details_tag(),
        total_slots: hunt.slots.len(),
        opened_slots: figures.opened,
        remaining_slots: figures.remaining,
        starting_balance: row.starting_balance.dollars(),
        amount_won: figures.won.dollars(),
        profit_loss: difference(figures.won, row.starting_balance),
        total_value: figures.value.dollars(),
        highest_payout: figures.highest_win.dollars(),
        highest_multiplier: number(figures.highest_multiplier),
        running_average: number(figures.running_average),
        required_average: number(figures.required_average),
        external_names: HuntFigures {
            bonus_count_total: hunt.slots.len(),
            bonus_count_opened: figures.opened,
            bonus_count_remaining: figures.remaining,
            info_start_cost: row.starting_balance.to_string(),
            info_amount_won: figures.won.to_string(),
            info_highest_payout: figures.highest_win.to_string(),
            info_highest_multi: times(figures.highest_multiplier),
            info_running_average: times(figures.running_average),
            info_required_average: times(figures.required_average),
        },
    }
}

/// The difference in dollars. Cents are subtracted as integers.
fn difference(one: Cents, other: Cents) -> f64 {
    if one >= other { Cents(one.0 - other.0).dollars() } else { -Cents(other.0 - one.0).dollars() }
}

pub(super) fn slot(hunt: &Hunt, number_of: u32, row: &SlotRow) -> HuntSlot {
    let win = row.win.unwrap_or_default();
    let multiplier = win.hundredths_of(row.bet);
    let id = hunt.slot_id(number_of);
    HuntSlot {
        has_tip: hunt.said.tips.contains(&id),
        id,
        revision: row.revision,
        slot_name: row.name.clone(),
        provider: row.provider.clone(),
        called_by: row.called_by.clone(),
        bet_amount: row.bet.to_string(),
        bet: row.bet.dollars(),
        amount_won: win.dollars(),
        multiplier: times(multiplier),
        times: number(multiplier),
        opened: row.win.is_some(),
    }
}

fn bonus(slot: &HuntSlot, win: Option<Cents>) -> HuntBonus {
    HuntBonus {
        id: slot.id.clone(),
        name: slot.slot_name.clone(),
        provider_name: slot.provider.clone(),
        bet_size: slot.bet_amount.clone(),
        payout: win.unwrap_or_default().to_string(),
        multiplier: slot.multiplier.clone(),
        note: slot.called_by.clone(),
    }
}

pub(super) fn whole(hunt: &Hunt) -> HuntAnswer {
    let slots: Vec<HuntSlot> =
        hunt.slots.iter().map(|(number, row)| slot(hunt, *number, row)).collect();
    let wins = hunt.slots.values().map(|row| row.win);
    let bonuses = slots.iter().zip(wins).map(|(slot, win)| bonus(slot, win)).collect();
    HuntAnswer { message: "The bonus hunt", summary: summary(hunt), slots, bonuses }
}

impl HuntAnswer {
    /// The same hunt, with the callers of its slots as they may be shown.
    pub(super) fn with_callers(mut self, names: &ShownNames) -> Self {
        let streamer = &self.summary.streamer_name;
        for slot in &mut self.slots {
            slot.called_by = names.caller(&slot.called_by, streamer);
        }
        for bonus in &mut self.bonuses {
            bonus.note = names.caller(&bonus.note, streamer);
        }
        self
    }
}

/// An admin's override of a hunt.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HuntOverride {
    /// Status shown instead of the computed one.
    #[schema(required)]
    status: Option<HuntStatus>,
    /// By id of the bonus: true where the caller gets a tip.
    slot_tips: BTreeMap<String, bool>,
}

pub(super) fn said(hunt: &Hunt) -> HuntOverride {
    let tips = hunt.said.tips.iter().map(|id| (id.clone(), true));
    HuntOverride { status: hunt.said.status, slot_tips: tips.collect() }
}

/// A hunt as the broadcast shows it. Money is in dollars, averages are multiples of the bet.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HuntOnAir {
    /// Its id.
    pub id: String,
    name: String,
    /// Where it is.
    pub status: OnAirHuntStatus,
    starting: f64,
    won: f64,
    profit: f64,
    opened: usize,
    total: usize,
    /// What the unopened slots must pay on average.
    required: f64,
    /// What the opened slots paid on average.
    average: f64,
    /// The slot that is opened next.
    #[schema(required)]
    current: Option<SlotOnAir>,
    /// The slot with the highest multiplier.
    #[schema(required)]
    best: Option<OpenedOnAir>,
    /// The last opened slot, in their order.
    #[schema(required)]
    last: Option<OpenedOnAir>,
}

impl HuntOnAir {
    /// A hunt for the panel to try the overlay with.
    pub fn example() -> Self {
        let opened =
            |name: &str, times: f64| OpenedOnAir { name: name.to_owned(), times, win: times * 2.0 };
        Self {
            id: "example".to_owned(),
            name: "Example hunt".to_owned(),
            status: OnAirHuntStatus::Active,
            starting: 1_000.0,
            won: 640.0,
            profit: -360.0,
            opened: 4,
            total: 10,
            required: 30.0,
            average: 80.0,
            current: Some(SlotOnAir {
                name: "Example slot".to_owned(),
                provider: "Example provider".to_owned(),
                bet: 2.0,
                caller: "Example member".to_owned(),
            }),
            best: Some(opened("Another slot", 210.0)),
            last: Some(opened("The slot before", 12.5)),
        }
    }
}

/// Where a hunt is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OnAirHuntStatus {
    /// Bonuses are being collected.
    Preparing,
    /// Bonuses are being opened.
    Active,
    /// All bonuses are opened.
    Completed,
}

/// A slot that waits.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct SlotOnAir {
    name: String,
    provider: String,
    bet: f64,
    caller: String,
}

/// A slot that was opened.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct OpenedOnAir {
    name: String,
    times: f64,
    win: f64,
}

/// Shows a hunt in the broadcast. Without the rules for names, the caller is masked.
pub(super) fn on_air(hunt: &Hunt, names: Option<&ShownNames>) -> HuntOnAir {
    let (row, figures) = (&hunt.row, hunt.figures());
    let opened = |slot: &SlotRow| {
        let win = slot.win?;
        let times = number(win.hundredths_of(slot.bet));
        Some(OpenedOnAir { name: slot.name.clone(), times, win: win.dollars() })
    };
    let mut wins = hunt.slots.values().filter_map(opened);
    let best = wins.clone().max_by(|one, other| one.times.total_cmp(&other.times));
    let next = hunt.slots.values().find(|slot| slot.win.is_none());
    HuntOnAir {
        id: row.id.clone(),
        name: row.name.clone(),
        status: match hunt.status() {
            HuntStatus::Live => OnAirHuntStatus::Active,
            HuntStatus::Active => OnAirHuntStatus::Preparing,
            HuntStatus::Completed => OnAirHuntStatus::Completed,
        },
        starting: row.starting_balance.dollars(),
        won: figures.won.dollars(),
        profit: difference(figures.won, row.starting_balance),
        opened: figures.opened,
        total: hunt.slots.len(),
        required: number(figures.required_average),
        average: number(figures.running_average),
        current: next.map(|slot| SlotOnAir {
            name: slot.name.clone(),
            provider: slot.provider.clone(),
            bet: slot.bet.dollars(),
            caller: names.map_or_else(
                || mask_username(&slot.called_by),
                |names| names.caller(&slot.called_by, &row.streamer_name),
            ),
        }),
        best,
        last: wins.next_back(),
    }
}
