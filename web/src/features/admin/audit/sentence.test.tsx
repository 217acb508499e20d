import { render, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { AuditItem } from "./queries";
import { sentenceOf, sentences } from "./sentence";
import { changeOf, entry } from "./test-audit";
import { memberSamples } from "./test-member-entries";
import { siteSamples } from "./test-site-entries";

const textOf = (item: AuditItem) => render(<p>{sentenceOf(item)}</p>).container.textContent;

const samples = [...memberSamples, ...siteSamples];

it.each(samples)("%s", async (sentence, item) => {
  const { container } = render(<p>{sentenceOf(item)}</p>);
  // The names of settings are fetched.
  await waitFor(() => expect(container.textContent).toBe(sentence));
});

it("has a sample of each action", () => {
  const sampled = new Set(samples.map(([, { action }]) => action));
  expect(Object.keys(sentences).filter((action) => !sampled.has(action))).toEqual([]);
});

it("names an action that has no sentence, and values that it doesn't expect, as they were written", () => {
  expect(textOf(entry({ action: "toString" }))).toBe("Mia: toString on rory");
  expect(textOf(entry({ action: "new.thing", subject: "" }))).toBe("Mia: new.thing");
  expect(textOf(entry({ before: "", after: '{"points":"many"}' }))).toBe("Mia: points.add on rory");
});

it("tells apart who changed something", () => {
  const by = (actor: string, name: string, address: string | null = null) =>
    textOf(changeOf("second_factor.app", "user:7", null, null, { actor, name, address }));
  expect(by("member 7", "rory")).toBe("rory added an authenticator app");
  expect(by("member 7", "member 7")).toBe("Member 7 added an authenticator app");
  expect(by("visitor 127.0.0.1", "visitor", "127.0.0.1")).toBe(
    "A visitor added an authenticator app",
  );
  const password = { subject: "person:1", subjectName: "Ann" };
  const owner = { actor: "Ann 127.0.0.1", name: "Ann", action: "person.password" };
  expect(textOf(entry({ ...owner, ...password }))).toBe("Ann changed their own password");
});
