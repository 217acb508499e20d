import { Globe } from "lucide-react";
import { ChoiceSetting, optionsOf } from "../fields/ChoiceSetting";
import { Group } from "../fields/Group";
import { TextSetting } from "../fields/TextSetting";
import { ZoneSetting } from "../fields/ZoneSetting";
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
          className="max-w-md"
        />
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
