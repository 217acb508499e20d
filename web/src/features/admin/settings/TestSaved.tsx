import { Send } from "lucide-react";
import type { ReactNode } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { ChangeFailure } from "../shell/ChangeFailure";
import { Group } from "./fields/Group";
import { useForm } from "./form";
import * as texts from "./texts/en";
import { isSame } from "./values";

type TestSavedProps = {
  title: string;
  lead: string;
  /** What the button says. */
  action: string;
  /** There is enough to send. */
  isReady?: boolean;
  /** Tests the saved settings. Returns what the service said. */
  send: () => Promise<{ isWorking: boolean; message: string }>;
  /** Fields before the button. */
  children?: (send: () => void) => ReactNode;
};

/** Tests what is saved, and shows what the service said. */
export function TestSaved(props: TestSavedProps) {
  // A result says nothing about settings that were saved after it.
  return <Test key={useForm().round} {...props} />;
}

function Test({ title, lead, action, isReady = true, send, children }: TestSavedProps) {
  const { values, saved, entered } = useForm();
  const { answer, failed, isBusy, submit } = useSubmit({ send: () => send() });
  const isSaved = isSame(values, saved) && Object.keys(entered).length === 0;
  const canSend = isSaved && isReady && !isBusy;
  const test = () => {
    if (canSend) void submit(null);
  };
  return (
    <Group title={title} lead={isSaved ? lead : texts.testUnsaved}>
      <div className="flex max-w-xl flex-wrap items-end gap-3">
        {children?.(test)}
        <Button
          className="min-h-12"
          busy={isBusy}
          disabled={!canSend}
          onClick={test}
          icon={<Send aria-hidden="true" className="size-4" />}
        >
          {action}
        </Button>
      </div>
      {failed !== null && !isBusy && (
        <Notice tone="error">
          <ChangeFailure failure={failed.failure} />
        </Notice>
      )}
      {failed === null && answer !== null && !isBusy && (
        <Notice tone={answer.isWorking ? "info" : "error"}>{answer.message}</Notice>
      )}
    </Group>
  );
}
