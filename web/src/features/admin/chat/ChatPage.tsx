import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { QueryView } from "@/data/QueryView";
import { useKickReturn } from "@/features/session/kick-visit";
import { Message, useMessage } from "@/ui/Message";
import { Skeleton } from "@/ui/Skeleton";
import { serverNow } from "@/wire/server-clock";
import { AdminPage } from "../shell/AdminPage";
import { RefreshButton } from "../shell/RefreshButton";
import { Addresses } from "./Addresses";
import { Connect, Connected } from "./Connection";
import { type ChatStanding, chatQuery } from "./queries";
import { Setup } from "./Setup";
import { Subscriptions } from "./Subscriptions";
import { Commands, Events, Replies } from "./Traffic";
import * as texts from "./texts/en";
import { visits } from "./words";

/** /admin/chat: the connection to the chat of the streaming platform (docs/decisions.md, D5). */
export function ChatPage() {
  const query = useQuery(chatQuery);
  const visitResult = useKickReturn(useLocation({ select: ({ search }) => search.kick }));
  const { message, say } = useMessage();
  useEffect(() => {
    const visit = visitResult === null ? undefined : visits[visitResult];
    if (visit !== undefined) say(visit.tone, visit.text);
  }, [visitResult, say]);
  return (
    <AdminPage
      title={texts.chat}
      lead={texts.kickChatWhatSite}
      actions={<RefreshButton onRefresh={query.refetch} />}
    >
      <div className="relative flex flex-col gap-6">
        <Message message={message} />
        <QueryView query={query} what={texts.theState} loading={<LoadingChat />}>
          {(state) => <Chat state={state} say={say} />}
        </QueryView>
      </div>
    </AdminPage>
  );
}

type ChatProps = { state: ChatStanding; say: ReturnType<typeof useMessage>["say"] };

function Chat({ state, say }: ChatProps) {
  if (!state.configured) return <Setup state={state} />;
  const now = new Date(serverNow()).toISOString();
  return (
    <>
      {state.connected === null ? (
        <Connect />
      ) : (
        <Connected
          connection={state.connected}
          error={state.connectionError}
          live={state.live}
          now={now}
          onDisconnected={() => say("success", texts.kickDisconnected)}
        />
      )}
      {state.connected !== null && <Subscriptions rows={state.subscriptions} now={now} />}
      <div className="grid gap-4 lg:grid-cols-3">
        <Events events={state.events} now={now} />
        <Replies replies={state.replies} />
        <Commands state={state} />
      </div>
      <Addresses state={state} />
    </>
  );
}

function LoadingChat() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <span className="sr-only">{texts.loadingState}</span>
      <Skeleton className="h-48 rounded-lg" />
      <Skeleton className="h-48 rounded-lg" />
      <Skeleton className="h-64 rounded-lg" />
    </div>
  );
}
