import type { ReactNode } from "react";
import * as texts from "./texts/en";

type HeadProps = { title: string; lead: string; links: ReactNode; aside?: ReactNode };

/** The head of both leaderboards; also in the document that the server sends. */
export function Head({ title, lead, links, aside }: HeadProps) {
  return (
    <header className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <p className="eyebrow">{texts.leaderboard}</p>
        {links}
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div>
          <h1 className="text-3xl font-extrabold">{title}</h1>
          <p className="mt-3 max-w-[34rem] text-muted">{lead}</p>
        </div>
        {aside}
      </div>
    </header>
  );
}
