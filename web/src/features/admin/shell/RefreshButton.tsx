import { RotateCw } from "lucide-react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import * as texts from "./texts/en";

/** Reads a page's figures again. It turns only for who pressed it, not when they read themselves. */
export function RefreshButton({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
  const { isBusy, submit } = useSubmit<void, unknown>({ send: () => onRefresh() });
  return (
    <Button
      busy={isBusy}
      onClick={() => void submit()}
      icon={<RotateCw aria-hidden="true" className="size-4" />}
    >
      {texts.refresh}
    </Button>
  );
}
