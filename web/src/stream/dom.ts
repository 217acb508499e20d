type Child = Node | string;

/** An element of HTML with a class and what is in it. */
export function el(tag: string, className: string, ...children: readonly Child[]): HTMLElement {
  const element = document.createElement(tag);
  if (className !== "") element.className = className;
  element.append(...children);
  return element;
}

/** A name in parts, between which a line may end: after its marks. */
export function breakable(name: string): Child[] {
  return name
    .split(/(?<=[_.-])(?=.)/u)
    .flatMap((part, at) => (at === 0 ? [part] : [el("wbr", ""), part]));
}

const SVG = "http://www.w3.org/2000/svg";

type Attributes = Readonly<Record<string, string | number>>;

/** An element of SVG with its attributes. */
export function svg(tag: string, attributes: Attributes, ...children: readonly Node[]): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Runs an animation where the browser can; null where it cannot. */
export function animate(
  element: Element,
  keyframes: Keyframe[],
  options: KeyframeAnimationOptions,
): Animation | null {
  return typeof element.animate === "function" ? element.animate(keyframes, options) : null;
}
