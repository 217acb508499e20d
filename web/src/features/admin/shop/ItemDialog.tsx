import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { TextArea } from "@/ui/TextArea";
import { FormFoot } from "../drafts/FormFoot";
import { PictureField } from "../pictures/PictureField";
import { type PictureUpload, usePictureUpload } from "../pictures/UploadButton";
import { FormDialog } from "../shell/FormDialog";
import { useFormDefaults } from "../status/form-defaults";
import { formOf, newForm } from "./form";
import type { Item } from "./model";
import * as texts from "./texts/en";
import { type ItemForm, itemSchema, MISSING } from "./validation";

type ItemDialogProps = {
  /** With the current sales; null for a new one. */
  item: Item | null;
  /** Returns why the form was not saved. */
  onSave: (form: ItemForm) => string | null;
  onClose: () => void;
};

/** The form of an item. What is saved goes into the draft, not live. */
export function ItemDialog({ item, onSave, onClose }: ItemDialogProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const defaults = useFormDefaults();
  const form = useForm<ItemForm>({
    resolver: standardSchemaResolver(itemSchema),
    mode: "onBlur",
    reValidateMode: "onChange",
    defaultValues: item === null ? newForm(defaults) : formOf(item),
    // They may become known while the form is open. What was typed stays.
    ...(item === null && { values: newForm(defaults), resetOptions: { keepDirtyValues: true } }),
  });
  const upload = usePictureUpload("item", ({ address }) =>
    form.setValue("image", address, { shouldDirty: true, shouldValidate: true }),
  );
  const save = (typed: ItemForm) => setRefusal(onSave(typed));
  const submit = form.handleSubmit(save, () => {
    const { title, description, pointsCost } = form.getValues();
    setRefusal(
      [title, description, pointsCost].some((text) => text.trim() === "") ? MISSING : null,
    );
  });
  return (
    <FormDialog
      isDirty={form.formState.isDirty}
      onClose={onClose}
      title={item === null ? texts.addItem : texts.editItem}
      description={texts.becomesPartDraftNobody}
    >
      {(leave) => (
        <form noValidate onSubmit={(event) => void submit(event)} className="mt-6">
          <Fields form={form} upload={upload} sold={item?.sold ?? 0} />
          <FormFoot
            refusal={refusal}
            busy={upload.isBusy}
            submit={item === null ? texts.addItem : texts.saveItem}
            onCancel={leave}
          />
        </form>
      )}
    </FormDialog>
  );
}

type FieldsProps = { form: UseFormReturn<ItemForm>; upload: PictureUpload; sold: number };

function Fields({ form, upload, sold }: FieldsProps) {
  const { errors } = form.formState;
  const field = (name: keyof ItemForm) => ({
    autoComplete: "off",
    error: errors[name]?.message,
    ...form.register(name),
  });
  return (
    <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
      <Field
        label={texts.titleRequired}
        maxLength={120}
        className="sm:col-span-2"
        {...field("title")}
      />
      <TextArea
        label={texts.descriptionRequired}
        maxLength={2000}
        className="sm:col-span-2"
        {...field("description")}
      />
      <Field
        label={texts.pointsCostRequired}
        inputMode="numeric"
        placeholder="500"
        maxLength={10}
        {...field("pointsCost")}
      />
      <Field
        label={texts.stock}
        inputMode="numeric"
        hint={sold > 0 ? texts.piecesLeftSoldSo(sold) : texts.piecesLeft}
        maxLength={7}
        {...field("stock")}
      />
      <PictureField
        label={texts.image}
        hint={texts.addressPictureWithoutOne}
        address={form.watch("image")}
        upload={upload}
        className="sm:col-span-2"
        {...field("image")}
      />
      <Field label={texts.category} maxLength={60} {...field("category")} />
      <Checkbox
        label={texts.activeMembersCanBuy}
        className="self-end"
        {...form.register("isActive")}
      />
    </div>
  );
}
