import { Scene } from "@/ui/art/Scene";

/** Boards with one point left on them: nothing for sale. */
export function EmptyShelf() {
  return (
    <Scene>
      <path d="M40 16v91M128 16v91" className="stroke-ink-600" strokeWidth="4" />
      {[46, 76, 106].map((y) => (
        <path key={y} d={`M34 ${y}h100`} className="stroke-ink-600" strokeWidth="5" />
      ))}
      <rect
        x="56"
        y="54"
        width="20"
        height="18"
        rx="3"
        className="stroke-ink-600"
        strokeWidth="2"
        strokeDasharray="1 6"
      />
      <circle cx="102" cy="35" r="13" className="fill-gold-400/14" />
      <circle cx="102" cy="36" r="6.5" className="fill-gold-400" />
    </Scene>
  );
}
