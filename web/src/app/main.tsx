import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { startSession } from "@/features/session/actions";
import { useSession } from "@/features/session/store";
import { startSite } from "@/features/site/follow";
import { prepareFormats } from "@/ui/format/locale";
import { queryClient } from "@/wire/queries";
import { router } from "./router";
import "./styles.css";

startSession();
startSite();
void import("./Connection").then(({ startConnection }) => startConnection(router));
// Guards are asked again when somebody logs in or out, in this window or in another.
useSession.subscribe((state, previous) => {
  if (state.token !== previous.token) void router.invalidate();
});

const place = document.getElementById("root");
if (place === null) throw new Error("index.html has no #root.");
/**
 * The frame in the document stays until the page itself can be shown. Nothing is awaited here: the files of
 * pages import from this one, and would wait for it in turn.
 */
async function start(root: Element): Promise<void> {
  await router.load();
  // A transition is rendered in small steps, and taps are answered between them.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}

// Apart from the evaluation of the files, which takes a phone long enough.
setTimeout(() => void start(place));
if ("requestIdleCallback" in window) requestIdleCallback(prepareFormats);
