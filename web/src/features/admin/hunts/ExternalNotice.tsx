import { Notice } from "@/ui/Notice";

/** Said before anybody wonders at buttons that are off: of the list, or of one hunt. */
export function ExternalNotice({ single = false }: { single?: boolean }) {
  const [hunts, are, their] = single
    ? ["This hunt comes", "It is", "its"]
    : ["These hunts come", "They are", "their"];
  return (
    <Notice>
      <p className="font-semibold text-text">{hunts} from an outside service</p>
      <p className="mt-0.5">
        {are} read from it every five minutes and can only be changed there. What you can set here
        is {their} status and who gets a tip: that stays, whatever the service says later.
      </p>
    </Notice>
  );
}
