import { useId } from "react";
import type { Item } from "./model";

/** Goods of the house for an item without a picture: a parcel, a voucher or a bag, always the same one. */
export function GiftArt({ item }: { item: Item }) {
  const id = useId();
  const number = Number(item.id) || 0;
  const Good = goods[number % goods.length] ?? Parcel;
  return (
    <svg
      viewBox="0 0 480 300"
      aria-hidden="true"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full"
    >
      <defs>
        <radialGradient id={`${id}light`} cx=".5" cy=".05" r="1">
          <stop stopColor="oklch(.36 .028 75)" />
          <stop offset=".5" stopColor="oklch(.225 .016 320)" />
          <stop offset="1" stopColor="oklch(.155 .011 300)" />
        </radialGradient>
        <linearGradient id={`${id}dark`} x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="oklch(.43 .018 300)" />
          <stop offset="1" stopColor="oklch(.27 .014 300)" />
        </linearGradient>
        <linearGradient id={`${id}shade`} x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="oklch(.33 .016 300)" />
          <stop offset="1" stopColor="oklch(.2 .012 300)" />
        </linearGradient>
        <linearGradient id={`${id}gold`} x1="0" y1="0" x2="0" y2="1">
          <stop className="[stop-color:var(--color-gold-300)]" />
          <stop offset="1" className="[stop-color:var(--color-gold-500)]" />
        </linearGradient>
      </defs>
      <rect width="480" height="300" fill={`url(#${id}light)`} />
      <path d="M0 236h480v64H0z" fill="oklch(0 0 0 / .22)" />
      <path d="M0 236h480" stroke="oklch(1 0 0 / .1)" strokeWidth="1.5" />
      <ellipse cx="240" cy="240" rx="124" ry="12" fill="oklch(0 0 0 / .4)" />
      <Good id={id} />
    </svg>
  );
}

type GoodProps = {
  /** Before the names of the gradients. */
  id: string;
};

const edge = "oklch(1 0 0 / .12)";

function Parcel({ id }: GoodProps) {
  return (
    <g strokeLinejoin="round">
      <rect x="160" y="128" width="160" height="112" rx="10" fill={`url(#${id}shade)`} />
      <rect x="222" y="128" width="36" height="112" fill={`url(#${id}gold)`} />
      <rect x="160" y="128" width="160" height="18" fill="oklch(0 0 0 / .3)" />
      <rect x="146" y="96" width="188" height="42" rx="10" fill={`url(#${id}dark)`} stroke={edge} />
      <rect x="222" y="96" width="36" height="42" fill={`url(#${id}gold)`} />
      <g fill="none" stroke={`url(#${id}gold)`} strokeWidth="13" strokeLinecap="round">
        <path d="M238 94c-14-36-58-44-62-20-3 18 32 22 62 20z" />
        <path d="M242 94c14-36 58-44 62-20 3 18-32 22-62 20z" />
      </g>
      <circle cx="240" cy="92" r="11" className="fill-gold-300" />
    </g>
  );
}

function Voucher({ id }: GoodProps) {
  const notched =
    "M134 92h212a12 12 0 0 1 12 12v34a20 20 0 0 0 0 40v34a12 12 0 0 1-12 12H134a12 12 0 0 1-12-12v-34a20 20 0 0 0 0-40v-34a12 12 0 0 1 12-12z";
  return (
    <g>
      <path d={notched} transform="rotate(7 240 158)" fill="oklch(.2 .012 300)" stroke={edge} />
      <g transform="rotate(-4 240 158)">
        <path d={notched} fill={`url(#${id}dark)`} stroke={edge} strokeWidth="1.5" />
        <path d="M284 96v124" stroke="oklch(0 0 0 / .5)" strokeWidth="3" strokeDasharray="2 9" />
        <circle cx="204" cy="158" r="37" className="fill-gold-400/14" />
        <circle cx="204" cy="160" r="28" className="fill-gold-600" />
        <circle cx="204" cy="157" r="28" fill={`url(#${id}gold)`} />
        <circle cx="204" cy="157" r="10" className="fill-on-gold" />
        <path
          d="M304 134h32M304 158h22M304 182h32"
          stroke="oklch(1 0 0 / .22)"
          strokeWidth="8"
          strokeLinecap="round"
        />
      </g>
    </g>
  );
}

function Bag({ id }: GoodProps) {
  return (
    <g strokeLinejoin="round">
      <path
        d="M206 116V98a34 34 0 0 1 68 0v18"
        fill="none"
        stroke={`url(#${id}gold)`}
        strokeWidth="9"
        strokeLinecap="round"
      />
      <path
        d="M168 108h144l14 120a12 12 0 0 1-12 12H166a12 12 0 0 1-12-12z"
        fill={`url(#${id}dark)`}
        stroke={edge}
        strokeWidth="1.5"
      />
      <path d="M312 108l14 120a12 12 0 0 1-12 12h-26l10-132z" fill="oklch(0 0 0 / .2)" />
      <circle cx="206" cy="126" r="5" className="fill-ink-950" />
      <circle cx="274" cy="126" r="5" className="fill-ink-950" />
      <path
        d="M229 168.5a18 18 0 0 1 22 0l17 13a12 12 0 0 1 5 10v12a10 10 0 0 1-10 10h-46a10 10 0 0 1-10-10v-12a12 12 0 0 1 5-10z"
        fill={`url(#${id}gold)`}
      />
      <circle cx="240" cy="192" r="9" className="fill-on-gold" />
    </g>
  );
}

const goods = [Parcel, Voucher, Bag] as const;
