import { Scene } from "@/ui/art/Scene";

export type Seal = "waiting" | "whole" | "broken";

/** A letter whose seal says how it stands with the address. */
export function EnvelopeArt({ seal }: { seal: Seal }) {
  return (
    <Scene>
      <rect
        x="34"
        y="34"
        width="100"
        height="70"
        rx="9"
        className="fill-ink-800 stroke-ink-600"
        strokeWidth="2"
      />
      <path d="M36 98 70 68M132 98 98 68" className="stroke-ink-600" strokeWidth="2" />
      <path
        d="M35 40a8 8 0 0 1 8-6h82a8 8 0 0 1 8 6L91 72a11 11 0 0 1-14 0z"
        className="fill-ink-850 stroke-ink-600"
        strokeWidth="2"
      />
      {seal === "waiting" && (
        <>
          <circle cx="84" cy="66" r="17" className="fill-ink-950 stroke-ink-600" strokeWidth="2" />
          {[75, 84, 93].map((x) => (
            <circle key={x} cx={x} cy="66" r="2.6" className="fill-gold-400" />
          ))}
        </>
      )}
      {seal === "whole" && (
        <>
          <circle cx="84" cy="66" r="25" className="fill-gold-400/14" />
          <circle cx="84" cy="66" r="17" className="fill-gold-400" />
          <path d="m76.5 66.5 5.2 5.2 10-10.4" className="stroke-on-gold" strokeWidth="4" />
        </>
      )}
      {seal === "broken" && (
        <>
          <path d="M81 49a17 17 0 0 0 0 34l-4-9 7-7-5-8z" className="fill-ink-600" />
          <path d="M87 50a17 17 0 0 1 0 34l-4-9 7-7-5-8z" className="fill-ink-600" />
          <circle cx="149" cy="97" r="12" className="fill-gold-400/14" />
          <circle cx="149" cy="97" r="6" className="fill-gold-400" />
        </>
      )}
    </Scene>
  );
}
