import { Download, MonitorX, UserX } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { takeToken } from "@/features/session/renewal";
import { session } from "@/features/session/store";
import { Button } from "@/ui/Button";
import { lazyPart } from "@/ui/lazy-part";
import { BRIEF_MESSAGE_MS, Message, useMessage } from "@/ui/Message";
import { answer, api } from "@/wire/http";
import { unknownChange } from "@/wire/submit";
import { Section } from "./Section";
import * as texts from "./texts/en";

const DeleteDialog = lazyPart(() => import("./DeleteDialog"));

/** What concerns the account as a whole. */
export function ActionsCard() {
  return (
    <Section id="actions" title={texts.actions}>
      <ul className="mt-2 divide-y divide-line">
        <DownloadRow />
        <SignOutRow />
        <DeleteRow />
      </ul>
    </Section>
  );
}

function DownloadRow() {
  const { message, say } = useMessage(BRIEF_MESSAGE_MS);
  const { isBusy, submit } = useSubmit({
    send: () => answer(api.GET("/api/auth/download-data")),
    onAnswer: (data) => {
      saveAsFile(`${session().member?.username ?? "my"}-data.json`, data);
      say("success", texts.downloaded);
    },
    onFailure: () => say("error", texts.downloadFailed),
  });
  return (
    <Row
      icon={<Download aria-hidden="true" className="size-5" />}
      text={texts.downloadHint}
      said={<Message message={message} isBare />}
    >
      <Button size="sm" busy={isBusy} onClick={() => void submit(null)}>
        {texts.download}
      </Button>
    </Row>
  );
}

function SignOutRow() {
  const { message, say } = useMessage(BRIEF_MESSAGE_MS);
  const { isBusy, submit } = useSubmit({
    send: () => answer(api.POST("/api/auth/sign-out-everywhere")),
    onAnswer: ({ token }) => {
      takeToken(token);
      say("success", texts.signedOut);
    },
    onFailure: ({ failure }) => say("error", failure.message, unknownChange(failure)),
  });
  return (
    <Row
      icon={<MonitorX aria-hidden="true" className="size-5" />}
      text={texts.signOutHint}
      said={<Message message={message} isBare />}
    >
      <Button size="sm" busy={isBusy} onClick={() => void submit(null)}>
        {texts.signOut}
      </Button>
    </Row>
  );
}

function DeleteRow() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Row icon={<UserX aria-hidden="true" className="size-5" />} text={texts.deleteHint}>
      <Button size="sm" tone="danger" onClick={() => setOpen(true)}>
        {texts.deleteAccount}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <DeleteDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Row>
  );
}

type RowProps = { icon: ReactNode; text: string; children: ReactNode; said?: ReactNode };

function Row({ icon, text, children, said }: RowProps) {
  return (
    <li className="py-4 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
        <p className="flex min-w-[min(100%,13rem)] flex-1 items-start gap-3 text-sm text-muted">
          <span className="text-faint">{icon}</span>
          {text}
        </p>
        {children}
      </div>
      {said !== undefined && <div className="mt-1">{said}</div>}
    </li>
  );
}

/** Hands the data over as a download, readable for people too. */
function saveAsFile(name: string, data: unknown): void {
  const file = new Blob([JSON.stringify(data, null, 2)], { type: "application/json" });
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
