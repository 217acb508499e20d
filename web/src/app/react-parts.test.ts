import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as React from "react";
import type * as ReactDom from "react-dom";
import type * as ReactDomClient from "react-dom/client";
import { describe, expect, it, vi } from "vitest";
import { leaveOutParts } from "../../tools/build/react-parts";

const folder = createRequire(import.meta.url)
  .resolve("react-dom")
  .replace(/index\.js$/, "cjs/");
const renderer = readFileSync(`${folder}react-dom-client.production.js`, "utf8");

type Library = { react: typeof React; dom: typeof ReactDom; client: typeof ReactDomClient };

function fileOf(library: string): string {
  return readFileSync(`${folder}../../${library}/cjs/${library}.production.js`, "utf8");
}

/** React for production with the given renderer, apart from the React of the tests. */
function loadReact(rendererCode: string): Library {
  const loaded = new Map<string, unknown>();
  const run = (code: string) => {
    const exports: unknown = {};
    // oxlint-disable-next-line typescript/no-implied-eval -- The files are those of the dependencies.
    new Function("require", "exports", code)((name: string) => loaded.get(name), exports);
    return exports;
  };
  for (const name of ["scheduler", "react", "react-dom"]) loaded.set(name, run(fileOf(name)));
  loaded.set("client", run(rendererCode));
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Their files have these exports.
    react: loaded.get("react") as typeof React,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As above.
    dom: loaded.get("react-dom") as typeof ReactDom,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As above.
    client: loaded.get("client") as typeof ReactDomClient,
  };
}

const whole = loadReact(renderer);
const reduced = loadReact(leaveOutParts(renderer));

type Scenario = (library: Library, note: (entry: string) => void) => React.ReactNode;
type Use = (page: HTMLElement, library: Library) => void | Promise<void>;

/** What is on the page after each step, and what the components noted. */
async function play(library: Library, scenario: Scenario, steps: readonly Use[]) {
  const notes: string[] = [];
  const page = document.createElement("div");
  document.body.append(page);
  const root = library.client.createRoot(page, {
    onCaughtError: (error) => notes.push(`caught ${String(error)}`),
    onUncaughtError: (error) => notes.push(`uncaught ${String(error)}`),
  });
  const seen: string[] = [];
  library.dom.flushSync(() => root.render(scenario(library, (entry) => notes.push(entry))));
  seen.push(page.innerHTML);
  for (const step of steps) {
    await step(page, library);
    seen.push(page.innerHTML);
  }
  library.dom.flushSync(() => root.unmount());
  seen.push(page.innerHTML);
  page.remove();
  return { notes, seen };
}

async function expectSame(scenario: Scenario, ...steps: Use[]) {
  const expected = await play(whole, scenario, steps);
  expect(await play(reduced, scenario, steps)).toEqual(expected);
  return expected;
}

const click =
  (selector: string): Use =>
  (page, { dom }) =>
    dom.flushSync(() => page.querySelector<HTMLElement>(selector)?.click());

const type =
  (selector: string, text: string): Use =>
  (page, { dom }) =>
    dom.flushSync(() => {
      const field = page.querySelector<HTMLInputElement>(selector);
      // React watches the element's own property.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
      field?.dispatchEvent(new Event("input", { bubbles: true }));
    });

const until =
  (text: string): Use =>
  (page) =>
    vi.waitFor(() => expect(page.textContent).toContain(text));

