import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { useCooldown } from "@/features/session/cooldown";
import { Button } from "@/ui/Button";
import { Dialog, isTouched } from "@/ui/Dialog";
import { Field, PasswordField } from "@/ui/Field";
import { formatCountdown } from "@/ui/format/durations";
import { Notice } from "@/ui/Notice";
import { Skeleton } from "@/ui/Skeleton";
import type { CallFailure } from "@/wire/failure";
import { answer } from "@/wire/http";
import type { components } from "@/wire/schema";
import type { ProofDialogProps } from "./ProofDialog";
import { askForPasskey, canUsePasskeys } from "./passkeys";
import { type SignIn, signInQuery } from "./queries";
import { effectOf } from "./texts/effects.en";
import * as texts from "./texts/proof.en";

type Typed = "password" | "code";

type OpenProps = ProofDialogProps & {
  /** The call that needs the proof. */
  call: string;
  onAnswer: (isGiven: boolean) => void;
};

/** The open dialog. */
export default function ProofForm(props: OpenProps) {
  const { account, call, onAnswer } = props;
  const { data, isPending } = useQuery(signInQuery(account));
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onAnswer(false);
      }}
      title={texts.proofTitle}
      description={effectOf(call)}
    >
      {isPending ? (
        <Skeleton className="mt-5 h-32 rounded-md" />
      ) : (
        <Ways {...props} ways={waysOf(data)} onBusy={setBusy} />
      )}
    </Dialog>
  );
}

/** How an account proves whose it is. Where it could not be read, what may help is offered. */
function waysOf(signIn: SignIn | undefined) {
  if (signIn === undefined)
    return { typed: ["password", "code"] as const, passkey: canUsePasskeys(), kick: false };
  const { app, passkeys, hasPassword, kickProves } = signIn;
  // With a second factor the password is no proof; a recovery code is one.
  const hasFactor = app !== null || passkeys.length > 0;
  const typed: readonly Typed[] = hasFactor ? ["code"] : hasPassword ? ["password"] : [];
  const passkey = canUsePasskeys() && passkeys.some(({ worksHere }) => worksHere);
  return { typed, passkey, kick: kickProves };
}

type WaysProps = OpenProps & {
  ways: { typed: readonly Typed[]; passkey: boolean; kick: boolean };
  onBusy: (isBusy: boolean) => void;
};

function Ways({ account, KickProof, ways, onAnswer, onBusy }: WaysProps) {
  // The dialog may have opened before it was known what it asks for.
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!isTouched()) form.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, []);
  const [way, setWay] = useState(ways.typed[0]);
  const [typed, setTyped] = useState("");
  const [kickFailure, setKickFailure] = useState<CallFailure | null>(null);
  const { secondsLeft, beginAfter } = useCooldown();
  const { failed, isBusy, submit, reset } = useSubmit({
    send: async (proof: Typed | "passkey") => {
      const body: components["schemas"]["OwnerProof"] =
        proof === "passkey" ? { passkey: await askForPasskey() } : { [proof]: typed };
      onBusy(true);
      return answer(account.calls.POST("/api/sign-in/proof", { body })).finally(() =>
        onBusy(false),
      );
    },
    onAnswer: () => onAnswer(true),
    onFailure: ({ failure }) => {
      beginAfter(failure);
      // The account has a second factor since, so its password is no proof.
      if (failure.error === "second_factor") change("code");
    },
  });
  const change = (next: Typed) => {
    setWay(next);
    setTyped("");
    reset();
  };
  const failure = isBusy ? null : (failed?.failure ?? kickFailure);
  const isOfField = secondsLeft === 0 && failed !== null && failed.input === way;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (way !== undefined && typed !== "" && secondsLeft === 0) void submit(way);
  };
  const other = ways.typed.find((one) => one !== way);
  const field = {
    value: typed,
    error: isOfField ? failure?.message : undefined,
    onChange: (event: { target: { value: string } }) => {
      setTyped(event.target.value);
      reset();
    },
  };
  const kick = ways.kick && KickProof !== undefined && (
    <KickProof isOnly={way === undefined} onFailure={setKickFailure} />
  );
  const isNone = way === undefined && !ways.passkey && !ways.kick;
  return (
    <form ref={form} noValidate className="mt-5 flex flex-col gap-4" onSubmit={onSubmit}>
      {way !== undefined && <TypedField way={way} {...field} />}
      {ways.kick && <p className="text-sm text-muted">{texts.kickProof}</p>}
      {isNone && <Notice>{texts.noProof}</Notice>}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {other !== undefined && (
          <Button size="sm" onClick={() => change(other)}>
            {other === "code" ? texts.withCode : texts.withPassword}
          </Button>
        )}
        {ways.passkey && (
          <Button
            size="sm"
            disabled={isBusy || secondsLeft > 0}
            onClick={() => void submit("passkey")}
          >
            {texts.withPasskey}
          </Button>
        )}
        {way !== undefined && kick}
      </div>
      {failure !== null && !isOfField && <Notice tone="error">{failure.message}</Notice>}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={() => onAnswer(false)} disabled={isBusy}>
          {texts.cancel}
        </Button>
        {way === undefined ? (
          kick
        ) : (
          <Button
            type="submit"
            tone="gold"
            busy={isBusy}
            disabled={typed === "" || secondsLeft > 0}
          >
            {secondsLeft > 0 ? texts.tryAgainIn(formatCountdown(secondsLeft)) : texts.confirm}
          </Button>
        )}
      </div>
    </form>
  );
}

type TypedFieldProps = {
  way: Typed;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
};

function TypedField({ way, ...field }: TypedFieldProps) {
  if (way === "password")
    return <PasswordField label={texts.password} autoComplete="current-password" {...field} />;
  return (
    <Field
      label={texts.proofCode}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      {...field}
    />
  );
}
