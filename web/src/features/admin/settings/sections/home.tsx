import { Gauge } from "lucide-react";
import { dollarSign } from "@/ui/format/dollars";
import { Group } from "../fields/Group";
import { NumberSetting } from "../fields/NumberSetting";
import { OrderSetting } from "../fields/OrderSetting";
import type { Section } from "../section";
import { showNames } from "../show-names";
import { home as texts } from "../texts/sections.en";

function HomeForm() {
  return (
    <>
      <Group title={texts.blocks} lead={texts.blocksLead}>
        <OrderSetting path="blocks" label={texts.blocks} names={texts.blockNames} />
      </Group>
      <Group title={texts.live} lead={texts.liveLead}>
        <OrderSetting path="live_counters" label={texts.live} names={texts.liveNames} />
      </Group>
      <Group
        title={texts.counters}
        lead={texts.countersLead}
        className="grid gap-5 sm:grid-cols-2 xl:grid-cols-4"
      >
        <NumberSetting path="winnings" label={texts.winnings} prefix={dollarSign} />
        <NumberSetting path="hours" label={texts.hours} />
        <NumberSetting path="members" label={texts.members} />
        <NumberSetting path="entertainment" label={texts.entertainment} suffix="%" />
      </Group>
    </>
  );
}

const labels: Readonly<Record<string, string>> = {
  blocks: texts.blocks,
  live_counters: texts.live,
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
  show: (key, value) => showNames(key === "blocks" ? texts.blockNames : texts.liveNames, value),
};
