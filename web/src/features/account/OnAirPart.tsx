import { useSubmit } from "@/data/use-submit";
import { takeMember } from "@/features/session/renewal";
import type { Member } from "@/features/session/store";
import { Checkbox } from "@/ui/Checkbox";
import { BRIEF_MESSAGE_MS, Message, useMessage } from "@/ui/Message";
import { answer, api } from "@/wire/http";
import { unknownChange } from "@/wire/submit";
import * as texts from "./texts/on-air.en";

/** Whether the broadcast may show the member's name. It counts as soon as it is changed. */
export function OnAirPart({ member }: { member: Member }) {
  const { message, say, hush } = useMessage(BRIEF_MESSAGE_MS);
  const { isBusy, submit } = useSubmit({
    send: (named: boolean) => answer(api.PUT("/api/auth/named-on-air", { body: { named } })),
    onAnswer: ({ user, message: said }) => {
      takeMember(user);
      say("success", said);
    },
    onFailure: ({ failure }) => say("error", texts.notChanged, unknownChange(failure)),
  });
  return (
    <div id="on-air" className="mt-5 scroll-mt-24 border-t border-line pt-3.5">
      <Checkbox
        label={texts.nameMeOnAir}
        checked={member.namedOnAir}
        disabled={isBusy}
        onChange={(event) => {
          hush();
          void submit(event.target.checked);
        }}
      />
      <p className="text-sm text-muted">{texts.onAirHint}</p>
      <Message message={message} isBare className="mt-1.5 text-text" />
    </div>
  );
}
