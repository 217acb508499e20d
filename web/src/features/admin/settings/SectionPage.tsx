import { Link, Navigate, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { QueryView } from "@/data/QueryView";
import { LostPoint } from "@/ui/art/LostPoint";
import { buttonClass } from "@/ui/Button";
import { EmptyState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import { Tabs } from "@/ui/Tabs";
import { areaOfSection } from "../session/rights";
import { AdminPage } from "../shell/AdminPage";
import { AreaGate } from "../shell/AreaGate";
import { SettingsTrail } from "../shell/SettingsTrail";
import { History } from "./History";
import { useSettings } from "./queries";
import { SectionForm } from "./SectionForm";
import type { Section } from "./section";
import { findSection } from "./sections";
import * as texts from "./texts/en";

/** /admin/settings/{section}: the settings of a section, and their history. */
export function SettingsSectionPage() {
  const { section: name = "" } = useParams({ strict: false });
  const section = findSection(name);
  if (section === undefined) return <UnknownSection />;
  if (section.page !== undefined)
    return <Navigate to={section.page} search={{ tab: "sources" }} replace />;
  return (
    <AreaGate area={areaOfSection(section.name)}>
      <Page key={section.name} section={section} />
    </AreaGate>
  );
}

function Page({ section }: { section: Section }) {
  const { tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  const query = useSettings();
  return (
    <>
      <SettingsTrail title={section.title} />
      <AdminPage title={section.title} lead={section.lead}>
        <QueryView query={query} what={texts.theSettings} loading={<LoadingSection />}>
          {({ sections, secrets }) => {
            const state = sections.find((one) => one.name === section.name);
            if (state === undefined) return <UnknownSection />;
            return (
              <Tabs
                label={texts.tabs}
                value={tab === "history" ? "history" : "settings"}
                onValueChange={(next) =>
                  void navigate({
                    to: ".",
                    search: next === "history" ? { tab: next } : {},
                    replace: true,
                  })
                }
                tabs={[
                  {
                    value: "settings",
                    label: texts.settingsTab,
                    content: <SectionForm section={section} state={state} secrets={secrets} />,
                  },
                  {
                    value: "history",
                    label: texts.historyTab,
                    content: <History section={section} state={state} />,
                  },
                ]}
              />
            );
          }}
        </QueryView>
      </AdminPage>
    </>
  );
}

function LoadingSection() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-12 rounded-md" />
      <Skeleton className="h-72 rounded-lg" />
    </div>
  );
}

function UnknownSection() {
  return (
    <EmptyState
      level={1}
      art={<LostPoint />}
      title={texts.unknownSection}
      actions={
        <Link to="/admin/settings" className={buttonClass("quiet")}>
          {texts.backToSettings}
        </Link>
      }
    >
      <p>{texts.unknownSectionText}</p>
    </EmptyState>
  );
}
