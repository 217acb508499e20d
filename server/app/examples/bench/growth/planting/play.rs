//! What members do each month: rounds of the instant games, claims of the calendar, purchases. Each with its entries
//! of the ledger.

use bincode::{Decode, Encode};
use pointhouse::calendar::ClaimRow;
use pointhouse::games::{
    AnyBet, PairRow, RoundRow, RuleSet, Rules, Seeds, bet_examples, has_moves, play,
};
use pointhouse::ids::UserId;
use pointhouse::shop::{PurchaseRow, PurchaseStatus};
use pointhouse::startup::Site;
use pointhouse::tables;
use pointhouse::wallet::{LedgerRow, Reason, Reference, WalletRow};
use pointhouse_rules::fairness::{ClientSeed, ServerSeed};
use pointhouse_store::{Log, StoredRow};
use std::sync::Arc;

use super::lists::{ITEM, PRICE};
use super::{HEAVY, HEAVY_ROUNDS, Planter};

const LEDGER: Log<UserId, LedgerRow> = Log::new(tables::LEDGER);
const ROUND: Log<UserId, RoundRow> = Log::new(tables::ROUND);
const CLAIM: Log<UserId, ClaimRow> = Log::new(tables::CLAIM);

/// So that no member runs out of points.
const FIRST_POINTS: u64 = 10_000_000;

/// As the games write it.
#[derive(Encode, Decode)]
struct PairHeadRow {
    revision: u64,
    active: u32,
}

impl StoredRow for PairHeadRow {
    const VERSION: u8 = 1;
}

/// Where a member is.
#[derive(Clone, Default)]
struct Place {
    balance: u64,
    entries: u64,
    rounds: u64,
    earned: u64,
}

/// The members' logs.
pub(super) struct Play {
    places: Vec<Place>,
    bets: Vec<(AnyBet, Arc<RuleSet>)>,
    purchases: u64,
}

impl Play {
    pub(super) async fn new(site: &Site, members: u64) -> Self {
        let tables = &site.settings().now().games.tables;
        let in_force = Rules::load(site.store(), tables).await.unwrap();
        let bets = bet_examples()
            .into_iter()
            .filter(|example| !has_moves(example.game))
            .map(|example| {
                let set = in_force.current(example.game).unwrap();
                let body = serde_json::from_str(example.bodies[0]).unwrap();
                (set.table.read_bet(&body).unwrap(), set)
            })
            .collect();
        Self { places: vec![Place::default(); members as usize + 1], bets, purchases: 0 }
    }

    pub(super) async fn plant_month(&mut self, planter: &mut Planter, month: u64) {
        for member in 1..=planter.members {
            let at = planter.at_of(month, member);
            if month == 0 {
                self.begin(planter, member, at);
            }
            if (member + month).is_multiple_of(2) {
                self.claim(planter, member, at);
            }
            let rounds = if member <= HEAVY { HEAVY_ROUNDS } else { 1 };
            for _ in 0..rounds {
                self.round(planter, member, at);
                planter.step().await;
            }
            if (member + month).is_multiple_of(60) {
                self.purchase(planter, member, at);
            }
            let place = &self.places[member as usize];
            let wallet = WalletRow {
                revision: place.entries,
                balance: place.balance,
                ledger_seq: place.entries,
            };
            planter.put(tables::WALLET, &UserId(member), &wallet);
            planter.step().await;
        }
    }

    fn begin(&mut self, planter: &mut Planter, member: u64, at: i64) {
        let user = UserId(member);
        let pair = |number: u8, client: Option<String>| {
            PairRow::plain([number ^ member as u8; 32], client, 1)
        };
        planter.put(tables::PAIR, &(user, 1_u32), &pair(1, Some(client_seed(member))));
        planter.put(tables::PAIR, &(user, 2_u32), &pair(2, None));
        planter.put(tables::PAIR_HEAD, &user, &PairHeadRow { revision: 1, active: 1 });
        let points = FIRST_POINTS as i64;
        self.entry(planter, member, (points, Reason::Welcome, None), at);
    }

