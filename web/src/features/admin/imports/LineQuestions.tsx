import { type ReactNode, useState } from "react";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { formatPoints, Points } from "@/ui/Points";
import { asFailure } from "@/wire/failure";
import { MemberPicker } from "../lists/MemberPicker";
import type { Member } from "../lists/members";
import { creditLine, removeLine, type WaitingLine } from "./queries";
import { whoIsMeant } from "./who";

type LineQuestionProps = {
  line: WaitingLine;
  onBack: () => void;
  onBusy: (busy: boolean) => void;
  onDone: (text: string) => void;
};

/** An admin's tick: this member is the one whom the line means. */
export function CreditLine({ line, ...to }: LineQuestionProps) {
  const [chosen, setChosen] = useState<Member | null>(null);
  const { isBusy, refusal, run } = useWork(to);
  return (
    <>
      <LineFacts line={line} />
      <MemberPicker
        text={line.username ?? line.email ?? line.casinoUsername ?? line.kickUsername ?? ""}
        chosen={chosen}
        onChoose={setChosen}
      />
      <Answers refusal={refusal} isBusy={isBusy} onBack={to.onBack}>
        <Button
          tone="gold"
          busy={isBusy}
          disabled={chosen === null}
          onClick={() => {
            if (chosen === null) return;
            void run(async () => `${chosen.username}: ${await creditLine(line.id, chosen.id)}`);
          }}
        >
          {chosen === null
            ? "Credit"
            : `Credit ${formatPoints(line.points)} points to ${chosen.username}`}
        </Button>
      </Answers>
    </>
  );
}

/** The question before a line is lost. */
export function RemoveLine({ line, ...to }: LineQuestionProps) {
  const { isBusy, refusal, run } = useWork(to);
  return (
    <>
      <p className="text-muted">
        It will never be credited, also if the member links or verifies later. The same file does
        not bring it back.
      </p>
      <LineFacts line={line} />
      <Answers refusal={refusal} isBusy={isBusy} onBack={to.onBack}>
        <Button tone="danger" busy={isBusy} onClick={() => void run(() => removeLine(line.id))}>
          Remove
        </Button>
      </Answers>
    </>
  );
}

function useWork({ onBusy, onDone }: Pick<LineQuestionProps, "onBusy" | "onDone">) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const run = async (work: () => Promise<string>) => {
    setRefusal(null);
    setBusy(true);
    onBusy(true);
    try {
      onDone(await work());
    } catch (thrown) {
      setRefusal(asFailure(thrown).message);
    } finally {
      setBusy(false);
      onBusy(false);
    }
  };
  return { isBusy, refusal, run };
}

function LineFacts({ line }: { line: WaitingLine }) {
  return (
    <p className="well flex items-center justify-between gap-4 rounded-md px-4 py-3">
      <span className="min-w-0 text-sm [overflow-wrap:anywhere]">{whoIsMeant(line)}</span>
      <Points amount={line.points} className="font-display text-lg" />
    </p>
  );
}

type AnswersProps = {
  refusal: string | null;
  isBusy: boolean;
  onBack: () => void;
  children: ReactNode;
};

function Answers({ refusal, isBusy, onBack, children }: AnswersProps) {
  return (
    <>
      {refusal !== null && <Notice tone="error">{refusal}</Notice>}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button disabled={isBusy} onClick={onBack}>
          Back
        </Button>
        {children}
      </div>
    </>
  );
}
