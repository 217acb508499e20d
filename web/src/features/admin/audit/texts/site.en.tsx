import { formatMonth, formatSiteDay } from "@/ui/format/dates";
import { formatDollars } from "@/ui/format/dollars";
import { formatNumber } from "@/ui/format/numbers";
import { pointsName } from "@/ui/format/points";
import { formatCount } from "@/ui/format/words";
import type { Sentence } from "../facts";
import { Settings } from "../Settings";

/** Settings that a sentence names one by one. */
const NAMED_MAX = 3;
/** Longest text of a setting in a sentence. */
const TEXT_MAX = 60;

/** A value of a setting in a sentence; undefined for one that is too long for it. */
function valueOf(value: unknown): string | undefined {
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "number") return formatNumber(value);
  if (typeof value !== "string" || value.length > TEXT_MAX) return undefined;
  return value === "" ? "empty" : `“${value}”`;
}

const settingsChange: Sentence = ({ who, ids, before, after }) => {
  const keys = Object.keys({ ...before.all, ...after.all });
  const [key = ""] = keys;
  if (keys.length === 1) {
    const [was, is] = [valueOf(before.all[key]), valueOf(after.all[key])];
    return was === undefined || is === undefined ? (
      <>
        {who} changed <Settings keys={keys} />
      </>
    ) : (
      <>
        {who} changed <Settings keys={keys} /> from {was} to {is}
      </>
    );
  }
  if (keys.length > 0 && keys.length <= NAMED_MAX) {
    return (
      <>
        {who} changed <Settings keys={keys} />
      </>
    );
  }
  const sections = (ids.settings ?? "").split(",");
  if (sections.join() === "secrets") return <>{who} changed a secret of a service</>;
  return keys.length === 0 ? (
    <>
      {who} changed settings: <Settings keys={sections} />
    </>
  ) : (
    <>
      {who} changed {keys.length} settings: <Settings keys={sections} />
    </>
  );
};

const steps: Readonly<Record<string, string>> = {
  public_address: "public address",
  email: "email",
  overlay: "overlay",
  chat: "chat",
  giveaway: "giveaway",
  backup_elsewhere: "backup elsewhere",
  key_copy: "copy of the key",
};

const settingsSentences: Readonly<Record<string, Sentence>> = {
  "settings.change": settingsChange,
  "settings.export": ({ who }) => <>{who} exported the settings</>,
  "key.export": ({ who }) => <>{who} exported the key of the seeds</>,
  "seeds.renew": () => <>The site replaced the seeds of all draws</>,
  "restore.checked": ({ who }) => <>{who} finished the check after the restore</>,
  "maintenance.site": ({ who, after }) => {
    const isClosed = after.flags.maintenanceMode;
    if (isClosed === undefined) return null;
    return isClosed ? <>{who} closed the site to members</> : <>{who} opened the site to members</>;
  },
  "first_step.hide": ({ who, ids, after }) => {
    const step = steps[ids.step ?? ""] ?? ids.step;
    return after.flags.hidden === true ? (
      <>
        {who} hid the first step “{step}”
      </>
    ) : (
      <>
        {who} showed the first step “{step}” again
      </>
    );
  },
  "picture.add": ({ who, ids }) => (
    <>
      {who} uploaded picture {ids.picture}
    </>
  ),
  "picture.remove": ({ who, ids }) => (
    <>
      {who} removed picture {ids.picture}
    </>
  ),
};

const serviceSentences: Readonly<Record<string, Sentence>> = {
  "overlay.key": ({ who, after }) =>
    after.texts.address === "revoked" ? (
      <>
        {who} ended the address of the overlay's source “{after.texts.source}”
      </>
    ) : (
      <>
        {who} made an address for the overlay's source “{after.texts.source}”
      </>
    ),
  "overlay.line": ({ who, before, after }) =>
    after.texts.text === undefined ? (
      <>
        {who} took the line “{before.texts.text}” off the overlay
      </>
    ) : (
      <>
        {who} showed the line “{after.texts.text}” on the overlay
      </>
    ),
  "chat.connect": ({ who, after }) => (
    <>
      {who} connected the chat of Kick (account {after.texts.kickId})
    </>
  ),
  "chat.disconnect": ({ who, before }) => (
    <>
      {who} disconnected the chat of Kick (account {before.texts.kickId})
    </>
  ),
  "letter.retry": ({ who, whom, ids }) => (
    <>
      {who} sent email {ids.letter} to {whom} again
    </>
  ),
  "letter.delete": ({ who, whom, ids }) => (
    <>
      {who} deleted email {ids.letter} to {whom}
    </>
  ),
  "backup.write": ({ who, after }) => (
    <>
      {who} made a backup of everything: {after.texts.file}
    </>
  ),
  "backup.download": ({ who, after }) => (
    <>
      {who} downloaded a backup of everything{after.texts.encryption === "none" && ", unencrypted"}:{" "}
      {after.texts.file}
    </>
  ),
};

