import { RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "@/ui/Button";

/** Reads a page's figures again. It turns only for who pressed it, not when they read themselves. */
export function RefreshButton({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
  const [isBusy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    try {
      await onRefresh();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      busy={isBusy}
      onClick={() => void refresh()}
      icon={<RotateCw aria-hidden="true" className="size-4" />}
    >
      Refresh
    </Button>
  );
}
