import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { calendarQuery } from "@/features/calendar/queries";
import { challengesQuery } from "@/features/challenges/queries";
import { availabilityOf, useGamesStatus } from "@/features/games/common/games-status";
import { games } from "@/features/games/registry";
import { giveawaysQuery } from "@/features/giveaways/queries";
import { useMember } from "@/features/session/store";
import { siteQuery } from "@/features/site/queries";
import { Button, buttonClass } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { formatCount } from "@/ui/format/words";
import { Skeleton } from "@/ui/Skeleton";
import { asFailure } from "@/wire/failure";
import { freeGiveaways, openGiveaways, payingChallenges } from "./offers";

/** /points: every way to points that this site offers right now. */
export function PointsPage() {
  return (
    <div className="flex flex-col gap-6 pt-2 pb-4 sm:gap-8">
      <header>
        <p className="eyebrow">Rewards</p>
        <h1 className="mt-3 text-3xl font-extrabold">How to get points</h1>
        <p className="mt-3 max-w-[36rem] text-muted">What you can do for points right now.</p>
      </header>
      <ul className="grid gap-4 md:grid-cols-2">
        <DailyWay />
        <ChallengesWay />
        <GiveawaysWay />
        <ChatWay />
        <GamesWay />
      </ul>
    </div>
  );
}

function DailyWay() {
  const member = useMember();
  const query = useQuery({ ...calendarQuery, enabled: member !== null });
  const { data } = query;
  if (member !== null && data === undefined) return <Unread title="Daily calendar" query={query} />;
  const next = data?.nextPoints ?? null;
  const text =
    data === undefined || next === null
      ? "Claim points once a day."
      : `${data.canClaim ? "Today" : "Your next claim"} brings ${formatCount(next, "point")}.`;
  return (
    <Way
      title="Daily calendar"
      text={text}
      link={
        <Link to="/rewards/daily-calendar" className={buttonClass("quiet")}>
          {data?.canClaim === true ? "Claim today's reward" : "Open the calendar"}
        </Link>
      }
    />
  );
}

function ChallengesWay() {
  const query = useQuery(challengesQuery);
  if (query.data === undefined) return <Unread title="Challenges" query={query} />;
  const open = payingChallenges(query.data);
  if (open.length === 0) return null;
  const most = Math.max(...open.map(({ rewardPoints }) => rewardPoints ?? 0));
  return (
    <Way
      title="Challenges"
      text={`${open.length} open, paying ${open.length === 1 ? "" : "up to "}${formatCount(most, "point")}.`}
      link={
        <Link to="/challenges" className={buttonClass("quiet")}>
          See challenges
        </Link>
      }
    />
  );
}

function GiveawaysWay() {
  const query = useQuery(giveawaysQuery(useMember()?.id ?? null));
  const { data } = query;
  if (data === undefined) return <Unread title="Giveaways" query={query} />;
  const open = openGiveaways(data.giveaways);
  if (open.length === 0) return null;
  const free = freeGiveaways(data).length;
  const prizes = open.map(({ prize }) => prize).join(", ");
  return (
    <Way
      title="Giveaways"
      text={`${open.length} open${free > 0 ? `, ${free} free to enter` : ""}. Prizes: ${prizes}.`}
      link={
        <Link to="/giveaways" className={buttonClass("quiet")}>
          See giveaways
        </Link>
      }
    />
  );
}

function ChatWay() {
  const query = useQuery(siteQuery);
  if (query.data === undefined) return <Unread title="Chat" query={query} />;
  const { chatPoints } = query.data.features;
  if (chatPoints === null) return null;
  const { points, minutes, dailyMax } = chatPoints;
  const often = minutes === 1 ? "once a minute" : `once in ${minutes} minutes`;
  return (
    <Way
      title="Chat"
      text={`Chatting while the stream is live brings ${formatCount(points, "point")}, ${often}, at most ${formatCount(dailyMax, "point")} a day. Your Kick account must be linked.`}
      link={
        <Link to="/account" className={buttonClass("quiet")}>
          Link your Kick account
        </Link>
      }
    />
  );
}

function GamesWay() {
  const query = useGamesStatus();
  if (query.data === undefined) return <Unread title="House games" query={query} />;
  const open = games.filter(({ id }) => availabilityOf(id, query.data).state === "open");
  if (open.length === 0) return null;
  return (
    <Way
      title="House games"
      text="Bet points to win more. On average, bets return less than they cost."
      link={open.map(({ id, name, path }) => (
        <Link key={id} to={path} className={buttonClass("quiet", "sm")}>
          {name}
        </Link>
      ))}
    />
  );
}

type Reading = {
  error: Error | null;
  errorUpdateCount: number;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
};

/** A way whose state is loading, or could not be loaded. */
function Unread({
  title,
  query: { error, errorUpdateCount, isFetching, refetch },
}: {
  title: string;
  query: Reading;
}) {
  // A retry resets the error; its text stays until the answer.
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  if (errorUpdateCount === 0)
    return (
      <li>
        <div role="status">
          <Skeleton className="h-44 rounded-xl" />
          <span className="sr-only">Loading {title.toLowerCase()}</span>
        </div>
      </li>
    );
  return (
    <Way
      title={title}
      text={asFailure(error ?? last).message}
      link={
        <Button busy={isFetching} onClick={() => void refetch()}>
          Retry<span className="sr-only">: {title}</span>
        </Button>
      }
    />
  );
}

function Way({ title, text, link }: { title: string; text: string; link: ReactNode }) {
  return (
    <li>
      <Card className="flex h-full flex-col gap-3 rounded-xl p-5 sm:p-6">
        <h2 className="text-xl">{title}</h2>
        <p className="text-muted [overflow-wrap:anywhere]">{text}</p>
        <div className="mt-auto flex flex-wrap gap-2">{link}</div>
      </Card>
    </li>
  );
}
