import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { dollarSign, rewriteDollars } from "@/ui/format/dollars";
import { asFailure } from "@/wire/failure";
import { Foot } from "./Foot";
import { Multiplier } from "./Multiplier";
import { type Slot, timesOf } from "./model";
import { playSlot } from "./queries";
import { placeRefusal } from "./refusal";
import * as texts from "./texts/en";
import { UnusualWin } from "./UnusualWin";
import { unusualWin } from "./unusual";
import { type PlayForm, playSchema } from "./validation";

type PlayDialogProps = {
  huntId: string;
  slot: Slot;
  /** Of the hunt, in dollars. */
  startingBalance: number;
  onClose: () => void;
  /** It is opened, among these. */
  onDone: (slot: Slot, slots: readonly Slot[]) => void;
};

const names = ["winAmount"] as const;

/** Press Play: what the slot paid. It is done dozens of times in a row, so Enter does all of it. */
export function PlayDialog({ huntId, slot, startingBalance, onClose, onDone }: PlayDialogProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  /** The unusual amount that was asked about: saving it again means it. */
  const [asked, setAsked] = useState<string | null>(null);
  const form = useForm<PlayForm>({
    resolver: standardSchemaResolver(playSchema),
    mode: "onSubmit",
    reValidateMode: "onChange",
    defaultValues: { winAmount: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ winAmount }) => {
    setRefusal(null);
    if (asked !== winAmount && unusualWin(winAmount, slot.betAmount, startingBalance) !== null) {
      setAsked(winAmount);
      return;
    }
    try {
      const { slots } = (await playSlot(huntId, slot.id, winAmount)).hunt;
      onDone(slots.find(({ id }) => id === slot.id) ?? slot, slots);
    } catch (thrown) {
      setRefusal(placeRefusal(asFailure(thrown), names, form.setError));
    }
  });
  const winAmount = useWatch({ control: form.control, name: "winAmount" });
  const isAsked = asked !== null && asked === winAmount;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isSubmitting) onClose();
      }}
      title={texts.pressPlay}
      description={
        <span className="[overflow-wrap:anywhere]">
          {texts.slotSummary(
            <span className="font-semibold text-text">{slot.slotName}</span>,
            rewriteDollars(slot.betAmount),
            slot.calledBy,
          )}
        </span>
      }
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-5">
        <Field
          label={texts.winAmount}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          prefix={dollarSign}
          error={errors.winAmount?.message}
          {...form.register("winAmount")}
        />
        <div className="mt-4">
          <Multiplier times={timesOf(winAmount, slot.betAmount)} />
        </div>
        {isAsked && <UnusualWin text={unusualWin(winAmount, slot.betAmount, startingBalance)} />}
        <Foot refusal={refusal} busy={isSubmitting} onCancel={onClose}>
          {isAsked ? texts.saveAnyway : texts.save}
        </Foot>
      </form>
    </Dialog>
  );
}
