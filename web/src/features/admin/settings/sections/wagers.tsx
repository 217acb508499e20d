import { Trophy } from "lucide-react";
import { cx } from "@/ui/cx";
import { formatMonth } from "@/ui/format/dates";
import { dollarSign, formatDollars } from "@/ui/format/dollars";
import { ChoiceSetting, optionsOf } from "../fields/ChoiceSetting";
import { Group } from "../fields/Group";
import { ListSetting } from "../fields/ListSetting";
import { MonthSetting } from "../fields/MonthSetting";
import { NumberSetting } from "../fields/NumberSetting";
import { PrizesByRank } from "../fields/PrizesByRank";
import { SecretMoved } from "../fields/SecretMoved";
import { SecretSetting } from "../fields/SecretSetting";
import { SwitchSetting } from "../fields/SwitchSetting";
import { TextSetting } from "../fields/TextSetting";
import { ZoneSetting } from "../fields/ZoneSetting";
import { useSetting } from "../form";
import type { Section } from "../section";
import { showNames } from "../show-names";
import { TestService } from "../TestService";
import { wagers as texts } from "../texts/sections.en";
import { isValues, listOf, type Values } from "../values";

const KEY = "wagers.source_key";
const decimalSigns = optionsOf(texts.decimalSigns);

function WagersForm() {
  return (
    <>
      <Group title={texts.source} lead={texts.sourceLead}>
        <TextSetting
          path="source_url"
          label={texts.url}
          hint={texts.urlHint}
          placeholder="https://"
          address="any"
          className="max-w-md"
        />
        <ChoiceSetting
          path="decimal_sign"
          label={texts.decimalSign}
          options={decimalSigns}
          className="max-w-md"
        />
        <SecretSetting name={KEY} label={texts.key} newLabel={texts.newKey} hint={texts.keyHint} />
        <SecretMoved name={KEY} paths={["source_url"]} texts={texts.moved} />
        <SwitchSetting path="sample_data" label={texts.sample} hint={texts.sampleHint} />
      </Group>
      <TestService service="wagers" title={texts.test} lead={texts.testLead} />
      <Group title={texts.months} className="grid gap-5 sm:grid-cols-2">
        <ZoneSetting path="timezone" label={texts.timezone} hint={texts.timezoneHint} />
        <MonthSetting path="first_month" label={texts.firstMonth} hint={texts.firstMonthHint} />
        <NumberSetting
          path="poll_minutes"
          label={texts.poll}
          hint={texts.pollHint}
          suffix={texts.minutes}
          min={1}
          max={1440}
        />
        <NumberSetting
          path="freeze_hours"
          label={texts.freeze}
          hint={texts.freezeHint}
          suffix={texts.hours}
          max={744}
        />
      </Group>
      <Group title={texts.prizes} lead={texts.prizesLead}>
        <ListSetting
          path="prizes"
          entry={texts.period}
          empty={texts.noPeriods}
          create={(periods) => ({
            from: periods.length === 0 ? "" : nextMonth(periods),
            pool: 0,
            prizes: [],
            bonus_buys: [],
          })}
          max={240}
        >
          {(path, place) => <PeriodFields path={path} isFirst={place === 0} />}
        </ListSetting>
      </Group>
    </>
  );
}

function PeriodFields({ path, isFirst }: { path: string; isFirst: boolean }) {
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        {isFirst ? <FirstPeriod /> : <MonthSetting path={`${path}.from`} label={texts.from} />}
        <NumberSetting path={`${path}.pool`} label={texts.pool} prefix={dollarSign} />
      </div>
      <PrizesByRank path={path} />
      <PoolSum path={path} />
    </div>
  );
}

/** The first period has no month: it is in force until the second one begins. */
function FirstPeriod() {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm font-medium">{texts.from}</p>
      <p className="flex min-h-12 items-center text-muted">{texts.fromBeginning}</p>
    </div>
  );
}

/** What the prizes add up to, against the pool that the pages show. */
function PoolSum({ path }: { path: string }) {
  const period = useSetting(path).value;
  if (!isValues(period) || typeof period.pool !== "number") return null;
  const prizes = listOf(period.prizes).map((prize) => (typeof prize === "number" ? prize : 0));
  const sum = prizes.reduce((total, prize) => total + prize, 0);
  const isEven = sum === period.pool;
  return (
    <p role="status" className={cx("text-sm", isEven ? "text-win" : "text-loss")}>
      {isEven
        ? texts.sumFits(formatDollars(sum))
        : texts.sumDiffers(formatDollars(sum), formatDollars(period.pool))}
    </p>
  );
}

/** The month after the last period's. */
function nextMonth(periods: readonly unknown[]): string {
  const last = periods.at(-1);
  const from = isValues(last) && typeof last.from === "string" ? last.from : "";
  const [year = 0, month = 0] = from.split("-").map(Number);
  if (year === 0 || month === 0) return new Date().toISOString().slice(0, 7);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 7);
}

function showPeriod({ from, pool, prizes, bonus_buys: bonusBuys }: Record<string, unknown>) {
  const month = typeof from === "string" && from !== "" ? formatMonth(from) : "";
  const amounts = listOf(prizes).map((prize) => formatDollars(Number(prize)));
  const [first, last] = listOf(bonusBuys).map(Number);
  const ranks = first === undefined || last === undefined ? "" : texts.bonusRanks(first, last);
  return texts.shown(month, formatDollars(Number(pool)), amounts.join(", "), ranks);
}

/** Whatever was removed, the first period holds from the beginning. */
function beginAtFirst(values: Values): Values {
  const [first, ...others] = listOf(values.prizes);
  return isValues(first) ? { ...values, prizes: [{ ...first, from: "" }, ...others] } : values;
}

const labels: Readonly<Record<string, string>> = {
  source_url: texts.url,
  source_key: texts.key,
  decimal_sign: texts.decimalSign,
  timezone: texts.timezone,
  first_month: texts.firstMonth,
  poll_minutes: texts.poll,
  freeze_hours: texts.freeze,
  sample_data: texts.sample,
  prizes: texts.prizes,
};

export const wagers: Section = {
  name: "wagers",
  title: texts.title,
  lead: texts.lead,
  Icon: Trophy,
  Form: WagersForm,
  label: (key) => labels[key] ?? key,
  show: (key, value) => {
    if (key === "decimal_sign") return showNames(texts.decimalSigns, value);
    if (key !== "prizes") return null;
    const periods = listOf(value).filter(isValues);
    return periods.map((period) => showPeriod(period)).join("\n");
  },
  fromForm: beginAtFirst,
};
