import { Gift, Settings } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Avatar } from "../art/Avatar";
import { BrokenSignal } from "../art/BrokenSignal";
import { ClosedHouse } from "../art/ClosedHouse";
import { EmptyRows } from "../art/EmptyRows";
import { HouseMark } from "../art/HouseMark";
import { LostPoint } from "../art/LostPoint";
import { MaintenanceHouse } from "../art/MaintenanceHouse";
import { Badge } from "../Badge";
import { Button, IconButton } from "../Button";
import { Card } from "../Card";
import { Checkbox } from "../Checkbox";
import { CopyButton } from "../CopyButton";
import { Field, PasswordField } from "../Field";
import { Notice } from "../Notice";
import { EmptyState, ErrorState, LoadingState } from "../PageState";
import { Podium } from "../Podium";
import { Points } from "../Points";
import { Skeleton } from "../Skeleton";
import { Slider } from "../Slider";
import { Spinner } from "../Spinner";
import { Tabs } from "../Tabs";
import { ToggleGroup } from "../ToggleGroup";
import { Tooltip } from "../Tooltip";
import { toast } from "../toast";
import { OverlaySamples } from "./OverlaySamples";

/** Every component of the kit in its states. Development builds only. */
export function KitPage() {
  return (
    <main className="mx-auto flex max-w-[72rem] flex-col gap-12 px-6 py-12">
      <header>
        <HouseMark className="size-10" />
        <h1 className="mt-4 text-3xl">Kit</h1>
      </header>
      <TypeSamples />
      <ButtonSamples />
      <FormSamples />
      <ChoiceSamples />
      <PointSamples />
      <Sample title="Podium">
        <Podium
          label="Sample podium"
          className="w-full"
          entries={[
            { key: "1", name: "ro***ry", value: <Points amount={48210} />, note: "$1,000" },
            { key: "2", name: "ma*****ne", value: <Points amount={31040} />, note: "$600" },
            { key: "3", name: "so**ul", value: <Points amount={902} />, note: "$450", isOwn: true },
          ]}
        />
      </Sample>
      <FeedbackSamples />
      <Sample title="Over the page">
        <OverlaySamples />
      </Sample>
      <StateSamples />
    </main>
  );
}

function Sample({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="eyebrow mb-4 font-sans">{title}</h2>
      <div className="flex flex-wrap items-start gap-4">{children}</div>
    </section>
  );
}

function TypeSamples() {
  return (
    <Sample title="Type">
      <div className="flex flex-col gap-2">
        <span className="font-display text-5xl font-extrabold">Heading 60</span>
        <span className="font-display text-3xl font-bold">Heading 38</span>
        <span className="font-display text-xl font-bold">Heading 24</span>
        <span className="text-base">Text 16, 0123456789</span>
        <span className="text-sm text-muted">Muted 14, 1,111.11 over 8,888.88</span>
        <span className="text-xs text-faint">Faint 12</span>
      </div>
    </Sample>
  );
}

function ButtonSamples() {
  return (
    <Sample title="Buttons">
      {(["gold", "quiet", "ghost", "danger"] as const).map((tone) => (
        <div key={tone} className="flex flex-col gap-3">
          <Button tone={tone} size="lg">
            Large
          </Button>
          <Button tone={tone} icon={<Gift aria-hidden="true" className="size-4" />}>
            With icon
          </Button>
          <Button tone={tone} size="sm">
            Small
          </Button>
          <Button tone={tone} busy>
            Busy
          </Button>
          <Button tone={tone} disabled>
            Disabled
          </Button>
        </div>
      ))}
      <IconButton label="Settings">
        <Settings aria-hidden="true" className="size-5" />
      </IconButton>
      <IconButton label="Settings, off" disabled>
        <Settings aria-hidden="true" className="size-5" />
      </IconButton>
      <CopyButton text="Pointhouse" what="name" labelled />
    </Sample>
  );
}

