import { prefersReducedMotion } from "../motion";

const PIECES = 90;
const LIFE_MS = 2_600;
/** How far the paper flies, as a share of the shorter side of the plate. */
const AROUND = 0.7;

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
 * Paper that flies out from behind a plate once, so that it never mixes with words. It is the only canvas of a source,
 * and draws for less than three seconds.
 */
export function burst(panel: HTMLElement): void {
  if (prefersReducedMotion()) return;
  const canvas = document.createElement("canvas");
  const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = panel;
  const brush = canvas.getContext?.("2d") ?? null;
  if (brush === null || offsetWidth === 0) return;
  const around = Math.min(offsetWidth, offsetHeight) * AROUND;
  canvas.className = "confetti";
  canvas.width = offsetWidth + 2 * around;
  canvas.height = offsetHeight + 2 * around;
  canvas.style.left = `${offsetLeft - around}px`;
  canvas.style.top = `${offsetTop - around}px`;
  panel.parentElement?.querySelector(".confetti")?.remove();
  panel.before(canvas);
  const unit = around / AROUND;
  const specks = scatter({ left: around, top: around, panel }, unit, colours(panel));
  let begin: number | null = null;
  let last = 0;
  const draw = (now: number) => {
    begin ??= now;
    const age = now - begin;
    const step = Math.min(50, now - (last || now)) / 16;
    last = now;
    // A source that was closed takes its paper with it.
    if (age > LIFE_MS || !canvas.isConnected || !panel.isConnected) {
      canvas.remove();
      return;
    }
    brush.clearRect(0, 0, canvas.width, canvas.height);
    brush.globalAlpha = Math.min(1, (LIFE_MS - age) / 900);
    for (const speck of specks) {
      speck.x += speck.vx * step;
      speck.y += speck.vy * step;
      speck.vx *= 0.97 ** step;
      speck.vy = speck.vy * 0.97 ** step + (unit / 3_000) * step;
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

type Origin = { left: number; top: number; panel: HTMLElement };

/** Paper behind the edges of the plate, on its way outwards. */
function scatter({ left, top, panel }: Origin, unit: number, hues: readonly string[]): Speck[] {
  const { offsetWidth: width, offsetHeight: height } = panel;
  return Array.from({ length: PIECES }, (_, index) => {
    // The sides and the upper edge take turns; at the lower edge paper would fall at once.
    const side = index % 4;
    const along = Math.random();
    const isAbove = side < 2;
    const out = (0.01 + Math.random() * 0.016) * unit;
    const aside = (Math.random() - 0.5) * 0.012 * unit;
    return {
      x: left + (isAbove ? along * width : side === 2 ? 0 : width),
      y: top + (isAbove ? 0 : along * height),
      vx: isAbove ? aside : side === 2 ? -out : out,
      vy: isAbove ? -out : aside - 0.01 * unit,
      size: unit * (0.032 + Math.random() * 0.035),
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
