/** A promise that a test settles when it likes. */
export function later<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  const settle: ((value: Value) => void)[] = [];
  const promise = new Promise<Value>((resolve) => void settle.push(resolve));
  return { promise, resolve: (value) => settle[0]?.(value) };
}
