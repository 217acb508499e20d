import { type ComponentProps, createElement, type ReactElement } from "react";

type IconProps = ComponentProps<"svg"> & { size?: number | string };
type Shape = readonly [tag: string, attributes: Record<string, string>];

/**
 * An icon of lucide as the build writes it (`tools/build/direct-icons.ts`): one path, and the shapes
 * that have attributes of their own. It takes the properties that this site gives to icons.
 */
export function lucideIcon(path: string, shapes: readonly Shape[] = []) {
  return ({ size = 24, color = "currentColor", ...props }: IconProps): ReactElement =>
    createElement(
      "svg",
      {
        xmlns: "http://www.w3.org/2000/svg",
        width: size,
        height: size,
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: color,
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        "aria-hidden": "true",
        ...props,
      },
      path && createElement("path", { d: path }),
      ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
