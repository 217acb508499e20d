import { FilePlus } from "lucide-react";
import { ChoiceSetting, optionsOf } from "../fields/ChoiceSetting";
import { Group } from "../fields/Group";
import { NumberSetting } from "../fields/NumberSetting";
import { TextSetting } from "../fields/TextSetting";
import type { Section } from "../section";
import { showNames } from "../show-names";
import { forms as texts } from "../texts/sections.en";

const POINTS_MAX = 1_000_000;
const STOCK_MAX = 1_000_000;
/** The server takes no end that is more than a year ahead. */
const HOURS_MAX = 8784;
const entries = optionsOf(texts.entries);
const difficulties = optionsOf(texts.difficulties);

function FormsForm() {
  return (
    <>
      <Group title={texts.giveaways} className="grid gap-5 sm:grid-cols-3">
        <ChoiceSetting path="giveaway_entry" label={texts.entry} options={entries} />
        <NumberSetting
          path="giveaway_cost"
          label={texts.cost}
          hint={texts.costHint}
          min={1}
          max={POINTS_MAX}
        />
        <NumberSetting
          path="giveaway_hours"
          label={texts.hours}
          suffix={texts.hoursUnit}
          min={1}
          max={HOURS_MAX}
        />
      </Group>
      <Group title={texts.challenges} className="grid gap-5 sm:grid-cols-2">
        <ChoiceSetting
          path="challenge_difficulty"
          label={texts.difficulty}
          options={difficulties}
        />
        <NumberSetting
          path="challenge_points"
          label={texts.challengePoints}
          hint={texts.challengePointsHint}
          max={POINTS_MAX}
        />
      </Group>
      <Group title={texts.items} className="grid gap-5 sm:grid-cols-2">
        <TextSetting path="item_category" label={texts.category} maxLength={60} />
        <NumberSetting path="item_stock" label={texts.stock} max={STOCK_MAX} />
      </Group>
    </>
  );
}

const labels: Readonly<Record<string, string>> = {
  giveaway_entry: texts.entry,
  giveaway_cost: texts.cost,
  giveaway_hours: texts.hours,
  challenge_difficulty: texts.difficulty,
  challenge_points: texts.challengePoints,
  item_category: texts.category,
  item_stock: texts.stock,
};

export const forms: Section = {
  name: "forms",
  title: texts.title,
  lead: texts.lead,
  Icon: FilePlus,
  Form: FormsForm,
  label: (key) => labels[key] ?? key,
  show: (key, value) => (key === "giveaway_entry" ? showNames(texts.entries, value) : null),
};
