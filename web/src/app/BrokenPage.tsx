import { useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import { HouseMark } from "@/ui/art/HouseMark";
import { buttonClass } from "@/ui/button-class";
import { loadAfresh } from "./load-afresh";
import * as texts from "./texts/en";

/**
 * A page that broke, or whose code could not be loaded after an update of the site. It stands in
 * the first files and needs no others: they may be the very ones that cannot be had.
 */
export function BrokenPage() {
  const { href, pathname } = useRouter().state.location;
  const [isOffline, setOffline] = useState(false);
  // A chunk that failed to load may stay failed for this document, so a new one is loaded.
  const retry = useCallback(
    () => void loadAfresh(href).then((isLoading) => setOffline(!isLoading)),
    [href],
  );
  useEffect(() => {
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [retry]);
  return (
    <div
      role="alert"
      className="flex min-h-[60dvh] flex-col items-center justify-center px-6 text-center animate-rise"
    >
      <HouseMark className="size-16 opacity-45 grayscale" />
      <h1 className="mt-6 text-xl">
        {pathname.startsWith("/slots/") ? texts.failedLoadGamePlease : texts.pageCouldNotShown}
      </h1>
      <p className="mt-2 max-w-[26rem] text-muted">
        {isOffline ? texts.siteCantReachedPage : texts.connectionMayHaveDropped}
      </p>
      <button type="button" onClick={retry} className={`${buttonClass("quiet")} mt-6`}>
        {texts.retry}
      </button>
    </div>
  );
}
