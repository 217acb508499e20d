import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useFailure } from "@/data/use-failure";
import { calendarQuery } from "@/features/calendar/queries";
import { challengesQuery } from "@/features/challenges/queries";
import { availabilityOf, useGamesStatus } from "@/features/games/common/games-status";
import { offeredGames } from "@/features/games/registry";
import { giveawaysQuery } from "@/features/giveaways/queries";
import { useMember } from "@/features/session/store";
import { IfOn } from "@/features/site/PageLink";
import { siteQuery, useSite } from "@/features/site/queries";
import { Button, buttonClass } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";
import { Head } from "./Head";
import { freeGiveaways, openGiveaways, payingChallenges } from "./offers";
import * as texts from "./texts/en";

/** /points: every way to points that this site offers right now. */
export function PointsPage() {
  return (
    <div className="flex flex-col gap-6 pt-2 pb-4 sm:gap-8">
      <header>
        <Head />
      </header>
      <ul className="grid gap-4 md:grid-cols-2">
        <IfOn page="/rewards/daily-calendar">
          <DailyWay />
        </IfOn>
        <IfOn page="/challenges">
          <ChallengesWay />
        </IfOn>
        <IfOn page="/giveaways">
          <GiveawaysWay />
        </IfOn>
        <ChatWay />
        <IfOn page="/games">
          <GamesWay />
        </IfOn>
      </ul>
    </div>
  );
}

function DailyWay() {
  const member = useMember();
  const query = useQuery({ ...calendarQuery, enabled: member !== null });
  const { data } = query;
  if (member !== null && data === undefined)
    return <Unread title={texts.dailyCalendar} query={query} />;
  const next = data?.nextPoints ?? null;
  const text =
    data === undefined || next === null
      ? texts.claimPointsOnceDay
      : (data.canClaim ? texts.todayBrings : texts.nextClaimBrings)(next);
  return (
    <Way
      title={texts.dailyCalendar}
      text={text}
      link={
        <Link to="/rewards/daily-calendar" className={buttonClass("quiet")}>
          {data?.canClaim === true ? texts.claimTodaysReward : texts.openCalendar}
        </Link>
      }
    />
  );
}

function ChallengesWay() {
  const query = useQuery(challengesQuery);
  if (query.data === undefined) return <Unread title={texts.challenges} query={query} />;
  const open = payingChallenges(query.data);
  if (open.length === 0) return null;
  const most = Math.max(...open.map(({ rewardPoints }) => rewardPoints ?? 0));
  return (
    <Way
      title={texts.challenges}
      text={texts.openPaying(open.length, most)}
      link={
        <Link to="/challenges" className={buttonClass("quiet")}>
          {texts.seeChallenges}
        </Link>
      }
    />
  );
}

function GiveawaysWay() {
  const query = useQuery(giveawaysQuery(useMember()?.id ?? null));
  const { data } = query;
  if (data === undefined) return <Unread title={texts.giveaways} query={query} />;
  const open = openGiveaways(data.giveaways);
  if (open.length === 0) return null;
  const free = freeGiveaways(data).length;
  const prizes = open.map(({ prize }) => texts.prize(prize)).join(", ");
  return (
    <Way
      title={texts.giveaways}
      text={texts.openGiveaways(open.length, free, prizes)}
      link={
        <Link to="/giveaways" className={buttonClass("quiet")}>
          {texts.seeGiveaways}
        </Link>
      }
    />
  );
}

function ChatWay() {
  const query = useQuery(siteQuery);
  if (query.data === undefined) return <Unread title={texts.chat} query={query} />;
  const { chatPoints } = query.data.features;
  if (chatPoints === null) return null;
  const { points, minutes, dailyMax } = chatPoints;
  return (
    <Way
      title={texts.chat}
      text={texts.chattingPays(points, minutes, dailyMax)}
      link={
        <Link to="/account" className={buttonClass("quiet")}>
          {texts.linkKickAccount}
        </Link>
      }
    />
  );
}

function GamesWay() {
  const games = useSite()?.games;
  const query = useGamesStatus();
  if (query.data === undefined) return <Unread title={texts.houseGames} query={query} />;
  const open = offeredGames(games).filter(
    ({ id }) => availabilityOf(id, query.data).state === "open",
  );
  if (open.length === 0) return null;
  return (
    <Way
      title={texts.houseGames}
      text={texts.betPointsWinMore}
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
  errorUpdatedAt: number;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
};

/** A way whose state is loading, or could not be loaded. */
function Unread({ title, query }: { title: string; query: Reading }) {
  const failure = useFailure(query);
  if (failure === null)
    return (
      <li>
        <div role="status">
          <Skeleton className="h-44 rounded-xl" />
          <span className="sr-only">{texts.loading(title)}</span>
        </div>
      </li>
    );
  return (
    <Way
      title={title}
      text={failure.message}
      link={
        <Button busy={query.isFetching} onClick={() => void query.refetch()}>
          {texts.retry}
          <span className="sr-only">{texts.retrySuffix(title)}</span>
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
