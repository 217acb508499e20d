import { vi } from "vitest";

type Format = "DateTimeFormat" | "ListFormat" | "NumberFormat" | "PluralRules";
const formats: ReadonlySet<unknown> = new Set<Format>([
  "DateTimeFormat",
  "ListFormat",
  "NumberFormat",
  "PluralRules",
]);

/**
 * Gives the browser another language: whatever is formatted without a locale follows it. Unloads the
 * site's modules, because a format that was created before keeps its language: import them afterwards.
 */
export function setBrowserLanguage(language: string): void {
  vi.resetModules();
  vi.stubGlobal("navigator", Object.create(navigator, { language: { value: language } }));
  const original = Intl;
  const construct = (target: new (...args: unknown[]) => object, args: unknown[]) =>
    new target(args[0] ?? language, args[1]);
  vi.stubGlobal(
    "Intl",
    new Proxy(original, {
      get: (target, name: keyof typeof Intl) =>
        formats.has(name) ? new Proxy(target[name] as never, { construct }) : target[name],
    }),
  );
  vi.spyOn(Number.prototype, "toLocaleString").mockImplementation(function (
    this: number,
    locale: Intl.LocalesArgument = language,
    options?: Intl.NumberFormatOptions,
  ) {
    return new original.NumberFormat(locale, options).format(this);
  });
  vi.spyOn(Date.prototype, "toLocaleString").mockImplementation(function (
    this: Date,
    locale: Intl.LocalesArgument = language,
    options?: Intl.DateTimeFormatOptions,
  ) {
    return new original.DateTimeFormat(locale, options).format(this);
  });
}
