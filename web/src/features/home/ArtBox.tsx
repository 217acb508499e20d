import type { ReactNode } from "react";

/** The place of the picture in the head of the home page. */
export function ArtBox({ children }: { children?: ReactNode }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none px-4 pt-6 pb-8 max-lg:order-last max-lg:mx-auto max-lg:w-full max-lg:max-w-[25rem] lg:mx-auto lg:w-full lg:max-w-[22rem] lg:px-0 lg:pt-2"
    >
      <div className="relative mx-auto aspect-[10/9] w-full max-w-[30rem]">{children}</div>
    </div>
  );
}
