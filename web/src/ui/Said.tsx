/** A text in short, which screen readers get whole. */
export function Said({ shown, exact }: { shown: string; exact: string }) {
  if (shown === exact) return exact;
  return (
    <>
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{exact}</span>
    </>
  );
}
