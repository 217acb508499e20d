import { BrokenPage } from "./BrokenPage";

/** What the site's router does besides its routes; tests have it from here, too. */
export const routerOptions = {
  defaultPreload: "intent",
  // Texts stand in the address as they are: "true", "1.0" and long numbers stay texts, too.
  parseSearch: (text: string) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search: Record<string, unknown>) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined);
    const text = new URLSearchParams(
      given.map(([name, value]) => [name, String(value)]),
    ).toString();
    return text && `?${text}`;
  },
  // What a page does not understand of its address, as an impossible month, leaves the address.
  search: { strict: true },
  // A new page starts at its top; going back returns to where one was.
  scrollRestoration: true,
  defaultErrorComponent: BrokenPage,
} as const;
