import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { Slider } from "./Slider";

type Props = { onChange?: (value: number) => void; disabled?: boolean };

function Sample({ onChange, disabled = false }: Props) {
  const [value, setValue] = useState(50);
  const choose = (next: number) => {
    setValue(next);
    onChange?.(next);
  };
  return (
    <Slider
      label="Target"
      value={value}
      min={0}
      max={100}
      lowest={1}
      highest={99}
      onValueChange={choose}
      disabled={disabled}
    />
  );
}

const slider = () => screen.getByRole("slider", { name: "Target" });
const shown = () => Number(slider().getAttribute("aria-valuenow"));

it("moves by keys, within what can be chosen", async () => {
  render(<Sample />);
  await userEvent.tab();
  expect(slider()).toHaveFocus();
  const values: number[] = [];
  for (const key of ["ArrowRight", "ArrowDown", "PageUp", "PageDown", "Home", "End"]) {
    await userEvent.keyboard(`{${key}}`);
    values.push(shown());
  }
  expect(values).toEqual([51, 50, 60, 50, 1, 99]);
  await userEvent.keyboard("{Shift>}{ArrowLeft}{/Shift}");
  expect(shown()).toBe(89);
  expect(slider()).toHaveAttribute("aria-valuemin", "1");
  expect(slider()).toHaveAttribute("aria-valuemax", "99");
});

it("follows a pressed pointer, and takes the focus", () => {
  const onChange = vi.fn();
  const { container } = render(<Sample onChange={onChange} />);
  const line = container.firstElementChild as HTMLElement;
  let isCaptured = false;
  Object.assign(line, {
    getBoundingClientRect: () => ({ left: 100, width: 200 }),
    setPointerCapture: () => {
      isCaptured = true;
    },
    hasPointerCapture: () => isCaptured,
  });
  fireEvent.pointerMove(line, { clientX: 200 });
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.pointerDown(line, { clientX: 150, button: 0 });
  expect(slider()).toHaveFocus();
  fireEvent.pointerMove(line, { clientX: 241 });
  fireEvent.pointerMove(line, { clientX: 241 });
  fireEvent.pointerMove(line, { clientX: 900 });
  expect(onChange.mock.calls).toEqual([[25], [71], [99]]);
});

it("is left alone while it is disabled", async () => {
  const onChange = vi.fn();
  render(<Sample onChange={onChange} disabled />);
  await userEvent.tab();
  expect(slider()).not.toHaveFocus();
  fireEvent.keyDown(slider(), { key: "End" });
  expect(onChange).not.toHaveBeenCalled();
  expect(slider()).toHaveAttribute("aria-disabled", "true");
});
