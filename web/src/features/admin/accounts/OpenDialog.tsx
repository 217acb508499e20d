import { lazy } from "react";
import type { AccountDialog } from "./AccountCard";
import { FactorsDialog } from "./FactorsDialog";
import { GlobalDialog } from "./GlobalDialog";
import { LedgerSheet } from "./LedgerSheet";
import { LinkDialog } from "./LinkDialog";
import type { Account } from "./model";
import { PictureDialog } from "./PictureDialog";
import { PointsDialog } from "./PointsDialog";
import { RenameDialog } from "./RenameDialog";
import { SessionsDialog } from "./SessionsDialog";
import { StateDialog } from "./StateDialog";

const CsvDialog = lazy(() => import("./imports/CsvDialog"));

export type Opened = { dialog: AccountDialog; account: Account } | { dialog: "global" | "csv" };

type OpenDialogProps = {
  opened: Opened;
  /** The page of the list that is on show. */
  accounts: readonly Account[];
  onClose: () => void;
  onDone: (text: string) => void;
};

/** The dialog of an account, or the one for everyone. */
export default function OpenDialog({ opened, accounts, onClose, onDone }: OpenDialogProps) {
  if (!("account" in opened))
    return opened.dialog === "csv" ? (
      <CsvDialog onClose={onClose} />
    ) : (
      <GlobalDialog onClose={onClose} />
    );
  // Balances go on moving while a dialog is open: it counts with what is true now.
  const account = accounts.find(({ id }) => id === opened.account.id) ?? opened.account;
  switch (opened.dialog) {
    case "points":
      return <PointsDialog account={account} onClose={onClose} onDone={onDone} />;
    case "state":
      return <StateDialog account={account} onClose={onClose} onDone={onDone} />;
    case "link":
      return <LinkDialog account={account} onClose={onClose} />;
    case "ledger":
      return <LedgerSheet account={account} onClose={onClose} />;
    case "rename":
      return <RenameDialog account={account} onClose={onClose} onDone={onDone} />;
    case "picture":
      return <PictureDialog account={account} onClose={onClose} onDone={onDone} />;
    case "second-factor":
      return <FactorsDialog account={account} onClose={onClose} onDone={onDone} />;
    case "sign-out":
      return <SessionsDialog account={account} onClose={onClose} onDone={onDone} />;
  }
}
