import { housePath, Scene } from "./Scene";

/** A dotted house, its point gone astray: an address without a page. */
export function LostPoint() {
  return (
    <Scene>
      <path
        d={housePath}
        className="fill-ink-900 stroke-ink-600"
        strokeWidth="2.5"
        strokeDasharray="1 8"
      />
      <circle
        cx="84"
        cy="72"
        r="13"
        className="stroke-ink-600"
        strokeWidth="2.5"
        strokeDasharray="1 7"
      />
      <path
        d="M97 70c22-4 30 4 28 17-2 12 8 16 19 7"
        className="stroke-muted"
        strokeWidth="2"
        strokeDasharray="1 7"
      />
      <circle cx="150" cy="86" r="12" className="fill-gold-400/14" />
      <circle cx="150" cy="86" r="6" className="fill-gold-400" />
    </Scene>
  );
}
