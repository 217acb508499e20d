import { ChevronDown, Plus } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Field } from "@/ui/Field";
import { chancePercent, percent } from "../common/fraction";
import { useAreOddsMissing } from "../common/Odds";
import { spotName, spots } from "./layout";
import { covered, rouletteChance, rouletteReturn } from "./odds";
import { type RouletteKind, rouletteKinds } from "./published-table";
import { useRouletteRules } from "./rules";
import { placeAmount, useRouletteTable } from "./table";
import * as texts from "./texts/en";

/** Places a bet by its kind and numbers: for those who would rather not aim at lines. */
export function AddBet() {
  const rules = useRouletteRules();
  const areOddsMissing = useAreOddsMissing();
  const isLocked = useRouletteTable((table) => table.phase !== "idle");
  const [kind, setKind] = useState<RouletteKind>("straight");
  const choices = spots.filter((spot) => spot.kind === kind);
  const [chosen, setChosen] = useState("");
  const spot = choices.find(({ id }) => id === chosen) ?? choices[0];
  const [text, setText] = useState("5");
  const amount = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  const isWrong = amount < 1 || amount > rules.maxBet;
  return (
    <Card className="p-4 sm:p-6">
      <h2 className="text-lg">{texts.addBet}</h2>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (spot !== undefined && !isWrong) placeAmount(spot.id, amount, rules);
        }}
        className="mt-3 flex flex-col gap-3"
      >
        <Select
          label={texts.kindOfBet}
          value={kind}
          onChange={(next) => setKind(rouletteKinds.find((known) => known === next) ?? kind)}
        >
          {rouletteKinds.map((known) => (
            <option key={known} value={known}>
              {texts.kinds[known]}
            </option>
          ))}
        </Select>
        {choices.length > 1 && (
          <Select label={texts.numbers} value={spot?.id ?? ""} onChange={setChosen}>
            {choices.map((choice) => (
              <option key={choice.id} value={choice.id}>
                {spotName(choice)}
              </option>
            ))}
          </Select>
        )}
        <Field
          label={texts.points}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={text}
          error={isWrong ? texts.pointsProblem(rules.maxBet) : undefined}
          onChange={(event) => setText(event.target.value)}
        />
        {!areOddsMissing && (
          <p className="text-sm text-muted">
            {texts.odds(
              covered[kind],
              chancePercent(rouletteChance(kind)),
              rules.returns[kind],
              percent(rouletteReturn(rules, kind), 2),
            )}
          </p>
        )}
        <Button
          type="submit"
          disabled={isLocked || isWrong}
          icon={<Plus aria-hidden="true" className="size-4.5" />}
        >
          {texts.addToTable}
        </Button>
      </form>
    </Card>
  );
}

function Select({
  label,
  value,
  onChange,
  children,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <span className="relative flex">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="well min-h-12 w-full cursor-pointer appearance-none rounded-md pr-10 pl-3.5 text-base text-text [&>option]:bg-ink-900"
        >
          {children}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-4 text-muted"
        />
      </span>
    </div>
  );
}
