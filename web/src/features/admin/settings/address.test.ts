import { expect, it } from "vitest";
import { wholeAddress } from "./address";

it.each([
  ["kick.com/emu", undefined, "https://kick.com/emu"],
  [" www.example.com ", undefined, "https://www.example.com"],
  ["example.com:8443/a?b=c", undefined, "https://example.com:8443/a?b=c"],
  ["@emu", "kick", "https://kick.com/emu"],
  ["@emu", "youtube", "https://www.youtube.com/@emu"],
  ["twitch.tv/emu", "twitch", "https://twitch.tv/emu"],
  // These say what they are, or don't say what is meant.
  ["https://kick.com/emu", "kick", "https://kick.com/emu"],
  ["http://kick.com/emu", "kick", "http://kick.com/emu"],
  ["@emu", "discord", "@emu"],
  ["@emu", undefined, "@emu"],
  ["127.0.0.1:3000", undefined, "127.0.0.1:3000"],
  ["localhost", undefined, "localhost"],
  ["emu@example.com", "website", "emu@example.com"],
  ["my site.com", undefined, "my site.com"],
])("completes %s of %s", (typed, platform, whole) => {
  expect(wholeAddress(typed, platform)).toBe(whole);
});
