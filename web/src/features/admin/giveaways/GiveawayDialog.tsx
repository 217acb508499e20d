import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { CircleAlert, CircleCheck, WifiOff } from "lucide-react";
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { UnknownOutcome } from "@/data/UnknownOutcome";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Dialog } from "@/ui/Dialog";
import { formatMoment } from "@/ui/format/dates";
import { asFailure, type CallFailure } from "@/wire/failure";
import { serverNow } from "@/wire/server-clock";
import { useUnsavedChanges } from "../session/unsaved";
import { useFormDefaults } from "../status/form-defaults";
import { Fields } from "./Fields";
import { draftOf, formOf, formSchema, type GiveawayForm, repeatOf, timesOf } from "./form";
import { type Giveaway, isFrozen } from "./model";
import { saveGiveaway } from "./queries";
import { describeRefusal, type Refusal } from "./refusal";
import * as texts from "./texts/en";

type GiveawayDialogProps = {
  /** What is to be changed, null for a new one. */
  before: Giveaway | null;
  /** As the list has it now: members may enter while the form is open. */
  now: Giveaway | null;
  /** What a new one repeats. */
  source?: Giveaway | undefined;
  onClose: () => void;
};

type View =
  | { kind: "form" | "discard" }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "saved"; giveaway: Giveaway };

const fieldsOf: Readonly<Record<string, keyof GiveawayForm>> = {
  title: "title",
  description: "description",
  prize: "prize",
  entryCost: "entryCost",
  endTime: "duration",
  durationMinutes: "duration",
  namesWinner: "namesWinner",
};

/** What the form does not draw of a giveaway that members have entered. */
const frozenFields: ReadonlySet<string> = new Set(["prize", "entryType", "entryCost", "startTime"]);

/** What a refusal says of fields that cannot be seen; empty where every field can. */
function unseen({ fields }: CallFailure, held: Giveaway | null): string {
  if (held === null || !isFrozen(held)) return "";
  const hidden = Object.entries(fields).filter(([name]) => frozenFields.has(name));
  return hidden.map(([, message]) => message).join(" ");
}

/** Creates or changes a giveaway: the form, and what came of it. What was typed stays until it is saved. */
export function GiveawayDialog({ before, now, source, onClose }: GiveawayDialogProps) {
  const [view, setView] = useState<View>({ kind: "form" });
  const held = now ?? before;
  const isNew = before === null && source === undefined;
  const defaults = useFormDefaults();
  const schema = useMemo(() => formSchema(held), [held]);
  const form = useForm<GiveawayForm>({
    resolver: standardSchemaResolver(schema),
    // A field that complains when it is left would move the button under the press that left it.
    mode: "onSubmit",
    reValidateMode: "onChange",
    defaultValues: source === undefined ? formOf(before, defaults) : repeatOf(source, defaults),
    // They may become known while the form is open. What was typed stays.
    ...(isNew && { values: formOf(null, defaults), resetOptions: { keepDirtyValues: true } }),
  });
  const { isDirty, isSubmitting } = form.formState;
  useUnsavedChanges(isDirty && view.kind !== "saved");
  const panel = useFocusAtChange(view.kind);

  const takeFields = ({ fields }: CallFailure): boolean => {
    let isTaken = false;
    for (const [name, message] of Object.entries(fields)) {
      const startField = form.getValues("startMode") === "later" ? "startIn" : "startMode";
      const field = name === "startTime" ? startField : fieldsOf[name];
      if (field === undefined) continue;
      form.setError(field, { message }, { shouldFocus: !isTaken });
      isTaken = true;
    }
    return isTaken;
  };
  const submit = form.handleSubmit(async (values) => {
    const times = timesOf(values, held, serverNow());
    if (times === null) return;
    try {
      const draft = draftOf(values, times, held);
      setView({ kind: "saved", giveaway: await saveGiveaway(before?.id ?? null, draft) });
    } catch (thrown) {
      const failure = asFailure(thrown);
      const text = unseen(failure, held);
      if (text !== "")
        setView({
          kind: "refused",
          refusal: { title: texts.saveFailed, text, body: "", isUncertain: false },
        });
      else if (!takeFields(failure))
        setView({ kind: "refused", refusal: describeRefusal(failure) });
    }
  });
  const leave = () => {
    if (isSubmitting) return;
    if (view.kind === "form" && isDirty) setView({ kind: "discard" });
    else if (view.kind === "discard" || view.kind === "refused") setView({ kind: "form" });
    else onClose();
  };
  const back = () => setView({ kind: "form" });
  const isForm = view.kind === "form";
  return (
    <Dialog
      open
      wide={isForm}
      onOpenChange={(open) => {
        if (!open) leave();
      }}
      title={titleOf(view, before)}
      {...(view.kind === "refused" && { art: <RefusalArt refusal={view.refusal} /> })}
      {...(view.kind === "saved" && {
        art: (
          <RoundArt className="bg-win/12 text-win ring-win/30">
            <CircleCheck aria-hidden="true" className="size-7" />
          </RoundArt>
        ),
      })}
    >
      <div ref={panel} tabIndex={-1} className="outline-none">
        <form noValidate hidden={!isForm} onSubmit={(event) => void submit(event)}>
          <Fields form={form} before={held} />
          <Foot>
            <Button onClick={leave} disabled={isSubmitting}>
              {texts.cancel}
            </Button>
            <Button type="submit" tone="gold" busy={isSubmitting}>
              {before === null ? texts.createGiveaway : texts.saveChanges}
            </Button>
          </Foot>
        </form>
        {view.kind === "refused" && <Refused refusal={view.refusal} onBack={back} />}
        {view.kind === "saved" && <Saved giveaway={view.giveaway} onDone={onClose} />}
        {view.kind === "discard" && <Discard onBack={back} onDiscard={onClose} />}
      </div>
    </Dialog>
  );
}

