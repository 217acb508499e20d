export const memory = "Memory";
export const held = (total: string) => `The site uses ${total} of memory.`;
export const heldOf = (total: string, limit: string) => `The site uses ${total} of ${limit}.`;
export const howCounted = "The parts add up to that. Sizes marked with ~ are estimates.";
export const caption = "Memory, by what uses it";
export const part = "Used by";
export const count = "Count";
export const size = "Size";
export const about = (size: string) => `~${size}`;
