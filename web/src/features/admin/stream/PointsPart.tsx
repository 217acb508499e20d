import { Undo2 } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { QueryView } from "@/data/QueryView";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { formatPoints } from "@/ui/format/numbers";
import { Message, useMessage } from "@/ui/Message";
import { pointsFailureTexts } from "../accounts/submitter";
import { SearchField } from "../lists/SearchField";
import { useKeptFocus } from "../lists/use-kept-focus";
import { Failed } from "./Failed";
import { FoundMembers } from "./FoundMembers";
import { MemberLines } from "./MemberLines";
import { type Found, type Grant, givePoints, undoGrant, useFound, useGrants } from "./queries";
import { LoadingPart, Section } from "./Section";
import * as texts from "./texts/en";

const presets = [50, 100, 250, 500, 1_000];
const REASON_MAX = 200;
const AMOUNT_MAX = 16;

/** Points for a member by name, with a reason, and the way back. */
export function PointsPart() {
  return (
    <Section part="points">
      <GiveForm />
      <Grants />
    </Section>
  );
}

/**
 * The member that was picked, the one whose username was typed in full, the only one with that name
 * on Kick or at the casino, or the only one that was found.
 */
function chosenOf(found: readonly Found[], q: string, picked: string | null): Found | undefined {
  const isTyped = (name: string | null) => name?.toLowerCase() === q.toLowerCase();
  // Another member may have chosen the same text as a name elsewhere.
  const sameElsewhere = found.filter(
    ({ kickUsername, casinoUsername }) => isTyped(kickUsername) || isTyped(casinoUsername),
  );
  return (
    found.find(({ id }) => id === picked) ??
    found.find(({ username }) => isTyped(username)) ??
    onlyOf(sameElsewhere) ??
    onlyOf(found)
  );
}

function onlyOf(members: readonly Found[]): Found | undefined {
  return members.length === 1 ? members[0] : undefined;
}

/** What is in the field, what of it is searched for, and the member that was picked from the answer. */
type Search = { typed: string; q: string; picked: string | null };

type Order = {
  member: Found;
  points: number;
  /** The form as it was sent: what has changed since is meant for the next member. */
  from: { typed: string; amount: string; reason: string; focused: Element | null };
};

const noSearch: Search = { typed: "", q: "", picked: null };

function GiveForm() {
  const [search, setSearch] = useState(noSearch);
  const { typed: name, q, picked } = search;
  const [reason, setReason] = useState("");
  const [amount, setAmount] = useState("");
  const form = useRef<HTMLDivElement>(null);
  const { message, say, hush } = useMessage();
  const query = useFound(q);
  // The members of another text are shown until the next ones come, and not given anything.
  const isAnswered = !query.isPlaceholderData && name.trim() === q;
  const chosen = isAnswered ? chosenOf(query.data ?? [], q, picked) : undefined;
  const give = useSubmit({
    send: ({ member, points }: Order) =>
      givePoints({ userId: member.id, amount: points, reason: reason.trim() }),
    onAnswer: (_, { member, points, from }) => {
      say("success", texts.gave(points, member.username));
      setSearch((now) => (now.typed === from.typed ? noSearch : now));
      setAmount((now) => (now === from.amount ? "" : now));
      setReason((now) => (now === from.reason ? "" : now));
      // A focus that has gone elsewhere meanwhile stays there.
      const { activeElement, body } = document;
      const isLost = activeElement === body || activeElement?.id === "main";
      if (isLost || activeElement === from.focused)
        form.current?.querySelector("input")?.focus({ preventScroll: true });
    },
    onFailure: (failed) => say("error", ...pointsFailureTexts(failed)),
  });
  const send = (points: number) => {
    if (chosen === undefined) return;
    hush();
    const from = { typed: name, amount, reason, focused: document.activeElement };
    void give.submit({ member: chosen, points, from });
  };
  const wanted = /^[1-9]\d*$/.test(amount) ? Number(amount) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted !== null) send(wanted);
  };
  return (
    <div ref={form} className="flex min-w-0 flex-col gap-3">
      <SearchField
        label={texts.findMember}
        placeholder={texts.findHint}
        text={q}
        onType={(text) => setSearch((now) => ({ ...now, typed: text }))}
        onSearch={(text) => setSearch((now) => ({ ...now, q: text, picked: null }))}
      />
      {q !== "" && (
        <FoundMembers
          query={query}
          q={q}
          chosen={chosen}
          onPick={(id) => setSearch((now) => ({ ...now, picked: id }))}
        />
      )}
      {chosen !== undefined && <MemberLines key={chosen.id} member={chosen} />}
      <form noValidate onSubmit={submit} className="flex min-w-0 flex-col gap-3">
        <Field
          label={texts.reason}
          labelHidden
          placeholder={texts.reasonOptional}
          hint={texts.reasonHint}
          dir="auto"
          autoComplete="off"
          maxLength={REASON_MAX}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <Presets member={chosen} isBusy={give.isBusy} onGive={send} />
        <div className="flex items-start gap-2">
          <Field
            label={texts.amount}
            labelHidden
            placeholder={texts.amount}
            inputMode="numeric"
            autoComplete="off"
            maxLength={AMOUNT_MAX}
            className="min-w-0 flex-1"
            value={amount}
            error={amount !== "" && wanted === null ? texts.wholeNumber : undefined}
            onChange={(event) => setAmount(event.target.value.trim())}
          />
          <Button
            type="submit"
            className="min-h-12"
            busy={give.isBusy}
            disabled={chosen === undefined || wanted === null}
          >
            {texts.give}
          </Button>
        </div>
        <Message message={message} isBare />
      </form>
    </div>
  );
}

