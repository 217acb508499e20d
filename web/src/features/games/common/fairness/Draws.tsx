import type { Draw } from "../fair-draw";
import * as texts from "../texts/round-check.en";
import { Disclosure } from "./Disclosure";

const WORD_VALUES = 2 ** 32;
/** More than this are folded away at first. */
const SHOWN_AT_ONCE = 12;

/** Every accepted draw in its order: how many values it could have, and which it took. */
export function Draws({ draws }: { draws: readonly Draw[] }) {
  const rows = draws.map(([bound, value], place) => ({ place: place + 1, bound, value }));
  return (
    <Disclosure
      title={texts.drawCount(draws.length)}
      note={texts.valuesPossibleValueDrawn}
      isOpen={draws.length <= SHOWN_AT_ONCE}
    >
      <ol className="mt-1 flex flex-wrap gap-1.5">
        {rows.map(({ place, bound, value }) => (
          <li
            key={place}
            className="inline-flex items-center gap-1.5 rounded-sm border border-line bg-ink-950 px-2 py-1 font-mono text-xs"
          >
            <span className="text-faint">
              <span className="sr-only">{texts.draw(place)}</span>
              {bound === WORD_VALUES ? "2³²" : bound}
            </span>
            <span aria-hidden="true" className="text-ink-600">
              →
            </span>
            <span className="font-semibold text-text">
              <span className="sr-only">{texts.values}</span>
              {value}
            </span>
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}
