import type { Section } from "../settings/section";
import { isValues, listOf, type Values } from "../settings/values";
import { idOf, nameOf, sourcesOf } from "./editor/model";
import * as texts from "./texts/editor.en";

const ORDER = "order";

/** The sources by their ids, and their order beside them. */
function toCompare(values: Values): Values {
  const sources = sourcesOf(values);
  return {
    ...values,
    sources: Object.fromEntries(sources.map((source) => [idOf(source), source])),
    [ORDER]: sources.map(idOf),
  };
}

/** The list of the sources again. Those that the order has no place for come last: nobody has removed them. */
function fromCompare({ [ORDER]: order, sources, ...values }: Values): Values {
  const known = isValues(sources) ? sources : {};
  const ids = new Set([...listOf(order).map(String), ...Object.keys(known)]);
  return { ...values, sources: [...ids].map((id) => known[id]).filter(isValues) };
}

/** The section with what two versions of it are compared by: each field of each source, by the source's name. */
export function compared(section: Section, versions: readonly Values[]): Section {
  const names = new Map(versions.flatMap(sourcesOf).map((one) => [idOf(one), nameOf(one)]));
  const nameAt = (id: string) => names.get(id) ?? texts.unnamed;
  return {
    ...section,
    toCompare,
    fromCompare,
    label: (key) => {
      const [list, id, ...field] = key.split(".");
      if (key === ORDER) return texts.order;
      if (list !== "sources" || id === undefined) return section.label(key);
      return field.length === 0
        ? nameAt(id)
        : texts.fieldOf(nameAt(id), section.label(field.join(".")));
    },
    show: (key, value) =>
      key === ORDER
        ? listOf(value)
            .map((id) => nameAt(String(id)))
            .join(", ")
        : (section.show?.(key, value) ?? null),
  };
}
