import { Mail } from "lucide-react";
import { ChoiceSetting, optionsOf } from "../fields/ChoiceSetting";
import { Group } from "../fields/Group";
import { NumberSetting } from "../fields/NumberSetting";
import { SecretMoved } from "../fields/SecretMoved";
import { SecretSetting } from "../fields/SecretSetting";
import { TextSetting } from "../fields/TextSetting";
import { useForm } from "../form";
import type { Section } from "../section";
import { TestMail } from "../TestMail";
import { mail as texts } from "../texts/sections.en";

const PASSWORD = "mail.smtp_password";

const transports = optionsOf(texts.transports);
const securities = optionsOf(texts.securities);
const switches = optionsOf(texts.switches);

function MailForm() {
  const { values } = useForm();
  return (
    <>
      <Group title={texts.delivery}>
        <ChoiceSetting
          path="transport"
          label={texts.transport}
          options={transports}
          className="max-w-md"
        />
        <TextSetting
          path="from"
          label={texts.from}
          hint={texts.fromHint}
          isRequired
          className="max-w-md"
        />
      </Group>
      <Group title={texts.server} lead={values.transport === "file" ? texts.serverOff : undefined}>
        <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_8rem] lg:grid-cols-[minmax(0,1fr)_8rem_minmax(0,1fr)]">
          <TextSetting path="smtp_host" label={texts.host} placeholder={texts.hostExample} />
          <NumberSetting path="smtp_port" label={texts.port} min={1} max={65_535} />
          <ChoiceSetting
            path="smtp_security"
            label={texts.security}
            options={securities}
            className="sm:max-lg:col-span-2"
          />
        </div>
        <TextSetting
          path="smtp_user"
          label={texts.user}
          hint={texts.userHint}
          className="max-w-md"
        />
        <SecretSetting
          name={PASSWORD}
          label={texts.password}
          newLabel={texts.newPassword}
          hint={texts.passwordHint}
        />
        <SecretMoved name={PASSWORD} paths={["smtp_host", "smtp_port"]} texts={texts.moved} />
      </Group>
      <Group title={texts.uses} className="grid gap-5 xl:grid-cols-3">
        <ChoiceSetting
          path="require_verified_email"
          label={texts.verified}
          options={switches}
          hint={texts.verifiedHint}
        />
        <ChoiceSetting
          path="new_device"
          label={texts.newDevice}
          options={switches}
          hint={texts.newDeviceHint}
        />
        <ChoiceSetting
          path="giveaway_won"
          label={texts.giveawayWon}
          options={switches}
          hint={texts.giveawayWonHint}
        />
      </Group>
      <TestMail />
    </>
  );
}

const labels: Readonly<Record<string, string>> = {
  transport: texts.transport,
  from: texts.from,
  smtp_host: texts.host,
  smtp_port: texts.port,
  smtp_security: texts.security,
  smtp_user: texts.user,
  require_verified_email: texts.verified,
  new_device: texts.newDevice,
  giveaway_won: texts.giveawayWon,
};

const names: Readonly<Record<string, string>> = {
  ...texts.transports,
  ...texts.securities,
  ...texts.switches,
};

export const mail: Section = {
  name: "mail",
  title: texts.title,
  lead: texts.lead,
  Icon: Mail,
  Form: MailForm,
  label: (key) => labels[key] ?? key,
  show: (_, value) => (typeof value === "string" ? (names[value] ?? null) : null),
};
