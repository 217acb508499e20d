import { Controller, type UseFormReturn, useWatch } from "react-hook-form";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { formatMoment } from "@/ui/format/dates";
import { Notice } from "@/ui/Notice";
import { TextArea } from "@/ui/TextArea";
import { ToggleGroup } from "@/ui/ToggleGroup";
import { serverNow } from "@/wire/server-clock";
import { type GiveawayForm, timesOf, unitOf } from "./form";
import { type Giveaway, isFrozen } from "./model";
import * as texts from "./texts/en";

type FieldsProps = {
  form: UseFormReturn<GiveawayForm>;
  /** What is to be changed, null for a new one. */
  before: Giveaway | null;
};

const entryTypes = [
  { value: "free", label: texts.free },
  { value: "paid", label: texts.paid },
] as const;

/**
 * The fields of a giveaway. What members have entered for is shown and stays
 * (docs/decisions.md, E6).
 */
export function Fields({ form, before }: FieldsProps) {
  const frozen = before !== null && isFrozen(before);
  const { errors } = form.formState;
  return (
    <div className="mt-5 flex flex-col gap-4">
      {frozen && <Notice>{texts.membersHaveEnteredPrize}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={texts.titleRequired}
          aria-required
          autoComplete="off"
          placeholder={texts.fridayDrop}
          error={errors.title?.message}
          {...form.register("title")}
        />
        {frozen ? (
          <Fixed label={texts.prize}>{before.prize}</Fixed>
        ) : (
          <Field
            label={texts.prizeRequired}
            aria-required
            autoComplete="off"
            placeholder={texts.signedHoodie}
            error={errors.prize?.message}
            {...form.register("prize")}
          />
        )}
      </div>
      <TextArea
        label={texts.descriptionOptional}
        rows={2}
        error={errors.description?.message}
        {...form.register("description")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Entry form={form} before={before} frozen={frozen} />
        <Start form={form} before={before} frozen={frozen} />
      </div>
      <Naming form={form} before={before} frozen={frozen} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Span form={form} amount="duration" unit="durationUnit" />
        <Preview form={form} before={before} />
      </div>
    </div>
  );
}

type PartProps = FieldsProps & { frozen: boolean };

function Entry({ form, before, frozen }: PartProps) {
  const isPaid = useWatch({ control: form.control, name: "entryType" }) === "paid";
  if (frozen && before !== null)
    return (
      <Fixed label={texts.entry}>
        {before.entryType === "free" ? texts.free : texts.entryPrice(before.entryCost)}
      </Fixed>
    );
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-col gap-1.5">
        <span aria-hidden="true" className="text-sm font-medium">
          {texts.entry}
        </span>
        <Controller
          control={form.control}
          name="entryType"
          render={({ field }) => (
            <ToggleGroup
              label={texts.entry}
              options={entryTypes}
              value={field.value}
              onValueChange={field.onChange}
            />
          )}
        />
      </div>
      {isPaid && (
        <Field
          label={texts.pointsTicket}
          type="number"
          min={1}
          step={1}
          inputMode="numeric"
          autoComplete="off"
          error={form.formState.errors.entryCost?.message}
          {...form.register("entryCost")}
        />
      )}
    </div>
  );
}

/** Whether the broadcast names the winner. Once members have entered without agreeing to it, it stays off. */
function Naming({ form, before, frozen }: PartProps) {
  if (frozen && before?.namesWinner === false)
    return <Fixed label={texts.winnerOnStream}>{texts.winnerMasked}</Fixed>;
  return (
    <div>
      <Checkbox label={texts.namesWinner} {...form.register("namesWinner")} />
      <p className="text-sm text-muted">
        {frozen ? texts.namesWinnerFixed : texts.namesWinnerHint}
      </p>
    </div>
  );
}

function Start({ form, before, frozen }: PartProps) {
  const mode = useWatch({ control: form.control, name: "startMode" });
  if (frozen && before !== null)
    return <Fixed label={texts.start}>{formatMoment(before.startTime)}</Fixed>;
  const { errors } = form.formState;
  const modes = [
    ...(before === null ? [] : [{ value: "keep" as const, label: texts.asItIs }]),
    { value: "now" as const, label: texts.immediately },
    { value: "later" as const, label: texts.later },
  ];
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-col gap-1.5">
        <span aria-hidden="true" className="text-sm font-medium">
          {texts.start}
        </span>
        <Controller
          control={form.control}
          name="startMode"
          render={({ field }) => (
            <ToggleGroup
              label={texts.start}
              options={modes}
              value={field.value}
              onValueChange={field.onChange}
            />
          )}
        />
        {errors.startMode !== undefined && (
          <p role="alert" className="text-sm text-loss">
            {errors.startMode.message}
          </p>
        )}
      </div>
      {mode === "now" && <p className="text-sm text-muted">{texts.entriesOpenSoonSave}</p>}
      {mode === "later" && <Span form={form} amount="startIn" unit="startUnit" />}
    </div>
  );
}

const spanUnits = [
  { value: "minutes", label: texts.minutes },
  { value: "hours", label: texts.hours },
] as const;

type SpanProps = Pick<FieldsProps, "form"> & {
  amount: "duration" | "startIn";
  unit: "durationUnit" | "startUnit";
};

/** A length of time in minutes or in hours. */
function Span({ form, amount, unit }: SpanProps) {
  const chosen = unitOf(useWatch({ control: form.control, name: unit }));
  const isHours = chosen === "hours";
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Field
        label={texts.spanFields[amount][chosen]}
        type="number"
        min={isHours ? 0.1 : 1}
        step={isHours ? 0.1 : 1}
        inputMode={isHours ? "decimal" : "numeric"}
        autoComplete="off"
        error={form.formState.errors[amount]?.message}
        {...form.register(amount)}
      />
      <Controller
        control={form.control}
        name={unit}
        render={({ field }) => (
          <ToggleGroup
            label={texts.spanFields[amount].unit}
            options={spanUnits}
            value={field.value}
            onValueChange={field.onChange}
          />
        )}
      />
    </div>
  );
}

/** What cannot be changed any more. */
function Fixed({ label, children }: { label: string; children: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5 text-sm">
      <span className="font-medium">{label}</span>
      <p className="flex min-h-12 items-center rounded-md border border-line px-3.5 py-2 text-base text-muted [overflow-wrap:anywhere]">
        {children}
      </p>
    </div>
  );
}

/** When it would start and end, for who thinks in dates. */
function Preview({ form, before }: FieldsProps) {
  const values = useWatch({ control: form.control });
  const times = timesOf({ ...form.getValues(), ...values }, before, serverNow());
  return (
    <dl className="well grid grid-cols-[auto_1fr] gap-x-5 gap-y-1 rounded-md px-4 py-3 text-sm sm:self-end">
      <dt className="text-muted">{texts.starts}</dt>
      <dd className="text-right">{times === null ? "–" : instantText(times.start)}</dd>
      <dt className="text-muted">{texts.ends}</dt>
      <dd className="text-right">{times === null ? "–" : instantText(times.end)}</dd>
    </dl>
  );
}

function instantText(at: number): string {
  return formatMoment(new Date(at).toISOString());
}
