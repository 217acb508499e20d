import type { Rolldown } from "vite";

type Context = Pick<Rolldown.ChunkingContext, "getModuleInfo">;
type Modules = ReadonlyMap<string, Rolldown.ModuleInfo>;

/** Loaded beside every page. */
const BESIDE = /src[\\/](app[\\/](Connection|shell[\\/]Footer)\.tsx|wire[\\/]live-connection\.ts)$/;
/** The same destinations beside a wide page and below a narrow one. */
const NAVIGATION = /src[\\/]app[\\/]shell[\\/](NavigationList|BottomBar)\.tsx$/;
/** Links to pages that can be off: on the home page and most others, and too small for a file of its own. */
const LINK = /[\\/]features[\\/]site[\\/]PageLink\.tsx$/;
const HOME = /features[\\/]home[\\/]HomePage\.tsx$/;
/** Loaded beside every page of a member. */
const MEMBER = /src[\\/](app[\\/]shell[\\/]MemberArea|features[\\/]giveaways[\\/]WinNotice)\.tsx$/;
const TILE = /[\\/]TileArt\.tsx$/;
const GAME_PAGE = /features[\\/]games[\\/](\w+)[\\/]\w+Page\.tsx$/;
const FAIRNESS = /src[\\/]features[\\/]fairness[\\/]/;
const STREAM = /src[\\/]stream[\\/]|(stream|source)\.html$/;
/** Modules of the site and its icons; other libraries are parted by the build. */
const OWN = /[\\/]src[\\/]|[\\/]lucide-react[\\/]/;
/** What the pages of this many features need is in one file with all that is as common. */
const MANY_FEATURES = 3;
const MANY_GAMES = 3;
const FOR_TWO_GAMES = "games-for-";
/** Characters of code, before it is made smaller. */
const WORTH_A_REQUEST = 6_000;
/** Libraries that the first page has loaded. Any other would come with whatever shares a file with its user. */
const LOADED =
  /node_modules[\\/](react|react-dom|scheduler|zustand|use-sync-external-store|@tanstack|openapi-fetch|lucide-react)[\\/]/;

/** Loads a module later. */
const LOADER = /vite\/preload-helper/;

/** Which modules come in one file. */
export const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    {
      name: "react",
      test: /node_modules[\\/](react|react-dom|scheduler|zustand|use-sync-external-store)[\\/]/,
      priority: 30,
    },
    { name: "router", test: /node_modules[\\/]@tanstack[\\/]/, priority: 20 },
    // What nearly every part of the kit stands on, and what every dialog needs.
    {
      name: "radix",
      test: /@radix-ui[\\/](primitive|react-(collection|compose-refs|context|direction|id|presence|primitive|slot|use-(callback-ref|controllable-state|effect-event|layout-effect|previous|size)))[\\/]/,
      priority: 15,
    },
    {
      name: "dialog",
      test: /@radix-ui[\\/]react-(dialog|dismissable-layer|focus-(scope|guards)|portal)[\\/]|node_modules[\\/](react-remove-scroll|react-style-singleton|aria-hidden|use-sidecar|use-callback-ref|tslib|get-nonce)|src[\\/]ui[\\/]Dialog\.tsx/,
      priority: 15,
    },
    { name: "socket", test: /node_modules[\\/]((socket|engine)\.io-|@socket\.io)/, priority: 15 },
    // Too small for a file by the rules below, and needed by few pages.
    { name: "sound", test: /src[\\/]ui[\\/]sound\.ts/, priority: 15 },
    // The panel needs it beside every page, and nothing else of a member's account.
    {
      name: "proof",
      test: /sign-in[\\/](ProofDialog\.tsx|texts[\\/]proof\.en\.ts)/,
      priority: 15,
    },
    { name: createChunkNames(), debugName: "own", priority: 10 },
  ],
};

/**
 * The file of a module, or null where the build decides: with the only page that needs it, or in a file of
 * its own. Without this the first load asks for fifty files, half of them icons.
 */
function createChunkNames(): (id: string, context: Context) => string | null {
  let plan: ReadonlyMap<string, string> | null = null;
  return (id, context) => {
    plan ??= planChunks(collectModules(id, context));
    // Pages without React load modules later, too.
    return LOADER.test(id) ? "common" : (plan.get(id) ?? null);
  };
}

const isPanel = (room: string) => room.startsWith("admin");

function planChunks(modules: Modules): ReadonlyMap<string, string> {
  const users = findUsers(modules);
  const plan = new Map<string, string>();
  for (const [id, uses] of users) {
    const name =
      OWN.test(id) || uses.some((use) => BESIDE.test(use)) ? chunkOf(id, uses, modules) : null;
    if (name !== null && !/node_modules[\\/](react|@tanstack)/.test(id)) plan.set(id, name);
  }
  mergeSmall(plan, users, modules);
  return plan;
}

