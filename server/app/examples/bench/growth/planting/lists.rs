//! Lists of the site: the shop, challenges, giveaways with their entries, what admins did, and what the panel lists.

use bincode::{Decode, Encode};
use pointhouse::audit::AuditRow;
use pointhouse::calendar::{RewardRow, RewardStatus};
use pointhouse::challenges::{ChallengeRow, Difficulty};
use pointhouse::draw_key::StoredSeed;
use pointhouse::giveaways::{
    EntryRow, EntryType, GiveawayRow, OutcomeRow, OwnRow, SeedRow, Stage, TallyRow, WinnerRow,
};
use pointhouse::ids::{GiveawayId, UserId};
use pointhouse::points::GrantRow;
use pointhouse::points::imports::{ImportRow, LineId, LineRow, LineState, Named, Waits};
use pointhouse::shop::ItemRow;
use pointhouse::tables::{self, NumberRow};
use pointhouse_rules::fairness::ServerSeed;
use pointhouse_rules::giveaway::{Entries, draw};
use pointhouse_store::{Log, StoredRow};

use super::{MONTHS, Planter, account_code};

const ENTRY: Log<GiveawayId, EntryRow> = Log::new(tables::GIVEAWAY_ENTRY);

/// The last giveaway that has ended.
pub(crate) const GIVEAWAY_ENDED: u64 = MONTHS;
/// A free giveaway that is open, with the entry of every fourth member.
pub(crate) const GIVEAWAY_FREE: u64 = MONTHS + 1;
/// A paid one that is open.
pub(crate) const GIVEAWAY_PAID: u64 = MONTHS + 2;
/// An item of the shop, and what each costs.
pub(crate) const ITEM: u32 = 1;
pub(super) const PRICE: u64 = 10;
const ITEMS: u32 = 24;
const CHALLENGES: u32 = 24;
/// Lines of the imported file: of four members one; a tenth of them waits.
const IMPORTED: u64 = 4;

/// The state of a list, as the shop writes it.
#[derive(Encode, Decode)]
struct ShopRow {
    revision: u64,
    last_item: u32,
    coming_soon: bool,
}

impl StoredRow for ShopRow {
    const VERSION: u8 = 1;
}

/// The same of the challenges.
#[derive(Encode, Decode)]
struct ChallengesRow {
    revision: u64,
    last: u32,
}

impl StoredRow for ChallengesRow {
    const VERSION: u8 = 1;
}

impl Planter {
    pub(super) async fn plant_lists(&mut self) {
        self.shop_and_challenges();
        self.giveaway(GIVEAWAY_FREE, (EntryType::Free, self.now), self.members / 4).await;
        self.giveaway(GIVEAWAY_PAID, (EntryType::Paid, self.now), 0).await;
        self.import().await;
    }

    /// An ended giveaway, and what admins did.
    pub(super) async fn plant_month_of_lists(&mut self, month: u64) {
        let end = self.at(month, 999);
        self.giveaway(month + 1, (EntryType::Free, end), self.members / 20).await;
        let grant = GrantRow {
            revision: 2,
            amount: 5,
            reason: "A good month".to_owned(),
            audit: 1,
            last_user: self.members,
            members: self.members,
            cursor: self.members,
            paid: self.members,
            skipped: 0,
            begun_at: end,
            ended_at: Some(end + 1000),
            key: None,
        };
        self.put(tables::GRANT, &(month + 1), &grant);
        let changes = (1..=self.members).filter(|member| (member + month).is_multiple_of(24));
        for member in changes {
            let at = self.at_of(month, member);
            let row = AuditRow {
                at,
                actor: "owner 127.0.0.1".to_owned(),
                action: "points.add".to_owned(),
                subject: format!("user:{}", UserId(member)),
                before: r#"{"points":0}"#.to_owned(),
                after: r#"{"points":10,"reason":"for the fun"}"#.to_owned(),
                person: Some(0),
                session: None,
                own_account: false,
            };
            let id = (u64::try_from(at).unwrap() << 12) + member % (1 << 12);
            self.put(tables::AUDIT, &id, &row);
            if member.is_multiple_of(10) {
                let status = if month + 1 == MONTHS && member < 1000 {
                    RewardStatus::Pending
                } else {
                    RewardStatus::Paid
                };
                let row = RewardRow {
                    revision: 1,
                    user: member,
                    days: 30,
                    reward: "$25 cash tip".to_owned(),
                    earned_at: at,
                    month: self.site.zone().month(pointhouse::clock::Millis(at)).0,
                    status,
                };
                self.put(
                    tables::REWARD,
                    &(UserId(member), 30 + u32::try_from(month).unwrap()),
                    &row,
                );
            }
            self.step().await;
        }
    }

