import { AtSign, Gift, Settings } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../Button";
import { Checkbox } from "../Checkbox";
import { CopyButton } from "../CopyButton";
import { Field, PasswordField } from "../Field";
import { Select } from "../Select";
import { Slider } from "../Slider";
import { Tabs } from "../Tabs";
import { TextArea } from "../TextArea";
import { ToggleGroup } from "../ToggleGroup";
import { Tooltip } from "../Tooltip";
import { Sample, State } from "./Sample";

const tones = ["gold", "quiet", "ghost", "danger"] as const;

/** Everything that is pressed, typed into or chosen from. */
export function ControlSamples() {
  return (
    <>
      <ButtonSamples />
      <FieldSamples />
      <ChoiceSamples />
    </>
  );
}

function ButtonSamples() {
  return (
    <Sample title="Buttons">
      <div className="grid gap-x-6 gap-y-8 sm:grid-cols-4">
        {tones.map((tone) => (
          <div key={tone} className="flex flex-col gap-3">
            <p className="eyebrow">{tone}</p>
            <Button tone={tone} size="lg">
              Large
            </Button>
            <Button tone={tone}>Middle</Button>
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
      </div>
      <State name="Icon alone, off, copy, copy with its word, tooltip on hover and focus">
        <IconButton label="Settings">
          <Settings aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton label="Settings, off" disabled>
          <Settings aria-hidden="true" className="size-5" />
        </IconButton>
        <CopyButton text="Pointhouse" what="name" />
        <CopyButton text="Pointhouse" what="name once more" labelled />
        <Tooltip text="A short explanation">
          <Button size="sm">Hover or focus</Button>
        </Tooltip>
      </State>
    </Sample>
  );
}

type Fruit = "apple" | "pear";

const fruits: readonly { value: Fruit; label: string }[] = [
  { value: "apple", label: "Apple" },
  { value: "pear", label: "Pear" },
];

function FieldSamples() {
  const [agreed, setAgreed] = useState(true);
  const [fruit, setFruit] = useState<Fruit>("apple");
  return (
    <Sample title="Fields">
      <div className="grid w-full gap-x-5 gap-y-6 sm:grid-cols-3">
        <Field label="Empty" placeholder="Placeholder" hint="A hint under it." />
        <Field label="Filled" defaultValue="rory@example.com" />
        <Field
          label="With an error"
          defaultValue="rory@"
          error="Please enter a valid email address"
        />
        <Field label="Disabled" defaultValue="Not now" disabled />
        <Field
          label="With a sign before it"
          defaultValue="rory"
          prefix={<AtSign aria-hidden="true" className="size-4.5" />}
        />
        <Field
          label="With a word after it"
          inputMode="numeric"
          defaultValue="25"
          suffix={<span className="pr-3.5 text-sm text-muted">points</span>}
        />
        <Field label="Label for screen readers only" labelHidden placeholder="No label in sight" />
        <PasswordField label="Password" defaultValue="secret" />
        <PasswordField
          label="Password with an error"
          error="Password must be at least 8 characters long"
        />
        <Select label="One of a few" options={fruits} value={fruit} onValueChange={setFruit} />
        <TextArea
          label="More than one line"
          defaultValue="The first line"
          hint="A hint under it."
          rows={2}
        />
        <TextArea label="With an error, too" error="Description is required" rows={2} />
        <Checkbox
          label="Checked"
          checked={agreed}
          onChange={({ target }) => setAgreed(target.checked)}
        />
        <Checkbox label="With an error" error="You must agree to the terms to continue" />
        <Checkbox label="Disabled" disabled />
      </div>
    </Sample>
  );
}

const sides = [
  { value: "left", label: "Left" },
  { value: "right", label: "Right" },
] as const;

function ChoiceSamples() {
  const [side, setSide] = useState<"left" | "right">("left");
  const [tab, setTab] = useState<"one" | "two" | "three">("one");
  const [value, setValue] = useState(40);
  return (
    <Sample title="Choices">
      <div className="grid w-full gap-6 sm:grid-cols-2">
        <ToggleGroup label="Side" value={side} onValueChange={setSide} options={sides} />
        <ToggleGroup
          label="Side, off"
          value="left"
          onValueChange={setSide}
          disabled
          options={sides}
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
