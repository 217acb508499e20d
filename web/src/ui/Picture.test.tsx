import { fireEvent, render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Avatar } from "./art/Avatar";
import { Picture } from "./Picture";

const fallback = <p>Our own</p>;

describe("a picture", () => {
  it("is the fallback where there is none", () => {
    const { container } = render(<Picture address={null} fallback={fallback} />);
    expect(container).toHaveTextContent("Our own");
    expect(container.querySelector("img")).toBeNull();
  });

  it("appears once it is there, and leaves its place when it cannot be had", () => {
    const { container, rerender } = render(<Picture address="/one.webp" fallback={fallback} />);
    const image = container.querySelector("img");
    expect(image).toHaveClass("opacity-0");
    if (image !== null) fireEvent.load(image);
    expect(image).not.toHaveClass("opacity-0");
    if (image !== null) fireEvent.error(image);
    expect(container).toHaveTextContent("Our own");

    // Another address is another try.
    rerender(<Picture address="/two.webp" fallback={fallback} />);
    expect(container.querySelector("img")).toHaveAttribute("src", "/two.webp");
  });
});

describe("an avatar", () => {
  it("is drawn where the member's picture cannot be had", () => {
    const { container } = render(<Avatar name="rory" picture="/gone.webp" />);
    const image = container.querySelector("img");
    expect(image).not.toBeNull();
    if (image !== null) fireEvent.error(image);
    expect(container.querySelector("img")).toBeNull();
    expect(container.querySelector("svg")).not.toBeNull();
  });
});
