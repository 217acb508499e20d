import { type ReactNode, useState } from "react";
import { type SubmitFailure, useSubmit } from "@/data/use-submit";
import type { CallFailure } from "@/wire/failure";
import { PhraseDialog } from "./PhraseDialog";

type Options<Input, Answer> = {
  /** Sends it with what was typed to confirm it; nothing at first. */
  send: (input: Input, confirmed: string) => Promise<Answer>;
  onAnswer: (answer: Answer, input: Input) => void;
  onFailure?: (failure: CallFailure, input: Input) => Promise<unknown> | void;
};

type Confirmed<Input> = {
  submit: (input: Input) => void;
  isBusy: boolean;
  /** The last one was made. */
  isDone: boolean;
  failed: SubmitFailure<Input> | null;
  /** Asks for the phrase while the server wants one. */
  dialog: ReactNode;
  reset: () => void;
};

type Sent<Input> = { input: Input; confirmed: string };

/** A change that the server may want confirmed by a phrase, which its refusal names. */
export function useConfirmed<Input, Answer>(options: Options<Input, Answer>): Confirmed<Input> {
  const [asked, setAsked] = useState<{ input: Input; message: string } | null>(null);
  const {
    answer: received,
    failed,
    running,
    isBusy,
    submit,
    reset,
  } = useSubmit({
    send: ({ input, confirmed }: Sent<Input>) => options.send(input, confirmed),
    onAnswer: (answer, { input }) => {
      setAsked(null);
      options.onAnswer(answer, input);
    },
    onFailure: ({ failure, input: { input } }) => {
      if (failure.error === "unconfirmed") {
        setAsked({ input, message: failure.message });
        return;
      }
      setAsked(null);
      return options.onFailure?.(failure, input);
    },
  });
  const isUnconfirmed = failed?.failure.error === "unconfirmed";
  return {
    submit: (input) => void submit({ input, confirmed: "" }),
    isBusy,
    isDone: received !== null && failed === null,
    failed: failed === null || isUnconfirmed ? null : { ...failed, input: failed.input.input },
    reset,
    dialog: asked !== null && (
      <PhraseDialog
        message={asked.message}
        isBusy={isBusy}
        isWrong={isUnconfirmed && failed.input.confirmed !== "" && running === null}
        onConfirm={(confirmed) => void submit({ input: asked.input, confirmed })}
        onClose={() => setAsked(null)}
      />
    ),
  };
}
