import { CircleCheck, CirclePause } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { QueryView } from "@/data/QueryView";
import { gameName, games } from "@/features/games/registry";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { formatMoment } from "@/ui/format/dates";
import { Notice } from "@/ui/Notice";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { asFailure } from "@/wire/failure";
import { type GameStates, switchAllGames, switchGame, useGameStates } from "../status/games";
import { usePauses } from "../status/pauses";
import * as texts from "./texts/en";

/** What is asked before it is done: one game, or all of them. */
type Order = { game: { id: string; name: string } | "all"; disabled: boolean };

/** Every game with its state and its switch. */
export function GameSwitches() {
  const query = useGameStates();
  const paused = usePauses();
  return (
    <div className="flex flex-col gap-4">
      <QueryView query={query} what={texts.theStates} loading={<LoadingCards />} failedAs="bare">
        {(states) => <Switches states={states} paused={paused} />}
      </QueryView>
    </div>
  );
}

type SwitchesProps = { states: GameStates; paused: ReturnType<typeof usePauses> };

function Switches({ states, paused: { pauses, error } }: SwitchesProps) {
  const [order, setOrder] = useState<Order | null>(null);
  const listed = Object.keys(states).filter((id) => !games.some((game) => game.id === id));
  const all = [...games, ...listed.map((id) => ({ id, name: gameName(id) }))];
  const off = all.filter(({ id }) => states[id] === true);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p role="status" className="text-sm text-muted">
          {off.length === 0
            ? texts.allOnline(all.length)
            : texts.someOffline(off.length, all.length)}
          {pauses.length > 0 && ` ${texts.somePaused(pauses.length)}`}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button
            disabled={off.length === 0}
            onClick={() => setOrder({ game: "all", disabled: false })}
          >
            {texts.enableAll}
          </Button>
          <Button
            tone="danger"
            disabled={off.length === all.length}
            onClick={() => setOrder({ game: "all", disabled: true })}
          >
            {texts.disableAll}
          </Button>
        </div>
      </div>
      {error !== null && (
        <Notice tone="error">{texts.pausesFailed(asFailure(error).message)}</Notice>
      )}
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {all.map((game) => (
          <li key={game.id}>
            <GameCard
              name={game.name}
              isOff={states[game.id] === true}
              pausedUntil={pauses.find(({ id }) => id === game.id)?.until ?? null}
              onSwitch={(disabled) => setOrder({ game, disabled })}
            />
          </li>
        ))}
      </ul>
      {order !== null && <SwitchQuestion order={order} onClose={() => setOrder(null)} />}
    </>
  );
}

type GameCardProps = {
  name: string;
  isOff: boolean;
  /** Its prize budget keeps it closed until then, whatever the switch says. */
  pausedUntil: string | null;
  onSwitch: (disabled: boolean) => void;
};

function GameCard({ name, isOff, pausedUntil, onSwitch }: GameCardProps) {
  return (
    <Card className="flex items-center gap-4 p-5">
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-base">{name}</h2>
        <p className="mt-1.5 flex flex-wrap items-center gap-2">
          <Badge tone={isOff ? "loss" : "win"}>
            {isOff ? (
              <CirclePause aria-hidden="true" className="size-3.5" />
            ) : (
              <CircleCheck aria-hidden="true" className="size-3.5" />
            )}
            {isOff ? texts.offline : texts.online}
          </Badge>
          {pausedUntil !== null && (
            <Badge tone="loss">
              <CirclePause aria-hidden="true" className="size-3.5" />
              {texts.pausedUntil(formatMoment(pausedUntil))}
            </Badge>
          )}
        </p>
      </div>
      <Button
        aria-label={isOff ? texts.enableGame(name) : texts.disableGame(name)}
        onClick={() => onSwitch(!isOff)}
      >
        {isOff ? texts.enable : texts.disable}
      </Button>
    </Card>
  );
}

function SwitchQuestion({ order, onClose }: { order: Order; onClose: () => void }) {
  const { game, disabled } = order;
  const { title, text, confirm, done } = textsOf(order);
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirm={confirm}
      tone={disabled ? "danger" : "gold"}
      onClose={onClose}
      onConfirm={async () => {
        if (game === "all") await switchAllGames(disabled);
        else await switchGame(game.id, disabled);
        toast({ text: done, tone: "success" });
      }}
    />
  );
}

type OrderTexts = { title: string; text: string; confirm: string; done: string };

function textsOf({ game, disabled }: Order): OrderTexts {
  if (game === "all") return disabled ? texts.disableAllGames : texts.enableAllGames;
  return disabled ? texts.disableOne(game.name) : texts.enableOne(game.name);
}

function LoadingCards() {
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      <span role="status" className="sr-only">
        {texts.loadingGames}
      </span>
      {games.map(({ id }) => (
        <Skeleton key={id} className="h-24 rounded-lg" />
      ))}
    </div>
  );
}
