/** Stands where there is nothing; what that means is read out. */
export function None({ says }: { says: string }) {
  return (
    <span className="text-faint">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{says}</span>
    </span>
  );
}
