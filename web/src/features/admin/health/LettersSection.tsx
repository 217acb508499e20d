import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { QueryView } from "@/data/QueryView";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatMoment } from "@/ui/format/dates";
import { formatAge, formatUntil } from "@/ui/format/durations";
import { formatPoints } from "@/ui/format/numbers";
import { Message, useMessage } from "@/ui/Message";
import { Skeleton } from "@/ui/Skeleton";
import { Tabs } from "@/ui/Tabs";
import { Pages } from "../lists/Pages";
import { useKeptFocus } from "../lists/use-kept-focus";
import { failureTexts } from "../shell/failure-texts";
import { QuestionKind } from "../shell/QuestionKind";
import { deleteLetter, type Letter, type LetterState, lettersQuery, retryLetter } from "./letters";
import * as texts from "./texts/en";

/** Letters to members that have not been delivered: those that are tried again, and those given up. */
export function LettersSection({ now }: { now: string }) {
  const [state, setState] = useState<LetterState>("waiting");
  // The counts of both stand in every answer.
  const { data } = useQuery(lettersQuery(state, 1));
  const tab = (value: LetterState, name: string) => ({
    value,
    label: data === undefined ? name : `${name} (${formatPoints(data.counts[value])})`,
    content: <LetterList key={value} state={value} now={now} />,
  });
  return (
    <section aria-labelledby="letters" className="relative flex flex-col gap-4">
      <div>
        <h2 id="letters" className="text-lg">
          {texts.emails}
        </h2>
        <p className="mt-1 text-sm text-muted">{texts.whatCouldNotDelivered}</p>
      </div>
      <Tabs
        label={texts.emails}
        tabs={[tab("waiting", texts.waiting), tab("dead", texts.failedEmails)]}
        value={state}
        onValueChange={setState}
      />
    </section>
  );
}

