import { lazy, Suspense, useState } from "react";
import { Button } from "@/ui/Button";
import { Message, useMessage } from "@/ui/Message";
import * as texts from "./texts/en";

const TakeBackDialog = lazy(() => import("./TakeBackDialog"));

type TakeBackProps = { grant: string; member: string; points: number; isTakenBack: boolean };

/** Takes points back that were given; the server refuses it a second time and once they are spent. */
export function TakeBack({ grant, member, points, isTakenBack }: TakeBackProps) {
  const [isAsked, setAsked] = useState(false);
  const [isDone, setDone] = useState(false);
  const { message, say } = useMessage();
  return (
    <>
      <Message message={message} />
      {isTakenBack || isDone ? (
        <p className="text-sm text-muted">{texts.takenBack}</p>
      ) : (
        <Button size="sm" className="self-start" onClick={() => setAsked(true)}>
          {texts.takeBack}
        </Button>
      )}
      {isAsked && (
        <Suspense fallback={null}>
          <TakeBackDialog
            grant={grant}
            member={member}
            points={points}
            onDone={(text) => {
              say("success", text);
              setDone(true);
            }}
            onClose={() => setAsked(false)}
          />
        </Suspense>
      )}
    </>
  );
}
