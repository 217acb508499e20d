import { createElement, type FunctionComponent, type SVGProps } from "react";

type IconData = {
  node: readonly (readonly [string, Readonly<Record<string, string>>])[];
};

/**
 * Stands in for the function of the same place in lucide (vite.config.ts), which brings options,
 * contexts and aliases that no icon here uses, before anything is drawn. An icon is as high as its
 * text says, has the colour of its text, and says nothing to screen readers unless told to.
 */
export default function createLucideIcon({
  node,
}: IconData): FunctionComponent<SVGProps<SVGSVGElement>> {
  return (props) =>
    createElement(
      "svg",
      {
        viewBox: "0 0 24 24",
        width: 24,
        height: 24,
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        "aria-hidden": true,
        ...props,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
