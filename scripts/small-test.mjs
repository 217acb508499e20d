// The load of scripts/small-test: 50 members with a page, a socket and a bet each second, a backup that is downloaded,
// a storm of logins, and pictures that are small as files and large as pixels. Fails when a bet is lost, or a call fails otherwise than documented.
// usage: node scripts/small-test.mjs URL        (the site trusts the addresses that a proxy would name)
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { crc32, deflateSync } from "node:zlib";

const { io } = createRequire(new URL("../web/package.json", import.meta.url))("socket.io-client");

const [url] = process.argv.slice(2);
const MEMBERS = 50;
const PASSWORD = "Small-member-1!";
const QUIET_MS = 20_000;
const STORM_MS = 60_000;
// Each stays within ten logins a minute.
const STRANGERS = 400;
const LOGINS_PER_SECOND = 40;

/** Answers by call and status. */
const answers = new Map();
let socketEvents = 0;

const memberEmail = (number) => `member${number}@example.com`;

/** A call from an address. Adds up the answers; throws on a failure of the server. */
async function call(path, { token, body, from = "10.0.0.1" } = {}) {
  const headers = { "x-forwarded-for": from };
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const init = { method: body === undefined ? "GET" : "POST", headers };
  const answer = await fetch(url + path, { ...init, body: body && JSON.stringify(body) });
  const text = await answer.text();
  const key = `${answer.status} ${path.replace(/[0-9a-f]{8,}.*/, "...")}`;
  answers.set(key, (answers.get(key) ?? 0) + 1);
  const isBusy = answer.status === 503 && text.includes('"busy"');
  if (answer.status >= 500 && !isBusy) throw new Error(`${path}: ${answer.status} ${text}`);
  return { status: answer.status, text, json: () => JSON.parse(text) };
}

async function wanted(status, path, options) {
  const answer = await call(path, options);
  if (answer.status !== status) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.json();
}

/** A page with everything that its document links to, as a browser loads it. */
async function loadPage(path, from) {
  const page = await call(path, { from });
  const files = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file);
  for (const file of new Set(files)) await call(file, { from });
}

async function join(number, admin) {
  const from = `10.1.0.${number + 1}`;
  const name = `member${number}`;
  const account = { username: name, email: memberEmail(number), password: PASSWORD };
  const { user, token } = await wanted(201, "/api/auth/signup", { body: account, from });
  const points = { userId: user.id, action: "set", amount: 100_000 };
  await wanted(200, "/api/auth/admin/manage-points", { token: admin, body: points });
  await loadPage("/games/dice", from);
  const socket = io(url, { auth: { token }, transports: ["websocket"], extraHeaders: { "x-forwarded-for": from } });
  await new Promise((done, failed) => socket.once("connect", done).once("connect_error", failed));
  socket.onAny(() => socketEvents++);
  return { from, token, socket, bets: 0 };
}

/** Bets about once a second until `state.over`; notes how long each took in the list of its time. */
async function play(member, state) {
  await sleep(Math.random() * 1000);
  while (!state.over) {
    const { times } = state;
    const begun = performance.now();
    const body = { bet: 1, target: 50, direction: "under" };
    await wanted(200, "/api/games/dice/bet", { token: member.token, body, from: member.from });
    times.push(performance.now() - begun);
    member.bets++;
    await sleep(Math.max(0, 1000 - (performance.now() - begun)));
  }
}

/** Right and wrong passwords from many addresses, whether or not the earlier ones are answered. */
async function storm() {
  const running = [];
  const until = performance.now() + STORM_MS;
  for (let number = 0; performance.now() < until; number++) {
    // One half of the members log in, strangers guess at the other half and at accounts that don't exist.
    const isRight = number % 4 === 0;
    const half = MEMBERS / 2;
    const account = number % half;
    const guessed = number % 4 === 1 ? memberEmail(half + account) : `nobody${number}@example.com`;
    const email = isRight ? memberEmail(account) : guessed;
    const stranger = number % STRANGERS;
    const from = `100.${stranger >> 8}.${stranger & 255}.1`;
    running.push(call("/api/auth/login", { body: { email, password: isRight ? PASSWORD : "x" }, from }));
    await sleep(1000 / LOGINS_PER_SECOND);
  }
  await Promise.all(running);
}

async function backup(admin) {
  await wanted(200, "/api/admin/backup", { token: admin, body: {} });
  const { path } = await wanted(200, "/api/admin/backup/download", {
    token: admin,
    body: { encryption: "passphrase", passphrase: "wombats dig at night" },
  });
  const file = await fetch(url + path);
  if (!file.ok) throw new Error(`the download of the backup: ${file.status}`);
  let bytes = 0;
  for await (const part of file.body) bytes += part.length;
  return bytes;
}

const SIDE = 4096;
const be = (number, bytes) => Buffer.from(number.toString(16).padStart(bytes * 2, "0"), "hex");

