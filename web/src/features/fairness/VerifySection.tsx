import { Link } from "@tanstack/react-router";
import { ClipboardPaste } from "lucide-react";
import { Suspense, useDeferredValue, useState } from "react";
import {
  blankClaim,
  type GiveawayClaim,
  type RoundClaim,
  takeApart,
} from "@/features/games/common/checker/claim";
import { canVerify } from "@/features/games/common/fair-draw";
import { Disclosure } from "@/features/games/common/fairness/Disclosure";
import { LinesField } from "@/features/games/common/fairness/fields";
import { GiveawayCheck } from "@/features/games/common/fairness/GiveawayCheck";
import { NoCryptography } from "@/features/games/common/fairness/NoCryptography";
import RoundVerifier, { GameRoundCheck } from "@/features/games/common/fairness/RoundVerifier";
import { SeedsTab } from "@/features/games/common/fairness/SeedsTab";
import { GamePicker } from "@/features/games/common/GamePicker";
import { findGame, games, offeredGames } from "@/features/games/registry";
import { useMember } from "@/features/session/store";
import { useSite } from "@/features/site/queries";
import { Button, buttonClass } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Notice } from "@/ui/Notice";
import { Spinner } from "@/ui/Spinner";
import { exampleGiveaway, exampleOf } from "./examples";
import * as texts from "./texts/verify.en";

type Subject = RoundClaim["game"] | "giveaway";

/** Rounds of every game can be checked; those that the site offers come first. */
function subjectsOf(offered: readonly string[] | undefined) {
  const inOrder = [...new Set([...offeredGames(offered), ...games])];
  const subjects: readonly { value: Subject; label: string }[] = [
    ...inOrder.map(({ id, name }) => ({ value: id, label: name })),
    { value: "giveaway", label: texts.giveaway },
  ];
  return subjects;
}

const gameIds = games.map(({ id }) => id);

const blankGiveaway: GiveawayClaim = {
  game: "giveaway",
  serverSeed: "",
  id: "",
  lines: "",
  stated: null,
};

type VerifySectionProps = { roundId: string | null; game: string | null };

/** The verifier of the page: one's own round, a pasted one, or typed values. */
export default function VerifySection({ roundId, game }: VerifySectionProps) {
  const [own, setOwn] = useState(roundId);
  const subjects = subjectsOf(useSite()?.games);
  const first = (subjects.find(({ value }) => value === game) ?? subjects[0])?.value ?? "dice";
  const [claim, setClaim] = useState<RoundClaim | GiveawayClaim>(() => blankOf(first));
  // The old form stays until the checker of the new game is loaded.
  const shown = useDeferredValue(claim);
  if (!canVerify()) return <NoCryptography />;
  if (own !== null) return <OwnRound roundId={own} onLeave={() => setOwn(null)} />;
  return (
    <div className="flex flex-col gap-6">
      <GamePicker
        label={texts.subject}
        options={subjects}
        value={claim.game}
        onValueChange={(value) => setClaim(blankOf(value))}
      />
      <div className="flex flex-col gap-3 lg:flex-row lg:items-start">
        <PasteBox onTaken={setClaim} />
        <Button
          className="min-h-12 self-start"
          onClick={() =>
            claim.game === "giveaway"
              ? setClaim(exampleGiveaway)
              : void exampleOf(claim.game).then((example) =>
                  // Another game may have been chosen meanwhile.
                  setClaim((now) => (now.game === example.game ? example : now)),
                )
          }
        >
          {texts.showExample}
        </Button>
      </div>
      <Card className="rounded-xl p-4 sm:p-6 lg:p-8">
        <Check claim={shown} />
      </Card>
    </div>
  );
}

function blankOf(subject: Subject): RoundClaim | GiveawayClaim {
  return subject === "giveaway" ? blankGiveaway : blankClaim(subject);
}

/** Begins anew with every claim: its own fields, nothing left of the last. */
function Check({ claim }: { claim: RoundClaim | GiveawayClaim }) {
  const key = JSON.stringify(claim);
  return claim.game === "giveaway" ? (
    <GiveawayCheck key={key} claim={claim} />
  ) : (
    <Suspense fallback={<Spinner />}>
      <GameRoundCheck key={key} game={findGame(claim.game) ?? games[0]} claim={claim} isWide />
    </Suspense>
  );
}

const sample = '{"game":"dice","server_seed":"…","client_seed":"…","nonce":0,"params":{…}}';

function PasteBox({ onTaken }: { onTaken: (claim: RoundClaim | GiveawayClaim) => void }) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <Disclosure
      title={texts.paste}
      note={<span className="max-sm:hidden">{texts.pasteNote}</span>}
      className="surface min-w-0 flex-1 rounded-lg px-4 max-lg:w-full"
    >
      <form
        noValidate
        className="flex flex-col gap-3 pt-1 pb-5"
        onSubmit={(event) => {
          event.preventDefault();
          const taken = takeApart(gameIds, text);
          setProblem(taken.problem);
          if (taken.claim !== null) onTaken(taken.claim);
        }}
      >
        <LinesField
          label={texts.pasteLabel}
          rows={4}
          placeholder={sample}
          value={text}
          onValueChange={(value) => {
            setText(value);
            setProblem(null);
          }}
          error={problem ?? undefined}
        />
        <Button
          type="submit"
          className="self-start"
          icon={<ClipboardPaste aria-hidden="true" className="size-4.5" />}
        >
          {texts.loadPasted}
        </Button>
      </form>
    </Disclosure>
  );
}

function OwnRound({ roundId, onLeave }: { roundId: string; onLeave: () => void }) {
  const member = useMember();
  const [showsSeeds, setShowsSeeds] = useState(false);
  if (member === null)
    return (
      <Notice
        action={
          <Link
            to="/login"
            search={{ redirect: `/fairness?round=${encodeURIComponent(roundId)}` }}
            className={buttonClass("quiet", "sm")}
          >
            {texts.logIn}
          </Link>
        }
      >
        {texts.membersRound}
      </Notice>
    );
  return (
    <div className="flex flex-col gap-6">
      <Card className="rounded-xl p-4 sm:p-6 lg:p-8">
        <RoundVerifier
          games={games}
          roundId={roundId}
          isWide
          onShowSeeds={() => setShowsSeeds(true)}
        />
      </Card>
      {showsSeeds && (
        <Card className="rounded-xl p-4 sm:p-6 lg:p-8">
          <h3 className="mb-4 text-lg">{texts.yourSeeds}</h3>
          <SeedsTab />
        </Card>
      )}
      <Button tone="ghost" className="self-start" onClick={onLeave}>
        {texts.checkAnother}
      </Button>
    </div>
  );
}
