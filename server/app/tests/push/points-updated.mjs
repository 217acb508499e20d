// Against a running site: a member's points move, and the stock client hears of it, first over websocket, then
// with polling forced. usage: POINTHOUSE_URL=... POINTHOUSE_ADMIN_PASSWORD=... node points-updated.mjs
import assert from "node:assert/strict";
import { io } from "socket.io-client";

const url = process.env.POINTHOUSE_URL;
const password = process.env.POINTHOUSE_ADMIN_PASSWORD;
assert(url && password, "POINTHOUSE_URL and POINTHOUSE_ADMIN_PASSWORD must be set");

async function call(path, body, token) {
  const headers = { "content-type": "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  const read = await answer.json();
  assert(answer.ok, `${path}: ${answer.status} ${JSON.stringify(read)}`);
  return read;
}

function heard(socket, event) {
  return new Promise((resolve, reject) => {
    socket.once(event, resolve);
    socket.once("connect_error", reject);
    socket.once("disconnect", (reason) => reject(new Error(`disconnected: ${reason}`)));
  });
}

const admin = await call("/api/admin/login", { password });
for (const transport of ["websocket", "polling"]) {
  const username = `push_${transport}_${Date.now().toString(36)}`.slice(0, 24);
  const email = `${username}@example.com`;
  const member = await call("/api/auth/signup", { username, email, password: "Push-client-1!" });
  const socket = io(url, { transports: [transport], upgrade: false, auth: { token: member.token } });
  await heard(socket, "connect");
  assert.equal(socket.io.engine.transport.name, transport);
  const update = heard(socket, "pointsUpdated");
  const order = { userId: member.user.id, action: "add", amount: 250 };
  const done = await call("/api/auth/admin/manage-points", order, admin.token);
  assert.equal(done.user.points, 250);
  assert.deepEqual(await update, { userId: member.user.id, newPoints: 250, seq: 1 });
  assert.equal(socket.io.engine.transport.name, transport);
  socket.removeAllListeners();
  socket.close();
  console.log(`pointsUpdated heard over ${transport}`);
}
