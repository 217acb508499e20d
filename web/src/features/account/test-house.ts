import { beginSession } from "@/features/session/actions";
import type { Member } from "@/features/session/store";
import { jsonAnswer, sampleMember } from "@/test-page";
import { aSignIn } from "@/test-panel";
import { stubFetch } from "@/testing/pending-work";
import type { KickStanding } from "./chat";

type Handler = (request: Request) => Response | Promise<Response>;

const site = {
  success: true,
  name: "Pointhouse",
  casinoName: "Rainbet",
  features: { mail: true, verifiedEmailRequired: true, chat: true },
};
const limits = {
  success: true,
  dailyStake: { limit: 500, usedToday: 120, pending: null },
  dailyLoss: { limit: null, usedToday: 0, pending: null },
  timeOutUntil: null,
  nextReset: "2026-03-10T13:00:00.000Z",
};

/** How the chat stands: linked if the member has a name there, else not set up. */
const chat = ({ account_id, kickUsername }: Member): KickStanding => ({
  success: true,
  enabled: kickUsername !== null,
  signIn: true,
  commands: true,
  command: `!verify ${account_id}`,
  words: { verify: "!verify", unlink: "!unlink", points: "!points", active_rewards: "!ar" },
  linked: kickUsername
    ? { username: kickUsername, by: "oauth", signsIn: true, linkedAt: "2026-11-01T12:00:00Z" }
    : null,
  pending: [],
});

/** What a call without an answer of its own gets: nothing at all, as from a broken server. */
export const nothing = () => new Response("", { status: 500 });

export const refused = (error: string, message: string, status = 400, more: object = {}) =>
  jsonAnswer({ success: false, error, message, ...more }, status);

/** Plays the server for one member. Calls are "METHOD path"; `sent` holds those that were made. */
export function openHouse({
  member: changes = {},
  features = {},
  calls = {},
}: {
  member?: Partial<Member>;
  features?: Partial<typeof site.features>;
  calls?: Record<string, Handler>;
} = {}) {
  const sent: Request[] = [];
  const member: Member = { ...sampleMember, ...changes };
  const defaults: Record<string, Handler> = {
    "GET /api/site": () => jsonAnswer({ ...site, features: { ...site.features, ...features } }),
    "GET /api/auth/me": () => jsonAnswer({ success: true, user: member }),
    "GET /api/me/limits": () => jsonAnswer(limits),
    "GET /api/sign-in": () => jsonAnswer(aSignIn()),
    "GET /api/kick/me": () => jsonAnswer(chat(member)),
    "GET /api/auth/gaming-approvals/user": () =>
      jsonAnswer({ success: true, approvals: member.gamingApprovals }),
  };
  stubFetch(async (request: Request) => {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    sent.push(request.clone());
    const handler = calls[call] ?? defaults[call];
    return handler === undefined ? nothing() : handler(request);
  });
  beginSession({ token: "t-1", user: member });
  return {
    member,
    calls,
    /** What a call gets that has no answer of its own. */
    usual: (call: string, request: Request) => defaults[call]?.(request) ?? nothing(),
    /** The bodies of a call, in order. */
    bodies: (call: string): Promise<unknown[]> =>
      Promise.all(
        sent
          .filter((request) => call === `${request.method} ${new URL(request.url).pathname}`)
          .map((request) => request.json()),
      ),
    count: (call: string): number =>
      sent.filter((request) => call === `${request.method} ${new URL(request.url).pathname}`)
        .length,
  };
}

export { pass, settle } from "@/testing/fake-clock";
