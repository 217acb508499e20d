import { Coins } from "lucide-react";
import { formatNumber } from "@/ui/format/numbers";
import { ChoiceSetting, optionsOf } from "../fields/ChoiceSetting";
import { Group } from "../fields/Group";
import { NumberSetting } from "../fields/NumberSetting";
import { TextSetting } from "../fields/TextSetting";
import { useForm } from "../form";
import type { Section } from "../section";
import { points as texts } from "../texts/sections.en";
import type { Values } from "../values";

/** Longest name that the server takes. */
const NAME_MAX = 20;
const cycles = optionsOf(texts.cycles);

function PointsForm() {
  return (
    <>
      <Group title={texts.names} lead={texts.namesLead}>
        <div className="grid max-w-xl gap-5 sm:grid-cols-2">
          <TextSetting
            path="name"
            label={texts.one}
            placeholder={texts.oneExample}
            maxLength={NAME_MAX}
            isRequired
          />
          <TextSetting
            path="name_plural"
            label={texts.many}
            placeholder={texts.manyExample}
            maxLength={NAME_MAX}
            isRequired
          />
        </div>
      </Group>
      <Group title={texts.welcome}>
        <NumberSetting
          path="welcome"
          label={texts.welcomePoints}
          hint={texts.welcomePointsHint}
          max={1_000_000}
          className="max-w-xs"
        />
      </Group>
      <Group title={texts.leaderboard}>
        <ChoiceSetting
          path="cycle"
          label={texts.cycle}
          hint={texts.cycleHint}
          options={cycles}
          className="max-w-xs"
        />
      </Group>
      <Example />
    </>
  );
}

/** Sentences of the site with the names as they are typed. */
function Example() {
  const { values } = useForm();
  const one = nameOf(values.name, texts.oneExample);
  const many = nameOf(values.name_plural, texts.manyExample);
  const { welcome } = values;
  return (
    <Group title={texts.example}>
      <div role="status" className="flex flex-col gap-1.5 [overflow-wrap:anywhere]">
        <p>{texts.exampleText(one, many)}</p>
        {typeof welcome === "number" && welcome > 0 && (
          <p>{texts.exampleWelcome(`+${formatNumber(welcome)} ${welcome === 1 ? one : many}`)}</p>
        )}
      </div>
    </Group>
  );
}

const nameOf = (typed: unknown, otherwise: string) =>
  typeof typed === "string" && typed.trim() !== "" ? typed : otherwise;

/** Words of letters and digits, joined by single signs. */
const NAME = /^[\p{L}\p{N}]+([ \-'’][\p{L}\p{N}]+)*$/u;

function check(values: Values): Readonly<Record<string, string>> {
  const wrong = ["name", "name_plural"].filter((key) => {
    const name = values[key];
    return typeof name === "string" && name !== "" && !NAME.test(name);
  });
  return Object.fromEntries(wrong.map((key) => [key, texts.nameWrong]));
}

const labels: Readonly<Record<string, string>> = {
  name: texts.one,
  name_plural: texts.many,
  welcome: texts.welcomePoints,
  cycle: texts.cycle,
};

export const points: Section = {
  name: "points",
  title: texts.title,
  lead: texts.lead,
  Icon: Coins,
  Form: PointsForm,
  label: (key) => labels[key] ?? key,
  check,
};
