import { Link } from "@tanstack/react-router";
import { type FormEvent, useRef, useState } from "react";
import { formatWait, useCooldown } from "@/features/session/cooldown";
import { HouseMark } from "@/ui/art/HouseMark";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { PasswordField } from "@/ui/Field";
import { Notice } from "@/ui/Notice";
import { asFailure } from "@/wire/failure";
import { beginAdmin } from "../session/actions";

/** The password gate of the panel (specification 2, sections 2 and 5). */
export function Gate() {
  return (
    <main className="flex min-h-dvh items-center justify-center px-4 py-10">
      <div className="w-full max-w-[25rem]">
        <Card className="relative overflow-hidden rounded-xl p-6 sm:p-9">
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-x-0 -top-44 mx-auto h-72 w-96 rounded-full bg-radial from-gold-400/14 to-transparent to-70%"
          />
          <div className="relative">
            <HouseMark className="size-10" />
            <h1 className="mt-5 text-2xl">Admin panel</h1>
            <p className="mt-1.5 text-muted">For those who run the house.</p>
            <GateForm />
          </div>
        </Card>
        <p className="mt-5 text-center text-sm text-muted">
          <Link
            to="/"
            className="inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4 hover:text-text"
          >
            Back to the site
          </Link>
        </p>
      </div>
    </main>
  );
}

function GateForm() {
  const [password, setPassword] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const cooldown = useCooldown();
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (password === "" || isBusy || cooldown.secondsLeft > 0) return;
    setRefusal(null);
    setBusy(true);
    try {
      await beginAdmin(password);
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.status === 429) cooldown.begin(failure.retryAfterSeconds);
      setRefusal(failure.message);
      // A password that was not judged need not be typed again.
      if (failure.status === 401) setPassword("");
      setBusy(false);
      form.current?.querySelector("input")?.focus();
    }
  };

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="mt-7 flex flex-col gap-4"
    >
      <PasswordField
        label="Admin password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => {
          setPassword(event.target.value);
          setRefusal(null);
        }}
      />
      {refusal !== null && (
        <Notice tone="error">
          {refusal}
          {cooldown.secondsLeft > 0 && (
            <span className="text-muted">
              {" "}
              Try again in{" "}
              <span className="font-semibold text-text">{formatWait(cooldown.secondsLeft)}</span>.
            </span>
          )}
        </Notice>
      )}
      <Button
        type="submit"
        tone="gold"
        size="lg"
        busy={isBusy}
        disabled={password === "" || cooldown.secondsLeft > 0}
      >
        Enter
      </Button>
    </form>
  );
}
