import type { ReactNode } from "react";
import { SiteMark } from "@/features/site/SiteMark";
import { Card } from "@/ui/Card";
import { formatCountdown } from "@/ui/format/durations";
import { Notice } from "@/ui/Notice";
import * as texts from "./texts/en";

type AuthCardProps = { title: string; lead: string; children: ReactNode; footer: ReactNode };

/** The frame of login and signup. */
export function AuthCard({ title, lead, children, footer }: AuthCardProps) {
  return (
    <div className="auth-form mx-auto flex w-full max-w-[27rem] flex-col justify-center sm:min-h-[calc(100dvh-13rem)] sm:py-10">
      <Card className="relative overflow-hidden rounded-xl p-5 sm:p-9">
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-0 -top-44 mx-auto h-72 w-96 rounded-full bg-radial from-gold-400/14 to-transparent to-70%"
        />
        <div className="relative">
          <SiteMark className="size-10 max-sm:hidden" />
          <h1 className="text-xl sm:mt-5 sm:text-2xl">{title}</h1>
          <p className="mt-1.5 text-muted">{lead}</p>
          {children}
        </div>
      </Card>
      <p className="mt-5 text-center text-sm text-muted">{footer}</p>
    </div>
  );
}

/** Why the server said no; while a wait is on, how long it still takes. */
export function AuthFailure({
  message,
  secondsLeft,
}: {
  message: string | null;
  secondsLeft: number;
}) {
  if (secondsLeft > 0)
    return (
      <Notice tone="error">
        {message ?? texts.tooManyAttempts}{" "}
        <span className="text-muted">
          {texts.tryAgainIn(
            <span className="font-semibold text-text">{formatCountdown(secondsLeft)}</span>,
          )}
        </span>
      </Notice>
    );
  return message === null ? null : <Notice tone="error">{message}</Notice>;
}
