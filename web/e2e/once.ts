/** The tag of a test whose subject is the same on every screen; it runs once, in a wide window. */
export const ONCE = "@once";
