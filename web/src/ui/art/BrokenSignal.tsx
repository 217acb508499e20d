import { Scene } from "./Scene";

/** A mast whose waves break off: something could not be loaded. */
export function BrokenSignal() {
  return (
    <Scene>
      <path
        d="M84 52 68 107M84 52l16 55M73.5 88h21M78 72h12"
        className="stroke-ink-600"
        strokeWidth="3"
      />
      <path
        d="M64 66a26 26 0 0 1 0-34M50 78a44 44 0 0 1-6-22"
        className="stroke-muted"
        strokeWidth="3.5"
      />
      <path
        d="M104 66a26 26 0 0 0 0-34M118 78a44 44 0 0 0 0-58"
        className="stroke-ink-600"
        strokeWidth="3.5"
        strokeDasharray="1 9"
      />
      <circle cx="84" cy="49" r="11" className="fill-gold-400/14" />
      <circle cx="84" cy="49" r="5.5" className="fill-gold-400" />
    </Scene>
  );
}
