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
import { eventText } from "./words";

/** What Kick tells the site of. It forgets now and then, so the site looks every few minutes. */
export function Subscriptions({ rows, now }: { rows: readonly ChatSubscription[]; now: string }) {
  const { message, say } = useMessage();
  const { isBusy, submit } = useSubmit<void, void>({
    send: checkNow,
    onAnswer: () => say("success", "Kick was asked just now"),
    onFailure: ({ failure }) => say("error", ...failureTexts(failure)),
  });
  return (
    <section aria-labelledby="subscriptions" className="relative flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="subscriptions" className="text-lg">
            Subscriptions
          </h2>
          <p className="mt-1 text-sm text-muted">
            What Kick tells the site of. What is missing is asked for again every few minutes.
          </p>
        </div>
        <Button
          busy={isBusy}
          onClick={() => void submit()}
          icon={<RotateCw aria-hidden="true" className="size-4" />}
        >
          Check now
        </Button>
      </div>
      <Message message={message} />
      <Card className="relative overflow-x-auto">
        <Table
          look="panel"
          rowClass="align-top"
          caption="What Kick tells the site of, with its state"
          empty={<p className="p-5 text-sm text-muted">Kick has not been asked yet.</p>}
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
      header: "Event",
      isRowHeader: true,
      cellClass: "font-semibold",
      cell: (row) => <EventName row={row} />,
    },
    { header: "State", cell: ({ state }) => <StateBadge state={state} /> },
    { header: "Checked", cell: ({ checkedAt }) => <Ago at={checkedAt} now={now} /> },
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
        <span className="mt-1 block font-normal [overflow-wrap:anywhere]">Kick says: {error}</span>
      )}
    </>
  );
}

const looks = {
  active: { label: "Active", tone: "win", icon: CircleCheck },
  missing: { label: "Missing", tone: "loss", icon: TriangleAlert },
  failed: { label: "Failed", tone: "loss", icon: CircleAlert },
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
