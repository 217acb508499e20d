import { AdminPage } from "../shell/AdminPage";
import { ChatEndNotice } from "../status/ChatEndNotice";
import { usePendingApprovals } from "../status/pending-approvals";
import { ApprovalsPart } from "./ApprovalsPart";
import { GamesPart } from "./GamesPart";
import { GiveawayPart } from "./GiveawayPart";
import { HuntPart } from "./HuntPart";
import { LinePart } from "./LinePart";
import { PointsPart } from "./PointsPart";
import { nameOf, parts } from "./parts";
import * as texts from "./texts/en";

/** /admin/stream: what the people of the panel need while the stream is live, on one page. */
export function StreamPage() {
  return (
    <AdminPage title={texts.title} lead={texts.lead}>
      <Jumps />
      <div className="mb-4 empty:hidden">
        <ChatEndNotice />
      </div>
      <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-[minmax(0,1.15fr)_minmax(0,1.05fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <GiveawayPart />
          <HuntPart />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <ApprovalsPart />
          <PointsPart />
        </div>
        <div className="grid min-w-0 items-start gap-4 md:col-span-2 md:grid-cols-2 xl:col-span-1 xl:grid-cols-1">
          <GamesPart />
          <LinePart />
        </div>
      </div>
    </AdminPage>
  );
}

/** The parts as buttons: under the bar of a phone, and for keyboards on wide screens. */
function Jumps() {
  const pending = usePendingApprovals().data ?? 0;
  return (
    <nav
      aria-label={texts.jumps}
      className="sticky top-16 z-20 -mx-4 -mt-3 mb-3 overflow-x-auto bg-ink-950/95 px-4 py-1.5 [scrollbar-width:none] sm:-mx-6 sm:px-6 md:sr-only md:focus-within:not-sr-only md:focus-within:mb-3"
    >
      <ul className="flex gap-1">
        {parts.map((part) => (
          <li key={part.id}>
            <button
              type="button"
              onClick={() => jumpTo(part.id)}
              className="touch-target rounded-md px-3 text-sm font-semibold whitespace-nowrap text-muted transition-colors hover:bg-ink-800 hover:text-text"
            >
              {nameOf(part)}
              {part.id === "approvals" && pending > 0 && ` (${pending})`}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The first field or button of a part has the focus: the next press is the first one that counts. */
function jumpTo(id: string): void {
  const part = document.getElementById(id);
  part?.scrollIntoView({ block: "start" });
  const isTouched = window.matchMedia("(pointer: coarse)").matches;
  // A field that takes the focus opens the keyboard of a phone.
  const find = (selector: string) =>
    [...(part?.querySelectorAll<HTMLElement>(selector) ?? [])].find((one) => one.checkVisibility());
  const first = isTouched ? part : (find("input, select") ?? find("button") ?? part);
  first?.focus({ preventScroll: true });
}
