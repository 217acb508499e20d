import { Link } from "@tanstack/react-router";
import { ChevronRight, Images, Lock } from "lucide-react";
import { QueryView } from "@/data/QueryView";
import { Badge } from "@/ui/Badge";
import { formatMoment } from "@/ui/format/dates";
import { Skeleton } from "@/ui/Skeleton";
import { areaOfSection, useMay } from "../session/rights";
import { AdminPage } from "../shell/AdminPage";
import { useDraftNames } from "./drafts";
import { madeBy } from "./History";
import { type SectionState, useSettings } from "./queries";
import type { Section } from "./section";
import { sections } from "./sections";
import { Transfer } from "./Transfer";
import * as texts from "./texts/en";

/** /admin/settings: every section, with who changed it last. */
export function SettingsPage() {
  const query = useSettings();
  const drafts = useDraftNames();
  const mayServices = useMay("services");
  return (
    <AdminPage title={texts.settings} lead={texts.lead}>
      <div className="flex flex-col gap-8">
        <QueryView query={query} what={texts.theSettings} loading={<LoadingSections />}>
          {(settings) => (
            <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
              {sections.map((section) => {
                const state = settings.sections.find(({ name }) => name === section.name);
                if (
                  state === undefined ||
                  (areaOfSection(section.name) === "services" && !mayServices)
                )
                  return null;
                return (
                  <li key={section.name}>
                    <SectionCard
                      section={section}
                      state={state}
                      isUnsaved={drafts.includes(section.name)}
                    />
                  </li>
                );
              })}
              <li>
                <PicturesCard />
              </li>
            </ul>
          )}
        </QueryView>
        <Transfer mayImport={mayServices} />
      </div>
    </AdminPage>
  );
}

type SectionCardProps = { section: Section; state: SectionState; isUnsaved: boolean };

function SectionCard({ section, state, isUnsaved }: SectionCardProps) {
  const { name, title, lead, Icon, page } = section;
  const isLocked = state.locked.some(({ key }) => key === "");
  return (
    <Link
      {...(page === undefined
        ? { to: "/admin/settings/$section", params: { section: name } }
        : { to: page, search: { tab: "sources" } })}
      className="surface flex h-full items-start gap-4 rounded-lg p-5 transition-colors hover:bg-ink-850"
    >
      <span className="mt-0.5 inline-flex size-10 shrink-0 items-center justify-center rounded-md bg-ink-800 text-muted">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-display text-base font-bold">{title}</span>
          {isUnsaved && <Badge>{texts.unsaved}</Badge>}
          {isLocked && (
            <Badge>
              <Lock aria-hidden="true" className="size-3.5" />
              {texts.lockedWhole}
            </Badge>
          )}
        </span>
        <span className="mt-1 block text-sm text-muted">{lead}</span>
        <span className="mt-3 block text-xs text-balance text-faint [overflow-wrap:anywhere]">
          {texts.changedAt(madeBy(state.version), formatMoment(state.version.at))}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="mt-1 size-5 shrink-0 text-faint" />
    </Link>
  );
}

function PicturesCard() {
  return (
    <Link
      to="/admin/settings/pictures"
      className="surface flex h-full items-start gap-4 rounded-lg p-5 transition-colors hover:bg-ink-850"
    >
      <span className="mt-0.5 inline-flex size-10 shrink-0 items-center justify-center rounded-md bg-ink-800 text-muted">
        <Images aria-hidden="true" className="size-5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="font-display text-base font-bold">{texts.pictures}</span>
        <span className="mt-1 block text-sm text-muted">{texts.picturesLead}</span>
      </span>
      <ChevronRight aria-hidden="true" className="mt-1 size-5 shrink-0 text-faint" />
    </Link>
  );
}

function LoadingSections() {
  return (
    <div role="status" className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      <span className="sr-only">{texts.loading}</span>
      {sections.map(({ name }) => (
        <Skeleton key={name} className="h-32 rounded-lg" />
      ))}
    </div>
  );
}