describe("the reduced renderer does what React's own does", () => {
  it("with state, effects, context and lists", async () => {
    const { notes } = await expectSame(
      ({ react }, note) => {
        const h = react.createElement;
        const Name = react.createContext("none");
        const Row = react.memo(({ id }: { id: string }) => {
          const [count, add] = react.useReducer((before: number) => before + 1, 0);
          const name = react.use(Name);
          react.useEffect(() => {
            note(`${id} mounted`);
            return () => note(`${id} unmounted`);
          }, [id]);
          react.useLayoutEffect(() => {
            note(`${id} shows ${name}`);
          }, [id, name]);
          return h("li", { id, onClick: add }, `${id} ${count} ${name} ${react.useId().length}`);
        });
        return h(function Page() {
          const [rows, setRows] = react.useState(["a", "b", "c", "d"]);
          const list = react.useRef<HTMLUListElement>(null);
          return h(
            Name,
            { value: `${rows.length} rows` },
            h("button", {
              onClick: () => {
                note(`${list.current?.childElementCount}`);
                setRows((before) => [...before.slice(1).toReversed(), "e"]);
              },
            }),
            h(
              "ul",
              { ref: list },
              h(
                react.Fragment,
                {},
                rows.map((id) => h(Row, { id, key: id })),
              ),
            ),
          );
        });
      },
      click("#b"),
      click("button"),
      click("#b"),
      click("button"),
    );
    expect(notes).toContain("e mounted");
  });

  it("with code that loads later, transitions and hidden content", async () => {
    const { seen } = await expectSame(
      ({ react }) => {
        const h = react.createElement;
        const load = (text: string) =>
          react.lazy(async () => Promise.resolve({ default: () => h("p", {}, text) }));
        const pages = [load("first page"), load("second page")];
        return h(function Page() {
          const [at, setAt] = react.useState(0);
          const [isPending, start] = react.useTransition();
          const late = react.useDeferredValue(at);
          const Shown = pages[at] ?? "p";
          return h(
            "main",
            { "aria-busy": isPending, onClick: () => start(() => setAt(at + 1)) },
            h(react.Suspense, { fallback: "Loading" }, h("b", {}, late), h(Shown)),
          );
        });
      },
      until("first page"),
      click("main"),
      until("second page"),
    );
    expect(seen[0]).toContain("Loading");
  });

  it("with errors and classes", async () => {
    const { notes } = await expectSame(
      ({ react }, note) => {
        const h = react.createElement;
        let isBroken = false;
        class Boundary extends react.Component<React.PropsWithChildren, { failed: boolean }> {
          override state = { failed: false };
          static getDerivedStateFromError() {
            return { failed: true };
          }
          override getSnapshotBeforeUpdate() {
            return "snapshot";
          }
          override componentDidUpdate(_: unknown, __: unknown, snapshot: string) {
            note(snapshot);
          }
          override componentDidCatch(error: Error) {
            note(error.message);
          }
          override render() {
            const retry = () => {
              isBroken = false;
              this.setState({ failed: false });
            };
            return this.state.failed
              ? h("button", { onClick: retry }, "Retry")
              : this.props.children;
          }
        }
        return h(Boundary, null, [
          h(
            function Fragile() {
              const [, draw] = react.useState(0);
              if (isBroken) throw new Error("broken");
              const breakIt = () => {
                isBroken = true;
                draw(1);
              };
              return h("i", { onClick: breakIt, key: 1 });
            },
            { key: "fragile" },
          ),
        ]);
      },
      click("i"),
      click("button"),
    );
    expect(notes).toContain("broken");
  });

  it("with fields, portals and attributes", async () => {
    const { seen } = await expectSame(
      ({ react, dom }, note) => {
        const h = react.createElement;
        return h(function Page() {
          const [text, setText] = react.useState("1");
          const onChange = (event: React.ChangeEvent<HTMLInputElement>) =>
            setText(event.target.value.replace(/\D/g, ""));
          const options = ["1", "12", "3"].map((value) => h("option", { value, key: value }));
          return h(
            "form",
            {
              onSubmit: (event: React.FormEvent) => {
                event.preventDefault();
                note("submitted");
              },
              onFocus: () => note("focus"),
              onClickCapture: () => note("captured"),
              style: { width: text.length * 10, "--size": text },
              "data-text": text === "1" ? undefined : text,
            },
            h("input", { type: "text", value: text, onChange, autoFocus: true }),
            h("input", { type: "checkbox", checked: text === "12", readOnly: true }),
            h("select", { value: text, onChange: () => undefined }, options),
            h("textarea", { value: text, readOnly: true }),
            h("svg", { viewBox: "0 0 1 1" }, h("title", {}, text), h("path", { strokeWidth: 2 })),
            h("div", { dangerouslySetInnerHTML: { __html: `<u>${text}</u>` } }),
            text === "12" && h("button", { type: "submit" }),
            dom.createPortal(h("span", { id: "away", onClick: () => note("away") }), document.body),
          );
        });
      },
      type("input", "12x"),
      click("[type=checkbox]"),
      (page, { dom }) => dom.flushSync(() => page.querySelector("form")?.requestSubmit()),
      (_, { dom }) => dom.flushSync(() => document.querySelector<HTMLElement>("#away")?.click()),
    );
    expect(seen[1]).toContain('data-text="12"');
  });
});

it("refuses what is left out", async () => {
  for (const name of ["Activity", "ViewTransition", "Profiler", "SuspenseList"] as const) {
    const missing: Scenario = ({ react }) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Some are not in the types yet.
      react.createElement((react as unknown as Record<string, React.FC>)[name] ?? "head");
    const { notes, seen } = await play(reduced, missing, []);
    expect(notes, name).toHaveLength(1);
    expect(seen[0], name).toBe("");
  }
  const head = await play(reduced, ({ react }) => react.createElement("title", {}, "Page"), []);
  expect(head.notes).toHaveLength(1);
  const hook = await play(
    reduced,
    ({ react }) => react.createElement(() => String(react.useActionState(() => 1, 1))),
    [],
  );
  expect(hook.notes).toHaveLength(1);
});

it("fails when React no longer has one of the parts", () => {
  expect(() => leaveOutParts(renderer.replaceAll("popHydrationState", "popState"))).toThrow(
    "react-dom has no popHydrationState.",
  );
  expect(() => leaveOutParts(renderer.replaceAll("REACT_ACTIVITY_TYPE", "ACTIVITY"))).toThrow(
    "REACT_ACTIVITY_TYPE",
  );
});
