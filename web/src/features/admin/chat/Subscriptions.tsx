import { CircleAlert, CircleCheck, RotateCw, TriangleAlert } from "lucide-react";
import { useSubmit } from "@/data/use-submit";
import { Ago } from "@/ui/Ago";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Message, useMessage } from "@/ui/Message";
import { type Column, Table } from "@/ui/Table";
import { failureTexts } from "../shell/failure-texts";
import { type ChatSubscription, checkNow } from "./queries";
import * as texts from "./texts/en";
import { eventText } from "./words";

/** What Kick tells the site of. It forgets now and then, so the site looks every few minutes. */
export function Subscriptions({ rows, now }: { rows: readonly ChatSubscription[]; now: string }) {
  const { message, say } = useMessage();
  const { isBusy, submit } = useSubmit<void, void>({
    send: checkNow,
    onAnswer: () => say("success", texts.kickWasAskedJust),
    onFailure: ({ failure }) => say("error", ...failureTexts(failure)),
  });
  return (
    <section aria-labelledby="subscriptions" className="relative flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="subscriptions" className="text-lg">
            {texts.subscriptions}
          </h2>
          <p className="mt-1 text-sm text-muted">{texts.subscriptionsHint}</p>
        </div>
        <Button
          busy={isBusy}
          onClick={() => void submit()}
          icon={<RotateCw aria-hidden="true" className="size-4" />}
        >
          {texts.checkNow}
        </Button>
      </div>
      <Message message={message} />
      <Card className="relative overflow-x-auto">
        <Table
          look="panel"
          rowClass="align-top"
          caption={texts.subscriptionsCaption}
          empty={<p className="p-5 text-sm text-muted">{texts.kickHasNotBeen}</p>}
          rows={rows}
          rowKey={({ event }) => event}
          columns={columnsAt(now)}
        />
      </Card>
    </section>
  );
}

function columnsAt(now: string): readonly Column<ChatSubscription>[] {
  return [
    {
      header: texts.event,
      isRowHeader: true,
      cellClass: "font-semibold",
      cell: (row) => <EventName row={row} />,
    },
    { header: texts.state, cell: ({ state }) => <StateBadge state={state} /> },
    { header: texts.checked, cell: ({ checkedAt }) => <Ago at={checkedAt} now={now} /> },
  ];
}

function EventName({ row: { event, error } }: { row: ChatSubscription }) {
  return (
    <>
      {eventText(event)}
      <span className="mt-1 block font-mono font-normal text-muted [overflow-wrap:anywhere]">
        {event}
      </span>
      {error !== null && (
        <span className="mt-1 block font-normal [overflow-wrap:anywhere]">
          {texts.kickSays(error)}
        </span>
      )}
    </>
  );
}

const looks = {
  active: { label: texts.active, tone: "win", icon: CircleCheck },
  missing: { label: texts.missing, tone: "loss", icon: TriangleAlert },
  failed: { label: texts.failed, tone: "loss", icon: CircleAlert },
} as const;

function StateBadge({ state }: Pick<ChatSubscription, "state">) {
  const { label, tone, icon: Icon } = looks[state];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" className="size-3.5" />
      {label}
    </Badge>
  );
}
