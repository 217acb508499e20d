import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { formatDay } from "@/ui/format/dates";
import { Notice } from "@/ui/Notice";
import { answer } from "@/wire/http";
import type { components } from "@/wire/schema";
import { type Account, reread } from "./queries";
import type { PartProps } from "./TwoStepCard";
import * as texts from "./texts/en";

type NewApp = components["schemas"]["NewAppAnswer"];
type Codes = components["schemas"]["AddedFactor"]["recoveryCodes"];

export function AppPart({ account, signIn, say, show }: PartProps) {
  const [dialog, setDialog] = useState<"set-up" | "remove" | null>(null);
  const start = useSubmit({
    send: () => answer(account.calls.POST("/api/sign-in/app")),
    onAnswer: () => setDialog("set-up"),
  });
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-60 text-sm">
        <h3 className="font-semibold">{texts.app}</h3>
        <p className="mt-1 text-muted">
          {signIn.app === null ? texts.appOff : texts.appOn(formatDay(signIn.app.addedAt))}
        </p>
      </div>
      {signIn.app === null ? (
        <Button size="sm" busy={start.isBusy} onClick={() => void start.submit(null)}>
          {texts.setUpApp}
        </Button>
      ) : (
        <Button size="sm" onClick={() => setDialog("remove")}>
          {texts.removeApp}
        </Button>
      )}
      {start.failed !== null && !start.isBusy && (
        <Notice tone="error" className="w-full">
          {start.failed.failure.message}
        </Notice>
      )}
      {dialog === "set-up" && start.answer !== null && (
        <SetUp
          account={account}
          app={start.answer}
          onDone={(codes) => {
            setDialog(null);
            say(texts.appAdded);
            show(codes);
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === "remove" && (
        <ConfirmDialog
          tone="danger"
          title={texts.removeAppTitle}
          text={texts.removeAppText}
          confirm={texts.removeApp}
          onConfirm={async () => {
            await answer(account.calls.DELETE("/api/sign-in/app"));
            await reread(account);
            say(texts.appRemoved);
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </section>
  );
}

type SetUpProps = {
  account: Account;
  app: NewApp;
  onDone: (codes: Codes) => void;
  onClose: () => void;
};

function SetUp({ account, app, onDone, onClose }: SetUpProps) {
  const [code, setCode] = useState("");
  const { failed, isBusy, submit, reset } = useSubmit({
    send: () => answer(account.calls.PUT("/api/sign-in/app", { body: { code } })),
    onAnswer: ({ recoveryCodes }) => {
      onDone(recoveryCodes);
      void reread(account);
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title={texts.setUpTitle}
      description={texts.setUpText}
    >
      <form
        noValidate
        className="mt-5 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (code !== "") void submit(null);
        }}
      >
        <QrCode text={app.address} />
        <div className="well flex items-center justify-between gap-2 rounded-md py-2 pr-1 pl-4 text-sm">
          <p className="min-w-0">
            <span className="block text-xs text-muted">{texts.key}</span>
            <span className="font-mono break-all">{app.secret}</span>
          </p>
          <CopyButton text={app.secret} what={texts.theKey} />
        </div>
        <Field
          label={texts.code}
          hint={texts.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          error={isBusy ? undefined : failed?.failure.message}
          onChange={(event) => {
            setCode(event.target.value);
            reset();
          }}
        />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button onClick={onClose} disabled={isBusy}>
            {texts.cancel}
          </Button>
          <Button type="submit" tone="gold" busy={isBusy} disabled={code === ""}>
            {texts.confirmApp}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The library is loaded with the first code that is drawn. */
function QrCode({ text }: { text: string }) {
  const { data, isError } = useQuery({
    queryKey: ["qr-code", text],
    queryFn: async () => {
      const { encode } = await import("uqr");
      return encode(text, { border: 2 });
    },
    gcTime: 0,
    retry: false,
  });
  if (isError) return <Notice>{texts.noQrCode}</Notice>;
  const size = data?.size ?? 0;
  const path = data?.data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      role="img"
      aria-label={texts.qrCode}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-48 rounded-md bg-white"
    >
      {path !== undefined && <path d={path.join("")} fill="#000" />}
    </svg>
  );
}
