/** The suite runs against the real server and never against a stand-in, so it has to be there. */
export default async function requireServer(): Promise<void> {
  const { POINTHOUSE_URL: url, POINTHOUSE_ADMIN_PASSWORD: password } = process.env;
  if (url === undefined || password === undefined)
    throw new Error("Start the server, then set POINTHOUSE_URL and POINTHOUSE_ADMIN_PASSWORD.");
  const answer = await fetch(new URL("/api/site", url));
  if (!answer.ok) throw new Error(`${url} answers /api/site with ${answer.status}.`);
}
