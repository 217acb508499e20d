import { ChoiceSetting } from "../../settings/fields/ChoiceSetting";
import { ColourSetting } from "../../settings/fields/ColourSetting";
import { Group } from "../../settings/fields/Group";
import { NumberSetting } from "../../settings/fields/NumberSetting";
import { TextSetting } from "../../settings/fields/TextSetting";
import * as texts from "../texts/editor.en";
import { CANVAS, HEIGHT_MIN, WIDTH_MIN } from "./geometry";
import { type Kind, LOCALES, NAME_MAX } from "./model";
import { OptionFields } from "./OptionFields";

const { fields, units } = texts;

const locales = LOCALES.map((value) => ({ value, label: texts.choiceName("locale", value) }));

/** Everything that can be changed about a source, by its path in the form. */
export function SourceFields({ path, kind }: { path: string; kind: Kind }) {
  return (
    <>
      <Group title={texts.placeTitle}>
        <TextSetting path={`${path}.name`} label={fields.name} maxLength={NAME_MAX} isRequired />
        <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5 2xl:grid-cols-4">
          <NumberSetting
            path={`${path}.x`}
            label={fields.x}
            max={CANVAS.width - WIDTH_MIN}
            suffix={units.pixels}
          />
          <NumberSetting
            path={`${path}.y`}
            label={fields.y}
            max={CANVAS.height - HEIGHT_MIN}
            suffix={units.pixels}
          />
          <NumberSetting
            path={`${path}.width`}
            label={fields.width}
            min={WIDTH_MIN}
            max={CANVAS.width}
            suffix={units.pixels}
          />
          <NumberSetting
            path={`${path}.height`}
            label={fields.height}
            min={HEIGHT_MIN}
            max={CANVAS.height}
            suffix={units.pixels}
          />
        </div>
      </Group>
      <Group title={texts.optionsTitle}>
        <OptionFields path={path} kind={kind} />
      </Group>
      <Group title={texts.lookTitle}>
        <ColourSetting path={`${path}.accent`} label={fields.accent} hint={texts.accentHint} />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <NumberSetting
            path={`${path}.volume`}
            label={fields.volume}
            hint={texts.hints.volume}
            max={100}
            suffix={units.percent}
          />
          <ChoiceSetting path={`${path}.locale`} label={fields.locale} options={locales} />
        </div>
      </Group>
    </>
  );
}
