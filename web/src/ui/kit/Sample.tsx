import type { ReactNode } from "react";

/** A part of the kit under its name; the contents at the top lead to it. */
export function Sample({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} id={idOf(title)} className="scroll-mt-6">
      <h2 className="mb-5 border-t border-line pt-6 text-lg">{title}</h2>
      <div className="flex flex-col gap-6">{children}</div>
    </section>
  );
}

/** One state of a component, or one line of a few, with what it shows. */
export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="eyebrow mb-3">{name}</p>
      <div className="flex flex-wrap items-center gap-4">{children}</div>
    </div>
  );
}

/** The place of a part in the address. */
export function idOf(title: string): string {
  return title.toLowerCase().replaceAll(" ", "-");
}
