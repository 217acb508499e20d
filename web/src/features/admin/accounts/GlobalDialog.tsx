import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useFailure } from "@/data/use-failure";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { formatPoints } from "@/ui/format/numbers";
import { Message, type MessageContent, useMessage } from "@/ui/Message";
import { Points } from "@/ui/Points";
import { memberCountQuery } from "../lists/members";
import { GlobalAmount } from "./GlobalAmount";
import { forgetJob, type Grant, giveEveryone, useGrantJob } from "./grant";
import { JobProgress } from "./JobProgress";
import { jobQuery, rereadAccounts } from "./queries";
import { pointsFailureTexts } from "./submitter";
import * as texts from "./texts/en";

/** What everyone has been given. */
type Given = { members: number; skipped: number; points: number };

type GlobalDialogProps = { onClose: () => void };

/** Points for everyone: the amount, the question, and its result. */
export function GlobalDialog({ onClose }: GlobalDialogProps) {
  const [grant, setGrant] = useState<Grant | null>(null);
  const [step, setStep] = useState<"amount" | "confirm" | "given">("amount");
  const [given, setGiven] = useState<Given | null>(null);
  const { busy, give, message, hush } = useGiving(setGiven, () => setStep("given"));
  const jobId = useGrantJob();
  const job = useQuery({ ...jobQuery(jobId ?? ""), enabled: jobId !== null }).data;
  const view = jobId === null ? step : job?.endedAt ? "given" : "job";
  const panel = useFocusAtChange(view);
  const title = titles[view];

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title={title}
      {...(view === "amount" && { description: texts.sameNumberPointsEvery })}
    >
      <div ref={panel} tabIndex={-1} className="outline-none">
        {jobId !== null ? (
          <JobView jobId={jobId} onClose={onClose} />
        ) : view === "given" && given !== null ? (
          <GivenView given={given} onDone={onClose} />
        ) : view === "confirm" && grant !== null ? (
          <Question
            grant={grant}
            busy={busy}
            message={message}
            onBack={() => {
              hush();
              setStep("amount");
            }}
            onConfirm={() => void give(grant)}
          />
        ) : (
          <GlobalAmount
            first={grant}
            onCancel={onClose}
            onContinue={(next) => {
              setGrant(next);
              setStep("confirm");
            }}
          />
        )}
      </div>
    </Dialog>
  );
}

const titles = {
  amount: texts.globalPoints,
  confirm: texts.giveEveryonePoints,
  job: texts.givingEveryonePoints,
  given: texts.pointsGiven,
} as const;

function useGiving(onGiven: (given: Given) => void, onDone: () => void) {
  const { message, say, hush } = useMessage();
  const { isBusy, submit } = useSubmit({
    send: giveEveryone,
    onAnswer: ({ done, usersUpdated, totalPointsDistributed }) => {
      if (!done) return;
      onGiven({ members: usersUpdated, skipped: 0, points: totalPointsDistributed });
      onDone();
      void rereadAccounts();
    },
    onFailure: (failed) => say("error", ...pointsFailureTexts(failed)),
  });
  const give = (grant: Grant) => {
    hush();
    return submit(grant);
  };
  return { busy: isBusy, give, message, hush };
}

/** The button that was pressed is gone with its view: the next view takes the focus, or its field. */
function useFocusAtChange(view: string) {
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus();
  }, [view]);
  return panel;
}

type QuestionProps = {
  grant: Grant;
  busy: boolean;
  message: MessageContent | null;
  onBack: () => void;
  onConfirm: () => void;
};

function Question({ grant, busy, message, onBack, onConfirm }: QuestionProps) {
  const count = useQuery(memberCountQuery).data ?? 0;
  return (
    <>
      <dl className="well mt-5 divide-y divide-line rounded-md px-4 text-sm">
        <Line term={texts.eachMemberGets}>
          <Points amount={grant.amount} />
        </Line>
        <Line term={texts.members}>{formatPoints(count)}</Line>
        <Line term={texts.totalLabel}>
          <Points amount={grant.amount * count} className="text-base" />
        </Line>
        <Line term={texts.reason}>{grant.reason}</Line>
      </dl>
      <p className="mt-4 text-sm text-muted">{texts.whoGetsPoints}</p>
      <Message message={message} className="mt-5" />
      <Buttons>
        <Button onClick={onBack} disabled={busy}>
          {texts.back}
        </Button>
        <Button tone="gold" busy={busy} onClick={onConfirm}>
          {texts.givePoints}
        </Button>
      </Buttons>
    </>
  );
}

function GivenView({ given, onDone }: { given: Given; onDone: () => void }) {
  return (
    <>
      <p role="status" className="mt-4 text-muted">
        {texts.beenPaid(given.members)}
      </p>
      <dl className="well mt-5 divide-y divide-line rounded-md px-4 text-sm">
        <Line term={texts.membersPaid}>{formatPoints(given.members)}</Line>
        <Line term={texts.pointsGiven}>
          <Points amount={given.points} className="text-base" />
        </Line>
        {given.skipped > 0 && <Line term={texts.skippedFull}>{formatPoints(given.skipped)}</Line>}
      </dl>
      <Buttons>
        <Button tone="gold" onClick={onDone}>
          {texts.done}
        </Button>
      </Buttons>
    </>
  );
}

/** A job goes on without anybody looking; closing leaves it to the line on the page. */
function JobView({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const query = useQuery(jobQuery(jobId));
  const failure = useFailure(query);
  const job = query.data;
  if (job?.endedAt)
    return (
      <GivenView
        given={{ members: job.paid, skipped: job.skipped, points: job.paid * job.amount }}
        onDone={() => {
          onClose();
          forgetJob();
        }}
      />
    );
  return (
    <>
      <p className="mt-2 text-muted">{texts.continuesInBackground}</p>
      <JobProgress job={job} failure={failure} className="mt-5" />
      <Buttons>
        <Button onClick={onClose}>{texts.close}</Button>
      </Buttons>
    </>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-6 py-2">
      <dt className="shrink-0 text-muted">{term}</dt>
      <dd className="min-w-0 text-right font-medium [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

function Buttons({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{children}</div>
  );
}
