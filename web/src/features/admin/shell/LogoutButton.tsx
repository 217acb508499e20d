import { useLocation, useNavigate } from "@tanstack/react-router";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { cx } from "@/ui/cx";
import { endAdmin } from "../session/actions";
import { hasUnsavedChanges } from "../session/unsaved";
import { LogoutQuestion } from "./LogoutQuestion";
import { sidebarRow, sidebarRowAtRest } from "./sidebar-row";
import * as texts from "./texts/en";

/** From the dashboard to the site's home, from other pages to the gate (docs/decisions.md, B5). */
export function LogoutButton() {
  const isDashboard = useLocation({ select: ({ pathname }) => /^\/admin\/?$/.test(pathname) });
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const logOut = () => {
    endAdmin();
    void navigate({ to: isDashboard ? "/" : "/admin" });
  };
  return (
    <>
      <button
        type="button"
        onClick={() => (hasUnsavedChanges() ? setAsking(true) : logOut())}
        className={cx(sidebarRow, sidebarRowAtRest)}
      >
        <LogOut aria-hidden="true" className="size-4.5 text-faint" />
        {texts.logout}
      </button>
      {asking && <LogoutQuestion onLogout={logOut} onClose={() => setAsking(false)} />}
    </>
  );
}
