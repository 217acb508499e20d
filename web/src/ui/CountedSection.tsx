import { type ReactNode, useId } from "react";
import { cx } from "./cx";
import { formatPoints } from "./format/numbers";

type CountedSectionProps = {
  title: string;
  count: number;
  className?: string;
  /** Of the heading. */
  titleClass?: string;
  children: ReactNode;
};

/** A section of a page with the number of what is in it. */
export function CountedSection(props: CountedSectionProps) {
  const { title, count, className, titleClass = "text-xl", children } = props;
  const id = useId();
  return (
    <section aria-labelledby={id} className={cx("flex flex-col gap-4", className)}>
      <h2 id={id} className={cx("flex items-center gap-3", titleClass)}>
        {title}{" "}
        <span className="inline-flex h-7 min-w-7 items-center justify-center rounded-full bg-ink-800 px-2 font-sans text-sm font-semibold text-muted">
          {formatPoints(count)}
        </span>
      </h2>
      {children}
    </section>
  );
}
