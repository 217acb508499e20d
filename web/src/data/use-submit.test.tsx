import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { later } from "@/testing/later";
import { CallFailure } from "@/wire/failure";
import { type Submission, useSubmit } from "./use-submit";

const refusal = new CallFailure({ error: "price_changed", message: "No", status: 409 });
const lost = new CallFailure({ error: "connection_lost", message: "Lost", status: 0 });

type Options = Parameters<typeof useSubmit<number, string>>[0];

function mount(options: Options): () => Submission<number, string> {
  const { result } = renderHook(() => useSubmit(options));
  return () => result.current;
}

it("is busy until what the answer changes is taken over", async () => {
  const taken = later<void>();
  const onAnswer = vi.fn<() => Promise<void>>(() => taken.promise);
  const current = mount({ send: async (input) => `done ${input}`, onAnswer });
  await act(async () => void current().submit(1));
  expect(current()).toMatchObject({ isBusy: true, running: 1 });
  expect(onAnswer).toHaveBeenCalledWith("done 1", 1);
  await act(async () => taken.resolve());
  expect(current()).toMatchObject({
    isBusy: false,
    running: null,
    answer: "done 1",
    failed: null,
  });
  act(() => current().reset());
  expect(current().answer).toBeNull();
});

it("sends once for two presses at the same moment", async () => {
  const send = vi.fn<(input: number) => Promise<string>>(async () => "done");
  const current = mount({ send });
  await act(async () => {
    const [first, second] = [current().submit(1), current().submit(2)];
    expect(await Promise.all([first, second])).toEqual(["done", null]);
  });
  expect(send).toHaveBeenCalledTimes(1);
});

it("shows a refusal together with what was read again", async () => {
  const read = later<void>();
  const current = mount({ send: () => Promise.reject(refusal), onFailure: () => read.promise });
  await act(async () => void current().submit(1));
  expect(current()).toMatchObject({ isBusy: true, failed: null });
  await act(async () => read.resolve());
  expect(current()).toMatchObject({
    isBusy: false,
    failed: { failure: refusal, input: 1, isUnknown: false },
  });
});

it("does not wait for reads when the connection is lost", async () => {
  const current = mount({
    send: () => Promise.reject(lost),
    onFailure: () => later<void>().promise,
  });
  await act(async () => void current().submit(1));
  expect(current()).toMatchObject({ isBusy: false, failed: { isUnknown: true } });
});

it("keeps a failure until another try has succeeded", async () => {
  const second = later<string>();
  const send = vi.fn<(input: number) => Promise<string>>(() => second.promise);
  send.mockRejectedValueOnce(refusal);
  const current = mount({ send });
  await act(async () => void current().submit(1));
  expect(current().failed).not.toBeNull();
  await act(async () => void current().submit(1));
  expect(current()).toMatchObject({ isBusy: true, failed: { failure: refusal } });
  await act(async () => second.resolve("done"));
  expect(current()).toMatchObject({ isBusy: false, answer: "done", failed: null });
});
