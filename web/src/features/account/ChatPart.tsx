import { Suspense } from "react";
import { useKickReturn } from "@/features/session/kick-visit";
import type { Member } from "@/features/session/store";
import { useSite } from "@/features/site/queries";
import { lazyPart } from "@/ui/lazy-part";
import { LoadingForm, Section } from "./Section";
import * as texts from "./texts/en";

const ChatCard = lazyPart(() => import("./ChatCard"));

type ChatPartProps = {
  member: Member;
  /** What came of a visit to Kick, from the address. */
  kick: string | undefined;
};

/** The account at the streaming platform, where there is a chat or was one. */
export function ChatPart({ member, kick }: ChatPartProps) {
  const hasChat = useSite()?.features.chat === true;
  // Kept here: the card itself comes and goes with what is known of the chat.
  const visitResult = useKickReturn(kick);
  if (!hasChat && !member.kickUsername && visitResult === null) return null;
  return (
    <Suspense
      fallback={
        <Section id="chat" title={texts.chat}>
          <LoadingForm fields={2} />
        </Section>
      }
    >
      <ChatCard member={member} visitResult={visitResult} />
    </Suspense>
  );
}
