import { cx } from "../cx";
import { Sample, State } from "./Sample";

const grounds = [
  ["ink-950", "bg-ink-950"],
  ["ink-900", "bg-ink-900"],
  ["ink-850", "bg-ink-850"],
  ["ink-800", "bg-ink-800"],
  ["ink-700", "bg-ink-700"],
  ["ink-600", "bg-ink-600"],
] as const;

const colours = [
  ["gold-300", "bg-gold-300"],
  ["gold-400", "bg-gold-400"],
  ["gold-500", "bg-gold-500"],
  ["gold-600", "bg-gold-600"],
  ["win", "bg-win"],
  ["loss", "bg-loss"],
  ["text", "bg-text"],
  ["muted", "bg-muted"],
  ["faint", "bg-faint"],
] as const;

const faces = [
  ["surface", "surface"],
  ["well", "well"],
  ["gold-face", "gold-face"],
] as const;

/** What everything else is made of: colours, faces, type. */
export function FoundationSamples() {
  return (
    <>
      <Sample title="Colours">
        <State name="Grounds step by lightness">
          {grounds.map((swatch) => (
            <Swatch key={swatch[0]} swatch={swatch} />
          ))}
        </State>
        <State name="Gold is points and the one action; win and loss never stand without a sign">
          {colours.map((swatch) => (
            <Swatch key={swatch[0]} swatch={swatch} />
          ))}
        </State>
        <State name="Faces and corners of 8, 12, 18 and 26 pixels">
          {faces.map((swatch) => (
            <Swatch key={swatch[0]} swatch={swatch} />
          ))}
          {["rounded-sm", "rounded-md", "rounded-lg", "rounded-xl"].map((corner) => (
            <span key={corner} className={cx("size-16 border border-line bg-ink-800", corner)} />
          ))}
        </State>
      </Sample>
      <Sample title="Type">
        <div className="flex flex-col gap-2">
          <span className="font-display text-3xl font-extrabold sm:text-5xl">Heading 60</span>
          <span className="font-display text-2xl font-extrabold sm:text-4xl">Heading 48</span>
          <span className="font-display text-3xl font-bold">Heading 38</span>
          <span className="font-display text-2xl font-bold">Heading 30</span>
          <span className="font-display text-xl font-bold">Heading 24</span>
          <span className="font-display text-lg font-bold">Heading 20</span>
          <span className="text-base">Text 16, 0123456789</span>
          <span className="text-sm text-muted">Muted 14, 1,111.11 over 8,888.88</span>
          <span className="text-xs text-faint">Faint 12</span>
          <span className="eyebrow">Above a heading</span>
        </div>
      </Sample>
    </>
  );
}

function Swatch({ swatch: [name, face] }: { swatch: readonly [string, string] }) {
  return (
    <span className="flex w-20 flex-col gap-1.5 text-xs text-muted">
      <span className={cx("h-16 rounded-md border border-line", face)} />
      {name}
    </span>
  );
}
