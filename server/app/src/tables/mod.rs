//! The tables of the store: one number each, stored for ever. Never reuse a number.

mod codes;
mod plain;

use pointhouse_store::TableId;

use crate::ids::GameId;

pub(crate) use codes::stored_codes;
pub use plain::{FlagRow, NumberRow, SecretRow};
pub use pointhouse_store::{Kind, ReadRow, RowFormat};

/// The format that this program reads and writes.
///
/// 9: the oldest that is read. 10: sealed seeds of draws, and what came with them. 11: giveaways that
/// name their winners, members who are never named, imports of points that are taken back, and when the platform ended the
/// connection of the chat. A game that is added raises the number by itself: an older program cannot read its rounds. For any other
/// change raise the first summand.
pub const FORMAT: u32 = 10 + games_after(7);

/// The oldest format that is read.
pub const OLDEST: u32 = 9;

/// How many games came after the first ones.
const fn games_after(mut known: usize) -> u32 {
    let mut added = 0;
    while known < GameId::ALL.len() {
        added += 1;
        known += 1;
    }
    added
}

macro_rules! tables {
    ($($(#[$doc:meta])* $name:ident = $number:literal;)*) => {
        $($(#[$doc])* pub const $name: TableId = TableId($number);)*

        /// Every table with its name, ordered by number.
        pub const ALL: &[(TableId, &str)] = &[$(($name, stringify!($name))),*];
    };
}

tables! {
    /// Balance of a member. Key: user.
    WALLET = 1;
    /// Ledger, one log per member.
    LEDGER = 2;
    /// Responses to requests with idempotency keys. Key: user, route, hash of the idempotency key.
    RECEIPT = 3;
    /// Used once-keys. Key: the once-key.
    ONCE = 4;
    /// Rounds, one log per member.
    ROUND = 5;
    /// Seed pairs. Key: user, number.
    PAIR = 6;
    /// The seed pair in use. Key: user.
    PAIR_HEAD = 7;
    /// Accounts. Key: user.
    ACCOUNT = 8;
    /// Unique names. Key: kind, folded text.
    NAME = 9;
    /// Audit. Key: an id that rises with time.
    AUDIT = 10;
    /// Single values. Key: name.
    SETTING = 11;
    /// Switches: disabled games, the closed site. Key: game id, or `site`.
    MAINTENANCE = 12;
    /// Game tables by hash, so that old rounds stay verifiable. Key: hash.
    RULES = 13;
    /// Open rounds. Key: user, game id.
    OPEN_ROUND = 14;
    /// Ends of rounds that took several calls. Key: user, round number.
    ROUND_END = 15;
    /// Rounds to settle automatically. Key: time, user, game id.
    DUE = 16;
    /// Play limits that members set. Key: user.
    PLAY_LIMITS = 17;
    /// Claims of the calendar, one log per member by day.
    CLAIM = 18;
    /// Cash rewards that wait for an admin. Key: user, kind, number.
    REWARD = 19;
    /// Challenges. Key: number.
    CHALLENGE = 20;
    /// Items of the shop. Key: number.
    SHOP_ITEM = 21;
    /// Purchases. Key: number.
    PURCHASE = 22;
    /// Purchases of a member. Key: user, number.
    PURCHASE_OF = 23;
    /// Giveaways. Key: number.
    GIVEAWAY = 24;
    /// Server seeds of giveaways, separate from their public data. Key: number of the giveaway.
    GIVEAWAY_SEED = 25;
    /// Tickets so far and the running hash. Key: number of the giveaway.
    GIVEAWAY_TALLY = 26;
    /// Entries, one log per giveaway in the order of their commits.
    GIVEAWAY_ENTRY = 27;
    /// Tickets of a member in a giveaway. Key: user, number of the giveaway.
    GIVEAWAY_OWN = 28;
    /// Giveaways to end or refund automatically. Key: time, number.
    GIVEAWAY_DUE = 29;
    /// Emails that wait for delivery. Key: a number that rises with time.
    OUTBOX = 32;
    /// Additional data of accounts. Key: user.
    PROFILE = 33;
    /// Pictures of members, in pieces. Key: user, piece.
    PICTURE = 34;
    /// Links sent by email. Key: hash of their token.
    MAIL_TOKEN = 35;
    /// Requests for casino names. Key: number.
    APPROVAL = 36;
    /// Grants of points to all members. Key: number of the job.
    GRANT = 37;
    /// Deleted accounts, by nothing but their number. Key: user; value: time.
    DEPARTED = 38;
    /// Players of the wager tracking. Key: count of months' resets, folded name.
    WAGER_PLAYER = 40;
    /// Wagers of a player by site day. Key: count of history's resets, day, folded name.
    WAGER_DAY = 41;
    /// Wagers of all players by site day. Key: count of history's resets, day.
    WAGER_DAY_SUM = 42;
    /// Wagers of a player in a month of the source. Key: count of months' resets, month, folded
    /// name.
    WAGER_MONTH = 43;
    /// Imported files with points. Key: number.
    IMPORT = 44;
    /// Bonus hunts. Key: number.
    HUNT = 45;
    /// Slots of bonus hunts. Key: number of the hunt, number of the slot.
    HUNT_SLOT = 46;
    /// Admins' overrides of bonus hunts. Key: id of the hunt, folded.
    HUNT_OVERRIDE = 47;
    /// Months of the wager leaderboard. Key: month.
    BOARD_MONTH = 48;
    /// Places of such a month. Key: month, place from 0.
    BOARD_PLAYER = 49;
    /// The source's response that a final month was computed from. Key: month, piece.
    BOARD_RAW = 50;
    /// Net payout of a day that an admin has taken out of the prize budget. Key: day, game.
    BUDGET_RESET = 51;
    /// Whether prizes of the wager leaderboard have been paid. Key: month, rank.
    BOARD_PAYOUT = 52;
    /// Bonus hunts of an external service, as last read. Key: id of the hunt, folded.
    HUNT_OUTSIDE = 53;
    /// Lines of imported files. Key: number of the file, position of the line.
    IMPORT_LINE = 54;
    /// Import lines whose member is not known yet. Key: as the line's.
    IMPORT_WAITING = 55;
    /// Lines that were in an imported file. Key: hash of the line's content.
    IMPORT_SEEN = 56;
    /// Slots of bonus hunts of an external service. Key: id of the hunt, folded; 0; position.
    HUNT_OUTSIDE_SLOT = 58;
    /// Most recent runs of rare jobs. Key: name of the job.
    JOB = 59;
    /// Kinds of devices that logged in to an account. Key: user.
    DEVICE_KINDS = 77;
    /// Live sessions. Key: user (0: the panel), id.
    SESSION = 78;
    /// Public notes on a giveaway, one log per giveaway.
    GIVEAWAY_NOTE = 79;
    /// Giveaways that a member won and whose notice they have not dismissed. Key: user, number of
    /// the giveaway.
    GIVEAWAY_WIN = 80;
    /// Revisions of the site's settings. Key: section, revision.
    SETTINGS = 81;
    /// Their texts, in pieces. Key: section, revision, piece.
    SETTINGS_TEXT = 82;
    /// Secrets of external services. Key: name.
    SERVICE_SECRET = 83;
    /// Pictures of the site. Key: number.
    SITE_PICTURE = 84;
    /// Their bytes, in pieces. Key: number, piece.
    SITE_PICTURE_PIECE = 85;
    /// People of the panel. Key: person.
    PERSON = 86;
    /// Invitations to the panel. Key: the number that the person gets.
    INVITATION = 87;
    /// Second factors. Key: principal, as in sessions.
    SECOND_FACTOR = 88;
    /// Members who agreed to be named in the broadcast. Key: user.
    NAMED_ON_AIR = 89;
    /// Keys of the overlay's sources. Key: source.
    OVERLAY_KEY = 90;
    /// The own member account of a staff member. Key: person.
    OWN_ACCOUNT = 91;
    /// When the mailbox of an account's email was proved. Key: user.
    MAILBOX_PROOF = 93;
    /// What was paid once ever. Key: keyed hash of a mailbox or of an account of the chat platform, name.
    KEPT_PAYMENT = 94;
    /// Play limits of deleted accounts. Key: keyed hash of a mailbox or of an account of the chat platform.
    KEPT_LIMITS = 95;
    /// Public notes on the seeds of the whole site, one log.
    DRAW_NOTE = 96;
    /// Projection: net points per month or week and member. Key: period, user.
    MONTH = 64;
    /// Projection: net payout per site day and game. Key: day, game.
    BUDGET = 65;
    /// Projection: the latest bets of all members. One row.
    FEED = 66;
    /// Projection: what each game took and paid since the site's first start. Key: game id.
    ECONOMY = 67;
    /// Projection: points created and removed per site day and source. Key: day, source.
    FLOW = 68;
    /// Projection: points that admins granted to a member in a month or week, and took back. Key:
    /// period, user.
    GRANTED = 69;
    /// Single values of the chat: the connected channel, the platform's key. Key: name.
    CHAT = 70;
    /// Sign-ins on the chat platform that are in progress. Key: hash of the state.
    CHAT_FLOW = 71;
    /// How a member's chat account was linked. Key: user.
    CHAT_LINK = 72;
    /// Links requested in the chat. Key: the platform's id of the chatter.
    CHAT_REQUEST = 73;
    /// Processed deliveries and messages of the platform. Key: hash of their id.
    CHAT_SEEN = 74;
    /// Points a member earned by chatting on a day. Key: user.
    CHAT_EARNED = 75;
    /// Points a chatter earned on a day, whichever member they were linked to. Key: the platform's
    /// id.
    CHAT_EARNED_BY = 76;
}
