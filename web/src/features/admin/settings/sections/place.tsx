import { Clock } from "lucide-react";
import { Group } from "../fields/Group";
import { ZoneSetting } from "../fields/ZoneSetting";
import type { Section } from "../section";
import { place as texts } from "../texts/sections.en";

function PlaceForm() {
  return (
    <Group title={texts.timezone} lead={texts.timezoneLead}>
      <ZoneSetting path="timezone" label={texts.timezone} hint={texts.timezoneHint} />
    </Group>
  );
}

export const place: Section = {
  name: "place",
  title: texts.title,
  lead: texts.lead,
  Icon: Clock,
  Form: PlaceForm,
  label: () => texts.timezone,
};
