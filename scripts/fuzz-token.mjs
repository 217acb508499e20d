// Prints the token of a caller of a site: `visitor` has none, `member` signs up, `admin` logs in.
// usage: node scripts/fuzz-token.mjs URL ROLE
const [url, role] = process.argv.slice(2);
const calls = {
  member: ["/api/auth/signup", { username: "fuzz_member", email: "fuzz@example.com", password: "Generated-calls-1!" }],
  admin: ["/api/admin/login", { password: process.env.POINTHOUSE_ADMIN_PASSWORD }],
};
if (role in calls) {
  const [path, body] = calls[role];
  const answer = await fetch(url + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const { token, message } = await answer.json();
  if (token === undefined) throw new Error(`${path}: ${message}`);
  process.stdout.write(token);
}
