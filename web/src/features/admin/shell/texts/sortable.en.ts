export const place = (title: string, at: number, count: number) =>
  `Place of ${title}: ${at} of ${count}`;
export const dragOrPress = "Drag to another place, or press space and use the arrow keys";
export const moveUp = (title: string) => `Move up: ${title}`;
export const moveDown = (title: string) => `Move down: ${title}`;
export const nowPlace = (title: string, at: number, count: number) =>
  `${title} is now at place ${at} of ${count}`;
export const instructions =
  "Press space to pick up the item, the arrow keys to move it, space again to drop it, or escape to cancel.";
export const placeText = (at: number, count: number) => `place ${at} of ${count}`;
export const pickedUp = (title: string, at: string) => `Picked up ${title} at ${at}`;
export const movedOver = (title: string, at: string) => `${title} is now at ${at}`;
export const dropped = (title: string, at: string) => `Dropped ${title} at ${at}`;
export const dragCancelled = (title: string, at: string) => `Cancelled: ${title} is back at ${at}`;
