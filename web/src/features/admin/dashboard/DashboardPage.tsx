import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { QueryView } from "@/data/QueryView";
import { hasCasino } from "@/features/site/casino";
import { useSite } from "@/features/site/queries";
import { Button } from "@/ui/Button";
import { monthAt } from "@/ui/format/dates";
import { MonthSelector } from "@/ui/MonthSelector";
import { FIRST_MONTH, type Month } from "@/ui/months";
import { Notice } from "@/ui/Notice";
import { CallFailure } from "@/wire/failure";
import { serverNow } from "@/wire/server-clock";
import { useMay } from "../session/rights";
import { AdminPage } from "../shell/AdminPage";
import { RefreshButton } from "../shell/RefreshButton";
import { saveAsFile } from "../shell/save-file";
import { BoardTable } from "./BoardTable";
import { FirstSteps } from "./FirstSteps";
import { Freshness } from "./Freshness";
import { csvName, csvOf } from "./figures";
import { HouseStrip } from "./HouseStrip";
import { MonthEnd } from "./MonthEnd";
import { monthQuery } from "./months";
import { OwnerNotices } from "./OwnerNotices";
import { WithdrawalDialog } from "./PaidTick";
import { PlayerDialog } from "./PlayerDialog";
import { type Board, boardQuery, type Place, refreshWagers } from "./queries";
import { Resets } from "./Resets";
import { StatCards } from "./StatCards";
import * as texts from "./texts/en";
import { usePayouts } from "./use-payouts";

const SAMPLE_TEXT = texts.currentlyDisplayingSampleData;

/** /admin behind the gate. */
export function DashboardPage() {
  return hasCasino(useSite()) ? <WagerDashboard /> : <PlainDashboard />;
}

/** On a site without a casino, where nobody wagers. */
function PlainDashboard() {
  return (
    <AdminPage title={texts.dashboard} lead={texts.whatToLookAfter}>
      <div className="flex flex-col gap-5">
        <OwnerNotices />
        <FirstSteps />
        <HouseStrip />
      </div>
    </AdminPage>
  );
}

/** The wagers of a month by player, and what the places pay. */
function WagerDashboard() {
  // Until the server has said which months there are, its clock tells the newest one.
  const [limits, setLimits] = useState(() => ({
    first: FIRST_MONTH,
    current: monthAt(serverNow(), "UTC"),
  }));
  // The current month has no name of its own, so that it follows the server's over its end.
  const [asked, setAsked] = useState<Month | null>(null);
  const maySee = useMay("wagers");
  const mayChange = useMay("wagers", "change");
  const query = useQuery(boardQuery(asked));
  const { data, error, isPlaceholderData, dataUpdatedAt } = query;
  const { firstMonth = limits.first, currentMonth = limits.current } = data ?? {};
  if (firstMonth !== limits.first || currentMonth !== limits.current)
    setLimits({ first: firstMonth, current: currentMonth });
  const [player, setPlayer] = useState<Place | null>(null);
  const month = asked ?? limits.current;
  const show = (next: Month) => setAsked(next === limits.current ? null : next);
  const shown = isPlaceholderData ? undefined : data;
  const hasRows = shown !== undefined && shown.entries.length > 0;
  return (
    <AdminPage
      title={texts.dashboard}
      lead={texts.whoWageredWhatMonth}
      actions={
        <>
          <Button
            disabled={!hasRows}
            onClick={() => shown !== undefined && saveAsFile(csvName(shown), csvOf(shown))}
            icon={<Download aria-hidden="true" className="size-4" />}
          >
            {texts.exportCsv}
          </Button>
          <RefreshButton onRefresh={refreshWagers} />
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <OwnerNotices />
        <FirstSteps />
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
          <MonthSelector
            month={month}
            first={limits.first}
            current={limits.current}
            onMonth={show}
            side="start"
          />
          {shown !== undefined && <Freshness board={shown} readAt={dataUpdatedAt} />}
        </div>
        <QueryView
          query={{
            ...query,
            ...(shown !== undefined && isMissing(shown)
              ? { data: undefined, error: sourceFailure }
              : { data: shown }),
          }}
          what={texts.theWagers}
          failed={texts.errorLoadingData}
          loading={<StatCards board={undefined} />}
        >
          {(board) => (
            <>
              <Notices board={board} />
              <StatCards board={board} />
            </>
          )}
        </QueryView>
        {(shown !== undefined || error === null) && (
          <MonthWithPrizes
            month={month}
            isRunning={month >= limits.current}
            board={shown}
            onMonth={show}
            onPlayer={maySee ? setPlayer : null}
          />
        )}
        {mayChange && <Resets />}
        <HouseStrip />
      </div>
      {player !== null && data !== undefined && (
        <PlayerDialog place={player} board={data} onClose={() => setPlayer(null)} />
      )}
    </AdminPage>
  );
}

/** The source failed, and no figures of the month are saved. */
function isMissing({ warning, entries, updatedAt }: Board): boolean {
  return warning !== null && entries.length === 0 && updatedAt === null;
}

const sourceFailure = new CallFailure({
  error: "source_failed",
  message: texts.casinosFiguresCouldNot,
  status: 200,
});

type MonthWithPrizesProps = {
  month: Month;
  isRunning: boolean;
  board: Board | undefined;
  onMonth: (month: Month) => void;
  /** Opens the days of a player; null for those who may not see them, nor how the month ends. */
  onPlayer: ((place: Place) => void) | null;
};

/** How the month ends, and its places with the prizes that are paid. */
function MonthWithPrizes({ month, isRunning, board, onMonth, onPlayer }: MonthWithPrizesProps) {
  // Read by what stands above the table, and only where there is a source.
  const known = useQuery({ ...monthQuery(month), enabled: false });
  const { payoutsOf, withdrawal, closeWithdrawal } = usePayouts();
  return (
    <>
      {onPlayer !== null && <MonthEnd month={month} isRunning={isRunning} onMonth={onMonth} />}
      {/* A month that is missing can be fetched again above. */}
      {!(board !== undefined && isMissing(board)) && (
        <BoardTable
          key={month}
          month={month}
          board={board}
          payouts={payoutsOf(known.data)}
          onPlayer={onPlayer}
        />
      )}
      {withdrawal !== null && <WithdrawalDialog of={withdrawal} onClose={closeWithdrawal} />}
    </>
  );
}

function Notices({ board: { warning, source, notice } }: { board: Board }) {
  const isSample = source === "sample";
  if (warning === null && !isSample && notice === null) return null;
  return (
    <div className="flex flex-col gap-3">
      {warning !== null && <Notice tone="error">{warning}</Notice>}
      {isSample && <Notice>{SAMPLE_TEXT}</Notice>}
      {!isSample && notice !== null && <Notice>{notice}</Notice>}
    </div>
  );
}
