import { Fold } from "../fields/Fold";
import { Group } from "../fields/Group";
import { NumberSetting } from "../fields/NumberSetting";
import { SecretMoved } from "../fields/SecretMoved";
import { SecretSetting } from "../fields/SecretSetting";
import { SwitchSetting } from "../fields/SwitchSetting";
import { TextSetting } from "../fields/TextSetting";
import { TestService } from "../TestService";
import * as texts from "../texts/kick.en";
import { ReplySetting } from "./ReplySetting";
import { groups } from "./replies";

const SECRET = "kick.client_secret";
const DAY_MINUTES = 24 * 60;
const WORD_MAX = 30;

/** The chat of the stream. */
export function KickForm() {
  return (
    <>
      <App />
      <TestService service="kick" title={texts.test} lead={texts.testLead} />
      <Commands />
      <Chatting />
      <Group title={texts.replies} lead={texts.repliesLead} className="flex flex-col gap-2">
        {groups.map(({ title, replies }) => (
          <Fold key={title} title={title} paths={replies.map((name) => `replies.${name}`)}>
            {replies.map((name) => (
              <ReplySetting key={name} name={name} />
            ))}
          </Fold>
        ))}
      </Group>
    </>
  );
}

function App() {
  return (
    <Group title={texts.app} lead={texts.appLead}>
      <TextSetting path="client_id" label={texts.clientId} maxLength={200} className="max-w-md" />
      <SecretSetting
        name={SECRET}
        label={texts.clientSecret}
        newLabel={texts.newClientSecret}
        hint={texts.clientSecretHint}
      />
      <SwitchSetting path="sign_in" label={texts.signIn} hint={texts.signInHint} />
      <Fold title={texts.advanced} paths={["id_url", "api_url"]}>
        <div className="grid gap-5 md:grid-cols-2">
          <TextSetting path="id_url" label={texts.idUrl} hint={texts.addressHint} />
          <TextSetting path="api_url" label={texts.apiUrl} hint={texts.addressHint} />
        </div>
        <SecretMoved name={SECRET} paths={["id_url"]} texts={texts.moved} />
      </Fold>
    </Group>
  );
}

function Commands() {
  return (
    <Group title={texts.commandsTitle} lead={texts.commandsLead}>
      <SwitchSetting path="commands" label={texts.commands} />
      <div className="grid gap-5 sm:grid-cols-2">
        {(["verify", "unlink", "points", "active_rewards"] as const).map((name) => (
          <TextSetting
            key={name}
            path={`words.${name}`}
            label={texts.words[name]}
            hint={texts.wordHint[name]}
            maxLength={WORD_MAX}
          />
        ))}
        <NumberSetting
          path="cooldown_seconds"
          label={texts.cooldown}
          hint={texts.cooldownHint}
          suffix={texts.seconds}
          max={3600}
        />
        <NumberSetting
          path="verify_minutes"
          label={texts.verifyMinutes}
          hint={texts.verifyMinutesHint}
          suffix={texts.minutes}
          min={1}
          max={DAY_MINUTES}
        />
      </div>
    </Group>
  );
}

function Chatting() {
  return (
    <Group title={texts.chatting} lead={texts.chattingLead} className="grid gap-5 sm:grid-cols-3">
      <NumberSetting
        path="points_for_chatting"
        label={texts.chattingPoints}
        hint={texts.chattingPointsHint}
        max={1_000_000}
      />
      <NumberSetting
        path="chatting_window_minutes"
        label={texts.chattingWindow}
        suffix={texts.minutes}
        min={1}
        max={DAY_MINUTES}
      />
      <NumberSetting
        path="chatting_daily_max"
        label={texts.chattingMax}
        hint={texts.chattingMaxHint}
      />
    </Group>
  );
}