const purchaseStatuses: Readonly<Record<string, string>> = {
  pending: "pending",
  in_progress: "in progress",
  completed: "completed",
  cancelled: "cancelled",
};

const rewardStatuses: Readonly<Record<string, Sentence>> = {
  approved: ({ who, whom }) => (
    <>
      {who} approved a cash reward of {whom}
    </>
  ),
  paid: ({ who, whom }) => (
    <>
      {who} marked a cash reward of {whom} as paid
    </>
  ),
  rejected: ({ who, whom }) => (
    <>
      {who} rejected a cash reward of {whom}
    </>
  ),
};

const shopSentences: Readonly<Record<string, Sentence>> = {
  "shop.publish": ({ who, after }) => (
    <>
      {who} published the {pointsName} shop with {formatCount(after.numbers.items ?? 0, "item")}
    </>
  ),
  "shop.config": ({ who, after }) => {
    const isSoon = after.flags.comingSoonEnabled;
    if (isSoon === undefined) return null;
    return isSoon ? (
      <>
        {who} covered the {pointsName} shop with “Coming Soon”
      </>
    ) : (
      <>
        {who} removed “Coming Soon” from the {pointsName} shop
      </>
    );
  },
  "shop.purchase": ({ who, whom, ids, after, nameOf }) => {
    const item = nameOf(`purchase:${ids.purchase}`);
    const status = after.texts.status;
    if (status === undefined) return null;
    return (
      <>
        {who} set purchase {ids.purchase}
        {item !== undefined && ` (“${item}”)`} of {whom} to {purchaseStatuses[status] ?? status}
      </>
    );
  },
  "rewards.decide": (facts) => rewardStatuses[facts.after.texts.status ?? ""]?.(facts),
};

const monthOf = (id = "") => formatMonth(id.split(":")[0] ?? "");
const placeOf = (id = "") => id.split(":")[1];

const wagerSentences: Readonly<Record<string, Sentence>> = {
  "wagers.fetch-month": ({ who, ids, after }) => (
    <>
      {who} fetched the wagers of {monthOf(ids.wagers)} again (
      {formatCount(after.numbers.players ?? 0, "player")})
    </>
  ),
  "wagers.payouts": ({ who, ids, before }) => (
    <>
      {who} marked {formatCount(before.numbers.unpaid ?? 0, "prize")} of {monthOf(ids.wagers)} as
      paid
    </>
  ),
  "wagers.payout": ({ who, ids, after }) => {
    const [player, prize] = [after.texts.player, after.numbers.prize];
    if (player === undefined || prize === undefined) return null;
    const [amount, month] = [formatDollars(prize), monthOf(ids.wagers)];
    return after.flags.paid === true ? (
      <>
        {who} marked the {amount} of {player} (place {placeOf(ids.wagers)}, {month}) as paid
      </>
    ) : (
      <>
        {who} marked the {amount} of {player} (place {placeOf(ids.wagers)}, {month}) as unpaid
      </>
    );
  },
  "wagers.import": ({ who, ids, after }) => (
    <>
      {who} imported the wagers of {formatCount(after.numbers.players ?? 0, "player")} for{" "}
      {formatSiteDay(ids.wagers ?? "")}
    </>
  ),
  "wagers.export": ({ who, after }) => (
    <>
      {who} exported the wagers from {formatSiteDay(after.texts.from ?? "")} to{" "}
      {formatSiteDay(after.texts.to ?? "")}
    </>
  ),
  "wagers.reset-daily": ({ who, before }) => (
    <>
      {who} reset today's wagers of {formatCount(before.numbers.players ?? 0, "player")}
    </>
  ),
  "wagers.reset-database": ({ who, before }) => (
    <>
      {who} deleted the wager history of {formatCount(before.numbers.days ?? 0, "day")}
    </>
  ),
  "wagers.complete-reset": ({ who, before }) => (
    <>
      {who} deleted all wagers: {formatCount(before.numbers.players ?? 0, "player")} and{" "}
      {formatCount(before.numbers.days ?? 0, "day")}
    </>
  ),
};

/** Sentences about the site, its services, shop and wagers, by action. */
export const siteSentences: Readonly<Record<string, Sentence>> = {
  ...settingsSentences,
  ...serviceSentences,
  ...shopSentences,
  ...wagerSentences,
};
