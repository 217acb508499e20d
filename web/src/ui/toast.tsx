import type { ReactNode } from "react";

export type ToastTone = "info" | "success" | "error";
export type ToastMessage = { text: string; tone: ToastTone; description?: ReactNode };

const TOAST_MS = 4_000;

/**
 * Shows a message over the page, where it covers no control: an error until it is closed, others for
 * four seconds. The toaster is loaded with the first message, so that it costs nothing before.
 */
export function toast({ text, tone, description }: ToastMessage): void {
  void import("./Toaster").then(({ showToast }) => showToast(text, tone, description, TOAST_MS));
}
