import { useRouter } from "@tanstack/react-router";
import { type RefObject, useEffect } from "react";

/** The links inside a document lead to the other pages without loading the site again. */
export function useDocumentLinks(article: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(() => {
    const element = article.current;
    if (element === null) return;
    const follow = (event: MouseEvent) => {
      const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (link === null || !isPlain || event.button !== 0 || event.defaultPrevented) return;
      if (link.origin !== window.location.origin || !/^\/docs(\/|$)/.test(link.pathname)) return;
      event.preventDefault();
      router.history.push(link.pathname + link.hash);
    };
    element.addEventListener("click", follow);
    return () => element.removeEventListener("click", follow);
  }, [article, router]);
}
