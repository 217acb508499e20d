import type { ComponentProps } from "react";
import { cx } from "./cx";

/** A raised piece of the page. */
export function Card({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={cx("surface rounded-lg", className)} />;
}
