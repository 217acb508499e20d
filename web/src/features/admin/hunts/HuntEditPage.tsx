import { Link, useParams } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { QueryView } from "@/data/QueryView";
import { useSubmit } from "@/data/use-submit";
import { BrokenSignal } from "@/ui/art/BrokenSignal";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Button, buttonClass } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { formatCents } from "@/ui/format/dollars";
import { formatTimes } from "@/ui/format/times";
import { Message, useMessage } from "@/ui/Message";
import { EmptyState } from "@/ui/PageState";
import { Spinner } from "@/ui/Spinner";
import { asFailure, type CallFailure } from "@/wire/failure";
import { failureTexts } from "../shell/failure-texts";
import { useQueue } from "../shell/use-queue";
import { ExternalNotice } from "./ExternalNotice";
import { isExternal } from "./external";
import { HuntHeader } from "./HuntHeader";
import { marked, nextUnopened, type Slot, type Status, type WholeHunt } from "./model";
import type { Opened } from "./OpenDialog";
import { setStatus, setTip, useHunt } from "./queries";
import { playIdOf, type SlotAction, SlotTable, tipIdOf } from "./SlotTable";
import * as texts from "./texts/en";

const loadDialog = () => import("./OpenDialog");
const OpenDialog = lazy(loadDialog);

/** /admin/bonus-hunts/{id}/edit: one hunt with its slots, as it is filled and opened. */
export function HuntEditPage() {
  const { id = "" } = useParams({ strict: false });
  const query = useHunt(id);
  return (
    <>
      <nav aria-label={texts.breadcrumb} className="mb-4 text-sm text-muted">
        <ol className="flex min-w-0 items-center gap-2">
          <li className="shrink-0">
            <Link to="/admin/bonus-hunts" className="font-medium text-text hover:underline">
              {texts.bonusHunts}
            </Link>
          </li>
          <li aria-hidden="true">/</li>
          <li aria-current="page" className="min-w-0 truncate">
            {query.data?.name ?? id}
          </li>
        </ol>
      </nav>
      <div className="flex flex-col gap-5">
        <QueryView
          query={query}
          what={texts.bonusHunt}
          failed={texts.failedLoadBonusHunt}
          loading={<LoadingHunt />}
          renderFailure={(failure) => (isGone(failure) ? <Gone failure={failure} /> : null)}
        >
          {(hunt) => <Desk key={hunt.id} hunt={hunt} />}
        </QueryView>
      </div>
    </>
  );
}

function LoadingHunt() {
  return (
    <Card>
      <div role="status" className="flex flex-col items-center gap-4 px-6 py-16 text-muted">
        <Spinner className="size-7" />
        <p>{texts.loadingBonusHunt}</p>
      </div>
    </Card>
  );
}

/** There is no such hunt, or there cannot be one: another try would bring the same. */
function isGone({ error }: CallFailure): boolean {
  return error === "not_found" || error === "bad_id";
}

function Gone({ failure }: { failure: CallFailure }) {
  return (
    <Card>
      <div role="alert">
        <EmptyState
          level={1}
          art={<BrokenSignal />}
          title={texts.errorLoadingBonusHunt}
          actions={
            <Link to="/admin/bonus-hunts" className={buttonClass("quiet")}>
              {texts.backBonusHunts}
            </Link>
          }
        >
          <p>{failure.message}</p>
        </EmptyState>
      </div>
    </Card>
  );
}

/** Where the focus goes once the dialog that had it is gone. */
type Aim = { play: string | null };

