import { useQuery } from "@tanstack/react-query";
import { ChevronDown, RotateCcw } from "lucide-react";
import { useId, useState } from "react";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { QueryView } from "@/data/QueryView";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatMoment } from "@/ui/format/dates";
import { Message, useMessage } from "@/ui/Message";
import { Skeleton } from "@/ui/Skeleton";
import { failureTexts } from "../shell/failure-texts";
import { QuestionKind } from "../shell/QuestionKind";
import { DifferenceList, toPair } from "./Differences";
import {
  historyQuery,
  rereadSettings,
  restore,
  revisionQuery,
  type SectionState,
  type Version,
} from "./queries";
import type { Section } from "./section";
import * as texts from "./texts/en";
import { useConfirmed } from "./use-confirmed";

type HistoryProps = { section: Section; state: SectionState };

/** The versions of a section: who made them, what restoring one would change, and the button that does. */
export function History({ section, state }: HistoryProps) {
  const { revision } = state.version;
  const query = useQuery(historyQuery(section.name, revision));
  const { message, say } = useMessage();
  const [asked, setAsked] = useState<number | null>(null);
  const { submit, isBusy, dialog } = useConfirmed({
    send: (earlier: number, confirmed) =>
      restore({ section: section.name, revision, earlier, confirmed }),
    onAnswer: (_, earlier) => say("success", texts.restored(earlier)),
    onFailure: async (failure) => {
      if (failure.error !== "changed") return say("error", ...failureTexts(failure));
      await rereadSettings();
      say("error", texts.restoreChanged);
    },
  });
  const isLocked = state.locked.some(({ key }) => key === "");
  return (
    <>
      <Message message={message} className="mb-4" />
      <QueryView query={query} what={texts.theHistory} loading={<LoadingHistory />}>
        {(versions) => (
          <ol aria-label={texts.versions} className="flex flex-col gap-3">
            {versions.map((version) => (
              <li key={version.revision}>
                <VersionCard
                  section={section}
                  version={version}
                  now={revision}
                  isBusy={isBusy}
                  onRestore={isLocked ? null : () => setAsked(version.revision)}
                />
              </li>
            ))}
          </ol>
        )}
      </QueryView>
      {asked !== null && (
        <ConfirmDialog
          art={<QuestionKind kind="warning" />}
          title={texts.restoreTitle(asked)}
          text={texts.restoreText}
          confirm={texts.restoreThis}
          onConfirm={() => submit(asked)}
          onClose={() => setAsked(null)}
        />
      )}
      {dialog}
    </>
  );
}

/** The author of a version, in words. */
export function madeBy({ cause, actor }: Version): string {
  return texts.causes[cause](actor);
}

type VersionCardProps = {
  section: Section;
  version: Version;
  /** The version in force. */
  now: number;
  isBusy: boolean;
  onRestore: (() => void) | null;
};

function VersionCard({ section, version, now, isBusy, onRestore }: VersionCardProps) {
  const [isOpen, setOpen] = useState(false);
  const bodyId = useId();
  const isNow = version.revision === now;
  return (
    <Card className="p-4 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <h2 className="flex items-center gap-2 font-sans text-base font-semibold tracking-normal">
            {texts.versionNumber(version.revision)}
            {isNow && <Badge tone="win">{texts.inForce}</Badge>}
          </h2>
          <p className="text-sm text-muted [overflow-wrap:anywhere]">
            {texts.changedAt(madeBy(version), formatMoment(version.at))}
          </p>
        </div>
        {!isNow && (
          <Button
            size="sm"
            aria-expanded={isOpen}
            aria-controls={bodyId}
            onClick={() => setOpen(!isOpen)}
            icon={
              <ChevronDown aria-hidden="true" className={cx("size-4", isOpen && "rotate-180")} />
            }
          >
            {texts.showDifference}
          </Button>
        )}
      </div>
      <div id={bodyId} hidden={!isOpen} className="mt-4">
        {isOpen && !isNow && (
          <VersionDifferences
            section={section}
            earlier={version.revision}
            now={now}
            isBusy={isBusy}
            onRestore={onRestore}
          />
        )}
      </div>
    </Card>
  );
}

type VersionDifferencesProps = Omit<VersionCardProps, "version"> & { earlier: number };

function VersionDifferences(props: VersionDifferencesProps) {
  const { section, earlier, now, isBusy, onRestore } = props;
  const query = useQuery(revisionQuery(section.name, earlier, now));
  return (
    <QueryView
      query={query}
      what={texts.theDifference}
      failedAs="notice"
      loading={
        <div role="status">
          <span className="sr-only">{texts.loadingDifference}</span>
          <Skeleton className="h-20 rounded-md" />
        </div>
      }
    >
      {(differences) =>
        differences.length === 0 ? (
          <p className="text-sm text-muted">{texts.sameAsNow}</p>
        ) : (
          <div className="flex flex-col items-start gap-4">
            <div className="w-full">
              <DifferenceList section={section} pairs={differences.map(toPair)} />
            </div>
            {onRestore !== null && (
              <Button
                busy={isBusy}
                onClick={onRestore}
                icon={<RotateCcw aria-hidden="true" className="size-4" />}
              >
                {texts.restoreThis}
              </Button>
            )}
          </div>
        )
      }
    </QueryView>
  );
}

function LoadingHistory() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{texts.loadingHistory}</span>
      <Skeleton className="h-20 rounded-lg" />
      <Skeleton className="h-20 rounded-lg" />
    </div>
  );
}
