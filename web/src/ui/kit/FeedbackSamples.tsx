import { BrokenSignal } from "../art/BrokenSignal";
import { ClosedHouse } from "../art/ClosedHouse";
import { EmptyRows } from "../art/EmptyRows";
import { HouseMark } from "../art/HouseMark";
import { LostPoint } from "../art/LostPoint";
import { MaintenanceHouse } from "../art/MaintenanceHouse";
import { Button } from "../Button";
import { Card } from "../Card";
import { Message } from "../Message";
import { Notice } from "../Notice";
import { EmptyState, ErrorState } from "../PageState";
import { Skeleton } from "../Skeleton";
import { Spinner } from "../Spinner";
import { toast } from "../toast";
import { Sample, State } from "./Sample";

const scenes = [
  { name: "Empty list", art: <EmptyRows /> },
  { name: "Could not be loaded", art: <BrokenSignal /> },
  { name: "Not open yet", art: <ClosedHouse /> },
  { name: "No such page", art: <LostPoint /> },
  { name: "Under maintenance", art: <MaintenanceHouse /> },
];

/** What the site says back: notices, toasts, waiting, nothing, failure. */
export function FeedbackSamples() {
  return (
    <>
      <NoticeSamples />
      <WaitingSamples />
      <StateSamples />
      <DrawingSamples />
    </>
  );
}

function NoticeSamples() {
  return (
    <Sample title="Notices and toasts">
      <div className="grid w-full gap-4 sm:grid-cols-2">
        <Notice>A calm word about what is going on.</Notice>
        <Notice action={<Button size="sm">Retry</Button>}>
          One with something to do about it.
        </Notice>
        <Notice tone="error">Invalid email or password</Notice>
        <Notice tone="error" action={<Button size="sm">Retry</Button>}>
          It could not be loaded.
        </Notice>
      </div>
      <State name="Results of an action, framed and bare">
        <Message message={{ tone: "success", text: "Saved." }} />
        <Message message={{ tone: "error", text: "Not saved.", detail: "More about it." }} />
        <Message isBare message={{ tone: "success", text: "Saved." }} />
        <Message isBare message={{ tone: "error", text: "Not saved." }} />
      </State>
      <State name="Toasts, four seconds each">
        {(["info", "success", "error"] as const).map((tone) => (
          <Button key={tone} size="sm" onClick={() => toast({ text: `A message: ${tone}`, tone })}>
            Toast {tone}
          </Button>
        ))}
        <Button
          size="sm"
          onClick={() =>
            toast({ text: "With more to say", tone: "info", description: "In a second line." })
          }
        >
          Toast with a description
        </Button>
      </State>
    </Sample>
  );
}

function WaitingSamples() {
  return (
    <Sample title="Waiting">
      <State name="Spinner by size and colour">
        <Spinner className="size-4" />
        <Spinner />
        <Spinner className="size-8 text-gold-300" />
      </State>
      <State name="Skeletons have the shape of what comes">
        <Card className="flex w-full max-w-96 items-center gap-4 p-5">
          <Skeleton className="size-12 shrink-0 rounded-full" />
          <span className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-2/3 rounded-sm" />
            <Skeleton className="h-4 rounded-sm" />
          </span>
        </Card>
      </State>
    </Sample>
  );
}

function StateSamples() {
  return (
    <Sample title="Empty and broken">
      <div className="grid w-full gap-4 md:grid-cols-2">
        <Card>
          <EmptyState art={<EmptyRows />} title="Nothing here yet" actions={<Button>Do it</Button>}>
            <p>What appears here, and how it gets there.</p>
          </EmptyState>
        </Card>
        <Card>
          <ErrorState
            art={<BrokenSignal />}
            title="It could not be loaded"
            message="Connection lost. Please check your internet connection and try again."
            onRetry={() => undefined}
          />
        </Card>
        <Card>
          <ErrorState
            art={<BrokenSignal />}
            title="It is asked for again"
            message="The button waits with whoever pressed it."
            onRetry={() => undefined}
            retrying
          />
        </Card>
        <Card>
          <EmptyState title="Without a drawing">
            <p>For small places.</p>
          </EmptyState>
        </Card>
      </div>
    </Sample>
  );
}

function DrawingSamples() {
  return (
    <Sample title="Drawings">
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-5">
        {scenes.map(({ name, art }) => (
          <Card key={name} className="flex flex-col items-center gap-3 overflow-hidden px-2 py-6">
            {art}
            <p className="text-center text-sm text-muted">{name}</p>
          </Card>
        ))}
      </div>
      <State name="The mark">
        <HouseMark className="size-16" />
        <HouseMark className="size-8" />
        <HouseMark className="size-5" />
      </State>
    </Sample>
  );
}
