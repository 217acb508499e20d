import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { QueryView } from "@/data/QueryView";
import { useSubmit } from "@/data/use-submit";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Notice } from "@/ui/Notice";
import { Spinner } from "@/ui/Spinner";
import { toast } from "@/ui/toast";
import type { CallFailure } from "@/wire/failure";
import { ChangeFailure } from "../shell/ChangeFailure";
import type { Importable } from "./model";
import { importableQuery, importHunt } from "./queries";
import { SetUp } from "./SetUp";
import * as texts from "./texts/en";

type ImportDialogProps = { onClose: () => void };

/** More hunts than this are searched. */
const SEARCHED_FROM = 8;

/** Takes a hunt of the service over, with all its slots; from then on it is ours to change. */
export function ImportDialog({ onClose }: ImportDialogProps) {
  const query = useQuery(importableQuery);
  const hunts = query.data ?? [];
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Importable | null>(null);
  const { failed, isBusy, reset, submit } = useSubmit({
    send: ({ id }: Importable) => importHunt(id),
    onAnswer: ({ hunt, message }) => {
      toast({ text: message, tone: "success" });
      return navigate({ to: "/admin/bonus-hunts/$id/edit", params: { id: hunt.id } });
    },
    // Another admin has imported it: the list then has the id that it got here.
    onFailure: async ({ failure }) => {
      if (failure.error === "id_taken") await query.refetch();
    },
  });
  const choose = (hunt: Importable | null) => {
    reset();
    setChosen(hunt);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title={texts.importBonusHunt}
      description={texts.importIntro}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen !== null) void submit(chosen);
        }}
        className="mt-5"
      >
        <QueryView
          query={query}
          what={texts.theHunts}
          loading={<Asking />}
          failedAs="bare"
          renderFailure={({ error }) => (error === "no_source" ? <SetUp /> : null)}
        >
          {(found) => <Choice hunts={found} chosen={chosen} onChoose={choose} />}
        </QueryView>
        <div aria-live="assertive">
          {failed !== null && !isBusy && (
            <Refusal
              failure={failed.failure}
              importedAs={hunts.find(({ id }) => id === failed.input.id)?.importedAs ?? null}
            />
          )}
        </div>
        <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button onClick={onClose} disabled={isBusy}>
            {hunts.length > 0 || query.isFetching ? texts.cancel : texts.close}
          </Button>
          {hunts.length > 0 && (
            <Button type="submit" tone="gold" busy={isBusy} disabled={chosen === null}>
              {texts.importText}
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
      <p>{texts.askingServiceHunts}</p>
    </div>
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
  if (hunts.length === 0) return <Notice>{texts.serviceHasNoHunts}</Notice>;
  const shown = hunts.filter(({ id, name }) => matches(`${name} ${id}`, text));
  return (
    <div ref={box}>
      {hunts.length > SEARCHED_FROM && (
        <Field
          label={texts.searchHunts}
          labelHidden
          placeholder={texts.searchNameId}
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
        <legend className="sr-only">{texts.huntImport}</legend>
        <div className="well max-h-[min(20rem,38dvh)] overflow-y-auto rounded-md p-1">
          {shown.length === 0 && (
            <p className="px-3 py-4 text-sm text-muted">{texts.noHuntsMatch}</p>
          )}
          {shown.map((hunt) => (
            <Option
              key={hunt.id}
              group={group}
              hunt={hunt}
              isChosen={hunt.id === chosen?.id}
              onChoose={() => onChoose(hunt)}
            >
              {hunt.importedAs !== null && <Badge>{texts.imported}</Badge>}
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

type RefusalProps = { failure: CallFailure; importedAs: string | null };

/** Why it was not imported, with the way to the one that was before. */
function Refusal({ failure, importedAs }: RefusalProps) {
  return (
    <Notice tone="error" className="mt-4">
      {failure.error !== "id_taken" || importedAs === null ? (
        <ChangeFailure failure={failure} />
      ) : (
        <>
          {texts.huntWasImportedBefore(
            <span className="[overflow-wrap:anywhere]">#{importedAs}</span>,
            <Link
              to="/admin/bonus-hunts/$id/edit"
              params={{ id: importedAs }}
              className="font-semibold text-gold-300 underline underline-offset-2"
            >
              {texts.openImportedHunt}
            </Link>,
          )}
        </>
      )}
    </Notice>
  );
}
