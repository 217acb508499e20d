//! All data of a member as one JSON file, written page by page: a ledger may be long, and no thread
//! waits for a slow reader.

use actix_web::web::Bytes;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures_util::stream::{self, Stream};
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::error::PrivacyError;
use crate::accounts::{Accounts, CasinoRequestExport, User, export_account, kept_payments};
use crate::calendar::{Calendar, RewardRow, RewardStatus};
use crate::chat::{AskedLink, Chat, ChatEarningsExport, ChatExport, ChatLinkExport};
use crate::clock::Millis;
use crate::games::export::{self as games_export, SeedPairExport};
use crate::games::{Games, LimitsView, Round};
use crate::giveaways::{GiveawayEntryRow, Giveaways};
use crate::ids::UserId;
use crate::points::Statement;
use crate::shop::{Purchase, Shop};
use crate::wallet::LedgerItem;

/// Ledger rows per page.
const LEDGER_ROWS: u64 = 200;
/// Upper bound for the purchases and entered giveaways in the file. No member reaches it, because
/// each one needs a call of its own.
const PURCHASES_MAX: usize = 100_000;

/// The modules that the file is written from.
#[derive(Clone)]
pub(super) struct Sources {
    pub(super) accounts: Accounts,
    pub(super) games: Games,
    pub(super) calendar: Calendar,
    pub(super) shop: Shop,
    pub(super) giveaways: Giveaways,
    pub(super) chat: Chat,
}

/// The data of a member.
#[derive(ToSchema)]
#[expect(dead_code, reason = "for the description: the file is written piece by piece")]
#[schema(rename_all = "camelCase")]
pub(super) struct MemberData {
    /// Time of the download, ISO 8601.
    exported_at: String,
    account: User,
    /// Profile picture: WebP, base64.
    #[schema(required)]
    picture: Option<String>,
    /// The newest request for a casino name.
    #[schema(required)]
    casino_request: Option<CasinoRequestExport>,
    /// Kinds of devices that logged in, oldest first.
    devices: Vec<String>,
    /// The linked account on the chat platform.
    #[schema(required)]
    kick: Option<ChatLinkExport>,
    /// Links that were requested in the chat.
    kick_requests: Vec<AskedLink>,
    /// Points earned by writing in the chat.
    #[schema(required)]
    kick_earnings: Option<ChatEarningsExport>,
    play_limits: LimitsView,
    /// What stays under a keyed hash of the email's mailbox and of the linked account on the chat platform, also after
    /// the account is deleted.
    kept: Vec<KeptExport>,
    calendar: CalendarExport,
    purchases: Vec<Purchase>,
    giveaways: Vec<GiveawayEntryRow>,
    seed_pairs: Vec<SeedPairExport>,
    /// Ledger entries, newest first.
    ledger: Vec<LedgerItem>,
    /// Rounds, newest first.
    rounds: Vec<Round>,
}

/// Something that is kept.
#[derive(Serialize, ToSchema)]
#[schema(as = HeldKept)]
pub(super) struct KeptExport {
    /// What it is about.
    what: String,
    /// When it is removed, ISO 8601.
    until: String,
}

/// The calendar section of the file.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HeldCalendar)]
pub(super) struct CalendarExport {
    claimed_days: Vec<String>,
    rewards: Vec<RewardExport>,
}

/// A cash reward in the file.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HeldReward)]
struct RewardExport {
    streak: u32,
    reward: String,
    earned_at: String,
    status: &'static str,
}

/// The next part of the file to write.
enum Next {
    Head,
    /// A page of the ledger, from 1, and the length of the ledger. Entries added meanwhile are left
    /// out.
    Ledger {
        page: u64,
        total: u64,
    },
    /// Rounds with lower numbers than `before`.
    Rounds {
        before: u64,
        /// Whether others were written before.
        follows: bool,
    },
    Nothing,
}

/// Streams the file in pieces.
pub(super) fn write(
    sources: Sources,
    user: UserId,
) -> impl Stream<Item = Result<Bytes, PrivacyError>> {
    stream::try_unfold((sources, Next::Head), move |(sources, next)| async move {
        let (piece, next) = match next {
            Next::Nothing => return Ok(None),
            Next::Head => {
                let total = sources.accounts.wallets.balance(user)?.ledger_seq;
                (sources.head(user).await?, Next::Ledger { page: 1, total })
            }
            Next::Ledger { page, total } => sources.ledger(user, page, total).await?,
            Next::Rounds { before, follows } => sources.rounds(user, before, follows).await?,
        };
        Ok(Some((Bytes::from(piece), (sources, next))))
    })
}

