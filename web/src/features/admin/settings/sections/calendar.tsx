import { CalendarDays } from "lucide-react";
import { formatPoints } from "@/ui/format/numbers";
import { Group } from "../fields/Group";
import { ListSetting } from "../fields/ListSetting";
import { NumberSetting } from "../fields/NumberSetting";
import { SwitchSetting } from "../fields/SwitchSetting";
import { TextSetting } from "../fields/TextSetting";
import type { Section } from "../section";
import { calendar as texts } from "../texts/sections.en";
import { isValues, listOf, type Values } from "../values";

/** Longest streak that is counted, in days. */
const DAYS_MAX = 3653;

function CalendarForm() {
  return (
    <>
      <Group title={texts.claims} className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
        <NumberSetting path="base" label={texts.base} hint={texts.baseHint} />
        <NumberSetting path="per_week" label={texts.perWeek} hint={texts.perWeekHint} />
        <NumberSetting
          path="progress_days"
          label={texts.progressDays}
          hint={texts.progressDaysHint}
          min={1}
          max={DAYS_MAX}
        />
      </Group>
      <Group title={texts.milestones} lead={texts.milestonesLead}>
        <ListSetting
          path="milestones"
          entry={texts.milestone}
          empty={texts.noMilestones}
          create={(entries) => ({ day: nextDay(entries), points: 0 })}
          max={1000}
          isDense
        >
          {(path) => (
            <div className="grid grid-cols-2 gap-3">
              <NumberSetting path={`${path}.day`} label={texts.day} min={1} max={DAYS_MAX} />
              <NumberSetting path={`${path}.points`} label={texts.points} />
            </div>
          )}
        </ListSetting>
      </Group>
      <Group title={texts.cash} lead={texts.cashLead}>
        <SwitchSetting path="cash_milestones" label={texts.cashOn} />
        <NumberSetting
          path="cash_per_month"
          label={texts.cashPerMonth}
          hint={texts.cashPerMonthHint}
          max={100_000}
          className="max-w-md"
        />
        <ListSetting
          path="cash"
          entry={texts.cashReward}
          empty={texts.noCash}
          create={() => ({ days: 30, reward: "" })}
          max={50}
        >
          {(path) => (
            <div className="grid gap-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
              <NumberSetting path={`${path}.days`} label={texts.day} min={1} max={DAYS_MAX} />
              <TextSetting
                path={`${path}.reward`}
                label={texts.reward}
                placeholder={texts.rewardExample}
                maxLength={60}
                isRequired
              />
            </div>
          )}
        </ListSetting>
      </Group>
    </>
  );
}

/** A week after the last milestone. */
function nextDay(entries: readonly unknown[]): number {
  const days = entries.filter(isValues).map(({ day }) => (typeof day === "number" ? day : 0));
  return Math.min(Math.max(0, ...days) + 7, DAYS_MAX);
}

/** Milestones as a list by day: their keys are typed like their values. */
function toForm(values: Values): Values {
  const { milestones } = values;
  const list = isValues(milestones)
    ? Object.entries(milestones)
        .map(([day, points]) => ({ day: Number(day), points }))
        .toSorted((one, other) => one.day - other.day)
    : [];
  return { ...values, milestones: list };
}

function fromForm(values: Values): Values {
  const entries = listOf(values.milestones).filter(isValues);
  return {
    ...values,
    milestones: Object.fromEntries(entries.map(({ day, points }) => [String(day), points])),
  };
}

/** A day that is there twice would hide the other one: it counts as typed wrong. */
function check(values: Values): Readonly<Record<string, string>> {
  const seen = new Set<unknown>();
  const errors: Record<string, string> = {};
  listOf(values.milestones).forEach((entry, at) => {
    const day = isValues(entry) ? entry.day : undefined;
    if (seen.has(day)) errors[`milestones.${at}.day`] = texts.dayTwice;
    seen.add(day);
  });
  return errors;
}

const labels: Readonly<Record<string, string>> = {
  base: texts.base,
  per_week: texts.perWeek,
  progress_days: texts.progressDays,
  milestones: texts.milestones,
  cash_milestones: texts.cashOn,
  cash_per_month: texts.cashPerMonth,
  cash: texts.cash,
};

export const calendar: Section = {
  name: "calendar",
  title: texts.title,
  lead: texts.lead,
  Icon: CalendarDays,
  Form: CalendarForm,
  label: (key) => {
    const day = /^milestones\.(\d+)$/.exec(key)?.[1];
    return day === undefined ? (labels[key] ?? key) : texts.milestoneOn(day);
  },
  show: (key, value) => {
    const entries = listOf(value).filter(isValues);
    if (key === "cash")
      return entries
        .map(({ days, reward }) => texts.shownCash(String(days), String(reward)))
        .join("\n");
    if (key === "milestones" && Array.isArray(value))
      return entries
        .map(({ day, points }) => texts.shownMilestone(String(day), formatPoints(Number(points))))
        .join("\n");
    return null;
  },
  toForm,
  fromForm,
  check,
};
