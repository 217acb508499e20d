/** The address of a picture that pages show: one of this site, or on https; null for any other. */
export function pictureAddress(address: string): string | null {
  return /^(https:\/\/[^\s/]|\/api\/site\/pictures\/)/.test(address) ? address : null;
}
