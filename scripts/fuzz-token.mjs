// Prints the token of a caller of a site: `visitor` has none, `member` signs up, `admin` logs in. Switches on the
// games that a fresh site does not offer, so that bets on them are played.
// usage: node scripts/fuzz-token.mjs URL ROLE
const [url, role] = process.argv.slice(2);

async function post(path, body, token) {
  const headers = { "Content-Type": "application/json" };
  if (token !== undefined) headers.Authorization = `Bearer ${token}`;
  const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  const said = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${said.message}`);
  return said;
}

const admin = await post("/api/admin/login", { password: process.env.POINTHOUSE_ADMIN_PASSWORD });
const rules = await (await fetch(`${url}/api/games/rules`)).json();
for (const gameId of Object.keys(rules.games)) {
  await post("/api/auth/admin/game-maintenance", { gameId, disabled: false }, admin.token);
}
if (role === "admin") process.stdout.write(admin.token);
if (role === "member") {
  const member = { username: "fuzz_member", email: "fuzz@example.com", password: "Generated-calls-1!" };
  process.stdout.write((await post("/api/auth/signup", member)).token);
}
