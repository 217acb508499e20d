import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { QueryView } from "@/data/QueryView";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { Fits } from "@/ui/Fits";
import { formatPoints, formatSignedPoints } from "@/ui/format/numbers";
import { Message, useMessage } from "@/ui/Message";
import { Points } from "@/ui/Points";
import { Skeleton } from "@/ui/Skeleton";
import { ToggleGroup } from "@/ui/ToggleGroup";
import { onPush } from "@/wire/socket";
import { AdminPage } from "../shell/AdminPage";
import { Private } from "../shell/Private";
import { RefreshButton } from "../shell/RefreshButton";
import * as hidden from "../shell/texts/private.en";
import { Balances } from "./Balances";
import { CashRewards } from "./CashRewards";
import { FlowSection } from "./FlowSection";
import { dayFlows, total } from "./flows";
import { GamesTable } from "./GamesTable";
import { type Economy, economyQuery, rereadEconomy } from "./queries";
import * as texts from "./texts/en";

const ranges = [
  { value: "7", label: texts.dayCount(7) },
  { value: "30", label: texts.dayCount(30) },
  { value: "90", label: texts.dayCount(90) },
] as const;

/** /admin/economy: what points there are, where they come from and go to, what the games pay. */
export function EconomyPage() {
  const [range, setRange] = useState<(typeof ranges)[number]["value"]>("30");
  const query = useQuery(economyQuery(Number(range)));
  const { message, say } = useMessage();
  useEffect(() => onPush("gamePaused", () => void rereadEconomy()), []);
  return (
    <AdminPage
      title={texts.economy}
      lead={texts.whatPointsThereWhere}
      actions={
        <>
          <div className="whitespace-nowrap">
            <ToggleGroup
              label={texts.period}
              options={ranges}
              value={range}
              onValueChange={setRange}
            />
          </div>
          <RefreshButton onRefresh={query.refetch} />
        </>
      }
    >
      <Message message={message} className="sticky top-19 z-10 mb-5 lg:top-3" />
      <div
        aria-busy={query.isPlaceholderData}
        className={cx(
          "flex flex-col gap-8 transition-opacity",
          query.isPlaceholderData && "opacity-55",
        )}
      >
        <QueryView query={query} what={texts.theEconomy} loading={<LoadingEconomy />}>
          {(economy) => <Figures economy={economy} onDone={(text) => say("success", text)} />}
        </QueryView>
      </div>
    </AdminPage>
  );
}

function Figures({ economy, onDone }: { economy: Economy; onDone: (text: string) => void }) {
  return (
    <>
      <Warnings warnings={economy.warnings} />
      <Totals economy={economy} />
      <FlowSection days={economy.days} />
      <GamesTable games={economy.games} onDone={onDone} />
      <div className="grid items-start gap-8 xl:grid-cols-2">
        <CashRewards
          rewards={economy.cashRewards}
          thisMonth={economy.today.slice(0, 7)}
          truncated={economy.cashRewardsTruncated}
          onDone={onDone}
        />
        <Balances largestBalances={economy.largestBalances} circulation={economy.circulation} />
      </div>
    </>
  );
}

/** What is worth a look, in the server's words. */
function Warnings({ warnings }: Pick<Economy, "warnings">) {
  if (warnings.length === 0) return null;
  return (
    <section
      aria-labelledby="warnings"
      className="rounded-lg border border-loss/30 bg-loss/8 px-5 py-4"
    >
      <h2 id="warnings" className="flex items-center gap-2.5 font-sans text-sm font-semibold">
        <TriangleAlert aria-hidden="true" className="size-4.5 text-loss" />
        {texts.needsAttention}
      </h2>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-11 text-sm marker:text-loss">
        {warnings.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}

function Totals({ economy: { circulation, days } }: { economy: Economy }) {
  const { minted, burned } = useMemo(() => total(dayFlows(days)), [days]);
  const net = minted - burned;
  const period = texts.lastDays(days.length);
  const { holders } = circulation;
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <Total label={texts.inCirculation} note={texts.pointsText(holders)}>
        <Private what={hidden.circulation}>
          <Fits text={`00${formatPoints(circulation.points)}`}>
            <Points amount={circulation.points} />
          </Fits>
        </Private>
      </Total>
      <Total label={texts.minted} note={period}>
        <Fits text={formatPoints(minted)} />
      </Total>
      <Total label={texts.burned} note={period}>
        <Fits text={formatPoints(burned)} />
      </Total>
      <Total label={texts.net} note={period}>
        <span className={cx(net > 0 && "text-win", net < 0 && "text-loss")}>
          <Fits text={formatSignedPoints(net)} />
        </span>
      </Total>
    </div>
  );
}

type TotalProps = { label: string; note: string; children: ReactNode };

function Total({ label, note, children }: TotalProps) {
  return (
    <Card className="flex flex-col p-5">
      <h2 className="font-sans text-sm font-medium tracking-normal text-muted">{label}</h2>
      <p className="mt-2 font-display text-2xl font-bold">{children}</p>
      <p className="mt-1 text-sm text-muted">{note}</p>
    </Card>
  );
}

function LoadingEconomy() {
  return (
    <div role="status" className="flex flex-col gap-8">
      <span className="sr-only">{texts.loadingEconomy}</span>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {[0, 1, 2, 3].map((card) => (
          <Skeleton key={card} className="h-32 rounded-lg" />
        ))}
      </div>
      <Skeleton className="h-96 rounded-lg" />
      <Skeleton className="h-80 rounded-lg" />
    </div>
  );
}
