import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

type DocsLinkProps = {
  /** The name of the file below docs/, without its ending. */
  document: string;
  /** Of a heading on it. */
  hash?: string;
  children: ReactNode;
};

/** A link in a sentence to one of the documents. */
export function DocsLink({ document, hash, children }: DocsLinkProps) {
  return (
    <Link
      to="/docs/$document"
      params={{ document }}
      {...(hash !== undefined && { hash })}
      className="text-text underline underline-offset-4"
    >
      {children}
    </Link>
  );
}
