import { useRef, useState } from "react";
import { asFailure, type CallFailure } from "@/wire/failure";
import { isOutcomeUnknown } from "@/wire/submit";

export type SubmitFailure<Input> = {
  failure: CallFailure;
  input: Input;
  /** The server may have done it all the same. */
  isUnknown: boolean;
};

type SubmitOptions<Input, Answer> = {
  send: (input: Input) => Promise<Answer>;
  /** Takes over what the server answered. The submission ends when this does. */
  onAnswer?: (answer: Answer, input: Input) => Promise<unknown> | void;
  /**
   * Reads again what may be out of date. The failure is shown afterwards, together with what was read,
   * except when the outcome is unknown: a read may then take as long as the call did.
   */
  onFailure?: (failed: SubmitFailure<Input>) => Promise<unknown> | void;
};

export type Submission<Input, Answer> = {
  /** The answer to the last submission that succeeded. */
  answer: Answer | null;
  /** Why the last submission failed. It stays while another one runs, and null follows its success. */
  failed: SubmitFailure<Input> | null;
  isBusy: boolean;
  /** What is being submitted, null while nothing is. */
  running: Input | null;
  /** Submits, unless a submission runs. Returns the answer, or null. */
  submit: (input: Input) => Promise<Answer | null>;
  /** Forgets the last answer and failure. */
  reset: () => void;
};

/**
 * One submission at a time, with its state. `send` is usually a call of a `Submitter`, so that a second
 * try after a lost answer is carried out once.
 */
export function useSubmit<Input, Answer>({
  send,
  onAnswer,
  onFailure,
}: SubmitOptions<Input, Answer>): Submission<Input, Answer> {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [failed, setFailed] = useState<SubmitFailure<Input> | null>(null);
  // In an object, because an input may be null itself.
  const [busy, setBusy] = useState<{ input: Input } | null>(null);
  // The state changes with the next render only, and two presses may come before it.
  const isRunning = useRef(false);

  const fail = async (thrown: unknown, input: Input) => {
    const failure = asFailure(thrown);
    const next = { failure, input, isUnknown: isOutcomeUnknown(failure) };
    const reads = onFailure?.(next);
    try {
      if (!next.isUnknown) await reads;
    } finally {
      // Also where the reads fail: their own views say so.
      setFailed(next);
    }
  };
  const submit = async (input: Input) => {
    if (isRunning.current) return null;
    isRunning.current = true;
    setBusy({ input });
    try {
      const received = await send(input);
      await onAnswer?.(received, input);
      setFailed(null);
      setAnswer(received);
      return received;
    } catch (thrown) {
      await fail(thrown, input);
      return null;
    } finally {
      isRunning.current = false;
      setBusy(null);
    }
  };
  const reset = () => {
    setAnswer(null);
    setFailed(null);
  };
  return { answer, failed, isBusy: busy !== null, running: busy?.input ?? null, submit, reset };
}
