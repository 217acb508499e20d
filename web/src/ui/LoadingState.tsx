import { Spinner } from "./Spinner";

/** A whole place that is loading and has no known shape yet. */
export function LoadingState({ label }: { label: string }) {
  return (
    <div role="status" className="flex min-h-64 items-center justify-center text-muted">
      <Spinner className="size-7" />
      <span className="sr-only">{label}</span>
    </div>
  );
}