function titleOf(view: View, before: Giveaway | null): string {
  switch (view.kind) {
    case "form":
      return before === null ? texts.createGiveaway : texts.editGiveaway;
    case "discard":
      return texts.discardWhatTyped;
    case "refused":
      return view.refusal.title;
    case "saved":
      return before === null ? texts.giveawayCreated : texts.giveawayUpdated;
  }
}

/** The button that was pressed is gone with its view: the next view takes the focus, and the form gives it back. */
function useFocusAtChange(view: View["kind"]) {
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef(view);
  const left = useRef<Element | null>(null);
  // Before the browser draws: what is hidden by then has lost the focus.
  useLayoutEffect(() => {
    if (shown.current === view) return;
    if (shown.current === "form") left.current = document.activeElement;
    shown.current = view;
    const first = panel.current?.querySelector<HTMLElement>("[data-first]");
    const next = view === "form" ? left.current : first;
    const isInside = next instanceof HTMLElement && panel.current?.contains(next);
    (isInside ? next : panel.current)?.focus();
  }, [view]);
  return panel;
}

function Refused({ refusal, onBack }: { refusal: Refusal; onBack: () => void }) {
  return (
    <>
      <p role="alert" className="mt-2 text-muted [overflow-wrap:anywhere]">
        {refusal.text}
      </p>
      {refusal.body !== "" && (
        <pre className="well mt-4 rounded-md px-4 py-3 text-xs whitespace-pre-wrap text-muted [overflow-wrap:anywhere]">
          {refusal.body}
        </pre>
      )}
      {refusal.isUncertain && <UnknownOutcome isRepeatable={false} className="mt-3" />}
      <Buttons>
        <Button data-first tone="gold" onClick={onBack}>
          {texts.backForm}
        </Button>
      </Buttons>
    </>
  );
}

function Saved({ giveaway, onDone }: { giveaway: Giveaway; onDone: () => void }) {
  const { title, prize, startTime, endTime, entryType, entryCost } = giveaway;
  return (
    <>
      <p className="mt-2 text-muted [overflow-wrap:anywhere]">{title}</p>
      <dl className="well mt-5 divide-y divide-line rounded-md px-4 text-sm">
        <Line term={texts.prize}>{prize}</Line>
        <Line term={texts.starts}>
          <time dateTime={startTime}>{formatMoment(startTime)}</time>
        </Line>
        <Line term={texts.ends}>
          <time dateTime={endTime}>{formatMoment(endTime)}</time>
        </Line>
        <Line term={texts.entry}>
          {entryType === "free" ? texts.free : texts.entryPrice(entryCost)}
        </Line>
      </dl>
      <Buttons>
        <Button data-first tone="gold" onClick={onDone}>
          {texts.done}
        </Button>
      </Buttons>
    </>
  );
}

function Discard({ onBack, onDiscard }: { onBack: () => void; onDiscard: () => void }) {
  return (
    <>
      <p className="mt-2 text-muted">{texts.nothingHasBeenSaved}</p>
      <Buttons>
        <Button tone="danger" onClick={onDiscard}>
          {texts.discard}
        </Button>
        <Button data-first onClick={onBack}>
          {texts.keepEditing}
        </Button>
      </Buttons>
    </>
  );
}

function RefusalArt({ refusal }: { refusal: Refusal }) {
  const Icon = refusal.title === "Connection Error" ? WifiOff : CircleAlert;
  return (
    <RoundArt className="bg-loss/12 text-loss ring-loss/30">
      <Icon aria-hidden="true" className="size-7" />
    </RoundArt>
  );
}

function RoundArt({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span
      className={cx(
        "flex size-14 animate-pop items-center justify-center rounded-full ring-1 ring-inset",
        className,
      )}
    >
      {children}
    </span>
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

/** The end of the form stays in sight while the fields scroll. */
function Foot({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-6 -mx-6 mt-6 -mb-6 flex flex-col-reverse gap-3 border-t border-line bg-ink-850 px-6 py-4 sm:-bottom-8 sm:-mx-8 sm:-mb-8 sm:flex-row sm:justify-end sm:px-8">
      {children}
    </div>
  );
}

function Buttons({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{children}</div>
  );
}
