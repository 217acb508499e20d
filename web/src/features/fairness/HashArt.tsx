import { cx } from "@/ui/cx";

/** Block 0 of the check values of docs/games.md; its first word is the roll 1.23. */
const words = [
  "4dd9819b",
  "eb90016a",
  "bbd061a9",
  "be2cbd99",
  "b10cecba",
  "3efbc1ef",
  "956a69d3",
  "eb09a6f3",
];

/** A draw as it comes out of the hash: eight words, the first of them lit. */
export function HashArt({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={cx(
        "pointer-events-none select-none font-mono text-2xl leading-[1.45] tracking-[0.32em]",
        "[mask-image:linear-gradient(190deg,#000_18%,rgb(0_0_0/0.4)_32%,transparent_95%)]",
        className,
      )}
    >
      {words.map((word, place) => (
        <p
          key={word}
          style={{ animationDelay: `${place * 45}ms` }}
          className={cx("animate-rise", place === 0 ? "text-text" : "text-faint")}
        >
          {word}
        </p>
      ))}
    </div>
  );
}
