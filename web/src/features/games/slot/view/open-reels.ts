import { ARTWORK_COUNT, type Artwork, loadArtwork } from "./artwork";
import { Painter, type Scene, type StageSize } from "./painter";

export type Reels = {
  canvas: HTMLCanvasElement;
  resize: (size: StageSize) => void;
  /** Draws now, and goes on drawing while the picture changes. */
  refresh: () => void;
  close: () => void;
};

type Wishes = {
  scene: () => Scene;
  /** From 0 to 1. */
  onProgress: (part: number) => void;
  /** The graphics card took the picture away. */
  onLost: () => void;
};

/** Fetches the drawings, opens WebGL and returns reels that are ready to be put on the page. */
export async function openReels({ scene, onProgress, onLost }: Wishes): Promise<Reels> {
  let steps = 0;
  const step = () => {
    steps += 1;
    onProgress(steps / (ARTWORK_COUNT + 1));
  };
  const artwork: Artwork = await loadArtwork(step);
  const painter = await Painter.open(artwork);
  step();
  return runReels(painter, scene, onLost);
}

function runReels(painter: Painter, scene: () => Scene, onLost: () => void): Reels {
  let frame = 0;
  const draw = (now: number) => {
    cancelAnimationFrame(frame);
    frame = 0;
    if (painter.draw(scene(), now)) frame = requestAnimationFrame(draw);
  };
  const lost = (event: Event) => {
    event.preventDefault();
    onLost();
  };
  const { canvas } = painter;
  canvas.addEventListener("webglcontextlost", lost);
  return {
    canvas,
    resize: (size) => {
      painter.resize(size);
      draw(performance.now());
    },
    refresh: () => {
      if (frame === 0) frame = requestAnimationFrame(draw);
    },
    close: () => {
      cancelAnimationFrame(frame);
      canvas.removeEventListener("webglcontextlost", lost);
      painter.destroy();
    },
  };
}
