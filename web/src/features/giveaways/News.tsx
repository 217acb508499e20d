import { useEffect, useRef, useState } from "react";
import { type Giveaway, newsOf } from "./model";

/** Counts may change every second; nobody wants to hear all of them. */
const GATHER_MS = 8_000;

/** Says what has changed on the page, in the pauses of whoever listens. Nothing of it is seen. */
export function News({ giveaways }: { giveaways: readonly Giveaway[] }) {
  const [news, setNews] = useState("");
  const announced = useRef(giveaways);
  const latest = useRef(giveaways);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    latest.current = giveaways;
    const tell = () => {
      timer.current = undefined;
      const text = newsOf(announced.current, latest.current).join(". ");
      announced.current = latest.current;
      if (text !== "") setNews(text);
    };
    if (timer.current !== undefined || newsOf(announced.current, giveaways).length === 0) return;
    // The first change is said soon; those that follow it are gathered.
    timer.current = setTimeout(() => {
      tell();
      timer.current = setTimeout(tell, GATHER_MS);
    }, 500);
  }, [giveaways]);

  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <p role="status" className="sr-only">
      {news}
    </p>
  );
}
