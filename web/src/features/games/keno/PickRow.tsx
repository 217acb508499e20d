import { Eraser, Minus, Plus, Shuffle } from "lucide-react";
import { Button, IconButton } from "@/ui/Button";
import { PICKS_MAX } from "./model";
import { useKenoRules } from "./rules";
import { clearPicks, pickAtRandom, setRandomCount, useKenoTable } from "./table";
import * as texts from "./texts/en";

/** Picks at random, as many as one likes, and takes all picks away. */
export function PickRow() {
  const { numbers } = useKenoRules();
  const { picks, randomCount, phase, run } = useKenoTable();
  const isLocked = phase !== "idle" || run !== null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <div className="flex items-center gap-1">
        <Button
          icon={<Shuffle aria-hidden="true" className="size-4.5" />}
          disabled={isLocked}
          onClick={() => void pickAtRandom(numbers)}
        >
          {texts.random(randomCount)}
        </Button>
        <IconButton
          label={texts.fewerRandom}
          disabled={isLocked || randomCount <= 1}
          onClick={() => setRandomCount(randomCount - 1)}
        >
          <Minus aria-hidden="true" className="size-4.5" />
        </IconButton>
        <IconButton
          label={texts.moreRandom}
          disabled={isLocked || randomCount >= PICKS_MAX}
          onClick={() => setRandomCount(randomCount + 1)}
        >
          <Plus aria-hidden="true" className="size-4.5" />
        </IconButton>
      </div>
      <Button
        tone="ghost"
        icon={<Eraser aria-hidden="true" className="size-4.5" />}
        disabled={isLocked || picks.length === 0}
        onClick={clearPicks}
        className="max-sm:px-3"
      >
        <span className="max-sm:sr-only">{texts.clear}</span>
      </Button>
    </div>
  );
}
