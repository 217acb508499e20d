import { Link } from "@tanstack/react-router";
import { Crown, Medal } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { QueryView } from "@/data/QueryView";
import { hasCasino } from "@/features/site/casino";
import { useIsOn } from "@/features/site/modules";
import { useSite } from "@/features/site/queries";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { Skeleton } from "@/ui/Skeleton";
import { Spinner } from "@/ui/Spinner";
import { Head } from "./Head";
import * as texts from "./texts/en";

type BoardHeaderProps = { title: string; lead: string; aside?: ReactNode };

/** The head of both leaderboards, with the way from one to the other. */
export function BoardHeader(props: BoardHeaderProps) {
  return <Head {...props} links={<BoardLinks />} />;
}

/** The way from one leaderboard to the other; nothing where there is one only. */
function BoardLinks() {
  const isOn = useIsOn();
  const hasWagers = hasCasino(useSite());
  if (!hasWagers || !isOn("/leaderboard") || !isOn("/leaderboard/points")) return null;
  return (
    <nav aria-label={texts.leaderboards} className="well flex gap-1 rounded-md p-1 max-sm:w-full">
      <BoardLink to="/leaderboard">
        <Crown aria-hidden="true" className="size-4" />
        {texts.wager}
      </BoardLink>
      <BoardLink to="/leaderboard/points">
        <Medal aria-hidden="true" className="size-4" />
        {texts.points}
      </BoardLink>
    </nav>
  );
}

function BoardLink({
  to,
  children,
}: {
  to: "/leaderboard" | "/leaderboard/points";
  children: ReactNode;
}) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: true, includeSearch: false }}
      className={cx(
        "inline-flex min-h-11 flex-1 items-center justify-center gap-2 rounded-[9px] px-4 text-sm font-semibold text-muted transition-colors",
        "hover:text-text aria-[current=page]:bg-ink-700 aria-[current=page]:text-text aria-[current=page]:shadow-card",
      )}
    >
      {children}
    </Link>
  );
}

/** The reader's own place stands out. */
export const ownRow = "bg-gold-400/8 shadow-[inset_3px_0_0_var(--color-gold-400)]";

/** Classes of the cells that name a place. */
export const placeNameCell = "w-full max-w-0 pr-3 font-medium max-sm:text-sm";

/** The name of a place, and whether it is the reader's. */
export function PlaceName({ name, isOwn }: { name: string; isOwn: boolean }) {
  return (
    <span className="flex items-baseline">
      <span className="truncate" title={name}>
        {name}
      </span>
      {isOwn && <span className="ml-2 text-sm whitespace-nowrap text-muted">{texts.you}</span>}
    </span>
  );
}

type BoardViewProps<Data> = Pick<
  ComponentProps<typeof QueryView<Data>>,
  "query" | "loading" | "children"
>;

/** A board in each state of its query. */
export function BoardView<Data>(props: BoardViewProps<Data>) {
  return (
    <QueryView
      {...props}
      what={texts.theLeaderboard}
      failed={texts.failedLoadLeaderboardData}
      outdated={texts.failedLoadLeaderboardDataUsing}
    />
  );
}

/** The shape of what is on its way. */
export function LoadingBoard({ label }: { label: string }) {
  return (
    <div role="status" className="flex flex-col gap-8">
      <span className="sr-only">{label}</span>
      <div className="relative mx-auto flex w-full max-w-[42rem] items-end">
        <Skeleton className="h-33 flex-1 sm:h-38" />
        <Skeleton className="h-42 flex-1 sm:h-48" />
        <Skeleton className="h-29 flex-1 sm:h-31" />
        <span className="absolute inset-x-0 bottom-0 flex h-33 items-center justify-center text-gold-300">
          <Spinner className="size-8" />
        </span>
      </div>
      <Card className="flex flex-col gap-3 p-4 sm:p-6">
        {[0, 1, 2, 3, 4, 5, 6].map((row) => (
          <div key={row} className="flex items-center gap-4">
            <Skeleton className="size-8 rounded-full" />
            <Skeleton className="h-5 flex-1 rounded-sm" />
            <Skeleton className="h-5 w-20 rounded-sm" />
          </div>
        ))}
      </Card>
    </div>
  );
}
