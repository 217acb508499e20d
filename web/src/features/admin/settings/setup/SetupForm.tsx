import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useSubmit } from "@/data/use-submit";
import { siteQuery } from "@/features/site/queries";
import { Button } from "@/ui/Button";
import { PasswordField } from "@/ui/Field";
import { ownZone } from "@/ui/format/zones";
import { Notice } from "@/ui/Notice";
import { queryClient } from "@/wire/queries";
import { ChangeFailure } from "../../shell/ChangeFailure";
import { ColourSetting } from "../fields/ColourSetting";
import { Group } from "../fields/Group";
import { SwitchSetting } from "../fields/SwitchSetting";
import { TextSetting } from "../fields/TextSetting";
import { ZoneSetting } from "../fields/ZoneSetting";
import { FormContext, type SettingsForm, sentence, useSetting } from "../form";
import { parts } from "../sections/modules";
import { modules as moduleTexts } from "../texts/sections.en";
import { focusProblem } from "../use-section-form";
import { isValues, type Values, valueAt, withValueAt } from "../values";
import { type SetupState, setUp } from "./queries";
import * as texts from "./texts/en";

function firstValues({ siteName, accent, timezone, modules, restored }: SetupState): Values {
  return {
    ownerName: "",
    password: "",
    brand: { name: siteName, accent },
    // Where none was chosen, the one of the owner's browser is the likeliest.
    place: { timezone: timezone === "UTC" && !restored ? ownZone() : timezone },
    modules,
    example: false,
  };
}

function orderOf(code: string, values: Values) {
  const text = (path: string) => {
    const value = valueAt(values, path);
    return typeof value === "string" ? value : "";
  };
  const chosen = valueAt(values, "modules");
  return {
    code,
    ownerName: text("ownerName"),
    password: text("password"),
    siteName: text("brand.name"),
    accent: text("brand.accent"),
    timezone: text("place.timezone"),
    modules: Object.fromEntries(
      Object.entries(isValues(chosen) ? chosen : {}).map(([key, isOn]) => [key, isOn === true]),
    ),
    example: valueAt(values, "example") === true,
  };
}

/** The owner's password, and what the site begins with. */
export function SetupForm({ code, begin }: { code: string; begin: SetupState }) {
  const [saved] = useState(() => firstValues(begin));
  const [values, setValues] = useState(saved);
  const [attempts, setAttempts] = useState(0);
  const navigate = useNavigate();
  const place = useRef<HTMLFormElement>(null);
  const { failed, isBusy, submit, reset } = useSubmit({
    send: setUp,
    onAnswer: async () => {
      // The panel begins with the site's new name.
      await queryClient.invalidateQueries(siteQuery);
      await navigate({ to: "/admin" });
    },
  });
  useEffect(() => {
    if (failed !== null) focusProblem(place.current);
  }, [failed]);
  const errors = Object.fromEntries(
    Object.entries(failed?.failure.fields ?? {}).map(([key, text]) => [key, sentence(text)]),
  );
  const form: SettingsForm = {
    values,
    saved,
    defaults: saved,
    errors,
    locked: [],
    secrets: [],
    attempts,
    round: 0,
    entered: {},
    change: (path, value) => {
      setValues((now) => withValueAt(now, path, value));
      reset();
    },
    enterSecret: () => undefined,
  };
  return (
    <FormContext value={form}>
      <form
        ref={place}
        className="flex flex-col gap-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // What is missing is marked before the first of it gets the focus.
          flushSync(() => setAttempts(attempts + 1));
          if (!focusProblem(place.current)) void submit(orderOf(code, values));
        }}
      >
        <Owner />
        {!begin.restored && <Beginning />}
        {failed !== null && Object.keys(errors).length === 0 && (
          <Notice tone="error">
            {failed.failure.error === "bad_code" ? (
              texts.badCode
            ) : (
              <ChangeFailure failure={failed.failure} />
            )}
          </Notice>
        )}
        <Button type="submit" tone="gold" size="lg" busy={isBusy}>
          {texts.finish}
        </Button>
      </form>
    </FormContext>
  );
}

function Owner() {
  return (
    <Group title={texts.you}>
      <TextSetting
        path="ownerName"
        label={texts.ownerName}
        hint={texts.ownerNameHint}
        maxLength={40}
      />
      <Password />
    </Group>
  );
}

/** What a new site begins with. A restored one has it. */
function Beginning() {
  return (
    <>
      <Group title={texts.site}>
        <TextSetting path="brand.name" label={texts.siteName} maxLength={60} isRequired />
        <ColourSetting path="brand.accent" label={texts.accent} hint={texts.accentHint} />
        <ZoneSetting path="place.timezone" label={texts.zone} hint={texts.zoneHint} />
      </Group>
      <Group
        title={texts.parts}
        lead={texts.partsLead}
        className="grid gap-x-6 gap-y-2 sm:grid-cols-2"
      >
        {parts.map((part) => (
          <SwitchSetting
            key={part.key}
            path={`modules.${part.key}`}
            label={moduleTexts.names[part.key]}
            {...("hint" in part && { hint: part.hint })}
          />
        ))}
      </Group>
      <Group title={texts.begin} lead={texts.beginLead}>
        <SwitchSetting path="example" label={texts.example} hint={texts.exampleHint} />
      </Group>
    </>
  );
}

function Password() {
  const { value, change, error } = useSetting("password");
  return (
    <PasswordField
      label={texts.password}
      value={typeof value === "string" ? value : ""}
      onChange={(event) => change(event.target.value)}
      error={error}
      hint={texts.passwordHint}
      maxLength={128}
      autoComplete="new-password"
    />
  );
}
