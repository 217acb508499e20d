import { Notice } from "@/ui/Notice";

/** Asks about a win before it is published. Typing another amount takes the question back. */
export function UnusualWin({ text }: { text: string | null }) {
  return (
    <Notice tone="error" className="mt-4">
      {text} Check the amount: visitors see it at once. Save again if it's right.
    </Notice>
  );
}
