import { Link } from "@tanstack/react-router";
import { UnknownOutcome } from "@/data/UnknownOutcome";
import type { SubmitFailure } from "@/data/use-submit";
import { ShortOfPoints } from "@/features/wallet/ShortOfPoints";
import { Button, buttonClass } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Points } from "@/ui/Points";
import { ItemPicture } from "./ItemPicture";
import { Line, Problem } from "./Line";
import { type Item, type Obstacle, obstacleTexts, refusalText, stockText } from "./model";
import * as texts from "./texts/en";

type ConfirmProps = {
  item: Item;
  /** The price the buyer has seen and agreed to. */
  agreed: number;
  obstacle: Obstacle | null;
  failed: SubmitFailure<number> | null;
  busy: boolean;
  /** While it is being paid, what it was before. */
  balance: number;
};

/** What is bought, what it costs and what is left after it. */
export function ConfirmBody(props: ConfirmProps & { isMember: boolean }) {
  const { item, agreed, busy, balance, isMember } = props;
  // While it is being paid, the price is the one that was agreed to.
  const cost = busy ? agreed : item.pointsCost;
  return (
    <>
      <div className="mt-5 flex items-center gap-4">
        <ItemPicture item={item} className="size-18 shrink-0 rounded-md ring-1 ring-line" />
        <div className="min-w-0">
          <p className="line-clamp-2 font-display font-bold [overflow-wrap:anywhere]">
            {item.title}
          </p>
          <p className="mt-1 text-sm text-muted">{stockText(item.stock)}</p>
        </div>
      </div>
      <dl className="well mt-5 rounded-md px-4 py-1">
        <Line term={texts.cost}>
          <Points amount={cost} />
        </Line>
        {isMember && (
          <>
            <Line term={texts.yourBalance}>
              <Points amount={balance} />
            </Line>
            <After left={balance - cost} />
          </>
        )}
      </dl>
      <Trouble {...props} />
    </>
  );
}

function After({ left }: { left: number }) {
  if (left < 0)
    return (
      <Line term={texts.stillMissing}>
        <Points amount={-left} className="text-loss!" />
      </Line>
    );
  return (
    <Line term={texts.balanceAfter}>
      <Points amount={left} />
    </Line>
  );
}

/** The error line: what stands in the way now, else a new price, else what the server said. */
function Trouble({ item, agreed, obstacle, failed, busy }: ConfirmProps) {
  if (busy) return null;
  if (obstacle !== null)
    return (
      <>
        <Problem key={obstacle} text={obstacleTexts[obstacle]} />
        {obstacle === "short" && <ShortOfPoints />}
      </>
    );
  if (item.pointsCost !== agreed)
    return (
      <Notice tone="error" className="mt-4">
        {texts.priceHasChangedWas(agreed, <strong>{texts.pointCount(item.pointsCost)}</strong>)}
      </Notice>
    );
  if (failed === null) return null;
  return (
    <Problem text={refusalText(failed.failure)}>
      {failed.isUnknown && <UnknownOutcome className="mt-1" />}
    </Problem>
  );
}

type ConfirmActionsProps = ConfirmProps & {
  onCancel: () => void;
  /** The new price is fine. */
  onAccept: () => void;
  onConfirm: () => void;
};

export function ConfirmActions(props: ConfirmActionsProps) {
  const { item, agreed, obstacle, busy, onCancel, onAccept, onConfirm } = props;
  const hasNewPrice = !busy && obstacle === null && item.pointsCost !== agreed;
  return (
    <>
      <Button key="cancel" onClick={onCancel} disabled={busy}>
        {texts.cancel}
      </Button>
      {obstacle === "guest" && (
        <Link to="/login" search={{ redirect: "/points-shop" }} className={buttonClass("gold")}>
          {texts.log}
        </Link>
      )}
      {hasNewPrice && (
        <Button key="accept" tone="gold" onClick={onAccept}>
          {texts.accept(item.pointsCost)}
        </Button>
      )}
      {obstacle !== "guest" && !hasNewPrice && (
        <Button
          key="confirm"
          tone="gold"
          busy={busy}
          disabled={obstacle !== null}
          onClick={(event) => {
            // The second click of a double click on "Purchase" lands here; it was not meant for this.
            if (event.detail < 2) onConfirm();
          }}
        >
          {busy ? texts.processing : texts.confirmPurchase}
        </Button>
      )}
    </>
  );
}
