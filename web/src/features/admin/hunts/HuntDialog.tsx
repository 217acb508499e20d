import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import { Field } from "@/ui/Field";
import { formatMoment } from "@/ui/format/dates";
import { dollarSign, formatCents } from "@/ui/format/dollars";
import { TextArea } from "@/ui/TextArea";
import { asFailure } from "@/wire/failure";
import { serverNow } from "@/wire/server-clock";
import { FormDialog } from "../shell/FormDialog";
import { Foot } from "./Foot";
import type { Hunt } from "./model";
import { createHunt, editHunt } from "./queries";
import { placeRefusal } from "./refusal";
import * as texts from "./texts/en";
import { type HuntForm, huntFormOf, huntInputOf, huntSchema } from "./validation";

type HuntDialogProps = {
  /** What is to be changed as it is now, null for a new one: another admin may be at work on it. */
  now: Hunt | null;
  /** Those whose ids are taken. */
  others?: readonly Hunt[];
  onClose: () => void;
  /** It is saved. */
  onDone: (text: string) => void;
};

const names = [
  "customId",
  "name",
  "description",
  "streamerName",
  "huntDate",
  "startingBalance",
] as const;

const none: readonly Hunt[] = [];

/** Makes a hunt, or changes what stands over its slots. */
export function HuntDialog({ now, others = none, onClose, onDone }: HuntDialogProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [before] = useState(now);
  const [isChanged, setChanged] = useState(false);
  // Once it has been shown what another admin made of it, saving again means to replace that.
  const over = isChanged ? now : before;
  const schema = useMemo(() => huntSchema(before === null ? others : []), [before, others]);
  const form = useForm<HuntForm>({
    resolver: standardSchemaResolver(schema),
    mode: "onSubmit",
    reValidateMode: "onChange",
    defaultValues: huntFormOf(before, serverNow()),
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    setRefusal(null);
    try {
      const input = huntInputOf(values, over);
      const saved =
        over === null
          ? createHunt(input)
          : editHunt(over.id, { ...input, detailsTag: over.detailsTag });
      onDone((await saved).message);
    } catch (thrown) {
      if (asFailure(thrown).error === "changed") setChanged(true);
      setRefusal(placeRefusal(asFailure(thrown), names, form.setError));
    }
  });
  const field = (name: keyof HuntForm) => ({
    autoComplete: "off",
    error: errors[name]?.message,
    ...form.register(name),
  });
  return (
    <FormDialog
      title={before === null ? texts.createBonusHunt : texts.editHuntDetails}
      isDirty={isDirty}
      isBusy={isSubmitting}
      onClose={onClose}
    >
      {(leave) => (
        <form noValidate onSubmit={(event) => void submit(event)} className="mt-6">
          <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
            <Field label={texts.nameRequired} placeholder={texts.fridayHunt} {...field("name")} />
            {before === null ? (
              <Field
                label={texts.customIdOptional}
                placeholder={texts.idSample}
                spellCheck={false}
                hint={texts.customIdHint}
                {...field("customId")}
              />
            ) : (
              <Field label={texts.streamer} {...field("streamerName")} />
            )}
            <Field
              label={texts.startingBalanceRequired}
              type="number"
              min={0}
              step={0.01}
              inputMode="decimal"
              placeholder="1000.00"
              prefix={dollarSign}
              {...field("startingBalance")}
            />
            <Field label={texts.date} type="datetime-local" {...field("huntDate")} />
            {before === null && <Field label={texts.streamer} {...field("streamerName")} />}
            <TextArea
              label={texts.description}
              rows={2}
              className="sm:col-span-2"
              {...field("description")}
            />
          </div>
          {isChanged && now !== null && (
            <p className="mt-4 text-sm text-muted [overflow-wrap:anywhere]">
              {texts.saysNowSavingAgain(huntText(now))}
            </p>
          )}
          <Foot refusal={refusal} busy={isSubmitting} onCancel={leave}>
            {before === null ? texts.createHunt : texts.saveChanges}
          </Foot>
        </form>
      )}
    </FormDialog>
  );
}

/** What stands over a hunt's slots, in a line. */
function huntText({ name, startingBalance, huntDate, streamerName, description }: Hunt): string {
  return [
    name,
    texts.from(formatCents(startingBalance)),
    formatMoment(huntDate),
    ...(streamerName === "" ? [] : [texts.streamedBy(streamerName)]),
    ...(description === "" ? [] : [description]),
  ].join(", ");
}
