import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useState } from "react";
import { Controller, type UseFormReturn, useForm } from "react-hook-form";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import { TextArea } from "@/ui/TextArea";
import { FormFoot } from "../drafts/FormFoot";
import { PictureField } from "../pictures/PictureField";
import { type PictureUpload, usePictureUpload } from "../pictures/UploadButton";
import { FormDialog } from "../shell/FormDialog";
import { useFormDefaults } from "../status/form-defaults";
import { formOf, newForm } from "./form";
import { type Challenge, difficulties } from "./model";
import * as texts from "./texts/en";
import { type ChallengeForm, challengeSchema, MISSING } from "./validation";

type ChallengeDialogProps = {
  /** Null for a new one. */
  challenge: Challenge | null;
  /** Returns why the form was not saved. */
  onSave: (form: ChallengeForm) => string | null;
  onClose: () => void;
};

const choices = difficulties.map((value) => ({ value, label: value }));

/** The form of a challenge. What is saved goes into the draft, not live. */
export function ChallengeDialog({ challenge, onSave, onClose }: ChallengeDialogProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const defaults = useFormDefaults();
  const form = useForm<ChallengeForm>({
    resolver: standardSchemaResolver(challengeSchema),
    mode: "onBlur",
    reValidateMode: "onChange",
    defaultValues: challenge === null ? newForm(defaults) : formOf(challenge),
    // They may become known while the form is open. What was typed stays.
    ...(challenge === null && {
      values: newForm(defaults),
      resetOptions: { keepDirtyValues: true },
    }),
  });
  const upload = usePictureUpload("challenge", ({ address }) =>
    form.setValue("image", address, { shouldDirty: true, shouldValidate: true }),
  );
  const save = (typed: ChallengeForm) => setRefusal(onSave(typed));
  const submit = form.handleSubmit(save, () => {
    const { title, task, reward } = form.getValues();
    setRefusal([title, task, reward].some((text) => text.trim() === "") ? MISSING : null);
  });
  return (
    <FormDialog
      isDirty={form.formState.isDirty}
      onClose={onClose}
      title={challenge === null ? texts.addChallenge : texts.editChallenge}
      description={texts.becomesPartDraftNobody}
    >
      {(leave) => (
        <form noValidate onSubmit={(event) => void submit(event)} className="mt-6">
          <Fields form={form} upload={upload} />
          <FormFoot
            refusal={refusal}
            busy={upload.isBusy}
            submit={challenge === null ? texts.addChallenge : texts.saveChallenge}
            onCancel={leave}
          />
        </form>
      )}
    </FormDialog>
  );
}

type FieldsProps = { form: UseFormReturn<ChallengeForm>; upload: PictureUpload };

function Fields({ form, upload }: FieldsProps) {
  const { errors } = form.formState;
  const field = (name: keyof ChallengeForm) => ({
    autoComplete: "off",
    error: errors[name]?.message,
    ...form.register(name),
  });
  return (
    <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
      <Field label={texts.titleRequired} maxLength={120} {...field("title")} />
      <Field label={texts.provider} maxLength={80} {...field("provider")} />
      <TextArea
        label={texts.taskRequired}
        rows={2}
        maxLength={500}
        className="sm:col-span-2"
        {...field("task")}
      />
      <TextArea
        label={texts.description}
        maxLength={2000}
        className="sm:col-span-2"
        {...field("description")}
      />
      <PictureField
        label={texts.image}
        hint={texts.addressPictureWithoutOne}
        address={form.watch("image")}
        upload={upload}
        className="sm:col-span-2"
        {...field("image")}
      />
      <Field label={texts.minBet} placeholder="$0.20" maxLength={40} {...field("minBet")} />
      <Field label={texts.multiplier} placeholder="500x" maxLength={40} {...field("multiplier")} />
      <Field label={texts.rewardRequired} placeholder="$50" maxLength={80} {...field("reward")} />
      <Field
        label={texts.rewardPoints}
        inputMode="numeric"
        placeholder="0"
        hint={texts.paidOnceWhenAward}
        maxLength={10}
        {...field("rewardPoints")}
      />
      <Controller
        control={form.control}
        name="difficulty"
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <Select
            ref={ref}
            label={texts.difficulty}
            options={choices}
            value={value}
            onValueChange={onChange}
            onBlur={onBlur}
          />
        )}
      />
      <Checkbox
        label={texts.completedSomebodyHasDone}
        className="self-end"
        {...form.register("completed")}
      />
    </div>
  );
}
