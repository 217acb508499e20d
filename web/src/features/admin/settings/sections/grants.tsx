import { HandCoins } from "lucide-react";
import { Group } from "../fields/Group";
import { NumberSetting } from "../fields/NumberSetting";
import { TextSetting } from "../fields/TextSetting";
import type { Section } from "../section";
import { grants as texts } from "../texts/sections.en";

const LIMIT_MAX = 1_000_000_000_000;

function GrantsForm() {
  return (
    <>
      <Limits title={texts.moderators} of="moderator" />
      <Limits title={texts.admins} of="admin" />
      <Group title={texts.proof} lead={texts.proofLead} className="grid gap-5 sm:grid-cols-2">
        <NumberSetting path="proof_from" label={texts.proofFrom} min={1} max={LIMIT_MAX} />
      </Group>
      <Group title={texts.alerts} lead={texts.alertsLead} className="grid gap-5 sm:grid-cols-2">
        <NumberSetting path="alert_from" label={texts.from} hint={texts.fromHint} max={LIMIT_MAX} />
        <TextSetting
          path="alert_email"
          label={texts.email}
          hint={texts.emailHint}
          maxLength={254}
        />
      </Group>
    </>
  );
}

function Limits({ title, of }: { title: string; of: "moderator" | "admin" }) {
  return (
    <Group title={title} className="grid gap-5 sm:grid-cols-2">
      <NumberSetting path={`${of}_once`} label={texts.once} hint={texts.none} max={LIMIT_MAX} />
      <NumberSetting path={`${of}_day`} label={texts.day} max={LIMIT_MAX} />
    </Group>
  );
}

const labels: Readonly<Record<string, string>> = {
  moderator_once: texts.moderatorOnce,
  moderator_day: texts.moderatorDay,
  admin_once: texts.adminOnce,
  admin_day: texts.adminDay,
  proof_from: texts.proofFrom,
  alert_from: texts.from,
  alert_email: texts.email,
};

export const grants: Section = {
  name: "grants",
  title: texts.title,
  lead: texts.lead,
  Icon: HandCoins,
  Form: GrantsForm,
  label: (key) => labels[key] ?? key,
};
