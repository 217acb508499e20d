import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { SiteMark } from "@/features/site/SiteMark";
import { LostPoint } from "@/ui/art/LostPoint";
import { Button } from "@/ui/Button";
import { buttonClass } from "@/ui/button-class";
import { Notice } from "@/ui/Notice";
import { EmptyState } from "@/ui/PageState";
import { Spinner } from "@/ui/Spinner";
import { asFailure } from "@/wire/failure";
import { useCode } from "../../shell/use-code";
import { setupQuery } from "./queries";
import { Restarting, RestorePart } from "./RestorePart";
import { SetupForm } from "./SetupForm";
import * as texts from "./texts/en";

/** /setup: the first page of a new site. */
export function SetupPage() {
  const code = useCode("/setup");
  const { data, error, refetch } = useQuery(setupQuery);
  const [isRestarting, setRestarting] = useState(false);
  const isSetUp = error !== null && asFailure(error).status === 404;
  if (isRestarting)
    return (
      <Frame>
        <Restarting />
      </Frame>
    );
  return (
    <Frame>
      {data === undefined && !isSetUp && (
        <h1 className="text-2xl font-extrabold sm:text-3xl">{texts.title}</h1>
      )}
      {data === undefined && error === null && (
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner /> {texts.loading}
        </p>
      )}
      {error !== null && <NotOpen isSetUp={isSetUp} retry={refetch} />}
      {data !== undefined && code === "" && (
        <EmptyState level={1} art={<LostPoint />} title={texts.noCode}>
          <p>{texts.noCodeHint}</p>
        </EmptyState>
      )}
      {data !== undefined && code !== "" && (
        <>
          <SetupForm code={code} begin={data} />
          {!data.restored && <RestorePart code={code} onRestart={() => setRestarting(true)} />}
        </>
      )}
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[46rem] flex-col gap-6 px-4 py-8 sm:px-6 sm:py-12">
      <SiteMark className="size-10" />
      {children}
    </main>
  );
}

function NotOpen({ isSetUp, retry }: { isSetUp: boolean; retry: () => Promise<unknown> }) {
  if (!isSetUp)
    return (
      <Notice tone="error">
        {texts.notLoaded}{" "}
        <Button size="sm" onClick={() => void retry()}>
          {texts.tryAgain}
        </Button>
      </Notice>
    );
  return (
    <EmptyState
      level={1}
      art={<LostPoint />}
      title={texts.alreadySetUp}
      actions={
        <Link to="/admin" className={buttonClass("quiet")}>
          {texts.toPanel}
        </Link>
      }
    >
      <p>{texts.alreadySetUpHint}</p>
    </EmptyState>
  );
}
