import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useEffect, useState } from "react";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { formatCents, rewriteDollars } from "@/ui/format/dollars";
import { asFailure } from "@/wire/failure";
import { FormDialog } from "../shell/FormDialog";
import { Foot } from "./Foot";
import { Multiplier } from "./Multiplier";
import { type Slot, timesOf } from "./model";
import { saveSlot } from "./queries";
import { placeRefusal } from "./refusal";
import * as texts from "./texts/en";
import { UnusualWin } from "./UnusualWin";
import { unusualWin } from "./unusual";
import { newSlotForm, type SlotForm, slotFormOf, slotInputOf, slotSchema } from "./validation";

type SlotDialogProps = {
  huntId: string;
  /** Of the hunt, in dollars. */
  startingBalance: number;
  /** Of the hunt: who called a new slot. */
  streamerName: string;
  /** What is to be changed, null for a new one. */
  before: Slot | null;
  /** As the hunt has it now: another admin may be at work on it. */
  now: Slot | null;
  onClose: () => void;
  /** It is changed. After a new slot the form goes on with the next one. */
  onDone: (text: string) => void;
};

const names = ["slotName", "provider", "calledBy", "betAmount", "amountWon"] as const;

/** Adds a slot or changes one. One that is not opened may be opened at once, with what it paid. */
export function SlotDialog({
  huntId,
  startingBalance,
  streamerName,
  before,
  now,
  onClose,
  onDone,
}: SlotDialogProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  /** What was said of the slot that was added last. */
  const [added, setAdded] = useState<string | null>(null);
  const [isChanged, setChanged] = useState(false);
  /** Why the win that was about to be saved is unusual: saving it again means it. */
  const [asked, setAsked] = useState<string | null>(null);
  // Once it has been shown what another admin made of it, saving again means to replace that.
  const over = isChanged ? now : before;
  const form = useForm<SlotForm>({
    resolver: standardSchemaResolver(slotSchema),
    mode: "onSubmit",
    reValidateMode: "onChange",
    defaultValues: before === null ? newSlotForm(streamerName) : slotFormOf(before),
  });
  const { isDirty, isSubmitting } = form.formState;
  const { setFocus } = form;
  // The emptied form has its fields again only once it is drawn.
  useEffect(() => {
    if (added !== null) setFocus("slotName");
  }, [added, setFocus]);
  const submit = form.handleSubmit(async (values) => {
    setRefusal(null);
    setAdded(null);
    const unusual = values.opened
      ? unusualWin(values.amountWon, values.betAmount, startingBalance)
      : null;
    setAsked(unusual);
    if (unusual !== null && unusual !== asked) return;
    try {
      const input = { ...slotInputOf(values), ...(over && { revision: over.revision }) };
      const { message } = await saveSlot(huntId, before?.id ?? null, input);
      if (before !== null) return onDone(message);
      setAsked(null);
      setAdded(texts.addedNext(values.slotName));
      form.reset(newSlotForm(streamerName));
    } catch (thrown) {
      if (asFailure(thrown).error === "changed") setChanged(true);
      setRefusal(placeRefusal(asFailure(thrown), names, form.setError));
    }
  });
  const opened = useWatch({ control: form.control, name: "opened" });
  return (
    <FormDialog
      title={before === null ? texts.addSlot : texts.editSlot}
      isDirty={isDirty}
      isBusy={isSubmitting}
      onClose={onClose}
    >
      {(leave) => (
        <form noValidate onSubmit={(event) => void submit(event)} className="mt-6">
          <SlotFields form={form} before={before} />
          {before?.opened === true && !opened && (
            <p className="mt-4 text-sm text-muted">{texts.unopenEffect}</p>
          )}
          {isChanged && now !== null && (
            <p className="mt-4 text-sm text-muted [overflow-wrap:anywhere]">
              {texts.saysNowSavingAgain(slotText(now))}
            </p>
          )}
          {asked !== null && <UnusualWin text={asked} />}
          <p role="status" className="mt-4 text-sm text-win [overflow-wrap:anywhere] empty:hidden">
            {added}
          </p>
          <Foot
            refusal={refusal}
            busy={isSubmitting}
            onCancel={leave}
            cancel={added === null ? texts.cancel : texts.done}
          >
            {before === null ? texts.addSlot : texts.saveSlot}
          </Foot>
        </form>
      )}
    </FormDialog>
  );
}

type SlotFieldsProps = { form: UseFormReturn<SlotForm>; before: Slot | null };

function SlotFields({ form, before }: SlotFieldsProps) {
  const { errors } = form.formState;
  const [opened, betAmount, amountWon] = useWatch({
    control: form.control,
    name: ["opened", "betAmount", "amountWon"],
  });
  const field = (name: (typeof names)[number]) => ({
    autoComplete: "off",
    error: errors[name]?.message,
    ...form.register(name),
  });
  return (
    <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
      <Field label={texts.slotNameRequired} {...field("slotName")} />
      <Field label={texts.provider} placeholder={texts.unknown} {...field("provider")} />
      <Field label={texts.calledRequired} {...field("calledBy")} />
      <Field
        label={texts.betAmountRequired}
        inputMode="decimal"
        placeholder="$1.00"
        {...field("betAmount")}
      />
      <Checkbox
        label={before?.opened === true ? texts.openedText : texts.openNow}
        {...form.register("opened")}
      />
      <Checkbox label={texts.tipFlagCaller} {...form.register("hasTip")} />
      {opened && (
        <>
          <Field
            label={texts.amountWonRequired}
            inputMode="decimal"
            placeholder="0.00"
            {...field("amountWon")}
          />
          <div className="sm:mt-6.5">
            <Multiplier times={timesOf(amountWon, betAmount)} />
          </div>
        </>
      )}
    </div>
  );
}

/** What a slot says, in a line. */
function slotText(slot: Slot): string {
  const { slotName, provider, calledBy, betAmount, opened, amountWon, hasTip } = slot;
  const state = opened ? texts.textOpened(formatCents(amountWon)) : texts.notOpenedInSentence;
  return [
    slotName,
    provider,
    ...(calledBy === "" ? [] : [texts.calledBy(calledBy)]),
    rewriteDollars(betAmount),
    state,
    ...(hasTip ? [texts.tipped] : []),
  ].join(", ");
}
