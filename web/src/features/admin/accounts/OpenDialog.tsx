import { lazy } from "react";
import type { AccountDialog } from "./AccountCard";
import { GlobalDialog } from "./GlobalDialog";
import { LedgerSheet } from "./LedgerSheet";
import { LinkDialog } from "./LinkDialog";
import type { Account } from "./model";
import { PointsDialog } from "./PointsDialog";
import { StateDialog } from "./StateDialog";

const CsvDialog = lazy(() => import("../imports/CsvDialog"));

export type Opened = { dialog: AccountDialog; account: Account } | { dialog: "global" | "csv" };

type OpenDialogProps = { opened: Opened; onClose: () => void; onDone: (text: string) => void };

/** The dialog of an account, or the one for everybody. */
export default function OpenDialog({ opened, onClose, onDone }: OpenDialogProps) {
  switch (opened.dialog) {
    case "global":
      return <GlobalDialog onClose={onClose} />;
    case "csv":
      return <CsvDialog onClose={onClose} />;
    case "points":
      return <PointsDialog account={opened.account} onClose={onClose} onDone={onDone} />;
    case "state":
      return <StateDialog account={opened.account} onClose={onClose} onDone={onDone} />;
    case "link":
      return <LinkDialog account={opened.account} onClose={onClose} />;
    case "ledger":
      return <LedgerSheet account={opened.account} onClose={onClose} />;
  }
}
