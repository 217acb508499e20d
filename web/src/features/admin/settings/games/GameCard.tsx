import { ChevronDown, TriangleAlert } from "lucide-react";
import { useId } from "react";
import { Badge } from "@/ui/Badge";
import { cx } from "@/ui/cx";
import { numberFormat } from "@/ui/format/locale";
import { GroupError } from "../fields/Group";
import { NumberSetting } from "../fields/NumberSetting";
import { useForm, useOpenPart, useSetting } from "../form";
import type { GameReturn } from "../queries";
import * as texts from "../texts/games.en";
import { hasUnread, isWithin, valueAt } from "../values";
import type { Game } from "./games";

/** Highest bet that the server takes. */
const BET_MAX = 1_000_000;

type GameCardProps = {
  game: Game;
  highest: GameReturn | undefined;
  /** The return is not yet that of what was typed. */
  isWorking: boolean;
};

/** The table of a game, behind its name and highest return. */
export function GameCard({ game, highest, isWorking }: GameCardProps) {
  const { id, name, Table, hasSteps = false } = game;
  const path = `tables.${id}`;
  const { value, lockNote } = useSetting(path);
  const { errors, attempts, values } = useForm();
  // A row of numbers as a whole: its fields show only what is wrong with one of them.
  const ofRows = Object.entries(errors).filter(
    ([key]) => isWithin(key, path) && typeof valueAt(values, key) === "object",
  );
  const isRefused = Object.keys(errors).some((error) => isWithin(error, path));
  const [isOpened, setOpen] = useOpenPart(isRefused || (attempts > 0 && hasUnread(value)));
  const bodyId = useId();
  return (
    <section className="well rounded-md">
      <h3 className="font-sans text-base font-semibold tracking-normal">
        <button
          type="button"
          aria-expanded={isOpened}
          aria-controls={bodyId}
          onClick={() => setOpen(!isOpened)}
          className="flex min-h-14 w-full items-center gap-4 rounded-md px-4 py-2.5 text-left"
        >
          <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1">
            {name}
            <HighestReturn highest={highest} isWorking={isWorking} />
          </span>
          <ChevronDown
            aria-hidden="true"
            className={cx(
              "size-5 shrink-0 text-muted transition-transform",
              isOpened && "rotate-180",
            )}
          />
        </button>
      </h3>
      <div id={bodyId} hidden={!isOpened} className="border-t border-line p-4">
        {isOpened && (
          <div className="flex flex-col gap-5">
            {ofRows.map(([key, text]) => (
              <GroupError key={key} text={`${key.replace(`${path}.`, "")}: ${text}`} />
            ))}
            {lockNote !== undefined && <p className="text-sm text-muted">{lockNote}</p>}
            {!hasSteps && (
              <div className="grid max-w-xl grid-cols-2 gap-3">
                <NumberSetting
                  path={`${path}.min_bet`}
                  label={texts.minBet}
                  min={1}
                  max={BET_MAX}
                />
                <NumberSetting
                  path={`${path}.max_bet`}
                  label={texts.maxBet}
                  min={1}
                  max={BET_MAX}
                />
              </div>
            )}
            {Table !== undefined && <Table />}
          </div>
        )}
      </div>
    </section>
  );
}

const percent = numberFormat({ style: "percent", maximumFractionDigits: 2 });

function HighestReturn({ highest, isWorking }: Omit<GameCardProps, "game">) {
  if (highest === undefined) return null;
  const text = texts.highestReturn(percent(Number(highest.highestReturn)));
  return (
    <span
      role="status"
      aria-busy={isWorking}
      className={cx("transition-opacity", isWorking && "opacity-60")}
    >
      {highest.aboveOne ? (
        <Badge tone="loss">
          <TriangleAlert aria-hidden="true" className="size-3.5" />
          {texts.above(text)}
        </Badge>
      ) : (
        <span className="text-sm font-normal text-muted">{text}</span>
      )}
    </span>
  );
}
