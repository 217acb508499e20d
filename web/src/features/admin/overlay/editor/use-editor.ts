import { useState } from "react";
import { useForm, useSetting } from "../../settings/form";
import { hasUnread, isWithin, type Values } from "../../settings/values";
import type { Plate } from "./geometry";
import { inOrder, withCopy, withNew, without } from "./list";
import { idOf, type Kind, nameOf, sourcesOf } from "./model";

/** The sources of the form, the one that is chosen, and what can be done with them. */
export function useEditor() {
  const form = useForm();
  const { isLocked } = useSetting("sources");
  const sources = sourcesOf(form.values);
  const [chosen, setChosen] = useState("");
  const isThere = sources.some((source) => idOf(source) === chosen);
  const first = sources[0];
  const selected = isThere || first === undefined ? chosen : idOf(first);
  const wrong = sources.filter((source, place) => isWrong(source, place, form)).map(idOf);
  // Each attempt to save opens the first source that something is wrong with, so that its field can take the focus.
  const [openedFor, setOpenedFor] = useState(form.attempts);
  if (form.attempts !== openedFor) {
    setOpenedFor(form.attempts);
    const [firstWrong] = wrong;
    if (firstWrong !== undefined && !wrong.includes(selected)) setChosen(firstWrong);
  }
  const set = (next: readonly Values[]) => form.change("sources", next);
  const take = (changed: { sources: readonly Values[]; id: string } | null) => {
    if (changed === null) return;
    set(changed.sources);
    setChosen(changed.id);
  };
  return {
    sources,
    selected,
    place: sources.findIndex((source) => idOf(source) === selected),
    wrong,
    isLocked,
    select: setChosen,
    set,
    add: (kind: Kind) => take(withNew(sources, kind)),
    copy: (id: string) => take(withCopy(sources, id)),
    remove: (id: string) => {
      const changed = without(sources, id);
      set(changed.sources);
      if (id === selected) setChosen(changed.id);
    },
    order: (ids: readonly string[]) => set(inOrder(sources, ids)),
    put: (id: string, plate: Plate) => {
      const at = sources.findIndex((source) => idOf(source) === id);
      if (at >= 0) set(sources.with(at, { ...sources[at], ...plate }));
    },
  };
}

type Known = Pick<ReturnType<typeof useForm>, "errors" | "attempts">;

/** Whether anything of a source was typed wrong, is missing, or was refused. */
function isWrong(source: Values, place: number, { errors, attempts }: Known): boolean {
  const isMissing = attempts > 0 && nameOf(source).trim() === "";
  const { options } = source as { options?: Values };
  const isUntitled =
    attempts > 0 &&
    options?.kind === "goal" &&
    typeof options.title === "string" &&
    options.title.trim() === "";
  return (
    hasUnread(source) ||
    isMissing ||
    isUntitled ||
    Object.keys(errors).some((path) => isWithin(path, `sources.${place}`))
  );
}
