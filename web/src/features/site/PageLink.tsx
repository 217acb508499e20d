import { createLink } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { useIsOn } from "./modules";

/** A link to a page that can be off; nothing while it is. */
export const PageLink = createLink(function PageAnchor(props: ComponentProps<"a">) {
  const isOn = useIsOn();
  const { pathname } = new URL(props.href ?? "", window.location.origin);
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the content is among the properties
  return isOn(pathname) ? <a {...props} /> : null;
});

type IfOnProps = {
  page: string;
  children: ReactNode;
  /** Shown while the page is off; nothing by default. */
  otherwise?: ReactNode;
};

/** What belongs to a page that can be off. */
export function IfOn({ page, children, otherwise = null }: IfOnProps): ReactNode {
  const isOn = useIsOn();
  return isOn(page) ? children : otherwise;
}
