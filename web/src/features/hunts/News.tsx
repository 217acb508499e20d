import { useEffect, useRef, useState } from "react";
import { newsOf, type WholeHunt } from "./model";

/** Openings may follow each other closely; those that do are told together. */
const GATHER_MS = 4_000;

/** Says what was opened, in the pauses of whoever listens. Nothing of it is seen. */
export function News({ hunt }: { hunt: WholeHunt }) {
  const [news, setNews] = useState("");
  const told = useRef(hunt);
  const latest = useRef(hunt);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    latest.current = hunt;
    const tell = () => {
      timer.current = undefined;
      const text = newsOf(told.current, latest.current).join(". ");
      told.current = latest.current;
      if (text === "") return;
      setNews(text);
      timer.current = setTimeout(tell, GATHER_MS);
    };
    // The first opening is told at once.
    if (timer.current === undefined) tell();
  }, [hunt]);

  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <p role="status" className="sr-only">
      {news}
    </p>
  );
}
