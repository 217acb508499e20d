import { Scene } from "../common/art/Scene";

const spade =
  "M12 1.8c1 4 9 7.6 9 12.8 0 2.6-2 4.3-4.3 4.3-1.5 0-2.7-.7-3.4-1.7.1 2 .8 3.7 2.2 5h-7c1.4-1.3 2.1-3 2.2-5-.7 1-1.9 1.7-3.4 1.7C5 18.9 3 17.2 3 14.6 3 9.4 11 5.8 12 1.8z";
const heart =
  "M12 21.5C5 16 2 12.3 2 8.4 2 5.3 4.3 3 7.1 3c2 0 3.8 1.1 4.9 3 1.1-1.9 2.9-3 4.9-3C19.7 3 22 5.3 22 8.4c0 3.9-3 7.6-10 13.1z";

type PaperProps = { rank: string; suit: string; ink: string; paper: string };

function Paper({ rank, suit, ink, paper }: PaperProps) {
  return (
    <g fill={ink}>
      <rect x="-72" y="-100" width="148" height="206" rx="16" fill="oklch(.06 .01 300 / .35)" />
      <rect x="-74" y="-104" width="148" height="206" rx="16" fill={paper} />
      <text
        x="-44"
        y="-58"
        textAnchor="middle"
        className="font-display text-[2.7rem] font-extrabold"
      >
        {rank}
      </text>
      <path d={suit} transform="translate(-58 -48) scale(1.2)" />
      <path d={suit} transform="translate(-45 -32) scale(4.4)" />
    </g>
  );
}

/** A natural: the ace of spades over the king of hearts. */
export default function TileArt({ className }: { className?: string }) {
  return (
    <Scene shadow={{ x: 240, y: 284, rx: 180 }} className={className}>
      <g transform="translate(302 164) rotate(14)">
        <Paper rank="K" suit={heart} ink="oklch(.55 .205 25)" paper="oklch(.84 .018 85)" />
      </g>
      <g transform="translate(186 160) rotate(-9)">
        <Paper rank="A" suit={spade} ink="oklch(.24 .02 290)" paper="oklch(.965 .01 88)" />
      </g>
    </Scene>
  );
}