impl Sources {
    async fn head(&self, user: UserId) -> Result<String, PrivacyError> {
        let account = export_account(&self.accounts, user)?;
        let calendar = self.calendar.load_state(user).await?;
        let purchases = self.shop.own(user, PURCHASES_MAX).await?;
        let name = account.user.username.as_str();
        let purchases: Vec<_> = purchases
            .into_iter()
            .map(|(number, row)| Purchase::of(number, row, name.to_owned()))
            .collect();
        let calendar = CalendarExport {
            claimed_days: calendar.claimed.iter().map(|day| day.iso()).collect(),
            rewards: calendar.rewards.iter().map(|(reward, _)| export_reward(reward)).collect(),
        };
        let mut head = Map::new();
        let mut put = |name: &str, value: Value| head.insert(name.to_owned(), value);
        put("success", json!(true));
        put("exportedAt", json!(self.accounts.clock.now().iso()));
        put("account", plain(&account.user)?);
        put("picture", json!(account.picture.map(|bytes| STANDARD.encode(bytes))));
        put("casinoRequest", plain(&account.casino_request)?);
        put("devices", plain(&account.devices)?);
        let chat = self.chat.clone();
        let export = self.accounts.reads.run(move || chat.export(user)).await;
        let ChatExport { linked, requests, earned } = export??;
        put("kick", plain(&linked)?);
        put("kickRequests", plain(&requests)?);
        put("kickEarnings", plain(&earned)?);
        put("playLimits", plain(&self.games.limits(user).await?)?);
        put("kept", plain(&self.kept(user)?)?);
        put("calendar", plain(&calendar)?);
        put("purchases", plain(&purchases)?);
        put("giveaways", plain(&self.giveaways.entered(user, PURCHASES_MAX).await?)?);
        put("seedPairs", plain(&games_export::pairs(&self.games, user).await?)?);
        let mut text = serde_json::to_string(&head)?;
        // The lists that may be long follow page by page.
        text.pop();
        text.push_str(",\"ledger\":[");
        Ok(text)
    }

    /// What is kept beyond the account.
    fn kept(&self, user: UserId) -> Result<Vec<KeptExport>, PrivacyError> {
        let keys = self.accounts.mailboxes.keys_of(self.accounts.store.view(), user)?;
        let paid = kept_payments(&self.accounts, &keys)?.into_iter();
        let limits = games_export::kept_limits_under(&self.games, &keys)?.into_iter();
        let limits = limits.map(|until| ("Play limits of a deleted account".to_owned(), until));
        let export = |(what, until): (String, Millis)| KeptExport { what, until: until.iso() };
        Ok(paid.chain(limits).map(export).collect())
    }

    async fn ledger(
        &self,
        user: UserId,
        page: u64,
        total: u64,
    ) -> Result<(String, Next), PrivacyError> {
        let statement = Statement::of(&self.accounts, user)?.up_to(total);
        let read = self.accounts.reads.run(move || statement.page(page, LEDGER_ROWS)).await??;
        let mut text = listed(&read.items, page > 1)?;
        if page < read.pages {
            return Ok((text, Next::Ledger { page: page + 1, total }));
        }
        text.push_str("],\"rounds\":[");
        Ok((text, Next::Rounds { before: u64::MAX, follows: false }))
    }

    async fn rounds(
        &self,
        user: UserId,
        before: u64,
        follows: bool,
    ) -> Result<(String, Next), PrivacyError> {
        let (rounds, next) = games_export::rounds(&self.games, user, before).await?;
        let mut text = listed(&rounds, follows)?;
        if let Some(before) = next {
            let follows = follows || !rounds.is_empty();
            return Ok((text, Next::Rounds { before, follows }));
        }
        text.push_str("]}");
        Ok((text, Next::Nothing))
    }
}

fn export_reward(row: &RewardRow) -> RewardExport {
    RewardExport {
        streak: row.days,
        reward: row.reward.clone(),
        earned_at: Millis(row.earned_at).iso(),
        status: match row.status {
            RewardStatus::Pending => "pending",
            RewardStatus::Approved => "approved",
            RewardStatus::Paid => "paid",
            RewardStatus::Rejected => "rejected",
        },
    }
}

/// The items of a list as JSON without brackets, with a leading comma after other items.
fn listed(items: &[impl Serialize], follows: bool) -> Result<String, PrivacyError> {
    let mut text = String::new();
    for (at, item) in items.iter().enumerate() {
        if at > 0 || follows {
            text.push(',');
        }
        text.push_str(&serde_json::to_string(item)?);
    }
    Ok(text)
}

fn plain(value: &impl Serialize) -> Result<Value, PrivacyError> {
    Ok(serde_json::to_value(value)?)
}
