import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { endAdmin } from "../session/actions";
import { meQuery } from "../session/rights";
import { hasUnsavedChanges } from "../session/unsaved";
import { LoginForm, useLogin } from "./LoginForm";
import { LogoutQuestion } from "./LogoutQuestion";
import * as texts from "./texts/en";
import { useCover } from "./use-cover";

/**
 * Asks for the login again after the server has ended the session. The panel stays mounted with
 * all that was typed, but nobody can read or reach it before the login.
 */
export function SessionEnded() {
  const { place, layer } = useCover();
  const login = useLogin(useQuery(meQuery).data?.name);
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const logOut = () => {
    endAdmin();
    void navigate({ to: "/admin" });
  };
  return (
    <>
      <Dialog
        // Drawn again above whatever opened after it.
        key={layer}
        open
        mustAnswer
        uninvited
        container={place}
        // Escape is no answer: it would throw the page away.
        onOpenChange={() => undefined}
        title={texts.sessionEnded}
        description={texts.sessionEndedText}
      >
        <LoginForm login={login} className="mt-5">
          {(button) => (
            <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
              <Button
                disabled={login.isBusy}
                onClick={() => (hasUnsavedChanges() ? setAsking(true) : logOut())}
              >
                {texts.logOut}
              </Button>
              <Button {...button}>{texts.logIn}</Button>
            </div>
          )}
        </LoginForm>
      </Dialog>
      {isAsking && (
        <LogoutQuestion container={place} onLogout={logOut} onClose={() => setAsking(false)} />
      )}
    </>
  );
}
