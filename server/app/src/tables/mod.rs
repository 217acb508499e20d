//! The tables of the store: one number each, on disk for ever. Never reuse a number.

mod plain;

use pointhouse_store::TableId;

pub use plain::{FlagRow, NumberRow, SecretRow};
pub use pointhouse_store::{Kind, ReadRow, RowFormat};

macro_rules! tables {
    ($($(#[$doc:meta])* $name:ident = $number:literal;)*) => {
        $($(#[$doc])* pub const $name: TableId = TableId($number);)*

        /// Every table with its name, in the order of their numbers.
        pub const ALL: &[(TableId, &str)] = &[$(($name, stringify!($name))),*];
    };
}

tables! {
    /// Balance of a member. Key: user.
    WALLET = 1;
    /// Ledger, one log per member.
    LEDGER = 2;
    /// Answers already given. Key: user, route, hash of the idempotency key.
    RECEIPT = 3;
    /// Things that may happen once. Key: their own text.
    ONCE = 4;
    /// Rounds, one log per member.
    ROUND = 5;
    /// Seed pairs. Key: user, number.
    PAIR = 6;
    /// Which pair is in use. Key: user.
    PAIR_HEAD = 7;
    /// Accounts. Key: user.
    ACCOUNT = 8;
    /// Unique names. Key: kind, folded text.
    NAME = 9;
    /// Audit. Key: an id that rises with time.
    AUDIT = 10;
    /// Small things there is one of. Key: name.
    SETTING = 11;
    /// Switches: disabled games, the closed site. Key: game id, or `site`.
    MAINTENANCE = 12;
    /// Tables of the rules by hash, so that old rounds stay checkable. Key: hash.
    RULES = 13;
    /// Open rounds. Key: user, game id.
    OPEN_ROUND = 14;
    /// How rounds of several calls ended. Key: user, round number.
    ROUND_END = 15;
    /// What settles or ends by itself. Key: time, user, game id.
    DUE = 16;
    /// Limits that members set themselves. Key: user.
    PLAY_LIMITS = 17;
    /// Claims of the calendar, one log per member by day.
    CLAIM = 18;
    /// Rewards outside the points that wait for an admin. Key: user, kind, number.
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
    /// Server seeds of giveaways, apart from what is shown of them. Key: number of the giveaway.
    GIVEAWAY_SEED = 25;
    /// Tickets so far and the running hash. Key: number of the giveaway.
    GIVEAWAY_TALLY = 26;
    /// Entries, one log per giveaway in the order of their commits.
    GIVEAWAY_ENTRY = 27;
    /// What a member has in a giveaway. Key: user, number of the giveaway.
    GIVEAWAY_OWN = 28;
    /// Giveaways that end, or are refunded, by themselves. Key: time, number.
    GIVEAWAY_DUE = 29;
    /// Letters that wait. Key: a number that rises with time.
    OUTBOX = 32;
    /// What an account has beside itself. Key: user.
    PROFILE = 33;
    /// Pictures of members, in pieces. Key: user, piece.
    PICTURE = 34;
    /// Links that were sent by mail. Key: hash of their token.
    MAIL_TOKEN = 35;
    /// Names elsewhere that members asked an admin to approve. Key: number.
    APPROVAL = 36;
    /// Points for everybody. Key: number of the job.
    GRANT = 37;
    /// Members who have left, by nothing but their number. Key: user; value: when.
    DEPARTED = 38;
    /// Players of the wager tracking as they stand. Key: count of months' resets, folded name.
    WAGER_PLAYER = 40;
    /// What a player wagered by a site day. Key: count of history's resets, day, folded name.
    WAGER_DAY = 41;
    /// What all players wagered by a site day. Key: count of history's resets, day.
    WAGER_DAY_SUM = 42;
    /// What a player wagered in a month of the source. Key: count of months' resets, month, folded name.
    WAGER_MONTH = 43;
    /// Files with points that admins brought. Key: number.
    IMPORT = 44;
    /// Bonus hunts. Key: number.
    HUNT = 45;
    /// Slots of bonus hunts. Key: number of the hunt, number of the slot.
    HUNT_SLOT = 46;
    /// What admins say over bonus hunts. Key: id of the hunt, folded.
    HUNT_OVERRIDE = 47;
    /// Months of the wager leaderboard. Key: month.
    BOARD_MONTH = 48;
    /// Places of such a month. Key: month, place from 0.
    BOARD_PLAYER = 49;
    /// The source's answer that a frozen month was made of. Key: month, piece.
    BOARD_RAW = 50;
    /// Net payout of a day that an admin has struck off the prize budget. Key: day, game.
    BUDGET_RESET = 51;
    /// Whether prizes of the wager leaderboard have been paid. Key: month, rank.
    BOARD_PAYOUT = 52;
    /// Bonus hunts of a service, as they were read last. Key: id of the hunt, folded.
    HUNT_OUTSIDE = 53;
    /// Lines of such files. Key: number of the file, place of the line.
    IMPORT_LINE = 54;
    /// Lines whose member is not known yet. Key: as the line's.
    IMPORT_WAITING = 55;
    /// Lines that have been in a file, whatever else was in it. Key: hash of what the line says.
    IMPORT_SEEN = 56;
    /// Slots of such hunts. Key: id of the hunt, folded; 0; place.
    HUNT_OUTSIDE_SLOT = 58;
    /// When jobs ran that run rarely. Key: name of the job.
    JOB = 59;
    /// Kinds of devices that logged in to an account. Key: user.
    DEVICE_KINDS = 77;
    /// Live sessions. Key: user (0: the panel), id.
    SESSION = 78;
    /// What everybody is shown of a giveaway beside its row, one log per giveaway.
    GIVEAWAY_NOTE = 79;
    /// Giveaways that a member won and has not dismissed the notice of. Key: user, number of the giveaway.
    GIVEAWAY_WIN = 80;
    /// Projection: net points per month and member. Key: month, user.
    MONTH = 64;
    /// Projection: net payout per site day and game. Key: day, game.
    BUDGET = 65;
    /// Projection: the latest bets of all members. One row.
    FEED = 66;
    /// Projection: what each game took and gave since the site began. Key: game id.
    ECONOMY = 67;
    /// Projection: points made and taken per site day and source. Key: day, source.
    FLOW = 68;
    /// Projection: points that admins granted to a member in a month, and took back of them. Key: month,
    /// user.
    GRANTED = 69;
    /// Small things of the chat there is one of: the connected channel, the platform's key. Key: name.
    CHAT = 70;
    /// Ways to the chat platform and back that are under way. Key: hash of the state.
    CHAT_FLOW = 71;
    /// How a member's chat account was linked. Key: user.
    CHAT_LINK = 72;
    /// Links that were asked for in the chat. Key: the platform's id of who asked.
    CHAT_REQUEST = 73;
    /// Deliveries and messages of the platform that were taken. Key: hash of their id.
    CHAT_SEEN = 74;
    /// What a member got for chatting on a day. Key: user.
    CHAT_EARNED = 75;
    /// What somebody in the chat got for writing on a day, whoever they were linked to. Key: the platform's
    /// id.
    CHAT_EARNED_BY = 76;
}
