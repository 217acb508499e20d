import { Skeleton } from "@/ui/Skeleton";

/** Placeholders for the rows of a list that is on the way. */
export function LoadingLines({ label }: { label: string }) {
  return (
    <div role="status" className="flex flex-col gap-2">
      <span className="sr-only">{label}</span>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-16 rounded-md" />
      ))}
    </div>
  );
}
