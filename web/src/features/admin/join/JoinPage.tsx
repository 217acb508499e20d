import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { SiteMark } from "@/features/site/SiteMark";
import { LostPoint } from "@/ui/art/LostPoint";
import { Button } from "@/ui/Button";
import { buttonClass } from "@/ui/button-class";
import { Card } from "@/ui/Card";
import { Notice } from "@/ui/Notice";
import { EmptyState } from "@/ui/PageState";
import { Spinner } from "@/ui/Spinner";
import { asFailure, type CallFailure } from "@/wire/failure";
import { useCode } from "../shell/use-code";
import { JoinForm } from "./JoinForm";
import { invitationQuery } from "./queries";
import * as texts from "./texts/en";

/** /admin/join: an invited person sets a password. */
export function JoinPage() {
  const code = useCode("/admin/join");
  const query = useQuery(invitationQuery(code));
  const { data, error, refetch } = query;
  return (
    <main
      tabIndex={-1}
      className="flex min-h-dvh items-center justify-center px-4 py-10 outline-none"
    >
      <div className="w-full max-w-[27rem]">
        {code === "" && <State title={texts.noCode} text={texts.noCodeHint} />}
        {query.isLoading && (
          <>
            <h1 className="sr-only">{texts.titleWithoutSite}</h1>
            <p role="status" className="flex items-center justify-center gap-3 text-muted">
              <Spinner /> {texts.loading}
            </p>
          </>
        )}
        {error !== null && <NotOpen failure={asFailure(error)} retry={refetch} />}
        {data !== undefined && code !== "" && (
          <Card className="rounded-xl p-6 sm:p-9">
            <SiteMark className="size-10" />
            <JoinForm code={code} invitation={data} />
          </Card>
        )}
      </div>
    </main>
  );
}

function NotOpen({ failure, retry }: { failure: CallFailure; retry: () => Promise<unknown> }) {
  if (failure.error === "bad_code") return <State title={texts.over} text={texts.overHint} />;
  return (
    <>
      <h1 className="mb-5 text-2xl">{texts.titleWithoutSite}</h1>
      <Notice
        tone="error"
        action={
          <Button size="sm" onClick={() => void retry()}>
            {texts.tryAgain}
          </Button>
        }
      >
        {texts.notLoaded(failure.message)}
      </Notice>
    </>
  );
}

function State({ title, text }: { title: string; text: string }) {
  return (
    <EmptyState
      level={1}
      art={<LostPoint />}
      title={title}
      actions={
        <Link to="/admin" className={buttonClass("quiet")}>
          {texts.toPanel}
        </Link>
      }
    >
      <p>{text}</p>
    </EmptyState>
  );
}
