import { useQuery } from "@tanstack/react-query";
import { Globe } from "lucide-react";
import { Notice } from "@/ui/Notice";
import { ChoiceSetting, optionsOf } from "../fields/ChoiceSetting";
import { Group } from "../fields/Group";
import { TextSetting } from "../fields/TextSetting";
import { ZoneSetting } from "../fields/ZoneSetting";
import { useForm } from "../form";
import { passkeyOwnersQuery } from "../queries";
import type { Section } from "../section";
import { showNames } from "../show-names";
import { place as texts } from "../texts/sections.en";

const formats = optionsOf(texts.dollarFormats);

function PlaceForm() {
  return (
    <>
      <Group title={texts.address} lead={texts.addressLead}>
        <TextSetting
          path="url"
          label={texts.url}
          hint={texts.urlHint}
          placeholder="https://"
          maxLength={300}
          address="any"
          className="max-w-md"
        />
        <PasskeyWarning />
      </Group>
      <Group title={texts.timezone} lead={texts.timezoneLead}>
        <ZoneSetting path="timezone" label={texts.timezone} hint={texts.timezoneHint} />
      </Group>
      <Group title={texts.dollars}>
        <ChoiceSetting
          path="dollars"
          label={texts.dollarsLabel}
          options={formats}
          className="max-w-xs"
        />
      </Group>
    </>
  );
}

/** Says whose passkeys stop working while the typed address has another host than the one in force. */
function PasskeyWarning() {
  const { values, saved } = useForm();
  const [typed, now] = [hostOf(values.url), hostOf(saved.url)];
  const isOther = now !== null && typed !== now;
  const { data } = useQuery({ ...passkeyOwnersQuery, enabled: isOther });
  if (!isOther || data === undefined || data.people.length + data.members === 0) return null;
  return (
    <Notice>
      {texts.passkeysStop(now)} {texts.passkeyOwners(data.people, data.members)}{" "}
      {texts.passkeysAfter}
    </Notice>
  );
}

function hostOf(address: unknown): string | null {
  return typeof address === "string" && URL.canParse(address) ? new URL(address).hostname : null;
}

const labels: Readonly<Record<string, string>> = {
  url: texts.url,
  timezone: texts.timezone,
  dollars: texts.dollarsLabel,
};

export const place: Section = {
  name: "place",
  title: texts.title,
  lead: texts.lead,
  Icon: Globe,
  Form: PlaceForm,
  label: (key) => labels[key] ?? key,
  show: (key, value) => (key === "dollars" ? showNames(texts.dollarFormats, value) : null),
};
