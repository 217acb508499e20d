import type { CSSProperties, ReactNode } from "react";

type FitsProps = {
  /** Its longest word must fit on one line. */
  text: string;
  /** What is shown, where it is more than the text. */
  children?: ReactNode;
};

type Style = CSSProperties & Record<"--chars", number>;

/** Writes what is too long for its place smaller, so that no amount is cut or broken in two. */
export function Fits({ text, children = text }: FitsProps) {
  const style: Style = { "--chars": Math.max(...text.split(/\s/).map(widthOf)) };
  return (
    <span className="@container block">
      <span style={style} className="fits block">
        {children}
      </span>
    </span>
  );
}

/**
 * In digits of the headings' font, in which a comma takes half as much room and a capital letter, of
 * which codes are made, a quarter more.
 */
function widthOf(word: string): number {
  const marks = word.match(/[.,]/g)?.length ?? 0;
  const capitals = word.match(/\p{Lu}/gu)?.length ?? 0;
  return word.length - marks / 2 + capitals / 4;
}
