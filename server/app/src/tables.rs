//! The tables of the store: one number each, on disk for ever. Never reuse a number.

use pointhouse_store::Table;

/// Balance of a member. Key: user.
pub const WALLET: Table = Table(1);
/// Ledger, one log per member.
pub const LEDGER: Table = Table(2);
/// Answers already given. Key: user, route, hash of the idempotency key.
pub const RECEIPT: Table = Table(3);
/// Things that may happen once. Key: their own text.
pub const ONCE: Table = Table(4);
/// Rounds, one log per member.
pub const ROUND: Table = Table(5);
/// Seed pairs. Key: user, number.
pub const PAIR: Table = Table(6);
/// Which pair is in use. Key: user.
pub const PAIR_HEAD: Table = Table(7);
/// Accounts. Key: user.
pub const ACCOUNT: Table = Table(8);
/// Unique names. Key: kind, folded text.
pub const NAME: Table = Table(9);
/// Audit. Key: an id that rises with time.
pub const AUDIT: Table = Table(10);
/// Small things there is one of. Key: name.
pub const SETTING: Table = Table(11);
/// Switches: disabled games, the closed site. Key: game id, or `site`.
pub const MAINTENANCE: Table = Table(12);
/// Tables of the rules by hash, so that old rounds stay checkable. Key: hash.
pub const RULES: Table = Table(13);
/// Open rounds. Key: user, game id.
pub const OPEN_ROUND: Table = Table(14);
/// How rounds of several calls ended. Key: user, round number.
pub const ROUND_END: Table = Table(15);
/// What settles or ends by itself. Key: time, user, game id.
pub const DUE: Table = Table(16);
/// Limits that members set themselves. Key: user.
pub const PLAY_LIMITS: Table = Table(17);
/// Claims of the calendar, one log per member by day.
pub const CLAIM: Table = Table(18);
/// Rewards outside the points that wait for an admin. Key: user, kind, number.
pub const REWARD: Table = Table(19);
/// Challenges. Key: number.
pub const CHALLENGE: Table = Table(20);
/// Items of the shop. Key: number.
pub const SHOP_ITEM: Table = Table(21);
/// Purchases. Key: number.
pub const PURCHASE: Table = Table(22);
/// Purchases of a member. Key: user, number.
pub const PURCHASE_OF: Table = Table(23);
/// Giveaways. Key: number.
pub const GIVEAWAY: Table = Table(24);
/// Server seeds of giveaways, apart from what is shown of them. Key: number of the giveaway.
pub const GIVEAWAY_SEED: Table = Table(25);
/// Tickets so far and the running hash. Key: number of the giveaway.
pub const GIVEAWAY_TALLY: Table = Table(26);
/// Entries, one log per giveaway in the order of their commits.
pub const GIVEAWAY_ENTRY: Table = Table(27);
/// What a member has in a giveaway. Key: user, number of the giveaway.
pub const GIVEAWAY_OWN: Table = Table(28);
/// Giveaways that end, or are refunded, by themselves. Key: time, number.
pub const GIVEAWAY_DUE: Table = Table(29);
/// Letters that wait. Key: a number that rises with time.
pub const OUTBOX: Table = Table(32);
/// What an account has beside itself. Key: user.
pub const PROFILE: Table = Table(33);
/// Pictures of members, in pieces. Key: user, piece.
pub const PICTURE: Table = Table(34);
/// Links that were sent by mail. Key: hash of their token.
pub const MAIL_TOKEN: Table = Table(35);
/// Names elsewhere that members asked an admin to approve. Key: number.
pub const APPROVAL: Table = Table(36);
/// Points for everybody. Key: number of the job.
pub const GRANT: Table = Table(37);
/// Members who have left, by nothing but their number. Key: user; value: when.
pub const DEPARTED: Table = Table(38);
/// Players of the wager tracking as they stand. Key: count of months' resets, folded name.
pub const WAGER_PLAYER: Table = Table(40);
/// What a player wagered by a site day. Key: count of history's resets, day, folded name.
pub const WAGER_DAY: Table = Table(41);
/// What all players wagered by a site day. Key: count of history's resets, day.
pub const WAGER_DAY_SUM: Table = Table(42);
/// What a player wagered in a month of the source. Key: count of months' resets, month, folded name.
pub const WAGER_MONTH: Table = Table(43);
/// Files with points that admins brought. Key: number.
pub const IMPORT: Table = Table(44);
/// Bonus hunts. Key: number.
pub const HUNT: Table = Table(45);
/// Slots of bonus hunts. Key: number of the hunt, number of the slot.
pub const HUNT_SLOT: Table = Table(46);
/// What admins say over bonus hunts. Key: id of the hunt, folded.
pub const HUNT_OVERRIDE: Table = Table(47);
/// Months of the wager leaderboard. Key: month.
pub const BOARD_MONTH: Table = Table(48);
/// Places of such a month. Key: month, place from 0.
pub const BOARD_PLAYER: Table = Table(49);
/// The source's answer that a frozen month was made of. Key: month, piece.
pub const BOARD_RAW: Table = Table(50);
/// Net payout of a day that an admin has struck off the prize budget. Key: day, game.
pub const BUDGET_RESET: Table = Table(51);
/// Whether prizes of the wager leaderboard have been paid. Key: month, rank.
pub const BOARD_PAYOUT: Table = Table(52);
/// Bonus hunts of a service, as they were read last. Key: id of the hunt, folded.
pub const HUNT_OUTSIDE: Table = Table(53);
/// Lines of such files. Key: number of the file, place of the line.
pub const IMPORT_LINE: Table = Table(54);
/// Lines whose member is not known yet. Key: as the line's.
pub const IMPORT_WAITING: Table = Table(55);
/// Lines that have been in a file, whatever else was in it. Key: hash of what the line says.
pub const IMPORT_SEEN: Table = Table(56);
/// Slots of such hunts. Key: id of the hunt, folded; 0; place.
pub const HUNT_OUTSIDE_SLOT: Table = Table(58);
/// When jobs ran that run rarely. Key: name of the job.
pub const JOB: Table = Table(59);
/// Projection: net points per month and member. Key: month, user.
pub const MONTH: Table = Table(64);
/// Projection: net payout per site day and game. Key: day, game.
pub const BUDGET: Table = Table(65);
/// Projection: the latest bets of all members. One row.
pub const FEED: Table = Table(66);
/// Projection: what each game took and gave since the site began. Key: game id.
pub const ECONOMY: Table = Table(67);
/// Projection: points made and taken per site day and source. Key: day, source.
pub const FLOW: Table = Table(68);
/// Small things of the chat there is one of: the connected channel, the platform's key. Key: name.
pub const CHAT: Table = Table(70);
/// Ways to the chat platform and back that are under way. Key: hash of the state.
pub const CHAT_FLOW: Table = Table(71);
/// How a member's chat account was linked. Key: user.
pub const CHAT_LINK: Table = Table(72);
/// Links that were asked for in the chat. Key: the platform's id of who asked.
pub const CHAT_REQUEST: Table = Table(73);
/// Deliveries and messages of the platform that were taken. Key: hash of their id.
pub const CHAT_SEEN: Table = Table(74);
/// What a member got for chatting on a day. Key: user.
pub const CHAT_EARNED: Table = Table(75);
/// What somebody in the chat got for writing on a day, whoever they were linked to. Key: the platform's
/// id.
pub const CHAT_EARNED_BY: Table = Table(76);
/// Kinds of devices that logged in to an account. Key: user.
pub const DEVICE_KINDS: Table = Table(77);
