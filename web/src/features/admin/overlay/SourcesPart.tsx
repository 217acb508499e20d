import { QueryView } from "@/data/QueryView";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";
import { useMay } from "../session/rights";
import { useDraft } from "../settings/drafts";
import { History } from "../settings/History";
import { type SecretState, type SectionState, useSettings } from "../settings/queries";
import { SectionForm } from "../settings/SectionForm";
import type { Section } from "../settings/section";
import { overlay } from "../settings/sections/overlay";
import * as settingsTexts from "../settings/texts/en";
import * as words from "../settings/texts/overlay.en";
import { SeeOnly } from "../shell/SeeOnly";
import { compared } from "./compare";
import { checkSources } from "./editor/check";
import { KindArt } from "./editor/KindArt";
import { idOf, kindOf, nameOf, plateOf, sourcesOf } from "./editor/model";
import { SourcesForm } from "./editor/SourcesForm";
import * as texts from "./texts/editor.en";

const section: Section = { ...overlay, Form: SourcesForm, check: checkSources };

/** The overlay's sources, or the versions of them. People who cannot change settings see the names and no address. */
export function SourcesPart({ isHistory }: { isHistory: boolean }) {
  const query = useSettings();
  const mayChange = useMay("settings", "change");
  return (
    <QueryView query={query} what={settingsTexts.theSettings} loading={<Loading />}>
      {({ sections, secrets }) => {
        const state = sections.find(({ name }) => name === section.name);
        if (state === undefined) return null;
        if (!mayChange) return <SourcesToSee state={state} />;
        return isHistory ? (
          <History section={section} state={state} />
        ) : (
          <Editor state={state} secrets={secrets} />
        );
      }}
    </QueryView>
  );
}

type EditorProps = { state: SectionState; secrets: readonly SecretState[] };

function Editor({ state, secrets }: EditorProps) {
  const draft = useDraft(section.name);
  const versions = [draft?.base ?? {}, state.values, draft?.values ?? {}];
  return <SectionForm section={compared(section, versions)} state={state} secrets={secrets} />;
}

function SourcesToSee({ state }: { state: SectionState }) {
  const sources = sourcesOf(state.values);
  return (
    <div className="flex flex-col gap-5">
      <SeeOnly area="settings" />
      {sources.length === 0 && <p className="text-sm text-muted">{texts.noSourcesYet}</p>}
      <ul aria-label={texts.sources} className="grid gap-3 md:grid-cols-2">
        {sources.map((source) => {
          const kind = kindOf(source);
          const { x, y, width, height } = plateOf(source);
          const place = words.place(String(width), String(height), String(x), String(y));
          return (
            <li key={idOf(source)}>
              <Card className="flex items-center gap-4 p-4">
                {kind !== null && <KindArt kind={kind} className="w-16 shrink-0" />}
                <span className="min-w-0">
                  <span className="block truncate font-semibold">{nameOf(source)}</span>
                  <span className="block text-sm text-muted">
                    {texts.seeOnlyPlace(texts.kindName(kind ?? ""), place)}
                  </span>
                </span>
              </Card>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Loading() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">{settingsTexts.loading}</span>
      <Skeleton className="h-72 rounded-lg" />
      <Skeleton className="h-48 rounded-lg" />
    </div>
  );
}
