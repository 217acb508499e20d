import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Notice } from "@/ui/Notice";
import { Spinner } from "@/ui/Spinner";
import { toast } from "@/ui/toast";
import { asFailure, type CallFailure } from "@/wire/failure";
import { type Importable, takenId } from "./model";
import { importableQuery, importHunt } from "./queries";
import { SetUp } from "./SetUp";

type ImportDialogProps = { onClose: () => void };

/** More hunts than this are searched. */
const SEARCHED_FROM = 8;

/** Takes a hunt of the service over, with all its slots; from then on it is ours to change. */
export function ImportDialog({ onClose }: ImportDialogProps) {
  const { data, error, isFetching, refetch } = useQuery(importableQuery);
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Importable | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<CallFailure | null>(null);
  const choose = (hunt: Importable | null) => {
    setRefusal(null);
    setChosen(hunt);
  };
  const take = async (event: FormEvent) => {
    event.preventDefault();
    if (chosen === null || isBusy) return;
    setRefusal(null);
    setBusy(true);
    try {
      const { hunt, message } = await importHunt(chosen.id);
      toast({ text: message, tone: "success" });
      await navigate({ to: "/admin/bonus-hunts/$id/edit", params: { id: hunt.id } });
    } catch (thrown) {
      setRefusal(asFailure(thrown));
      setBusy(false);
    }
  };
  const failure = error === null || isFetching ? null : asFailure(error);
  const hasHunts = failure === null && data !== undefined && data.length > 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title="Import Bonus Hunt"
      description="A hunt of your hunt service becomes one of this site, with all its slots. From then on it is changed here."
    >
      <form noValidate onSubmit={(event) => void take(event)} className="mt-5">
        {failure !== null ? (
          <Unlisted failure={failure} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Asking />
        ) : (
          <Choice hunts={data} chosen={chosen} onChoose={choose} />
        )}
        <div aria-live="assertive">{refusal !== null && <Refusal failure={refusal} />}</div>
        <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button onClick={onClose} disabled={isBusy}>
            {hasHunts || isFetching ? "Cancel" : "Close"}
          </Button>
          {hasHunts && (
            <Button type="submit" tone="gold" busy={isBusy} disabled={chosen === null}>
              Import
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

function Asking() {
  return (
    <div role="status" className="flex items-center gap-3 py-8 text-muted">
      <Spinner className="size-5" />
      <p>Asking the service for its hunts...</p>
    </div>
  );
}

type UnlistedProps = { failure: CallFailure; onRetry: () => void };

/** Why there is nothing to choose from. Only what may pass is worth another try. */
function Unlisted({ failure, onRetry }: UnlistedProps) {
  if (failure.error === "no_source") return <SetUp />;
  const canRetry = failure.status !== 409;
  return (
    <Notice tone="error">
      <p className="font-semibold">The hunts could not be loaded</p>
      <p className="mt-0.5 text-muted [overflow-wrap:anywhere]">{failure.message}</p>
      {canRetry && (
        <Button size="sm" className="mt-3" onClick={onRetry}>
          Retry
        </Button>
      )}
    </Notice>
  );
}

type ChoiceProps = {
  hunts: readonly Importable[];
  chosen: Importable | null;
  onChoose: (hunt: Importable | null) => void;
};

function Choice({ hunts, chosen, onChoose }: ChoiceProps) {
  const group = useId();
  const [text, setText] = useState("");
  const box = useRef<HTMLDivElement>(null);
  // The list comes after the dialog: whoever opened it is waiting for it.
  useEffect(() => box.current?.querySelector("input")?.focus({ preventScroll: true }), []);
  if (hunts.length === 0)
    return <Notice>The service has no hunts yet. Make one there, then open this again.</Notice>;
  const shown = hunts.filter(({ id, name }) => matches(`${name} ${id}`, text));
  return (
    <div ref={box}>
      {hunts.length > SEARCHED_FROM && (
        <Field
          label="Search the hunts"
          labelHidden
          placeholder="Search by name or ID"
          autoComplete="off"
          spellCheck={false}
          className="mb-3"
          prefix={<Search aria-hidden="true" className="size-4.5" />}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            // What is out of sight is not imported.
            if (chosen !== null && !matches(`${chosen.name} ${chosen.id}`, event.target.value))
              onChoose(null);
          }}
        />
      )}
      <fieldset className="min-w-0">
        <legend className="sr-only">Hunt to import</legend>
        <div className="well max-h-[min(20rem,38dvh)] overflow-y-auto rounded-md p-1">
          {shown.length === 0 && (
            <p className="px-3 py-4 text-sm text-muted">No hunt is named so.</p>
          )}
          {shown.map((hunt) => (
            <Option
              key={hunt.id}
              group={group}
              hunt={hunt}
              isChosen={hunt.id === chosen?.id}
              onChoose={() => onChoose(hunt)}
            >
              {hunt.importedAs !== null && <Badge>Imported</Badge>}
            </Option>
          ))}
        </div>
      </fieldset>
    </div>
  );
}

function matches(words: string, text: string): boolean {
  return words.toLowerCase().includes(text.trim().toLowerCase());
}

type OptionProps = {
  group: string;
  hunt: Importable;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
};

function Option({ group, hunt: { id, name }, isChosen, onChoose, children }: OptionProps) {
  return (
    <label
      className={cx(
        "flex min-h-12 cursor-pointer items-center gap-3 rounded-[9px] px-3 py-2 transition-colors hover:bg-ink-800",
        "has-checked:bg-ink-700 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-gold-300",
      )}
    >
      <input
        type="radio"
        name={group}
        value={id}
        checked={isChosen}
        onChange={onChoose}
        className="size-5 shrink-0 appearance-none rounded-full border border-line-strong bg-ink-950 outline-none checked:border-[6px] checked:border-gold-400"
      />
      <span className="min-w-0 flex-1">
        <span className="block leading-snug font-semibold [overflow-wrap:anywhere]">{name}</span>
        <span className="block text-sm text-muted [overflow-wrap:anywhere]">#{id}</span>
      </span>
      {children}
    </label>
  );
}

/** Why it was not taken over; one that was before is led to. */
function Refusal({ failure }: { failure: CallFailure }) {
  const taken = takenId(failure);
  return (
    <Notice tone="error" className="mt-4">
      {taken === null ? (
        failure.message
      ) : (
        <>
          This hunt was imported before, as{" "}
          <span className="[overflow-wrap:anywhere]">#{taken}</span>.{" "}
          <Link
            to="/admin/bonus-hunts/$id/edit"
            params={{ id: taken }}
            className="font-semibold text-gold-300 underline underline-offset-2"
          >
            Open the imported hunt
          </Link>
        </>
      )}
    </Notice>
  );
}
