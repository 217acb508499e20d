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
            Retry
          </Button>
        }
      >
        {asFailure(error).message}
      </Notice>
    );
  if (data === undefined) return <Loading />;
  const { claim } = data;
  if (claim === null) return <Notice>Rounds of this game cannot be recomputed here yet.</Notice>;
  if (claim.seeds.serverSeed === "")
    return <SecretRound claim={claim} {...(onShowSeeds && { onShowSeeds })} />;
  const game = games.find(({ id }) => id === claim.game) ?? games[0];
  return <GameRoundCheck key={claim.seeds.serverSeed} game={game} claim={claim} isWide={isWide} />;
}

function Loading() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading the round</span>
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
    ["Hash of the server seed", stated.commitment],
    ["Client seed", seeds.clientSeed],
    ["Nonce", seeds.nonce],
    ["Hash of the table", stated.rulesHash],
  ];
  return (
    <div className="flex flex-col gap-5">
      <Notice
        action={
          onShowSeeds && (
            <Button size="sm" onClick={onShowSeeds}>
              Seeds
            </Button>
          )
        }
      >
        {isOpen
          ? "This round is still open. Its server seed stays secret until the round has ended and the pair is changed."
          : "The server seed of this round is still secret, because its pair is in use. Change the pair under Seeds: the old seed is revealed, and this round is checked at once."}
      </Notice>
      <section aria-label="Already fixed">
        <h3 className="text-base">Already fixed</h3>
        <p className="mt-1 text-sm text-muted">
          Note these down if you like. They must not change when the seed is revealed.
        </p>
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
