import type { Values } from "../../settings/values";
import * as texts from "../texts/editor.en";
import { CANVAS } from "./geometry";
import { COLOUR, kindOf, plateOf, rules, sourcesOf } from "./model";

/** What the server would refuse and no field finds by itself, by path. */
export function checkSources(values: Values): Readonly<Record<string, string>> {
  const found = sourcesOf(values).flatMap((source, place) =>
    Object.entries(checkSource(source)).map(([path, text]) => [`sources.${place}.${path}`, text]),
  );
  return Object.fromEntries(found);
}

function checkSource(source: Values): Record<string, string> {
  const { x, y, width, height } = plateOf(source);
  const { accent, options } = source;
  const isColour = typeof accent !== "string" || accent === "" || COLOUR.test(accent);
  return {
    ...(x + width > CANVAS.width && { width: texts.tooWide }),
    ...(y + height > CANVAS.height && { height: texts.tooHigh }),
    ...(!isColour && { accent: texts.colourWrong }),
    ...emptyLists(source, options),
  };
}

function emptyLists(source: Values, options: unknown): Record<string, string> {
  const kind = kindOf(source);
  if (kind === null) return {};
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a kind is known only of a table
  const typed = options as Values;
  const empty = Object.entries(rules[kind].options).filter(([key, { type }]) => {
    const value = typed[key];
    return type === "list" && Array.isArray(value) && value.length === 0;
  });
  return Object.fromEntries(empty.map(([key]) => [`options.${key}`, texts.chooseOne]));
}
