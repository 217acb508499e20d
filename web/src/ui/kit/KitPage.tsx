import { HouseMark } from "../art/HouseMark";
import { ContentSamples } from "./ContentSamples";
import { ControlSamples } from "./ControlSamples";
import { FeedbackSamples } from "./FeedbackSamples";
import { FoundationSamples } from "./FoundationSamples";
import { OverlaySamples } from "./OverlaySamples";
import { idOf, Sample } from "./Sample";

const contents = [
  "Colours",
  "Type",
  "Buttons",
  "Fields",
  "Choices",
  "Points and badges",
  "Avatars and pictures",
  "Cards and tables",
  "Podium",
  "Over the page",
  "Notices and toasts",
  "Waiting",
  "Empty and broken",
  "Drawings",
] as const;

/** Every component of the kit in its states. Development builds only. */
export function KitPage() {
  return (
    <main className="mx-auto flex max-w-[72rem] flex-col gap-12 px-4 py-12 sm:px-6">
      <header>
        <HouseMark className="size-10" />
        <h1 className="mt-4 text-3xl">Kit</h1>
        <p className="mt-2 max-w-[36rem] text-muted">
          What every page is built from, in each of its states. Hover, focus and press what can be
          hovered, focused and pressed.
        </p>
        <nav aria-label="Parts of the kit" className="mt-5">
          <ul className="flex flex-wrap gap-x-1.5 gap-y-1.5">
            {contents.map((title) => (
              <li key={title}>
                <a
                  href={`#${idOf(title)}`}
                  className="touch-target inline-flex items-center rounded-full bg-ink-850 px-3.5 text-sm text-muted transition-colors hover:bg-ink-800 hover:text-text"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <FoundationSamples />
      <ControlSamples />
      <ContentSamples />
      <Sample title="Over the page">
        <OverlaySamples />
      </Sample>
      <FeedbackSamples />
    </main>
  );
}