    /// Returns the balance and the sequence after it.
    fn entry(
        &mut self,
        planter: &mut Planter,
        member: u64,
        (amount, reason, reference): (i64, Reason, Option<Reference>),
        at: i64,
    ) -> (u64, u64) {
        let place = &mut self.places[member as usize];
        place.balance = place.balance.checked_add_signed(amount).unwrap();
        place.entries += 1;
        let row = LedgerRow { amount, balance: place.balance, reason, reference, at };
        LEDGER.append(&mut planter.batch, UserId(member), place.entries, &row).unwrap();
        planter.rows += 1;
        (place.balance, place.entries)
    }

    fn claim(&mut self, planter: &mut Planter, member: u64, at: i64) {
        let day = planter.day(at);
        let reference = Some(Reference::Claim(day));
        let (balance, ledger_seq) =
            self.entry(planter, member, (10, Reason::CalendarDay, reference), at);
        let place = &mut self.places[member as usize];
        place.earned += 10;
        let row = ClaimRow {
            streak: 1,
            base: 10,
            milestone: 0,
            total_earned: place.earned,
            at,
            key: None,
            balance,
            ledger_seq,
        };
        let day_number = u64::try_from(day.0).unwrap();
        CLAIM.append(&mut planter.batch, UserId(member), day_number, &row).unwrap();
        let once = format!("claim/{}/{}", UserId(member), day.iso()).into_bytes();
        planter.put(tables::ONCE, &once, &());
    }

    fn round(&mut self, planter: &mut Planter, member: u64, at: i64) {
        let number = self.places[member as usize].rounds + 1;
        self.places[member as usize].rounds = number;
        let (bet, set) = self.bets[(member + number) as usize % self.bets.len()].clone();
        let server = ServerSeed::from_bytes(&[1 ^ member as u8; 32]);
        let client = ClientSeed::new(client_seed(member)).unwrap();
        let nonce = number - 1;
        let game = bet.game();
        let played =
            play(&set.table, bet, Seeds { server: &server, client: &client, nonce }).unwrap();
        let (staked, payout) = (played.staked.get(), played.payout.get());
        let reference = Some(Reference::Round(number));
        let stake = (-(staked as i64), Reason::Stake(game), reference);
        let (mut balance, mut ledger_seq) = self.entry(planter, member, stake, at);
        if payout > 0 {
            let paid = (payout as i64, Reason::Payout(game), reference);
            (balance, ledger_seq) = self.entry(planter, member, paid, at);
        }
        let row = RoundRow {
            pair: 1,
            nonce,
            rules: set.id,
            staked,
            payout,
            at,
            key: None,
            balance,
            ledger_seq,
            play: played.play,
        };
        ROUND.append(&mut planter.batch, UserId(member), number, &row).unwrap();
        planter.rows += 1;
    }

    fn purchase(&mut self, planter: &mut Planter, member: u64, at: i64) {
        self.purchases += 1;
        let number = self.purchases;
        let price = (-(PRICE as i64), Reason::Purchase, Some(Reference::Purchase(number)));
        self.entry(planter, member, price, at);
        // The last weeks' purchases wait, at most a thousand.
        let waits = planter.now - at < 7 * 86_400_000 && number.is_multiple_of(10);
        let row = PurchaseRow {
            revision: 1,
            user: member,
            item: ITEM,
            title: "Hat".to_owned(),
            points_cost: PRICE,
            at,
            status: if waits { PurchaseStatus::Pending } else { PurchaseStatus::Completed },
            cancelled: 0,
        };
        planter.put(tables::PURCHASE, &number, &row);
        planter.put(tables::PURCHASE_OF, &(UserId(member), number), &());
    }
}

fn client_seed(member: u64) -> String {
    format!("planted-{member}")
}