type PresetsProps = {
  member: Found | undefined;
  isBusy: boolean;
  onGive: (points: number) => void;
};

/** The amounts that are given most, each with one press. */
function Presets({ member, isBusy, onGive }: PresetsProps) {
  const isOff = member === undefined || isBusy;
  return (
    <fieldset disabled={isOff} className="min-w-0">
      <legend className="sr-only">{texts.presets}</legend>
      <div className="flex gap-1.5">
        {presets.map((points) => (
          <Button
            key={points}
            size="sm"
            className="min-w-0 flex-auto px-1! tabular-nums"
            disabled={isOff}
            aria-label={texts.givePreset(points, member?.username ?? null)}
            onClick={() => onGive(points)}
          >
            {texts.preset(formatPoints(points))}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

function Grants() {
  const query = useGrants();
  const list = useKeptFocus();
  return (
    <div ref={list} tabIndex={-1} className="mt-auto min-w-0 rounded-sm text-sm outline-offset-2">
      <h3 className="eyebrow mb-1 font-sans">{texts.grantsDone}</h3>
      <QueryView
        query={query}
        what={texts.theGrants}
        loading={<LoadingPart part="points" rows={1} />}
        failedAs="notice"
      >
        {(grants) =>
          grants.length === 0 ? (
            <p className="text-muted">{texts.noGrants}</p>
          ) : (
            <ul className="flex flex-col divide-y divide-line">
              {grants.map((grant) => (
                <GrantRow key={grant.id} grant={grant} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </div>
  );
}

function GrantRow({ grant: { id, username, points, reason, undone } }: { grant: Grant }) {
  const undo = useSubmit<void, void>({ send: () => undoGrant(id) });
  return (
    <li className="flex flex-col gap-2 py-1.5">
      <div className="flex min-h-11 items-center gap-2">
        <span className="min-w-0 flex-1">
          <span className="flex gap-1.5 font-semibold">
            <span className="truncate">{username}</span>{" "}
            <span className="tabular-nums">{texts.grant(formatPoints(points))}</span>
          </span>
          {reason !== "" && (
            <span dir="auto" className="block truncate text-xs text-muted">
              {reason}
            </span>
          )}
        </span>
        {undone ? (
          <span role="status" className="text-muted">
            {texts.takenBack}
          </span>
        ) : (
          <Button
            size="sm"
            aria-label={texts.undoGrant(points, username)}
            busy={undo.isBusy}
            onClick={() => void undo.submit()}
            icon={<Undo2 aria-hidden="true" className="size-4" />}
          >
            {texts.undo}
          </Button>
        )}
      </div>
      {/* Another window may have been first; then nothing is left to do. */}
      {!undone && <Failed failed={undo.failed} />}
    </li>
  );
}
