import { housePath, Scene } from "./Scene";

/** A house under a crane: maintenance. */
export function MaintenanceHouse() {
  return (
    <Scene>
      <path d={housePath} className="fill-ink-800 stroke-ink-600" strokeWidth="2" />
      <g transform="translate(84 73)" className="stroke-text" strokeWidth="3.5">
        <path d="m-12 12 15-15" />
        <path d="M3-3a8.5 8.5 0 0 1 10.5-11L8-8.5 8.5-4l4.5.5L18-9A8.5 8.5 0 0 1 7 1.5" />
      </g>
      <circle cx="84" cy="44" r="9" className="fill-gold-400/16" />
      <circle cx="84" cy="44" r="4.5" className="fill-gold-400" />
    </Scene>
  );
}
