import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { TextArea } from "@/ui/TextArea";
import { FormFoot } from "../drafts/FormFoot";
import { FormDialog } from "../shell/FormDialog";
import { formOf } from "./form";
import type { Item } from "./model";
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
  const form = useForm<ItemForm>({
    resolver: standardSchemaResolver(itemSchema),
    mode: "onBlur",
    reValidateMode: "onChange",
    defaultValues: formOf(item),
  });
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
      title={item === null ? "Add Item" : "Edit Item"}
      description="It becomes part of the draft. Nobody sees it until you push it live."
    >
      {(leave) => (
        <form noValidate onSubmit={(event) => void submit(event)} className="mt-6">
          <Fields form={form} sold={item?.sold ?? 0} />
          <FormFoot
            refusal={refusal}
            submit={item === null ? "Add Item" : "Save Item"}
            onCancel={leave}
          />
        </form>
      )}
    </FormDialog>
  );
}

function Fields({ form, sold }: { form: UseFormReturn<ItemForm>; sold: number }) {
  const { errors } = form.formState;
  const field = (name: keyof ItemForm) => ({
    autoComplete: "off",
    error: errors[name]?.message,
    ...form.register(name),
  });
  return (
    <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
      <Field
        label="Title (required)"
        maxLength={120}
        className="sm:col-span-2"
        {...field("title")}
      />
      <TextArea
        label="Description (required)"
        maxLength={2000}
        className="sm:col-span-2"
        {...field("description")}
      />
      <Field
        label="Points Cost (required)"
        inputMode="numeric"
        placeholder="500"
        maxLength={10}
        {...field("pointsCost")}
      />
      <Field
        label="Stock"
        inputMode="numeric"
        hint={sold > 0 ? `Pieces that are left. ${sold} sold so far.` : "Pieces that are left."}
        maxLength={7}
        {...field("stock")}
      />
      <Field
        label="Image"
        inputMode="url"
        placeholder="https://"
        spellCheck={false}
        hint="The address of a picture. Without one the site draws its own."
        maxLength={500}
        className="sm:col-span-2"
        {...field("image")}
      />
      <Field label="Category" maxLength={60} {...field("category")} />
      <Checkbox
        label="Active: members can buy it"
        className="self-end"
        {...form.register("isActive")}
      />
    </div>
  );
}
