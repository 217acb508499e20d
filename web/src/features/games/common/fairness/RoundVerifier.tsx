import { useQuery } from "@tanstack/react-query";
import { use } from "react";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Skeleton } from "@/ui/Skeleton";
import { asFailure } from "@/wire/failure";
import { blankClaim, claimOfRound, type RoundClaim } from "../checker/claim";
import { canVerify } from "../fair-draw";
import type { Game } from "../game";
import { proofQuery, type RoundProof } from "../queries";
import * as texts from "../texts/round-check.en";
import { NoCryptography } from "./NoCryptography";
import { RoundCheck } from "./RoundCheck";

type RoundVerifierProps = {
  /** The games that the round may be of; the first is that of empty fields. */
  games: readonly [Game, ...Game[]];
  /** A round of one's own, or null to begin with empty fields. */
  roundId: string | null;
  /** Leads to where the pair is changed. */
  onShowSeeds?: () => void;
  isWide?: boolean;
};

/** Recomputes a round of any game in this browser. */
export default function RoundVerifier(props: RoundVerifierProps) {
  if (!canVerify()) return <NoCryptography />;
  return props.roundId === null ? (
    <GameRoundCheck
      game={props.games[0]}
      claim={blankClaim(props.games[0].id)}
      isWide={props.isWide === true}
    />
  ) : (
    <OwnRound {...props} roundId={props.roundId} />
  );
}

type GameRoundCheckProps = { game: Game; claim: RoundClaim; isWide: boolean };

/** The check of a round with the checker of its game, which is loaded first. */
export function GameRoundCheck({ game, ...rest }: GameRoundCheckProps) {
  return <RoundCheck {...rest} checker={use(game.checker())} />;
}

function OwnRound({
  games,
  roundId,
  onShowSeeds,
  isWide = false,
}: Omit<RoundVerifierProps, "roundId"> & { roundId: string }) {
  const { data, error, isError, refetch } = useQuery({
    ...proofQuery(roundId),
    select: (proof: RoundProof) => ({
      proof,
      claim: claimOfRound(
        games.map(({ id }) => id),
        proof,
      ),
    }),
  });
  if (isError && data === undefined)
    return (
      <Notice
        tone="error"
        action={
          <Button size="sm" onClick={() => void refetch()}>
            {texts.retry}
          </Button>
        }
      >
        {asFailure(error).message}
      </Notice>
    );
  if (data === undefined) return <Loading />;
  const { claim } = data;
  if (claim === null) return <Notice>{texts.roundsGameCannotRecomputed}</Notice>;
  if (claim.seeds.serverSeed === "")
    return <SecretRound claim={claim} {...(onShowSeeds && { onShowSeeds })} />;
  const game = games.find(({ id }) => id === claim.game) ?? games[0];
  return <GameRoundCheck key={claim.seeds.serverSeed} game={game} claim={claim} isWide={isWide} />;
}

function Loading() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">{texts.loadingRound}</span>
      <Skeleton className="h-18 w-full rounded-md" />
      <Skeleton className="h-44 w-full rounded-md" />
      <Skeleton className="h-32 w-full rounded-md" />
    </div>
  );
}

/** What is known of a round while its server seed is not. */
function SecretRound({ claim, onShowSeeds }: { claim: RoundClaim; onShowSeeds?: () => void }) {
  const { seeds, stated, isOpen } = claim;
  const facts: [name: string, text: string | null][] = [
    [texts.hashServerSeed, stated.commitment],
    [texts.clientSeed, seeds.clientSeed],
    [texts.nonce, seeds.nonce],
    [texts.hashTable, stated.rulesHash],
  ];
  return (
    <div className="flex flex-col gap-5">
      <Notice
        action={
          onShowSeeds && (
            <Button size="sm" onClick={onShowSeeds}>
              {texts.seeds}
            </Button>
          )
        }
      >
        {isOpen ? texts.roundStillOpenServer : texts.serverSeedRoundStill}
      </Notice>
      <section aria-label={texts.alreadyFixed}>
        <h3 className="text-base">{texts.alreadyFixed}</h3>
        <p className="mt-1 text-sm text-muted">{texts.noteTheseDownIf}</p>
        <dl className="mt-3 divide-y divide-line rounded-md border border-line bg-ink-850">
          {facts
            .filter(([, text]) => text !== null)
            .map(([name, text]) => (
              <div key={name} className="px-4 py-2.5">
                <dt className="text-sm font-medium">{name}</dt>
                <dd className="font-mono text-sm break-all text-muted">{text}</dd>
              </div>
            ))}
        </dl>
      </section>
    </div>
  );
}
