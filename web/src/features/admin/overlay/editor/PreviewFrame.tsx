import { useEffect, useRef, useState } from "react";
import * as texts from "../texts/editor.en";
import { CANVAS } from "./geometry";
import type { Source } from "./model";
import { previewState } from "./preview-state";
import type { Happening, PreviewMessage, SourceSite } from "./wire";

/** The document of every source; the preview's has no key, and waits for messages of this page. */
const ADDRESS = "/stream/s/preview#preview";

type PreviewFrameProps = {
  source: Source;
  site: SourceSite;
  example: string;
  /** The last example of something that happens. */
  happening: Happening | null;
  scale: number;
};

/** A source as the broadcast software shows it, with the settings as they are typed. */
export function PreviewFrame({ source, site, example, happening, scale }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [loads, setLoads] = useState(0);
  const content = JSON.stringify({ source, site });
  useEffect(() => {
    if (loads === 0) return;
    const now: { source: Source; site: SourceSite } = JSON.parse(content);
    const state = previewState(now.source, now.site, example, Date.now());
    post(frame.current, { type: "overlay-preview", state });
  }, [loads, content, example]);
  useEffect(() => {
    // What happened before the document was there is over.
    if (happening !== null) post(frame.current, { type: "overlay-happening", happening });
  }, [happening]);
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- a page of this site, with its fonts and storage
    <iframe
      ref={frame}
      src={ADDRESS}
      title={texts.previewOf(source.name)}
      tabIndex={-1}
      width={CANVAS.width}
      height={CANVAS.height}
      onLoad={() => setLoads((count) => count + 1)}
      // In another scheme than its own the frame would get an opaque ground.
      style={{ transform: `scale(${scale})`, colorScheme: "light" }}
      className="pointer-events-none absolute top-0 left-0 max-w-none origin-top-left border-0"
    />
  );
}

/** Only a document of this site gets the message, whatever the frame has been led to. */
function post(frame: HTMLIFrameElement | null, message: PreviewMessage): void {
  frame?.contentWindow?.postMessage(message, window.location.origin);
}