function FormSamples() {
  const [agreed, setAgreed] = useState(true);
  return (
    <Sample title="Fields">
      <div className="grid w-full gap-5 sm:grid-cols-3">
        <Field label="Empty" placeholder="Placeholder" hint="A hint under it." />
        <Field
          label="With an error"
          defaultValue="rory@"
          error="Please enter a valid email address"
        />
        <Field label="Disabled" defaultValue="Not now" disabled />
        <PasswordField label="Password" defaultValue="secret" />
        <Checkbox label="Checked" checked={agreed} onChange={(e) => setAgreed(e.target.checked)} />
        <Checkbox label="With an error" error="You must agree to the terms to continue" />
        <Checkbox label="Disabled" disabled />
      </div>
    </Sample>
  );
}

function ChoiceSamples() {
  const [side, setSide] = useState<"left" | "right">("left");
  const [tab, setTab] = useState<"one" | "two" | "three">("one");
  const [value, setValue] = useState(40);
  return (
    <Sample title="Choices">
      <div className="grid w-full gap-6 sm:grid-cols-2">
        <ToggleGroup
          label="Side"
          value={side}
          onValueChange={setSide}
          options={[
            { value: "left", label: "Left" },
            { value: "right", label: "Right" },
          ]}
        />
        <ToggleGroup
          label="Side, off"
          value="left"
          onValueChange={setSide}
          disabled
          options={[
            { value: "left", label: "Left" },
            { value: "right", label: "Right" },
          ]}
        />
        <Tabs
          label="Tabs"
          value={tab}
          onValueChange={setTab}
          tabs={[
            { value: "one", label: "One", content: "First view" },
            { value: "two", label: "Two", content: "Second view" },
            { value: "three", label: "Off", content: "Third view", disabled: true },
          ]}
        />
        <div>
          <Slider label="Value" value={value} min={0} max={100} onValueChange={setValue} />
          <Slider
            label="Value, off"
            value={30}
            min={0}
            max={100}
            onValueChange={setValue}
            disabled
          />
        </div>
      </div>
    </Sample>
  );
}

function PointSamples() {
  const [amount, setAmount] = useState(12_500);
  return (
    <Sample title="Points">
      <Points amount={amount} ticking className="text-2xl" />
      <Points amount={190} signed />
      <Points amount={-100} signed />
      <Button size="sm" onClick={() => setAmount(amount + 4_321)}>
        Add 4,321
      </Button>
      <Badge>Plain</Badge>
      <Badge tone="gold">$3.5K</Badge>
      <Badge tone="win">Active</Badge>
      <Badge tone="loss">Inactive</Badge>
      {["Rory", "Ada", "Lin", "Mo", "Sam_77", "Kit"].map((name) => (
        <Avatar key={name} name={name} picture={null} />
      ))}
    </Sample>
  );
}

function FeedbackSamples() {
  return (
    <Sample title="Feedback">
      <div className="grid w-full gap-4 sm:grid-cols-2">
        <Notice>A calm word about what is going on.</Notice>
        <Notice tone="error">Invalid email or password</Notice>
        <Skeleton className="h-12 w-full rounded-md" />
        <div className="flex flex-wrap items-center gap-4">
          <Spinner />
          <Tooltip text="A short explanation">
            <Button size="sm">Hover or focus</Button>
          </Tooltip>
          {(["info", "success", "error"] as const).map((tone) => (
            <Button
              key={tone}
              size="sm"
              onClick={() => toast({ text: `A message: ${tone}`, tone })}
            >
              Toast {tone}
            </Button>
          ))}
        </div>
      </div>
    </Sample>
  );
}

function StateSamples() {
  return (
    <Sample title="States">
      <div className="grid w-full gap-4 md:grid-cols-2">
        <Card>
          <EmptyState art={<EmptyRows />} title="Nothing here yet" actions={<Button>Do it</Button>}>
            <p>What will stand here, and how it gets there.</p>
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
          <EmptyState art={<ClosedHouse />} title="Not open yet" />
        </Card>
        <Card>
          <EmptyState art={<LostPoint />} title="There is no page here" />
        </Card>
        <Card>
          <EmptyState art={<MaintenanceHouse />} title="Under maintenance" />
        </Card>
        <Card>
          <LoadingState label="Loading" />
        </Card>
      </div>
    </Sample>
  );
}
