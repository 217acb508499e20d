import { useNavigate, useSearch } from "@tanstack/react-router";
import { Download, Plus } from "lucide-react";
import { type ComponentProps, lazy, Suspense, useEffect, useState } from "react";
import { QueryView } from "@/data/QueryView";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { formatCents } from "@/ui/format/dollars";
import { Message, useMessage } from "@/ui/Message";
import { EmptyState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import { ToggleGroup } from "@/ui/ToggleGroup";
import { AdminPage } from "../shell/AdminPage";
import { Stat } from "../shell/Stats";
import { useQueue } from "../shell/use-queue";
import { ExternalNotice } from "./ExternalNotice";
import { offIf, useExternal } from "./external";
import { HuntTable } from "./HuntTable";
import { countOf, filterOf, type Hunt, type Status, statuses, statusNames, valueOf } from "./model";
import { useHunts } from "./queries";
import { DeleteHunt } from "./questions";
import * as texts from "./texts/en";

const loadDialog = () => import("./HuntDialog");
const HuntDialog = lazy(async () => ({ default: (await loadDialog()).HuntDialog }));

const ImportDialog = lazy(async () => ({
  default: (await import("./ImportDialog")).ImportDialog,
}));

type Opened = { action: "create" | "import" } | { action: "delete"; hunt: Hunt };

/** /admin/bonus-hunts: all hunts, and how each of them stands. */
export function HuntsPage() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const { message, say, hush } = useMessage();
  const inTurn = useQueue();
  const query = useHunts();
  const isReadOnly = useExternal(query.data);
  // The form comes behind the page, before anybody asks for it.
  useEffect(() => void loadDialog(), []);
  const open = (next: Opened) => {
    hush();
    setOpened(next);
  };
  const close = () => setOpened(null);
  const create = () => open({ action: "create" });
  return (
    <AdminPage
      title={texts.bonusHunts}
      lead={texts.collectedFirstThenOpened}
      actions={
        <Actions
          isReadOnly={isReadOnly}
          onImport={() => open({ action: "import" })}
          onCreate={create}
        />
      }
    >
      <div className="flex flex-col gap-5">
        {isReadOnly && <ExternalNotice />}
        <Message message={message} className="sticky top-19 z-10 lg:top-3" />
        <QueryView query={query} what={texts.textBonusHunts} loading={<LoadingHunts />}>
          {(hunts) => (
            <>
              <Figures hunts={hunts} />
              <List
                hunts={hunts}
                isReadOnly={isReadOnly}
                inTurn={inTurn}
                say={say}
                onCreate={create}
                onDelete={(hunt) => open({ action: "delete", hunt })}
              />
            </>
          )}
        </QueryView>
      </div>
      {opened !== null && (
        <OpenDialog
          opened={opened}
          hunts={query.data ?? []}
          onClose={close}
          onDone={(text) => say("success", text)}
        />
      )}
    </AdminPage>
  );
}

type OpenDialogProps = {
  opened: Opened;
  hunts: readonly Hunt[];
  onClose: () => void;
  /** It is done, and this is said of it. */
  onDone: (text: string) => void;
};

function OpenDialog({ opened, hunts, onClose, onDone }: OpenDialogProps) {
  if (opened.action === "delete")
    return (
      <DeleteHunt
        hunt={hunts.find(({ id }) => id === opened.hunt.id) ?? opened.hunt}
        onClose={onClose}
        onDone={onDone}
      />
    );
  return (
    <Suspense fallback={null}>
      {opened.action === "import" ? (
        <ImportDialog onClose={onClose} />
      ) : (
        <HuntDialog
          now={null}
          others={hunts}
          onClose={onClose}
          onDone={(text) => {
            onClose();
            onDone(text);
          }}
        />
      )}
    </Suspense>
  );
}

type ActionsProps = { isReadOnly: boolean; onImport: () => void; onCreate: () => void };

function Actions({ isReadOnly, onImport, onCreate }: ActionsProps) {
  return (
    <>
      {!isReadOnly && (
        <Button onClick={onImport} icon={<Download aria-hidden="true" className="size-4.5" />}>
          {texts.importText}
        </Button>
      )}
      <Button
        tone="gold"
        onClick={onCreate}
        icon={<Plus aria-hidden="true" className="size-4.5" />}
        {...offIf(isReadOnly)}
      >
        {texts.createHunt}
      </Button>
    </>
  );
}

function Figures({ hunts }: { hunts: readonly Hunt[] | undefined }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-5">
      {statuses.map((status) => (
        <Stat key={status} label={statusNames[status]}>
          {hunts === undefined ? null : countOf(hunts, status)}
        </Stat>
      ))}
      <Stat label={texts.totalHunts}>{hunts?.length ?? null}</Stat>
      <Stat label={texts.totalValueLabel}>
        {hunts === undefined ? null : formatCents(valueOf(hunts))}
      </Stat>
    </dl>
  );
}

const filters: readonly { value: Status | "all"; label: string }[] = [
  { value: "all", label: texts.all },
  ...statuses.map((value) => ({ value, label: statusNames[value] })),
];

type ListProps = ComponentProps<typeof HuntTable> & { onCreate: () => void };

function List({ hunts, isReadOnly, onCreate, ...rest }: ListProps) {
  const { tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = filterOf(tab);
  const shown = hunts.filter(({ status }) => filter === "all" || status === filter);
  if (hunts.length === 0 && isReadOnly)
    return (
      <Card>
        <EmptyState art={<EmptyRows />} title={texts.noBonusHuntsYet}>
          <p>{texts.theyWillAppearHereOnce}</p>
        </EmptyState>
      </Card>
    );
  if (hunts.length === 0)
    return (
      <Card>
        <EmptyState
          art={<EmptyRows />}
          title={texts.noBonusHuntsYet}
          actions={<Button onClick={onCreate}>{texts.createFirstOne}</Button>}
        >
          <p>{texts.makeOneAddSlots}</p>
        </EmptyState>
      </Card>
    );
  return (
    <>
      <div className="self-start max-sm:w-full">
        <ToggleGroup
          label={texts.status}
          options={filters}
          value={filter}
          onValueChange={(next) =>
            void navigate({
              to: "/admin/bonus-hunts",
              search: next === "all" ? {} : { tab: next },
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      {shown.length > 0 ? (
        <HuntTable hunts={shown} isReadOnly={isReadOnly} {...rest} />
      ) : (
        <Card>
          <EmptyState
            art={<EmptyRows />}
            title={filter === "all" ? texts.noBonusHuntsYet : texts.noneWithStatus[filter]}
          />
        </Card>
      )}
    </>
  );
}

function LoadingHunts() {
  return (
    <>
      <Figures hunts={undefined} />
      <Card className="divide-y divide-line">
        <span role="status" className="sr-only">
          {texts.loadingBonusHunts}
        </span>
        {[0, 1, 2, 3].map((row) => (
          <div key={row} className="flex items-center gap-6 px-5 py-5">
            <Skeleton className="h-5 w-44 rounded-sm" />
            <Skeleton className="h-5 w-24 rounded-sm" />
            <Skeleton className="ml-auto h-5 w-24 rounded-sm" />
          </div>
        ))}
      </Card>
    </>
  );
}
