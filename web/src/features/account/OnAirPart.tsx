import { useSubmit } from "@/data/use-submit";
import { takeMember } from "@/features/session/renewal";
import type { Member } from "@/features/session/store";
import { BRIEF_MESSAGE_MS, Message, useMessage } from "@/ui/Message";
import { Select } from "@/ui/Select";
import { answer, api } from "@/wire/http";
import { unknownChange } from "@/wire/submit";
import * as texts from "./texts/on-air.en";

const choices = [
  { value: "entries", label: texts.entries },
  { value: "always", label: texts.always },
  { value: "never", label: texts.never },
] as const;

type Choice = (typeof choices)[number]["value"];

function choiceOf({ namedOnAir, neverNamedOnAir }: Member): Choice {
  if (neverNamedOnAir) return "never";
  return namedOnAir ? "always" : "entries";
}

/** When the broadcast may show the member's name. A choice counts as soon as it is made. */
export function OnAirPart({ member }: { member: Member }) {
  const { message, say, hush } = useMessage(BRIEF_MESSAGE_MS);
  const { isBusy, submit } = useSubmit({
    send: (choice: Choice) => {
      const body = { named: choice === "always", never: choice === "never" };
      return answer(api.PUT("/api/auth/named-on-air", { body }));
    },
    onAnswer: ({ user, message: said }) => {
      takeMember(user);
      say("success", said);
    },
    onFailure: ({ failure }) => say("error", texts.notChanged, unknownChange(failure)),
  });
  return (
    <div id="on-air" className="mt-5 scroll-mt-24 border-t border-line pt-3.5">
      <Select
        label={texts.nameMeOnAir}
        options={choices}
        value={choiceOf(member)}
        disabled={isBusy}
        onValueChange={(choice) => {
          hush();
          void submit(choice);
        }}
      />
      <p className="mt-1.5 text-sm text-muted">{texts.onAirHint}</p>
      <Message message={message} isBare className="mt-1.5 text-text" />
    </div>
  );
}
