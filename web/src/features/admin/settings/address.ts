/** What comes before the name of an account, by kind of link. Discord and websites have no addresses by name. */
const accounts: Readonly<Record<string, string>> = {
  kick: "kick.com/",
  twitch: "www.twitch.tv/",
  youtube: "www.youtube.com/@",
  tiktok: "www.tiktok.com/@",
  x: "x.com/",
  instagram: "www.instagram.com/",
};

/** A host with a name, and what may follow: "kick.com/emu". */
const host = /^(?:[\w-]+\.)+[a-z]{2,}(?=$|[:/?#])\S*$/i;

/**
 * An address as people type it, whole: "kick.com/emu" gets its `https://`, and "@emu" is an account where the
 * platform is known. Anything else stays.
 */
export function wholeAddress(typed: string, platform?: string): string {
  const text = typed.trim();
  if (host.test(text)) return `https://${text}`;
  const account = platform === undefined ? undefined : accounts[platform];
  const [, name] = /^@([\w.-]+)$/.exec(text) ?? [];
  return account === undefined || name === undefined ? text : `https://${account}${name}`;
}
