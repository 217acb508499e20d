import { Play } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Select } from "@/ui/Select";
import { ToggleGroup } from "@/ui/ToggleGroup";
import { useSettings } from "../../settings/queries";
import type { Values } from "../../settings/values";
import * as texts from "../texts/editor.en";
import { exampleNames } from "../texts/examples.en";
import { type Background, Canvas } from "./Canvas";
import { examplesOf, happeningOf, happeningsOf } from "./examples";
import type { Plate } from "./geometry";
import { idOf, rules, type Source, settledSource } from "./model";
import { PreviewFrame } from "./PreviewFrame";
import { siteOf } from "./preview-state";
import type { Happening } from "./wire";

type CanvasPartProps = {
  sources: readonly Values[];
  selected: string;
  isLocked: boolean;
  onSelect: (id: string) => void;
  onPlace: (id: string, plate: Plate) => void;
};

const backgrounds = Object.entries(texts.backgrounds).map(([value, label]) => ({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
  value: value as Background,
  label,
}));

/** The canvas with its background, and the examples that the chosen source shows on it. */
export function CanvasPart(props: CanvasPartProps) {
  const { sources, selected } = props;
  const [background, setBackground] = useState<Background>("game");
  const [examples, setExamples] = useState<Readonly<Record<string, string>>>({});
  const [happening, setHappening] = useState<{ of: string; event: Happening } | null>(null);
  const count = useRef(0);
  const site = siteOf(useSettings().data?.sections ?? []);
  const found = sources.find((source) => idOf(source) === selected);
  const source = found === undefined ? null : settledSource(found);
  const example = source === null ? "" : (examples[source.id] ?? firstExample(source));
  const show = (shown: Source) => {
    const kinds = happeningsOf(shown);
    const kind = kinds[count.current % kinds.length];
    if (kind === undefined) return;
    setHappening({ of: shown.id, event: happeningOf(kind, count.current, Date.now()) });
    count.current += 1;
  };
  return (
    <Card className="min-w-0 p-4">
      <section aria-label={texts.canvas} className="flex flex-col gap-4">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <div className="min-w-0 flex-1 basis-64">
            <h2 className="text-lg">{texts.canvas}</h2>
            <p className="mt-1 text-sm text-muted">{texts.canvasLead}</p>
          </div>
          <ToggleGroup
            label={texts.background}
            options={backgrounds}
            value={background}
            onValueChange={setBackground}
          />
        </div>
        <Canvas {...props} background={background}>
          {(scale) =>
            source !== null && (
              <PreviewFrame
                // One document for each source: nothing of the one before may stay on it.
                key={source.id}
                source={source}
                site={site}
                example={example}
                happening={happening?.of === source.id ? happening.event : null}
                scale={scale}
              />
            )
          }
        </Canvas>
        {source !== null && (
          <ExampleChoice
            source={source}
            example={example}
            onChoose={(next) => setExamples({ ...examples, [source.id]: next })}
            onShow={() => show(source)}
          />
        )}
      </section>
    </Card>
  );
}

const firstExample = ({ options }: Source): string => examplesOf[options.kind][0];

type ExampleChoiceProps = {
  source: Source;
  example: string;
  onChoose: (example: string) => void;
  onShow: () => void;
};

function ExampleChoice({ source, example, onChoose, onShow }: ExampleChoiceProps) {
  const { kind } = source.options;
  const choices: readonly (keyof typeof exampleNames)[] = examplesOf[kind];
  return (
    <div className="flex flex-wrap items-center gap-3">
      {choices.length > 1 && (
        <Select
          label={texts.example}
          labelHidden
          size="sm"
          className="w-52"
          options={choices.map((value) => ({ value, label: exampleNames[value] }))}
          value={choices.find((one) => one === example) ?? "usual"}
          onValueChange={onChoose}
        />
      )}
      {rules[kind].hasEvents && (
        <Button
          size="sm"
          disabled={happeningsOf(source).length === 0}
          onClick={onShow}
          icon={<Play aria-hidden="true" className="size-4" />}
        >
          {texts.showExample}
        </Button>
      )}
      <p className="min-w-0 flex-1 basis-40 text-xs text-muted">{texts.exampleHint}</p>
    </div>
  );
}
