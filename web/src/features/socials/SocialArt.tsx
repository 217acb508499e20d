import type { ReactNode } from "react";

/** A drawing for each kind of place to follow; no brand's mark. Any other kind gets the links of a chain. */
export function SocialArt({ kind }: { kind: string }) {
  return (
    <svg
      viewBox="48 12 224 156"
      fill="none"
      aria-hidden="true"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="absolute inset-0 size-full overflow-visible p-1 sm:p-2"
    >
      <ellipse cx="160" cy="152" rx="104" ry="10" fill="oklch(0 0 0 / .45)" />
      {drawings[kind] ?? chain}
    </svg>
  );
}

const edge = "oklch(1 0 0 / .16)";

/** A screen with the sign of playing and the waves of a broadcast. */
const stream = (
  <g>
    <path
      d="M74 60a44 44 0 0 0 0 52M54 46a66 66 0 0 0 0 80M246 60a44 44 0 0 1 0 52M266 46a66 66 0 0 1 0 80"
      className="stroke-ink-600"
      strokeWidth="5"
    />
    <rect x="92" y="36" width="136" height="92" rx="14" className="fill-ink-600" />
    <rect x="92" y="33" width="136" height="92" rx="14" className="fill-ink-700" stroke={edge} />
    <rect x="102" y="43" width="116" height="72" rx="7" className="fill-ink-900" />
    <path d="M130 148h60M160 126v22" className="stroke-ink-600" strokeWidth="7" />
    <path d="M149 63v32l27-16z" className="fill-text stroke-text" strokeWidth="4" />
    <circle cx="207" cy="54" r="5" className="fill-gold-400" />
  </g>
);

/** Two people talking. */
const chat = (
  <g>
    <path
      d="M84 34h96a18 18 0 0 1 18 18v36a18 18 0 0 1-18 18h-58l-24 20v-20H84a18 18 0 0 1-18-18V52a18 18 0 0 1 18-18z"
      className="fill-ink-700"
      stroke={edge}
    />
    <path d="M90 60h72M90 80h46" className="stroke-ink-600" strokeWidth="7" />
    <path
      d="M170 74h66a18 18 0 0 1 18 18v28a18 18 0 0 1-18 18h-4v18l-22-18h-40a18 18 0 0 1-18-18V92a18 18 0 0 1 18-18z"
      className="fill-ink-600"
      stroke={edge}
    />
    <circle cx="180" cy="106" r="6" className="fill-text" />
    <circle cx="203" cy="106" r="6" className="fill-text" />
    <circle cx="226" cy="106" r="6" className="fill-gold-400" />
  </g>
);

/** Prints of an evening, one on the other. */
const photos = (
  <g>
    <g transform="rotate(-11 128 92)">
      <rect x="76" y="40" width="104" height="108" rx="9" className="fill-ink-700" stroke={edge} />
      <rect x="85" y="49" width="86" height="72" rx="4" className="fill-ink-850" />
    </g>
    <g transform="rotate(7 186 92)">
      <rect x="134" y="33" width="108" height="114" rx="9" className="fill-ink-950" opacity=".5" />
      <rect x="134" y="30" width="108" height="114" rx="9" className="fill-ink-600" stroke={edge} />
      <rect x="143" y="39" width="90" height="76" rx="4" className="fill-ink-900" />
      <circle cx="211" cy="61" r="9" className="fill-gold-400" />
      <path d="M143 107l26-32 19 21 12-12 33 31H147a4 4 0 0 1-4-4z" className="fill-ink-700" />
      <path d="M152 130h42" className="stroke-ink-700" strokeWidth="6" />
    </g>
  </g>
);

/** A short note and the quill it was written with. */
const microblog = (
  <g>
    <rect x="78" y="34" width="138" height="114" rx="14" className="fill-ink-700" stroke={edge} />
    <path d="M102 66h64M102 90h46M102 114h28" className="stroke-ink-600" strokeWidth="7" />
    <path
      d="M256 26c-48 4-78 28-92 84l-6 22c22-2 42-10 56-24-8 0-14-2-18-4 16-2 30-10 38-22-8 2-14 2-20 0 22-8 36-26 42-56z"
      className="fill-ink-600"
      stroke={edge}
    />
    <path d="M240 44c-34 18-62 52-86 104" className="stroke-text" strokeWidth="4" />
    <circle cx="152" cy="150" r="5" className="fill-gold-400" />
  </g>
);

const chain = (
  <g className="stroke-ink-600" strokeWidth="16">
    <path d="M148 108l-14 14a28 28 0 0 1-40-40l26-26a28 28 0 0 1 40 0" />
    <path d="M172 72l14-14a28 28 0 0 1 40 40l-26 26a28 28 0 0 1-40 0" className="stroke-muted" />
    <circle cx="160" cy="90" r="6" className="fill-gold-400" stroke="none" />
  </g>
);

const drawings: Partial<Record<string, ReactNode>> = {
  kick: stream,
  twitch: stream,
  youtube: stream,
  tiktok: stream,
  discord: chat,
  instagram: photos,
  x: microblog,
};
