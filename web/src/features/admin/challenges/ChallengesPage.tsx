import { Plus, Radio } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Message, useMessage } from "@/ui/Message";
import { DraftDesk } from "../drafts/DraftDesk";
import { draftId, GONE } from "../drafts/model";
import { useDraft } from "../drafts/use-draft";
import { useMay } from "../session/rights";
import { AdminPage } from "../shell/AdminPage";
import { SeeOnly } from "../shell/SeeOnly";
import { Stat, Stats } from "../shell/Stats";
import { useFormDefaults } from "../status/form-defaults";
import { ChallengeBoard } from "./ChallengeBoard";
import { type ChallengeForm, challengeOf, editChallenge } from "./form";
import { CHALLENGES_MAX, type Challenge } from "./model";
import type { Opened } from "./OpenDialog";
import { challengeList, testLiveUpdate, useLiveChallenges } from "./queries";
import * as texts from "./texts/en";

// The forms are loaded after the page.
const loadDialog = () => import("./OpenDialog");
const OpenDialog = lazy(loadDialog);

const SYNCED = "synced" as const;

/** What is live for those who may only look: a draft of this browser is another person's. */
function useShownDraft(mayChange: boolean) {
  const draft = useDraft(challengeList);
  return mayChange ? draft : { ...draft, entries: draft.live?.entries, standing: SYNCED };
}

/** /admin/challenges: the list is edited as a draft and published whole. */
export function ChallengesPage() {
  // The form begins with them.
  useFormDefaults();
  useLiveChallenges();
  const mayChange = useMay("challenges", "change");
  useEffect(() => void loadDialog(), []);
  const draft = useShownDraft(mayChange);
  const { live, entries, standing, change } = draft;
  const [opened, setOpened] = useState<Opened | null>(null);
  const { message, say } = useMessage();
  const close = () => setOpened(null);
  // Called when the server answers: a dialog opened since then stays open.
  const reports = {
    onDone: (text: string) => say("success", text),
    onFailed: (text: string, reason: string) => say("error", text, reason),
  };
  const done = (text: string) => {
    close();
    reports.onDone(text);
  };
  const fail = (text: string, reason: string) => {
    close();
    reports.onFailed(text, reason);
  };
  const replace = (challenge: Challenge) => {
    if (!entries?.some(({ id }) => id === challenge.id)) {
      fail(texts.errorUpdatingChallenge, texts.noLongerList);
      return;
    }
    change(entries.map((one) => (one.id === challenge.id ? challenge : one)));
  };
  const changes = {
    add: (form: ChallengeForm) => {
      const known = entries ?? [];
      if (known.length >= CHALLENGES_MAX) return texts.errorAddingChallengeList(CHALLENGES_MAX);
      change([...known, challengeOf(draftId(known), form)]);
      done(texts.challengeAddedDraft);
      return null;
    },
    update: (challenge: Challenge, form: ChallengeForm) => {
      if (!draft.edit(challenge, (current) => editChallenge(challenge, current, form)))
        return texts.errorUpdatingChallengeText(GONE);
      done(texts.challengeUpdatedDraft);
      return null;
    },
    remove: ({ id }: Challenge) => {
      if (!entries?.some((one) => one.id === id)) {
        fail(texts.errorDeletingChallenge, texts.noLongerList);
        return;
      }
      change(entries.filter((one) => one.id !== id));
      done(texts.challengeDeletedFromDraft);
    },
  };
  const open = live !== undefined;
  return (
    <AdminPage
      title={texts.challenges}
      lead={texts.whatMembersCanDo}
      actions={
        mayChange && (
          <>
            <TestButton challenges={live?.entries} {...reports} />
            <Button
              disabled={!open}
              onClick={() => setOpened({ action: "add" })}
              icon={<Plus aria-hidden="true" className="size-4.5" />}
            >
              {texts.addChallenge}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-5">
        <SeeOnly area="challenges" />
        <ChallengeStats
          challenges={entries}
          state={standing === "synced" ? texts.live : texts.draft}
          isMissing={draft.query.isError}
        />
        <div className="sticky top-19 z-10 flex flex-col gap-3 lg:top-3">
          {mayChange && (
            <DraftDesk list={challengeList} what={texts.publicChallenges} always {...reports} />
          )}
          <Message message={message} />
        </div>
        <ChallengeBoard
          draft={draft}
          onAdd={() => setOpened({ action: "add" })}
          onOpen={(action, challenge) => setOpened({ action, challenge })}
          onChange={replace}
        />
        {opened !== null && (
          <Suspense fallback={null}>
            <OpenDialog opened={opened} changes={changes} onDone={done} onClose={close} />
          </Suspense>
        )}
      </div>
    </AdminPage>
  );
}

type ChallengeStatsProps = {
  challenges: readonly Challenge[] | undefined;
  state: "Draft" | "Live";
  isMissing: boolean;
};

function ChallengeStats({ challenges, state, isMissing }: ChallengeStatsProps) {
  if (challenges === undefined && isMissing) return null;
  const completed = challenges?.filter((challenge) => challenge.completed).length ?? null;
  const total = challenges?.length ?? null;
  return (
    <Stats>
      <Stat label={texts.completed}>{completed}</Stat>
      <Stat label={texts.pending}>
        {total === null || completed === null ? null : total - completed}
      </Stat>
      <Stat label={texts.total}>{total}</Stat>
      <Stat label={texts.currentState}>{total === null ? null : state}</Stat>
    </Stats>
  );
}

type TestButtonProps = {
  challenges: readonly Challenge[] | undefined;
  onDone: (text: string) => void;
  onFailed: (text: string, reason: string) => void;
};

/** Members notice nothing of it. */
function TestButton({ challenges, onDone, onFailed }: TestButtonProps) {
  const { isBusy, submit } = useSubmit<void, string>({
    send: testLiveUpdate,
    onAnswer: onDone,
    onFailure: ({ failure }) => onFailed(texts.testUpdateCouldNot, failure.message),
  });
  const test = () => {
    if (challenges === undefined || challenges.length === 0)
      onFailed(texts.noChallengesAvailableTesting, texts.pushChallengeLiveFirst);
    else void submit();
  };
  return (
    <Button
      tone="ghost"
      onClick={test}
      disabled={challenges === undefined}
      busy={isBusy}
      icon={<Radio aria-hidden="true" className="size-4.5" />}
    >
      {texts.testLiveUpdate}
    </Button>
  );
}
