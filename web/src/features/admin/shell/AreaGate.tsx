import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ComponentType, Fragment, type ReactNode } from "react";
import { QueryView } from "@/data/QueryView";
import { LostPoint } from "@/ui/art/LostPoint";
import { buttonClass } from "@/ui/button-class";
import { EmptyState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import { type Area, may, meQuery } from "../session/rights";
import * as texts from "./texts/en";

/** A page of an area: those who may not see it read why, and nothing of it is loaded. */
export function inArea(area: Area, Page: ComponentType): ComponentType {
  return function PageOfArea() {
    return (
      <AreaGate area={area}>
        <Page />
      </AreaGate>
    );
  };
}

/** What only those may see whose role allows the area. */
export function AreaGate({ area, children }: { area: Area; children: ReactNode }) {
  const query = useQuery(meQuery);
  // What has been loaded stays, also while it cannot be read again.
  if (query.data !== undefined)
    // Nothing of a page goes on for another person who logs in over an ended session.
    return may(query.data, area) ? (
      <Fragment key={query.data.id}>{children}</Fragment>
    ) : (
      <NotAllowed />
    );
  return (
    <QueryView query={query} what={texts.yourRights} loading={<Loading />}>
      {() => null}
    </QueryView>
  );
}

function NotAllowed() {
  return (
    <div className="flex min-h-[70dvh] items-center justify-center">
      <EmptyState
        level={1}
        art={<LostPoint />}
        title={texts.notAllowed}
        actions={
          <Link to="/admin" className={buttonClass("quiet")}>
            {texts.backToDashboard}
          </Link>
        }
      >
        <p>{texts.notAllowedText}</p>
      </EmptyState>
    </div>
  );
}

/** It is seen only when the answer takes its time: the page has a shape of its own for what it loads. */
function Loading() {
  return (
    <div role="status" className="flex animate-late flex-col gap-5">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-9 w-56 rounded-md" />
      <Skeleton className="h-48 rounded-lg" />
    </div>
  );
}
