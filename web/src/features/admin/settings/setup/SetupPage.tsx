import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { SiteMark } from "@/features/site/SiteMark";
import { LostPoint } from "@/ui/art/LostPoint";
import { Button } from "@/ui/Button";
import { buttonClass } from "@/ui/button-class";
import { Notice } from "@/ui/Notice";
import { EmptyState } from "@/ui/PageState";
import { Spinner } from "@/ui/Spinner";
import { asFailure } from "@/wire/failure";
import { LostSeeds } from "../../shell/LostSeeds";
import { useCode } from "../../shell/use-code";
import { type SetupState, setupQuery } from "./queries";
import { Restarting, RestorePart } from "./RestorePart";
import { SetupForm } from "./SetupForm";
import * as texts from "./texts/en";
import * as restoreTexts from "./texts/restore.en";

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
        <Begin code={code} begin={data} onRestart={() => setRestarting(true)} />
      )}
    </Frame>
  );
}

type BeginProps = { code: string; begin: SetupState; onRestart: () => void };

/** A new site begins with the setup or with a backup, and a restored one with a new password. */
function Begin({ code, begin, onRestart }: BeginProps) {
  const [isRestoring, setRestoring] = useState(false);
  const instead = useRef<HTMLButtonElement>(null);
  if (begin.restored)
    return (
      <>
        <Head title={texts.restoredTitle} lead={texts.restoredLead}>
          <LostSeeds />
        </Head>
        <SetupForm code={code} begin={begin} />
      </>
    );
  const cancel = () => {
    flushSync(() => setRestoring(false));
    instead.current?.focus();
  };
  if (isRestoring)
    return (
      <>
        <Head title={restoreTexts.title} lead={restoreTexts.lead} />
        <RestorePart code={code} onRestart={onRestart} onCancel={cancel} />
      </>
    );
  return (
    <>
      <Head title={texts.title} lead={texts.lead}>
        <Button ref={instead} onClick={() => setRestoring(true)}>
          {restoreTexts.open}
        </Button>
      </Head>
      <SetupForm code={code} begin={begin} />
    </>
  );
}

type HeadProps = { title: string; lead: string; children?: ReactNode };

function Head({ title, lead, children }: HeadProps) {
  return (
    <header className="flex flex-col items-start gap-4">
      <div>
        <h1 className="text-2xl font-extrabold sm:text-3xl">{title}</h1>
        <p className="mt-2 text-muted">{lead}</p>
      </div>
      {children}
    </header>
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