function LetterList({ state, now }: { state: LetterState; now: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery(lettersQuery(state, page));
  const { data, isPlaceholderData } = query;
  const { message, say } = useMessage();
  // Kept here: the letter may leave the list under the question.
  const [asking, setAsking] = useState<Letter | null>(null);
  const list = useKeptFocus();
  const last = Math.max(data?.pages ?? page, 1);
  // The last letter of the last page has left.
  if (!isPlaceholderData && page > last) setPage(last);
  return (
    <div ref={list} tabIndex={-1} className="relative flex flex-col gap-4 outline-none">
      <Message message={message} />
      <QueryView query={query} what={texts.theEmails} loading={<LoadingLetters />}>
        {(letters) =>
          letters.items.length === 0 ? (
            <Card className="p-5 text-sm text-muted">
              {state === "waiting" ? texts.noWaitingEmails : texts.noFailedEmails}
            </Card>
          ) : (
            <>
              <Card
                aria-busy={isPlaceholderData}
                className={cx("transition-opacity", isPlaceholderData && "opacity-55")}
              >
                <ul
                  aria-label={state === "waiting" ? texts.waitingEmails : texts.failedEmailsLabel}
                >
                  {letters.items.map((letter) => (
                    <LetterRow
                      key={letter.id}
                      letter={letter}
                      now={now}
                      say={say}
                      onDelete={() => setAsking(letter)}
                    />
                  ))}
                </ul>
              </Card>
              {letters.pages > 1 && <Pages page={page} pages={letters.pages} onPage={setPage} />}
            </>
          )
        }
      </QueryView>
      {asking !== null && (
        <DeleteDialog letter={asking} say={say} onClose={() => setAsking(null)} />
      )}
    </div>
  );
}

const whoseOf = ({ username }: Letter) => username ?? texts.deletedAccount;

type LetterRowProps = {
  letter: Letter;
  now: string;
  say: ReturnType<typeof useMessage>["say"];
  onDelete: () => void;
};

function LetterRow({ letter, now, say, onDelete }: LetterRowProps) {
  const { id, subject, username, to, lastError, dead, until } = letter;
  const whose = whoseOf(letter);
  const isOver = Date.parse(until) <= Date.parse(now);
  const { isBusy, submit } = useSubmit<void, void>({
    send: () => retryLetter(id),
    onAnswer: () => say("success", texts.willBeSentAgain(whose)),
    onFailure: ({ failure }) => say("error", ...failureTexts(failure)),
  });
  return (
    <li
      // Its button is off while the letter is tried.
      data-keeps-focus
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b border-line p-5 last:border-b-0"
    >
      <div className="min-w-[min(100%,15rem)] flex-1 text-sm [overflow-wrap:anywhere]">
        <h3 tabIndex={-1} className="font-sans text-base font-semibold outline-none">
          {subject}
        </h3>
        <p className="mt-0.5 text-muted">
          {texts.to(
            username === null ? (
              whose
            ) : (
              <Link
                to="/admin/accounts"
                search={{ q: username }}
                className="text-text underline underline-offset-4"
              >
                {username}
              </Link>
            ),
            to,
          )}
          <Times letter={letter} now={now} isOver={isOver} />
        </p>
        {lastError !== "" && <p className="mt-1">{texts.lastErrorText(lastError)}</p>}
      </div>
      <div className="flex flex-wrap gap-3">
        {!isOver && (
          <Button
            size="sm"
            busy={isBusy}
            onClick={() => void submit()}
            icon={<RotateCw aria-hidden="true" className="size-4" />}
          >
            {dead ? texts.tryAgain : texts.tryNow}{" "}
            <span className="sr-only">{texts.emailOf(whose)}</span>
          </Button>
        )}
        <Button
          size="sm"
          onClick={onDelete}
          icon={<Trash2 aria-hidden="true" className="size-4" />}
        >
          {texts.deleteText}
          <span className="sr-only">{texts.emailOf(whose)}</span>
        </Button>
      </div>
    </li>
  );
}

type DeleteDialogProps = Pick<LetterRowProps, "letter" | "say"> & { onClose: () => void };

function DeleteDialog({ letter, say, onClose }: DeleteDialogProps) {
  const whose = whoseOf(letter);
  return (
    <ConfirmDialog
      art={<QuestionKind kind="danger" />}
      tone="danger"
      title={texts.deleteEmailQuestion}
      text={texts.deleteEmailEffect(letter.subject, whose)}
      confirm={texts.textDelete}
      onConfirm={async () => {
        await deleteLetter(letter.id);
        say("success", texts.emailDeleted(whose));
      }}
      onClose={onClose}
    />
  );
}

type TimesProps = { letter: Letter; now: string; isOver: boolean };

/** When it was written, how often it was tried, and what becomes of it. */
function Times({ letter: { writtenAt, tries, dead, nextAt, until }, now, isOver }: TimesProps) {
  const clock = Date.parse(now);
  const tried = texts.tried(tries);
  return (
    <>
      {texts.written(
        <time dateTime={writtenAt} title={formatMoment(writtenAt)}>
          {formatAge(writtenAt, clock)}
        </time>,
        tried,
        !dead && nextAt !== null && (
          <>
            {texts.nextTry(
              <time dateTime={nextAt} title={formatMoment(nextAt)}>
                {formatUntil(nextAt, clock)}
              </time>,
            )}
          </>
        ),
        isOver ? (
          texts.linkHasEndedNo
        ) : (
          <>
            {texts.linkEnds(
              <time dateTime={until} title={formatMoment(until)}>
                {formatUntil(until, clock)}
              </time>,
            )}
          </>
        ),
      )}
    </>
  );
}

function LoadingLetters() {
  return (
    <Card role="status" className="flex flex-col gap-4 p-5">
      <span className="sr-only">{texts.loadingEmails}</span>
      <Skeleton className="h-6 w-64 rounded-sm" />
      <Skeleton className="h-5 rounded-sm" />
    </Card>
  );
}
