import { Link } from "@tanstack/react-router";
import { SiteMark } from "@/features/site/SiteMark";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";
import { LoginForm, useLogin } from "./LoginForm";
import * as texts from "./texts/en";

/** The password gate of the panel. */
export function Gate() {
  const login = useLogin();
  return (
    <main
      tabIndex={-1}
      className="flex min-h-dvh items-center justify-center outline-none px-4 py-10"
    >
      <div className="w-full max-w-[25rem]">
        <Card className="relative overflow-hidden rounded-xl p-6 sm:p-9">
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-x-0 -top-44 mx-auto h-72 w-96 rounded-full bg-radial from-gold-400/14 to-transparent to-70%"
          />
          <div className="relative">
            <SiteMark className="size-10" />
            <h1 className="mt-5 text-2xl">{texts.gateTitle}</h1>
            <p className="mt-1.5 text-muted">{texts.gateIntro}</p>
            {login.isKnown ? (
              <LoginForm login={login} className="mt-7">
                {(button) => (
                  <Button size="lg" {...button}>
                    {texts.enter}
                  </Button>
                )}
              </LoginForm>
            ) : (
              <Loading />
            )}
          </div>
        </Card>
        <p className="mt-5 text-center text-sm text-muted">
          <Link
            to="/"
            className="inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4 hover:text-text"
          >
            {texts.backToSite}
          </Link>
        </p>
      </div>
    </main>
  );
}

/** As high as the form of an owner who is alone. It is seen only when the answer takes its time. */
function Loading() {
  return (
    <div role="status" className="mt-7 flex animate-late flex-col gap-4">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-18.5 rounded-md" />
      <Skeleton className="h-13 rounded-md" />
    </div>
  );
}
