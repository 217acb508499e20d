import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./Button";
import { cx } from "./cx";
import * as texts from "./texts/en";

type PageStateProps = {
  art?: ReactNode;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** Level of the heading: 1 when the state is the whole page. */
  level?: 1 | 2 | 3;
  className?: string;
};

/** What a place shows when it has nothing to show: why, and what can be done about it. */
export function EmptyState({
  art,
  title,
  children,
  actions,
  level = 2,
  className,
}: PageStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div
      className={cx("flex flex-col items-center px-6 py-12 text-center animate-rise", className)}
    >
      {art}
      <Heading className="mt-6 text-xl">{title}</Heading>
      {children !== undefined && <div className="mt-2 max-w-[26rem] text-muted">{children}</div>}
      {actions !== undefined && (
        <div className="mt-6 flex flex-wrap justify-center gap-3 empty:hidden">{actions}</div>
      )}
    </div>
  );
}

type ErrorStateProps = {
  title: string;
  message: string;
  onRetry?: () => void;
  retrying?: boolean;
  art?: ReactNode;
  className?: string;
};

/** Something could not be loaded: what, the reason as given, and another try. */
export function ErrorState({
  title,
  message,
  onRetry,
  retrying = false,
  art,
  className,
}: ErrorStateProps) {
  return (
    <div role="alert" className={className}>
      <EmptyState
        art={art}
        title={title}
        actions={
          onRetry && (
            <Button
              onClick={onRetry}
              busy={retrying}
              icon={<RotateCw aria-hidden="true" className="size-4" />}
            >
              {texts.retry}
            </Button>
          )
        }
      >
        <p>{message}</p>
      </EmptyState>
    </div>
  );
}
