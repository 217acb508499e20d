import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";

type GroupProps = {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** What is wrong with all of it. */
  error?: string | undefined;
  className?: string;
};

/** Settings that belong together. */
export function Group({ title, lead, children, error, className }: GroupProps) {
  const id = useId();
  return (
    <Card className="p-5 sm:p-6">
      <section aria-labelledby={id}>
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {lead !== undefined && <p className="mt-1 max-w-prose text-sm text-muted">{lead}</p>}
        {error !== undefined && <GroupError text={error} />}
        <div className={cx("mt-5", className ?? "flex flex-col gap-5")}>{children}</div>
      </section>
    </Card>
  );
}

/** What is wrong with a list or a group. It takes the focus when the form was not saved because of it. */
export function GroupError({ text }: { text: string }) {
  return (
    <p
      role="alert"
      data-error
      tabIndex={-1}
      className="mt-3 flex items-start gap-1.5 text-sm text-loss outline-none"
    >
      <CircleAlert aria-hidden="true" className="mt-0.75 size-4 shrink-0" />
      <span>{text}</span>
    </p>
  );
}
