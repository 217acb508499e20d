import type { ReactNode } from "react";

type PageHeadProps = {
  eyebrow: string;
  title: string;
  /** The sentence below the title. */
  lead: ReactNode;
  leadClass?: string;
};

/** The head of most pages: where one is, the title, and a sentence on what the page is for. */
export function PageHead({ eyebrow, title, lead, leadClass = "max-w-[34rem]" }: PageHeadProps) {
  return (
    <div>
      <p className="eyebrow">{eyebrow}</p>
      <h1 className="mt-3 text-3xl font-extrabold">{title}</h1>
      <p className={`mt-3 text-muted ${leadClass}`}>{lead}</p>
    </div>
  );
}
