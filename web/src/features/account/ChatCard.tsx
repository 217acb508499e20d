import { Link2 } from "lucide-react";
import { Badge } from "@/ui/Badge";
import { Section } from "./Section";

/** The linked account of the streaming platform. */
export function ChatCard({ name }: { name: string }) {
  return (
    <Section
      id="chat"
      title="Kick Account"
      mark={
        <Badge tone="win">
          <Link2 aria-hidden="true" className="size-3.5" />
          Linked
        </Badge>
      }
    >
      <p className="mt-4 font-display text-lg font-bold [overflow-wrap:anywhere]">{name}</p>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
        <dt className="font-mono text-text">!points</dt>
        <dd className="text-muted">shows your balance in the chat</dd>
        <dt className="font-mono text-text">!ar</dt>
        <dd className="text-muted">shows your active rewards</dd>
      </dl>
    </Section>
  );
}
