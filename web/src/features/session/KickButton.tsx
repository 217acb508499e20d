import { MessageSquare } from "lucide-react";
import { Button } from "@/ui/Button";
import type { CallFailure } from "@/wire/failure";
import { answer, api } from "@/wire/http";
import { useKickVisit } from "./kick-visit";
import * as texts from "./texts/en";

type KickButtonProps = {
  text: string;
  remember: boolean;
  /** The unchecked `redirect` parameter: the server leads back to it. */
  redirect: string | undefined;
  disabled: boolean;
  onFailure: (failure: CallFailure) => void;
};

/** Signs in with Kick. A visitor without an account here is offered one. */
export function KickButton({ text, remember, redirect, disabled, onFailure }: KickButtonProps) {
  const { isLeaving, leave } = useKickVisit(() => {
    const body = { remember, ...(redirect !== undefined && { redirect }) };
    return answer(api.POST("/api/kick/sign-in/start", { body }));
  }, onFailure);
  return (
    <>
      <p className="flex items-center gap-3 text-sm text-muted">
        <span aria-hidden="true" className="h-px flex-1 bg-line" />
        {texts.or}
        <span aria-hidden="true" className="h-px flex-1 bg-line" />
      </p>
      <Button
        size="lg"
        busy={isLeaving}
        disabled={disabled}
        onClick={leave}
        icon={<MessageSquare aria-hidden="true" className="size-4.5" />}
      >
        {isLeaving ? texts.kickOpening : text}
      </Button>
    </>
  );
}
