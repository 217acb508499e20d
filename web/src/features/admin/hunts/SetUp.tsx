import { SettingsLink } from "../shell/SettingsLink";
import * as texts from "./texts/en";

/** How the site gets a service to import from. */
export function SetUp() {
  return (
    <div className="text-sm text-muted">
      <p className="text-base font-semibold text-text">{texts.noHuntServiceSet}</p>
      <p className="mt-1">
        {texts.setServiceUnder(<SettingsLink section="hunts">{texts.huntSettings}</SettingsLink>)}
      </p>
    </div>
  );
}
