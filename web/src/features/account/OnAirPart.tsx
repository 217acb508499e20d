import { useSubmit } from "@/data/use-submit";
import { takeMember } from "@/features/session/renewal";
import type { Member } from "@/features/session/store";
import { Checkbox } from "@/ui/Checkbox";
import { BRIEF_MESSAGE_MS, Message, useMessage } from "@/ui/Message";
import { answer, api } from "@/wire/http";
import { unknownChange } from "@/wire/submit";
import * as texts from "./texts/on-air.en";

type Choice = { named: boolean; never?: boolean };

/** When the broadcast may show the member's name. A choice counts as soon as it is made. */
export function OnAirPart({ member }: { member: Member }) {
  const { message, say, hush } = useMessage(BRIEF_MESSAGE_MS);
  const { isBusy, running, submit } = useSubmit({
    send: (body: Choice) => answer(api.PUT("/api/auth/named-on-air", { body })),
    onAnswer: ({ user, message: said }) => {
      takeMember(user);
      say("success", said);
    },
    onFailure: ({ failure }) => say("error", texts.notChanged, unknownChange(failure)),
  });
  const choose = (choice: Choice) => {
    hush();
    void submit(choice);
  };
  return (
    <div id="on-air" className="mt-5 scroll-mt-24 border-t border-line pt-3.5">
      <Checkbox
        label={texts.nameMeOnAir}
        checked={running?.named ?? member.namedOnAir}
        // They stay on while an answer is on its way: what is off loses the focus.
        aria-busy={isBusy}
        onChange={({ target }) => choose({ named: target.checked })}
      />
      <p className="text-sm text-muted">{texts.onAirHint}</p>
      <Checkbox
        label={texts.neverNameMe}
        checked={running === null ? member.neverNamedOnAir : running.never === true}
        aria-busy={isBusy}
        onChange={({ target }) => choose({ named: false, never: target.checked })}
      />
      <p className="text-sm text-muted">{texts.neverHint}</p>
      <Message message={message} isBare className="mt-1.5 text-text" />
    </div>
  );
}
