import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, Shuffle } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { QueryView } from "@/data/QueryView";
import { UnknownOutcome } from "@/data/UnknownOutcome";
import { type Submission, useSubmit } from "@/data/use-submit";
import { Button, IconButton } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import { Field } from "@/ui/Field";
import { Notice } from "@/ui/Notice";
import { Skeleton } from "@/ui/Skeleton";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { randomHex } from "@/wire/random";
import { readAgain } from "@/wire/rereads";
import type { components } from "@/wire/schema";
import { canVerify, commitmentTo } from "../fair-draw";
import { fairnessQuery } from "../queries";
import * as texts from "../texts/fairness.en";

type Pair = Pick<
  components["schemas"]["Fairness"],
  "serverSeedHash" | "clientSeed" | "nonce" | "nextServerSeedHash"
>;
type Revealed = components["schemas"]["Rotated"]["revealed"];

/** The seed pair in use, what is committed for the next one, and the change from one to the other. */
export function SeedsTab() {
  const query = useQuery(fairnessQuery);
  const [revealed, setRevealed] = useState<Revealed | null>(null);
  // Kept above the form, which is reset with every pair: a lost answer is still named then.
  const rotation = useSubmit({
    send: (clientSeed: string) =>
      answer(api.POST("/api/games/fairness/rotate", { body: { clientSeed } })),
    onAnswer: ({ revealed: shown, current, success }) => {
      setRevealed(shown);
      queryClient.setQueryData(fairnessQuery.queryKey, { success, ...current });
      // The proofs of the old pair's rounds now carry its seed.
      void queryClient.invalidateQueries({ queryKey: ["member", "proof"] });
    },
    // The pair may have been changed all the same, or in another window.
    onFailure: () => readAgain(fairnessQuery.queryKey),
  });
  const tab = (pair: (Pair & { pairId: string }) | undefined) => (
    <>
      <PairCard pair={pair} />
      <RotateForm key={pair?.pairId} rotation={rotation} isReady={pair !== undefined} />
      {revealed !== null && <RevealedCard revealed={revealed} />}
    </>
  );
  return (
    <div className="flex flex-col gap-6">
      <QueryView query={query} what={texts.yourSeeds} failedAs="bare" loading={tab(undefined)}>
        {tab}
      </QueryView>
    </div>
  );
}

function PairCard({ pair }: { pair: Pair | undefined }) {
  return (
    <dl className="flex flex-col divide-y divide-line rounded-lg border border-line bg-ink-850">
      <SeedRow
        name={texts.serverSeedHashed}
        note={texts.fixedBeforeFirstRound}
        text={pair?.serverSeedHash}
      />
      <SeedRow name={texts.yourClientSeed} text={pair?.clientSeed} />
      <SeedRow name={texts.roundsSoFar} text={pair && String(pair.nonce)} copyable={false} />
      <SeedRow
        name={texts.nextServerSeedHashed}
        note={texts.alreadyFixedSoCannot}
        text={pair?.nextServerSeedHash}
      />
    </dl>
  );
}

function SeedRow({
  name,
  note,
  text,
  copyable = true,
}: {
  name: string;
  note?: string;
  text: string | undefined;
  copyable?: boolean;
}) {
  return (
    <div className="relative flex min-h-16 flex-col justify-center py-2.5 pr-14 pl-4">
      <dt className="text-sm font-medium">{name}</dt>
      <dd>
        {text === undefined ? (
          <Skeleton className="mt-1.5 h-4 w-full rounded-sm" />
        ) : (
          <span className="block font-mono text-sm break-all text-muted">{text}</span>
        )}
        {note !== undefined && <span className="mt-1 block text-xs text-faint">{note}</span>}
        {copyable && text !== undefined && (
          <span className="absolute top-1/2 right-1.5 -translate-y-1/2">
            <CopyButton text={text} what={name.toLowerCase()} />
          </span>
        )}
      </dd>
    </div>
  );
}

const CLIENT_SEED = /^[A-Za-z0-9._-]{1,64}$/;

function RotateForm({
  rotation: { failed, isBusy, submit },
  isReady,
}: {
  rotation: Submission<string, unknown>;
  isReady: boolean;
}) {
  const [clientSeed, setClientSeed] = useState(() => randomHex(8));
  const isValid = CLIENT_SEED.test(clientSeed);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid && isReady) void submit(clientSeed);
  };
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-3">
      <Field
        label={texts.nextClientSeed}
        value={clientSeed}
        onChange={(event) => setClientSeed(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={texts.yoursChooseUp64}
        error={
          isValid ? undefined : "1 to 64 letters, digits, dots, dashes or underscores, no spaces"
        }
        suffix={
          <IconButton
            label={texts.makeRandomClientSeed}
            onClick={() => setClientSeed(randomHex(8))}
          >
            <Shuffle aria-hidden="true" className="size-4.5" />
          </IconButton>
        }
        className="[&_input]:font-mono [&_input]:text-sm"
      />
      {failed !== null && (
        <Notice tone="error">
          {failed.failure.message}
          {failed.isUnknown && <UnknownOutcome isRepeatable={false} />}
        </Notice>
      )}
      <Button type="submit" busy={isBusy} disabled={!isValid || !isReady}>
        {texts.rotateSeeds}
      </Button>
    </form>
  );
}

function RevealedCard({ revealed }: { revealed: Revealed }) {
  const match = useCommitmentCheck(revealed);
  return (
    <section aria-label={texts.revealedSeeds} className="animate-rise">
      <h3 className="text-base">{texts.revealed}</h3>
      <p className="mt-1 text-sm text-muted">{texts.roundsPlayed(revealed.rounds)}</p>
      <dl className="mt-3 flex flex-col divide-y divide-line rounded-lg border border-line bg-ink-850">
        <SeedRow name={texts.serverSeed} text={revealed.serverSeed} />
        <SeedRow name={texts.itsHashAsPromised} text={revealed.serverSeedHash} />
        <SeedRow name={texts.clientSeed} text={revealed.clientSeed} />
      </dl>
      {match !== null && (
        <Check isGood={match}>{match ? texts.hashSeedOneWas : texts.hashSeedNotOne}</Check>
      )}
    </section>
  );
}

/** Null until it is known, and where the browser offers no cryptography. */
function useCommitmentCheck(revealed: Revealed): boolean | null {
  const [match, setMatch] = useState<boolean | null>(null);
  useEffect(() => {
    if (!canVerify()) return;
    let isCurrent = true;
    void commitmentTo(revealed.serverSeed).then((hash) => {
      if (isCurrent) setMatch(hash === revealed.serverSeedHash);
    });
    return () => {
      isCurrent = false;
    };
  }, [revealed]);
  return match;
}

/** The outcome of a check, with a sign and in words. */
function Check({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  const Icon = isGood ? CircleCheck : CircleX;
  return (
    <p
      role="status"
      className={`mt-3 flex items-start gap-2 text-sm ${isGood ? "text-win" : "text-loss"}`}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
