import { type ReactNode, useState } from "react";
import { Button } from "@/ui/Button";
import { formatPoints } from "@/ui/format/numbers";
import { Notice } from "@/ui/Notice";
import { Points } from "@/ui/Points";
import { MemberPicker } from "../../lists/MemberPicker";
import type { Member } from "../../lists/members";
import { ChangeFailure } from "../../shell/ChangeFailure";
import { Private } from "../../shell/Private";
import * as hidden from "../../shell/texts/private.en";
import * as texts from "../texts/en";
import type { Change } from "./change";
import {
  creditLine,
  creditLinked,
  type LinkedLines,
  removeLine,
  type WaitingLine,
} from "./queries";
import { whoIsMeant } from "./who";

type LineQuestionProps = {
  line: WaitingLine;
  change: Change;
  onBack: () => void;
  onDone: (text: string) => void;
};

/** An admin's tick: this member is the one whom the line means. */
export function CreditLine({ line, change, onBack, onDone }: LineQuestionProps) {
  const [chosen, setChosen] = useState<Member | null>(null);
  return (
    <>
      <LineFacts line={line} />
      <MemberPicker
        text={line.username ?? line.email ?? line.casinoUsername ?? line.kickUsername ?? ""}
        chosen={chosen}
        onChoose={setChosen}
      />
      <Answers change={change} onBack={onBack}>
        <Button
          tone="gold"
          busy={change.isBusy}
          disabled={chosen === null}
          onClick={() => {
            if (chosen === null) return;
            void change.submit(async () =>
              onDone(`${chosen.username}: ${await creditLine(line.id, chosen.id)}`),
            );
          }}
        >
          {chosen === null
            ? texts.credit
            : texts.creditPoints(formatPoints(line.points), chosen.username)}
        </Button>
      </Answers>
    </>
  );
}

/** The question before a line is lost. */
export function RemoveLine({ line, change, onBack, onDone }: LineQuestionProps) {
  return (
    <>
      <p className="text-muted">{texts.willNeverCreditedAlso}</p>
      <LineFacts line={line} />
      <Answers change={change} onBack={onBack}>
        <Button
          tone="danger"
          busy={change.isBusy}
          onClick={() => void change.submit(async () => onDone(await removeLine(line.id)))}
        >
          {texts.remove}
        </Button>
      </Answers>
    </>
  );
}

type LinkedQuestionProps = Omit<LineQuestionProps, "line"> & { linked: LinkedLines };

/** The question before all lines are paid that name a linked Kick account by name only. */
export function CreditLinked({ linked, change, onBack, onDone }: LinkedQuestionProps) {
  return (
    <>
      <p className="text-muted">{texts.linkedByNameOnly}</p>
      <Answers change={change} onBack={onBack}>
        <Button
          tone="gold"
          busy={change.isBusy}
          onClick={() =>
            void change.submit(async () => {
              const { message, left } = await creditLinked();
              onDone(left === 0 ? message : `${message}. ${texts.linesLeft(left)}`);
            })
          }
        >
          {texts.creditLines(linked.lines, formatPoints(linked.points))}
        </Button>
      </Answers>
    </>
  );
}

function LineFacts({ line }: { line: WaitingLine }) {
  return (
    <p className="well flex items-center justify-between gap-4 rounded-md px-4 py-3">
      <span className="min-w-0 text-sm [overflow-wrap:anywhere]">
        <Private what={hidden.memberOfLine(line.line)}>{whoIsMeant(line)}</Private>
      </span>
      <Points amount={line.points} className="font-display text-lg" />
    </p>
  );
}

type AnswersProps = Pick<LineQuestionProps, "change" | "onBack"> & { children: ReactNode };

/** The buttons below a question, with why the last try failed. */
export function Answers({ change: { failed, isBusy }, onBack, children }: AnswersProps) {
  return (
    <>
      {failed !== null && !isBusy && (
        <Notice tone="error">
          <ChangeFailure failure={failed.failure} />
        </Notice>
      )}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button disabled={isBusy} onClick={onBack}>
          {texts.back}
        </Button>
        {children}
      </div>
    </>
  );
}
