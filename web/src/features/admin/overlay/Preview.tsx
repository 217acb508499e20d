import { useParentSize } from "@visx/responsive";
import type { Size } from "./sizes";
import * as texts from "./texts/en";

/** The highest that a preview is shown, in pixels. */
const HEIGHT_MAX = 440;

/** The overlay in a frame of its own size, drawn smaller. It has nothing to click. */
export function Preview({ size: { label, width, height } }: { size: Size }) {
  const { parentRef, width: shown } = useParentSize({
    ignoreDimensions: ["height", "top", "left"],
    debounceTime: 0,
  });
  return (
    <div
      ref={parentRef}
      style={{ aspectRatio: width / height, maxWidth: (HEIGHT_MAX * width) / height }}
      className="relative mx-auto w-full overflow-hidden rounded-md border border-line bg-[radial-gradient(circle_at_30%_20%,var(--color-ink-600),var(--color-ink-800)_60%)]"
    >
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of this site, with its storage */}
      <iframe
        // A frame that only changes its size starts again, like a source that is added again.
        key={label}
        src="/stream"
        title={texts.previewOf(label)}
        loading="lazy"
        tabIndex={-1}
        width={width}
        height={height}
        // In another scheme than its own the frame would get an opaque ground.
        style={{ transform: `scale(${shown / width})`, colorScheme: "light" }}
        className="pointer-events-none absolute top-0 left-0 max-w-none origin-top-left border-0"
      />
    </div>
  );
}
