import { type ReactNode, useId } from "react";

type SceneProps = {
  /** Half the width of the shadow below the things shown, and where it lies. */
  shadow: { x: number; y: number; rx: number };
  width?: number;
  className?: string | undefined;
  children: ReactNode;
};

/** The table that the pictures of the games lie on: one warm light above, one shadow below. */
export function Scene({ shadow, width = 480, className, children }: SceneProps) {
  const id = useId();
  return (
    <svg viewBox={`0 0 ${width} 320`} aria-hidden="true" className={className}>
      <defs>
        <radialGradient id={`${id}shadow`}>
          <stop stopColor="oklch(.06 .01 300)" stopOpacity=".85" />
          <stop offset="1" stopColor="oklch(.06 .01 300)" stopOpacity="0" />
        </radialGradient>
        <radialGradient id={`${id}light`}>
          <stop stopColor="var(--accent)" stopOpacity=".2" />
          <stop offset="1" stopColor="var(--accent)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <ellipse cx={width / 2} cy="150" rx={width * 0.48} ry="155" fill={`url(#${id}light)`} />
      <ellipse
        cx={shadow.x}
        cy={shadow.y}
        rx={shadow.rx}
        ry={shadow.rx * 0.2}
        fill={`url(#${id}shadow)`}
      />
      {children}
    </svg>
  );
}