/** What few features or games share is a file of its own only when it is worth a request. */
function mergeSmall(
  plan: Map<string, string>,
  users: ReadonlyMap<string, readonly string[]>,
  modules: Modules,
): void {
  const sizes = new Map<string, number>();
  for (const [id, name] of plan)
    sizes.set(name, (sizes.get(name) ?? 0) + (modules.get(id)?.code?.length ?? 0));
  for (const [id, name] of plan) {
    if ((sizes.get(name) ?? 0) >= WORTH_A_REQUEST) continue;
    if (name.includes("-and-")) plan.set(id, sharedName(users.get(id) ?? []));
    else if (name.startsWith(FOR_TWO_GAMES)) plan.set(id, "games");
  }
}

/** Games need little of what the other pages share. What a member's every page needs is beside theirs. */
function sharedName(uses: readonly string[]): string {
  const isWide = uses.some((use) => MEMBER.test(use)) || gamesOf(uses).length >= MANY_GAMES;
  return isWide ? "shared" : "pages-shared";
}

/** The games whose pages load a module. */
function gamesOf(uses: readonly string[]): readonly string[] {
  return uses.flatMap((use) => GAME_PAGE.exec(use)?.[1] ?? []);
}

/** The entries that load each module: documents, pages, dialogs and other parts that come later. */
function findUsers(modules: Modules): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>();
  for (const { id, isEntry, dynamicImporters } of modules.values()) {
    if (!isEntry && dynamicImporters.length === 0) continue;
    for (const one of reachableFrom(id, modules)) users.set(one, [...(users.get(one) ?? []), id]);
  }
  return users;
}

/**
 * What a module imports is needed by all that need the module, and maybe by others. So a file of the ones
 * below imports only files that come before it here, and files never import each other in a circle.
 */
function chunkOf(id: string, uses: readonly string[], modules: Modules): string | null {
  const isFirst = uses.some((use) => use.endsWith("index.html"));
  // The overlay loads no more than it needs.
  if (uses.every((use) => STREAM.test(use))) return null;
  if (uses.some((use) => STREAM.test(use))) return "common";
  if (isFirst) return "site";
  // Every page loads it, and the home page loads nothing else that is shared.
  if (uses.some((use) => BESIDE.test(use)) || LINK.test(id)) return "shell";
  if (
    uses.length > 1 &&
    uses.some((use) => HOME.test(use) || NAVIGATION.test(use)) &&
    !needsLibrary(id, modules)
  )
    return "shell";
  if (uses.every((use) => MEMBER.test(use))) return "member";
  if (uses.every((use) => TILE.test(use))) return "tiles";
  if (uses.length < 2 || needsLibrary(id, modules)) return null;
  if (uses.every((use) => FAIRNESS.test(use))) return "fairness";
  const all = new Set(uses.map(roomOf));
  // The page for the stream is made of other pages' parts, and loads their files.
  if (all.size > 1) all.delete("admin-stream");
  // The overlay's sources are a section of the settings: their editor loads the files of the sections' forms.
  if (all.has("admin-settings")) all.delete("admin-overlay");
  // Where pages of the site need it, too, the panel takes it from them.
  const rooms = [...all].every(isPanel) ? all : new Set([...all].filter((room) => !isPanel(room)));
  const features = new Set([...rooms].map((room) => room.replace(/-.*/, "")));
  if (features.size >= MANY_FEATURES) return sharedName(uses);
  if (uses.some((use) => MEMBER.test(use))) return "member";
  if (rooms.size === 1) return [...rooms][0] ?? null;
  if (features.has("admin")) return "admin";
  if (features.size > 1)
    return [...features].toSorted((one, other) => one.localeCompare(other)).join("-and-");
  const games = gamesOf(uses).toSorted((one, other) => one.localeCompare(other));
  if (games.length < 2) return "checker";
  return games.length < MANY_GAMES ? FOR_TWO_GAMES + games.join("-") : "games";
}

/** "games-dice" of a file of that game, "admin-shop" of one of that part of the panel, "games-common" of what checks rounds, "shop" of one of the shop. */
function roomOf(use: string): string {
  const [, folder = "app", room = ""] =
    /[\\/]src[\\/](?:features|app)[\\/](\w+)(?:[\\/](\w+))?/.exec(use) ?? [];
  if (folder === "fairness") return "games-common";
  // How one signs in is a part of one's account.
  if (folder === "sign") return "account";
  return folder === "games" || folder === "admin" ? `${folder}-${room}` : folder;
}

function needsLibrary(id: string, modules: Modules): boolean {
  return [...reachableFrom(id, modules)].some(
    (one) => one.includes("node_modules") && !LOADED.test(one),
  );
}

function reachableFrom(id: string, modules: Modules): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...(modules.get(next)?.importedIds ?? []));
  }
  return reached;
}

/** Every module of the build, found from any of them. */
function collectModules(start: string, context: Context): Modules {
  const modules = new Map<string, Rolldown.ModuleInfo>();
  const open = [start];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const module = modules.has(next) ? null : context.getModuleInfo(next);
    if (module === null) continue;
    modules.set(next, module);
    const { importedIds, dynamicallyImportedIds, importers, dynamicImporters } = module;
    open.push(...importedIds, ...dynamicallyImportedIds, ...importers, ...dynamicImporters);
  }
  return modules;
}
