import { Gauge } from "lucide-react";
import { Group } from "../fields/Group";
import { NumberSetting } from "../fields/NumberSetting";
import type { Section } from "../section";
import { home as texts } from "../texts/sections.en";

function HomeForm() {
  return (
    <Group
      title={texts.counters}
      lead={texts.countersLead}
      className="grid gap-5 sm:grid-cols-2 xl:grid-cols-4"
    >
      <NumberSetting path="winnings" label={texts.winnings} prefix="$" />
      <NumberSetting path="hours" label={texts.hours} />
      <NumberSetting path="members" label={texts.members} />
      <NumberSetting path="entertainment" label={texts.entertainment} suffix="%" />
    </Group>
  );
}

const labels: Readonly<Record<string, string>> = {
  winnings: texts.winnings,
  hours: texts.hours,
  members: texts.members,
  entertainment: texts.entertainment,
};

export const home: Section = {
  name: "home",
  title: texts.title,
  lead: texts.lead,
  Icon: Gauge,
  Form: HomeForm,
  label: (key) => labels[key] ?? key,
};