function Desk({ hunt }: { hunt: WholeHunt }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [aim, setAim] = useState<Aim | null>(null);
  const table = useRef<HTMLElement>(null);
  const { message, say, hush } = useMessage();
  const { isMarking, mark, tip } = useChanges(hunt, say);
  const isReadOnly = isExternal(hunt);
  // The forms come behind the page, before anybody asks for one.
  useEffect(() => void loadDialog(), []);
  useEffect(() => {
    if (opened !== null || aim === null) return;
    // After the dialog has tried to give the focus back to a button that may be gone.
    const timer = setTimeout(() => {
      const button = aim.play === null ? null : document.getElementById(playIdOf(aim.play));
      const { activeElement, body } = document;
      const isLost =
        activeElement === null || activeElement === body || activeElement.id === "main";
      if (button !== null) button.focus();
      else if (isLost) table.current?.focus({ preventScroll: true });
      setAim(null);
    });
    return () => clearTimeout(timer);
  }, [opened, aim]);
  const open = useCallback(
    (next: Opened) => {
      hush();
      setOpened(next);
    },
    [hush],
  );
  // One and the same for all rows: they are not drawn anew for a message.
  const openSlot = useCallback(
    (action: SlotAction, slot: Slot) => {
      if (action === "tip") void tip(slot);
      else open({ action, slot });
    },
    [open, tip],
  );
  const close = () => {
    setOpened(null);
    setAim({ play: null });
  };
  const done = (text: string) => {
    close();
    say("success", text);
  };
  const played = (slot: Slot, slots: readonly Slot[]) => {
    setOpened(null);
    setAim({ play: nextUnopened(slots, slot.id)?.id ?? null });
    say("success", `${slot.slotName}: ${formatCents(slot.amountWon)}, ${formatTimes(slot.times)}.`);
  };
  return (
    <>
      <HuntHeader
        hunt={hunt}
        onDetails={() => open({ action: "details" })}
        onMark={() => void mark(marked(hunt.status))}
        onFollow={() => void mark(null)}
        isMarking={isMarking}
        onManage={() => {
          // Straight to the one whose turn it is: there may be hundreds before it.
          const next = hunt.slots.find(({ opened: isOpened }) => !isOpened);
          const idOf = isReadOnly ? tipIdOf : playIdOf;
          const button = next && document.getElementById(idOf(next.id));
          (button ?? table.current)?.focus();
        }}
        onAdd={() => open({ action: "add" })}
      />
      {isReadOnly && <ExternalNotice single />}
      <Message message={message} className="sticky top-19 z-10 lg:top-3" />
      <section
        ref={table}
        tabIndex={-1}
        aria-label={texts.slotsHunt}
        className="scroll-mt-20 rounded-lg outline-offset-4"
      >
        {hunt.slots.length === 0 ? (
          <NoSlots isReadOnly={isReadOnly} onAdd={() => open({ action: "add" })} />
        ) : (
          <SlotTable slots={hunt.slots} isReadOnly={isReadOnly} onOpen={openSlot} />
        )}
      </section>
      {opened !== null && (
        <Suspense fallback={null}>
          <OpenDialog opened={opened} hunt={hunt} onClose={close} onDone={done} onPlayed={played} />
        </Suspense>
      )}
    </>
  );
}

function NoSlots({ isReadOnly, onAdd }: { isReadOnly: boolean; onAdd: () => void }) {
  if (isReadOnly)
    return (
      <Card>
        <EmptyState art={<EmptyRows />} title={texts.noSlotsAdded}>
          <p>{texts.theyWillAppearHere}</p>
        </EmptyState>
      </Card>
    );
  return (
    <Card>
      <EmptyState
        art={<EmptyRows />}
        title={texts.noSlotsAdded}
        actions={
          <Button onClick={onAdd} icon={<Plus aria-hidden="true" className="size-4.5" />}>
            {texts.addSlot}
          </Button>
        }
      >
        <p>{texts.addEachBonusCollected}</p>
      </EmptyState>
    </Card>
  );
}

/** Sets the status and the tips of a hunt, one after the other: no press is lost to another one. */
function useChanges(hunt: WholeHunt, say: ReturnType<typeof useMessage>["say"]) {
  const { id, name } = hunt;
  const inTurn = useQueue();
  const { isBusy: isMarking, submit: mark } = useSubmit({
    send: (status: Status | null) => inTurn(() => setStatus(hunt, status)),
    onAnswer: (_, status) =>
      say(
        "success",
        status === null ? texts.statusFollowsSlotsAgain(name) : texts.statusSet[status](name),
      ),
    onFailure: ({ failure }) => say("error", ...failureTexts(failure)),
  });
  /** The tips that are not saved yet: the next press of one starts from there. */
  const asked = useRef(new Map<string, boolean>());
  const tip = useCallback(
    async (slot: Slot) => {
      const hasTip = !(asked.current.get(slot.id) ?? slot.hasTip);
      asked.current.set(slot.id, hasTip);
      try {
        await inTurn(() => setTip(id, slot.id, hasTip));
        say("success", hasTip ? texts.tipFlagged(slot.slotName) : texts.noTip(slot.slotName));
      } catch (thrown) {
        say("error", ...failureTexts(asFailure(thrown)));
      }
      if (asked.current.get(slot.id) === hasTip) asked.current.delete(slot.id);
    },
    [id, inTurn, say],
  );
  return { isMarking, mark, tip };
}
