import { type SubmitEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { refreshMember } from "@/features/session/actions";
import { useSite } from "@/features/site/queries";
import { HouseMark } from "@/ui/art/HouseMark";
import { Button } from "@/ui/Button";
import { PasswordField } from "@/ui/Field";
import { keepBypass } from "@/wire/closed-site";
import { asFailure } from "@/wire/failure";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { coverPage } from "./cover";
import { MusicPlayer } from "./MusicPlayer";
import { NightScene } from "./NightScene";
import * as texts from "./texts/en";

/**
 * What everybody sees while the site is closed: that it comes back by itself, music for the wait,
 * and the way in for those who run it.
 *
 * It is the browser's own modal dialog: it lies over every other layer and holds the focus. The page
 * behind it is inert. It is a child of the body, so that screen readers find it also while another
 * dialog has hidden the page from them.
 */
export default function MaintenanceOverlay() {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const title = useId();
  const site = useSite();
  const track = site?.maintenanceTrack || null;
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    element.showModal();
    // The first thing that is read out, and no field that opens a keyboard by itself.
    heading.current?.focus();
    const uncover = coverPage(element);
    // A dialog that is open underneath hears of presses at the document, and would close.
    element.addEventListener("pointerdown", stop);
    return () => {
      element.removeEventListener("pointerdown", stop);
      // Before the dialog closes: it gives the focus back to what had it.
      uncover();
      element.close();
      // What was refused or changed meanwhile is read again.
      void queryClient.invalidateQueries();
      void refreshMember();
    };
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={title}
      onCancel={(event) => event.preventDefault()}
      // Pressed twice, Escape closes a dialog in spite of its owner.
      onClose={({ currentTarget }) => {
        if (currentTarget.isConnected && !currentTarget.open) currentTarget.showModal();
      }}
      className="pointer-events-auto fixed inset-0 m-0 size-full max-h-none max-w-none animate-fade overflow-x-hidden overflow-y-auto bg-ink-950 text-text outline-none"
    >
      <div className="relative isolate flex min-h-full flex-col overflow-hidden px-5 py-6 sm:px-10 sm:py-8 lg:px-16">
        <div className="absolute inset-0 -z-10">
          <NightScene />
          <div className="absolute inset-0 bg-linear-to-b from-ink-950/45 to-transparent lg:bg-none" />
        </div>
        <p className="flex items-center gap-2.5 font-display text-base font-bold">
          <HouseMark className="size-8" />
          {site?.name}
        </p>
        <div className="flex w-full max-w-[27rem] flex-1 flex-col gap-6 pt-7 pb-52 sm:pt-14 lg:justify-center lg:pt-0 lg:pb-10">
          <div>
            <p className="eyebrow">{texts.eyebrow}</p>
            <h1
              id={title}
              tabIndex={-1}
              ref={heading}
              className="mt-3 text-3xl font-extrabold outline-none sm:text-4xl"
            >
              {texts.heading}
            </h1>
            <p className="mt-4 text-muted">{texts.intro}</p>
          </div>
          <MusicPlayer key={track} track={track} />
          <BypassForm />
        </div>
      </div>
    </dialog>,
    document.body,
  );
}

function stop(event: Event): void {
  event.stopPropagation();
}

/** The way in for admins. */
function BypassForm() {
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (password === "") {
      setError(texts.passwordRequired);
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      const granted = await answer(
        api.POST("/api/auth/maintenance-bypass", { body: { password } }),
      );
      keepBypass({ token: granted.bypassToken, expiresAt: granted.expiresAt });
    } catch (thrown) {
      const failure = asFailure(thrown);
      setError(failure.isLost ? texts.noConnection : (failure.said ?? texts.passwordInvalid));
      if (!failure.isLost) setPassword("");
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex items-start gap-2">
      <PasswordField
        label={texts.adminPassword}
        labelHidden
        placeholder={texts.adminPassword}
        autoComplete="current-password"
        value={password}
        error={error}
        onChange={({ target }) => {
          setPassword(target.value);
          setError(undefined);
        }}
        className="min-w-0 flex-1"
      />
      <Button type="submit" busy={busy} className="min-h-12.5">
        {texts.enter}
      </Button>
    </form>
  );
}
