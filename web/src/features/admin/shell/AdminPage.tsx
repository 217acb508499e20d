import type { ReactNode } from "react";

type AdminPageProps = {
  title: string;
  /** One line under the title. */
  lead?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A page of the panel: its title, what can be done with all of it, and what it holds. */
export function AdminPage({ title, lead, actions, children }: AdminPageProps) {
  return (
    <>
      <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-2xl">{title}</h1>
          {lead !== undefined && <p className="mt-1 text-sm text-muted">{lead}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-3">{actions}</div>}
      </header>
      {children}
    </>
  );
}
