import type { AnySchema } from "@tanstack/react-router";
import { around, type LazyPage } from "@/ui/lazy-page";

/** The visitors who can open a page; all others are redirected (`src/app/guards.ts`). */
type Access = "everybody" | "guest" | "member" | "admin";

type RawSearch = Record<string, unknown>;

/** The names of a path's parameters: "id" of "/bonus-hunts/$id". */
type ParamName<Path extends string> = Path extends `${infer First}/${infer Rest}`
  ? ParamName<First> | ParamName<Rest>
  : Path extends `$${infer Name}`
    ? Name
    : never;

/** The parameters of an address. */
export type Address<Path extends string, Search> = {
  search: Search;
  params: Readonly<Record<ParamName<Path>, string>>;
};

/** A page with its path, as a feature declares it; `src/app/routes.tsx` makes the route. */
export type PageRoute<Path extends string = string, Search = object> = {
  path: Path;
  /** The page's name in the title of the window. */
  title: string;
  access: Access;
  validateSearch: (search: RawSearch) => Search;
  /** The page, with its props read from the address. */
  Content: LazyPage<Address<Path, Search>>;
};

type Declaration<Path extends string, Search, Props> = {
  path: Path;
  title: string;
  /** Everybody, unless stated. */
  access?: Access;
  /** Keeps the search parameters that the page understands. */
  validateSearch?: (search: RawSearch) => Search;
  Page: LazyPage<Props>;
  toProps?: (address: Address<Path, Search>) => Props;
};

/** Declares a page, with the literal types of its path and its search parameters. */
export function definePage<
  const Path extends string,
  Search extends object = AnySchema,
  Props extends object = object,
>(
  page: Declaration<Path, Search, Props> &
    (object extends Props ? object : { toProps: (address: Address<Path, Search>) => Props }),
): PageRoute<Path, Search>;
export function definePage({
  path,
  title,
  access = "everybody",
  validateSearch = () => ({}),
  Page,
  toProps = () => ({}),
}: Declaration<string, object, object>): PageRoute {
  const Content = (address: Address<string, object>) => <Page {...toProps(address)} />;
  return { path, title, access, validateSearch, Content: around(Page, Content) };
}

/** The named parameters of an address that are texts; each is validated where it is used. */
export function textParameters<const Name extends string>(search: RawSearch, ...names: Name[]) {
  const found: { [Key in Name]?: string } = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value === "string") found[name] = value;
  }
  return found;
}
