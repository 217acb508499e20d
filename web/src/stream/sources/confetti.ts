import { prefersReducedMotion } from "../motion";

const PIECES = 90;
const LIFE_MS = 2_600;

type Speck = {
  x: number;
  y: number;
  vx: number;
  vy: number;
  size: number;
  turn: number;
  hue: string;
};

/**
 * Paper that flies over a plate once. It is the only canvas of a source, and draws for less than three seconds.
 */
export function burst(panel: HTMLElement): void {
  if (prefersReducedMotion()) return;
  const canvas = document.createElement("canvas");
  const { clientWidth, clientHeight } = panel;
  const brush = canvas.getContext?.("2d") ?? null;
  if (brush === null || clientWidth === 0) return;
  canvas.className = "confetti";
  canvas.width = clientWidth;
  canvas.height = clientHeight;
  panel.querySelector(".confetti")?.remove();
  // Behind the words, which stay readable.
  panel.prepend(canvas);
  const specks = scatter(clientWidth, clientHeight, colours(panel));
  let begin: number | null = null;
  let last = 0;
  const draw = (now: number) => {
    begin ??= now;
    const age = now - begin;
    const step = Math.min(50, now - (last || now)) / 16;
    last = now;
    if (age > LIFE_MS || !canvas.isConnected) {
      canvas.remove();
      return;
    }
    brush.clearRect(0, 0, canvas.width, canvas.height);
    brush.globalAlpha = Math.min(1, (LIFE_MS - age) / 700);
    for (const speck of specks) {
      speck.x += speck.vx * step;
      speck.y += speck.vy * step;
      speck.vx *= 0.985 ** step;
      speck.vy += (clientHeight / 2_600) * step;
      speck.turn += 0.16 * step;
      brush.fillStyle = speck.hue;
      brush.setTransform(1, 0, 0, Math.cos(speck.turn), speck.x, speck.y);
      brush.fillRect(-speck.size / 2, -speck.size / 3, speck.size, speck.size * 0.66);
      brush.setTransform(1, 0, 0, 1, 0, 0);
    }
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
}

function scatter(width: number, height: number, hues: readonly string[]): Speck[] {
  return Array.from({ length: PIECES }, (_, index) => {
    const isLeft = index % 2 === 0;
    const speed = (0.35 + Math.random() * 0.65) * (height / 22);
    return {
      x: isLeft ? -4 : width + 4,
      y: height * (0.55 + Math.random() * 0.4),
      vx: (isLeft ? 1 : -1) * (0.3 + Math.random()) * (width / 75),
      vy: -speed,
      size: height * (0.032 + Math.random() * 0.035),
      turn: Math.random() * 6,
      hue: hues[index % hues.length] ?? "#fff",
    };
  });
}

function colours(panel: HTMLElement): readonly string[] {
  const style = getComputedStyle(panel);
  const tone = (name: string) => `rgb(${style.getPropertyValue(name) || "255, 255, 255"})`;
  return [tone("--pale"), tone("--gold"), tone("--deep"), tone("--light"), "#f7f3ec"];
}