    fn shop_and_challenges(&mut self) {
        for number in 1..=ITEMS {
            let row = ItemRow {
                revision: 1,
                place: number,
                title: "Hat".to_owned(),
                description: "A hat with the sign of the site.".to_owned(),
                image: String::new(),
                points_cost: PRICE,
                published: 1_000_000_000,
                category: "Clothes".to_owned(),
                is_active: true,
                created_at: self.now,
            };
            self.put(tables::SHOP_ITEM, &number, &row);
        }
        let head = ShopRow { revision: 1, last_item: ITEMS, coming_soon: false };
        self.put(tables::SETTING, &b"shop".to_vec(), &head);
        for number in 1..=CHALLENGES {
            let row = ChallengeRow {
                revision: 1,
                place: number,
                title: "A hundredfold".to_owned(),
                provider: "Studio".to_owned(),
                task: "Win a hundred times your bet.".to_owned(),
                description: String::new(),
                image: String::new(),
                min_bet: "$1".to_owned(),
                multiplier: "100x".to_owned(),
                reward: "100 points".to_owned(),
                difficulty: Difficulty::Medium,
                completed: number % 2 == 0,
                reward_points: Some(100),
                counted: None,
            };
            self.put(tables::CHALLENGE, &number, &row);
        }
        let head = ChallengesRow { revision: 1, last: CHALLENGES };
        self.put(tables::SETTING, &b"challenges".to_vec(), &head);
    }

    /// A giveaway with one ticket for each of the first members; drawn if its end has passed.
    async fn giveaway(&mut self, number: u64, (entry_type, end): (EntryType, i64), entrants: u64) {
        let id = GiveawayId(number);
        let seed_bytes = [number as u8; 32];
        let seed = ServerSeed::from_bytes(&seed_bytes);
        let mut entries = Entries::new(id.to_string()).unwrap();
        for member in 1..=entrants {
            let first = entries.add(&account_code(member), 1).unwrap();
            let row = EntryRow {
                user: member,
                account_id: account_code(member),
                first,
                count: 1,
                paid: 0,
                own: 1,
                entrants: member,
                at: end - 86_400_000,
                chain: *entries.chain().as_bytes(),
            };
            ENTRY.append(&mut self.batch, id, member, &row).unwrap();
            self.rows += 1;
            let own = OwnRow { tickets: 1, spent: 0, entered_at: row.at };
            self.put(tables::GIVEAWAY_OWN, &(UserId(member), id), &own);
            self.step().await;
        }
        let is_over = number <= GIVEAWAY_ENDED;
        let client_seed = entries.client_seed(None);
        let winner = draw(&seed, &client_seed, entrants, 0).map(|drawn| WinnerRow {
            hash: *drawn.hash.as_bytes(),
            index: drawn.index,
            user: drawn.index + 1,
        });
        if let Some(winner) = winner.filter(|_| is_over) {
            self.put(tables::GIVEAWAY_WIN, &(UserId(winner.user), id), &());
        }
        let client_seed = *client_seed.as_bytes();
        let outcome = OutcomeRow { at: end, early: false, client_seed, draws: 1, winner };
        let end_at = if is_over { end } else { end + 20 * 86_400_000 };
        let row = GiveawayRow {
            revision: 1,
            title: "A headset".to_owned(),
            description: "For one of you.".to_owned(),
            prize: "A headset".to_owned(),
            start_at: end - 10 * 86_400_000,
            end_at,
            entry_type,
            entry_cost: if entry_type == EntryType::Paid { 1 } else { 0 },
            commitment: *seed.commitment().as_bytes(),
            created_at: end - 10 * 86_400_000,
            changes: Vec::new(),
            stage: if is_over { Stage::Ended(outcome) } else { Stage::Open },
            hidden: false,
            names_winner: true,
        };
        self.put(tables::GIVEAWAY, &id, &row);
        self.put(tables::GIVEAWAY_SEED, &id, &SeedRow(StoredSeed::Plain(seed_bytes)));
        let chain = *entries.chain().as_bytes();
        let tally = TallyRow { entries: entrants, tickets: entrants, entrants, chain };
        self.put(tables::GIVEAWAY_TALLY, &id, &tally);
        if !is_over {
            self.put(tables::GIVEAWAY_DUE, &(u64::try_from(end_at).unwrap(), id), &());
        }
    }

    /// A file of points from another site: a tenth of its lines waits for members.
    async fn import(&mut self) {
        let lines = u32::try_from(self.members / IMPORTED).unwrap();
        let row = ImportRow {
            revision: 2,
            hash: [7; 32],
            audit: 1,
            lines,
            begun_at: self.at(0, 0),
            ended_at: Some(self.at(0, 1)),
            taken_back: None,
        };
        self.put(tables::IMPORT, &1_u64, &row);
        for line in 1..=lines {
            let key = LineId { import: 1, line };
            let waits = line.is_multiple_of(10);
            let state =
                if waits { LineState::Waiting(Waits::Unlinked) } else { LineState::Removed };
            let named = if waits {
                Named { casino: Some(format!("stranger_{line}")), ..Named::default() }
            } else {
                Named::default()
            };
            let row = LineRow { revision: 1, number: line, points: 50, named, state };
            self.put(tables::IMPORT_LINE, &key, &row);
            let mut hash = [0; 32];
            hash[..4].copy_from_slice(&line.to_be_bytes());
            self.put(tables::IMPORT_SEEN, &hash, &NumberRow(1));
            if waits {
                self.put(tables::IMPORT_WAITING, &key, &());
            }
            self.step().await;
        }
    }
}
