import type { APIRequestContext } from "@playwright/test";
import { expect } from "./house";

export type Source = { id: string; options: object };

/** Calls of the panel with the admin's password, of the site of the tests or of one at another address. */
export async function panel(request: APIRequestContext, site = "") {
  const data = { password: process.env.POINTHOUSE_ADMIN_PASSWORD };
  const { token }: { token: string } = await (
    await request.post(`${site}/api/admin/login`, { data })
  ).json();
  const headers = { Authorization: `Bearer ${token}` };
  const call = async (method: string, path: string, body?: object) => {
    const answer = await request.fetch(`${site}${path}`, {
      method,
      headers,
      ...(body && { data: body }),
    });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return answer.json();
  };
  return call;
}

type Call = Awaited<ReturnType<typeof panel>>;

/** Saves these sources as the only ones of the site, and makes their addresses. */
export async function addressesOf(call: Call, sources: readonly Source[]): Promise<string[]> {
  const { sections } = await call("GET", "/api/admin/settings");
  const section = sections.find(({ name }: { name: string }) => name === "overlay");
  const place = { x: 100, y: 100, width: 1_000, height: 220 };
  const look = { ...place, accent: "", volume: 0, locale: "en-US" };
  await call("PUT", "/api/admin/settings/overlay", {
    revision: section.version.revision,
    values: { sources: sources.map(({ id, options }) => ({ id, name: id, ...look, options })) },
  });
  const addresses: string[] = [];
  for (const { id } of sources) {
    const { key } = await call("POST", `/api/admin/overlay/sources/${id}/key`);
    addresses.push(`/stream/s/${key}`);
  }
  return addresses;
}

/** The address of the only source of the site. */
export async function addressOf(call: Call, source: Source): Promise<string> {
  const [address = ""] = await addressesOf(call, [source]);
  return address;
}