/** A PNG of 16 bits for each of red, green, blue and alpha: 128 MB of pixels in 130 kB. */
function png() {
  const chunk = (name, data) => {
    const named = Buffer.concat([Buffer.from(name), data]);
    return Buffer.concat([be(data.length, 4), named, be(crc32(named), 4)]);
  };
  const header = Buffer.concat([be(SIDE, 4), be(SIDE, 4), Buffer.from([16, 6, 0, 0, 0])]);
  const rows = deflateSync(Buffer.alloc(SIDE * (1 + SIDE * 8)));
  const parts = [chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...parts]);
}

/** A JPEG of three channels in which each block has the codes "no difference" and "no more", of a bit each. */
function jpeg() {
  const code = (kind) => Buffer.from([0xff, 0xc4, 0, 20, kind, 1, ...Array(16).fill(0)]);
  const [high, low] = be(SIDE, 2);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xdb, 0, 67, 0, ...Array(64).fill(1)]),
    Buffer.from([0xff, 0xc0, 0, 17, 8, high, low, high, low, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]),
    ...[code(0x00), code(0x10)],
    Buffer.from([0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
    Buffer.alloc((SIDE / 8) ** 2 * 3 * 2 / 8),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** The head of a WebP without loss, which cannot be scaled while it is decoded. */
function webp() {
  const size = Buffer.alloc(4);
  size.writeUInt32LE((SIDE - 1) | ((SIDE - 1) << 14));
  const data = Buffer.concat([Buffer.from([0x2f]), size, Buffer.alloc(7)]);
  const lengths = [24, 12].map((bytes) => Buffer.from([bytes, 0, 0, 0]));
  const [riff, inner] = ["RIFF", "WEBPVP8L"].map((text) => Buffer.from(text));
  return Buffer.concat([riff, lengths[0], inner, lengths[1], data]);
}

/** Uploads a picture to the site and, at the same time, as that of a member. */
async function pictures(admin, member) {
  const upload = async (wanted, path, token, from, body, kind) => {
    const headers = { "x-forwarded-for": from, authorization: `Bearer ${token}` };
    if (kind !== undefined) headers["content-type"] = kind;
    const answer = await fetch(url + path, { method: "POST", headers, body });
    const text = await answer.text();
    if (answer.status !== wanted) throw new Error(`${path}: ${answer.status} ${text}`);
  };
  for (const [file, status] of [[png(), 200], [jpeg(), 200], [webp(), 413]]) {
    const form = new FormData();
    form.append("profilePicture", new Blob([file]), "large");
    const site = "/api/admin/pictures?purpose=hero&name=large";
    await Promise.all([
      upload(status, site, admin, "10.0.0.1", file, "application/octet-stream"),
      upload(status, "/api/auth/upload-profile-picture", member.token, member.from, form),
    ]);
  }
}

function report(name, times) {
  times.sort((a, b) => a - b);
  const at = (part) => times[Math.floor((times.length - 1) * part)].toFixed(1);
  console.log(`${name}: ${times.length} bets, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`);
}

const { token: admin } = await wanted(200, "/api/admin/login", {
  body: { password: process.env.POINTHOUSE_ADMIN_PASSWORD },
});
await wanted(200, "/api/auth/admin/game-maintenance", { token: admin, body: { gameId: "dice", disabled: false } });
const members = [];
for (let number = 0; number < MEMBERS; number++) members.push(await join(number, admin));
console.log(`${MEMBERS} members are online`);

const state = { over: false, times: [] };
const quiet = state.times;
const playing = Promise.all(members.map((member) => play(member, state)));
await Promise.race([playing, sleep(QUIET_MS)]);
state.times = [];
const duringBackup = state.times;
console.log(`a backup of ${await Promise.race([playing, backup(admin)])} bytes was written and downloaded`);
await Promise.race([playing, pictures(admin, members[0])]);
console.log("pictures of 4,096 x 4,096 pixels were drawn, and one that needs more memory was refused");
state.times = [];
const stormy = state.times;
const [bytes] = await Promise.race([playing, Promise.all([sleep(STORM_MS / 2).then(() => backup(admin)), storm()])]);
console.log(`another one of ${bytes} bytes in the storm`);
state.over = true;
await playing;
report("quiet", quiet);
if (duringBackup.length > 0) report("during the backup", duringBackup);
report("in the storm", stormy);

let lost = 0;
for (const { token, from, bets } of members) {
  const { history } = await wanted(200, "/api/games/dice/history?limit=100", { token, from });
  if (history.length < Math.min(bets, 100)) lost++;
}
for (const { socket } of members) {
  if (!socket.connected) throw new Error("a socket of a member was cut");
  socket.close();
}
console.log(`${socketEvents} events arrived; answers:`);
for (const [key, count] of [...answers].sort()) if (!key.includes("/assets/")) console.log(`  ${count} x ${key}`);
if (lost > 0) throw new Error(`${lost} members miss a bet`);
