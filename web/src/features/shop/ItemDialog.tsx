import { type ComponentProps, useState } from "react";
import { useMember } from "@/features/session/store";
import { useBalance } from "@/features/wallet/balance";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Points } from "@/ui/Points";
import { boughtView } from "./BoughtView";
import { ConfirmActions, ConfirmBody } from "./ConfirmView";
import { ItemPicture } from "./ItemPicture";
import { Line, Problem } from "./Line";
import { type Item, type Obstacle, obstacleOf, obstacleTexts, stockText } from "./model";
import { usePurchase } from "./purchase";
import * as texts from "./texts/en";

export type Step = "details" | "confirm";

type ItemDialogProps = {
  /** The item as it was when the dialog was opened; shown on when it is gone from the shelf. */
  opened: Item;
  /** As it is on the shelf now. */
  item: Item | undefined;
  comingSoon: boolean;
  firstStep: Step;
  onClose: () => void;
};

/** What one step of the dialog is made of. */
export type View = Omit<ComponentProps<typeof Dialog>, "open" | "onOpenChange">;

/**
 * An item from its details to its purchase. All steps are one dialog, so that the focus stays in it
 * and goes back to the card in the end. It follows the shelf while it is open.
 */
export default function ItemDialog(props: ItemDialogProps) {
  const { opened, comingSoon, onClose } = props;
  const item = props.item ?? opened;
  const [step, setStep] = useState(props.firstStep);
  // What the buyer agrees to pay. Another price by now has to be agreed to first.
  const [agreed, setAgreed] = useState(opened.pointsCost);
  // The push of the payment arrives before its answer; the account on show stays as it was pressed.
  const [paidFrom, setPaidFrom] = useState(0);
  const { answer: bought, failed, isBusy: busy, submit } = usePurchase(opened.id);
  const member = useMember();
  const balance = useBalance();

  const buyer = member === null ? null : { isActive: member.isActive, balance };
  // Nor does what the purchase itself takes stand in its way.
  const obstacle = busy ? null : obstacleOf({ item: props.item, comingSoon, buyer });
  const toConfirm = () => {
    setAgreed(item.pointsCost);
    setStep("confirm");
  };
  const confirm = { item, agreed, obstacle, failed, busy, balance: busy ? paidFrom : balance };

  const viewNow = (): View => {
    if (bought !== null) return boughtView({ bought, onClose });
    if (step === "details") return detailsView({ item, obstacle, onClose, onPurchase: toConfirm });
    return {
      title: texts.confirmPurchaseText,
      children: <ConfirmBody {...confirm} isMember={member !== null} />,
      actions: (
        <ConfirmActions
          {...confirm}
          onCancel={onClose}
          onAccept={() => setAgreed(item.pointsCost)}
          onConfirm={() => {
            setPaidFrom(balance);
            void submit(agreed);
          }}
        />
      ),
    };
  };
  return (
    <Dialog
      open
      onOpenChange={() => {
        // Whoever has pressed the button wants to see what comes of it.
        if (!busy) onClose();
      }}
      {...viewNow()}
    />
  );
}

const blocking: ReadonlySet<Obstacle> = new Set(["gone", "soon", "sold-out"]);

type DetailsProps = {
  item: Item;
  obstacle: Obstacle | null;
  onClose: () => void;
  onPurchase: () => void;
};

function detailsView({ item, obstacle, onClose, onPurchase }: DetailsProps): View {
  // Everything else is said when it comes to paying.
  const isBlocked = obstacle !== null && blocking.has(obstacle);
  return {
    title: item.title,
    art: (
      <div className="relative -mx-6 -mt-6 mb-6 border-b border-line sm:-mx-8 sm:-mt-8">
        <ItemPicture item={item} className="aspect-[2/1] sm:aspect-[8/5]" />
        {/* The close button lies over the picture. */}
        <span className="absolute top-3 right-3 size-11 rounded-md bg-ink-950/80" />
      </div>
    ),
    description: (
      <span className="block text-sm whitespace-pre-line [overflow-wrap:anywhere]">
        {item.description}
      </span>
    ),
    children: (
      <>
        <dl className="well mt-5 rounded-md px-4 py-1">
          <Line term={texts.cost}>
            <Points amount={item.pointsCost} />
          </Line>
          <Line term={texts.stock}>
            <span className={item.stock === 0 ? "text-loss" : undefined}>
              {stockText(item.stock)}
            </span>
          </Line>
          {item.category !== "" && <Line term={texts.category}>{item.category}</Line>}
        </dl>
        {isBlocked && obstacle !== "sold-out" && <Problem text={obstacleTexts[obstacle]} />}
      </>
    ),
    actions: (
      <>
        <Button key="close" onClick={onClose}>
          {texts.close}
        </Button>
        <Button key="purchase" tone="gold" disabled={isBlocked} onClick={onPurchase}>
          {obstacle === "sold-out" ? texts.outStockText : texts.purchase}
        </Button>
      </>
    ),
  };
}
