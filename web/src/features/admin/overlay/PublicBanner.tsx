import { Link } from "@tanstack/react-router";
import { CircleCheck, ExternalLink } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Badge } from "@/ui/Badge";
import { buttonClass } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { CopyButton } from "@/ui/CopyButton";
import { Notice } from "@/ui/Notice";
import { ToggleGroup } from "@/ui/ToggleGroup";
import { useFirstSteps } from "../status/first-steps";
import { Preview } from "./Preview";
import { type Size, sizes } from "./sizes";
import * as texts from "./texts/en";

/** The public banner: its address, its sizes, and how it gets into the broadcast software. */
export function PublicBanner() {
  const [size, setSize] = useState<Size>(sizes[0]);
  const { data } = useFirstSteps();
  const address = `${data?.url || window.location.origin}/stream`;
  return (
    <div className="flex flex-col gap-5">
      {data?.url === "" && <NoAddress />}
      <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Card className="flex min-w-0 flex-col gap-5 p-5">
          <ToggleGroup
            label={texts.size}
            options={sizes}
            value={size.value}
            onValueChange={(value) => setSize(sizes.find((one) => one.value === value) ?? size)}
          />
          <p className="text-sm text-muted">{size.about}</p>
          <div className="grid gap-4 sm:grid-cols-2">
            <div className="sm:col-span-2">
              <Copied name={texts.address} text={address} />
              <p className="mt-1.5 text-sm text-muted">{texts.addressHint}</p>
            </div>
            <Copied name={texts.width} text={String(size.width)} shown={texts.pixels(size.width)} />
            <Copied
              name={texts.height}
              text={String(size.height)}
              shown={texts.pixels(size.height)}
            />
          </div>
        </Card>
        <ObsSteps size={size} />
      </div>
      <Card className="flex flex-col gap-4 p-5">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-72">
            <h2 className="text-lg">{texts.preview}</h2>
            <p className="mt-1 text-sm text-muted">{texts.previewHint}</p>
          </div>
          <a href="/stream" target="_blank" rel="noreferrer" className={buttonClass("quiet", "sm")}>
            <ExternalLink aria-hidden="true" className="size-4" />
            {texts.openAlone}
          </a>
        </div>
        <Preview size={size} />
      </Card>
    </div>
  );
}

/** Whether broadcast software has loaded the overlay; nothing while that is unknown. */
function InUse() {
  const step = useFirstSteps().data?.steps.find(({ id }) => id === "overlay");
  if (step === undefined) return null;
  return (
    <span role="status">
      <Badge tone={step.done ? "win" : "plain"}>
        {step.done && <CircleCheck aria-hidden="true" className="size-3.5" />}
        {step.done ? texts.inUse : texts.notInUse}
      </Badge>
    </span>
  );
}

function NoAddress() {
  return (
    <Notice>
      {texts.noAddress(
        <Link
          to="/admin/settings/$section"
          params={{ section: "place" }}
          className="font-medium text-text underline"
        >
          {texts.setAddress}
        </Link>,
      )}
    </Notice>
  );
}

type CopiedProps = { name: string; text: string; shown?: string };

function Copied({ name, text, shown = text }: CopiedProps) {
  return (
    <div>
      <p className="text-sm font-medium">{name}</p>
      <div className="well mt-1.5 flex items-center justify-between gap-3 rounded-md py-0.5 pr-1 pl-4">
        <span className="min-w-0 font-mono text-sm [overflow-wrap:anywhere]">{shown}</span>
        <CopyButton text={text} what={name} labelled />
      </div>
    </div>
  );
}

function ObsSteps({ size }: { size: Size }) {
  const { steps } = texts;
  const rows = [
    steps.add(<Term>{steps.browser}</Term>),
    steps.name,
    steps.url(<Term>{steps.urlField}</Term>),
    steps.size(<Term>{size.width}</Term>, <Term>{size.height}</Term>),
    steps.keep(<Term>{steps.keepField}</Term>),
    steps.order,
  ];
  return (
    <Card className="p-5">
      <section aria-labelledby="add-to-obs">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id="add-to-obs" className="text-lg">
            {texts.addToObs}
          </h2>
          <InUse />
        </div>
        <ol className="mt-4 flex flex-col gap-3 text-sm">
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the steps never change their order
            <li key={index} className="flex gap-3">
              <span
                aria-hidden="true"
                className="inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-ink-800 text-xs font-bold text-muted"
              >
                {index + 1}
              </span>
              <span className="min-w-0 pt-0.5">{row}</span>
            </li>
          ))}
        </ol>
        <p className="mt-4 text-sm text-muted">{texts.otherSoftware}</p>
      </section>
    </Card>
  );
}

function Term({ children }: { children: ReactNode }) {
  return <b className="font-semibold">{children}</b>;
}
