import { Notice } from "@/ui/Notice";
import * as texts from "./texts/en";

/** Asks about a win before it is published. Typing another amount takes the question back. */
export function UnusualWin({ text }: { text: string | null }) {
  return (
    <Notice tone="error" className="mt-4">
      {texts.checkAmountVisitorsSee(text)}
    </Notice>
  );
}
