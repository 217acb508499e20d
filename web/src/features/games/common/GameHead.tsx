import type { ReactNode } from "react";

/** The head of a game's page; also in the document that the server sends, without the buttons. */
export function GameHead({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <header className="flex min-h-11 items-center justify-between gap-4">
      <h1 className="text-xl max-[24rem]:text-[1.125rem] sm:text-2xl">{name}</h1>
      {children}
    </header>
  );
}
