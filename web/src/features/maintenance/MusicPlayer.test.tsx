import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { MusicPlayer } from "./MusicPlayer";

function player() {
  return { play: vi.fn(async () => {}), pause: vi.fn(), setVolume: vi.fn(), close: vi.fn() };
}

let calm: ReturnType<typeof player>;
let track: ReturnType<typeof player>;
const { openCalmLoop, openTrack } = vi.hoisted(() => ({
  openCalmLoop: vi.fn(),
  openTrack: vi.fn(),
}));
vi.mock("./calm-loop", () => ({ openCalmLoop }));
vi.mock("@/ui/sound", () => ({ openTrack }));

beforeEach(() => {
  calm = player();
  track = player();
  openCalmLoop.mockReset().mockReturnValue(calm);
  openTrack.mockReset().mockReturnValue(track);
});

const play = () => userEvent.click(screen.getByRole("button", { name: "Play music" }));

describe("the music", () => {
  it("never starts by itself, and stops with the page", async () => {
    const { unmount } = render(<MusicPlayer track={null} />);
    expect(openCalmLoop).not.toHaveBeenCalled();
    await play();
    expect(calm.play).toHaveBeenCalledOnce();
    expect(screen.getByRole("status")).toHaveTextContent("Playing");
    unmount();
    expect(calm.close).toHaveBeenCalledOnce();
  });

  it("pauses and goes on as loud as wished", async () => {
    render(<MusicPlayer track={null} />);
    await play();
    fireEvent.change(screen.getByRole("slider", { name: "Volume" }), { target: { value: "25" } });
    expect(calm.setVolume).toHaveBeenCalledWith(0.25);
    await userEvent.click(screen.getByRole("button", { name: "Pause music" }));
    expect(calm.pause).toHaveBeenCalledOnce();
    await play();
    expect(openCalmLoop).toHaveBeenCalledOnce();
    expect(calm.play).toHaveBeenCalledTimes(2);
  });

  it("is the streamer's own where there is one", async () => {
    render(<MusicPlayer track="/music/wait.ogg" />);
    await play();
    expect(openTrack).toHaveBeenCalledWith("/music/wait.ogg", 0.6);
    expect(openCalmLoop).not.toHaveBeenCalled();
  });

  it("falls back to the loop when the file cannot be played", async () => {
    track.play.mockRejectedValue(new DOMException("No such file", "NotSupportedError"));
    render(<MusicPlayer track="/music/gone.ogg" />);
    await play();
    expect(calm.play).toHaveBeenCalledOnce();
    expect(screen.getByRole("status")).toHaveTextContent("Playing");
  });

  it("says when nothing can be played", async () => {
    calm.play.mockRejectedValue(new DOMException("No", "NotAllowedError"));
    render(<MusicPlayer track={null} />);
    await play();
    expect(screen.getByRole("status")).toHaveTextContent("This browser cannot play it");
    expect(screen.getByRole("button", { name: "Play music" })).toBeEnabled();
  });
});
