import { TextQuote } from "lucide-react";
import { Group } from "../fields/Group";
import { TextSetting } from "../fields/TextSetting";
import type { Section } from "../section";
import { pages as texts } from "../texts/sections.en";

function TextsForm() {
  return (
    <Group title={texts.addresses}>
      <TextSetting
        path="responsible_gaming_url"
        label={texts.responsible}
        hint={texts.responsibleHint}
        placeholder="https://"
        address="https"
      />
      <TextSetting
        path="maintenance_track"
        label={texts.track}
        hint={texts.trackHint}
        placeholder="https://"
        address="https"
      />
    </Group>
  );
}

export const pageTexts: Section = {
  name: "texts",
  title: texts.title,
  lead: texts.lead,
  Icon: TextQuote,
  Form: TextsForm,
  label: (key) => (key === "maintenance_track" ? texts.track : texts.responsible),
};
