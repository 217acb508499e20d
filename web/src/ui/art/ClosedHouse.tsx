import { housePath, Scene } from "./Scene";

/** A house with its shutter down: a page that has not opened yet. */
export function ClosedHouse() {
  return (
    <Scene>
      <path d={housePath} className="fill-ink-800 stroke-ink-600" strokeWidth="2" />
      <path d="M62 64a6 6 0 0 1 6-6h32a6 6 0 0 1 6 6v43H62z" className="fill-ink-950" />
      {[67, 75, 83, 91].map((y) => (
        <path key={y} d={`M67 ${y}h34`} className="stroke-ink-600" strokeWidth="3" />
      ))}
      <path d="M62 99h44" className="stroke-ink-600" strokeWidth="5" />
      <circle cx="84" cy="45" r="9" className="fill-gold-400/16" />
      <circle cx="84" cy="45" r="4.5" className="fill-gold-400" />
    </Scene>
  );
}
