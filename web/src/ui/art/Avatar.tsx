import { useState } from "react";
import { cx } from "../cx";

type AvatarProps = {
  /** Whose picture; the drawn one is made from it, the same at every visit. */
  name: string;
  picture: string | null;
  className?: string;
};

const pips: readonly (readonly (readonly [number, number])[])[] = [
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, 1],
    [0, 0],
    [1, -1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1.1],
    [1, -1.1],
    [-1, 0],
    [1, 0],
    [-1, 1.1],
    [1, 1.1],
  ],
];

/**
 * A member's picture, or a die face in a colour of their own, also where the picture cannot be had.
 * Decorative: the name stands beside it.
 */
export function Avatar({ name, picture, className = "size-9" }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (picture !== null && picture !== failed)
    return (
      <img
        src={picture}
        alt=""
        onError={() => setFailed(picture)}
        className={cx("shrink-0 rounded-full bg-ink-800 object-cover", className)}
      />
    );
  const seed = hash(name.toLowerCase());
  const hue = seed % 360;
  const face = pips[Math.floor(seed / 360) % pips.length] ?? [];
  return (
    <svg viewBox="0 0 36 36" aria-hidden="true" className={cx("shrink-0 rounded-full", className)}>
      <rect width="36" height="36" fill={`oklch(.34 .055 ${hue})`} />
      <path d="M0 0h36L0 36z" fill={`oklch(.4 .06 ${hue})`} />
      {face.map(([x, y]) => (
        <circle
          key={`${x},${y}`}
          cx={18 + x * 6}
          cy={18 + y * 6}
          r={face.length === 1 ? 4.2 : 2.5}
          fill={`oklch(.93 .035 ${hue})`}
        />
      ))}
    </svg>
  );
}

/** FNV-1a: small, and spreads short names well. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) {
    value ^= character.codePointAt(0) ?? 0;
    value = Math.imul(value, 0x01000193);
  }
  return value >>> 0;
}
