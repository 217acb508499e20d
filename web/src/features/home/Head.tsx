import type { ReactNode } from "react";
import { cx } from "@/ui/cx";
import { Skeleton } from "@/ui/Skeleton";
import * as texts from "./texts/en";

/** Titles up to this length are set in the largest size. */
export const SHORT_TITLE_MAX = 10;

type HeadProps = {
  eyebrow: string;
  title: string | undefined;
  isShort: boolean;
  /** What the visitor can do, below the title. */
  children: ReactNode;
  /** The picture and what stands below both. */
  beside: ReactNode;
};

/** The head of the home page; also in the document that the server sends, as a guest sees it. */
export function Head({ eyebrow, title, isShort, children, beside }: HeadProps) {
  return (
    <section className="relative isolate -mx-4 grid items-center gap-x-8 overflow-hidden px-4 pt-2 sm:-mx-6 sm:px-6 sm:pt-4 lg:grid-cols-[1.1fr_1fr]">
      <div className="relative z-10">
        <p className="eyebrow">{eyebrow}</p>
        <h1
          className={cx(
            "mt-3 font-extrabold [overflow-wrap:anywhere]",
            // A name of up to 24 characters stays on one line where there is space for it.
            isShort ? "text-3xl sm:text-4xl xl:text-5xl" : "text-2xl sm:text-3xl xl:text-4xl",
          )}
        >
          {title ?? <Skeleton className="h-12 w-72 max-w-full rounded-md" />}
        </h1>
        {children}
      </div>
      {beside}
    </section>
  );
}

type GuestWelcomeProps = {
  /** Points for a new member; 0 = none. */
  welcomePoints?: number;
  children: ReactNode;
};

/** What the site offers a guest, with the buttons between. */
export function GuestWelcome({ welcomePoints = 0, children }: GuestWelcomeProps) {
  return (
    <>
      <p className="mt-3 max-w-[30rem] leading-normal text-muted sm:mt-4 sm:text-lg">
        {texts.guestIntro}
      </p>
      <div className="mt-5 flex flex-wrap gap-3 max-sm:*:flex-1 max-sm:*:px-4 sm:mt-7">
        {children}
      </div>
      <div className="mt-3 text-sm text-muted sm:mt-4">
        <p>{texts.free}</p>
        {welcomePoints > 0 && (
          <p className="mt-1 font-semibold text-text">{texts.welcome(welcomePoints)}</p>
        )}
      </div>
    </>
  );
}
