import { type RefObject, useEffect, useRef, useState } from "react";

/** A drawing is laid out in the pixels that it has, so that its texts are of the page's size. */
export function useWidth(atFirst: number): [RefObject<HTMLDivElement | null>, number] {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(atFirst);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const measure = () => {
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [place, width];
}
