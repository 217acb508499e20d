import { Crosshair } from "lucide-react";
import { ChoiceSetting, optionsOf } from "../fields/ChoiceSetting";
import { Group } from "../fields/Group";
import { SecretMoved } from "../fields/SecretMoved";
import { SecretSetting } from "../fields/SecretSetting";
import { TextSetting } from "../fields/TextSetting";
import { useForm } from "../form";
import type { Section } from "../section";
import { showNames } from "../show-names";
import { TestService } from "../TestService";
import { hunts as texts } from "../texts/sections.en";

const KEY = "hunts.external_key";
const sources = optionsOf(texts.sources);
const services = optionsOf(texts.services);
const decimalSigns = optionsOf(texts.decimalSigns);

function HuntsForm() {
  const isOff = useForm().values.source === "local";
  return (
    <>
      <Group title={texts.source}>
        <ChoiceSetting path="source" label={texts.from} options={sources} className="max-w-md" />
      </Group>
      <Group title={texts.external} lead={isOff ? texts.serviceOff : undefined}>
        <div className="grid max-w-3xl gap-5 sm:grid-cols-[14rem_minmax(0,1fr)]">
          <ChoiceSetting path="external" label={texts.service} options={services} />
          <TextSetting
            path="external_url"
            label={texts.url}
            hint={texts.urlHint}
            placeholder="https://"
            address="any"
          />
        </div>
        <ChoiceSetting
          path="external_decimal_sign"
          label={texts.decimalSign}
          options={decimalSigns}
          className="max-w-md"
        />
        <SecretSetting name={KEY} label={texts.key} newLabel={texts.newKey} hint={texts.keyHint} />
        <SecretMoved name={KEY} paths={["external", "external_url"]} texts={texts.moved} />
      </Group>
      <TestService service="hunts" title={texts.test} lead={texts.testLead} />
    </>
  );
}

const labels: Readonly<Record<string, string>> = {
  source: texts.from,
  external: texts.service,
  external_url: texts.url,
  external_key: texts.key,
  external_decimal_sign: texts.decimalSign,
};

const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  source: texts.sources,
  external: texts.services,
  external_decimal_sign: texts.decimalSigns,
};

export const hunts: Section = {
  name: "hunts",
  title: texts.title,
  lead: texts.lead,
  Icon: Crosshair,
  Form: HuntsForm,
  label: (key) => labels[key] ?? key,
  show: (key, value) => showNames(names[key] ?? {}, value),
};
