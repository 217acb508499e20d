import { useEffect, useState } from "react";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Notice } from "@/ui/Notice";
import { type CheckedRound, checkRound } from "../checker/check";
import type { RoundChecker } from "../checker/checker";
import type { RoundClaim } from "../checker/claim";
import type { FormField, Problems, Typed } from "../checker/fields";
import { blankForm, fillForm } from "../checker/form";
import { type PlayedTable, usePlayedTable } from "../tables/queries";
import * as texts from "../texts/round-check.en";
import { Disclosure } from "./Disclosure";
import { ExactField, GameField } from "./fields";
import { RoundReport } from "./RoundReport";

type RoundCheckProps = {
  claim: RoundClaim;
  checker: RoundChecker;
  /** Values beside the report instead of above it, where there is room. */
  isWide?: boolean;
};

/** The values of a round, and what this browser makes of them. */
export function RoundCheck({ claim, checker, isWide = false }: RoundCheckProps) {
  const { game, stated } = claim;
  const table = usePlayedTable(game, checker.published, stated.rulesHash);
  const form = useRoundForm(claim, checker, table);
  const { checked, problems } = form;
  // Where a result was stated the verdict comes first; else one begins with the values.
  const isVerdictFirst = stated.detail !== null;
  const values = (
    <Values
      form={form}
      fields={checker.fields}
      isReady={table.state !== "loading"}
      isMain={isWide}
    />
  );
  const report = (
    <div className="min-w-0">
      {problems.table !== undefined && <Notice tone="error">{problems.table}</Notice>}
      {checked !== null && (
        <RoundReport
          game={game}
          checked={checked}
          stated={stated}
          given={form.commitment}
          table={table}
        />
      )}
      {checked === null && isWide && <Waiting />}
      {checked === null && !isWide && isVerdictFirst && <Stale problems={problems} />}
    </div>
  );
  return (
    <div
      className={cx(
        "flex flex-col gap-6",
        isWide && "lg:grid lg:grid-cols-2 lg:items-start lg:gap-10",
      )}
    >
      {isVerdictFirst ? (
        <>
          {report}
          {isWide ? (
            values
          ) : (
            <Disclosure title={texts.theValues} isOpen={Object.keys(problems).length > 0}>
              <div className="mt-2">{values}</div>
            </Disclosure>
          )}
        </>
      ) : (
        <>
          {values}
          {report}
        </>
      )}
    </div>
  );
}

/** In place of a verdict that no longer belongs to the values, or does not yet. */
function Stale({ problems }: { problems: Problems }) {
  return (
    <p role="status" className="text-sm text-muted">
      {Object.keys(problems).length > 0 ? texts.theseValuesDoNot : texts.recomputeRoundValuesBelow}
    </p>
  );
}

/** Where the report will stand. */
function Waiting() {
  return (
    <div className="flex min-h-64 items-center justify-center rounded-lg border border-dashed border-line-strong p-8 text-center text-sm text-muted max-lg:hidden">
      <p className="max-w-64">{texts.drawsResultChecksWill}</p>
    </div>
  );
}

/** What the form says at first. */
function typedIn({ play, typed }: RoundClaim, fields: readonly FormField[]): Typed {
  return { ...(play === null ? blankForm(fields) : fillForm(fields, play)), ...typed };
}

type RoundForm = ReturnType<typeof useRoundForm>;

function useRoundForm(claim: RoundClaim, checker: RoundChecker, played: PlayedTable) {
  const [seeds, setSeeds] = useState(claim.seeds);
  const [typed, setTyped] = useState(() => typedIn(claim, checker.fields));
  const [commitment, setCommitment] = useState(claim.stated.commitment ?? "");
  const [problems, setProblems] = useState<Problems>({});
  const [checked, setChecked] = useState<CheckedRound | null>(null);
  const table = played.state === "known" ? played.table : checker.published;

  const check = async () => {
    const answer = await checkRound(checker, seeds, typed, table);
    setProblems(answer.problems ?? {});
    setChecked(answer.checked);
  };
  const change = <Part,>(set: (part: Part) => void, part: Part) => {
    set(part);
    setChecked(null);
    setProblems({});
  };

  // What came with its server seed is checked at once.
  const isReady = played.state !== "loading" && claim.seeds.serverSeed !== "";
  useEffect(() => {
    if (!isReady) return;
    let isCurrent = true;
    void checkRound(checker, claim.seeds, typedIn(claim, checker.fields), table).then((answer) => {
      if (!isCurrent) return;
      setProblems(answer.problems ?? {});
      setChecked(answer.checked);
    });
    return () => {
      isCurrent = false;
    };
  }, [claim, checker, table, isReady]);

  return {
    seeds,
    typed,
    commitment,
    problems,
    checked,
    check,
    setSeed: (name: keyof typeof seeds, value: string) =>
      change(setSeeds, { ...seeds, [name]: value }),
    setField: (name: string, value: string) => change(setTyped, { ...typed, [name]: value }),
    setCommitment,
  };
}

type ValuesProps = {
  form: RoundForm;
  fields: readonly FormField[];
  isReady: boolean;
  /** Recomputing is what the view is for. */
  isMain: boolean;
};

function Values({ form, fields, isReady, isMain }: ValuesProps) {
  const { seeds, typed, problems, commitment } = form;
  const small = fields.filter(({ kind }) => kind === "whole");
  const rest = fields.filter(({ kind }) => kind !== "whole");
  const drawn = (field: FormField) => (
    <GameField
      key={field.name}
      field={field}
      value={typed[field.name] ?? ""}
      onValueChange={(value) => form.setField(field.name, value)}
      error={problems[field.name]}
    />
  );
  return (
    <form
      noValidate
      aria-label={texts.valuesRound}
      className="flex min-w-0 flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void form.check();
      }}
    >
      <ExactField
        label={texts.serverSeed}
        value={seeds.serverSeed}
        onValueChange={(value) => form.setSeed("serverSeed", value)}
        error={problems.serverSeed}
      />
      <ExactField
        label={texts.clientSeed}
        value={seeds.clientSeed}
        onValueChange={(value) => form.setSeed("clientSeed", value)}
        error={problems.clientSeed}
      />
      <div className="grid grid-cols-3 gap-3">
        <ExactField
          label={texts.nonce}
          isNumber
          value={seeds.nonce}
          onValueChange={(value) => form.setSeed("nonce", value)}
          error={problems.nonce}
        />
        {small.map(drawn)}
      </div>
      {rest.map(drawn)}
      <ExactField
        label={texts.hashShownBeforeOptional}
        hint={texts.serverSeedsCommitmentCompared}
        value={commitment}
        onValueChange={form.setCommitment}
      />
      <Button type="submit" tone={isMain ? "gold" : "quiet"} disabled={!isReady}>
        {texts.recomputeRound}
      </Button>
    </form>
  );
}
