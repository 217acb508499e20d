import { aWhole } from "@/features/hunts/test-hunts";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import type { Approval } from "../approvals/queries";
import type { Giveaway } from "../giveaways/model";
import { giveawaysAnswer } from "../giveaways/test-giveaways";
import type { WholeHunt } from "../hunts/model";
import { keepAdminToken } from "../session/store";
import type { Found, Grant, Line } from "./queries";

/** What the server holds. */
export type Held = {
  giveaways: Giveaway[];
  hunts: WholeHunt[];
  names: Approval[];
  members: Found[];
  grants: Grant[];
  games: Record<string, boolean>;
  line: Line | null;
};

export const held: Held = nothing();

function nothing(): Held {
  return { giveaways: [], hunts: [], names: [], members: [], grants: [], games: {}, line: null };
}

/** The server holds this and nothing else. */
export function hold(more: Partial<Held> = {}): void {
  Object.assign(held, nothing(), more);
}

/** Nobody is logged in, and nothing has been read. */
export function leave(): void {
  keepAdminToken(null);
  queryClient.clear();
}

/** A name at the casino. */
export function aName(id: string, status = "pending"): Approval {
  return {
    id,
    userId: id,
    username: `member-${id}`,
    email: null,
    accountId: null,
    profilePicture: null,
    platform: "Rainbet",
    platform_username: `name-${id}`,
    status,
    admin_note: "",
    adminNote: "",
    submitted_at: "2026-11-25T09:00:00Z",
    createdAt: "2026-11-25T09:00:00Z",
    processed_at: status === "pending" ? null : "2026-11-25T10:00:00Z",
    decidedAt: status === "pending" ? null : "2026-11-25T10:00:00Z",
  };
}

export const aMember = (id: string, username: string): Found => ({
  id,
  username,
  kickUsername: null,
  casinoUsername: null,
  points: 500,
  profilePicture: null,
});

export const aGrant = (id: string, username: string, undone = false): Grant => ({
  id,
  userId: id,
  username,
  points: 50,
  reason: "",
  at: "2026-11-26T12:00:00Z",
  undone,
});

function answerNames(call: Request): Response {
  const asked = new URL(call.url).searchParams.get("status");
  const pending = held.names.filter(({ status }) => status === "pending");
  const items = asked === "pending" ? pending : held.names;
  const counts = { pending: pending.length, approved: 0, rejected: 0 };
  return jsonAnswer({ success: true, items, total: items.length, page: 1, pages: 1, counts });
}

function answerMembers(call: Request): Response {
  const q = new URL(call.url).searchParams.get("q") ?? "";
  const members = held.members.filter(({ username }) => username.includes(q));
  return jsonAnswer({ success: true, members });
}

const house: Answers = {
  "GET /api/giveaways": () => giveawaysAnswer(held.giveaways),
  "GET /api/bonus-hunts": () => jsonAnswer(held.hunts),
  "GET /api/admin/approvals": answerNames,
  "GET /api/admin/member-names": answerMembers,
  "GET /api/admin/grants": () => jsonAnswer({ success: true, grants: held.grants }),
  "GET /api/auth/admin/game-maintenance-status": () =>
    jsonAnswer({ success: true, gameStates: held.games }),
  "GET /api/overlay/line": () => jsonAnswer({ success: true, line: held.line }),
};

/** Opens the page against a server that holds `held`. */
export function openStream(answers: Answers = {}) {
  const hunts = held.hunts.map(({ id }) => [
    `GET /api/bonus-hunts/${id}`,
    () => jsonAnswer(held.hunts.find((hunt) => hunt.id === id) ?? aWhole([])),
  ]);
  return openAsAdmin("/admin/stream", { ...house, ...Object.fromEntries(hunts), ...answers });
}
