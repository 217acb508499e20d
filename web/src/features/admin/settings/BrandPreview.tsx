import { type CSSProperties, useState } from "react";
import { Sign } from "@/features/site/SiteSign";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { Points } from "@/ui/Points";
import { ToggleGroup } from "@/ui/ToggleGroup";
import { useForm } from "./form";
import { previewStyle } from "./preview-style";
import { brand as texts } from "./texts/sections.en";

type Width = "phone" | "desktop";

const SAMPLE_POINTS = 1250;
const COLOUR = /^#[0-9a-f]{6}$/i;

/** The site's header, hero and points in the chosen colour and font, before they are saved. */
export function BrandPreview() {
  const { values, saved } = useForm();
  const [width, setWidth] = useState<Width>("desktop");
  const textOf = (key: string) => (typeof values[key] === "string" ? values[key] : "");
  const accent = textOf("accent");
  // While a colour is being typed, the one before it stays.
  const [shown, setShown] = useState(String(saved.accent));
  if (COLOUR.test(accent) && accent !== shown) setShown(accent);
  return (
    <Card className="p-5 sm:p-6">
      <section aria-label={texts.preview} className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg">{texts.preview}</h2>
          <div className="w-52">
            <ToggleGroup
              label={texts.previewWidth}
              options={[
                { value: "phone", label: texts.phone },
                { value: "desktop", label: texts.desktop },
              ]}
              value={width}
              onValueChange={setWidth}
            />
          </div>
        </div>
        <div className="overflow-hidden rounded-md border border-line bg-ink-950">
          <Mock
            style={previewStyle(shown, textOf("heading_font"))}
            name={textOf("name")}
            logo={textOf("logo")}
            mark={textOf("mark")}
            hero={textOf("hero")}
            tagline={textOf("tagline")}
            isPhone={width === "phone"}
          />
        </div>
        <p className="text-sm text-muted">{texts.previewHint}</p>
      </section>
    </Card>
  );
}

type MockProps = {
  style: CSSProperties;
  name: string;
  /** Addresses of pictures; empty without one. */
  logo: string;
  mark: string;
  hero: string;
  tagline: string;
  isPhone: boolean;
};

/** Nothing in it can be pressed: it is a picture of the pages. */
function Mock({ style, name, logo, mark, hero, tagline, isPhone }: MockProps) {
  return (
    <div
      data-testid="brand-preview"
      style={style}
      className={cx("mx-auto", isPhone && "max-w-[22rem] border-x border-line")}
    >
      <div className="flex items-center gap-4 border-b border-line px-4 py-3">
        <span className="flex min-w-0 flex-1 items-center gap-2.5">
          <Sign logo={logo} mark={mark} name={name} />
        </span>
        {!isPhone && (
          <span className="hidden gap-4 text-sm text-muted sm:flex">
            {texts.previewMenu.map((item) => (
              <span key={item}>{item}</span>
            ))}
          </span>
        )}
        <Points amount={SAMPLE_POINTS} className="text-sm font-semibold" />
      </div>
      <div
        className={cx(
          "bg-radial from-gold-400/12 to-transparent to-70% px-5 py-9",
          isPhone ? "text-left" : "sm:px-10 sm:py-14 sm:text-center",
        )}
      >
        <p
          className={cx(
            "font-display leading-tight font-[750] [overflow-wrap:anywhere]",
            isPhone ? "text-2xl" : "text-2xl sm:text-4xl",
          )}
        >
          {texts.previewWelcome(name)}
        </p>
        <p className={cx("mt-6 flex flex-wrap gap-3", !isPhone && "sm:justify-center")}>
          <span className="gold-face inline-flex min-h-11 items-center rounded-md px-5 text-sm font-semibold">
            {texts.previewJoin}
          </span>
          <span className="inline-flex min-h-11 items-center rounded-md border border-line bg-ink-800 px-5 text-sm font-semibold">
            {texts.previewLogIn}
          </span>
        </p>
        {hero !== "" && (
          <img src={hero} alt="" className="mt-6 max-h-40 w-full rounded-xl object-cover" />
        )}
      </div>
      {tagline !== "" && (
        <p className="border-t border-line px-4 py-3 text-sm text-muted">{tagline}</p>
      )}
    </div>
  );
}
