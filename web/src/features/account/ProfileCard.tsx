import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import type { Member } from "@/features/session/store";
import { useSite } from "@/features/site/queries";
import { useShownBalance } from "@/features/wallet/balance";
import { CopyButton } from "@/ui/CopyButton";
import { cx } from "@/ui/cx";
import { lazyPart } from "@/ui/lazy-part";
import { BRIEF_MESSAGE_MS, Message, useMessage } from "@/ui/Message";
import { Points } from "@/ui/Points";
import { chatQuery } from "./chat";
import { EmailPart } from "./EmailPart";
import { OnAirPart } from "./OnAirPart";
import { OnlyActive } from "./OnlyActive";
import { LoadingForm, Section } from "./Section";
import * as texts from "./texts/en";

const UsernameForm = lazyPart(() => import("./UsernameForm"));

/** Name, address, points and account ID. */
export function ProfileCard({ member }: { member: Member }) {
  const balance = useShownBalance();
  return (
    <Section id="profile" title={texts.profile}>
      <OnlyActive member={member}>
        <Suspense fallback={<LoadingForm fields={1} className="min-h-39.5" />}>
          <UsernameForm member={member} />
        </Suspense>
        <EmailPart member={member} />
      </OnlyActive>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-5">
        <div>
          <p className="text-sm font-medium">{texts.balance}</p>
          <Points
            amount={balance}
            ticking
            className={cx("mt-1 font-display", balance < 1_000_000_000 ? "text-xl" : "text-base")}
          />
        </div>
        <Link
          to="/statement"
          className="inline-flex min-h-11 items-center text-sm text-muted underline decoration-line-strong underline-offset-4 transition-colors hover:text-text"
        >
          {texts.statement}
        </Link>
      </div>
      <AccountId id={member.account_id} />
      <OnAirPart member={member} />
    </Section>
  );
}

/** The public code of the account, for the chat. */
function AccountId({ id }: { id: string }) {
  const isSetUp = useSite()?.features.chat;
  const { data: chat } = useQuery({ ...chatQuery, enabled: isSetUp === true });
  // Nobody answers there while the commands are off; undefined while that is not known.
  const hasCommands =
    isSetUp === true ? chat && chat.commands && chat.words.verify !== "" : isSetUp;
  const { message, say } = useMessage(BRIEF_MESSAGE_MS);
  return (
    <div className="mt-5 border-t border-line pt-5">
      <p className="text-sm font-medium">{texts.accountId}</p>
      <div className="well mt-1.5 flex items-center justify-between gap-3 rounded-md py-0.5 pr-1 pl-4">
        <span className="min-w-0 truncate font-mono text-base tracking-[0.12em]">{id}</span>
        <CopyButton
          text={id}
          what={texts.accountIdToCopy}
          onOutcome={(outcome) =>
            outcome === "copied"
              ? say("success", texts.accountIdCopied)
              : say("error", texts.accountIdNotCopied)
          }
        />
      </div>
      <div className={cx("mt-1.5 text-sm text-muted", isSetUp === true && "min-h-10.5")}>
        {message === null && hasCommands === true && (
          <p>
            {texts.accountIdHint(
              <span className="whitespace-nowrap text-text">
                {texts.verifyCommand(chat?.command ?? "")}
              </span>,
            )}
          </p>
        )}
        {message === null && hasCommands === false && <p>{texts.noCommands}</p>}
        <Message message={message} isBare className="text-text" />
      </div>
    </div>
  );
}
