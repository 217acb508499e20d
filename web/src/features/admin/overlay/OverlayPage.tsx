import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Tabs } from "@/ui/Tabs";
import { useMay } from "../session/rights";
import { AdminPage } from "../shell/AdminPage";
import { PublicBanner } from "./PublicBanner";
import * as editorTexts from "./texts/editor.en";
import * as texts from "./texts/en";

// The editor is loaded when it is opened: most visits are for the banner's address.
const SourcesPart = lazy(async () => ({
  default: (await import("./SourcesPart")).SourcesPart,
}));

const PARTS = ["banner", "sources", "history"] as const;

/** /admin/overlay: the public banner, and the sources with addresses of their own. */
export function OverlayPage() {
  const mayEdit = useMay("settings", "change");
  const maySee = useMay("settings");
  return (
    <AdminPage title={texts.overlay} lead={texts.lead}>
      {maySee ? <Parts mayEdit={mayEdit} /> : <PublicBanner />}
    </AdminPage>
  );
}

function Parts({ mayEdit }: { mayEdit: boolean }) {
  const { tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  const parts = [
    { value: "banner", label: editorTexts.bannerPart, content: <PublicBanner /> },
    { value: "sources", label: editorTexts.sourcesPart, content: sources(false) },
    { value: "history", label: editorTexts.historyPart, content: sources(true) },
  ] as const;
  const shown = parts.filter(({ value }) => mayEdit || value !== "history");
  return (
    <Tabs
      label={editorTexts.parts}
      value={PARTS.find((part) => part === tab) ?? "banner"}
      onValueChange={(next) =>
        void navigate({ to: ".", search: next === "banner" ? {} : { tab: next }, replace: true })
      }
      tabs={shown}
    />
  );
}

const sources = (isHistory: boolean) => (
  <Suspense fallback={null}>
    <SourcesPart isHistory={isHistory} />
  </Suspense>
);
