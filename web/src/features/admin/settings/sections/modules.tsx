import { ToggleRight } from "lucide-react";
import { Group } from "../fields/Group";
import { SwitchSetting } from "../fields/SwitchSetting";
import type { Section } from "../section";
import { modules as texts } from "../texts/sections.en";

/** The parts of the site in the order of its menu, with what each needs. */
export const parts = [
  { key: "games" },
  { key: "calendar" },
  { key: "challenges" },
  { key: "giveaways" },
  { key: "shop" },
  { key: "hunts" },
  { key: "points_leaderboard" },
  { key: "wager_leaderboard", hint: texts.needsCasino },
  { key: "wager_rewards", hint: texts.needsCasino },
  { key: "socials" },
] as const;

function ModulesForm() {
  return (
    <Group title={texts.parts} lead={texts.partsLead} className="grid gap-4 sm:grid-cols-2">
      {parts.map((part) => (
        <SwitchSetting
          key={part.key}
          path={part.key}
          label={texts.names[part.key]}
          {...("hint" in part && { hint: part.hint })}
        />
      ))}
    </Group>
  );
}

const names: Readonly<Record<string, string>> = texts.names;

export const modules: Section = {
  name: "modules",
  title: texts.title,
  lead: texts.lead,
  Icon: ToggleRight,
  Form: ModulesForm,
  label: (key) => names[key] ?? key,
};
