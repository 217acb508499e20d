import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { useCooldown } from "@/features/session/cooldown";
import { useSite } from "@/features/site/queries";
import { Button } from "@/ui/Button";
import { PasswordField } from "@/ui/Field";
import { formatMoment } from "@/ui/format/dates";
import { formatCountdown } from "@/ui/format/durations";
import { Notice } from "@/ui/Notice";
import type { components } from "@/wire/schema";
import { useIsAdmin } from "../session/store";
import { ChangeFailure } from "../shell/ChangeFailure";
import { roleNames } from "../shell/role-names";
import { invitationQuery, join } from "./queries";
import * as texts from "./texts/en";

type JoinFormProps = { code: string; invitation: components["schemas"]["Invitation"] };

/** The invitation, and the password with which it is accepted. */
export function JoinForm({ code, invitation: { name, role, endsAt } }: JoinFormProps) {
  const [password, setPassword] = useState("");
  const site = useSite()?.name;
  const isAdmin = useIsAdmin();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const { secondsLeft, beginAfter } = useCooldown();
  const { failed, isBusy, submit, reset } = useSubmit({
    send: join,
    onAnswer: () => navigate({ to: role === "moderator" ? "/admin/stream" : "/admin" }),
    onFailure: ({ failure }) => {
      beginAfter(failure);
      // It may have been withdrawn, or accepted in another window: the page says what to do.
      if (failure.error === "bad_code")
        void queries.resetQueries({ queryKey: invitationQuery(code).queryKey });
      else form.current?.querySelector<HTMLInputElement>("[autocomplete=new-password]")?.focus();
    },
  });
  const refusal = isBusy ? undefined : failed?.failure;
  const error = refusal?.fields.newPassword;
  return (
    <>
      <h1 className="mt-5 text-2xl [overflow-wrap:anywhere]">
        {site === undefined ? texts.titleWithoutSite : texts.title(site)}
      </h1>
      <p className="mt-1.5 text-muted [overflow-wrap:anywhere]">
        {texts.intro(
          <strong className="font-semibold text-text">{name}</strong>,
          <strong className="font-semibold text-text">{roleNames[role]}</strong>,
        )}{" "}
        {texts.roleTexts[role]}
      </p>
      <form
        ref={form}
        noValidate
        className="mt-7 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (password !== "" && secondsLeft === 0) void submit({ code, password });
        }}
      >
        {isAdmin && !isBusy && (
          <Notice>
            <p className="font-semibold text-text">{texts.replacesTitle}</p>
            <p className="mt-0.5">{texts.replacesText}</p>
          </Notice>
        )}
        {/* For password managers: whose password this is. */}
        <input
          type="text"
          autoComplete="username"
          aria-label={texts.name}
          value={name}
          readOnly
          hidden
        />
        <PasswordField
          label={texts.password}
          autoComplete="new-password"
          maxLength={128}
          value={password}
          hint={texts.passwordHint(name)}
          error={error}
          onChange={(event) => {
            setPassword(event.target.value);
            reset();
          }}
        />
        {refusal !== undefined && error === undefined && (
          <Notice tone="error">
            <ChangeFailure failure={refusal} />
          </Notice>
        )}
        <Button
          type="submit"
          tone="gold"
          size="lg"
          busy={isBusy}
          disabled={password === "" || secondsLeft > 0}
        >
          {secondsLeft > 0 ? texts.tryAgainIn(formatCountdown(secondsLeft)) : texts.join}
        </Button>
        <p className="text-sm text-muted">{texts.until(formatMoment(endsAt))}</p>
      </form>
    </>
  );
}
