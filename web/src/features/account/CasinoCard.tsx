import { Clock, Link2 } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { refreshMember } from "@/features/session/actions";
import type { Member } from "@/features/session/store";
import { useSite } from "@/features/site/queries";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Message, type Say, useMessage } from "@/ui/Message";
import { Notice } from "@/ui/Notice";
import { answer, api } from "@/wire/http";
import { unknownChange } from "@/wire/submit";
import { type CasinoLink, keepApprovals, rereadApprovals, useCasinoLink } from "./casino";
import { Section } from "./Section";
import * as texts from "./texts/en";

/** The casino name: linked, waiting for the streamer, turned down, or to be submitted. */
export function CasinoCard({ member }: { member: Member }) {
  const link = useCasinoLink(member);
  const casino = useSite()?.casinoName ?? texts.theCasino;
  const [wantsChange, setWantsChange] = useState(false);
  const { message, say, hush } = useMessage();
  const title = useRef<HTMLHeadingElement>(null);
  const closeForm = () => {
    setWantsChange(false);
    title.current?.focus({ preventScroll: true });
  };
  const isFormOpen =
    link.pending === null && (link.linked === null || link.rejected !== null || wantsChange);
  return (
    <Section
      id="casino"
      title={texts.casino}
      titleRef={title}
      lead={texts.casinoLead(casino)}
      mark={<Mark link={link} />}
    >
      {link.linked !== null && (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="font-display text-lg font-bold [overflow-wrap:anywhere]">{link.linked}</p>
          {link.pending !== null && <LinkedBadge />}
          {!isFormOpen && link.pending === null && (
            <Button size="sm" onClick={() => setWantsChange(true)}>
              {texts.requestChange}
            </Button>
          )}
        </div>
      )}
      {link.pending !== null && <Pending name={link.pending} linked={link.linked} />}
      {link.rejected !== null && (
        <Notice tone="error" className="mt-4">
          {texts.casinoRejected(<strong>{link.rejected.name}</strong>, link.rejected.reason)}
        </Notice>
      )}
      {isFormOpen && (
        <CasinoForm
          casino={casino}
          linked={link.linked}
          onCancel={wantsChange && link.rejected === null ? closeForm : null}
          onSubmitted={closeForm}
          say={say}
          hush={hush}
        />
      )}
      <Message message={message} isBare className="mt-3" />
    </Section>
  );
}

/** How it stands now; what waits for the streamer goes before what stands already. */
function Mark({ link }: { link: CasinoLink }) {
  if (link.pending !== null)
    return (
      <Badge>
        <Clock aria-hidden="true" className="size-3.5" />
        {texts.casinoPending}
      </Badge>
    );
  return link.linked === null ? null : <LinkedBadge />;
}

function LinkedBadge() {
  return (
    <Badge tone="win">
      <Link2 aria-hidden="true" className="size-3.5" />
      {texts.casinoLinked}
    </Badge>
  );
}

function Pending({ name, linked }: { name: string; linked: string | null }) {
  return (
    <div className="mt-4">
      <Field
        label={linked === null ? texts.casinoUsername : texts.newCasinoUsername}
        value={name}
        disabled
        readOnly
        hint={linked === null ? texts.casinoPendingHint : texts.casinoKeptHint(linked)}
      />
    </div>
  );
}

type CasinoFormProps = {
  casino: string;
  linked: string | null;
  onCancel: (() => void) | null;
  onSubmitted: () => void;
  say: Say;
  hush: () => void;
};

function CasinoForm({ casino, linked, onCancel, onSubmitted, say, hush }: CasinoFormProps) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const { isBusy, submit } = useSubmit({
    send: (rainbetUsername: string) =>
      answer(api.PUT("/api/auth/update-gaming", { body: { rainbetUsername } })),
    onAnswer: ({ notifications, approvals }) => {
      keepApprovals(approvals);
      void refreshMember();
      onSubmitted();
      const text = notifications[0]?.message || texts.casinoSubmitted;
      say("success", text);
    },
    onFailure: ({ failure }) => {
      const { fields, said } = failure;
      // Another name may be waiting or approved meanwhile.
      rereadApprovals();
      if (fields.rainbetUsername !== undefined) setProblem(fields.rainbetUsername);
      else say("error", said ?? texts.casinoFailed, unknownChange(failure));
    },
  });
  const name = typed.trim();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    hush();
    if (name !== "") void submit(name);
  };
  return (
    <form noValidate onSubmit={onSubmit} className="mt-4 flex flex-col gap-3">
      <Field
        label={linked === null ? texts.casinoUsername : texts.newCasinoUsername}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        error={problem}
        hint={linked === null ? texts.casinoNameHint(casino) : texts.casinoKeptHint(linked)}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(undefined);
        }}
      />
      <div className="flex flex-wrap justify-end gap-3">
        {onCancel !== null && (
          <Button onClick={onCancel} disabled={isBusy}>
            {texts.cancel}
          </Button>
        )}
        <Button
          type="submit"
          tone="gold"
          busy={isBusy}
          disabled={name === "" || problem !== undefined}
        >
          {isBusy ? texts.submitting : texts.submitForApproval}
        </Button>
      </div>
    </form>
  );
}
