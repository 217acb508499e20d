import { expect, test } from "vitest";
import { textsOf } from "../tools/inline-texts.mjs";

const found = (code: string) => textsOf("src/Sample.tsx", code).map(({ text }) => text);

test.each([
  ["a text of an element", "<p>Sold out</p>", "Sold out"],
  ["a single letter", "<p>{left} <b>h</b></p>", "h"],
  ["an expression", '<p>{isFree ? texts.free : "none"}</p>', "none"],
  ["a text after a condition", '<p>{count > 1 && "items"}</p>', "items"],
  ["a text that is added", '<p>{count + " left"}</p>', "left"],
  ["a template", "<p>{`${count} left`}</p>", "{} left"],
  ["a variable that is shown", 'const state = isBusy ? "busy" : ""; <p>{state}</p>', "busy"],
  [
    "a text that is looked up",
    'const said = { open: "none", shut: texts.shut } as const; <p>{said[state]}</p>',
    "none",
  ],
  ["a lower-case label", '<button aria-label="close" />', "close"],
  ["a title", "<i title={`${noun}s`} />", "{}s"],
  ["a placeholder", '<input placeholder="name" />', "name"],
  ["a picture's description", '<img alt="photo" />', "photo"],
  ["a name that is shown", '<Value name="Server seed" />', "Server seed"],
  ["a toast", 'toast({ tone: "error", text: "refused" })', "refused"],
  ["a default in lower case", 'const who = name ?? "a deleted member";', "a deleted member"],
  ["a word in a list", 'const names = { open: "Waiting" };', "Waiting"],
  ["the cells of a header", 'const head = ["Rank", texts.prize];', "Rank"],
  ["an answer of a function", 'function f() { return "Error of the form"; }', "Error of the form"],
  ["the form of a word", 'const n = plural(count, "point");', "point"],
  ["a message of a failure", 'throw new CallFailure({ message: "refused" });', "refused"],
])("%s is found", (_, code, text) => {
  expect(found(code)).toEqual([text]);
});

test.each([
  ["texts of a catalogue", "<p title={texts.hint}>{texts.sold(count)}</p>"],
  ["classes", '<p className={cx("flex gap-2", isBig && "text text")} />'],
  ["values of attributes", '<Tabs value={tab === "bets" ? tab : "games"} tone="gold" />'],
  ["cases and comparisons", 'switch (kind) { case "Sold out": isIn = kind === "In stock"; }'],
  ["classes that are looked up", 'const tones = { good: "win" }; <p className={tones[tone]} />'],
  ["types", 'type State = "In stock" | "Sold out";'],
  ["names of settings", '<code className="font-mono">server.trusted_proxies</code>'],
  ["errors of the programmer", 'throw new RangeError("A deck has 52 cards.");'],
  ["an address", '<input placeholder="https://" />'],
])("%s are left alone", (_, code) => {
  expect(found(code)).toEqual([]);
});
