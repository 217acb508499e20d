import { Gem } from "lucide-react";
import { dollarSign, formatDollars } from "@/ui/format/dollars";
import { Group } from "../fields/Group";
import { ListSetting } from "../fields/ListSetting";
import { NumberSetting } from "../fields/NumberSetting";
import { TextSetting } from "../fields/TextSetting";
import { useSetting } from "../form";
import type { Section } from "../section";
import { partner as texts } from "../texts/sections.en";
import { isValues, listOf } from "../values";

function PartnerForm() {
  const hasCasino = useSetting("casino_name").value !== "";
  return (
    <>
      <Group title={texts.casino} lead={texts.casinoLead}>
        <TextSetting path="casino_name" label={texts.name} hint={texts.nameHint} maxLength={60} />
        <TextSetting
          path="casino_url"
          label={texts.url}
          hint={texts.urlHint}
          placeholder="https://"
          address="https"
          isRequired={hasCasino}
        />
        <TextSetting path="promo_code" label={texts.promoCode} maxLength={40} />
      </Group>
      <Group title={texts.tiers} lead={texts.tiersLead}>
        <ListSetting
          path="wager_tiers"
          entry={texts.tier}
          empty={texts.noTiers}
          create={() => ({ name: "", wager: 0, reward: 0 })}
          max={50}
        >
          {(path) => (
            <div className="grid gap-3 sm:grid-cols-2 md:grid-cols-3">
              <TextSetting path={`${path}.name`} label={texts.tierName} maxLength={40} />
              <NumberSetting path={`${path}.wager`} label={texts.wager} prefix={dollarSign} />
              <NumberSetting path={`${path}.reward`} label={texts.reward} prefix={dollarSign} />
            </div>
          )}
        </ListSetting>
      </Group>
    </>
  );
}

const labels: Readonly<Record<string, string>> = {
  casino_name: texts.name,
  casino_url: texts.url,
  promo_code: texts.promoCode,
  wager_tiers: texts.tiers,
};

export const partner: Section = {
  name: "partner",
  title: texts.title,
  lead: texts.lead,
  Icon: Gem,
  Form: PartnerForm,
  label: (key) => labels[key] ?? key,
  show: (key, value) =>
    key === "wager_tiers"
      ? listOf(value)
          .filter(isValues)
          .map(({ name, wager, reward }) =>
            texts.shown(String(name), formatDollars(Number(wager)), formatDollars(Number(reward))),
          )
          .join("\n")
      : null,
};
