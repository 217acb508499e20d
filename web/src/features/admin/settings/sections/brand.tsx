import { Palette } from "lucide-react";
import { BrandPreview } from "../BrandPreview";
import { ChoiceSetting } from "../fields/ChoiceSetting";
import { ColourSetting } from "../fields/ColourSetting";
import { Group } from "../fields/Group";
import { PictureSetting } from "../fields/PictureSetting";
import { TextSetting } from "../fields/TextSetting";
import type { Section } from "../section";
import { brand as texts } from "../texts/sections.en";

function BrandForm() {
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
      <Group title={texts.look}>
        <TextSetting
          path="name"
          label={texts.name}
          hint={texts.nameHint}
          maxLength={60}
          isRequired
        />
        <TextSetting
          path="tagline"
          label={texts.tagline}
          hint={texts.taglineHint}
          maxLength={120}
        />
        <ColourSetting path="accent" label={texts.accent} hint={texts.accentHint} />
        <ChoiceSetting
          path="heading_font"
          label={texts.headingFont}
          options={[
            { value: "archivo", label: texts.fonts.archivo },
            { value: "geist", label: texts.fonts.geist },
            { value: "system", label: texts.fonts.system },
          ]}
        />
      </Group>
      <BrandPreview />
      <Group title={texts.pictures} lead={texts.picturesLead}>
        <PictureSetting path="logo" purpose="logo" label={texts.logo} hint={texts.logoHint} />
        <PictureSetting path="mark" purpose="mark" label={texts.mark} hint={texts.markHint} />
        <PictureSetting
          path="favicon"
          purpose="favicon"
          label={texts.favicon}
          hint={texts.faviconHint}
        />
        <PictureSetting
          path="share_image"
          purpose="share_image"
          label={texts.share}
          hint={texts.shareHint}
        />
        <PictureSetting path="hero" purpose="hero" label={texts.hero} hint={texts.heroHint} />
      </Group>
    </div>
  );
}

const labels: Readonly<Record<string, string>> = {
  name: texts.name,
  tagline: texts.tagline,
  accent: texts.accent,
  heading_font: texts.headingFont,
  logo: texts.logo,
  mark: texts.mark,
  favicon: texts.favicon,
  share_image: texts.share,
  hero: texts.hero,
};
const fonts: Readonly<Record<string, string>> = texts.fonts;

export const brand: Section = {
  name: "brand",
  title: texts.title,
  lead: texts.lead,
  Icon: Palette,
  Form: BrandForm,
  label: (key) => labels[key] ?? key,
  show: (key, value) => (key === "heading_font" ? (fonts[String(value)] ?? null) : null),
};
