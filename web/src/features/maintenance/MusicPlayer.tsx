import { Pause, Play, Volume1, Volume2, VolumeX } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { cx } from "@/ui/cx";
import { openTrack, type Player } from "@/ui/sound";
import { openCalmLoop } from "./calm-loop";
import * as texts from "./texts/en";

const FIRST_VOLUME = 0.6;

/**
 * Music while one waits: the streamer's own file, or a calm loop made here where there is none or it
 * cannot be played. It starts when somebody presses play, never by itself.
 */
export function MusicPlayer({ track }: { track: string | null }) {
  const [playing, setPlaying] = useState(false);
  const [volume, setVolume] = useState(FIRST_VOLUME);
  const [failed, setFailed] = useState(false);
  const player = useRef<Player | null>(null);
  const isGone = useRef(false);
  const volumeId = useId();
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      player.current?.close();
      player.current = null;
    };
  }, []);

  const toggle = async () => {
    if (playing) {
      player.current?.pause();
      setPlaying(false);
      return;
    }
    setPlaying(true);
    try {
      const started = await start(player.current, track, volume);
      // The site may have opened while the music began.
      if (isGone.current) return started.close();
      player.current = started;
      setFailed(false);
    } catch {
      player.current = null;
      setPlaying(false);
      setFailed(true);
    }
  };
  const VolumeIcon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
  return (
    <section
      aria-label={texts.music}
      className="flex items-center gap-3 rounded-full border border-line-strong bg-ink-900/85 p-1.5 pr-5 shadow-raised"
    >
      <button
        type="button"
        onClick={() => void toggle()}
        aria-label={playing ? texts.pause : texts.play}
        className="flex size-12 shrink-0 items-center justify-center rounded-full bg-ink-700 text-text transition-colors hover:bg-ink-600"
      >
        {playing ? (
          <Pause aria-hidden="true" className="size-5 fill-current" />
        ) : (
          <Play aria-hidden="true" className="size-5 translate-x-px fill-current" />
        )}
      </button>
      <span className="min-w-0 flex-1 text-left">
        <span className="block truncate text-sm font-semibold">{texts.calmMusic}</span>
        <span role="status" className="block truncate text-xs text-muted">
          {failed ? texts.cannotPlay : playing ? texts.playing : texts.paused}
        </span>
      </span>
      <Bars playing={playing} />
      <VolumeIcon aria-hidden="true" className="ml-1 size-4.5 shrink-0 text-muted" />
      <label htmlFor={volumeId} className="sr-only">
        {texts.volume}
      </label>
      <input
        id={volumeId}
        type="range"
        min={0}
        max={100}
        step={5}
        value={Math.round(volume * 100)}
        aria-valuetext={texts.percent(Math.round(volume * 100))}
        onChange={({ target }) => {
          const next = target.valueAsNumber / 100;
          setVolume(next);
          player.current?.setVolume(next);
        }}
        className="h-11 w-20 cursor-pointer accent-text sm:w-28"
      />
    </section>
  );
}

/** Plays on what is open already; a file that cannot be played leaves its place to the loop. */
async function start(open: Player | null, track: string | null, volume: number): Promise<Player> {
  const first = open ?? (track === null ? openCalmLoop(volume) : openTrack(track, volume));
  try {
    await first.play();
    return first;
  } catch (thrown) {
    first.close();
    if (track === null) throw thrown;
    const loop = openCalmLoop(volume);
    await loop.play();
    return loop;
  }
}

const heights = [0.45, 0.8, 0.6, 1] as const;

/** Shows that music plays, for the eye only. */
function Bars({ playing }: { playing: boolean }) {
  return (
    <span aria-hidden="true" className="flex h-5 items-end gap-[3px] max-sm:hidden">
      {heights.map((height, index) => (
        <span
          key={height}
          className={cx(
            "w-[3px] origin-bottom rounded-full bg-text transition-[scale] duration-500",
            playing && "night-bar motion-reduce:animate-none",
          )}
          style={{
            height: `${height * 100}%`,
            scale: playing ? "1" : "1 .25",
            animationDelay: `${index * -0.6}s`,
          }}
        />
      ))}
    </span>
  );
}
