import { Suspense } from "react";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Skeleton } from "@/ui/Skeleton";
import type { CallFailure } from "@/wire/failure";
import { ChangeFailure } from "../shell/ChangeFailure";
import { SettingsLink } from "../shell/SettingsLink";
import { ConflictDialog } from "./ConflictDialog";
import { FormContext, type SettingsForm } from "./form";
import { SaveBar } from "./SaveBar";
import { findSection, withNames } from "./sections";
import * as texts from "./texts/en";
import { type SectionFormProps, same, useSectionForm } from "./use-section-form";

/** The form of a section. What is typed stays when another page is opened, until it is saved or discarded. */
export function SectionForm(props: SectionFormProps) {
  const { section, state } = props;
  const { form, draft, place, isMarked, isBehind, saving, asked, setAsked, ...does } =
    useSectionForm(props);
  const { name, fromForm = same, toCompare = same, fromCompare = same, Form } = section;
  const whole = state.locked.find(({ key }) => key === "");
  const { failed, isBusy, dialog } = saving;
  const refusal = failed !== null && <Refusal failure={failed.failure} form={form} name={name} />;
  return (
    <FormContext value={form}>
      <form
        ref={place}
        aria-label={texts.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          does.save();
        }}
      >
        {/* Its end comes with the form: it would jump when the fields are there. */}
        <Suspense fallback={<LoadingForm />}>
          <div className="flex flex-col gap-5">
            {whole !== undefined && <Notice>{texts.wholeDecidedBy(whole.by)}</Notice>}
            {state.locked.some(({ by }) => by === "owner") && <Notice>{texts.ownersOnly}</Notice>}
            {isBehind && (
              <Notice
                action={
                  <Button size="sm" onClick={does.compare}>
                    {texts.compareVersions}
                  </Button>
                }
              >
                {texts.changedMeanwhile}
              </Notice>
            )}
            <Form />
          </div>
          {whole === undefined && (
            <SaveBar
              isChanged={draft !== undefined}
              isBusy={isBusy}
              isSaved={saving.isDone}
              problem={isMarked ? texts.fixMarked : refusal}
              onDiscard={() => setAsked("discard")}
            />
          )}
        </Suspense>
      </form>
      {asked === "discard" && (
        <ConfirmDialog
          tone="danger"
          title={texts.discardTitle}
          text={texts.discardText}
          confirm={texts.discard}
          cancel={texts.keepEditing}
          onConfirm={does.discard}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === "compare" && draft !== undefined && dialog === false && (
        <ConflictDialog
          // Choices apply only to the version that they were made for.
          key={state.version.revision}
          section={section}
          base={toCompare(fromForm(draft.base))}
          mine={toCompare(fromForm(draft.values))}
          theirs={toCompare(state.values)}
          hasSecret={Object.keys(draft.secrets).length > 0}
          isBusy={isBusy}
          onTake={does.discard}
          onSave={(merged) => does.saveMerged(fromCompare(merged))}
          onClose={() => setAsked(null)}
        />
      )}
      {dialog}
    </FormContext>
  );
}

function LoadingForm() {
  return (
    <div role="status">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-72 rounded-lg" />
    </div>
  );
}

type RefusalProps = { failure: CallFailure; form: SettingsForm; name: string };

/** Why it was not saved: in full where no field of the form says it. */
function Refusal({ failure, form, name }: RefusalProps) {
  if (failure.error !== "validation") return <ChangeFailure failure={failure} />;
  const { values, secrets } = form;
  const hidden = Object.entries(failure.fields).find(([key]) => {
    const [section, first = ""] = key.split(".");
    const isShown = values[first] !== undefined || secrets.some((secret) => secret.key === key);
    return section !== name || !isShown;
  });
  if (hidden === undefined) return texts.fixMarked;
  const [key, text] = hidden;
  const other = findSection(key.split(".")[0] ?? "");
  return (
    <>
      {texts.notSaved(withNames(`${key} ${text}`))}
      {other !== undefined && other.name !== name && (
        <>
          {" "}
          <SettingsLink section={other.name}>{texts.setIn(other.title)}</SettingsLink>
        </>
      )}
    </>
  );
}
