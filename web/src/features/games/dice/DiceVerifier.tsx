import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Notice } from "@/ui/Notice";
import { formatPoints } from "@/ui/Points";
import { Skeleton } from "@/ui/Skeleton";
import { ToggleGroup } from "@/ui/ToggleGroup";
import { asFailure } from "@/wire/failure";
import { canVerify } from "../common/fair-draw";
import { Check } from "../common/fairness/SeedsTab";
import { proofQuery, type RoundProof } from "../common/queries";
import { paidMultiplier, readDiceRound, winChance } from "./model";
import { useDiceRules } from "./rules";
import {
  type DiceProof,
  type InputProblems,
  readInputs,
  recomputeDice,
  type TypedInputs,
} from "./verify";

const blank: TypedInputs = {
  serverSeed: "",
  clientSeed: "",
  nonce: "0",
  bet: "10",
  target: "50",
  direction: "under",
};

/** Recomputes a roll in this browser, from a round of one's own or from pasted values. */
export default function DiceVerifier({ roundId }: { roundId: string | null }) {
  if (!canVerify())
    return (
      <Notice>
        Your browser offers its cryptography on secure pages (https) only, so a roll cannot be
        recomputed here. Any HMAC-SHA256 tool gives the same result.
      </Notice>
    );
  return roundId === null ? (
    <VerifyForm initial={blank} known={null} />
  ) : (
    <RoundVerifier id={roundId} />
  );
}

function RoundVerifier({ id }: { id: string }) {
  const { data, error, isError, refetch } = useQuery(proofQuery(id));
  if (isError && data === undefined)
    return (
      <Notice
        tone="error"
        action={
          <Button size="sm" onClick={() => void refetch()}>
            Retry
          </Button>
        }
      >
        {asFailure(error).message}
      </Notice>
    );
  if (data === undefined)
    return (
      <div role="status" className="flex flex-col gap-4">
        <span className="sr-only">Loading the round</span>
        {[0, 1, 2, 3].map((line) => (
          <Skeleton key={line} className="h-12 w-full rounded-md" />
        ))}
      </div>
    );
  return <VerifyForm key={data.proof.serverSeed} initial={typedFrom(data)} known={data} />;
}

function typedFrom({ round, proof }: RoundProof): TypedInputs {
  const read = readDiceRound(round);
  return {
    serverSeed: proof.serverSeed ?? "",
    clientSeed: proof.clientSeed,
    nonce: String(proof.nonce),
    bet: String(read?.bet ?? blank.bet),
    target: String(read?.target ?? blank.target),
    direction: read?.direction ?? blank.direction,
  };
}

function VerifyForm({ initial, known }: { initial: TypedInputs; known: RoundProof | null }) {
  const { returnPercent } = useDiceRules();
  const [typed, setTyped] = useState(initial);
  const [problems, setProblems] = useState<InputProblems>({});
  const [proof, setProof] = useState<DiceProof | null>(null);
  const isSecret = known !== null && known.proof.serverSeed === null;

  const verify = async (values: TypedInputs) => {
    const reading = readInputs(values);
    setProblems(reading.problems ?? {});
    setProof(reading.inputs === null ? null : await recomputeDice(reading.inputs, returnPercent));
  };
  // A round whose seed is known is checked at once.
  useEffect(() => {
    const reading = readInputs(initial);
    if (reading.inputs === null) return;
    let isCurrent = true;
    void recomputeDice(reading.inputs, returnPercent).then(
      (result) => isCurrent && setProof(result),
    );
    return () => {
      isCurrent = false;
    };
  }, [initial, returnPercent]);

  const set = (part: Partial<TypedInputs>) => {
    setTyped({ ...typed, ...part });
    setProof(null);
    setProblems({});
  };
  const field = (name: Exclude<keyof TypedInputs, "direction">, isNumber = false) => ({
    value: typed[name],
    error: problems[name],
    autoComplete: "off",
    autoCapitalize: "none" as const,
    spellCheck: false,
    inputMode: isNumber ? ("numeric" as const) : ("text" as const),
    className: "[&_input]:font-mono [&_input]:text-sm",
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => set({ [name]: event.target.value }),
  });

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void verify(typed);
      }}
    >
      {isSecret && (
        <Notice>
          The server seed of this round is still secret, because the pair is in use. Change the pair
          under Seeds; then this round can be checked.
        </Notice>
      )}
      <Field label="Server seed" {...field("serverSeed")} />
      <Field label="Client seed" {...field("clientSeed")} />
      <div className="grid grid-cols-3 gap-3">
        <Field label="Nonce" {...field("nonce", true)} />
        <Field label="Bet" {...field("bet", true)} />
        <Field label="Target" {...field("target", true)} />
      </div>
      <ToggleGroup
        label="Winning side"
        value={typed.direction}
        onValueChange={(direction) => set({ direction })}
        options={[
          { value: "under", label: "Roll under" },
          { value: "over", label: "At or over" },
        ]}
      />
      <Button type="submit">Recompute the roll</Button>
      {proof !== null && <Result proof={proof} known={known} />}
    </form>
  );
}

function Result({ proof, known }: { proof: DiceProof; known: RoundProof | null }) {
  const { returnPercent } = useDiceRules();
  const round = known === null ? null : readDiceRound(known.round);
  const chance = round === null ? 0 : winChance(round.target, round.direction);
  // A round of an older table paid by that table: its roll can be compared, its payout cannot.
  const isSameTable = round?.multiplier === paidMultiplier(chance, returnPercent);
  const isSame = proof.roll === round?.roll && (!isSameTable || proof.payout === round.payout);
  return (
    <section
      aria-label="Recomputed roll"
      className="rounded-lg border border-line bg-ink-850 p-4 animate-rise"
    >
      <div className="flex items-baseline justify-between gap-4">
        <span className="font-display text-2xl font-bold">{proof.roll}</span>
        <span className={proof.won ? "font-semibold text-win" : "font-semibold text-loss"}>
          {proof.won ? `Hit, returns ${formatPoints(proof.payout)}` : "Missed"}
        </span>
      </div>
      <dl className="mt-3 text-sm">
        <dt className="text-muted">Hash of the server seed</dt>
        <dd className="font-mono break-all">{proof.commitment}</dd>
      </dl>
      {known !== null && (
        <Check isGood={proof.commitment === known.proof.serverSeedHash}>
          {proof.commitment === known.proof.serverSeedHash
            ? "The hash is the one that was shown before the roll."
            : "The hash is not the one that was shown before the roll."}
        </Check>
      )}
      {round !== null && (
        <Check isGood={isSame}>
          {isSame
            ? `${isSameTable ? "Roll and payout are those" : "The roll is that"} of round ${round.id}.`
            : `The site says ${round.roll} and a payout of ${formatPoints(round.payout)} for round ${round.id}.`}
        </Check>
      )}
    </section>
  );
}
