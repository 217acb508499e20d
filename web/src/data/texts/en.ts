export const couldNotLoad = (what: string) => `${what} could not be loaded`;
export const retry = "Retry";
export const mayOutDate = (what: string | number, message: string | number) =>
  `${what} may be out of date. ${message}`;
export const failedBecause = (failed: string, message: string) => `${failed}. ${message}`;
export const cancel = "Cancel";
