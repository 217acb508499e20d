import { queryOptions, useQuery } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderPage } from "@/test-page";
import { later } from "@/testing/later";
import { CallFailure } from "@/wire/failure";
import { queryClient } from "@/wire/queries";
import { QueryView } from "./QueryView";

const read = vi.fn<() => Promise<string>>();
const query = queryOptions({ queryKey: ["text"], queryFn: read, staleTime: 0, retry: false });

function Page({ failedAs }: { failedAs?: "notice" }) {
  return (
    <main tabIndex={-1}>
      <QueryView
        query={useQuery(query)}
        what="The text"
        loading={<p>On its way</p>}
        {...(failedAs && { failedAs })}
      >
        {(text) => <p>{text}</p>}
      </QueryView>
    </main>
  );
}

const form = (text: string) => <input aria-label="Name" placeholder={text} />;

function FormPage() {
  return (
    <QueryView query={useQuery(query)} what="The text" loading={form("On its way")}>
      {form}
    </QueryView>
  );
}

const refusal = new CallFailure({ error: "internal", message: "The server said no", status: 500 });
const retry = () => screen.findByRole("button", { name: "Retry" });

function setNetwork(isThere: boolean) {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isThere);
  act(() => void window.dispatchEvent(new Event(isThere ? "online" : "offline")));
}

beforeEach(() => {
  read.mockReset();
});

afterEach(() => {
  setNetwork(true);
  vi.restoreAllMocks();
});

describe("QueryView", () => {
  it("shows that something is on its way, and then what has come", async () => {
    const { promise, resolve } = later<string>();
    read.mockReturnValue(promise);
    renderPage(<Page />);
    expect(screen.getByText("On its way")).toBeVisible();
    resolve("Here it is");
    expect(await screen.findByText("Here it is")).toBeVisible();
    expect(screen.queryByText("On its way")).not.toBeInTheDocument();
  });

  it("says why a first load failed, and loads with another try", async () => {
    read.mockRejectedValueOnce(refusal).mockResolvedValueOnce("Here it is");
    renderPage(<Page />);
    const failed = await screen.findByRole("alert");
    expect(failed).toHaveTextContent("The text could not be loadedThe server said no");
    await userEvent.click(await retry());
    expect(await screen.findByText("Here it is")).toBeVisible();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("says it in a notice where there is no room for more", async () => {
    read.mockRejectedValueOnce(refusal).mockResolvedValueOnce("Here it is");
    renderPage(<Page failedAs="notice" />);
    const failed = await screen.findByRole("alert");
    expect(failed).toHaveTextContent("The text could not be loaded. The server said no");
    expect(screen.queryByRole("heading")).not.toBeInTheDocument();
    await userEvent.click(await retry());
    expect(await screen.findByText("Here it is")).toBeVisible();
  });

  it("hands the focus on when the button of another try is gone", async () => {
    read.mockRejectedValueOnce(refusal).mockResolvedValueOnce("Here it is");
    renderPage(<Page />);
    (await retry()).focus();
    await userEvent.keyboard("{Enter}");
    await screen.findByText("Here it is");
    expect(screen.getByRole("main")).toHaveFocus();
  });

  it("keeps the error during another try, and the focus on the button after another failure", async () => {
    const { promise, resolve } = later<void>();
    read.mockRejectedValueOnce(refusal).mockImplementation(async () => {
      // A browser takes the focus from a disabled button.
      button.blur();
      await promise;
      throw refusal;
    });
    renderPage(<Page />);
    const button = await retry();
    await userEvent.click(button);
    await waitFor(() => expect(button).toBeDisabled());
    expect(screen.getByRole("alert")).toHaveTextContent("The server said no");
    expect(document.body).toHaveFocus();
    await act(async () => resolve());
    await waitFor(() => expect(button).toBeEnabled());
    expect(button).toHaveFocus();
  });

  it("tries and says so while the browser believes to be off the network", async () => {
    setNetwork(false);
    read.mockRejectedValueOnce(refusal).mockResolvedValueOnce("Here it is");
    renderPage(<Page />);
    await userEvent.click(await retry());
    expect(await screen.findByText("Here it is")).toBeVisible();
  });

  it("keeps what it has when it cannot be refreshed, and says so", async () => {
    read.mockResolvedValueOnce("Here it is");
    renderPage(<Page />);
    await screen.findByText("Here it is");
    read.mockRejectedValueOnce(refusal).mockResolvedValueOnce("And something newer");
    await act(() => queryClient.invalidateQueries({ queryKey: query.queryKey }));
    const notice = await screen.findByRole("alert");
    expect(notice).toHaveTextContent("The text may be out of date. The server said no");
    expect(screen.getByText("Here it is")).toBeVisible();
    await userEvent.click(await retry());
    expect(await screen.findByText("And something newer")).toBeVisible();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("keeps what is shown before and after the load", async () => {
    const { promise, resolve } = later<string>();
    read.mockReturnValue(promise);
    renderPage(<FormPage />);
    await userEvent.type(screen.getByRole("textbox"), "rory");
    resolve("Here it is");
    await screen.findByPlaceholderText("Here it is");
    expect(screen.getByRole("textbox")).toHaveValue("rory");
    expect(screen.getByRole("textbox")).toHaveFocus();
  });
});
