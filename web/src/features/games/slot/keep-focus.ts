/**
 * For buttons that are pressed between spins: under a mouse they do not take the focus, so that
 * Space goes on spinning. With the Tab key they are reached as any other.
 */
export function keepFocus(event: { preventDefault: () => void }): void {
  event.preventDefault();
}
