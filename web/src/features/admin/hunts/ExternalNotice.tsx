import { Notice } from "@/ui/Notice";
import * as texts from "./texts/en";

/** Said before anybody wonders at buttons that are off: of the list, or of one hunt. */
export function ExternalNotice({ single = false }: { single?: boolean }) {
  const { title, text } = single ? texts.oneExternal : texts.allExternal;
  return (
    <Notice>
      <p className="font-semibold text-text">{title}</p>
      <p className="mt-0.5">{text}</p>
    </Notice>
  );
}
