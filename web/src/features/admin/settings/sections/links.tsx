import { Link2 } from "lucide-react";
import { ChoiceSetting, optionsOf } from "../fields/ChoiceSetting";
import { Group } from "../fields/Group";
import { ListSetting } from "../fields/ListSetting";
import { TextSetting } from "../fields/TextSetting";
import { useSetting } from "../form";
import type { Section } from "../section";
import { links as texts } from "../texts/sections.en";
import { isValues, listOf } from "../values";

const kinds = optionsOf(texts.kinds);
const kindNames: Readonly<Record<string, string>> = texts.kinds;

function LinksForm() {
  return (
    <>
      <Group title={texts.watch}>
        <TextSetting
          path="watch_live_url"
          label={texts.watchLive}
          hint={texts.watchLiveHint}
          placeholder="https://"
          address="https"
          platform="kick"
        />
      </Group>
      <Group title={texts.links} lead={texts.linksLead}>
        <ListSetting
          path="links"
          entry={texts.link}
          empty={texts.noLinks}
          create={() => ({ kind: "website", label: "", url: "" })}
          max={50}
        >
          {(path) => <LinkFields path={path} />}
        </ListSetting>
      </Group>
    </>
  );
}

function LinkFields({ path }: { path: string }) {
  const kind = String(useSetting(`${path}.kind`).value);
  const placeholder = kindNames[kind];
  return (
    <div className="grid gap-3 md:grid-cols-[9.5rem_minmax(0,2fr)_minmax(0,3fr)]">
      <ChoiceSetting path={`${path}.kind`} label={texts.kind} options={kinds} />
      <TextSetting
        path={`${path}.label`}
        label={texts.text}
        maxLength={40}
        isRequired
        {...(placeholder !== undefined && { placeholder })}
      />
      <TextSetting
        path={`${path}.url`}
        label={texts.url}
        placeholder="https://"
        address="https"
        platform={kind}
        isRequired
      />
    </div>
  );
}

export const links: Section = {
  name: "links",
  title: texts.title,
  lead: texts.lead,
  Icon: Link2,
  Form: LinksForm,
  label: (key) => (key === "watch_live_url" ? texts.watchLive : texts.links),
  show: (key, value) =>
    key === "links"
      ? listOf(value)
          .filter(isValues)
          .map(({ kind, label, url }) =>
            texts.shown(kindNames[String(kind)] ?? "", String(label), String(url)),
          )
          .join("\n")
      : null,
};
